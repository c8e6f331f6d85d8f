"""The rule of what each peer may know at one point of the log, stated from the engine's views and from who has gone to whom.

A coalition may know

- what everybody may know, and what a seat may know whose owner it *controls*, from when the seat was told it;
- a card that is being dealt to such a seat, or to everybody;
- every card while it controls every peer with a part in the seals, as when two play and one has left;
- the secrets of the peers that it controls, and of no others.

It controls its own members; a peer that is away, if one of the members has acted for it since it went, or has been sent its
bequest; and a peer whose deposit of its present keys lies with members alone, for all others together can act for a peer that
vanishes. A peer that comes back takes new keys and shuffles, and so does whoever has deposited while it was away: from then
on nobody else controls them. What a coalition has seen in a hand stays seen, and so does a card that somebody had been helped
to open, or that lies alone in its pile: it is not shuffled.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from net.deal.fair.standing import Standing
from rules.contract import Deal


@dataclass(frozen=True)
class Marks:
    """The memory of the rule along one course of the log.

    Attributes:
        cards: for each slot, the number of the card that lies in it.
        stand_ins: for each peer, those that hold its secrets rightfully.
        controlled: for each coalition, the peers that it controls.
        seen: for each coalition, the slots whose cards it rightfully knows for good.
    """

    cards: Mapping[int, int] = field(default_factory=dict)
    stand_ins: Mapping[bytes, frozenset[bytes]] = field(default_factory=dict)
    controlled: Mapping[frozenset[bytes], frozenset[bytes]] = field(default_factory=dict)
    seen: Mapping[frozenset[bytes], frozenset[int]] = field(default_factory=dict)


def settled(at: Standing) -> bool:
    """Whether every peer that has come back has its new keys and has shuffled."""
    return not at.stale and not at.unmixed


def stand_ins(marks: Marks, at: Standing) -> dict[bytes, frozenset[bytes]]:
    """The peers that hold each peer's secrets, as the log now stands."""
    found = {}
    for peer in at.charter:
        actor = at.acting[peer]
        holding = marks.stand_ins.get(peer, frozenset())
        leaving = at.farewell is not None and bool(at.farewell.sent) and at.farewell.leaver == actor
        if leaving:
            holding |= {at.farewell.heir}
        if actor != peer:
            holding |= {actor}
        elif not leaving and peer not in at.stale:
            holding = frozenset()
        found[peer] = holding
    return found


def controlled(
    members: frozenset[bytes], marks: Marks, at: Standing, deposits: Mapping[bytes, Iterable[frozenset[bytes]]]
) -> frozenset[bytes]:
    """The peers that a coalition controls; ``deposits`` are the holders of each deposit of a public key."""
    found = set(members)
    for peer, holding in marks.stand_ins.items():
        keys = at.keys.get(peer)
        if holding & members or (keys and any(held <= members for held in deposits.get(keys.cards.format(), ()))):
            found.add(peer)
    if not settled(at):
        found |= marks.controlled.get(members, frozenset())
    return frozenset(found)


def in_hand(at: Standing, deals: Iterable[Deal]) -> Iterator[Deal]:
    """The draws and openings at the head of what is pending."""
    for deal in deals:
        if deal.kind not in ("draw", "open"):
            return
        yield deal


def due(at: Standing, deals: Iterable[Deal], peer: bytes, slot: int) -> bool:
    """Whether the rules ask a peer now for its share of the seal in a slot."""
    pending = list(deals)
    if pending and pending[0].kind == "show":
        return slot in pending[0].slots and at.owners[pending[0].seat] == peer
    return any(slot in deal.slots and (deal.kind == "open" or at.owners[deal.seat] != peer) for deal in in_hand(at, pending))


def unshuffled(at: Standing) -> frozenset[int]:
    """The slots that a returning peer leaves alone when it shuffles the piles."""
    piles: dict[int, list[int]] = {}
    for slot, card in at.slots.items():
        if card.missing == at.peers:
            piles.setdefault(card.deck, []).append(slot)
    shuffled = {slot for slots in piles.values() if len(slots) > 1 for slot in slots}
    return frozenset(at.slots) - shuffled
