"""Passing, forced withdrawal, and being out (rules p. 7; rulings T1, E1, E2)."""

from __future__ import annotations

from tests.rules.big_boss.table import GRANDE, Table
from tests.rules.dealing import kinds, told


def poor(money: int, *villas: int, cards: bool = True) -> Table:
    """Seat 0 of three has no card in its hand, that much money, and a baron on a villa of each of these values."""
    table = Table(seats=3)
    table.hand(0)
    table.money(money, 30, 30)
    for index, value in enumerate(villas):
        table.villa(10 + 6 * index, (1,) * value)
        table.noble(10 + 6 * index, 0)
    if not cards:
        table.nothing_for_sale()
    return table


def test_a_player_who_can_play_or_buy_may_not_pass() -> None:
    table = Table()
    assert table.why_not("pass") == "must-act"
    table.hand(0)
    table.money(5, 0)
    assert table.why_not("pass") == "must-act"


def test_e2_no_card_in_hand_and_none_for_sale_is_out_for_good() -> None:
    table = poor(30, cards=False)
    assert table.moves() == ["pass"]
    assert kinds(table.play("pass")) == ["passed", "out"]
    assert table.state.out == [1, 0, 0]
    for seat in (1, 2, 1):
        assert table.state.turn == seat
        table.play(table.moves("play")[0])
        if table.state.step == "found":
            table.play("villa")
        if table.state.step == "noble":
            table.play("done")
    assert table.state.turn == 2


def test_e2_t1_he_may_first_withdraw_and_is_still_out() -> None:
    table = poor(30, 3, cards=False)
    assert table.moves() == ["withdraw 10", "pass"]
    table.play("withdraw 10")
    assert table.moves() == ["pass"]
    assert kinds(table.play("pass")) == ["passed", "out"]
    assert table.state.money[0] == 33


def test_e2_a_player_who_is_out_still_gets_compensation_and_is_scored() -> None:
    table = Table(seats=2, hands={1: [9]})
    table.castle(8, (2, 1, 1), stone=8)
    table.noble(9, 0, GRANDE)
    table.hand(0)
    table.nothing_for_sale()
    table.play("pass")
    assert table.state.turn == 1
    assert told(table.play("play 9"), "captured") == [(0, 9, GRANDE, 10, 1)]
    assert table.state.money[0] == 40
    assert table.state.scores()[0] == 40


def test_e2_too_little_money_he_must_withdraw_a_noble_who_brings_enough_and_then_buy() -> None:
    table = poor(3, 1, 2, 4)
    assert table.moves() == ["withdraw 16", "withdraw 22"]
    assert table.why_not("pass") == "must-withdraw"
    assert table.why_not("withdraw 10") == "withdraw-enough"
    assert table.why_not("buy-pile") == "dear-card"
    table.play("withdraw 16")
    assert {move.split()[0] for move in table.moves()} == {"buy-card", "buy-pile"}
    assert table.why_not("pass") == "must-act"
    table.play("buy-pile")
    assert (table.state.money[0], table.state.turn) == (0, 1)


def test_e2_if_none_brings_enough_he_must_still_withdraw_one_and_then_passes() -> None:
    table = poor(1, 1, 2)
    assert table.moves() == ["withdraw 10", "withdraw 16"]
    table.play("withdraw 10")
    assert table.moves() == ["pass"]
    assert kinds(table.play("pass")) == ["passed"]
    assert table.state.out == [0, 0, 0]


def test_e2_without_nobles_on_the_board_he_passes_and_is_not_out() -> None:
    table = poor(4)
    assert table.moves() == ["pass"]
    assert kinds(table.play("pass")) == ["passed"]
    assert table.state.out == [0, 0, 0]


def test_e2_the_cheapest_card_for_sale_can_be_a_tower_card() -> None:
    """Construction cards are gone: 9 Real are too little, and a noble has to bring at least 1."""
    table = poor(8, 1, 2)
    table.nothing_for_sale(towers=True)
    assert table.moves() == ["withdraw 16"]
    table.play("withdraw 16")
    assert table.moves() == ["buy-tower"]


def test_e2_unplayable_tower_cards_and_no_money_withdraw_and_buy_or_pass_without_being_out() -> None:
    table = poor(4, 1)
    table.state.buildings.level[10] = 5
    table.state.buildings.value[10] = 15
    table.state.buildings.give_crest(10)
    table.state.buildings.blocks -= 4
    table.towers(0, 1)
    assert table.moves() == ["withdraw 10", "pass"]
    table.play("withdraw 10")
    assert "pass" not in table.moves()
    table.play("buy-tower")
    assert table.state.turn == 1
    table = poor(4)
    table.towers(0, 1)
    assert table.moves() == ["pass"]
    assert kinds(table.play("pass")) == ["passed"]
    assert (table.state.out, table.state.passed) == ([0, 0, 0], [1, 0, 0])


def test_e2_unplayable_tower_cards_with_nothing_for_sale_do_not_put_a_player_out() -> None:
    table = poor(30, cards=False)
    table.state.cards.spent -= 1
    table.state.cards.towers[0] += 1
    assert kinds(table.play("pass")) == ["passed"]
    assert table.state.out == [0, 0, 0]


def test_e2_a_playable_tower_card_has_to_be_played() -> None:
    table = poor(4)
    table.villa(40)
    table.towers(0, 1)
    assert table.moves() == ["play-tower 40"]
    assert table.why_not("pass") == "must-act"


def test_e2_with_a_card_in_hand_and_no_money_nothing_has_to_be_withdrawn() -> None:
    table = Table()
    table.money(0, 0)
    table.castle(8, (2, 1, 1))
    table.noble(8, 0)
    assert "play 1" in table.moves()
    assert "withdraw 8" in table.moves()


def everybody_poor() -> Table:
    """Nobody of three has a card or money."""
    table = Table(seats=3)
    for seat in range(3):
        table.hand(seat)
    table.money(0, 0, 0)
    return table


def test_e1_the_game_ends_when_everybody_has_passed_in_a_row() -> None:
    table = everybody_poor()
    table.play("pass", "pass")
    assert table.state.result is None
    events = table.play("pass")
    assert kinds(events) == ["passed", "over"]
    assert table.state.result is not None
    assert table.state.result.end == "passed"
    assert table.state.turn is None


def test_e1_a_withdrawal_is_a_change_so_all_have_to_pass_once_more() -> None:
    """Seat 2 withdraws a baron of 1 and passes: only after three more passes in a row is it over."""
    table = everybody_poor()
    table.villa(10)
    table.noble(10, 2)
    table.play("pass", "pass", "withdraw 10", "pass")
    assert table.state.result is None
    table.play("pass", "pass")
    assert table.state.result is None
    table.play("pass")
    assert table.state.result is not None


def test_e1_a_purchase_is_a_change() -> None:
    table = everybody_poor()
    table.money(0, 0, 5)
    table.play("pass", "pass", "buy-pile")
    assert table.state.passed == [0, 0, 0]


def test_e1_players_who_are_out_need_not_pass_again() -> None:
    table = everybody_poor()
    table.nothing_for_sale()
    table.state.cards.spent -= 1
    table.state.cards.towers[1] += 1
    table.play("pass", "pass")
    assert table.state.out == [1, 0, 0]
    assert table.state.result is None
    events = table.play("pass")
    assert kinds(events) == ["passed", "out", "over"]


def test_e1_the_game_ends_when_all_are_out() -> None:
    table = everybody_poor()
    table.nothing_for_sale()
    table.play("pass", "pass")
    assert told(table.play("pass"), "over") == [("passed",)]
