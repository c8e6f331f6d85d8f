"""Founding castles and villas (rules p. 3; rulings F1, F3, F4, F5, T4, T7)."""

from __future__ import annotations

from tests.rules.big_boss.table import Table
from tests.rules.dealing import told


def test_f1_card_8_has_three_positions_for_the_founding_stone() -> None:
    table = Table(hands={0: [8]})
    table.play("play 8")
    assert table.moves() == ["villa", "castle 6", "castle 7", "castle 8"]


def test_f1_a_founding_stone_is_straight_so_card_12_has_one_position_and_card_11_two() -> None:
    table = Table(hands={0: [12], 1: [11]})
    table.play("play 12")
    assert table.moves() == ["villa", "castle 11"]
    table = Table(hands={0: [11]})
    table.play("play 11")
    assert table.moves() == ["villa", "castle 9", "castle 11"]
    assert table.why_not("castle 10") == "castle-not-straight"


def test_f1_the_stone_may_lie_over_the_end_of_the_numbers() -> None:
    """71, 72 and 1 stand one above the other at the left edge."""
    table = Table(hands={0: [72]})
    table.play("play 72")
    assert table.moves() == ["villa", "castle 71"]
    table.play("castle 71")
    assert [table.level(cell) for cell in (70, 71, 72, 1, 2)] == [0, 1, 2, 1, 0]


def test_founding_a_castle_takes_a_stone_and_a_block_and_pays_5() -> None:
    """Rules p. 3: the castle is worth 5, its crest stands on 5, and the player gets 5 Real."""
    table = Table(hands={0: [8]})
    events = table.play("play 8", "castle 8")
    assert [table.level(cell) for cell in (7, 8, 9, 10, 11)] == [0, 2, 1, 1, 0]
    assert (table.value(8), table.value(10), table.crest(9)) == (5, 5, 1)
    assert table.state.buildings.stones == [8]
    assert (table.state.buildings.stones_left(), table.built()) == (7, 1)
    assert told(events, "castle") == [(0, 8, 8, 1)]
    assert told(events, "paid") == [(0, 5)]
    assert table.state.money == [35, 30]


def test_founding_a_villa_takes_a_block_and_pays_1() -> None:
    """Rules p. 4: card 39 founds a villa, 1 Real."""
    table = Table(hands={0: [39]})
    events = table.play("play 39", "villa")
    assert (table.level(39), table.value(39), table.crest(39)) == (1, 1, 0)
    assert told(events, "villa") == [(0, 39)]
    assert (table.state.money[0], table.built()) == (31, 1)


def test_f3_three_free_fields_before_the_next_castle() -> None:
    """A castle on 1 to 3: a stone on 7-8-9 has 4, 5 and 6 free; on 6-7-8 only two are."""
    table = Table(hands={0: [8]})
    table.castle(1, (2, 1, 1), stone=1)
    table.play("play 8")
    assert table.moves() == ["villa", "castle 7", "castle 8"]
    assert table.why_not("castle 6") == "castle-near-castle"


def test_f3_distance_is_tested_on_both_sides() -> None:
    table = Table(hands={0: [8]})
    table.castle(13, (2, 1, 1), stone=13)
    table.play("play 8")
    assert table.moves("castle") == ["castle 6", "castle 7"]
    assert table.why_not("castle 8") == "castle-near-castle"


def test_f3_distance_goes_round_the_end_of_the_numbers() -> None:
    table = Table(hands={0: [3]})
    table.castle(67, (2, 1, 1), stone=67)
    table.play("play 3")
    assert table.moves("castle") == ["castle 1", "castle 2", "castle 3"]
    table = Table(hands={0: [3]})
    table.castle(68, (2, 1, 1), stone=68)
    table.play("play 3")
    assert table.moves("castle") == ["castle 2", "castle 3"]


def test_f3_distance_is_never_measured_through_the_air() -> None:
    """17 and 67 face each other across one missing field, but are far apart along the loop."""
    table = Table(hands={0: [68]})
    table.castle(15, (1, 1, 2), stone=15)
    table.play("play 68")
    assert table.moves("castle") == ["castle 67", "castle 68"]


def test_f3_one_free_field_to_a_villa() -> None:
    table = Table(hands={0: [8]})
    table.villa(5)
    table.play("play 8")
    assert table.moves("castle") == ["castle 7", "castle 8"]
    assert table.why_not("castle 6") == "castle-near-villa"


def test_f3_the_stone_needs_free_fields_under_all_of_it() -> None:
    table = Table(hands={0: [8]})
    table.villa(6)
    table.play("play 8")
    assert table.moves("castle") == ["castle 8"]
    assert table.why_not("castle 6") == "castle-covers"


def test_f3_a_villa_on_the_way_is_not_counted_as_free_and_counting_goes_on_beyond() -> None:
    """Free, villa, free, free, castle is legal; free, villa, free, castle is not."""
    table = Table(hands={0: [8]})
    table.castle(1, (2, 1, 1), stone=1)
    table.villa(6)
    table.play("play 8")
    assert table.moves("castle") == ["castle 8"]
    table = Table(hands={0: [8]})
    table.castle(2, (2, 1, 1), stone=2)
    table.villa(6)
    assert told(table.play("play 8"), "villa") == [(0, 8)]


def test_f3_an_oversize_villa_counts_as_a_villa() -> None:
    """Without a flag it is no castle: one free field is enough, until it gets its crest."""
    table = Table()
    buildings = table.state.buildings
    table.villa(4, (3,))
    assert buildings.why_no_castle(6, 8) == ""
    buildings.give_crest(4)
    assert buildings.why_no_castle(6, 8) == "castle-near-castle"


def test_f3_a_loop_with_few_free_fields_and_no_castle_has_room() -> None:
    """Villas everywhere, none of them a castle: nothing is too near beyond the free field on each side."""
    table = Table(hands={0: [8]})
    for first in range(12, 72, 2):
        table.villa(first)
    for cell in (1, 3, 5):
        table.villa(cell)
    table.play("play 8")
    assert table.moves("castle") == ["castle 7", "castle 8"]


def test_f4_without_a_founding_stone_only_villas_are_founded() -> None:
    """Founding stones never return: after eight there are no more foundings."""
    table = Table(hands={0: [8]})
    table.castle(40, (2, 1, 1), stone=40)
    table.stones_gone()
    events = table.play("play 8")
    assert told(events, "villa") == [(0, 8)]


def test_f4_without_a_crest_only_villas_are_founded() -> None:
    table = Table(hands={0: [8]})
    for first in (14, 21, 28, 35, 42, 49, 56, 63):
        table.castle(first, (2, 1, 1))
    events = table.play("play 8")
    assert told(events, "villa") == [(0, 8)]


def test_f5_crests_are_given_out_lowest_number_first() -> None:
    table = Table(hands={0: [8, 28], 1: [20]})
    table.play("play 8", "castle 8", "done", "play 20", "castle 20", "done", "play 28", "castle 27")
    assert [table.crest(cell) for cell in (8, 20, 28)] == [1, 2, 3]
    buildings = table.state.buildings
    buildings.crest_supply |= 1 << buildings.crest[20]
    buildings.crest[20] = 0
    assert buildings.give_crest(20) == 2


def test_t4_a_villa_needs_a_free_field_on_each_side_else_the_card_extends() -> None:
    table = Table(hands={0: [8]})
    table.villa(6)
    table.villa(10)
    assert told(table.play("play 8"), "villa") == [(0, 8)]
    table = Table(hands={0: [8]})
    table.villa(7)
    events = table.play("play 8")
    assert told(events, "built") == [(0, 8, 1, 0, 2)]


def test_t7_up_to_two_nobles_of_any_mix_on_any_field_of_a_new_castle() -> None:
    for first, second, cost in [("baron 9", "grande 10", 15), ("grande 8", "grande 10", 20), ("baron 10", "baron 8", 10)]:
        table = Table(hands={0: [8]})
        table.play("play 8", "castle 8")
        assert table.moves() == ["baron 8", "baron 9", "baron 10", "grande 8", "grande 9", "grande 10", "done"]
        table.play(first)
        assert len(table.moves()) == 5
        table.play(second)
        assert table.state.turn == 1
        assert table.state.money[0] == 35 - cost


def test_t7_one_noble_on_a_new_castle_is_allowed_and_so_is_none() -> None:
    table = Table(hands={0: [8], 1: [20]})
    table.play("play 8", "castle 8", "baron 8", "done")
    assert table.state.turn == 1
    table.play("play 20", "castle 20", "done")
    assert table.state.turn == 0
    assert table.state.money == [30, 35]
