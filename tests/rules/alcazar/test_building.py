"""Alcazar differs from Das neue Big Boss: foundings (F2, F4), heights (W3), tower cards (W1, W2), passing (E2)."""

from __future__ import annotations

import pytest

from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import GRANDE
from tests.rules.dealing import kinds, told


def test_everybody_starts_with_40_real_and_there_are_84_blocks() -> None:
    table = AlcazarTable(seats=4)
    assert table.state.money == [40] * 4
    assert table.state.facts()["blocks"] == 84
    assert table.state.facts()["bridges_left"] == 20


def test_t5_hands_row_pile_and_tower_cards_after_the_deal() -> None:
    for seats, pile in ((2, 46), (3, 36), (4, 26), (5, 16)):
        table = AlcazarTable(seats=seats)
        facts = table.state.facts()
        assert (facts["pile"], facts["towers"]) == (pile, 20)
        assert [len(table.state.cards.hands[seat]) for seat in range(seats)] == [10] * seats
        assert len(table.state.cards.row) == 6


def test_t5_a_card_from_the_row_costs_5_and_is_replaced_at_once() -> None:
    table = AlcazarTable(row=[61, 62, 63, 64, 65, 66], pile=[70])
    events = table.play("buy-card 63")
    assert kinds(events) == ["bought", "refilled"]
    assert table.state.facts()["market"] == [61, 62, 70, 64, 65, 66]
    assert table.state.money[0] == 35


def test_f2_a_founding_takes_four_blocks_two_of_them_on_the_cards_field() -> None:
    table = AlcazarTable(hands={0: [8]})
    events = table.play("play 8")
    assert table.moves() == ["villa", "castle 6", "castle 7", "castle 8"]
    events = table.play("castle 7")
    assert told(events, "castle") == [(0, 7, 8, 1)]
    assert told(events, "paid") == [(0, 5)]
    assert [table.level(cell) for cell in (7, 8, 9)] == [1, 2, 1]
    assert table.built() == 4


@pytest.mark.parametrize(("straight", "sites"), [("off", ["castle 70", "castle 71", "castle 72"]), ("on", ["castle 71"])])
def test_f2_a_castle_may_go_round_a_corner_unless_a_house_rule_forbids_it(straight: str, sites: list[str]) -> None:
    """70-71-72 and 72-1-2 bend, 71-72-1 lies straight."""
    table = AlcazarTable(hands={0: [72]}, straight_founding=straight)
    table.play("play 72")
    assert table.moves("castle") == sites


def test_f2_house_rule_straight_founding_says_why() -> None:
    table = AlcazarTable(hands={0: [72]}, straight_founding="on")
    table.play("play 72")
    assert table.why_not("castle 70") == "castle-not-straight"


def test_f2_without_four_blocks_only_a_villa_can_be_founded() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.blocks(3)
    events = table.play("play 8")
    assert "villa" in kinds(events)


def test_f3_three_free_fields_to_a_castle_and_one_to_a_villa_on_both_sides() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.castle(1, (2, 1, 1))
    table.villa(11)
    table.play("play 8")
    assert table.moves("castle") == ["castle 7"]


def test_example_a_villa_pays_1_and_a_baron_there_costs_1() -> None:
    """Rules p. 4."""
    table = AlcazarTable(hands={0: [6]})
    assert told(table.play("play 6", "villa"), "paid") == [(0, 1)]
    table.play("baron 6")
    assert table.state.money[0] == 40


def test_example_card_11_beside_the_castle_pays_6_and_a_baron_there_costs_6() -> None:
    """Rules p. 3."""
    table = AlcazarTable(hands={0: [11]})
    table.castle(8, (2, 1, 1))
    assert told(table.play("play 11"), "paid") == [(0, 6)]
    assert told(table.play("baron 11"), "placed") == [(0, 11, 1, 6)]


def test_example_a_grande_and_a_baron_after_a_founding_cost_10_and_5() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.play("play 8", "castle 8", "grande 8", "baron 9")
    assert table.state.money[0] == 40 + 5 - 10 - 5


def test_t4_a_card_extends_a_building_or_founds_beside_none() -> None:
    table = AlcazarTable(hands={0: [4, 20]})
    table.villa(3)
    assert told(table.play("play 4"), "built") == [(0, 4, 1, 0, 2)]
    table.play("done", "buy-tower", "play 20")
    assert table.moves() == ["villa", "castle 18", "castle 19", "castle 20"]


def test_t6_building_on_a_castle_of_50_pays_50_and_nobles_cost_50_and_100() -> None:
    table = AlcazarTable(hands={0: [4]})
    table.castle(1, (9, 9, 9))
    table.money(100, 40)
    assert told(table.play("play 4"), "paid") == [(0, 50)]
    assert table.moves() == ["baron 4", "grande 4", "done"]
    assert told(table.play("grande 4"), "placed") == [(0, 4, GRANDE, 100)]


def test_w3_t2_a_construction_card_captures_before_the_value_rises() -> None:
    table = AlcazarTable(hands={0: [2]})
    table.castle(1, (2, 1, 1))
    table.noble(2, 1, GRANDE)
    events = table.play("play 2")
    assert kinds(events) == ["played", "captured", "built", "paid"]
    assert told(events, "captured") == [(1, 2, GRANDE, 10, 0)]
    assert told(events, "paid") == [(0, 7)]


def test_w3_every_block_above_the_first_level_adds_2() -> None:
    table = AlcazarTable(hands={0: [1]})
    table.castle(1, (6, 1, 1))
    assert table.value(1) == 1 + 5 * 2 + 1 + 1
    table.play("play 1")
    assert table.value(1) == 15
    assert table.level(1) == 7


def test_example_card_10_on_level_2_lifts_6_to_8() -> None:
    table = AlcazarTable(hands={0: [10]})
    table.castle(8, (2, 1, 1, 1))
    assert table.value(8) == 6
    assert told(table.play("play 10"), "paid") == [(0, 8)]


def test_w2_example_red_may_raise_6_8_or_9_under_its_nobles() -> None:
    """Rules p. 5: a villa on 6 rises from 1 to 3, and Red is paid 3. (10 is free and lower than 8: it could be raised too.)"""
    table = AlcazarTable()
    table.villa(6)
    table.castle(8, (2, 1, 1))
    for cell in (6, 8, 9):
        table.noble(cell, 0)
    table.towers(0, 1)
    assert table.moves("play-tower") == ["play-tower 6", "play-tower 8", "play-tower 9", "play-tower 10"]
    assert told(table.play("play-tower 6"), "paid") == [(0, 3)]


def test_w2_neither_of_two_free_pillars_can_be_raised() -> None:
    """Rules p. 5: neither 1 nor 3, since nobody owns a pillar."""
    table = AlcazarTable()
    table.castle(1, (2, 1, 1))
    table.towers(0, 1)
    assert table.why_not("play-tower 1") == "tower-no-purpose"
    assert table.why_not("play-tower 3") == "tower-no-purpose"


def test_w2_the_gap_on_a_bridge_can_be_raised_as_well() -> None:
    table = AlcazarTable()
    table.castle(16, (1, 2, 1))
    table.castle(66, (1, 2, 1))
    table.noble(17, 0)
    gap = table.at(6, 3)
    table.play("bridge 17 67", f"baron {gap}", "buy-tower")
    table.towers(0, 1)
    table.play(f"play-tower {gap}")
    assert table.level(gap) == 4


def test_w1_the_limits_of_tower_cards_hold_too() -> None:
    table = AlcazarTable()
    table.castle(1, (5, 1, 1))
    table.noble(1, 0)
    table.noble(2, 1)
    table.towers(0, 1)
    assert table.why_not("play-tower 1") == "tower-too-high"
    assert table.why_not("play-tower 2") == "tower-under-foreign"
    assert table.why_not("play-tower 30") == "tower-on-ground"


def test_e1_the_last_block_ends_the_game() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.blocks(1)
    table.play("play 8", "done")
    assert table.state.end == "blocks"


def test_e4_points_for_levels_and_full_fifties_and_money_breaks_the_tie() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.castle(1, (5, 4, 1))
    table.noble(1, 0, GRANDE)
    table.noble(2, 0)
    table.noble(3, 1)
    table.money(99, 100)
    assert table.state.scores() == (10 + 4 + 1, 1 + 2)
    table = AlcazarTable(hands={0: [8]})
    table.blocks(1)
    table.money(51, 60)
    table.play("play 8", "done")
    assert table.state.scores() == (1, 1)
    assert table.state.result is not None
    assert table.state.result.ranks == (2, 1)
