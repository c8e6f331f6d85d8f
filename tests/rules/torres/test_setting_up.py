"""Setting up: the box, the start player (U22), the first knights and the king, foundations in the master version (U10)."""

from __future__ import annotations

import copy

import pytest

from rules.contract import RulesError
from rules.torres.game import Torres
from rules.torres.grid import ALL, NEAR_DIAMOND, NEAR_PLUS, cells_of
from tests.rules.torres.table import DATA, begin, cell, dealt, kinds, named, play, refused, targets

STARTS = "d1 c3 f3 h4 a5 c6 f6 e8"
FOUNDATIONS = [f"found {name}" for name in ("a1", "d1", "g1", "b4", "e4", "h4", "a7", "d7")]


def test_eight_castles_of_one_block_stand_on_the_marked_squares() -> None:
    state = dealt()
    assert cells_of(state.land.above[0]) == [3, 18, 21, 31, 32, 42, 45, 60]
    assert named(state.land.above[0]) == STARTS
    assert state.land.count() == 8
    assert sum(state.land.levels) == 8


@pytest.mark.parametrize(("seats", "left"), [(2, 12), (3, 6), (4, 4)])
def test_the_blocks_of_all_phases_leave_as_many_as_the_table_says(seats: int, left: int) -> None:
    state = dealt(seats)
    stacks = state.terms.stacks
    assert state.supply == 92 - 8 - seats * sum(stacks[0])
    assert state.supply - seats * (sum(stacks[1]) + sum(stacks[2])) == left


@pytest.mark.parametrize(
    ("seats", "rounds", "first", "later"),
    [
        (2, (4, 4, 4), (3, 3, 3, 3), (3, 3, 3, 3)),
        (3, (4, 3, 3), (3, 3, 2, 2), (3, 3, 2)),
        (4, (4, 3, 3), (2, 2, 2, 2), (2, 2, 2)),
    ],
)
def test_there_is_one_stack_for_each_round(
    seats: int, rounds: tuple[int, ...], first: tuple[int, ...], later: tuple[int, ...]
) -> None:
    state = dealt(seats)
    assert state.terms.rounds == rounds
    assert state.stacks == [first] * seats
    assert state.terms.stacks == (first, later, later)


def test_u22_the_lot_decides_the_start_player() -> None:
    state = begin(3)
    assert [deal.kind for deal in state.deals] == ["shuffle"] * 3 + ["lot"]
    assert dealt(3, first=2).turn == 2


def test_u22_or_the_first_seat_starts() -> None:
    state = begin(3, first="seat")
    assert [deal.kind for deal in state.deals] == ["shuffle"] * 3
    while state.deals:
        state.learn(state.deals[0], ())
    assert state.turn == 0


def test_everybody_places_a_knight_on_another_castle_and_the_last_the_king() -> None:
    state = dealt(3, first=1)
    assert targets(state, "place") == STARTS
    play(state, "place d1")
    assert state.turn == 2
    assert refused(state, "place d1") == "occupied"
    assert refused(state, "place e1") == "no-block"
    play(state, "place c3", "place f3")
    assert state.turn == 0
    assert kinds(state) == {"king"}
    assert refused(state, "king c3") == "occupied"
    assert targets(state, "king") == "h4 a5 c6 f6 e8"
    play(state, "king e8")
    assert state.turn == 1
    assert state.ap == 5
    assert state.land.king == cell("e8")


def test_the_last_may_take_back_his_knight_until_the_king_stands() -> None:
    state = dealt(2)
    play(state, "place d1")
    assert state.undoable == 0
    play(state, "place c3")
    assert state.turn == 1
    assert state.undoable == 1
    play(state, "king e8")
    assert state.undoable == 0


# -- the master version ------------------------------------------------------------------------------------------------


def test_master_hands_are_full_and_open_and_there_is_no_deck() -> None:
    state = dealt(3, mode="master", master=5)
    assert state.master == 5
    for seat in range(3):
        assert [state.view(None).cards.faces[slot] for slot in state.cards.hands[seat]] == list(range(1, 11))
    play(state, *FOUNDATIONS)
    play(state, "place a1", "place d1", "place g1", "king b4")
    assert refused(state, "buy") == "no-deck"
    assert "buy" not in kinds(state)


def test_u10_two_squares_lie_between_foundations_in_a_row_or_column() -> None:
    state = dealt(2, mode="master")
    assert len(state.moves()) == 64
    play(state, "found d4")
    for near in ("c4", "b4", "e4", "f4", "d3", "d2", "d5", "d6"):
        assert refused(state, f"found {near}") == "foundation-near"
    assert refused(state, "found d4") == "foundation-here"
    for far in ("a4", "g4", "d1", "d7", "c3", "e5", "c5"):
        assert refused(state, f"found {far}") == ""


def test_u10_or_three_steps_in_all_directions() -> None:
    state = dealt(2, mode="master", foundation_distance="diamond")
    play(state, "found d4")
    for near in ("c3", "c5", "e3", "e5", "f4"):
        assert refused(state, f"found {near}") == "foundation-near"
    for far in ("b3", "e6", "f5", "a4"):
        assert refused(state, f"found {far}") == ""


def can_block(near: tuple[int, ...], stones: int, left: int) -> bool:
    """Whether this many more foundations can leave no square for another."""
    if not left:
        return True
    if left.bit_count() > stones * max(mask.bit_count() for mask in near):
        return False
    first = cells_of(left)[0]  # something has to lie near it
    return any(can_block(near, stones - 1, left & ~near[stone]) for stone in cells_of(near[first] & left))


@pytest.mark.parametrize("near", [NEAR_PLUS, NEAR_DIAMOND])
def test_u10_the_eighth_foundation_always_fits(near: tuple[int, ...]) -> None:
    assert not can_block(near, 7, ALL)


def test_after_the_eighth_foundation_the_start_player_places_the_first_knight() -> None:
    state = dealt(3, first=1, mode="master")
    for number, move in enumerate(FOUNDATIONS):
        assert state.turn == (1 + number) % 3
        play(state, move)
    assert state.turn == 1
    assert kinds(state) == {"place"}
    assert state.supply == 92 - 8 - 3 * 10


# -- the data file -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value", "entry"),
    [
        ((), None, "(all)"),
        (("blocks",), "92", "blocks"),
        (("blocks",), 83, "blocks"),
        (("starts",), [3, 18], "starts"),
        (("starts", 2), 64, "starts.2"),
        (("starts", 2), 17, "starts.2"),
        (("least_castles",), 9, "least_castles"),
        (("knights",), 0, "knights"),
        (("action_points",), True, "action_points"),
        (("six_ap",), 5, "six_ap"),
        (("costs",), [], "costs"),
        (("costs", "insert"), 6, "costs.insert"),
        (("costs", "jump"), 1, "costs.jump"),
        (("purchases",), 0, "purchases"),
        (("looked_at",), 4, "looked_at"),
        (("stack_limit",), 0, "stack_limit"),
        (("stacks", "5"), [], "stacks.5"),
        (("stacks", "3"), [[3, 3, 2, 2]], "stacks.3"),
        (("stacks", "3", 1), [3, 4, 2], "stacks.3.1.1"),
        (("stacks", "3", 1), [], "stacks.3.1"),
        (("stacks", "4", 0), [1] * 9, "stacks.4.0"),
        (("cards", "leap"), 5, "cards.leap"),
        (("cards",), {}, "cards.climb-two"),
        (("king_levels",), [1, 2], "king_levels"),
        (("king_points", 1), -1, "king_points.1"),
        (("master", "edge", 0), 1.5, "master.edge.0"),
        (("castles_wanted", 0), 0, "castles_wanted.0"),
    ],
)
def test_a_damaged_data_file_is_refused_naming_the_entry(path: tuple[str | int, ...], value: object, entry: str) -> None:
    content = copy.deepcopy(DATA["torres"])
    if path:
        inner = content
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
    with pytest.raises(RulesError) as caught:
        Torres.start(2, dict(begin().terms.options), {"torres": content if path else value})
    assert caught.value.reason.value("entry") == entry


def test_the_castles_of_a_data_file_may_begin_in_the_corners() -> None:
    starts = [0, 7, 18, 21, 42, 45, 56, 63]
    state = Torres.start(2, dict(begin().terms.options), {"torres": DATA["torres"] | {"starts": starts}})
    assert cells_of(state.land.above[0]) == starts


def test_a_box_without_cards_is_refused() -> None:
    content = DATA["torres"] | {"cards": dict.fromkeys(DATA["torres"]["cards"], 0)}
    with pytest.raises(RulesError) as caught:
        Torres.start(2, dict(begin().terms.options), {"torres": content})
    assert caught.value.reason.value("entry") == "cards"


def test_other_seat_counts_are_refused() -> None:
    with pytest.raises(RulesError):
        Torres.start(5, dict(begin().terms.options), DATA)
