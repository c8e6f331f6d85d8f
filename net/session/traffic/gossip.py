"""Gossip: which peers are linked, how far each log reaches, and which entries to send to whom.

Each peer says how far its log reaches, and a peer that has more sends what is missing. So entries travel through other peers
where two have no link, and lost entries are sent again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from net.allowance import Bucket
from net.session.format.charter import Charter
from net.session.format.entry import SignedEntry
from net.session.format.wire import Have
from rules.message import Message, message

BEAT = 3_000
"""Milliseconds between heartbeats."""

SILENCE = 10_000
"""Milliseconds of silence after which a link counts as lost."""

GONE = 120_000
"""Milliseconds without a link after which a peer is called gone, no longer reconnecting."""

RESEND = 1_000
"""Milliseconds after which an unacknowledged entry is sent again."""

PASS_ON = 700
"""Milliseconds for which sending an entry to a peer is left to its author, if those two are linked."""

ASK_AGAIN = 300
"""The shortest time in milliseconds between two requests to one peer."""

REPEATS = 4
"""Repeated requests for the same entries that are served at once; after that, one every :data:`ASK_AGAIN`."""

CHECKS = 2000
"""Signatures of a peer's entries that are checked at once although the log does not grow by them; after that, as many as
:data:`CHECKS_IN_TIME` allows. Honest peers send such entries when they go another course for a while, or out of order.
"""

CHECKS_IN_TIME = 0.2
"""The same in each millisecond."""

BATCH = 64
"""The most entries in one frame; twice as many may be on their way unacknowledged."""

BATCH_BYTES = 1 << 18
"""Once a frame holds this many bytes, no more entries are added."""


class LinkState(Enum):
    """The state of a link to another peer."""

    CONNECTING = "connecting"
    LINKED = "linked"
    RECONNECTING = "reconnecting"
    PAUSED = "paused"
    GONE = "gone"


LINKS: Mapping[LinkState, frozenset[LinkState]] = {
    LinkState.CONNECTING: frozenset({LinkState.LINKED, LinkState.GONE}),
    LinkState.LINKED: frozenset({LinkState.RECONNECTING, LinkState.PAUSED}),
    LinkState.RECONNECTING: frozenset({LinkState.LINKED, LinkState.GONE}),
    LinkState.PAUSED: frozenset({LinkState.LINKED}),
    LinkState.GONE: frozenset({LinkState.LINKED}),
}
"""The states that may follow each state; ARCHITECTURE.md shows them."""


@dataclass(slots=True)
class Link:
    """The known state of one other peer.

    Attributes:
        up: whether a link stands now.
        ever: whether one ever did.
        since: when it last changed.
        heard: when it was last heard.
        beat: when the next heartbeat to it is due.
        said: the length of its log as it last said on this link; None before that.
        have: the same, limited to the part that it shares with the log here.
        sent: the length of its log once everything on its way has arrived.
        elsewhere: the places of heavy entries on their way to it from their authors.
        held: sending it the places from ``sent`` up to this one is left to the authors.
        skipped: the places before this one are left to them even when the next entry goes out from here.
        told: the hash of the last entry of the log here, as it was last told on this link; empty before that.
        due: when to repeat what it has not acknowledged.
        asked: when it was last asked for entries.
        again: how often it may ask for entries that were sent before.
        checks: how many signatures of its entries may be checked in vain.
        links: the peers it said it is linked to.
        head: the hash of the last entry of its log, as it last said on this link.
        paused: whether its people said on the last link that they pause.
        doubted: when its log was first seen to differ from the log here; None while they agree.
    """

    up: bool = False
    ever: bool = False
    since: int = 0
    heard: int = 0
    beat: int = 0
    said: int | None = None
    have: int | None = None
    sent: int = 0
    elsewhere: set[int] = field(default_factory=set)
    held: int = 0
    skipped: int = 0
    told: bytes = b""
    due: int = 0
    asked: int = -ASK_AGAIN
    again: Bucket = field(default_factory=lambda: Bucket(REPEATS, 1 / ASK_AGAIN))
    checks: Bucket = field(default_factory=lambda: Bucket(CHECKS, CHECKS_IN_TIME))
    links: frozenset[bytes] = field(default_factory=frozenset)
    head: bytes = b""
    paused: bool = False
    doubted: int | None = None

    def state(self, now: int) -> LinkState:
        """The state of the link. Whatever it is, this program keeps calling the peer."""
        if self.up:
            return LinkState.LINKED
        if self.paused:
            return LinkState.PAUSED
        if now - self.since >= GONE:
            return LinkState.GONE
        return LinkState.RECONNECTING if self.ever else LinkState.CONNECTING

    def send_from(self, place: int) -> None:
        """The entries from this place on have yet to be sent, and nothing is left to other peers."""
        self.sent = place
        self.held = self.skipped = 0
        self.elsewhere.clear()


class Gossip:
    """The links to the other peers of a table.

    Attributes:
        links: by key, all peers but this one, in the charter's order.
        shunned: the peers whose frames are ignored here, with the reason.
        stirred: whether the peers as shown may have changed; the caller that shows them resets it.
    """

    def __init__(self, charter: Charter, me: bytes, now: int, peers: Sequence[bytes] | None = None) -> None:
        """The others are those of the charter, or ``peers``."""
        self._keys = charter.keys
        self.links = {key: Link(since=now) for key in (self._keys if peers is None else peers) if key != me}
        self.stirred = False
        self.shunned: dict[bytes, Message] = {}
        self._charter = charter
        self._me = me

    @property
    def linked(self) -> list[bytes]:
        """The peers with a standing link."""
        return [key for key, link in self.links.items() if link.up]

    @property
    def places(self) -> list[int]:
        """The same, as places in the charter."""
        return [place for place, key in enumerate(self._keys) if key in self.links and self.links[key].up]

    def connected(self, peer: bytes, now: int) -> None:
        """A link to a peer stands."""
        link = self.links[peer]
        link.up = link.ever = True
        link.paused = False
        link.since = link.heard = now
        link.beat = now + BEAT
        link.said = link.have = None
        link.send_from(link.sent)
        link.told = b""
        link.links = frozenset()
        link.head = b""
        link.doubted = None
        self.stirred = True

    def lost(self, peer: bytes, now: int) -> None:
        """A link is gone."""
        self.stirred = True
        link = self.links[peer]
        if link.up:
            link.up = False
            link.since = now

    def shun(self, peer: bytes, reason: Message, now: int) -> None:
        """Ignore a peer from now on, as if it could not be reached any more."""
        self.shunned[peer] = reason
        self.lost(peer, now)

    def said(self, peer: bytes, have: Have, now: int) -> bool:
        """A peer says how far its log reaches. Returns whether this is the first time on this link."""
        link = self.links[peer]
        first = link.have is None
        if first or have.length > link.sent:
            link.sent = have.length
            link.due = now + RESEND
        link.said = link.have = have.length
        link.head = have.head
        links = frozenset(self._keys[place] for place in have.links if place < len(self._keys))
        self.stirred |= links != link.links
        link.links = links
        return first

    def wrote(self, peer: bytes, length: int, head: bytes) -> None:
        """An entry that ends a log of this length came from its author, who then has it."""
        link = self.links[peer]
        if link.have is not None and link.have < length:
            link.have = length
            link.head = head
            link.sent = max(link.sent, length)

    def wants(self, peer: bytes, first: int, now: int) -> bool:
        """A peer says that it lacks the entries from ``first`` on. Returns whether to send them now.

        A few bytes may ask for a whole batch. So entries that were sent before are not sent again more often than honest
        programs ask.
        """
        link = self.links[peer]
        if first < link.sent and not link.again.take(now):
            return False
        self.begin_again(peer, first)
        return True

    def begin_again(self, peer: bytes, first: int) -> None:
        """Send a peer the entries from ``first`` on, as if it had none of them."""
        self.links[peer].have = first
        self.links[peer].send_from(first)

    def back_to(self, length: int) -> None:
        """The log here has gone back: the others' entries beyond that place will differ from those to come."""
        for link in self.links.values():
            link.have = None if link.have is None else min(link.have, length)
            link.send_from(min(link.sent, length))

    def may_ask(self, peer: bytes, now: int) -> bool:
        """Whether it is time to ask a peer for entries (again)."""
        link = self.links[peer]
        if now - link.asked < ASK_AGAIN:
            return False
        link.asked = now
        return True

    def reaches(self, peer: bytes, other: bytes) -> bool:
        """Whether a peer is linked to another, as far as it said."""
        return other in self.links[peer].links

    def near(self, peer: bytes) -> bool:
        """Whether a peer can be reached, directly or through others."""
        if peer in self.shunned:
            return False
        return self.links[peer].up or any(link.up and peer in link.links for link in self.links.values())

    def batch(self, peer: bytes, log: Sequence[SignedEntry], now: int) -> list[SignedEntry]:
        """The entries of a log to send to a peer now; they count as sent."""
        link = self.links[peer]
        batch: list[SignedEntry] = []
        if not link.up or link.have is None or link.sent - link.have >= 2 * BATCH:
            return batch
        size = 0
        while link.sent < len(log) and len(batch) < BATCH and size < BATCH_BYTES:
            if link.sent >= link.skipped and link.sent not in link.elsewhere:
                batch.append(log[link.sent])
                size += len(batch[-1].signed.raw)
            link.sent += 1
            link.due = now + RESEND
        return batch

    def hold(self, peer: bytes, since: int, length: int, now: int, heavy: Iterable[int], usual: bool) -> None:
        """Leave it to the authors, for a while, to send a peer the entries from ``since`` to ``length``.

        They go out with the next entries from here, for they may arrive late. Two kinds do not: entries that were held before
        these came, if it is ``usual``, and those at the places ``heavy``. If such an entry does not come from its author, the
        peer finds the gap and asks for it, or the entry is overdue.
        """
        link = self.links[peer]
        if not usual:
            link.held = link.skipped = 0
        elif since <= max(link.sent, link.held):  # else there is more to send from here
            link.skipped, link.held = since, length
        link.elsewhere.update(heavy)
        link.due = min(link.due, now + PASS_ON) if link.due > now else now + PASS_ON

    def overdue(self, length: int, now: int) -> list[bytes]:
        """The peers that need unacknowledged entries again; they count as not sent."""
        late = []
        for peer, link in self.links.items():
            if link.up and link.have is not None and link.have < length and now >= link.due:
                link.send_from(link.have)
                late.append(peer)
        return late

    def beats(self, now: int) -> list[bytes]:
        """The peers that are due a heartbeat; it counts as sent."""
        due = [peer for peer, link in self.links.items() if link.up and now >= link.beat]
        for peer in due:
            self.links[peer].beat = now + BEAT
        return due

    def silent(self, now: int) -> list[bytes]:
        """The linked peers that have been silent for too long."""
        return [peer for peer, link in self.links.items() if link.up and now - link.heard > SILENCE]

    def behind(self, length: int) -> bool:
        """Whether a linked peer lacks entries, or has not said yet what it has."""
        return any(link.up and (link.have is None or link.have < length) for link in self.links.values())

    def status(self, peer: bytes, awaited: bool, left: bool, now: int) -> Message:
        """The state of a peer, as a sentence; ``awaited`` when the game waits for it."""
        name = self._charter.name(peer)
        if left:
            return message("session.status.left", name=name)
        if peer == self._me:
            return message("session.status.here")
        if peer in self.shunned:
            return message("session.status.shunned", name=name)
        state = self.links[peer].state(now)
        if self.near(peer):
            way = "linked" if state is LinkState.LINKED else "relayed"
            return message("session.status.awaited" if awaited else f"session.status.{way}", name=name)
        return message(f"session.status.{state.value}", name=name)
