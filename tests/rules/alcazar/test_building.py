"""What Alcazar does otherwise than Das neue Big Boss: foundings (F2, F4), heights (W3), tower cards (W1, W2), passing (E2)."""

from __future__ import annotations

import pytest

from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import GRANDE, kinds, told


def test_everybody_starts_with_40_real_and_there_are_84_blocks() -> None:
    table = AlcazarTable(seats=4)
    assert table.state.money == [40] * 4
    assert table.state.facts()["blocks"] == 84
    assert table.state.facts()["bridges_left"] == 20


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
def test_f2_a_castle_may_go_round_a_corner_unless_the_house_rule_forbids_it(straight: str, sites: list[str]) -> None:
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


def test_m1_nothing_is_asked_when_castles_merge() -> None:
    table = AlcazarTable(hands={0: [10]})
    table.castle(7, (2, 1, 1))
    table.castle(11, (2, 1, 1))
    table.noble(7, 1)
    table.noble(11, 1, GRANDE)
    events = table.play("play 10")
    assert told(events, "merged") == [(0, 10, 1, 2, 11)]
    assert "captured" not in kinds(events)


def without_cards(money: int, towers: bool = False) -> AlcazarTable:
    table = AlcazarTable(hands={0: []})
    table.hand(0)
    table.nothing_for_sale(towers)
    table.castle(1, (2, 1, 2))
    table.noble(1, 0)
    table.money(money, 40)
    return table


def test_e2_who_would_be_out_may_build_a_bridge_instead() -> None:
    table = without_cards(20)
    assert table.moves() == ["withdraw 1", "pass", "bridge 1 3"]
    table.play("bridge 1 3", "done")
    assert table.state.out == [0, 0]


def test_e2_also_after_a_withdrawal() -> None:
    table = without_cards(10)
    table.noble(3, 0)
    assert table.moves("bridge") == []
    table.play("withdraw 3")
    assert table.moves() == ["pass", "bridge 1 3"]


def test_e2_a_noble_withdrawn_for_a_card_pays_for_a_card_and_no_bridge() -> None:
    table = without_cards(4, towers=True)
    table.raised(2, 9)
    table.raised(1, 9)
    table.raised(3, 9)
    table.noble(3, 0)
    assert table.state.prompt().kind == "must-withdraw"
    table.play("withdraw 3")
    assert table.state.money[0] >= 15
    assert table.why_not("bridge 1 3") == "must-buy"
    assert table.state.prompt().kind == "must-buy"
    assert table.moves() == ["buy-tower"]


def test_e2_who_cannot_buy_or_play_may_pass_although_a_bridge_is_possible() -> None:
    table = without_cards(20)
    table.play("pass")
    assert table.state.out == [1, 0]


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
