"""Payments: prices, and whether the remaining cards of a hand can still meet them.

A copy of the position may not know the whole hand. A sealed card may then be any card that the copy has not seen, and a
question is answered with yes if some such hand could do it; with every card known the answers are exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from rules.burgenland.cards import COINS_OF, COLOUR_OF, COLOURS, TOP_COIN, face_of

PERMISSION: Final = "permission"
COINS: Final = "coins"
SAME: Final = "same"
DIFFERENT: Final = "different"

ALL_COLOURS: Final = tuple(range(1, len(COLOURS) + 1))

FACES_OF: Final = tuple(slice(face_of(colour, 1), face_of(colour, TOP_COIN) + 1) for colour in range(len(COLOURS) + 1))
"""The faces of the cards of each colour; place 0 is no colour."""


class Price(NamedTuple):
    """Something to be paid in cards.

    Attributes:
        kind: :data:`PERMISSION` (so many cards of two colours), :data:`COINS` (cards worth so much, no change, jokers
            worthless, none of them superfluous), :data:`SAME` (so many cards of one colour) or :data:`DIFFERENT`
            (of as many colours). Except for coins a joker stands for any colour.
        amount: cards, or coins.
        colours: the two colours of a permission.
    """

    kind: str
    amount: int
    colours: tuple[int, ...] = ()


class Paid(NamedTuple):
    """The cards laid down towards a price: their faces, and jokers."""

    faces: tuple[int, ...] = ()
    jokers: int = 0


NOTHING: Final = Paid()


class Purse:
    """A hand as far as a copy knows it.

    Attributes:
        cards: the number of known cards by face (place 0 is not used).
        jokers: the number of jokers.
        hidden: the number of cards whose face is not known.
        unseen: by face, the cards that have not been seen anywhere: what a hidden card may be (not asked if there is none).
    """

    __slots__ = ("_coins", "_colours", "cards", "hidden", "jokers", "unseen")

    def __init__(self, cards: list[int], jokers: int, hidden: int, unseen: list[int]) -> None:
        self.cards = cards
        self.jokers = jokers
        self.hidden = hidden
        self.unseen = unseen
        self._coins: list[int] | None = None
        self._colours: list[int] | None = None

    def by_coins(self) -> list[int]:
        """The numbers of known cards by coin value (place 0 is one coin), counted once."""
        if self._coins is None:
            self._coins = _by_coins(self.cards)
        return self._coins

    def by_colour(self) -> list[int]:
        """The numbers of known cards by colour (place 0 is no colour), counted once."""
        if self._colours is None:
            self._colours = [0, *_by_colour(self.cards, ALL_COLOURS)]
        return self._colours

    def of_two(self, one: int, other: int) -> int:
        """The most cards of two different colours that the hand has, or might have; a joker is a card of any colour."""
        held = self.by_colour()
        have = self.jokers + held[one] + held[other]
        if self.hidden:
            have += min(self.hidden, sum(_by_colour(self.unseen, (one, other))))
        return have

    def could_hold(self, face: int) -> bool:
        """Whether the hand has this card, or might have it."""
        return self.cards[face] > 0 or (self.hidden > 0 and self.unseen[face] > 0)

    def without(self, face: int) -> Purse:
        """The hand after this card has left it; a card known to be there goes before a hidden one."""
        cards = self.cards
        if not cards[face]:
            unseen = self.unseen[:]
            unseen[face] -= 1
            return Purse(cards, self.jokers, self.hidden - 1, unseen)
        left = Purse(cards[:], self.jokers, self.hidden, self.unseen)
        left.cards[face] -= 1
        left._coins = self.by_coins()[:]
        left._coins[COINS_OF[face] - 1] -= 1
        return left

    def known(self) -> Purse:
        """Only what is certain to be in the hand."""
        return Purse(self.cards, self.jokers, 0, self.unseen)


def settled(price: Price, paid: Paid) -> bool:
    """Whether the price has been met."""
    if price.kind == COINS:
        return _worth(paid.faces) >= price.amount
    return len(paid.faces) + paid.jokers >= price.amount


def wanted(price: Price, paid: Paid) -> tuple[int, ...]:
    """The colours that may go towards the price now, ascending (any may towards coins)."""
    if price.kind == PERMISSION:
        return price.colours
    if price.kind == SAME and paid.faces:
        return (COLOUR_OF[paid.faces[0]],)
    if price.kind == DIFFERENT and paid.faces:
        used = [COLOUR_OF[face] for face in paid.faces]
        return tuple([colour for colour in ALL_COLOURS if colour not in used])
    return ALL_COLOURS


def suits(price: Price, paid: Paid, face: int) -> bool:
    """Whether the colour of a card may go towards the price."""
    return COLOUR_OF[face] in wanted(price, paid)


def superfluous(price: Price, paid: Paid) -> bool:
    """Whether a price in coins has been met with a card that could be left out."""
    if price.kind != COINS or not paid.faces:
        return False
    return _worth(paid.faces) - min([COINS_OF[face] for face in paid.faces]) >= price.amount


def highest_of_use(price: Price, paid: Paid) -> int:
    """The highest coin value that may go towards the price now: a higher one would make a card superfluous."""
    if price.kind != COINS or not paid.faces:
        return TOP_COIN
    coins = [COINS_OF[face] for face in paid.faces]
    return price.amount - sum(coins) + min(coins) - 1


def missing(purse: Purse, price: Price, paid: Paid = NOTHING) -> int:
    """How many cards (or coins) the hand lacks to meet the price, 0 if it has them."""
    if price.kind == COINS:
        have = _value(purse.by_coins())
        if purse.hidden:
            have += _best(_by_coins(purse.unseen), purse.hidden)
        return max(0, price.amount - _worth(paid.faces) - have)
    due = price.amount - len(paid.faces) - paid.jokers
    if price.kind == PERMISSION:
        one, other = price.colours
        return max(0, due - purse.of_two(one, other))
    return max(0, due - purse.jokers - most_of(purse, price.kind, wanted(price, paid)))


def most_of(purse: Purse, kind: str, colours: Sequence[int]) -> int:
    """The most cards of one of these colours (:data:`SAME`), or of different ones, that the hand has, or might have."""
    held = purse.by_colour()
    known = [held[colour] for colour in colours]
    if not purse.hidden:
        return max(known, default=0) if kind == SAME else len(known) - known.count(0)
    unseen = _by_colour(purse.unseen, colours)
    if kind == SAME:
        return max([there + min(purse.hidden, other) for there, other in zip(known, unseen, strict=True)], default=0)
    new = [other for there, other in zip(known, unseen, strict=True) if not there and other]
    return len(known) - known.count(0) + min(purse.hidden, len(new))


def can_pay(purse: Purse, price: Price, paid: Paid = NOTHING, rest: int = 0) -> bool:
    """Whether the hand can meet the price on top of what is paid, and after that a price of ``rest`` coins."""
    if missing(purse, price, paid):
        return False
    if price.kind in (SAME, DIFFERENT) or (rest == 0 and (price.kind == PERMISSION or not paid.faces)):
        return True
    colours = wanted(price, paid)
    all_known = purse.by_coins()
    known = all_known if len(colours) == len(ALL_COLOURS) else _by_coins(purse.cards, colours)
    if not purse.hidden:
        ways = _ways(purse, price, paid, known)
        if rest == 0:
            return bool(ways)
        return bool(ways) and _value(all_known) - _value(ways[0]) >= rest
    unseen, all_unseen = _by_coins(purse.unseen, colours), _by_coins(purse.unseen)
    for picks in _ways(purse, price, paid, [there + other for there, other in zip(known, unseen, strict=True)]):
        from_hidden = [max(0, pick - there) for pick, there in zip(picks, known, strict=True)]
        if sum(from_hidden) > purse.hidden:
            continue
        from_known = [pick - hidden for pick, hidden in zip(picks, from_hidden, strict=True)]
        others = [there - hidden for there, hidden in zip(all_unseen, from_hidden, strict=True)]
        left = _value(all_known) - _value(from_known) + _best(others, purse.hidden - sum(from_hidden))
        if left >= rest:
            return True
    return False


def _ways(purse: Purse, price: Price, paid: Paid, there: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The ways to complete a permission or a price in coins, as numbers of cards by coin value, the cheapest first.

    Towards a permission all jokers go first: they are worth nothing where coins are asked.
    """
    if price.kind == PERMISSION:
        need = max(0, price.amount - len(paid.faces) - paid.jokers - purse.jokers)
        return _numbers_of(need, tuple([min(need, number) for number in there]))
    worth, smallest = _worth(paid.faces), min([COINS_OF[face] for face in paid.faces], default=TOP_COIN)
    due = max(0, price.amount - worth)
    limits = tuple([min(-(-due // coins), number) for coins, number in enumerate(there, 1)])
    return _sums(price.amount - worth, smallest, limits)


@cache
def _numbers_of(need: int, limits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way to take so many cards of at most these numbers by coin value, the cheapest first."""
    ways = product(*(range(limit + 1) for limit in limits))
    return tuple(sorted([picks for picks in ways if sum(picks) == need], key=_value))


@cache
def _sums(due: int, smallest: int, limits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every way to reach what is due without a card that could be left out; ``smallest`` is the least that is paid already."""
    found = []
    for picks in product(*(range(limit + 1) for limit in limits)):
        least = min([smallest, *(coins for coins, pick in enumerate(picks, 1) if pick)])
        if due <= _value(picks) < due + least:
            found.append(picks)
    return tuple(sorted(found, key=_value))


def _value(numbers: Sequence[int]) -> int:
    """The value of cards in coins, given their numbers by coin value."""
    ones, twos, threes = numbers
    return ones + 2 * twos + 3 * threes


def _worth(faces: tuple[int, ...]) -> int:
    """What cards are worth in coins."""
    return sum([COINS_OF[face] for face in faces]) if faces else 0


def _by_colour(counts: Sequence[int], colours: Sequence[int]) -> list[int]:
    """Numbers of cards of each of these colours."""
    return [sum(counts[FACES_OF[colour]]) for colour in colours]


def _by_coins(counts: Sequence[int], colours: Sequence[int] = ALL_COLOURS) -> list[int]:
    """Numbers of cards by coin value (place 0 is one coin) among these colours."""
    if len(colours) == len(ALL_COLOURS):
        return [sum(counts[coins::TOP_COIN]) for coins in range(1, TOP_COIN + 1)]
    return [sum([counts[face_of(colour, coins)] for colour in colours]) for coins in range(1, TOP_COIN + 1)]


def _best(by_coins: Sequence[int], cards: int) -> int:
    """The most that so many of these cards can be worth."""
    worth = 0
    for coins in range(len(by_coins), 0, -1):
        taken = min(cards, by_coins[coins - 1])
        worth += taken * coins
        cards -= taken
    return worth
