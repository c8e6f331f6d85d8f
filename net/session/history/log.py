"""The accepted entries in order, and those that came before their predecessor."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise

from net.session.format.charter import SignedCharter
from net.session.format.entry import DropBody, SignedEntry, read_entry, well_signed
from net.session.format.manners import REPLACE
from net.session.format.wire import Signed, WireError
from net.session.history.course import Course, Step
from rules.contract import State
from rules.message import Message, message

AHEAD = 256
"""How many places beyond the end an early entry may be to be kept."""

MOST_ENTRIES = 1 << 13
"""Entries of the longest game."""


class EntryIgnored(Exception):
    """An entry counts for nothing, without consequences for the game: anybody could have sent it.

    Attributes:
        reason: a sentence about the entry; it may name the author only if the signature is the author's.
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class TwoEntries(Exception):
    """One author has signed two different entries for one place: proof that it played falsely.

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
    """The peers that make an entry that replaced a peer final by going on from it."""
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
        may_differ: whether others may be on another course of the game for a while: where somebody can be replaced.
        drops: those of the entries by which a peer was replaced.
        refused: hashes of such entries that do not count here, and of what follows on them, each with the former's.
        superseding: an entry from outside by which a peer was replaced in a place where this log has an entry of that peer;
            whoever looks at it takes it away.
    """

    def __init__(self, charter: SignedCharter, course: Course) -> None:
        """Begin with the position before the first entry."""
        self.charter = charter
        self._authors = frozenset(charter.charter.keys)
        self.may_differ = charter.charter.manner(REPLACE.name) == "on" and len(charter.charter.peers) > 2
        self.entries: list[SignedEntry] = []
        self.positions: list[State] = [course.state]
        self._digests: list[bytes] = [course.digest]
        self._early: dict[int, dict[bytes, SignedEntry]] = {}
        self.drops: list[SignedEntry] = []
        self.refused: dict[bytes, bytes] = {}
        self._sure: set[bytes] = set()
        self.superseding: SignedEntry | None = None

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
        return self._digests[length]

    def accept(self, signed: SignedEntry, step: Step) -> None:
        """Add an entry that has been played."""
        self._early.pop(len(self), None)
        self.entries.append(signed)
        self.positions.append(step.position)
        self._digests.append(step.digest)
        if isinstance(signed.entry.body, DropBody):
            self.drops.append(signed)
            self._early.clear()  # what waits may follow on an entry that this one has made void

    def back_to(self, length: int) -> None:
        """Forget all entries but so many, and all that wait."""
        del self.entries[length:]
        del self.positions[length + 1 :]
        del self._digests[length + 1 :]
        self.drops = [signed for signed in self.drops if signed.entry.n < length]
        self._early.clear()

    @property
    def unsettled(self) -> list[SignedEntry]:
        """The entries by which a peer was replaced that can still be undone: not every voter has gone on from it."""
        return [drop for drop in self.drops if not self.settled(drop)]

    @property
    def certain(self) -> int:
        """How many entries there are before the first that can still be undone."""
        return min((drop.entry.n for drop in self.unsettled), default=len(self))

    def settled(self, drop: SignedEntry) -> bool:
        """Whether every voter has gone on from an entry by which a peer was replaced, as far as is known here."""
        if drop.hash not in self._sure:
            after = self.entries[drop.entry.n + 1 :] if drop in self.drops else ()
            if not _voters(drop) <= {signed.entry.author for signed in after}:
                return False
            self._sure.add(drop.hash)
        return True

    def learn_settled(self, entries: Sequence[Signed]) -> list[bytes]:
        """Note what entries from outside show to be settled, though not all of them may have been looked at here.

        Each signature stands for all entries before it, so those of all voters behind an entry by which a peer was replaced
        show that they went on. Then it counts, with all that follows, even where it was refused: a peer that lost the last
        part of the game has forgotten its vote. Returns the hashes of such entries.
        """
        chain: list[SignedEntry] = []
        found = []
        with suppress(WireError):
            chain += map(read_entry, entries)
        for place, drop in enumerate(chain):
            if not isinstance(drop.entry.body, DropBody) or drop.hash in self._sure:
                continue
            missing = set(_voters(drop))
            for before, signed in pairwise(chain[place:]):
                if not missing or signed.entry.previous != before.hash:
                    break
                if signed.entry.author in missing and well_signed(signed):
                    missing.remove(signed.entry.author)
            if not missing and len(self._sure) < MOST_ENTRIES:
                self._sure.add(drop.hash)
                found.append(drop.hash)
        if found:
            self.refused = {hash: drop for hash, drop in self.refused.items() if drop not in found}
        return found

    def refuse(self, drop: SignedEntry) -> None:
        """An entry by which a peer would be replaced does not count: neither does what follows on it."""
        self._refuse(drop, drop.hash)
        self._early.get(drop.entry.n, {}).pop(drop.entry.author, None)
        for place in sorted(self._early):
            waiting = self._early[place]
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

    def offer(self, signed: Signed) -> bool:
        """Take an entry from outside; it waits until :meth:`next` names it. False for one that is there already.

        Two entries of one author for one place are a proof only if both follow on the same entry: when a peer is replaced,
        others may have gone on from an entry of its that is void. Nor are two by which the same peer is replaced: the first may
        have been undone before the second was written with later votes.

        Raises :class:`EntryIgnored`, or :class:`TwoEntries`.
        """
        try:
            offered = read_entry(signed)
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
        if not well_signed(offered):
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
                self.superseding = offered
                return True
        elif entry.n < len(self):
            if known is not None or self._overtaken(offered):
                return False
            if self._supersedes(offered):
                self.superseding = offered
                return True
            raise EntryIgnored(message("session.entry.turn", name=name(entry.author), number=entry.n + 1))
        if entry.n >= min(len(self) + AHEAD, MOST_ENTRIES):
            raise EntryIgnored(message("session.entry.far", name=name(entry.author), number=entry.n + 1))
        self._early.setdefault(entry.n, {})[entry.author] = offered
        return True

    def next(self, author: bytes | None) -> SignedEntry | None:
        """The waiting entry for the next place by the peer who holds the pen, or None."""
        return None if author is None else self._early.get(len(self), {}).get(author)

    def next_drop(self) -> SignedEntry | None:
        """The waiting entry for the next place by which a peer is replaced, or None."""
        waiting = self._early.get(len(self), {}).values()
        return next((signed for signed in waiting if isinstance(signed.entry.body, DropBody)), None)

    def strays(self, author: bytes | None) -> list[SignedEntry]:
        """Take out the waiting entries for the next place by peers who do not hold the pen."""
        waiting = self._early.get(len(self), {})
        return [waiting.pop(other) for other in list(waiting) if other != author]

    def stale(self) -> list[SignedEntry]:
        """Take out the waiting entries for the next place that follow on something else than what is here.

        They are excused where somebody has been replaced, for their authors may not have heard of it.
        """
        return self.strangers() if self.drops else []

    def strangers(self) -> list[SignedEntry]:
        """Take out the waiting entries for the next place that follow on something else than what is here."""
        waiting, head = self._early.get(len(self), {}), self.head(len(self))
        return [waiting.pop(author) for author in list(waiting) if waiting[author].entry.previous != head]

    def _overtaken(self, offered: SignedEntry) -> bool:
        """Whether an entry is of another course of the game than here, since somebody was replaced, or may have been."""
        n = offered.entry.n
        return (self.may_differ and offered.entry.previous != self.head(n)) or any(drop.entry.n == n for drop in self.drops)

    def _supersedes(self, offered: SignedEntry) -> bool:
        entry, here = offered.entry, self.entries[offered.entry.n].entry
        return isinstance(entry.body, DropBody) and entry.body.peer == here.author and entry.previous == here.previous

    def followers(self, signed: SignedEntry) -> list[SignedEntry]:
        """The waiting entries that follow directly on a waiting entry."""
        return [other for other in self._early.get(signed.entry.n + 1, {}).values() if other.entry.previous == signed.hash]

    @property
    def gap(self) -> bool:
        """Whether entries wait for a predecessor that is not there."""
        return bool(self._early) and len(self) not in self._early

    def _known(self, n: int, author: bytes) -> SignedEntry | None:
        if n < len(self):
            return self.entries[n] if self.entries[n].entry.author == author else None
        return self._early.get(n, {}).get(author)
