"""The reasons for a turn of Torres: in the set-up each stage has its own, afterwards the turn's gains count."""

from __future__ import annotations

from rules.contract import Event
from rules.torres.position import KING
from rules.torres.reasons import torres_reasons
from rules.torres.state import TorresState
from tests.rules.torres.table import dealt, lay, play

LAND = "1 2 . . . . . 1"


def kinds(before: TorresState, *moves: str) -> list[str]:
    """The kinds of the reasons for these moves of the seat on turn."""
    after, seat = before.copy(), before.seat
    events: list[Event] = [event for move in moves for event in play(after, move)]
    return [reason.kind for reason in torres_reasons(before, after, events, seat)]


def test_a_foundation_is_laid_in_the_set_up_of_the_master_version() -> None:
    assert kinds(dealt(mode="master"), "found 0") == ["foundation"]


def test_the_first_knight_is_placed_in_the_set_up() -> None:
    assert kinds(dealt(), "place 3") == ["start"]


def test_the_king_is_placed_at_the_end_of_the_set_up() -> None:
    state = dealt()
    while state.stage != KING:
        state.play(state.moves()[0])
    assert kinds(state, str(state.moves()[0])) == ["places-king"]


def test_a_turn_in_a_year_is_judged_by_what_it_brings() -> None:
    state = lay(LAND, knights=["a1", "h8"], ap=1, stacks={0: [2], 1: [2]})
    assert kinds(state, "move 0 1") == ["castle"]
    assert kinds(state, "step") == ["track"]


def test_a_climb_is_named_where_it_brings_no_castle_more() -> None:
    state = lay("1 1 . . . . . .\n. 1 . . . . . .", knights=["a1 b2 c1", "h8"], ap=1, stacks={0: [2], 1: [2]})
    assert kinds(state, "move 2 1") == ["climbs"]


def test_a_knight_is_praised_for_the_years_to_come_only_before_the_last() -> None:
    for phase, found in ((1, ["inserts"]), (2, ["inserts"]), (3, [])):
        state = lay(LAND, knights=["a1", "h8"], ap=2, phase=phase, stacks={0: [2], 1: [2]})
        assert kinds(state, "insert 8") == found


def test_a_card_is_praised_for_a_later_turn_only_if_there_is_one() -> None:
    for phase, round, found in ((1, 4, ["buys"]), (3, 3, ["buys"]), (3, 4, [])):
        state = lay(LAND, knights=["a1", "h8"], ap=1, phase=phase, round=round, stacks={0: [2], 1: [2]})
        assert kinds(state, "buy") == found
