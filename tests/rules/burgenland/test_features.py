"""The features of a position compare what a seat has with the average of the others."""

from __future__ import annotations

from typing import Any

import pytest

from rules.burgenland.features import COMPARED, NAMES, SHARES, features
from tests.rules.burgenland.table import Table

HOLDINGS: dict[str, dict[str, Any]] = {
    "cards": {"hands": "red1 red2 green3"},
    "jokers": {"jokers": 3},
    "swaps": {"swaps": 3},
    "tiles": {"tiles": "five plot law-break"},
}
"""Three of each kind of thing, as a table deals it."""


def named(table: Table, seat: int = 0) -> dict[str, int]:
    """The features of a seat, by their names."""
    return dict(zip(NAMES, features(table.position, seat), strict=True))


def holding(seats: int, kind: str, owner: int) -> dict[str, int]:
    """The features of the first seat at a table where one seat holds three of a kind, and nobody anything else."""
    return named(Table(seats, **{name: {owner: held} for name, held in HOLDINGS[kind].items()}))


@pytest.mark.parametrize("kind", HOLDINGS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_thing_counts_whole_for_its_owner_and_in_parts_for_the_others(seats: int, kind: str) -> None:
    nothing = named(Table(seats))
    assert holding(seats, kind, 0)[kind] == nothing[kind] + 3 * SHARES
    assert holding(seats, kind, 1)[kind] == nothing[kind] - 3 * SHARES // (seats - 1)


@pytest.mark.parametrize("kind", HOLDINGS)
def test_between_two_one_has_what_the_other_lacks(kind: str) -> None:
    table = Table(2, **{name: {1: held} for name, held in HOLDINGS[kind].items()})
    table.built(6, 2, 1)
    first, second = named(table, 0), named(table, 1)
    assert [first[name] for name in COMPARED] == [-second[name] for name in COMPARED]
    assert first[kind] != 0


CARDS = " ".join(["red1 light-blue1 purple1 brown1 dark-blue1"] * 3 + ["red2 light-blue2"])
"""More cards than count."""


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("held", [0, 8, 9, 14, 16])
def test_cards_beyond_eight_count_apart_and_beyond_fourteen_not_at_all(seats: int, held: int) -> None:
    hand = " ".join(CARDS.split()[:held])
    own, other = named(Table(seats, hands={0: hand})), named(Table(seats, hands={1: hand}))
    first, more = min(held, 8) * SHARES, max(0, min(held, 14) - 8) * SHARES
    assert (own["cards"], own["more-cards"]) == (first, more)
    assert (other["cards"], other["more-cards"]) == (-first // (seats - 1), -more // (seats - 1))


@pytest.mark.parametrize(
    ("what", "amount", "kind", "worth"), [("tile", 1, "tiles", 1), ("draw", 2, "cards", 2), ("coins", 9, "cards", 5)]
)
def test_what_the_turn_still_brings_counts_for_the_seat_on_turn_alone(what: str, amount: int, kind: str, worth: int) -> None:
    table = Table(2)
    before = [named(table, seat)[kind] for seat in (0, 1)]
    table.position.todo.append((what, amount))
    assert [named(table, seat)[kind] for seat in (0, 1)] == [before[0] + worth * SHARES, before[1]]
