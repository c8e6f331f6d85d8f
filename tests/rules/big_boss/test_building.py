"""Building out and up, with construction cards and tower cards (rules p. 3 and 4; rulings T3, T4, T6, W1, W3)."""

from __future__ import annotations

from tests.rules.big_boss.table import BARON, FIFTY, GRANDE, Table
from tests.rules.dealing import kinds, told


def test_example_founding_with_8_then_11_10_and_a_tower_card() -> None:
    """Rules p. 3 and 4: the castle on 8-9-10 is worth 5, with 11 it is 6, with 10 on level 2 it is 8, with a tower on 8 11."""
    table = Table(hands={0: [8], 1: [11, 10]})
    table.towers(1, 1)
    assert told(table.play("play 8", "castle 8", "done"), "paid") == [(0, 5)]
    assert told(table.play("play 11", "done"), "paid") == [(1, 6)]
    table.play("buy-pile")
    events = table.play("play 10")
    assert told(events, "built") == [(1, 10, 2, 1, 8)]
    assert told(events, "paid") == [(1, 8)]
    table.play("done", "buy-pile")
    events = table.play("play-tower 8")
    assert told(events, "built") == [(1, 8, 3, 1, 11)]
    assert told(events, "paid") == [(1, 11)]


def test_example_founding_with_8_on_6_to_8_then_9() -> None:
    """Rules p. 4: card 9 adds one block, the castle is worth 6."""
    table = Table(hands={0: [8], 1: [9]})
    table.play("play 8", "castle 6", "done")
    assert told(table.play("play 9"), "built") == [(1, 9, 1, 1, 6)]


def test_example_a_tower_card_raises_6_to_9_and_red_cannot_place() -> None:
    """Rules p. 6: red slides a block under his grande on 8, in level 3; the castle rises from 6 to 9, red gets 9 (T7)."""
    table = Table(hands={1: [7]})
    table.castle(8, (2, 1, 1), stone=8)
    table.noble(8, 0, GRANDE)
    table.towers(0, 1)
    table.play("buy-pile", "play 7", "done")
    assert table.value(8) == 6
    events = table.play("play-tower 8")
    assert kinds(events) == ["played-tower", "built", "rises", "paid"]
    assert told(events, "rises") == [(0, 8, 3)]
    assert told(events, "paid") == [(0, 9)]
    assert table.state.turn == 1


def test_example_a_grande_placed_at_11_costs_22() -> None:
    """Rules p. 6: a tower card on 10 makes 11 of 9; blue places a grande there for 22."""
    table = Table()
    table.castle(7, (1, 3, 1, 1), stone=8)
    table.towers(0, 1)
    events = table.play("play-tower 10", "grande 10")
    assert told(events, "paid") == [(0, 11)]
    assert told(events, "placed") == [(0, 10, GRANDE, 22)]
    assert table.state.money[0] == 30 + 11 - 22


def test_t4_a_neighbour_is_extended_without_any_distance() -> None:
    table = Table(hands={0: [11]})
    table.castle(8, (2, 1, 1), stone=8)
    table.castle(13, (2, 1, 1), stone=13)
    assert told(table.play("play 11"), "built") == [(0, 11, 1, 1, 6)]


def test_t4_between_two_fields_of_the_same_building_is_a_plain_extension() -> None:
    """The last free field of a loop that is one castle; it ends at 50 and nothing merges."""
    table = Table(hands={0: [8]})
    table.castle(9, (1,) * 71)
    events = table.play("play 8")
    assert told(events, "built") == [(0, 8, 1, 1, 50)]
    assert "merged" not in kinds(events)


def test_t4_72_and_1_are_neighbours() -> None:
    table = Table(hands={0: [1]})
    table.villa(72)
    assert told(table.play("play 1"), "built") == [(0, 1, 1, 0, 2)]


def test_t3_a_covered_field_is_not_free_its_card_builds_on_top() -> None:
    table = Table(hands={0: [9]})
    table.castle(8, (2, 1, 1), stone=8)
    assert told(table.play("play 9"), "built") == [(0, 9, 2, 1, 7)]


def test_t3_a_construction_card_builds_on_the_highest_block() -> None:
    table = Table(hands={0: [9]})
    table.castle(8, (2, 4, 1), stone=8)
    assert told(table.play("play 9"), "built") == [(0, 9, 5, 1, 19)]


def test_w3_no_height_limit_for_a_construction_card() -> None:
    table = Table(hands={0: [9]})
    table.castle(8, (2, 5, 1), stone=8)
    assert told(table.play("play 9"), "built") == [(0, 9, 6, 1, 25)]


def test_w3_a_construction_card_lifts_an_own_noble() -> None:
    table = Table(hands={0: [9]})
    table.castle(8, (2, 1, 1), stone=8)
    table.noble(9, 0)
    events = table.play("play 9")
    assert told(events, "rises") == [(0, 9, 2)]
    assert table.state.turn == 1
    assert table.state.nobles.is_of(9, 0)


def test_example_w3_card_10_captures_the_grande_of_blue_for_22() -> None:
    """Rules p. 7: the castle is worth 11; blue's grande on 10 leaves and is paid 22 before red builds level 3 there."""
    table = Table(hands={0: [10]})
    table.castle(7, (1, 3, 1, 2), stone=8)
    assert table.value(10) == 11
    table.noble(10, 1, GRANDE)
    events = table.play("play 10")
    assert kinds(events) == ["played", "captured", "built", "paid"]
    assert told(events, "captured") == [(1, 10, GRANDE, 22, 0)]
    assert told(events, "built") == [(0, 10, 3, 1, 14)]
    assert table.state.money == [30 + 14, 30 + 22]
    assert table.state.nobles.left(1, GRANDE) == 2
    assert "baron 10" in table.moves()


def test_w1_a_tower_card_builds_from_level_2_to_5_on_any_building() -> None:
    table = Table()
    table.castle(8, (2, 4, 5), stone=8)
    table.villa(30)
    table.towers(0, 1)
    assert table.moves("play-tower") == ["play-tower 8", "play-tower 9", "play-tower 30"]
    assert table.why_not("play-tower 10") == "tower-too-high"
    assert table.why_not("play-tower 11") == "tower-on-ground"


def test_w1_a_tower_card_works_on_a_villa() -> None:
    table = Table()
    table.villa(30)
    table.towers(0, 1)
    events = table.play("play-tower 30")
    assert told(events, "built") == [(0, 30, 2, 0, 3)]
    assert table.moves("baron") == ["baron 30"]


def test_w1_a_tower_card_never_goes_under_a_foreign_noble_and_lifts_an_own_one() -> None:
    table = Table()
    table.castle(8, (2, 1, 1), stone=8)
    table.noble(8, 1)
    table.noble(9, 0)
    table.towers(0, 1)
    assert table.moves("play-tower") == ["play-tower 9", "play-tower 10"]
    assert table.why_not("play-tower 8") == "tower-under-foreign"


def test_t6_a_building_is_worth_at_most_50_and_building_on_it_pays_50() -> None:
    table = Table(hands={0: [8]})
    table.castle(4, FIFTY)
    events = table.play("play 8")
    assert told(events, "built") == [(0, 8, 1, 1, 50)]
    assert told(events, "paid") == [(0, 50)]


def test_t6_a_value_stops_at_50_when_it_would_go_beyond() -> None:
    table = Table()
    table.castle(4, (5, 5, 5))
    table.villa(20)
    table.castle(30, (5, 5, 4, 3, 1))
    table.towers(0, 1)
    assert (table.value(4), table.value(30)) == (45, 47)
    assert told(table.play("play-tower 32"), "built") == [(0, 32, 5, 2, 50)]


def test_t6_a_baron_costs_50_and_a_grande_100_at_50() -> None:
    table = Table(hands={0: [8]})
    table.castle(4, FIFTY)
    table.money(70, 30)
    table.play("play 8")
    assert table.moves() == ["baron 8", "grande 8", "done"]
    assert told(table.play("grande 8"), "placed") == [(0, 8, GRANDE, 100)]
    table = Table(hands={0: [8]})
    table.castle(4, FIFTY)
    table.play("play 8")
    assert told(table.play("baron 8"), "placed") == [(0, 8, BARON, 50)]


def test_t6_an_oversize_villa_is_capped_too() -> None:
    table = Table()
    for first in (14, 21, 28, 35, 42, 49, 56, 63):
        table.castle(first, (2, 1, 1))
    table.villa(4, (5, 5, 5, 2))
    table.towers(0, 1)
    events = table.play("play-tower 7")
    assert told(events, "built") == [(0, 7, 3, 0, 50)]
