"""Every message of the game has a sentence, and every sentence only asks for values that its message has."""

from __future__ import annotations

import json
import re
from importlib.resources import files

from rules.big_boss.game import BigBoss
from rules.contract import parse_move
from rules.loop.kinds import LOOP_KINDS as KINDS
from rules.message import Message
from tests.rules.big_boss.table import begin
from tests.rules.big_boss.test_refusals import CASES, TEXTS
from tests.rules.dealing import Dealer

ALL_TEXTS = {**TEXTS, **json.loads(files("resources").joinpath("messages/en/rules.json").read_text("utf-8"))}


def has_sentence(said: Message) -> None:
    asked = set(re.findall(r"\{([a-z_]+)", ALL_TEXTS[said.key]))
    assert asked <= {name for name, _ in said.values}, said


def test_everything_that_happens_in_games_has_a_sentence() -> None:
    met = set()
    for seed in range(8):
        dealer = Dealer(seed)
        state = begin(2 + seed % 4)
        said = [state.prompt(), *dealer.deal(state)]
        while state.turn is not None:
            said += [state.prompt(), *state.play(dealer.any_move(state)), *dealer.deal(state)]
        for one in [*said, state.prompt()]:
            has_sentence(one)
            met.add(one.key)
        for line in state.score_trace():
            has_sentence(line.reason)
            met.add(line.reason.key)
    written = {key for key in TEXTS if key.split(".")[1] in ("event", "score")}
    rare = {"big-boss.event.out", "big-boss.event.passed", "big-boss.event.lost-block", "big-boss.event.crest"}
    assert written - met <= rare


def test_every_refusal_has_a_sentence() -> None:
    for _, setting, move in CASES:
        refusal = setting().state.why_not(parse_move(move))
        assert refusal is not None
        has_sentence(refusal)


def test_titles_options_ends_and_bots_have_their_texts() -> None:
    assert BigBoss.title.key in TEXTS
    for option in BigBoss.options:
        assert {f"big-boss.option.{option.name}", f"big-boss.option.{option.name}.about"} <= set(TEXTS)
        assert {f"big-boss.option.{option.name}.{choice}" for choice in option.choices} <= set(TEXTS)
    assert {f"big-boss.end.{end}" for end in BigBoss.ends} <= set(TEXTS)
    assert {f"big-boss.bot.{level}" for level in BigBoss.bots} <= set(TEXTS)
    assert {f"big-boss.crest.{crest}" for crest in range(9)} <= set(TEXTS)
    assert {f"big-boss.move.{kind}" for kind in KINDS} <= set(TEXTS)
