"""Sentences about what a hand has for a place."""

from __future__ import annotations

from client.boards.burgenland.words import Words
from client.messages import catalogue
from rules.burgenland import LargeOffer


def large(same: bool, colours: tuple[int, ...]) -> str:
    """What a hand has for a palace in the large castle, with one card lacking."""
    return Words(catalogue("en")).large(LargeOffer(3, same, 6, 1, colours))[1]


def test_of_the_missing_colours_the_hand_has_none() -> None:
    assert large(False, (4, 5, 8)) == "One more card needed; you have no green, light blue or brown."


def test_of_the_best_colours_the_hand_has_equally_many() -> None:
    assert large(True, (4, 8)) == "One more card needed; you have most of green and brown."
