"""Villas that become castles (rules p. 2 and 5; rulings V1, V2, V3)."""

from __future__ import annotations

from tests.rules.big_boss.table import GRANDE, Table
from tests.rules.dealing import kinds, told

EIGHT = (14, 21, 28, 35, 42, 49, 56, 63)
"""The places of eight castles that take all crests."""


def crowded(table: Table) -> Table:
    """All crests are on castles of 5."""
    for first in EIGHT:
        table.castle(first, (2, 1, 1))
    return table


def test_v1_a_villa_becomes_a_castle_at_5() -> None:
    table = Table(hands={0: [8]})
    table.villa(4, (1, 1, 1, 1))
    events = table.play("play 8")
    assert kinds(events) == ["played", "built", "crest", "paid"]
    assert told(events, "built") == [(0, 8, 1, 0, 5)]
    assert told(events, "crest") == [(4, 1, 5)]
    assert told(events, "paid") == [(0, 5)]
    assert table.crest(8) == 1


def test_v1_a_tower_card_can_take_a_villa_to_5_and_beyond() -> None:
    table = Table()
    table.villa(4, (2, 1))
    table.towers(0, 1)
    events = table.play("play-tower 4")
    assert told(events, "crest") == [(4, 1, 7)]


def test_v1_a_villa_below_5_stays_a_villa() -> None:
    table = Table(hands={0: [8]})
    table.villa(5, (1, 1, 1))
    assert "crest" not in kinds(table.play("play 8"))
    assert (table.value(8), table.crest(8)) == (4, 0)


def test_v1_without_a_crest_it_stays_an_oversize_villa() -> None:
    table = crowded(Table(hands={0: [8]}))
    table.villa(4, (1, 1, 1, 1))
    events = table.play("play 8")
    assert "crest" not in kinds(events)
    assert told(events, "paid") == [(0, 5)]
    assert (table.value(8), table.crest(8)) == (5, 0)


def test_v2_a_freed_crest_goes_at_once_to_the_waiting_villa_and_nobody_is_paid_for_it() -> None:
    """Castles 1 and 2 are worth 5 and 9, so that 2 takes 1 over; the villa's nobles stay where they are."""
    table = Table(hands={0: [17]})
    table.castle(14, (2, 1, 1))
    table.castle(18, (3, 2))
    for first in EIGHT[2:]:
        table.castle(first, (2, 1, 1))
    table.villa(4, (2, 2))
    table.noble(4, 1, GRANDE)
    events = table.play("play 17")
    assert kinds(events) == ["played", "built", "merged", "crest", "paid"]
    assert told(events, "crest") == [(4, 1, 6)]
    assert told(events, "paid") == [(0, 15)]
    assert table.crest(4) == 1
    assert table.state.nobles.is_of(4, 1)
    assert table.state.money == [45, 30]


def test_v2_t2_if_several_villas_wait_the_player_chooses_before_being_paid() -> None:
    table = Table(hands={0: [17]})
    table.castle(14, (2, 1, 1))
    table.castle(18, (3, 2))
    for first in EIGHT[2:]:
        table.castle(first, (2, 1, 1))
    table.villa(71, (2, 1, 1))
    table.villa(4, (2, 2))
    assert kinds(table.play("play 17")) == ["played", "built", "merged"]
    assert table.state.step == "crest"
    assert table.state.money[0] == 30
    assert table.moves() == ["crest 1", "crest 4"]
    assert table.why_not("crest 71") == "villa-not-waiting"
    events = table.play("crest 1")
    assert kinds(events) == ["crest", "paid"]
    assert told(events, "crest") == [(1, 1, 5)]
    assert (table.crest(71), table.crest(4)) == (1, 0)
    assert table.moves() == ["baron 17", "grande 17", "done"]


def test_v2_a_freed_crest_that_no_villa_waits_for_returns_to_the_supply() -> None:
    table = Table(hands={0: [17], 1: [40]})
    table.castle(14, (2, 1, 1))
    table.castle(18, (3, 2))
    table.play("play 17", "done")
    assert table.state.buildings.crest_supply & 1 << 1
    table.play("play 40", "castle 40")
    assert table.crest(40) == 1


def test_v3_an_oversize_villa_merges_by_the_villa_rules_whatever_its_value() -> None:
    """It is worth more than the castle, but is still taken over; no noble leaves."""
    table = crowded(Table(hands={0: [13]}))
    table.villa(11, (3, 3))
    table.noble(11, 1)
    table.noble(14, 1)
    assert table.value(11) == 12
    events = table.play("play 13")
    assert told(events, "built") == [(0, 13, 1, 1, 6)]
    assert told(events, "merged") == [(0, 13, 1, 0, 18)]
    assert told(events, "captured") == []
    assert table.crest(11) == 1


def test_v3_two_villas_merged_with_no_crest_left_are_one_oversize_villa() -> None:
    table = crowded(Table(hands={0: [8]}))
    table.villa(5, (1, 1, 1))
    table.villa(9, (1, 1, 1))
    events = table.play("play 8")
    assert told(events, "merged") == [(0, 8, 0, 0, 7)]
    assert "crest" not in kinds(events)
    assert table.state.buildings.of[5] == table.state.buildings.of[11]
