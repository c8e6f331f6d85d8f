"""The accepted entries in order, and those that came before their predecessor."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from net.session.format.charter import SignedCharter
from net.session.format.entry import DropBody, LeavingBody, SignedEntry, read_entry, voted_by_some
from net.session.format.manners import REPLACE
from net.session.format.wire import Signed, WireError
from net.session.history.course import Course, drop_fits
from net.session.history.signatures import Signatures
from net.session.history.step import Step
from rules.contract import State
from rules.message import Message, message

AHEAD = 256
"""An entry that comes early is kept if its place is at most this far beyond the end."""

MOST_ENTRIES = 1 << 13
"""The most entries of a game."""


class EntryIgnored(Exception):
    """An entry is ignored, without consequences for the game: anybody could have sent it.

    Attributes:
        reason: a sentence about the entry; it may name the author only if the signature is the author's.
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class TwoEntries(Exception):
    """One author has signed two different entries for one place, which proves that it cheated.

    Attributes:
        entries: both of them.
    """

    def __init__(self, entries: tuple[SignedEntry, SignedEntry]) -> None:
        super().__init__(f"two entries {entries[0].entry.n}")
        self.entries = entries


def drop_in(signed: SignedEntry) -> DropBody:
    """The contents of an entry that replaced a peer."""
    body = signed.entry.body
    assert isinstance(body, DropBody)
    return body


def _voters(drop: SignedEntry) -> frozenset[bytes]:
    """The peers that have to go on from an entry that replaced a peer before it is final."""
    return frozenset(vote.voter for vote in drop_in(drop).votes) - {drop.entry.author}


def _same_loss(one: SignedEntry, other: SignedEntry) -> bool:
    """Whether both are entries by which the same peer is replaced."""
    bodies = one.entry.body, other.entry.body
    return isinstance(bodies[0], DropBody) and isinstance(bodies[1], DropBody) and bodies[0].peer == bodies[1].peer


class Log:
    """The accepted entries, with the position after each.

    Attributes:
        charter: of the game.
        entries: the accepted entries.
        positions: the position after 0, 1, 2 … entries, as this copy knew them at that time.
        digests: the digests of the public facts of these positions.
        early: by place and hash, the entries that came before their predecessor.
        may_differ: whether other peers may be on another course of the game for a while, since peers can be replaced.
        drops: the accepted entries by which a peer was replaced.
        refused: by hash, such entries that are not valid here and their successors, each with the hash of the former.
        superseding: an entry from outside by which a peer was replaced in a place where this log has an entry of that peer;
            the caller that handles it resets it to None.
        signatures: those of entries from outside.
    """

    def __init__(self, charter: SignedCharter, course: Course) -> None:
        """Begin with the position before the first entry."""
        self.charter = charter
        self._authors = frozenset(charter.charter.keys)
        self.may_differ = charter.charter.manner(REPLACE.name) == "on" and len(charter.charter.peers) > 2
        self.entries: list[SignedEntry] = []
        self.positions: list[State] = [course.state]
        self.digests: list[bytes] = [course.digest]
        self._spares: list[tuple[bytes, ...]] = [course.spares]
        self.early: dict[int, dict[bytes, SignedEntry]] = {}
        self.drops: list[SignedEntry] = []
        self.refused: dict[bytes, bytes] = {}
        self._sure: set[bytes] = set()
        self._final: set[bytes] = set()
        self.superseding: SignedEntry | None = None
        self.signatures = Signatures()

    def __len__(self) -> int:
        return len(self.entries)

    def head(self, length: int) -> bytes:
        """The hash of the last of the first ``length`` entries."""
        return self.entries[length - 1].hash if length else self.charter.hash

    @property
    def heads(self) -> bytes:
        """The hashes of all entries, one after the other."""
        return b"".join(entry.hash for entry in self.entries)

    def digest(self, length: int) -> bytes:
        """The digest of the public facts after the first ``length`` entries."""
        return self.digests[length]

    def accept(self, signed: SignedEntry, step: Step) -> None:
        """Add an entry that has been played."""
        self.early.pop(len(self), None)
        self.entries.append(signed)
        self.positions.append(step.position)
        self.digests.append(step.digest)
        self._spares.append(step.spares)
        if isinstance(signed.entry.body, DropBody):
            self.drops.append(signed)
            self.early.clear()  # the waiting entries may follow an entry that this one has made void

    def back_to(self, length: int) -> None:
        """Keep only the first ``length`` entries, and forget all that wait."""
        del self.entries[length:]
        del self.positions[length + 1 :]
        del self.digests[length + 1 :]
        del self._spares[length + 1 :]
        self.drops = [signed for signed in self.drops if signed.entry.n < length]
        self.early.clear()

    @property
    def unsettled(self) -> list[SignedEntry]:
        """The entries by which a peer was replaced that can still be undone."""
        return [drop for drop in self.drops if not self.settled(drop)]

    @property
    def certain(self) -> int:
        """How many entries there are before the first that can still be undone."""
        return min((drop.entry.n for drop in self.unsettled), default=len(self))

    def settled(self, drop: SignedEntry) -> bool:
        """Whether an entry by which a peer was replaced can no longer be undone, as far as is known here.

        All voters have gone on from it; a wish to leave that was signed after it shows that as well. Or a later replacement is
        settled, so all who were still at the table have gone on from both: a voter that was replaced itself cannot undo this.
        """
        if drop.hash not in self._final and drop in self.drops and (self.all_went_on(drop) or self._without_some(drop)):
            self._final.add(drop.hash)
        return drop.hash in self._final or self.all_went_on(drop)

    def all_went_on(self, drop: SignedEntry) -> bool:
        """Whether every voter has written an entry after one by which a peer was replaced, as far as is known here."""
        if drop.hash not in self._sure:
            after = self.entries[drop.entry.n + 1 :] if drop in self.drops else ()
            if not _voters(drop) <= {signed.entry.author for signed in after}:
                return False
            self._sure.add(drop.hash)
        return True

    def _without_some(self, drop: SignedEntry) -> bool:
        """Whether a replacement in this log is settled although some voters have written nothing after it."""
        after = self.entries[drop.entry.n + 1 :]
        gone_on = {signed.entry.author for signed in after}
        gone_on |= {signed.entry.body.peer for signed in after if isinstance(signed.entry.body, LeavingBody)}
        return _voters(drop) <= gone_on or any(self.settled(later) for later in self.drops if later.entry.n > drop.entry.n)

    def learn_settled(self, chain: Sequence[SignedEntry]) -> list[bytes]:
        """Note the replacements that entries from outside show to be settled, even before those entries are played here.

        Each signature covers all entries before it. So the signatures of all voters after an entry by which a peer was
        replaced show that they went on. Then it is valid, with all that follows, even if it was refused here: a peer that lost
        the last part of the game has forgotten its vote. Returns the hashes of such entries.
        """
        found = []
        for place, drop in enumerate(chain):
            if drop.hash in self._sure or not self._replaces_here(drop):
                continue
            missing = set(_voters(drop))
            for before, signed in pairwise(chain[place:]):
                if not missing or signed.entry.previous != before.hash:
                    break
                if signed.entry.author in missing and self.signatures.hold(signed):
                    missing.remove(signed.entry.author)
            if not missing and len(self._sure) < MOST_ENTRIES:
                self._sure.add(drop.hash)
                found.append(drop.hash)
        if found:
            self.refused = {hash: drop for hash, drop in self.refused.items() if drop not in found}
        return found

    def _replaces_here(self, drop: SignedEntry) -> bool:
        """Whether an entry, not checked yet, may replace a peer in this game: everybody named in it is in the charter."""
        body = drop.entry.body
        if not isinstance(body, DropBody) or drop.entry.table != self.charter.charter.table:
            return False
        return bool(_voters(drop)) and {drop.entry.author, body.peer, *_voters(drop)} <= self._authors

    def refuse(self, drop: SignedEntry) -> None:
        """Refuse an entry by which a peer would be replaced, and all that follow it."""
        self._refuse(drop, drop.hash)
        self.early.get(drop.entry.n, {}).pop(drop.entry.author, None)
        for place in sorted(self.early):
            waiting = self.early[place]
            for author, signed in list(waiting.items()):
                root = self.refused.get(signed.hash) or self.refused.get(signed.entry.previous)
                if root is not None:
                    self._refuse(waiting.pop(author), root)
        if self.superseding == drop:
            self.superseding = None

    def _refuse(self, signed: SignedEntry, drop: bytes) -> None:
        if len(self.refused) < MOST_ENTRIES:
            self.refused[signed.hash] = drop

    def undo(self, drop: SignedEntry) -> None:
        """Forget an entry by which a peer was replaced, and all that came after it."""
        self.refused.update((signed.hash, drop.hash) for signed in self.entries[drop.entry.n :])
        self.back_to(drop.entry.n)

    def offer(self, signed: Signed | SignedEntry, sender: bytes = b"") -> bool:
        """Take an entry from outside, decoded or not; it waits until :meth:`next` returns it. False if it is there already.

        ``sender`` is the peer over whose link it came: it chose to send the entry now, whoever wrote it.

        Two entries of one author for one place prove cheating only if both follow the same entry: when a peer is replaced,
        others may have gone on from a void entry of that peer. Two entries that replace the same peer are no proof either: the
        first may have been undone before the second was written with later votes.

        Raises :class:`EntryIgnored`, or :class:`TwoEntries`.
        """
        try:
            offered = signed if isinstance(signed, SignedEntry) else read_entry(signed)
        except WireError as error:
            raise EntryIgnored(message("session.entry.damaged")) from error
        entry = offered.entry
        name = self.charter.charter.name
        if entry.table != self.charter.charter.table:
            raise EntryIgnored(message("session.entry.table"))
        if entry.author not in self._authors:
            raise EntryIgnored(message("session.entry.stranger"))
        known = self._known(entry.n, entry.author)
        if known is not None and known.hash == offered.hash:
            return False
        if not self.signatures.hold(offered):
            raise EntryIgnored(message("session.entry.signature", name=name(entry.author), number=entry.n + 1))
        refused = self.refused.get(offered.hash) or self.refused.get(entry.previous)
        if refused is not None:
            self._refuse(offered, refused)
            return False
        if known is not None and known.entry.previous == entry.previous:
            if not _same_loss(known, offered):
                raise TwoEntries((known, offered))
            if drop_in(offered).round <= drop_in(known).round:
                return False
            if entry.n < len(self):
                if self.voted(offered):
                    self.superseding = offered
                return self.superseding == offered
        elif entry.n < len(self):
            if known is not None or self._overtaken(offered):
                return False
            if self._supersedes(offered):
                self.superseding = offered
                return True
            raise EntryIgnored(message("session.entry.turn", name=name(entry.author), number=entry.n + 1))
        if entry.n >= min(len(self) + AHEAD, MOST_ENTRIES):
            raise EntryIgnored(message("session.entry.far", name=name(sender or entry.author), number=entry.n + 1))
        self.early.setdefault(entry.n, {})[entry.author] = offered
        return True

    def next(self, author: bytes | None) -> SignedEntry | None:
        """The waiting entry for the next place by ``author``, the peer that may write it, or None."""
        return None if author is None else self.early.get(len(self), {}).get(author)

    def next_drop(self) -> SignedEntry | None:
        """The waiting entry for the next place by which a peer is replaced, or None."""
        waiting = self.early.get(len(self), {}).values()
        return next((signed for signed in waiting if isinstance(signed.entry.body, DropBody)), None)

    def strays(self, author: bytes | None) -> list[SignedEntry]:
        """Take out the waiting entries for the next place by all peers but ``author``."""
        waiting = self.early.get(len(self), {})
        return [waiting.pop(other) for other in list(waiting) if other != author]

    def stale(self) -> list[SignedEntry]:
        """Take out the waiting entries for the next place that follow another entry than the last one here.

        This is no fault if a peer has been replaced: their authors may not know it yet.
        """
        return self.strangers() if self.drops else []

    def strangers(self) -> list[SignedEntry]:
        """Take out the waiting entries for the next place that follow another entry than the last one here."""
        waiting, head = self.early.get(len(self), {}), self.head(len(self))
        return [waiting.pop(author) for author in list(waiting) if waiting[author].entry.previous != head]

    def _overtaken(self, offered: SignedEntry) -> bool:
        """Whether an entry belongs to another course of the game: a peer was or may have been replaced, or its author has been
        told another story.
        """
        n = offered.entry.n
        return offered.entry.previous != self.head(n) or any(drop.entry.n == n for drop in self.drops)

    def _supersedes(self, offered: SignedEntry) -> bool:
        entry, here = offered.entry, self.entries[offered.entry.n].entry
        replaces = isinstance(entry.body, DropBody) and entry.body.peer == here.author and entry.previous == here.previous
        return replaces and self.voted(offered)

    def voted(self, drop: SignedEntry) -> bool:
        """Whether an entry that replaces a peer has true votes of at least two peers, so that it is more than a forgery."""
        self.signatures.made += len(drop_in(drop).votes)
        return voted_by_some(drop, self._authors, self.charter.hash)

    def drop_holds(self, drop: SignedEntry) -> bool:
        """Whether an entry by which a peer is replaced is valid at its place in this log, without playing the log for that."""
        entry = drop.entry
        here = entry.n <= len(self) and entry.previous == self.head(entry.n)
        return here and drop_fits(entry, self._spares[entry.n], self.charter.charter.game, self.charter.hash)

    def followers(self, signed: SignedEntry) -> list[SignedEntry]:
        """The waiting entries that directly follow a waiting entry."""
        return [other for other in self.early.get(signed.entry.n + 1, {}).values() if other.entry.previous == signed.hash]

    @property
    def gap(self) -> bool:
        """Whether entries wait for a predecessor that is missing."""
        return bool(self.early) and len(self) not in self.early

    def _known(self, n: int, author: bytes) -> SignedEntry | None:
        if n < len(self):
            return self.entries[n] if self.entries[n].entry.author == author else None
        return self.early.get(n, {}).get(author)
