"""Building in the small castles: the permission, and the rule of each building (the review's a) and b); the rulings)."""

from __future__ import annotations

import pytest

from rules.burgenland.cards import HOUSE, PALACE, PIECES, WALL, WELL
from tests.rules.burgenland.table import Table, data
from tests.rules.dealing import kinds, told


@pytest.mark.parametrize("split", range(5))
def test_example_between_yellow_and_red_any_split_of_four_cards_will_do(split: int) -> None:
    """The review's example: 4 yellow, or 4 red, or any mixture of the two."""
    content = data()
    content["ours"]["castles"]["6"]["between"] = ["A", "C"]
    table = Table(hands={0: "red1 red1 red1 red1 yellow1 yellow1 yellow1 yellow1"}, content=content)
    events = table.buy("wall 6 1", " ".join(["red1"] * split + ["yellow1"] * (4 - split)))
    assert told(events, "built") == [(0, WALL, 6, 1)]
    assert table.cards(0) == " ".join(["red1"] * (4 - split) + ["yellow1"] * split)


def test_another_colour_does_not_help() -> None:
    table = Table(hands={0: "red1 red1 red1 orange1 green3"})
    table.play("wall 1 2")
    assert table.why_not("pay 4 3") == "wrong-colour"
    table = Table(hands={0: "red1 red1 red1 green3"})
    assert table.why_not("wall 1 2") == "short-permission"


@pytest.mark.parametrize("jokers", range(5))
def test_any_number_of_jokers_may_be_among_the_four(jokers: int) -> None:
    table = Table(hands={0: "red1 red1 red2 red2"}, jokers={0: jokers})
    table.buy("wall 1 2", " ".join(["joker"] * jokers + ["red1", "red1", "red2", "red2"][jokers:]))
    # A joker comes back for the wall; those that were played lie on their own pile again.
    assert table.position.players[0].jokers == 1
    assert table.position.jokers == 16


def test_cards_paid_are_discarded_once_all_are_paid() -> None:
    table = Table(hands={0: "red1 red2 orange3 orange1"})
    table.play("wall 1 2", "pay 1 1", "pay 2 3")
    assert table.discards() == ""
    table.play("pay 2 1", "pay 1 2")
    assert table.discards() == "red1 orange3 orange1 red2"


# -- wall --------------------------------------------------------------------------------------------------------------


def test_a_wall_needs_a_free_square() -> None:
    table = Table(jokers={0: 4})
    assert table.why_not("wall 2 1") == "taken"
    assert "wall 2 2" in table.moves("wall")


def test_a_wall_brings_a_joker_and_then_the_printed_reward() -> None:
    table = Table(hands={0: "red1 red1 red1 red1"})
    events = table.buy("wall 1 2", "red1 red1 red1 red1")
    assert kinds(events)[-3:] == ["built", "jokers", "swap-tile"]
    assert (table.position.players[0].jokers, table.position.players[0].swaps) == (1, 1)


def test_jokers_for_a_wall_by_the_number_of_walls_then_there_blocked_ones_included() -> None:
    content = data()
    content["ours"]["jokers_for_wall"] = [1, 2, 3, 4]
    table = Table(jokers={0: 8}, content=content)
    # A wall blocks square a of castle 2 with two players.
    assert told(table.buy("wall 2 2", "joker joker joker joker"), "jokers") == [(0, 2)]
    table.play("end", "draw", "end")
    assert told(table.buy("wall 2 3", "joker joker joker joker"), "jokers") == [(0, 3), (0, 1)]


def test_walls_may_fill_a_castle() -> None:
    table = Table(jokers={0: 4})
    table.built(4, 1, WALL)
    table.built(4, 2, WALL)
    assert told(table.buy("wall 4 3", "joker joker joker joker"), "built") == [(0, WALL, 4, 3)]


# -- house -------------------------------------------------------------------------------------------------------------


def test_a_house_needs_a_wall_in_the_castle() -> None:
    table = Table(jokers={0: 4})
    assert table.why_not("house 4 1") == "no-wall"
    table.built(4, 2, WALL)
    table.buy("house 4 1", "joker joker joker joker")


def test_one_house_for_each_wall() -> None:
    table = Table(jokers={0: 4})
    table.built(4, 1, WALL)
    table.built(4, 2, HOUSE)
    assert table.why_not("house 4 3") == "no-wall"


def test_any_wall_supports_a_house_even_a_blocking_one_or_anothers() -> None:
    """Buildings belong to nobody once built."""
    table = Table(jokers={0: 4})
    assert "house 2 2" in table.moves("house")
    table.built(6, 1, WALL, seat=1)
    assert "house 6 2" in table.moves("house")
    # In castle 5 a house that blocks stands by the wall that blocks.
    assert table.why_not("house 5 2") == "no-wall"


def test_a_house_brings_no_joker_but_the_printed_reward() -> None:
    table = Table(jokers={0: 4})
    events = table.buy("house 2 3", "joker joker joker joker")
    assert told(events, "built") == [(0, HOUSE, 2, 3)]
    assert told(events, "jokers") == [(0, 1)]
    table = Table(jokers={0: 4})
    table.built(10, 2, WALL)
    events = table.buy("house 10 1", "joker joker joker joker")
    assert kinds(events)[-2:] == ["built", "swap-tile"]


# -- palace ------------------------------------------------------------------------------------------------------------


def test_a_blocking_palace_counts_as_the_one_palace_of_a_castle() -> None:
    table = Table(hands={0: "red3"}, jokers={0: 4})
    table.built(4, 1, PALACE)
    assert table.why_not("palace 4 2") == "palace-stands"
    assert table.why_not("palace 1 2") == "palace-stands"
    assert "palace 3 2" in table.moves("palace")


def test_a_palace_needs_no_wall_and_pays_the_builder_in_coins_of_any_colour() -> None:
    table = Table(hands={0: "red1 red1 red1 red1 purple2 brown1"}, builder=3)
    events = table.buy("palace 4 1", "red1 red1 red1 red1 brown1 purple2")
    assert told(events, "built") == [(0, PALACE, 4, 1)]
    assert kinds(events)[-3:] == ["built", "swap-tile", "builder"]
    assert table.cards(0) == ""


def test_the_builder_goes_under_the_pile_and_the_next_one_lies_open() -> None:
    table = Table(hands={0: "purple3"}, jokers={0: 4}, builder=3)
    table.lots = [0]
    events = table.buy("palace 4 1", "joker joker joker joker purple3")
    assert told(events, "builder") == [(1,)]
    assert table.position.builders == [1, *[0] * 10, 3]


def test_when_all_builders_have_been_seen_they_come_round_again() -> None:
    table = Table(hands={0: "purple3"}, jokers={0: 4}, builder=3)
    table.position.builders = [3, 1, 5, 2, 4, 3, 2, 5, 4, 3, 3, 1]
    assert told(table.buy("palace 4 1", "joker joker joker joker purple3"), "builder") == [(1,)]
    assert table.position.builders == [1, 5, 2, 4, 3, 2, 5, 4, 3, 3, 1, 3]


def test_a_palace_is_out_of_reach_when_only_the_castle_can_be_paid() -> None:
    table = Table(hands={0: "red1 red1 red1 red1 brown2"}, builder=3)
    assert table.why_not("palace 4 1") == "short-builder"
    assert table.why_not("palace 3 2") == "short-permission"
    assert "wall 4 1" in table.moves("wall")


# -- well --------------------------------------------------------------------------------------------------------------


def test_a_well_is_built_only_where_the_red_marker_stands() -> None:
    table = Table(jokers={0: 4}, marker=7)
    assert table.moves("well") == ["well 7"]
    assert table.why_not("well 4") == "marker"


def test_a_well_costs_four_cards_in_the_colours_of_its_castle() -> None:
    table = Table(hands={0: "green1 green1 brown1 brown2"}, marker=7)
    table.play("well 7")
    assert table.why_not("pay-joker") == "no-joker"
    table.play("pay 4 1", "pay 8 2", "pay 8 1", "pay 4 1")
    assert table.position.wells[6] == 1
    table = Table(hands={0: "green1 green1 brown1 red2"}, marker=7)
    assert table.why_not("well 7") == "short-permission"


def test_a_well_brings_the_topmost_open_mark_covers_it_and_moves_the_marker() -> None:
    table = Table(jokers={0: 4, 1: 4}, marker=7)
    table.pile("red3 red2 brown1")
    table.lots = [4]
    events = table.buy("well 7", "joker joker joker joker")
    assert kinds(events)[-5:] == ["built-well", "covered", "opened", "opened", "marker"]
    assert told(events, "covered") == [(0, 5)]
    assert told(events, "opened") == [(0, 1, 3), (0, 1, 2)]
    assert told(events, "marker") == [(5,)]
    assert (table.position.covered, table.position.marker, table.position.well_cards) == (1, 5, [7, 5])
    table.play("end")
    events = table.buy("well 5", "joker joker joker joker")
    assert told(events, "covered") == [(1, 4)], "the next well brings less"


def test_a_well_takes_no_square_and_brings_no_printed_reward_and_no_joker() -> None:
    table = Table(jokers={0: 4}, marker=4)
    before = [row[:] for row in table.position.built]
    events = table.buy("well 4", "joker joker joker joker")
    assert table.position.built == before
    assert not {"jokers", "swap-tile", "tile", "coins"} & set(kinds(events))
    assert table.position.players[0].pieces[WELL - 1] == 1


def test_a_well_is_built_in_a_full_castle_too() -> None:
    table = Table(jokers={0: 4}, marker=4)
    for square in (1, 2, 3):
        table.built(4, square, WALL)
    assert "well 4" in table.moves("well")


def test_at_most_one_well_in_a_castle() -> None:
    """The well cards name every castle once."""
    table = Table(jokers={0: 8}, marker=7)
    table.lots = [6]
    table.buy("well 7", "joker joker joker joker")
    table.play("end", "draw", "end")
    assert table.position.marker == 8, "the card of castle 7 is gone: the seventh of the others is 8"
    assert table.why_not("well 7") == "marker"


@pytest.mark.parametrize(
    ("piece", "move"),
    [(WALL, "wall 4 1"), (HOUSE, "house 2 2"), (PALACE, "palace 4 1"), (WELL, "well 4"), (WALL, "large-same 1")],
)
def test_a_kind_of_piece_that_is_used_up_cannot_be_built(piece: int, move: str) -> None:
    table = Table(hands={0: "red3"}, jokers={0: 6})
    assert move in table.moves()
    table.left(0, **{name: 0 if place == piece else 1 for place, name in enumerate(PIECES, 1)})
    assert table.why_not(move) == "no-piece"
