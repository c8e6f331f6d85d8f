"""Villas that become castles, and crests that come free (rules p. 2 and 7; rulings V1, V2, F4, F5)."""

from __future__ import annotations

from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import GRANDE
from tests.rules.dealing import kinds, told

EIGHT = (6, 16, 24, 28, 40, 45, 50, 55)
"""The places of eight castles that take all crests."""


def crowded(**hands: int) -> AlcazarTable:
    """All crests are on castles of 5; 7 and 17 are pillars on both sides of a gap, and a baron of seat 0 stands on 7."""
    table = AlcazarTable(hands={int(seat[-1]): [card] for seat, card in hands.items()})
    for first in EIGHT:
        table.castle(first, (1, 2, 1))
    table.noble(7, 0)
    return table


def test_v1_a_villa_becomes_a_castle_at_5() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.villa(4, (1, 1, 1, 1))
    events = table.play("play 8")
    assert told(events, "crest") == [(4, 1, 5)]
    assert table.crest(8) == 1


def test_v1_a_tower_card_can_make_a_villa_a_castle() -> None:
    table = AlcazarTable()
    table.villa(4, (2, 1))
    table.noble(4, 0)
    table.towers(0, 1)
    assert told(table.play("play-tower 4"), "crest") == [(4, 1, 6)]


def test_v1_f4_without_a_crest_it_stays_a_villa_and_no_castle_can_be_founded() -> None:
    table = crowded(seat0=1, seat1=35)
    table.villa(2, (2, 1))
    table.play("play 1")
    assert (table.value(1), table.crest(1)) == (5, 0)
    table.play("done")
    events = table.play("play 35")
    assert kinds(events)[1] == "villa"
    assert "castle" not in kinds(events)


def test_v2_a_crest_freed_by_a_bridge_goes_at_once_to_the_waiting_villa() -> None:
    """The nobles there stay, and nobody is paid for it."""
    table = crowded()
    table.villa(34, (3,))
    table.noble(34, 1, GRANDE)
    events = table.play("bridge 7 17")
    assert kinds(events) == ["bridge", "spanned", "merged", "rises", "crest", "paid"]
    assert told(events, "crest") == [(34, 2, 5)]
    assert told(events, "paid") == [(0, 5 + 5 + 9)]
    assert table.state.nobles.is_of(34, 1)
    assert table.state.money == [40 - 15 + 19, 40]


def test_v2_t2_if_several_villas_wait_the_player_chooses_before_being_paid() -> None:
    table = crowded()
    table.villa(34, (3,))
    table.villa(37, (2, 2))
    table.play("bridge 7 17")
    assert table.state.step == "crest"
    assert table.state.money[0] == 40 - 15
    assert table.moves() == ["crest 34", "crest 37"]
    events = table.play("crest 37")
    assert kinds(events) == ["crest", "paid"]
    assert (table.crest(34), table.crest(38)) == (0, 2)
    assert table.moves("baron") == [f"baron {table.at(7, 2)}", "baron 17"]


def test_v2_a_crest_that_no_villa_waits_for_goes_to_the_next_castle() -> None:
    table = crowded(seat1=35)
    table.play("bridge 7 17", "done")
    assert table.state.buildings.crest_supply == 1 << 2
    table.play("play 35", "castle 34")
    assert table.crest(35) == 2


def test_f5_crests_are_given_out_lowest_first() -> None:
    table = AlcazarTable(hands={0: [8, 60], 1: [30]})
    table.play("play 8", "castle 8", "done", "play 30", "castle 29", "done", "play 60", "castle 58")
    assert [table.crest(cell) for cell in (8, 30, 60)] == [1, 2, 3]
