"""Every construction card of a loop game lies in one place: in a hand, for sale, in the pile, or among those played."""

from __future__ import annotations

import pytest

from rules.loop.cards import Cards
from rules.loop.terms import FIELDS
from tests.rules.big_boss.table import Table

TWICE = "a card is in two places"


def dealt() -> Cards:
    """The cards of two hands after the deal; the pile is untouched."""
    cards = Table(seats=2).state.cards
    assert cards.problems() == []
    return cards


def holding(cards: Cards, slot: int) -> list[str]:
    """The problems if the first seat held this card instead of the last one in its hand."""
    cards.hands[0] = sorted([*cards.hands[0][:-1], slot])
    return cards.problems()


@pytest.mark.parametrize("where", ["own hand", "other hand", "row"])
def test_a_card_is_not_held_twice(where: str) -> None:
    cards = dealt()
    held = {"own hand": cards.hands[0][0], "other hand": cards.hands[1][0], "row": cards.row[0]}
    assert TWICE in holding(cards, held[where])


@pytest.mark.parametrize("where", ["first of the pile", "last of the pile", "no card"])
def test_a_hand_holds_cards_that_have_been_dealt(where: str) -> None:
    cards = dealt()
    assert TWICE in holding(cards, {"first of the pile": cards.top, "last of the pile": FIELDS, "no card": 0}[where])


def test_the_first_and_the_last_card_dealt_may_be_held() -> None:
    cards = dealt()
    assert cards.hands[0][0] == 1
    assert max(cards.row) == cards.top - 1
