"""The uses of a hand: answers for a screen about the cards that a player looks at or has picked.

They do not decide what is legal (:mod:`rules.burgenland.legality` does); they say which cards would pay for what. The copy has
to know the hand; sealed cards count for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from rules.burgenland.cards import COLOURS, MINUS_TEN, TOP_COIN, coins_of, colour_of
from rules.burgenland.kinds import legal_moves, prices_of
from rules.burgenland.legality import BUILDS
from rules.burgenland.payment import (
    COINS,
    DIFFERENT,
    NOTHING,
    PERMISSION,
    SAME,
    Paid,
    Price,
    can_pay,
    missing,
    settled,
    suits,
    superfluous,
)
from rules.burgenland.position import Position
from rules.burgenland.state import BurgenlandState
from rules.contract import SEALED, Move


class CastleOffer(NamedTuple):
    """Whether a hand can pay the four cards that a small castle costs, and what it lacks.

    Attributes:
        castle: its number.
        slots: the cards of the hand whose colour fits.
        lacking: how many cards are lacking even with all of these and the jokers; 0 if the hand can pay.
        palace: whether the hand can pay the open builder as well.
        minus_ten: whether the hand has a -10 tile and cards enough to pay with it.
    """

    castle: int
    slots: tuple[int, ...]
    lacking: int
    palace: bool
    minus_ten: bool


class LargeOffer(NamedTuple):
    """Whether a hand can pay one price of the large castle, and what it lacks.

    Attributes:
        piece: wall, house or palace (1..3).
        same: whether the cards have to be of one colour, else all of different ones.
        cards: how many.
        lacking: how many are lacking even with the jokers; 0 if the hand can pay.
        colours: for cards of one colour, the colours of which the hand has most; for different colours, the missing ones.
    """

    piece: int
    same: bool
    cards: int
    lacking: int
    colours: tuple[int, ...]


def castle_offers(state: BurgenlandState, seat: int) -> list[CastleOffer]:
    """For every small castle, castle 1 first, whether the hand of the seat can pay for it and with which cards."""
    position = state.position
    purse = position.purse(seat).known()
    builder, minus_ten = position.builders[0], Price(COINS, position.board.minus_ten)
    has_minus_ten = any(position.faces[slot] == MINUS_TEN for slot in position.players[seat].tiles)
    offers = []
    for castle in range(1, len(position.built) + 1):
        (price,) = prices_of(position, Move("well", (castle,)))
        offers.append(
            CastleOffer(
                castle,
                tuple(slot for slot in _known_cards(position, seat) if suits(price, NOTHING, position.faces[slot])),
                missing(purse, price),
                can_pay(purse, price, NOTHING, builder),
                has_minus_ten and can_pay(purse, minus_ten),
            )
        )
    return offers


def large_offers(state: BurgenlandState, seat: int) -> list[LargeOffer]:
    """For wall, house and palace in the large castle, first of one colour, then of different ones: what the hand lacks."""
    position = state.position
    purse = position.purse(seat).known()
    held = [0] * (len(COLOURS) + 1)
    for slot in _known_cards(position, seat):
        held[colour_of(position.faces[slot])] += 1
    most = tuple(colour for colour in range(1, len(held)) if held[colour] == max(held) > 0)
    none = tuple(colour for colour in range(1, len(held)) if not held[colour])
    offers = []
    for piece, (same, different) in enumerate(position.board.large_prices, 1):
        for price, colours in ((Price(SAME, same), most), (Price(DIFFERENT, different), none)):
            offers.append(LargeOffer(piece, price.kind == SAME, price.amount, missing(purse, price), colours))
    return offers


def bought_with(state: BurgenlandState, slots: Sequence[int], jokers: int) -> list[tuple[Move, ...]]:
    """Everything that the seat on turn can buy now with exactly these cards and this many jokers.

    Each purchase is the row of moves that makes it, from naming what is bought to the last card; empty if these cards buy
    nothing, or something is being paid already.
    """
    position = state.position
    if position.bill is not None:
        return []
    faces = sorted(position.faces[slot] for slot in slots)
    moves = legal_moves(position)
    tiles = position.players[position.active].tiles if moves else []
    minus_ten = Price(COINS, position.board.minus_ten)
    # A law-break takes a law-break tile, so that it leaves every -10 tile where it is.
    has_minus_ten = any(position.faces[slot] == MINUS_TEN for slot in tiles)
    purchases = []
    for move in moves:
        if move.kind not in BUILDS and move.kind != "joker":
            continue
        prices = prices_of(position, move)
        paid = _split(prices, faces, jokers)
        if paid is not None:
            purchases.append((move, *paid))
        if has_minus_ten and prices[0].kind == PERMISSION:
            paid = _split((minus_ten, *prices[1:]), faces, jokers)
            if paid is not None:
                purchases.append((move, Move("minus-ten"), *paid))
    return purchases


def _known_cards(position: Position, seat: int) -> Iterator[int]:
    return (slot for slot in position.players[seat].hand if position.faces[slot] != SEALED)


def _split(prices: Sequence[Price], faces: list[int], jokers: int) -> list[Move] | None:
    """A way to meet one price, or one and then a builder, with exactly these cards and jokers; None if there is none.

    Of the cards that fit the first price only their coins matter for the builder, so any of the same value will do.
    """
    first = prices[0]
    if len(prices) == 1:
        return _payment(faces, jokers) if _meets(first, faces, jokers) else None
    fitting: list[list[int]] = [[] for _ in range(TOP_COIN)]
    for face in faces:
        if suits(first, NOTHING, face):
            fitting[coins_of(face) - 1].append(face)
    for picks in product(*(range(len(same) + 1) for same in fitting)):
        chosen = [face for same, pick in zip(fitting, picks, strict=True) for face in same[:pick]]
        if _meets(first, chosen, jokers):
            rest = faces[:]
            for face in chosen:
                rest.remove(face)
            if _meets(prices[1], rest, 0):
                return _payment(chosen, jokers) + _payment(rest, 0)
    return None


def _payment(faces: Sequence[int], jokers: int) -> list[Move]:
    return [Move("pay", (colour_of(face), coins_of(face))) for face in faces] + [Move("pay-joker")] * jokers


def _meets(price: Price, faces: list[int], jokers: int) -> bool:
    """Whether these cards and jokers are a payment of the price: enough, each of them allowed, none of them too many."""
    paid = Paid(tuple(faces), jokers)
    if price.kind == COINS:
        return jokers == 0 and settled(price, paid) and not superfluous(price, paid)
    fits = all(suits(price, Paid(tuple(faces[:place])), face) for place, face in enumerate(faces))
    return fits and len(faces) + jokers == price.amount
