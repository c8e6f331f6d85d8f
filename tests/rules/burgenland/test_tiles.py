"""The four kinds of ?-tiles, and the swap tiles (the review's "Die ?-Plättchen", "Das Wechselplättchen"; the rulings)."""

from __future__ import annotations

import pytest

from rules.burgenland.cards import HOUSE, PALACE, WALL
from tests.rules.burgenland.table import Table
from tests.rules.dealing import kinds, told

FOUR = "joker joker joker joker"

# -- +5 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [True, False])
def test_plus_5_at_any_time_in_the_own_turn(before: bool) -> None:
    table = Table(tiles={0: "five"})
    if not before:
        table.play("draw")
    table.pile("green3 brown1 purple3")
    events = table.play("five")
    assert told(events, "five") == [(0, 5)]
    assert told(events, "opened") == [(0, 4, 3), (0, 8, 1), (0, 7, 3)]
    assert table.position.acted != before, "it is not the action"


def test_a_used_tile_leaves_the_game() -> None:
    table = Table(tiles={0: "five"})
    table.play("five")
    assert table.position.players[0].tiles == []
    assert [table.position.faces[slot] for slot in table.position.used_tiles] == [25]
    assert table.why_not("five") == "no-five"


def test_plus_5_with_no_card_to_draw_is_refused_so_that_it_is_not_wasted() -> None:
    table = Table(tiles={0: "five"})
    table.pile_left("")
    assert table.why_not("five") == "five-wasted"
    table.discarded_from(1, "red1")
    table.position.pile, table.position.discards = table.position.discards, []
    for slot in table.position.pile:
        table.position.faces[slot], table.position.bared[slot] = 0, False
    assert told(table.play("five"), "opened") == [(0, 1, 1)]


def test_a_tile_won_this_turn_may_be_used_this_turn() -> None:
    table = Table(jokers={0: 4})
    table.next_tile("five")
    table.buy("wall 4 2", FOUR)
    assert "five" in table.moves()


# -- extra plot --------------------------------------------------------------------------------------------------------


def test_an_extra_plot_is_one_more_square_even_in_a_full_castle() -> None:
    table = Table(jokers={0: 4}, tiles={0: "plot"})
    for square in (1, 2, 3):
        table.built(4, square, WALL)
    assert not [move for move in table.moves("wall") if move.startswith("wall 4 ")]
    events = table.play("plot 4")
    assert told(events, "plot") == [(0, 4)]
    events = table.buy("wall 4 4", FOUR)
    assert told(events, "built") == [(0, WALL, 4, 4)]
    assert kinds(events)[-1] == "jokers", "the wall still brings its joker, the plot has no printed reward"


@pytest.mark.parametrize(("piece", "kind"), [(WALL, "wall"), (HOUSE, "house"), (PALACE, "palace")])
def test_an_extra_plot_takes_a_wall_a_house_or_a_palace_and_stays_for_everybody(piece: int, kind: str) -> None:
    table = Table(hands={1: "brown3"}, jokers={1: 4}, tiles={0: "plot"})
    table.play("plot 2", "draw", "end")
    events = table.play(f"{kind} 2 4", *["pay-joker"] * 4, *(["pay 8 3"] if piece == PALACE else []))
    assert told(events, "built") == [(1, piece, 2, 4)]


def test_only_one_extra_plot_in_each_castle() -> None:
    table = Table(tiles={0: "plot plot"})
    table.play("plot 4")
    assert table.why_not("plot 4") == "plot-there"
    assert len(table.moves("plot")) == 10


def test_an_extra_plot_is_for_small_castles_only() -> None:
    table = Table(tiles={0: "plot"})
    assert table.moves("plot") == [f"plot {castle}" for castle in range(1, 12)]
    assert table.why_not("plot 0") == "no-castle"


# -- minus ten ---------------------------------------------------------------------------------------------------------


def test_minus_ten_replaces_the_four_cards_in_any_small_castle() -> None:
    table = Table(hands={0: "purple3 green3 yellow3 brown1 red1"}, tiles={0: "minus-ten"})
    table.play("wall 4 1")
    assert table.moves() == ["minus-ten"], "the colours do not suffice"
    assert table.why_not("pay 1 1") == "only-minus-ten"
    events = table.play("minus-ten", "pay 7 3", "pay 4 3", "pay 3 3", "pay 8 1")
    assert told(events, "minus-ten") == [(0, 10)]
    assert told(events, "built") == [(0, WALL, 4, 1)]
    assert table.position.used_tiles != []


def test_the_player_may_use_minus_ten_or_pay_in_colours() -> None:
    table = Table(hands={0: "purple3 green3 yellow3 brown1"}, jokers={0: 4}, tiles={0: "minus-ten"})
    table.play("wall 4 1")
    assert table.moves() == ["pay-joker", "minus-ten"]
    table.play("pay-joker")
    assert table.why_not("minus-ten") == "minus-ten-late"


def test_minus_ten_for_a_well_too_but_the_marker_rule_holds() -> None:
    table = Table(hands={0: "purple3 green3 yellow3 brown1"}, tiles={0: "minus-ten"}, marker=4)
    assert table.why_not("well 5") == "marker"
    table.play("well 4", "minus-ten", "pay 7 3", "pay 4 3", "pay 3 3", "pay 8 1")
    assert table.position.wells[3] == 1


def test_minus_ten_leaves_the_builder_to_be_paid() -> None:
    table = Table(hands={0: "purple3 green3 yellow3 brown1"}, tiles={0: "minus-ten"}, builder=3)
    assert table.why_not("palace 4 1") == "short-builder"
    table = Table(hands={0: "purple3 green3 yellow3 brown1 brown3"}, tiles={0: "minus-ten"}, builder=3)
    table.play("palace 4 1", "minus-ten", "pay 7 3", "pay 4 3", "pay 3 3", "pay 8 1", "pay 8 3")
    assert table.position.built[3][0] == PALACE


def test_minus_ten_not_twice_in_one_build() -> None:
    table = Table(hands={0: "purple3 green3 yellow3 brown1 brown3"}, tiles={0: "minus-ten minus-ten"}, builder=3)
    table.play("palace 4 1", "minus-ten")
    assert table.why_not("minus-ten") == "minus-ten-elsewhere"


def test_minus_ten_with_too_few_coins() -> None:
    table = Table(hands={0: "purple3 green3 yellow3"}, jokers={0: 4}, tiles={0: "minus-ten"})
    table.play("wall 4 1")
    assert table.why_not("minus-ten") == "short-minus-ten"


# -- law-break ---------------------------------------------------------------------------------------------------------


def test_law_break_a_second_palace() -> None:
    table = Table(hands={0: "brown3"}, jokers={0: 4}, tiles={0: "law-break"}, builder=3)
    assert table.why_not("palace 1 2") == "palace-stands"
    events = table.play("lawless-palace 1 2", *["pay-joker"] * 4, "pay 8 3")
    assert told(events, "built-lawless") == [(0, PALACE, 1, 2)]
    assert table.position.built[0] == [PALACE, PALACE, 0]
    assert "swap-tile" in kinds(events)


def test_law_break_a_house_where_no_wall_is_left_for_it() -> None:
    """Also beside walls that have their houses, as in castle 5."""
    for castle, square in ((4, 1), (5, 2)):
        table = Table(jokers={0: 4}, tiles={0: "law-break"})
        assert table.why_not(f"house {castle} {square}") == "no-wall"
        table.buy(f"lawless-house {castle} {square}", FOUR)
        assert table.position.built[castle - 1][square - 1] == HOUSE


def test_law_break_is_refused_if_no_rule_needs_lifting() -> None:
    table = Table(hands={0: "brown3"}, jokers={0: 4}, tiles={0: "law-break"})
    assert table.why_not("lawless-house 2 2") == "lawful"
    assert table.why_not("lawless-palace 4 1") == "lawful"


def test_law_break_still_needs_the_place_and_all_costs() -> None:
    table = Table(hands={0: "brown2"}, jokers={0: 4}, tiles={0: "law-break"}, builder=3)
    assert table.why_not("lawless-palace 1 1") == "taken"
    assert table.why_not("lawless-palace 1 2") == "short-builder"
    table = Table(jokers={0: 3}, tiles={0: "law-break"})
    assert table.why_not("lawless-house 4 1") == "short-permission"


def test_a_lawless_house_counts_as_a_house_afterwards() -> None:
    table = Table(jokers={0: 8}, tiles={0: "law-break"})
    table.buy("lawless-house 4 1", FOUR)
    table.built(4, 2, WALL)
    table.play("end", "draw", "end")
    assert table.why_not("house 4 3") == "no-wall", "the wall is the lawless house's now"


def test_law_break_and_minus_ten_for_the_same_build() -> None:
    table = Table(hands={0: "purple3 green3 yellow3 brown1"}, tiles={0: "law-break minus-ten"})
    table.play("lawless-house 4 1", "minus-ten", "pay 7 3", "pay 4 3", "pay 3 3", "pay 8 1")
    assert [table.position.faces[slot] for slot in table.position.used_tiles] == [28, 27]
    assert table.position.built[3][0] == HOUSE


def test_without_the_tile_there_is_no_breaking_the_law() -> None:
    table = Table(jokers={0: 4}, tiles={0: "five plot"})
    assert table.why_not("lawless-house 4 1") == "no-law-break"


# -- swap tiles --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [True, False])
def test_a_swap_exchanges_any_two_border_stones(before: bool) -> None:
    table = Table(swaps={0: 1})
    if not before:
        table.play("draw")
    assert len(table.moves("swap")) == 28
    events = table.play("swap 1 8")
    assert told(events, "swapped") == [(0, 1, 8, 1, 8)]
    assert table.position.stones == [8, 2, 3, 4, 5, 6, 7, 1]
    assert table.position.colours(1) == (8, 2)
    assert table.why_not("swap 1 8") == "no-swap"


def test_several_swaps_in_one_turn_and_they_leave_the_game() -> None:
    table = Table(swaps={0: 3})
    table.play("swap 1 2", "draw", "swap 2 3", "swap 1 3")
    assert table.position.stones[:3] == [1, 3, 2]
    assert (table.position.players[0].swaps, table.position.used_swaps, table.position.swaps) == (0, 3, 6)


def test_a_swap_needs_two_different_crossings() -> None:
    table = Table(swaps={0: 1})
    assert table.why_not("swap 3 3") == "same-crossing"
    assert table.why_not("swap 4 3") == "crossing-order"
    assert table.why_not("swap 0 3") == "no-crossing"
    assert table.why_not("swap 3 9") == "no-crossing"


def test_a_swap_changes_what_a_castle_costs_at_once() -> None:
    table = Table(hands={0: "brown1 brown1 brown2 brown2"}, swaps={0: 1})
    assert table.why_not("wall 4 1") == "short-permission"
    table.play("swap 1 8")
    table.buy("wall 4 1", "brown1 brown1 brown2 brown2")
