"""Placing blocks, stacks of blocks (U14), and what a phase leaves over (U15)."""

from __future__ import annotations

import pytest

from rules.contract import Move
from rules.torres.stacks import after_turn, spreads
from tests.rules.torres.table import cell, happened, kinds, lay, play, refused, targets

# -- where blocks go ---------------------------------------------------------------------------------------------------


def test_a_block_extends_a_castle_or_raises_a_tower() -> None:
    state = lay(
        """
        . . . . . . . .
        . 1 1 . . . . .
        """,
        ["h8", "h7"],
    )
    assert targets(state, "block") == "b1 c1 a2 b2 c2 d2 b3 c3"
    (built, opened) = play(state, "block d2")
    assert (built.kind, built.number("level"), built.number("area")) == ("built", 1, 3)
    assert (opened.kind, opened.number("size")) == ("opened", 3)
    assert refused(state, "block f5") == "no-castle-beside"
    assert refused(state, "block e3") == "no-castle-beside", "a corner is not beside"


def test_a_tower_is_no_higher_than_the_castles_area() -> None:
    state = lay("2 1 . . . . . .", ["h8", "h7"])
    assert refused(state, "block a1") == "tower-full"
    play(state, "block c1", "block a1")
    assert state.land.levels[0] == 3
    assert refused(state, "block a1") == "tower-full"


def test_a_castle_of_five_that_cannot_grow_is_five_levels_high_at_most() -> None:
    """The castle of five squares in the upper left corner is shut in by its neighbours."""
    state = lay(
        """
        5 1 . 1 . . . .
        1 1 . 1 . . . .
        1 . 1 1 . . . .
        . 1 1 . . . . .
        1 1 . . . . . .
        """,
        ["h8", "h7"],
    )
    assert state.land.area(0) == 5
    assert refused(state, "block a1") == "tower-full"
    for gap in ("c1", "c2", "b3", "a4"):
        assert refused(state, f"block {gap}") == "joins-castles"


def test_castles_may_touch_at_corners() -> None:
    state = lay(
        """
        1 . . . . . . .
        . . 1 . . . . .
        """,
        ["h8", "h7"],
    )
    assert refused(state, "block b1") == ""
    play(state, "block a2")
    assert refused(state, "block b2") == "joins-castles"
    assert refused(state, "block b1") == ""
    assert state.land.count() == 2


def test_no_block_goes_under_a_piece() -> None:
    state = lay("1 1 1 1 . . . .", ["a1 a2", "b1"], king="c1")
    for square in ("a1", "b1", "c1", "a2"):
        assert refused(state, f"block {square}") == "occupied"


# -- stacks ------------------------------------------------------------------------------------------------------------


def test_u14_stacks_are_the_turns_left_and_the_first_block_opens_one() -> None:
    state = lay("1 1 1 . . . . .", ["h8", "h7"], stacks={0: (3, 2, 1)}, seats=3)
    play(state, "block a2")
    assert state.prompt().kind == "stack"
    assert [str(move) for move in state.moves()] == ["stack 3", "stack 2", "stack 1"]
    assert refused(state, "block b2") == "not-asked"
    assert refused(state, "stack 4") == "no-such-stack"
    play(state, "stack 2")
    assert state.opened == 1
    assert state.stacks[0] == (3, 1)
    play(state, "block b2")
    assert refused(state, "block c2") == "stack-used-up"
    assert "block" not in kinds(state)


def test_equal_stacks_are_not_asked_about() -> None:
    state = lay("1 1 1 . . . . .", ["h8", "h7"], stacks={0: (2, 2, 0)}, seats=3)
    play(state, "block a2")
    assert (state.stage, state.opened, state.stacks[0]) == ("main", 1, (2, 0))


def test_without_blocks_none_is_placed() -> None:
    state = lay("1 1 1 . . . . .", ["h8", "h7"], stacks={0: (0, 0)}, seats=3)
    assert refused(state, "block a2") == "no-blocks"


def test_a_turn_places_three_blocks_at_most() -> None:
    state = lay("1 1 1 . . . . .", ["h8", "h7"])
    play(state, "block a2", "block b2", "block c2")
    assert state.ap == 2
    assert refused(state, "block a3") == "stack-used-up"


@pytest.mark.parametrize(
    ("stacks", "opened", "limit", "ways"),
    [
        ((2, 2, 2), 2, 3, [(3, 3, 2)]),
        ((2, 2, 2), 1, 3, [(3, 2, 2)]),
        ((2, 2, 2), 0, 3, [(2, 2, 2)]),
        ((3, 3, 3), 2, 3, [(3, 3, 3)]),
        ((3, 2), 3, 3, [(3, 3)]),
        ((2, 1, 0), 2, 3, [(3, 2, 0), (3, 1, 1), (2, 2, 1), (2, 1, 2)]),
        ((1, 1), 2, 3, [(3, 1), (2, 2)]),
        ((1, 1), 2, 0, [(3, 1), (2, 2)]),
        ((3, 3), 2, 0, [(5, 3), (4, 4)]),
        ((), 3, 3, [()]),
    ],
)
def test_u14_the_rest_of_the_opened_stack_is_spread(
    stacks: tuple[int, ...], opened: int, limit: int, ways: list[tuple[int, ...]]
) -> None:
    expected = sorted({tuple(sorted(way, reverse=True)) for way in ways}, reverse=True)
    assert list(after_turn(stacks, opened, limit)) == expected


@pytest.mark.parametrize(
    ("stacks", "limit", "ways"),
    [
        ((3, 3, 3, 3), 3, [(3, 3, 3)]),
        ((2, 2, 2, 2), 3, [(3, 3, 2)]),
        ((3, 3, 2, 2), 3, [(3, 3, 3)]),
        ((3, 1, 1), 3, [(3, 2)]),
        ((2, 0, 0), 3, [(2, 0), (1, 1)]),
        ((3, 3), 3, [(3,)]),
        ((3, 3), 0, [(6,)]),
        ((2,), 3, [()]),
    ],
)
def test_u14_if_none_was_opened_one_of_the_players_choice_is_dissolved(
    stacks: tuple[int, ...], limit: int, ways: list[tuple[int, ...]]
) -> None:
    assert list(after_turn(stacks, -1, limit)) == ways


def test_the_example_of_four_players_two_blocks_for_each_turn() -> None:
    """Four stacks of two, then three, then three; a player who places none runs out of room after two turns."""
    state = lay("1 1 1 . . . . .", ["a8", "c8", "e8", "g8"], seats=4)
    assert state.stacks == [(2, 2, 2, 2)] * 4
    play(state, "end")
    assert state.turn == 1
    assert state.stacks[0] == (3, 3, 2)
    play(state, "block a2", "end")
    assert state.stacks[1] == (3, 2, 2)
    assert state.turn == 2
    later = lay("1 1 1 . . . . .", ["a8", "c8", "e8", "g8"], seats=4, phase=2)
    assert later.stacks == [(2, 2, 2)] * 4


def test_u14_blocks_without_room_go_to_the_supply() -> None:
    state = lay("1 1 1 . . . . .", ["h8", "h7"])
    supply = state.supply
    (event,) = happened(play(state, "block a2", "end"), "surplus")
    assert (event.number("seat"), event.number("blocks")) == (0, 2)
    assert state.stacks[0] == (3, 3, 3)
    assert state.supply == supply + 2


def test_u14_the_player_chooses_how_the_rest_is_spread() -> None:
    state = lay("1 1 1 . . . . .", ["h8", "a8", "c8"], stacks={0: (2, 1, 1)}, seats=3)
    play(state, "block a2", "stack 2", "end")
    assert state.turn == 1, "one block, and it does not matter which stack of one it goes onto"
    assert state.stacks[0] == (2, 1)
    state = lay("1 1 1 . . . . .", ["h8", "a8", "c8"], stacks={0: (3, 1, 1)}, seats=3)
    play(state, "block a2", "stack 3", "end")
    assert state.prompt().kind == "stacks"
    assert [str(move) for move in state.moves()] == ["stacks 3 1", "stacks 2 2"]
    assert refused(state, "stacks 3 2") == "no-such-stacks"
    assert refused(state, "stacks") == "no-such-stacks"
    assert refused(state, "end") == "not-asked"
    play(state, "stacks 2 2")
    assert state.stacks[0] == (2, 2)
    assert state.turn == 1


def test_u14_or_three_and_four_players_have_no_limit() -> None:
    state = lay("1 1 1 . . . . .", ["a8", "c8", "e8", "g8"], seats=4, stack_limit="two_players")
    play(state, "end")
    assert [str(move) for move in state.moves()] == ["stacks 4 2 2", "stacks 3 3 2"]
    two = lay("1 1 1 . . . . .", ["a8", "c8"], stack_limit="two_players")
    play(two, "end")
    assert two.stacks[0] == (3, 3, 3)


def test_an_emptied_stack_stays_a_turn_and_is_filled_again() -> None:
    """The card takes the only block of a stack of one (U14)."""
    state = lay("1 1 1 . . . . .", ["a1", "a8", "c8"], stacks={0: (2, 1)}, hand=[2], seats=3)
    play(state, "card 2")
    assert [str(move) for move in state.moves()] == ["stack 2", "stack 1"]
    play(state, "stack 1")
    assert state.stacks[0] == (2, 0)
    assert state.opened == -1, "the card opens no stack"
    play(state, "block b1")
    assert state.stacks[0] == (0,)
    play(state, "end")
    assert state.stacks[0] == (1,)


def test_the_card_may_take_from_the_opened_stack() -> None:
    state = lay("1 1 1 . . . . .", ["a1", "a8", "c8"], stacks={0: (2, 1)}, opened=1, hand=[2], seats=3)
    play(state, "card 2")
    assert refused(state, "opened") == ""
    play(state, "opened")
    assert (state.opened, state.stacks[0]) == (0, (2, 1))
    plain = lay("1 1 1 . . . . .", ["a1", "a8", "c8"], stacks={0: (2, 1)}, seats=3)
    play(plain, "block b1")
    assert refused(plain, "opened") == "no-such-stack"


# -- carried over ------------------------------------------------------------------------------------------------------

CASTLES = """
1 . . 1 . . 1 .
. . . . . . . .
. 1 . . 1 . . .
. . . . . . . .
. . . 1 . . 1 .
"""


@pytest.mark.parametrize(
    ("stacks", "carried", "limit", "ways"),
    [
        ((3, 3, 3, 3), 3, 3, [(3, 3, 3, 3)]),
        ((3, 3, 2), 2, 3, [(3, 3, 3)]),
        ((2, 2, 2), 2, 3, [(3, 3, 2)]),
        ((2, 2, 2), 3, 3, [(3, 3, 3)]),
        ((3, 3, 2), 1, 0, [(4, 3, 2), (3, 3, 3)]),
    ],
)
def test_u15_blocks_left_from_a_phase_go_onto_the_new_stacks(
    stacks: tuple[int, ...], carried: int, limit: int, ways: list[tuple[int, ...]]
) -> None:
    assert list(spreads(stacks, carried, limit)) == ways


def test_u15_with_two_players_everything_carried_goes_to_the_supply() -> None:
    state = lay(CASTLES, ["a1", "d1"], king="g1", round=4, seat=1)
    assert state.stacks == [(), (3,)]
    supply = state.supply
    surplus = happened(play(state, "end"), "surplus")
    assert [event.number("blocks") for event in surplus] == [3]
    assert state.stacks == [(3, 3, 3, 3)] * 2
    assert state.supply == supply - 24 + 3


def test_u15_one_player_after_the_other_before_the_king_is_moved() -> None:
    state = lay(
        CASTLES,
        ["a1", "d1", "g1"],
        king="b3",
        round=4,
        seat=0,
        starter=1,
        stacks={0: (2,)},
        seats=3,
        stack_limit="two_players",
    )
    state.carried[1], state.carried[2] = 1, 1
    state.supply -= 2
    play(state, "end")
    assert (state.turn, state.prompt().kind, state.prompt().number("blocks")) == (1, "carry", 1)
    assert [str(move) for move in state.moves()] == ["stacks 4 3 2", "stacks 3 3 3"]
    play(state, "stacks 4 3 2")
    assert (state.turn, state.prompt().kind) == (2, "carry")
    play(state, "stacks 3 3 3")
    assert (state.turn, state.prompt().kind, state.prompt().number("blocks")) == (0, "carry", 2)
    play(state, "stacks 5 3 2")
    assert state.stacks == [(5, 3, 2), (4, 3, 2), (3, 3, 3)]
    assert state.prompt().kind == "move-king"


def test_with_three_players_the_limit_leaves_no_choice_in_the_carry_over() -> None:
    state = lay(CASTLES, ["a1", "d1", "g1"], king="b3", round=4, seat=2, stacks={2: (2,)}, seats=3)
    state.carried[0] = 2
    state.supply -= 2
    play(state, "end")
    assert state.prompt().kind == "move-king"
    assert state.stacks == [(3, 3, 3), (3, 3, 2), (3, 3, 3)]


def test_a_refusal_of_a_block_names_the_area() -> None:
    state = lay("2 1 . . . . . .", ["h8", "h7"])
    refusal = state.why_not(Move("block", (cell("a1"),)))
    assert refusal is not None
    assert (refusal.kind, refusal.number("area")) == ("tower-full", 2)
