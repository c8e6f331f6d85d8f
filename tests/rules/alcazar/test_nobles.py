"""Placing, moving and swapping nobles (rules p. 8; rulings B4, T7)."""

from __future__ import annotations

from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import BARON, GRANDE
from tests.rules.dealing import told


def after_the_bridge() -> AlcazarTable:
    """Rules p. 8: Red has built a bridge from 1 to 3; its grande stands on 4, its baron came up on 1."""
    table = AlcazarTable(hands={0: [20]})
    table.castle(1, (2, 1, 2, 1))
    table.noble(1, 0, BARON)
    table.noble(4, 0, GRANDE)
    table.play("bridge 1 3")
    return table


def test_example_the_grande_moves_from_4_to_3_free_of_charge() -> None:
    table = after_the_bridge()
    money = table.state.money[0]
    events = table.play("move 4 3")
    assert told(events, "moved") == [(0, 4, 3, GRANDE)]
    assert table.state.money[0] == money
    assert (table.state.nobles.on[4], table.state.nobles.is_of(3, 0)) == (0, True)
    assert table.state.turn == 1


def test_e4_a_grande_from_level_1_to_3_is_worth_4_points_more() -> None:
    table = after_the_bridge()
    before = table.state.scores()[0]
    table.play("move 4 3")
    assert table.state.scores()[0] == before + 4


def test_example_grande_and_baron_may_swap_instead() -> None:
    table = after_the_bridge()
    assert told(table.play("swap 4 1"), "swapped") == [(0, 4, 1)]
    assert (table.state.nobles.on[1] & 3, table.state.nobles.on[4] & 3) == (GRANDE, BARON)


def test_b4_a_noble_may_be_placed_on_any_of_the_three_cells_of_a_bridge() -> None:
    table = after_the_bridge()
    assert table.moves("baron") == ["baron 2", "baron 3"]
    assert table.why_not("baron 1") == "place-taken"
    table.play("baron 2")
    assert table.state.turn == 1


def test_b4_equal_nobles_are_not_swapped() -> None:
    table = after_the_bridge()
    assert table.why_not("swap 1 4") == "swap-alike"
    assert table.why_not("swap 1 1") == "swap-alike"


def test_b4_only_within_the_building() -> None:
    table = AlcazarTable()
    table.castle(1, (2, 1, 2, 1))
    table.castle(30, (2, 1, 1))
    table.noble(1, 0)
    table.noble(30, 0, GRANDE)
    table.play("bridge 1 3")
    assert table.why_not("move 30 2") == "other-building"
    assert table.why_not("swap 30 1") == "other-building"


def test_b4_only_to_what_was_built() -> None:
    table = after_the_bridge()
    assert table.why_not("move 1 4") == "not-new-cell"
    assert table.why_not("move 4 1") == "cell-taken"
    assert table.why_not("move 5 3") == "nobody-there"


def test_b4_the_swap_is_allowed_after_a_block_went_under_an_own_noble() -> None:
    table = AlcazarTable(hands={0: [1]})
    table.castle(1, (2, 1, 1))
    table.noble(1, 0, BARON)
    table.noble(3, 0, GRANDE)
    table.play("play 1")
    assert table.moves() == ["swap 3 1", "done"]


def test_t7_without_a_pair_to_swap_the_step_is_skipped_after_rising() -> None:
    table = AlcazarTable(hands={0: [1]})
    table.castle(1, (2, 1, 1))
    table.noble(1, 0, BARON)
    table.play("play 1")
    assert table.state.turn == 1


def test_t7_a_founding_takes_two_nobles_and_no_exchange_after_the_first() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.play("play 8", "castle 7", "grande 8")
    assert table.moves() == ["baron 7", "baron 9", "grande 7", "grande 9", "done"]
    assert table.why_not("move 8 7") == "placed-already"
    assert table.why_not("swap 8 7") == "placed-already"
    table.play("baron 7")
    assert table.state.money[0] == 40 + 5 - 10 - 5


def test_b4_a_noble_may_be_moved_onto_a_new_block_beside_the_castle() -> None:
    table = AlcazarTable(hands={0: [4]})
    table.castle(1, (2, 1, 1))
    table.noble(2, 0)
    table.play("play 4")
    assert "move 2 4" in table.moves("move")


def test_b4_a_foreign_noble_is_never_moved() -> None:
    table = AlcazarTable(hands={0: [4]})
    table.castle(1, (2, 1, 1))
    table.noble(2, 1)
    table.noble(3, 0, GRANDE)
    table.play("play 4")
    assert table.why_not("move 2 4") == "not-your-noble"
    assert table.why_not("swap 3 2") == "not-your-noble"
