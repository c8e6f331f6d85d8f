"""A pile passes through the hands of all peers: each shuffles it and proves that it changed no card."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import lru_cache

from msgspec.structs import replace

from net.deal.fair import elgamal, shuffle
from net.deal.fair.card import Card
from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties.duty import Written
from net.deal.fair.elgamal import Ciphertext, lay_open
from net.deal.fair.group import Point
from net.deal.fair.standing import Standing
from rules.contract import Deal


def owing(at: Standing, deals: Sequence[Deal]) -> bytes | None:
    """The first peer that has not shuffled."""
    if not deals or deals[0].kind != "shuffle":
        return None
    return next((peer for peer in at.peers if peer not in at.mixed), None)


def write(at: Standing, deals: Sequence[Deal], peer: bytes) -> Written:
    """The pile in another order."""
    return shuffled("mix", at, peer, before(at, deals[0]))


def take(at: Standing, deals: Sequence[Deal], peer: bytes, given: Contribution) -> Standing:
    """Take the pile as the peer has shuffled it."""
    given.expect("mix", len(deals[0].slots) + 1)
    return replace(at, pile=proven(at, peer, given, before(at, deals[0])), mixed=(*at.mixed, peer))


def answer(at: Standing, deal: Deal, knows: Container[int]) -> tuple[tuple[int, ...] | None, Standing]:
    """An empty answer; the cards are in their slots now."""
    if len(at.mixed) < len(at.peers):
        return None, at
    cards = {slot: Card(sealed, deal.faces, at.peers, at.decks) for slot, sealed in zip(deal.slots, at.pile, strict=True)}
    return (), replace(at, slots={**at.slots, **cards}, decks=at.decks + 1, mixed=(), pile=())


def before(at: Standing, deal: Deal) -> tuple[Ciphertext, ...]:
    """The pile as the next peer gets it; at first all cards lie open."""
    return at.pile if at.mixed else _laid_open(len(deal.faces), at.key)


@lru_cache(maxsize=8)
def _laid_open(cards: int, key: Point) -> tuple[Ciphertext, ...]:
    """The pile before the first shuffle, cached, so that the examiner can recognise it."""
    return tuple(lay_open(place, key) for place in range(cards))


def prepare(at: Standing, deals: Sequence[Deal]) -> bool:
    """Do a portion of the work for coming shuffles, this peer's and others'; False when there is nothing left to do now.

    A peer that waits for another has time for it. All of this would have to be done later anyway.
    """
    piles = [deal for deal in deals if deal.kind == "shuffle"]
    if at.me not in at.there or not piles:
        return False
    begun = piles[0] is deals[0] and at.joint is not None
    next_one = next((peer for peer in at.peers if peer not in at.mixed), None) if begun else None
    if next_one is not None and at.acting[next_one] != at.me and at.examiner.foresee(before(at, piles[0])):
        return True
    own = [len(deal.faces) for deal in piles if deal is not piles[0] or at.me not in at.mixed]
    return at.mixer.prepare(own, at.joint)


def shuffled(word: str, at: Standing, peer: bytes, cards: Sequence[Ciphertext]) -> Written:
    """This peer's shuffle of these cards, with its proof."""
    mixed = shuffle.mix(cards, at.key, at.mixer.take(len(cards)))
    proof = shuffle.prove(cards, mixed, at.key, at.context(peer))
    return Written(word, [*(card.pack() for card in mixed.after), proof.pack()], mixed.after)


def proven(at: Standing, peer: bytes, given: Contribution, cards: Sequence[Ciphertext]) -> tuple[Ciphertext, ...]:
    """The cards after a peer's shuffle; raises :class:`~net.deal.DealError` unless it is proven to be one."""
    if at.wrote(given):
        return at.fresh.after
    after = tuple(map(elgamal.unpack, given.parts[:-1]))
    proof = shuffle.unpack_shuffle_proof(given.parts[-1], len(after))
    hold(at.examiner.holds(cards, after, proof, at.key, at.context(peer)))
    return after
