"""Shuffles made ahead: while others shuffle, a peer does the work that does not depend on their cards.

That is most of the work: the multiples of the generator and of the joint key that change every card, the commitment to the
order, and the numbers that hide the responses of the proof. All of it is random anyway, and nobody sees any of it before the
shuffle is written.

Each shuffle made ahead is used once. Numbers that hid the responses of two proofs would reveal the order.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import cache

from net.deal.fair.group import Point, base, hashed_point, random_scalar, times, total
from net.deal.fair.rows import row

GENERATORS = "shuffle generator"
"""Purpose of the hashed points h, h_1 … h_N of the permutation commitment."""

PORTION = 8
"""Cards in one portion of the work; it is short because a frame that comes in meanwhile has to wait."""


@cache
def generators(cards: int) -> tuple[Point, tuple[Point, ...]]:
    """The point h where the chain begins, and the points h_i."""
    return hashed_point(GENERATORS, 0), tuple(hashed_point(GENERATORS, 1 + index) for index in range(cards))


class Moves:
    """The random numbers of one proof for a known order, and all points computed from them without the cards.

    Attributes:
        blinds: blinds of the commitment to the order, by place.
        chain_blinds: blinds of the commitment chain.
        hiding: w1 to w4 and w-hat, which hide the sums.
        permuted: w-prime, which hides the weights in their new order, one for each card.
        commitments: for each card of the new order, the commitment to its old place.
        chained: the blinds of the chain times the generator.
        third: the numbers of ``permuted`` times the points h_i.
    """

    def __init__(self, order: Sequence[int]) -> None:
        cards = len(order)
        self.blinds = [random_scalar() for _ in range(cards)]
        self.chain_blinds = [random_scalar() for _ in range(cards)]
        self.hiding = tuple(random_scalar() for _ in range(5))
        self.permuted = [random_scalar() for _ in range(cards)]
        self.commitments: list[Point] = []
        self.chained: list[Point] = []
        self.third: list[Point] = []
        self._order = order

    def work(self, cards: int = PORTION) -> bool:
        """Do a portion of the work, for at most this many cards; False when all is done."""
        _, points = generators(len(self._order))
        return (
            _more(
                self.commitments, self._order, lambda card: total([base(self.blinds[self._order[card]]), points[card]]), cards
            )
            or _more(self.chained, self._order, lambda card: base(self.chain_blinds[card]), cards)
            or _more(self.third, self._order, lambda card: times(self.permuted[card], points[card]), cards)
        )

    def finish(self) -> Moves:
        """Do the rest of the work."""
        while self.work(len(self._order)):
            pass
        return self


class Ahead:
    """A shuffle of a number of cards, as far as it can be made without the cards.

    Attributes:
        order: the place in the old order of each card of the new one.
        randomness: the scalar that re-encrypts each card.
        hints: the randomness times the generator.
        masks: the randomness times the joint key.
    """

    def __init__(self, cards: int) -> None:
        order = list(range(cards))
        secrets.SystemRandom().shuffle(order)
        self.order = tuple(order)
        self.randomness = tuple(random_scalar() for _ in order)
        self.hints: list[Point] = []
        self.masks: list[Point] = []
        self._key: Point | None = None
        self._moves: Moves | None = Moves(self.order)

    def __repr__(self) -> str:
        return f"<Ahead of {len(self.order)}>"

    def work(self, key: Point | None) -> bool:
        """Do a portion of the work that is possible with this joint key (None while it is not known yet). False when there is
        nothing left.
        """
        if key is not None and key != self._key:
            self._key, self.masks = key, []
        return (
            _more(self.hints, self.order, lambda card: base(self.randomness[card]))
            or (self._moves is not None and self._moves.work())
            or (key is not None and self._mask(key))
        )

    def finish(self, key: Point) -> Ahead:
        """Do the rest of the work on the cards; :meth:`moves` is for the proof."""
        if key != self._key:
            self._key, self.masks = key, []
        cards = len(self.order)
        _more(self.hints, self.order, lambda card: base(self.randomness[card]), cards)
        self._mask(key, cards)
        return self

    def moves(self) -> Moves | None:
        """The numbers of the proof; None from the second call on, since they must be used only once."""
        moves, self._moves = self._moves, None
        return moves

    def _mask(self, key: Point, cards: int = PORTION) -> bool:
        return _more(self.masks, self.order, lambda card: times(self.randomness[card], key), cards)


class Mixer:
    """The shuffles that one peer has made ahead. They save time and change nothing."""

    def __init__(self) -> None:
        self._ahead: list[Ahead] = []

    def prepare(self, sizes: Sequence[int], key: Point | None) -> bool:
        """Do a portion of the work for this peer's shuffles of these sizes; False when there is nothing left to do now."""
        free = list(self._ahead)
        for size in sizes:
            found = next((each for each in free if len(each.order) == size), None)
            if found is None:
                found = Ahead(size)
                self._ahead.append(found)
            else:
                free.remove(found)
            if found.work(key):
                return True
        return False

    def take(self, cards: int) -> Ahead:
        """A shuffle of this many cards, for one use."""
        found = next((each for each in self._ahead if len(each.order) == cards), None)
        if found is None:
            return Ahead(cards)
        self._ahead.remove(found)
        return found


def _more(made: list[Point], order: Sequence[int], make: Callable[[int], Point], cards: int = PORTION) -> bool:
    """Make the points of at most this many more cards; False if all were there."""
    begun = len(made)
    more = min(cards, len(order) - begun)
    made += row(lambda place: make(begun + place), more)
    return more > 0
