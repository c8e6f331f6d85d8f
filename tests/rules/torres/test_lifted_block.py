"""Why a lifted block cannot come down somewhere: the block no longer counts where it stood (ruling U19)."""

from __future__ import annotations

from rules.torres.state import TorresState
from rules.torres.terms import MOVE_BLOCK
from tests.rules.torres.table import lay, play, refused

SIX_CASTLES = """
. . 1 . 1 . . .
. . . . . . . .
1 . . 1 . . 1 .
. . . . . . . .
1 . . . . . . .
"""
"""As few castles as there may be. Between the first two lies d1."""


def lifting(drawing: str, place: str) -> TorresState:
    """A position after the block on a square was lifted."""
    state = lay(drawing, ["h8", "h7"], hand=[MOVE_BLOCK])
    play(state, f"card {MOVE_BLOCK}", f"lift {place}")
    return state


def test_a_castle_that_is_lifted_whole_joins_nothing() -> None:
    assert refused(lifting(SIX_CASTLES, "c1"), "drop d1") == "too-few-castles"


def test_the_castle_under_a_lifted_block_stays_and_joins() -> None:
    drawing = SIX_CASTLES.replace(". . 1 . 1 . . .", ". 1 2 . 1 . . .", 1)
    assert refused(lifting(drawing, "c1"), "drop d1") == "joins-castles"


def test_what_remains_of_a_castle_joins() -> None:
    drawing = SIX_CASTLES.replace(". . 1 . 1 . . .", ". 1 1 . 1 . . .", 1)
    assert refused(lifting(drawing, "b1"), "drop d1") == "joins-castles"
