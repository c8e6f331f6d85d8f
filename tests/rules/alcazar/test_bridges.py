"""Building bridges (rules p. 6; rulings B1, B2, B3, M3, M5, M6)."""

from __future__ import annotations

import pytest

from rules.alcazar.bridges import BRIDGE_PRICE
from rules.alcazar.grid import Grid
from rules.loop.board import read_spots
from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import BARON, DATA, GRANDE
from tests.rules.dealing import kinds, told


def two_pillars(height: int = 2, middle: int = 1) -> AlcazarTable:
    """A castle on 1 to 5 with the seat's noble on 1; 1 and 3 are pillars."""
    table = AlcazarTable(seats=3)
    table.castle(1, (height, middle, height, 1, 1))
    table.noble(1, 0, GRANDE)
    return table


def test_the_board_has_98_bridge_sites_between_fields_46_of_them_over_a_gap() -> None:
    grid = Grid(read_spots(DATA), 11, 11)
    sites = {(cell, far): middle for cell in range(1, 73) for middle, far in grid.lines[cell] if cell < far <= 72}
    assert len(sites) == 98
    assert sum(middle > 72 for middle in sites.values()) == 46
    assert grid.cells == 121


def test_example_a_bridge_on_level_3_adds_9_and_lifts_both_nobles() -> None:
    """Rules p. 6: Red buys a bridge for 15 and builds it from 1 to 3; the nobles on 1 and 2 go up to level 3."""
    table = two_pillars()
    table.noble(2, 0, BARON)
    value = table.value(1)
    events = table.play("bridge 1 3")
    assert told(events, "bridge") == [(0, 1, 2, 3, 3, BRIDGE_PRICE)]
    assert told(events, "rises") == [(0, 1, 3), (0, 2, 3)]
    assert table.value(1) == value + 9
    assert [table.level(cell) for cell in (1, 2, 3)] == [3, 3, 3]
    assert table.state.money[0] == 40 - 15 + value + 9


def test_b1_the_bridge_is_paid_before_any_income() -> None:
    table = two_pillars()
    table.money(14, 40, 40)
    assert table.why_not("bridge 1 3") == "dear-bridge"
    table.money(15, 40, 40)
    table.play("bridge 1 3")


def test_b1_no_bridge_between_pillars_of_different_players() -> None:
    table = two_pillars()
    table.noble(3, 1)
    assert table.why_not("bridge 1 3") == "bridge-foreign"


def test_b1_a_free_pillar_on_both_sides_is_not_enough() -> None:
    table = AlcazarTable()
    table.castle(1, (2, 1, 2))
    table.noble(2, 0)
    assert table.why_not("bridge 1 3") == "bridge-not-yours"


def test_b1_the_pillars_have_to_be_equally_high_and_higher_than_the_middle() -> None:
    table = two_pillars(2, 2)
    assert table.why_not("bridge 1 3") == "bridge-no-room"
    table = two_pillars()
    table.raised(3)
    assert table.why_not("bridge 1 3") == "bridge-uneven"


def test_b1_pillars_of_height_1_carry_a_bridge_over_a_free_field() -> None:
    table = AlcazarTable()
    table.villa(20)
    table.villa(22)
    table.noble(20, 0)
    assert "bridge 20 22" in table.moves("bridge")


def test_b1_never_a_bridge_over_a_bridge_even_with_blocks_between() -> None:
    table = two_pillars()
    table.bridge(1, 3)
    table.raised(1)
    table.raised(3)
    assert table.why_not("bridge 1 3") == "bridge-over-bridge"


def test_b1_bridges_may_overlap_and_one_may_be_the_pillar_of_another() -> None:
    """Rules p. 6: shifted by one field."""
    table = two_pillars()
    table.bridge(1, 3)
    table.raised(4, 2)
    table.noble(2, 0)
    assert table.why_not("bridge 2 4") == "bridge-no-room"
    table.raised(2)
    table.raised(4)
    assert "bridge 2 4" in table.moves("bridge")


def test_b1_a_bridge_ends_two_apart_in_a_row_or_column() -> None:
    table = AlcazarTable()
    table.castle(10, (2, 1, 2))
    table.noble(10, 0)
    assert table.why_not("bridge 10 12") == "bridge-not-in-line"
    assert table.why_not("bridge 12 10") == "bridge-order"
    assert table.why_not("bridge 10 11") == "bridge-not-in-line"


def test_b1_no_level_is_too_high() -> None:
    table = two_pillars(9, 1)
    table.play("bridge 1 3")
    assert table.level(2) == 10


def test_b2_a_gap_becomes_a_place_to_build_on() -> None:
    """Rules p. 6: a bridge from 17 to 67 over no field, whose middle carries the next one to 6."""
    table = AlcazarTable()
    table.castle(16, (2, 2, 1))
    table.castle(66, (1, 2, 2))
    table.villa(6, (1, 1, 1))
    table.noble(17, 0)
    gap = table.at(6, 3)
    table.play("bridge 17 67")
    assert table.level(gap) == 3
    table.play(f"baron {gap}", "buy-tower")
    table.raised(6, 2)
    assert f"bridge 6 {gap}" in table.moves("bridge")


def test_b2_a_field_under_a_bridge_is_covered() -> None:
    """T3: its card builds on top of the bridge."""
    table = AlcazarTable(hands={0: [21]})
    table.villa(20)
    table.villa(22)
    table.noble(20, 0)
    table.play("bridge 20 22", "done", "buy-tower")
    value = table.value(21)
    events = table.play("play 21")
    assert table.level(21) == 3
    assert table.value(21) == value + 2
    assert "villa" not in kinds(events)


def test_b3_example_a_foreign_noble_under_the_bridge_is_captured_at_the_old_value() -> None:
    """Rules p. 8: Yellow bridges 7 to 9; the white baron below is paid 8, the value before."""
    table = AlcazarTable(seats=2)
    table.castle(7, (2, 1, 2, 1))
    table.noble(7, 0)
    table.noble(8, 1, BARON)
    assert table.value(7) == 8
    events = table.play("bridge 7 9")
    assert told(events, "captured") == [(1, 8, BARON, 8, 0)]
    assert kinds(events).index("captured") < kinds(events).index("spanned")
    assert table.state.money[1] == 40 + 8


def test_example_merger_by_a_bridge_8_and_9_and_3_make_20() -> None:
    """Rules p. 7: a bridge on level 3, worth 9, joins a castle of 8 and a villa of 3."""
    table = AlcazarTable()
    table.castle(3, (2, 1, 1, 2))
    table.villa(8, (2,))
    table.noble(6, 0)
    assert (table.value(3), table.value(8)) == (8, 3)
    events = table.play("bridge 6 8")
    assert told(events, "paid") == [(0, 20)]
    assert table.value(8) == 20
    assert kinds(events)[-1] == "paid"
    assert {move.split()[0] for move in table.moves()} >= {"baron", "grande", "move", "done"}


def test_m1_m2_castles_joined_by_a_bridge_add_up_and_all_nobles_stay() -> None:
    table = AlcazarTable(seats=3)
    table.castle(1, (1, 1, 2, 1))
    table.castle(66, (1, 2, 1, 1))
    table.castle(16, (1, 2, 1, 1))
    table.noble(17, 0)
    table.noble(66, 1, GRANDE)
    table.noble(16, 2)
    values = table.value(66), table.value(16)
    events = table.play("bridge 17 67")
    assert table.value(17) == sum(values) + 9
    assert "captured" not in kinds(events)
    assert table.state.nobles.is_of(66, 1)
    assert table.state.nobles.is_of(16, 2)
    assert len({table.crest(cell) for cell in (16, 17, 66, 67)}) == 1
    assert table.state.buildings.of[16] == table.state.buildings.of[69]


def test_m3_a_bridge_may_not_join_a_castle_of_50() -> None:
    table = AlcazarTable()
    table.castle(65, (5, 5, 9, 9))
    table.castle(16, (1, 9, 1))
    table.noble(17, 0)
    assert table.value(67) == 50
    assert table.why_not("bridge 17 67") == "bridge-at-fifty"


def test_m4_a_villa_joins_a_castle_of_50() -> None:
    table = AlcazarTable()
    table.castle(65, (9, 9, 2, 9))
    table.villa(17, (2,))
    table.noble(17, 0)
    assert table.value(67) == 50
    table.play("bridge 17 67")
    assert table.value(17) == 50


def test_m6_two_villas_joined_by_a_bridge_are_a_castle() -> None:
    table = AlcazarTable()
    table.villa(20)
    table.villa(22)
    table.noble(20, 0)
    events = table.play("bridge 20 22")
    assert told(events, "crest") == [(20, 1, 8)]
    assert table.crest(21) == 1


def test_m6_without_a_crest_it_stays_a_villa() -> None:
    table = AlcazarTable()
    for place in range(8):
        table.castle(26 + 5 * place, (2, 1, 1))
    table.villa(2)
    table.villa(4)
    table.noble(2, 0)
    table.play("bridge 2 4")
    assert table.crest(3) == 0
    assert table.value(3) == 8


def test_t6_a_bridge_on_a_castle_of_50_pays_50() -> None:
    table = two_pillars(2, 1)
    table.raised(4, 21)
    assert table.value(1) == 50
    assert told(table.play("bridge 1 3"), "paid") == [(0, 50)]


@pytest.mark.parametrize("count", [1, 2])
def test_e1_the_last_bridge_ends_the_game_after_the_turn(count: int) -> None:
    table = two_pillars()
    table.bridges(count)
    events = table.play("bridge 1 3")
    assert ("last-bridge" in kinds(events)) == (count == 1)
    assert table.state.turn == 0
    table.play("done")
    assert (table.state.end == "bridges") == (count == 1)
    assert (table.state.result is not None) == (count == 1)
