"""Two courses of the game that one peer plays at once, each with other peers.

If two peers reach each other only through a third one, that one can tell each of them that the other has vanished. Both may
then agree to go on without the other, and the one between them gets secrets that it must not have. When the two meet, each has
left the other's table. A departed peer stops nobody by its word; but the signatures in its log prove what was done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from net.session.format.entry import DropBody, SignedEntry
from net.session.history.record import Record


class Both(NamedTuple):
    """The proof.

    Attributes:
        drop: the entry by which a peer was replaced in one course. All that voted for it have gone on from it.
        other: the entry in the other course, after that place, by one of those that voted.
        doubt: peers that may have caused this instead: if one of them withdraws its vote, the author of ``other`` goes back; if
            that one goes on all the same, all have gone on. Empty if the author of ``other`` has certainly played in both.
    """

    drop: SignedEntry
    other: SignedEntry
    doubt: tuple[bytes, ...]


def in_both(record: Record, entries: Sequence[SignedEntry]) -> Both | None:
    """Look for the proof in entries that have come in: they and the log here lead into two courses.

    An honest peer that has voted for a replacement goes on from it or takes its vote back. If all voters have gone on, none of
    them plays in the other course as well, unless one of them cheats or has lost its log.
    """
    log = record.log
    if not log.drops and not any(isinstance(signed.entry.body, DropBody) for signed in entries):
        return None  # nobody was replaced
    chain = _chain(entries)
    ours = log.entries[chain[0].entry.n :] if chain else []
    differ = (place for place, (one, other) in enumerate(zip(chain, ours, strict=False)) if one.hash != other.hash)
    place = next(differ, None)
    if place is None or chain[place].entry.previous != ours[place].entry.previous:
        return None
    for here, there in ((ours[place:], chain[place:]), (chain[place:], ours[place:])):
        drop = here[0]
        if not isinstance(drop.entry.body, DropBody):
            continue
        voters = [vote.voter for vote in drop.entry.body.votes]
        found = [
            (_doubt(record.me, voters, here, signed.entry.author), signed)
            for signed in _firsts(there[1:], voters)
            if log.signatures.hold(signed)
        ]
        if found and log.all_went_on(drop) and (drop in log.drops or (log.voted(drop) and record.would_hold(drop))):
            doubt, other = min(found, key=lambda one: len(one[0]))
            return Both(drop, other, doubt)
    return None


def _firsts(course: Sequence[SignedEntry], peers: Sequence[bytes]) -> list[SignedEntry]:
    """The first entry of each of these peers in a course."""
    firsts: dict[bytes, SignedEntry] = {}
    for signed in course:
        if signed.entry.author in peers:
            firsts.setdefault(signed.entry.author, signed)
    return list(firsts.values())


def _doubt(me: bytes, voters: Sequence[bytes], course: Sequence[SignedEntry], peer: bytes) -> tuple[bytes, ...]:
    """The other voters, unless the peer has written something in this course when all of them had gone on.

    Until then each of them could withdraw its vote. ``me`` knows that it has not. The course begins with the replacement.
    """
    others = tuple(voter for voter in voters if voter not in (me, peer))
    gone_on: set[bytes] = set()
    for signed in course:
        gone_on.add(signed.entry.author)
        if signed.entry.author == peer and gone_on.issuperset(others):
            return ()
    return others


def _chain(entries: Sequence[SignedEntry]) -> list[SignedEntry]:
    """The entries as far as each follows the one before; the last one's signature speaks for all before it."""
    chain: list[SignedEntry] = []
    for signed in entries:
        if chain and signed.entry.previous != chain[-1].hash:
            break
        chain.append(signed)
    return chain
