"""Paying in coins, one payment after the other, and card by card (the rulings on paying)."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from rules.burgenland.cards import coins_of, colour_of, face_of
from rules.burgenland.payment import (
    COINS,
    DIFFERENT,
    NOTHING,
    PERMISSION,
    SAME,
    Paid,
    Price,
    Purse,
    can_pay,
    missing,
    settled,
    suits,
    superfluous,
)
from tests.rules.burgenland.table import Table
from tests.rules.dealing import told


def test_the_sum_reaches_the_price_and_there_is_no_change() -> None:
    table = Table(hands={0: "red1 red1 red1 red1 brown3"}, builder=2)
    table.buy("palace 4 1", "red1 red1 red1 red1 brown3")
    assert table.cards(0) == ""


def test_jokers_are_worth_nothing_in_coins() -> None:
    table = Table(hands={0: "red3 brown3"}, jokers={0: 5}, builder=3)
    table.play("palace 4 1", "pay-joker", "pay-joker", "pay-joker", "pay-joker")
    assert table.why_not("pay-joker") == "joker-worthless"
    assert table.moves() == ["pay 1 3", "pay 8 3"]
    table = Table(jokers={0: 5})
    assert table.why_not("palace 4 1") == "short-builder"
    assert table.why_not("joker") == "short-joker"


def test_a_card_that_is_needed_is_taken_even_if_the_sum_goes_over() -> None:
    """1, 2 and 3 make 6; 2, 3 and 2 make 7, and without any of them it would be too little. No change is given."""
    table = Table(hands={0: "red1 red2 brown3 brown3 purple2"})
    table.play("joker", "pay 1 1", "pay 1 2", "pay 8 3")
    assert table.position.bill is None
    table = Table(hands={0: "green2 brown3 purple2 red2"})
    table.buy("joker", "green2 brown3 purple2")
    assert table.cards(0) == "red2"


def test_a_card_that_makes_another_superfluous_is_refused() -> None:
    table = Table(hands={0: "red1 green2 purple2 brown1 brown3"})
    table.play("joker", "pay 1 1", "pay 4 2", "pay 7 2")
    # 5 so far: with the 3 it would be 8, and a 2 (or the 1) could stay in the hand.
    assert table.why_not("pay 8 3") == "superfluous"
    table.play("pay 8 1")
    assert table.position.players[0].jokers == 1


def test_a_card_that_would_be_superfluous_in_the_end_is_refused_at_once() -> None:
    """If only threes are left, a payment of 6 never needs a 1."""
    table = Table(hands={0: "red1 brown3 purple3"})
    table.play("joker")
    assert table.why_not("pay 1 1") == "wasted"
    table.play("pay 8 3", "pay 7 3")


def test_paying_cannot_run_into_a_dead_end() -> None:
    table = Table(hands={0: "red1 red1 red1 red1 orange3 purple1"}, builder=3)
    table.play("palace 1 2") if False else None
    table = Table(hands={0: "red1 red1 red1 light-blue3 light-blue2"}, builder=3)
    table.play("palace 4 1")
    assert table.why_not("pay 5 3") == "leaves-builder"
    table.play("pay 5 2", "pay 1 1", "pay 1 1", "pay 1 1", "pay 5 3")
    assert table.position.built[3][0] == 3


def test_two_payments_in_one_build_are_judged_by_themselves_with_different_cards() -> None:
    """-10 and a builder of 3: 3+3+3+1 and then 2+1 would be one card fewer together, but each is right by itself."""
    table = Table(hands={0: "red3 orange3 green3 purple1 brown2 brown1"}, tiles={0: "minus-ten"}, builder=3)
    events = table.play("palace 8 2", "minus-ten", "pay 1 3", "pay 2 3", "pay 4 3", "pay 7 1")
    assert table.position.bill is not None
    assert table.state.prompt().kind == "pay-builder"
    events = table.play("pay 8 2", "pay 8 1")
    assert told(events, "built") == [(0, 3, 8, 2)]


def test_a_card_for_minus_ten_that_the_builder_needs_is_refused() -> None:
    table = Table(hands={0: "red3 orange3 green2 purple2 brown2"}, tiles={0: "minus-ten"}, builder=2)
    table.play("palace 8 2", "minus-ten", "pay 1 3", "pay 2 3", "pay 4 2", "pay 7 2")
    table.play("pay 8 2")
    assert table.position.bill is None
    table = Table(hands={0: "red3 orange3 green3 purple1 brown2"}, tiles={0: "minus-ten"}, builder=2)
    table.play("palace 8 2", "minus-ten", "pay 1 3", "pay 2 3")
    assert table.why_not("pay 8 2") == "leaves-builder"


def test_a_joker_costs_cards_worth_6() -> None:
    table = Table(hands={0: "red3 green2 brown1 brown1"})
    events = table.buy("joker", "red3 green2 brown1")
    assert told(events, "bought-joker") == [(0,)]
    assert table.cards(0) == "brown1"
    assert (table.position.players[0].jokers, table.position.jokers) == (1, 16)
    assert table.why_not("joker") == "short-joker"


def test_the_prompt_names_the_rest_of_the_payment() -> None:
    table = Table(hands={0: "red1 red1 red1 light-blue3 light-blue2"}, builder=3)
    said = [table.state.prompt()]
    for move in ("palace 4 1", "pay 1 1", "pay 1 1", "pay 1 1", "pay 5 2"):
        table.play(move)
        said.append(table.state.prompt())
    assert [prompt.kind for prompt in said] == ["act", *["pay-permission"] * 4, "pay-builder"]
    assert [prompt.number("left") for prompt in said[1:]] == [4, 3, 2, 1, 3]


# -- the arithmetic, against trying everything -----------------------------------------------------------------------


def purse(cards: list[int], jokers: int = 0, hidden: int = 0, unseen: list[int] | None = None) -> Purse:
    counts, others = [0] * 25, [0] * 25
    for face in cards:
        counts[face] += 1
    for face in unseen or []:
        others[face] += 1
    return Purse(counts, jokers, hidden, others)


def by_trying(cards: list[int], jokers: int, price: Price, paid: Paid, rest: int) -> bool:
    """Whether some cards of the hand and some jokers complete the price and leave enough for the rest."""
    for size in range(len(cards) + 1):
        for chosen in combinations(range(len(cards)), size):
            picked = [cards[place] for place in chosen]
            left = [coins_of(card) for place, card in enumerate(cards) if place not in chosen]
            for used in range(jokers + 1 if price.kind != COINS else 1):
                if completes(price, paid, picked, used) and sum(left) >= rest:
                    return True
    return False


def completes(price: Price, paid: Paid, picked: list[int], jokers: int) -> bool:
    faces = (*paid.faces, *picked)
    everything = Paid(faces, paid.jokers + jokers)
    if price.kind == COINS:
        return settled(price, everything) and not superfluous(price, everything)
    fits = all(suits(price, Paid(faces[:place]), face) for place, face in enumerate(faces))
    return fits and len(faces) + everything.jokers == price.amount


PRICES = [
    *(Price(PERMISSION, amount, (1, 2)) for amount in (1, 2, 4)),
    *(Price(COINS, amount) for amount in (1, 2, 3, 4, 6)),
    *(Price(SAME, amount) for amount in (2, 3)),
    *(Price(DIFFERENT, amount) for amount in (2, 3)),
]

HANDS = [
    [],
    [face_of(1, 1)],
    [face_of(1, 3), face_of(2, 1)],
    [face_of(1, 1), face_of(1, 1), face_of(2, 2), face_of(3, 3)],
    [face_of(3, 1), face_of(4, 2), face_of(4, 3), face_of(4, 3), face_of(5, 1)],
    [face_of(1, 3), face_of(1, 3), face_of(2, 3), face_of(2, 2), face_of(3, 1)],
    [face_of(1, 2), face_of(2, 2), face_of(3, 2), face_of(4, 2), face_of(1, 1), face_of(5, 1)],
]


@pytest.mark.parametrize("price", PRICES, ids=str)
def test_payable_prices_are_those_that_an_exhaustive_search_finds(price: Price) -> None:
    rests = (0, 1, 3, 5) if price.kind in (PERMISSION, COINS) else (0,)
    for hand, jokers, rest in product(HANDS, (0, 1, 2), rests):
        assert can_pay(purse(hand, jokers), price, NOTHING, rest) == by_trying(hand, jokers, price, NOTHING, rest)
        for face in dict.fromkeys(hand):
            left = hand[:]
            left.remove(face)
            paid = Paid((face,))
            if suits(price, NOTHING, face) and not settled(price, paid):
                found = can_pay(purse(left, jokers), price, paid, rest)
                assert found == by_trying(left, jokers, price, paid, rest), (hand, jokers, rest, face)


@pytest.mark.parametrize("price", PRICES, ids=str)
def test_an_unknown_hand_can_pay_whatever_some_hand_could(price: Price) -> None:
    unseen = [face_of(1, 1), face_of(2, 3), face_of(3, 2), face_of(3, 2)]
    rests = (0, 2, 4) if price.kind in (PERMISSION, COINS) else (0,)
    for hand, hidden, jokers, rest in product(HANDS[:5], (1, 2, 3), (0, 1), rests):
        some = any(can_pay(purse([*hand, *cards], jokers), price, NOTHING, rest) for cards in combinations(unseen, hidden))
        assert can_pay(purse(hand, jokers, hidden, unseen), price, NOTHING, rest) == some, (hand, hidden, jokers, rest)


def test_the_number_of_missing_cards_is_right() -> None:
    hand = [face_of(1, 1), face_of(1, 2), face_of(2, 3), face_of(3, 1)]
    assert missing(purse(hand), Price(PERMISSION, 4, (1, 2))) == 1
    assert missing(purse(hand, 1), Price(PERMISSION, 4, (1, 2))) == 0
    assert missing(purse(hand), Price(SAME, 4)) == 2
    assert missing(purse(hand), Price(DIFFERENT, 6)) == 3
    assert missing(purse(hand), Price(COINS, 10)) == 3
    assert missing(purse(hand, 5), Price(COINS, 10)) == 3
    assert {colour_of(face) for face in hand} == {1, 2, 3}
