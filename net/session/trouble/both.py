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
    """

    drop: SignedEntry
    other: SignedEntry


def in_both(record: Record, entries: Sequence[SignedEntry]) -> Both | None:
    """Look for the proof in entries that have come in: they and the log here lead into two courses.

    An honest peer that has voted for a replacement goes on from it or takes its vote back. If all voters have gone on, none of
    them plays in the other course as well, unless it cheats or has lost its log.
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
    for drop, after in ((ours[place], chain[place + 1 :]), (chain[place], ours[place + 1 :])):
        if not isinstance(drop.entry.body, DropBody):
            continue
        voters = {vote.voter for vote in drop.entry.body.votes}
        other = next((signed for signed in after if signed.entry.author in voters), None)
        if (
            other is not None
            and log.signatures.hold(other)
            and log.all_went_on(drop)
            and (drop in log.drops or (log.voted(drop) and record.would_hold(drop)))
        ):
            return Both(drop, other)
    return None


def _chain(entries: Sequence[SignedEntry]) -> list[SignedEntry]:
    """The entries as far as each follows the one before; the last one's signature speaks for all before it."""
    chain: list[SignedEntry] = []
    for signed in entries:
        if chain and signed.entry.previous != chain[-1].hash:
            break
        chain.append(signed)
    return chain
