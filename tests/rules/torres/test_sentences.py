"""Every message of the game has a sentence, and every sentence asks only for values that its message has."""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files

from net.deal.seeded import SeededDeals, seed_of
from rules.contract import parse_move
from rules.message import Message
from rules.torres.explain import master_card
from rules.torres.game import Torres
from rules.torres.kinds import ARITY
from rules.torres.position import STAGES
from rules.torres.terms import CARDS, MASTER_CARDS
from tests.rules.torres.table import begin, lay, numbered
from tests.rules.torres.test_refusals import CASES, TEXTS

ALL_TEXTS = {**TEXTS, **json.loads(files("resources").joinpath("messages/en/rules.json").read_text("utf-8"))}
OF = re.compile(r"\{([a-z_]+):of ([a-z.-]+)\}")


def has_sentence(said: Message) -> None:
    template = ALL_TEXTS[said.key]
    assert set(re.findall(r"\{([a-z_]+)", template)) <= {name for name, _ in said.values}, said
    for name, entries in OF.findall(template):
        assert f"{entries}.{said.value(name)}" in ALL_TEXTS, said


def test_everything_that_happens_in_games_has_a_sentence() -> None:
    met: set[str] = set()
    for seed in range(40):
        chance, deals = random.Random(seed), SeededDeals(seed_of(str(seed)))
        state = begin(
            2 + seed % 3, mode=("base", "variant", "master")[seed // 3 % 3], stack_limit=("always", "two_players")[seed % 2]
        )
        said: list[Message] = []
        while state.deals or state.turn is not None:
            said.append(state.prompt())
            if state.deals:
                deal = state.deals[0]
                said += state.learn(deal, deals.answer(deal, range(state.seats)))
                continue
            kinds = list(dict.fromkeys(move.kind for move in state.moves()))
            kind = chance.choice(kinds)
            said += state.play(chance.choice([move for move in state.moves() if move.kind == kind]))
        for one in [*said, state.prompt(), *(line.reason for line in state.score_trace())]:
            has_sentence(one)
            met.add(one.key)
    rare = set(MASTER_CARDS[:4]) | {"castles", "neighbours"}
    written = {key for key in TEXTS if key.split(".")[1] in ("event", "score", "prompt")}
    assert {key for key in written - met if key.split(".")[2].removeprefix("scored-") not in rare} == set()


def test_every_refusal_has_a_sentence() -> None:
    for _, position, move in CASES:
        refusal = position().why_not(parse_move(numbered(move)))
        assert refusal is not None
        has_sentence(refusal)


def test_titles_options_ends_and_bots_have_their_texts() -> None:
    assert {Torres.title.key, "torres.about"} <= set(TEXTS)
    for option in Torres.options:
        assert {f"torres.option.{option.name}", f"torres.option.{option.name}.about"} <= set(TEXTS)
        assert {f"torres.option.{option.name}.{choice}" for choice in option.choices} <= set(TEXTS)
    assert {f"torres.end.{end}" for end in Torres.ends} <= set(TEXTS)
    assert {f"torres.bot.{level}{more}" for level in Torres.bots for more in ("", ".about")} <= set(TEXTS)
    assert {f"torres.card.{face}{more}" for face in range(1, len(CARDS) + 1) for more in ("", ".about")} <= set(TEXTS)
    assert {f"torres.move.{kind}" for kind in ARITY} <= set(TEXTS)
    assert {f"torres.cell.{cell}" for cell in range(64)} <= set(TEXTS)
    assert {f"torres.first.{step}" for step in STAGES if step != "over"} <= set(TEXTS)
    assert {f"torres.prompt.{step}" for step in (*STAGES, "deal")} <= set(TEXTS)


def test_every_master_card_explains_itself() -> None:
    for card in range(1, len(MASTER_CARDS) + 1):
        said = master_card(lay("", ["a1", "h8"], mode="master", master=card))
        assert said is not None
        has_sentence(said)
        assert "{points" in TEXTS[said.key], "the card does not say what it pays"
        for kind in ("event.scored-", "score."):
            assert f"torres.{kind}{MASTER_CARDS[card - 1]}" in TEXTS
    assert master_card(lay("", ["a1", "h8"])) is None
