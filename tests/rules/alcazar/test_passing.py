"""Passing, forced withdrawal, bridges instead, and the ends (rules p. 8; rulings T1, E1, E2)."""

from __future__ import annotations

from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import GRANDE
from tests.rules.dealing import kinds, told


def bare(money: int, seats: int = 2, sale: str = "all") -> AlcazarTable:
    """Seat 0 has no card and that much money; for sale are ``all`` cards, tower cards only, or nothing."""
    table = AlcazarTable(seats=seats)
    table.hand(0)
    table.money(money, *[40] * (seats - 1))
    if sale != "all":
        table.nothing_for_sale(towers=sale == "towers")
    return table


def builder(money: int, sale: str = "all") -> AlcazarTable:
    """As :func:`bare`, with pillars on 1 and 3 and barons of seat 0 on both: a bridge is possible for 15 Real."""
    table = bare(money, sale=sale)
    table.castle(1, (2, 1, 2))
    table.noble(1, 0)
    table.noble(3, 0)
    return table


def test_e2_a_player_who_can_buy_has_to_act_a_bridge_counts() -> None:
    table = builder(20)
    assert table.why_not("pass") == "must-act"
    assert "bridge 1 3" in table.moves()


def test_e2_no_card_and_none_for_sale_is_out_for_good() -> None:
    table = bare(40, sale="nothing")
    assert table.moves() == ["pass"]
    assert kinds(table.play("pass")) == ["passed", "out"]
    assert table.state.out == [1, 0]


def test_e2_a_player_who_would_be_out_may_build_a_bridge_and_stay_in() -> None:
    table = builder(20, sale="nothing")
    assert table.state.prompt().kind == "may-pass"
    assert table.moves() == ["withdraw 1", "withdraw 3", "pass", "bridge 1 3"]
    table.play("bridge 1 3", "done")
    assert table.state.out == [0, 0]


def test_e2_the_money_of_a_withdrawal_may_pay_for_that_bridge() -> None:
    table = builder(8, sale="nothing")
    assert table.moves("bridge") == []
    table.play("withdraw 3")
    assert table.state.prompt().kind == "may-pass"
    assert table.moves() == ["pass", "bridge 1 3"]


def test_e2_a_player_who_cannot_buy_or_play_may_pass_despite_a_possible_bridge() -> None:
    table = builder(20, sale="nothing")
    assert kinds(table.play("pass")) == ["passed", "out"]


def test_e2_a_noble_withdrawn_for_a_card_pays_for_a_card_and_no_bridge() -> None:
    table = builder(4)
    table.raised(2, 9)
    table.raised(1, 9)
    table.raised(3, 9)
    assert table.state.prompt().kind == "must-withdraw"
    assert table.moves() == ["withdraw 1", "withdraw 3"]
    table.play("withdraw 3")
    assert table.state.money[0] == 54
    assert table.state.prompt().kind == "must-buy"
    assert table.why_not("bridge 1 3") == "must-buy"
    assert {move.split()[0] for move in table.moves()} == {"buy-card", "buy-pile", "buy-tower"}


def test_e2_the_turn_after_a_bridge_is_possible_again() -> None:
    table = builder(4)
    table.raised(2, 9)
    table.raised(1, 9)
    table.raised(3, 9)
    table.play("withdraw 3", "buy-tower", "buy-tower")
    assert "bridge 1 3" in table.moves()


def test_e2_if_no_noble_brings_enough_he_must_still_withdraw_one_and_then_passes() -> None:
    table = bare(1)
    table.villa(10)
    table.villa(20)
    table.noble(10, 0)
    table.noble(20, 0)
    assert table.moves() == ["withdraw 10", "withdraw 20"]
    table.play("withdraw 10")
    assert table.state.prompt().kind == "may-pass"
    assert table.moves() == ["pass"]
    assert kinds(table.play("pass")) == ["passed"]
    assert table.state.out == [0, 0]


def test_e2_he_must_withdraw_a_noble_that_brings_enough_if_there_is_one() -> None:
    table = bare(1)
    table.villa(10)
    table.villa(20, (1, 1, 1))
    table.noble(10, 0, GRANDE)
    table.noble(20, 0, GRANDE)
    assert table.moves() == ["withdraw 20"]
    assert table.why_not("withdraw 10") == "withdraw-enough"


def test_e2_without_nobles_on_the_board_he_passes_without_being_out() -> None:
    table = bare(4)
    assert table.moves() == ["pass"]
    assert kinds(table.play("pass")) == ["passed"]


def test_e2_tower_cards_without_a_purpose_and_no_money_withdraw_and_buy_or_pass() -> None:
    """W2: a tower card needs an own noble with a level to go; without one it cannot be played, however much is built."""
    table = bare(4)
    table.castle(1, (5, 5, 5))
    table.noble(1, 0)
    table.towers(0, 1)
    assert table.moves() == ["withdraw 1", "pass"]
    table.play("withdraw 1")
    assert "pass" not in table.moves()
    table = bare(4)
    table.castle(1, (5, 5, 5))
    table.towers(0, 1)
    assert kinds(table.play("pass")) == ["passed"]
    assert table.state.out == [0, 0]


def test_e2_a_tower_card_with_a_purpose_has_to_be_played() -> None:
    table = bare(4)
    table.castle(1, (5, 1, 1))
    table.noble(1, 0)
    table.towers(0, 1)
    assert table.moves() == ["withdraw 1", "play-tower 3"]
    assert table.why_not("pass") == "must-act"


def test_e2_a_player_who_is_out_is_compensated_and_scored() -> None:
    table = AlcazarTable(hands={1: [2]})
    table.castle(1, (2, 1, 2, 1))
    table.noble(2, 0, GRANDE)
    table.noble(4, 0)
    table.noble(1, 1)
    table.hand(0)
    table.nothing_for_sale()
    table.play("pass")
    value = table.value(1)
    assert told(table.play("bridge 1 3"), "captured") == [(0, 2, GRANDE, 2 * value, 1)]
    assert table.state.scores()[0] == 1 + (40 + 2 * value) // 50


def everybody_poor() -> AlcazarTable:
    table = bare(0, seats=3)
    for seat in (1, 2):
        table.hand(seat)
    table.money(0, 0, 0)
    return table


def test_e1_the_game_ends_when_everybody_has_passed_in_a_row() -> None:
    table = everybody_poor()
    table.play("pass", "pass")
    assert table.state.result is None
    assert told(table.play("pass"), "over") == [("passed",)]
    assert table.state.result is not None
    assert table.state.result.end == "passed"


def test_e1_a_bridge_is_a_change() -> None:
    table = everybody_poor()
    table.nothing_for_sale()
    table.castle(1, (2, 1, 2))
    table.noble(1, 2)
    table.money(0, 0, 15)
    table.play("pass", "pass")
    assert table.state.out == [1, 1, 0]
    table.play("bridge 1 3", "done")
    assert table.state.result is None
    assert table.state.turn == 2
    table.play("pass")
    assert table.state.result is not None


def test_e1_the_last_block_of_a_founding_ends_the_game_after_the_nobles() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.blocks(4)
    events = table.play("play 8", "castle 8")
    assert "last-block" in kinds(events)
    assert table.state.result is None
    table.play("grande 8", "done")
    assert table.state.end == "blocks"
    assert table.state.scores() == (4, 0)


def test_t1_one_withdrawal_first_and_a_bridge_after_it() -> None:
    table = AlcazarTable()
    table.castle(1, (2, 1, 2))
    table.castle(30, (2, 1, 1))
    table.noble(1, 0)
    table.noble(30, 0, GRANDE)
    table.money(5, 40)
    assert table.moves("bridge") == []
    assert told(table.play("withdraw 30"), "withdrew") == [(0, 30, GRANDE, 10)]
    assert table.why_not("withdraw 1") == "withdrawn-already"
    table.play("bridge 1 3", "done")
    assert table.state.turn == 1
