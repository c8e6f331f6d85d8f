"""A position accounts for every action card: the box holds so many of each face, whoever has them."""

from __future__ import annotations

import pytest

from rules.torres.state import TorresState
from tests.rules.torres.table import lay

MODES = {"base": {}, "variant": {"mode": "variant"}, "master": {"mode": "master"}}


def lying(seats: int, mode: str) -> TorresState:
    """A position in which every face is known."""
    return lay("1 . 1 . . . . .", ["h8", "h7"], seats=seats, **MODES[mode])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_colour_has_the_cards_of_the_box(seats: int, mode: str) -> None:
    state = lying(seats, mode)
    assert state.cards.problems(state.terms.box.cards) == []


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (4, 0), (4, 3)])
def test_one_card_too_many_is_noticed_in_each_colour(seats: int, seat: int) -> None:
    state = lying(seats, "base")
    first = 1 + seat * state.cards.size
    state.cards.faces[first] = state.cards.faces[first + 1]
    assert state.cards.problems(state.terms.box.cards) == [f"there are more cards {state.cards.faces[first]} than in the box"]


def test_one_card_too_many_is_noticed_in_the_common_deck() -> None:
    state = lying(2, "variant")
    cards = state.cards
    last = len(cards.faces) - 1
    assert cards.faces[last] != cards.faces[1]
    cards.faces[last] = cards.faces[1]
    assert cards.problems(state.terms.box.cards) == [f"there are more cards {cards.faces[1]} than in the box"]


def test_a_card_of_one_colour_does_not_replace_one_of_another() -> None:
    state = lying(2, "base")
    faces, other = state.cards.faces, 1 + state.cards.size
    faces[1], faces[other + 1] = faces[other + 1], faces[1]
    assert len(state.cards.problems(state.terms.box.cards)) == 2, "each colour has one face twice"


def test_the_common_deck_is_shuffled_as_a_whole() -> None:
    state = lying(2, "variant")
    faces = state.cards.faces
    faces[1], faces[12] = faces[12], faces[1]
    assert faces[1] == faces[2], "twice among what one colour would have"
    assert state.cards.problems(state.terms.box.cards) == []


def test_a_card_in_two_places_is_noticed() -> None:
    state = lying(2, "base")
    cards = state.cards
    cards.hands[0] = cards.decks[0][:1]
    assert cards.problems(state.terms.box.cards) == ["not every card lies in exactly one place"]
