"""Every refusal is reached in some position, has its own sentence, and agrees with the list of moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

import pytest

from rules.contract import Move, parse_move
from rules.torres.state import TorresState
from tests.rules.torres.table import begin, dealt, lay, numbered, play, refused

MESSAGES = files("resources").joinpath("messages", "en")
TEXTS = {
    key: text
    for name in ("torres", "bots-torres")
    for key, text in json.loads(MESSAGES.joinpath(f"{name}.json").read_text("utf-8")).items()
}

FLAT = "1 1 1 . 1 . . .\n2 . . . . . . ."
GATES = """
. . . . . . . .
1 2 1 2 1 . . .
. . . . . . . .
"""
ISLES = """
2 1 1 . . 1 1 1
. . . . . 1 . .
1 . . 1 . . 1 .
. . . . . . . .
. 1 . . 1 . . .
"""
SIX_ISLES = ISLES.replace("1 . . 1 . . 1 .", ". . . 1 . . 1 .")


def board(drawing: str = FLAT, *knights: str, **more: object) -> Callable[[], TorresState]:
    return lambda: lay(drawing, list(knights) or ["h8", "h7"], **more)  # type: ignore[arg-type]


def after(position: Callable[[], TorresState], *moves: str) -> Callable[[], TorresState]:
    def played() -> TorresState:
        state = position()
        play(state, *moves)
        return state

    return played


def card(face: int, drawing: str = FLAT, *knights: str, **more: object) -> Callable[[], TorresState]:
    return after(board(drawing, *knights, hand=[face], **more), f"card {face}")


FULL = "1 1 1 . . . . ."


def without_supply(position: Callable[[], TorresState]) -> Callable[[], TorresState]:
    """The same position when the general supply has no block left."""

    def made() -> TorresState:
        state = position()
        state.supply = 0
        return state

    return made


CASES: list[tuple[str, Callable[[], TorresState], str]] = [
    ("nonsense", board(), "jump 3"),
    ("nonsense", board(), "block"),
    ("nonsense", board(), "block 1 2"),
    ("nonsense", board(), "end 1"),
    ("dealing", begin, "place 3"),
    ("over", after(board(phase=3, round=4, seat=1), "end"), "end"),
    ("not-asked", board(), "king a1"),
    ("not-asked", board(), "stacks 3 3"),
    ("not-asked", dealt, "end"),
    ("off-board", board(), "block 64"),
    ("off-board", board(), "block -1"),
    ("action-points", board(ap=1), "insert h6"),
    ("foundation-here", after(lambda: dealt(mode="master"), "found a1"), "found a1"),
    ("foundation-near", after(lambda: dealt(mode="master"), "found a1"), "found a3"),
    ("occupied", board(FLAT, "a1", "h8"), "block a1"),
    ("no-block", dealt, "place a1"),
    ("king-is-here", after(board(ISLES, "a1", "b1", king="c1", round=4, seat=1), "end"), "king c1"),
    ("no-knights-left", board(FULL, "a3 b3 c3 d3 e3 f3"), "insert g3"),
    ("no-knight-beside", board(FULL, "a3"), "insert c3"),
    ("entry-too-high", board(FULL, "a2"), "insert a1"),
    ("no-knight", board(), "move a1 a2"),
    ("not-your-knight", board(), "move h7 h6"),
    ("same-place", board(), "move h8 h8"),
    ("step-too-high", board(FLAT, "b2"), "move b2 a2"),
    ("no-gate", board(FULL, "c4"), "move c4 c6"),
    ("no-way-out", board(FULL, "a2"), "move a2 h8"),
    ("exit-too-high", board("1 1 1 . . . . .\n. . 2 . . . . .", "a2"), "move a2 c1"),
    ("blocked-inside", board(GATES, "a2", "h8", gates="storey"), "move a2 e2"),
    ("no-blocks", board(stacks={0: (0, 0)}, round=3), "block a3"),
    ("stack-used-up", board(opened=0, stacks={0: (3, 3, 3)}), "block a3"),
    ("tower-full", board("2 1 . . . . . ."), "block a1"),
    ("joins-castles", board(), "block d1"),
    ("no-castle-beside", board(), "block g7"),
    ("no-deck", board(mode="master"), "buy"),
    ("bought-enough", after(board(), "buy", "keep 1", "top 2", "buy", "keep 2", "top 3"), "buy"),
    ("deck-empty", board(hand=list(range(1, 11))), "buy"),
    ("no-such-card", board(), "card 11"),
    ("one-card-a-turn", after(board(hand=[6, 7]), "card 6"), "card 7"),
    ("just-bought", after(board(), "buy", "keep 1", "top 2"), "card 1"),
    ("not-in-hand", board(), "card 6"),
    ("card-idle", board(FLAT, "a8", "h7", hand=[10]), "card 10"),
    ("card-idle", without_supply(board(hand=[3])), "card 3"),
    ("supply-empty", without_supply(card(3, ISLES)), "block a2"),
    ("other-card", card(8, ISLES), "block a2"),
    ("not-beside", card(1, "2 1 2 2 . . . .\n. . . . . . . .", "a2 c2 d2"), "move a2 c1"),
    ("not-two-higher", card(1, "2 1 2 2 . . . .\n. . . . . . . .", "a2 c2 d2"), "move a2 b2"),
    ("not-diagonal", card(5, FULL, "d4"), "move d4 d5"),
    ("diagonal-too-high", card(5, "1 1 2 . . . . .", "d2"), "move d2 c1"),
    ("no-leap", card(10, FULL, "d4 d5"), "move d4 e5"),
    ("nobody-leapt", card(10, FULL, "d4 d5"), "move d4 f4"),
    ("leap-too-high", card(10, "1 1 2 . . . . .", "c3 c2 f5 f6"), "move c3 c1"),
    ("block-stays", card(8, ISLES), "lift f1"),
    ("too-few-castles", after(card(8, SIX_ISLES), "lift d3"), "drop d5"),
    ("castle-parts", after(card(8, "1 1 1 . . . . .\n1 . . . . . . .\n1 1 1 . . . . ."), "lift a2"), "drop f6"),
    ("area-too-small", after(card(8, "3 1 1 . . 1 1 1"), "lift c1"), "drop g8"),
    ("no-such-stack", after(board(stacks={0: (3, 2, 1)}, round=2), "block a3"), "stack 4"),
    ("not-looked-at", after(board(), "buy"), "keep 9"),
    ("bottom-is-top", after(board(hand=[4, 5, 6, 7, 8, 9, 10]), "buy", "keep 1"), "bottom 2"),
    ("no-such-stacks", after(board(stacks={0: (3, 1, 1)}, round=2), "block a3", "stack 3", "end"), "stacks 3 3"),
]


@pytest.mark.parametrize(("reason", "position", "move"), CASES, ids=[f"{reason}: {move}" for reason, _, move in CASES])
def test_a_refusal_has_its_reason(reason: str, position: Callable[[], TorresState], move: str) -> None:
    assert refused(position(), move) == reason


def test_every_reason_is_tested() -> None:
    written = {key.rpartition(".")[2] for key in TEXTS if key.startswith("torres.refusal.")}
    assert written == {reason for reason, _, _ in CASES}


def test_every_step_says_what_comes_first() -> None:
    state = lay(ISLES, ["a1", "b1"], hand=[8])
    assert state.why_not(Move("place", (1,))).kind == "not-asked"  # type: ignore[union-attr]
    play(state, "card 8")
    refusal = state.why_not(parse_move(numbered("step")))
    assert refusal is not None
    assert refusal.value("step") == "card"
    assert TEXTS[f"torres.first.{refusal.value('step')}"].startswith("First")
