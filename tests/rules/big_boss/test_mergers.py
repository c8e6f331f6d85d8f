"""Mergers (rules p. 4 and 5; rulings M1, M2, M3, M4)."""

from __future__ import annotations

import pytest

from tests.rules.big_boss.table import BARON, FIFTY, GRANDE, Table
from tests.rules.dealing import kinds, told


def example(**options: str) -> Table:
    """Rules p. 5: card 6 closes the gap between a castle of 11 on the left and one of 6 on the right."""
    table = Table(seats=3, hands={0: [6]}, **options)
    table.castle(2, (2, 3, 1, 1), stone=2)
    table.castle(7, (2, 1, 1, 1), stone=7)
    assert (table.value(2), table.value(7)) == (11, 6)
    return table


def test_example_m1_11_and_1_and_6_make_18() -> None:
    table = example()
    events = table.play("play 6")
    assert told(events, "built") == [(0, 6, 1, 1, 12)]
    assert told(events, "merged") == [(0, 6, 1, 2, 18)]
    assert told(events, "paid") == [(0, 18)]
    assert {table.crest(cell) for cell in range(2, 11)} == {1}


def test_example_m2_compensation_is_6_for_a_baron_and_12_for_a_grande() -> None:
    table = example()
    table.noble(7, 1, BARON)
    table.noble(9, 2, GRANDE)
    table.noble(8, 0, BARON)
    table.noble(2, 1, GRANDE)
    events = table.play("play 6")
    assert kinds(events) == ["played", "captured", "captured", "built", "merged", "paid"]
    assert told(events, "captured") == [(1, 7, BARON, 6, 0), (2, 9, GRANDE, 12, 0)]
    assert table.state.money == [30 + 18, 30 + 6, 30 + 12]
    assert [cell for cell, _, _ in table.state.nobles.standing()] == [2, 8]
    assert (table.state.nobles.left(1, BARON), table.state.nobles.left(2, GRANDE)) == (6, 2)


def test_m1_one_noble_may_be_placed_on_the_joining_block_at_the_new_value() -> None:
    table = example()
    table.play("play 6")
    assert table.moves() == ["baron 6", "grande 6", "done"]
    assert told(table.play("grande 6"), "placed") == [(0, 6, GRANDE, 36)]
    assert table.state.turn == 1


@pytest.mark.parametrize(
    ("left", "right", "asked"),
    [
        ((2, 1, 1), (2, 1, 1), True),
        ((2, 1, 1, 1), (2, 1, 1), True),
        ((2, 1, 1), (2, 1, 1, 1), True),
        ((2, 2, 1), (2, 1, 1), False),
    ],
)
def test_m1_the_player_is_asked_which_castle_stays_only_if_the_values_differ_by_0_or_1(
    left: tuple[int, ...], right: tuple[int, ...], asked: bool
) -> None:
    table = Table(hands={0: [10]})
    table.castle(10 - len(left), left)
    table.castle(11, right)
    table.noble(11, 1)
    events = table.play("play 10")
    assert (table.moves() == ["keep 1", "keep 2"]) == asked
    assert ("merged" in kinds(events)) != asked


def test_m1_the_lower_castle_survives_if_the_block_is_credited_to_it() -> None:
    """5 and 6: the block lifts 5 to 6, and on a tie the player chooses."""
    table = Table(hands={0: [10]})
    table.castle(7, (2, 1, 1))
    table.castle(11, (2, 1, 1, 1))
    table.noble(7, 1)
    table.noble(14, 1, GRANDE)
    table.play("play 10")
    events = table.play("keep 1")
    assert kinds(events) == ["captured", "built", "merged", "paid"]
    assert told(events, "captured") == [(1, 14, GRANDE, 12, 0)]
    assert told(events, "built") == [(0, 10, 1, 1, 6)]
    assert told(events, "merged") == [(0, 10, 1, 2, 12)]
    assert table.state.nobles.is_of(7, 1)


def test_m2_the_absorbed_castle_pays_its_value_before_the_block() -> None:
    table = Table(hands={0: [10]})
    table.castle(7, (2, 1, 1))
    table.castle(11, (2, 1, 1))
    table.noble(7, 1)
    table.play("play 10")
    assert told(table.play("keep 2"), "captured") == [(1, 7, BARON, 5, 0)]
    assert table.value(7) == 11


def test_m1_t2_a_choice_that_changes_nothing_is_not_offered() -> None:
    """No other player's noble stands in either castle of 5. Only the colour decides which crest stays: the lower number."""
    table = Table(hands={0: [10]})
    table.castle(11, (2, 1, 1))
    table.castle(7, (2, 1, 1))
    table.noble(7, 0)
    events = table.play("play 10")
    assert told(events, "merged") == [(0, 10, 1, 2, 11)]


def test_m1_the_sum_is_capped_at_50() -> None:
    table = Table(hands={0: [10]})
    table.castle(7, (5, 5, 3))
    table.castle(11, (5, 5, 2))
    events = table.play("play 10")
    assert told(events, "merged") == [(0, 10, 1, 2, 50)]
    assert told(events, "paid") == [(0, 50)]


@pytest.mark.parametrize("other", [FIFTY, (2, 1, 1)])
def test_m3_no_merger_with_a_castle_that_stood_at_50(other: tuple[int, ...]) -> None:
    """The card is played, the block leaves the game, the player gets 50 and places no noble."""
    table = Table(hands={0: [10]})
    table.castle(6, FIFTY)
    table.castle(11, other)
    table.noble(11, 1)
    before = table.state.buildings.blocks
    events = table.play("play 10")
    assert kinds(events) == ["played", "lost-block", "paid"]
    assert told(events, "lost-block") == [(0, 10)]
    assert told(events, "paid") == [(0, 50)]
    assert (table.level(10), table.state.buildings.blocks, table.state.buildings.lost) == (0, before - 1, 1)
    assert table.state.cards.discards == [10]
    assert (table.crest(6), table.crest(11), table.state.turn) == (1, 2, 1)


def test_m3_the_lost_block_can_end_the_game() -> None:
    table = Table(hands={0: [10]})
    table.castle(6, FIFTY)
    table.castle(11, (2, 1, 1))
    table.blocks(1)
    events = table.play("play 10")
    assert kinds(events) == ["played", "lost-block", "last-block", "paid", "over"]
    assert table.state.result is not None
    assert table.state.result.end == "blocks"


def test_m3_a_castle_that_only_now_would_reach_50_does_merge() -> None:
    """49 and 5: the block takes the first to 50, but it stood at 49 before the move."""
    table = Table(hands={0: [10]})
    table.castle(6, (5, 5, 5, 2, 1)[:4])
    assert table.value(6) == 48
    table.castle(11, (2, 1, 1))
    assert told(table.play("play 10"), "merged") == [(0, 10, 1, 2, 50)]
    table = Table(hands={0: [10]})
    table.castle(5, (5, 5, 5, 2, 1))
    assert table.value(5) == 49
    table.castle(11, (2, 1, 1))
    assert told(table.play("play 10"), "merged") == [(0, 10, 1, 2, 50)]


def test_example_m4_villa_of_4_and_castle_of_6_by_card_6_are_worth_11() -> None:
    """Rules p. 5: the villa's nobles now belong to the castle and stay where they are."""
    table = Table(hands={0: [6]})
    table.castle(2, (2, 1, 1, 1), stone=2)
    table.villa(7, (1, 1, 1, 1))
    table.noble(8, 1)
    events = table.play("play 6")
    assert told(events, "built") == [(0, 6, 1, 1, 7)]
    assert told(events, "merged") == [(0, 6, 1, 0, 11)]
    assert told(events, "paid") == [(0, 11)]
    assert table.state.nobles.is_of(8, 1)
    assert table.value(8) == 11


def test_m4_the_joining_block_belongs_to_the_castle_on_either_side() -> None:
    table = Table(hands={0: [6]})
    table.villa(2, (1, 1, 1, 1))
    table.castle(7, (2, 1, 1))
    assert told(table.play("play 6"), "merged") == [(0, 6, 1, 0, 10)]


def test_m4_a_castle_at_50_takes_a_villa_over_and_stays_at_50() -> None:
    table = Table(hands={0: [10]})
    table.castle(6, FIFTY)
    table.villa(11, (2,))
    table.noble(11, 1)
    events = table.play("play 10")
    assert told(events, "merged") == [(0, 10, 1, 0, 50)]
    assert told(events, "paid") == [(0, 50)]
    assert told(events, "captured") == []
    assert table.value(11) == 50
    assert table.moves() == ["baron 10", "done"]


def test_m4_two_villas_become_one_and_from_5_on_a_castle() -> None:
    """1 + 1 + 2 is still a villa; with another villa it is a castle. All nobles stay."""
    table = Table(hands={0: [6], 1: [9]})
    table.villa(5)
    table.villa(7, (1, 1))
    table.villa(10)
    table.noble(5, 1)
    table.noble(10, 0)
    events = table.play("play 6", "done")
    assert told(events, "merged") == [(0, 6, 0, 0, 4)]
    assert told(events, "paid") == [(0, 4)]
    events = table.play("play 9")
    assert kinds(events) == ["played", "built", "merged", "crest", "paid"]
    assert told(events, "crest") == [(5, 1, 6)]
    assert len(table.state.nobles.standing()) == 2
