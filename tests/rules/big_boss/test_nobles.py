"""Placing, withdrawing and capturing nobles (rules p. 6 and 7; rulings T1, T2, T6, T7)."""

from __future__ import annotations

import pytest

from tests.rules.big_boss.table import BARON, GRANDE, Table
from tests.rules.dealing import kinds, told


def test_example_red_founds_with_8_and_places_a_grande_for_10() -> None:
    """Rules p. 6: 5 Real for the founding, 10 for the grande."""
    table = Table(hands={0: [8]})
    table.play("play 8", "castle 8", "grande 8", "done")
    assert table.state.money[0] == 30 + 5 - 10


def test_example_blue_extends_with_7_for_6_and_places_a_baron_for_6() -> None:
    table = Table(hands={0: [7]})
    table.castle(8, (2, 1, 1), stone=8)
    events = table.play("play 7", "baron 7")
    assert told(events, "paid") == [(0, 6)]
    assert told(events, "placed") == [(0, 7, BARON, 6)]


def test_example_red_founds_a_villa_with_5_and_places_a_baron_for_1() -> None:
    table = Table(hands={0: [5]})
    table.play("play 5", "villa", "baron 5")
    assert table.state.money[0] == 30
    assert table.state.nobles.is_of(5, 0)


def test_nobles_are_placed_only_on_what_was_built_this_turn() -> None:
    table = Table(hands={0: [7]})
    table.castle(8, (2, 1, 1), stone=8)
    table.play("play 7")
    assert table.moves() == ["baron 7", "grande 7", "done"]
    assert table.why_not("baron 9") == "not-new"


def test_one_noble_to_a_field() -> None:
    table = Table(hands={0: [8]})
    table.play("play 8", "castle 8", "baron 9")
    assert table.why_not("grande 9") == "place-taken"


def test_t7_nobody_places_after_sliding_a_block_under_an_own_noble() -> None:
    table = Table(hands={0: [9]})
    table.castle(8, (2, 1, 1), stone=8)
    table.noble(9, 0)
    table.play("play 9")
    assert table.state.turn == 1


def test_after_a_capture_the_free_field_takes_a_noble() -> None:
    table = Table(hands={0: [9]})
    table.castle(8, (2, 1, 1), stone=8)
    table.noble(9, 1)
    events = table.play("play 9", "baron 9")
    assert told(events, "captured") == [(1, 9, BARON, 5, 0)]
    assert told(events, "placed") == [(0, 9, BARON, 7)]


def test_t1_the_noble_step_is_skipped_when_nothing_is_possible() -> None:
    """After being paid one can always pay a baron; but not if none is left."""
    table = Table(hands={0: [60]})
    table.castle(8, (2, 2, 1), stone=8)
    table.castle(20, (5, 5))
    for cell in (8, 9, 10):
        table.noble(cell, 0)
    for cell in (20, 21):
        table.noble(cell, 0, GRANDE)
    for cell in (40, 42, 44):
        table.villa(cell)
        table.noble(cell, 0)
    table.play("play 60", "villa")
    assert table.state.turn == 1


def test_t1_the_second_noble_of_a_castle_is_not_asked_for_without_money() -> None:
    table = Table(hands={0: [8]})
    table.money(3, 30)
    table.play("play 8", "castle 8")
    assert table.moves("grande") == []
    assert table.why_not("grande 8") == "dear-noble"
    table.play("baron 8")
    assert (table.state.turn, table.state.money[0]) == (1, 3)


@pytest.mark.parametrize(
    ("first", "levels", "rank", "real"),
    [(8, (4,), BARON, 10), (8, (5,), GRANDE, 30), (8, (1, 1), GRANDE, 4)],
    ids=["baron from 10", "grande from 15", "grande from a villa of 2"],
)
def test_examples_of_withdrawing(first: int, levels: tuple[int, ...], rank: int, real: int) -> None:
    """Rules p. 6: 10, 30 and 4 Real; the value does not change."""
    table = Table()
    if len(levels) == 1:
        table.castle(first, levels)
    else:
        table.villa(first, levels)
    table.noble(first, 0, rank)
    before = table.value(first)
    events = table.play(f"withdraw {first}")
    assert told(events, "withdrew") == [(0, first, rank, real)]
    assert table.state.money[0] == 30 + real
    assert table.state.nobles.left(0, rank) == (6 if rank == BARON else 2)
    assert table.value(first) == before


def test_t1_one_withdrawal_comes_first_and_then_exactly_one_main_action() -> None:
    table = Table(hands={0: [8]})
    table.castle(20, (2, 1, 1))
    table.noble(20, 0)
    table.noble(21, 0)
    assert table.moves("withdraw") == ["withdraw 20", "withdraw 21"]
    table.play("withdraw 20")
    assert table.state.turn == 0
    assert table.moves("withdraw") == []
    assert table.why_not("withdraw 21") == "withdrawn-already"
    table.play("play 8", "castle 8")
    assert table.why_not("withdraw 21") == "finish-noble"
    table.play("done")
    assert table.state.turn == 1


def test_t1_a_withdrawn_noble_can_be_placed_again_in_the_same_turn() -> None:
    table = Table(hands={0: [8]})
    table.castle(20, (2, 1, 1))
    table.noble(20, 0, GRANDE)
    table.play("withdraw 20", "play 8", "castle 8", "grande 8")
    assert table.state.nobles.left(0, GRANDE) == 1


def test_t2_capture_then_piece_then_value_then_payment_then_nobles() -> None:
    table = Table(hands={0: [9]})
    table.castle(8, (2, 1, 1), stone=8)
    table.noble(9, 1, GRANDE)
    events = table.play("play 9", "grande 9")
    assert kinds(events) == ["played", "captured", "built", "paid", "placed"]
    assert [told(events, kind)[0][-1] for kind in ("built", "paid", "placed")] == [7, 7, 14]
    assert told(events, "captured")[0][3] == 10


def test_different_players_may_live_in_one_building() -> None:
    table = Table(hands={0: [8], 1: [11]})
    table.play("play 8", "castle 8", "baron 8", "done", "play 11", "baron 11")
    assert table.state.nobles.standing() == [(8, 0, BARON), (11, 1, BARON)]


def test_example_the_whole_story_of_page_6_and_7() -> None:
    """Red founds with 8, blue adds 7, red a villa on 5, then two tower cards, and at last card 10 on blue's grande."""
    table = Table(hands={0: [8, 5, 10], 1: [7]})
    red, blue = 0, 1
    assert told(table.play("play 8", "castle 8", "grande 8", "done"), "placed") == [(red, 8, GRANDE, 10)]
    assert told(table.play("play 7", "baron 7"), "placed") == [(blue, 7, BARON, 6)]
    assert told(table.play("play 5", "baron 5"), "villa") == [(red, 5)]
    table.play("buy-tower", "buy-tower", "buy-card 21")
    events = table.play("play-tower 8")
    assert told(events, "built") == [(red, 8, 3, 1, 9)]
    assert told(events, "paid") == [(red, 9)]
    events = table.play("play-tower 10", "grande 10")
    assert told(events, "paid") == [(blue, 11)]
    assert told(events, "placed") == [(blue, 10, GRANDE, 22)]
    events = table.play("play 10")
    assert told(events, "captured") == [(blue, 10, GRANDE, 22, red)]
    assert told(events, "built") == [(red, 10, 3, 1, 14)]
    table.play("done")
    assert table.state.money == [30 + 5 - 10 + 1 - 1 - 10 + 9 + 14, 30 + 6 - 6 - 10 - 5 + 11 - 22 + 22]
