"""A pile passes through the hands of all peers, each of whom shuffles it and proves that no card was changed."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from net.deal.fair import elgamal, shuffle
from net.deal.fair.card import Card
from net.deal.fair.contribution import Contribution, hold
from net.deal.fair.duties.duty import Written
from net.deal.fair.elgamal import Ciphertext, lay_open
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
    """Take the pile as the peer leaves it."""
    given.expect("mix", len(deals[0].slots) + 1)
    return replace(at, pile=proven(at, peer, given, before(at, deals[0])), mixed=(*at.mixed, peer))


def answer(at: Standing, deal: Deal, knows: Container[int]) -> tuple[tuple[int, ...] | None, Standing]:
    """Nothing; the cards lie in their slots."""
    if len(at.mixed) < len(at.peers):
        return None, at
    cards = {slot: Card(sealed, deal.faces, at.peers, at.decks) for slot, sealed in zip(deal.slots, at.pile, strict=True)}
    return (), replace(at, slots={**at.slots, **cards}, decks=at.decks + 1, mixed=(), pile=())


def before(at: Standing, deal: Deal) -> tuple[Ciphertext, ...]:
    """The pile as the next peer gets it: everybody can see how it begins."""
    return at.pile if at.mixed else tuple(lay_open(place, at.key) for place in range(len(deal.faces)))


def shuffled(word: str, at: Standing, peer: bytes, cards: Sequence[Ciphertext]) -> Written:
    """The own shuffle of these cards with its proof."""
    mixed = shuffle.mix(cards, at.key)
    proof = shuffle.prove(cards, mixed, at.key, at.context(peer))
    return Written(word, [*(card.pack() for card in mixed.after), proof.pack()], mixed.after)


def proven(at: Standing, peer: bytes, given: Contribution, cards: Sequence[Ciphertext]) -> tuple[Ciphertext, ...]:
    """The cards after a peer's shuffle; raises :class:`~net.deal.DealError` unless it is proven to be one."""
    if given.parts == at.fresh.parts:
        return at.fresh.after
    after = tuple(map(elgamal.unpack, given.parts[:-1]))
    proof = shuffle.unpack_shuffle_proof(given.parts[-1], len(after))
    hold(at.examiner.holds(cards, after, proof, at.key, at.context(peer)))
    return after
