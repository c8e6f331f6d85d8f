"""Every message of Alcazar has a sentence, and every sentence only asks for values that its message has."""

from __future__ import annotations

import json
import re
from importlib.resources import files

from client.messages import catalogue
from rules.alcazar.game import Alcazar
from rules.contract import parse_move
from rules.message import Message, message
from tests.rules.alcazar.table import AlcazarTable, begin
from tests.rules.alcazar.test_refusals import CASES, KINDS, TEXTS
from tests.rules.dealing import Dealer

ALL_TEXTS = {**TEXTS, **json.loads(files("resources").joinpath("messages/en/rules.json").read_text("utf-8"))}

RARE = {"out", "passed", "lost-block", "last-bridge"}
"""Events that a handful of random games may not see; each has its own test."""


def has_sentence(said: Message) -> None:
    asked = set(re.findall(r"\{([a-z_]+)", ALL_TEXTS[said.key]))
    assert asked <= {name for name, _ in said.values}, said


def test_everything_that_happens_in_games_has_a_sentence() -> None:
    met = set()
    for seed in range(10):
        dealer = Dealer(seed)
        state = begin(2 + seed % 4)
        said = [state.prompt(), *dealer.deal(state)]
        while state.turn is not None:
            moves = state.moves()
            wanted = [move for move in moves if move.kind in ("bridge", "swap", "move")]
            move = dealer.random.choice(wanted or moves)
            said += [state.prompt(), *state.play(move), *dealer.deal(state)]
        for one in [*said, state.prompt()]:
            has_sentence(one)
            met.add(one.key)
        for line in state.score_trace():
            has_sentence(line.reason)
            met.add(line.reason.key)
    written = {key for key in TEXTS if key.split(".")[1] in ("event", "score")}
    assert written - met <= {f"alcazar.event.{kind}" for kind in RARE}


def test_every_refusal_has_a_sentence() -> None:
    for _, setting, move in CASES:
        refusal = setting().state.why_not(parse_move(move))
        assert refusal is not None
        has_sentence(refusal)


def test_titles_options_ends_and_bots_have_their_texts() -> None:
    assert Alcazar.title.key in TEXTS
    for option in Alcazar.options:
        assert {f"alcazar.option.{option.name}", f"alcazar.option.{option.name}.about"} <= set(TEXTS)
        assert {f"alcazar.option.{option.name}.{choice}" for choice in option.choices} <= set(TEXTS)
    assert {f"alcazar.end.{end}" for end in Alcazar.ends} <= set(TEXTS)
    assert {f"alcazar.bot.{level}" for level in Alcazar.bots} <= set(TEXTS)
    assert {f"alcazar.crest.{crest}" for crest in range(9)} <= set(TEXTS)
    assert {f"alcazar.move.{kind}" for kind in KINDS} <= set(TEXTS)


def test_every_gap_of_the_board_has_a_name_by_its_column_and_row() -> None:
    """Columns are letters from the left, rows numbers from the top; numbered fields go by their number."""
    board = AlcazarTable().state.board
    for cell in range(73, board.cells + 1):
        x, y = board.spots[cell]
        assert TEXTS[f"alcazar.cell.{cell}"] == f"the gap {'ABCDEFGHIJK'[x - 1]}{y}"
    assert not any(f"alcazar.cell.{cell}" in TEXTS for cell in range(1, 73))
    said = message("alcazar.event.moved", seat=0, cell=17, to=82, rank=2)
    assert catalogue().text(said, ["Ana"]) == "Ana moves a grande from 17 to the gap F3."
