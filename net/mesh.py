"""All links of this program: at most one for each peer, and the peers that it keeps calling until they answer."""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from twisted.internet.defer import Deferred, gatherResults

from net.addresses import Address
from net.calling import Call, CrossWay, UdpWay
from net.certificate import tls_context
from net.door import Door
from net.greeting import Hello, Refusal, Welcome
from net.identity import Identity
from net.interfaces import is_own
from net.link import CallFailed, Limits, Link
from net.udp.room import Room
from rules.message import Message

if TYPE_CHECKING:
    from net.crossing import Crossing, Meeting
    from net.udp.gate import Gate

_log = logging.getLogger("alarife.net.mesh")


@dataclass(frozen=True, slots=True)
class Pace:
    """How a lost peer is called again; times in seconds.

    Attributes:
        first: until the first call, doubled after each failure.
        longest: the most between two calls.
        patience: how long the peer with the higher key leaves the first call to the other.
        race: two links of a pair made within this time of each other mean that both have called at once; if a link is older
            and the other side calls again, it has lost that link.
    """

    first: float = 0.5
    longest: float = 30.0
    patience: float = 1.5
    race: float = 30.0


SEEKING, ROUND = 600.0, 30.0
"""Seconds for which a peer is called without a break while it calls too, and seconds of one such call."""


class Node(Protocol):
    """The owner of a mesh; all calls come in the reactor's thread."""

    def judge(self, key: bytes, hello: Hello) -> Welcome | Refusal:
        """Answer a caller."""

    def hello(self, key: bytes) -> Hello:
        """The greeting for a peer that is called again."""

    def explain(self, refusal: Refusal) -> Message:
        """The sentence for a refusal."""

    def room(self, key: bytes) -> Room | None:
        """The room in which this peer waits for calls over UDP, None if it is not called that way."""

    def seen(self, place: Address) -> None:
        """A peer has seen this computer's datagrams come from this address."""

    def missed(self, key: bytes, why: CallFailed) -> None:
        """A call to a wanted peer has failed; it will be called again."""

    def answered(self, key: bytes, address: Address) -> None:
        """This peer has been called at an address, and its key has answered; comes before :meth:`linked`."""

    def linked(self, key: bytes, greeting: Hello | Welcome, host: str, called: bool) -> None:
        """A link stands; frames may be sent to ``key``."""

    def unlinked(self, key: bytes) -> None:
        """The link to a peer is gone. Also called before :meth:`linked` if a new link replaces an old one."""

    def received(self, key: bytes, payload: bytes) -> None:
        """A frame came from a linked peer."""

    def blame(self, key: bytes, what: str) -> None:
        """A linked peer misbehaves; see :meth:`net.link.Owner.blame`."""

    def intruder(self, host: str, what: str) -> None:
        """See :meth:`net.link.Owner.intruder`."""


@dataclass(slots=True)
class _Wanted:
    """A peer that is called until it answers.

    Attributes:
        until: the time until which it is called without a break.
        punched: the addresses at which such a call meets the call from there; or ``meeting``, if the other side is the caller.
        patience: seconds for which such a call continues over UDP, whatever else fails; None for the usual time.
        told: called with the reason when such a call has failed, and whether it was the last.
    """

    addresses: Callable[[], Sequence[Address]]
    failures: int = 0
    call: Call | None = None
    timer: Any = None
    until: float = 0.0
    punched: Sequence[Address] = ()
    meeting: Meeting | None = None
    patience: float | None = None
    told: Callable[[CallFailed, bool], None] | None = None


class Mesh:
    """The links of one node."""

    def __init__(self, reactor: Any, identity: Identity, node: Node, limits: Limits, pace: Pace) -> None:
        self._reactor = reactor
        self._identity = identity
        self._node = node
        self._limits = limits
        self._pace = pace
        self._context = tls_context(identity)
        self._door: Door | None = None
        self._gate: Gate | None = None
        self._crossing: Crossing | None = None
        self._loopback = False
        self._links: dict[bytes, tuple[Link, float]] = {}
        self._wanted: dict[bytes, _Wanted] = {}
        self._calls: set[Call] = set()

    # -- the door --------------------------------------------------------------------------------------------------

    @property
    def port(self) -> int:
        """The port on which this program listens, 0 if it does not."""
        return self._door.port if self._door is not None else 0

    def open(self, port: int, loopback: bool) -> None:
        """Listen; raises :class:`~net.door.DoorError`."""
        door = Door(self._reactor, self._context, self, self._limits)
        door.open(port, loopback)
        self._door = door
        self.open_gate(loopback)

    def open_gate(self, loopback: bool) -> None:
        """Take and make links over UDP too, on the port number of the door if it is free. Without UDP there is only TCP."""
        from net.udp.gate import Gate, GateError  # not before there is a table

        self._loopback = loopback
        gate = Gate(self._reactor, self._identity, self, self._limits)
        gate.seen = lambda place: self._node.seen(place)
        for port in dict.fromkeys((self.port, 0)):
            try:
                gate.open(port, loopback)
            except GateError as problem:
                _log.warning("the UDP port %s cannot be opened: %s", port or "", problem)
            else:
                self._gate = gate
                return

    @property
    def gate(self) -> Gate | None:
        """The UDP port, or None."""
        return self._gate

    @property
    def crossing(self) -> Crossing:
        """The port for calls over TCP that meet those of the other side."""
        from net.crossing import Crossing  # most tables do not need it

        if self._crossing is None:
            self._crossing = Crossing(self._reactor, self._loopback, self.port)
        return self._crossing

    def cross(self, places: Sequence[Address], seconds: float) -> Meeting | None:
        """Call these addresses over TCP for ``seconds``: a peer there calls here at the same time and is then the caller."""
        if self._door is None or not places:
            return None
        entrance = self._door.meeting
        return self.crossing.meet(places, lambda place: entrance, seconds)

    def close(self) -> Deferred[Any]:
        """Stop listening and calling, and close all links once what was sent has gone out. The owner is not told.

        Fires when all of it is done.
        """
        for key in list(self._wanted):
            self.forget(key)
        for call in list(self._calls):
            call.hang_up()
        self._calls.clear()
        links, self._links = self._links, {}
        for link, _ in links.values():
            link.close()
        ends: list[Deferred[Any]] = [link.ended for link, _ in links.values()]
        door, self._door = self._door, None
        if door is not None:
            ends.append(door.close())
        crossing, self._crossing = self._crossing, None
        if crossing is not None:
            crossing.close()
        gate, self._gate = self._gate, None
        ended = gatherResults(ends)
        # Farewells over UDP go through the gate.
        return ended if gate is None else ended.addCallback(lambda _: gate.close())

    def pass_on(self, node: Node) -> None:
        """Keep the door open for another owner, and close all links once what was sent has gone out. No owner is told."""
        for key in list(self._wanted):
            self.forget(key)
        for call in list(self._calls):
            call.hang_up()
        self._calls.clear()
        self._node = node
        links, self._links = self._links, {}
        for link, _ in links.values():
            link.close()

    # -- links -----------------------------------------------------------------------------------------------------

    @property
    def linked(self) -> list[bytes]:
        """The peers to which a link stands."""
        return list(self._links)

    def is_linked(self, key: bytes) -> bool:
        """Whether a link to this peer stands."""
        return key in self._links

    def place(self, key: bytes) -> Address | None:
        """The address at which a peer linked over UDP is seen from here; None for one linked over TCP or not at all."""
        return self._links[key][0].place if key in self._links else None

    def send(self, key: bytes, payload: bytes) -> None:
        """Send a frame; without a link it is dropped."""
        if key in self._links:
            self._links[key][0].send(payload)

    def drop(self, key: bytes) -> None:
        """Close the link to a peer once everything sent has gone out; a wanted peer is called again."""
        if key in self._links:
            link, _ = self._links.pop(key)
            link.close()
            self._node.unlinked(key)
            self._again(key)

    # -- calling ---------------------------------------------------------------------------------------------------

    def call(
        self,
        addresses: Sequence[Address],
        key: bytes | None,
        hello: Hello,
        failed: Callable[[CallFailed], None],
        punched: Sequence[Address] = (),
        patience: float | None = None,
        cross: bool = True,
    ) -> Call:
        """Call a peer once; ends in ``linked`` or in ``failed``.

        ``punched`` are addresses that are reached only over UDP, or by calls over TCP that meet those from there;
        ``patience`` is the seconds for which that is tried, whatever else fails. Without ``cross``, no such calls are made.
        """
        return self._begin(addresses, key, hello, failed, punched, patience, cross)

    def keep(self, key: bytes, addresses: Callable[[], Sequence[Address]]) -> None:
        """Call a peer, now and whenever its link is lost, until :meth:`forget`."""
        if key in self._wanted or key == self._identity.key:
            return
        self._wanted[key] = _Wanted(addresses)
        if key not in self._links:
            self._later(key, 0.0 if self._identity.key < key else self._pace.patience)

    def nudge(self, key: bytes) -> None:
        """Call a wanted peer at once, because it can probably be reached now."""
        wanted = self._wanted.get(key)
        if wanted is None or key in self._links:
            return
        if wanted.call is not None:
            wanted.call.add(wanted.addresses())
            return
        if wanted.timer is not None and wanted.timer.active():
            wanted.timer.cancel()
        wanted.failures = 0
        self._dial(key)

    def seek(self, key: bytes, punched: Sequence[Address], told: Callable[[CallFailed, bool], None]) -> bool:
        """Call a wanted peer at once. Returns False if the peer is linked or not wanted.

        With ``punched`` addresses it is called without a break for :data:`SEEKING` seconds, and over UDP whatever else fails:
        the other side does the same. ``told`` is called with the reason of each failure, and whether it was the last.
        """
        wanted = self._wanted.get(key)
        if wanted is None or key in self._links:
            return False
        if wanted.timer is not None and wanted.timer.active():
            wanted.timer.cancel()
        if wanted.call is not None:
            wanted.call.hang_up()
            self._calls.discard(wanted.call)
            wanted.call = None
        self._rest(wanted)
        wanted.until, wanted.patience = (self._reactor.seconds() + SEEKING, ROUND) if punched else (0.0, None)
        wanted.told, wanted.punched = told, punched if self._identity.key < key else ()
        if punched and not wanted.punched:  # of two peers that seek each other, one has to be the caller over TCP
            wanted.meeting = self.cross(punched, SEEKING)
        self._dial(key)
        return True

    def let_go(self) -> None:
        """Close links from an address that this computer no longer has: nothing can come over them any more."""
        for key, (link, _) in list(self._links.items()):
            if link.own and not is_own(link.own):
                self.drop(key)
        if self._gate is not None:
            self._gate.stir()

    def forget(self, key: bytes) -> None:
        """Stop calling a peer."""
        wanted = self._wanted.pop(key, None)
        if wanted is None:
            return
        self._rest(wanted)
        if wanted.timer is not None and wanted.timer.active():
            wanted.timer.cancel()
        if wanted.call is not None:
            wanted.call.hang_up()
            self._calls.discard(wanted.call)

    def _begin(
        self,
        addresses: Sequence[Address],
        key: bytes | None,
        hello: Hello,
        failed: Callable[[CallFailed], None],
        punched: Sequence[Address] = (),
        patience: float | None = None,
        cross: bool = True,
    ) -> Call:
        def over() -> None:
            self._calls.discard(call)

        def missed(why: CallFailed) -> None:
            over()
            failed(why)

        call = Call(
            self._reactor,
            self._context,
            self,
            self._limits,
            self._identity.key,
            key,
            hello,
            self._node.explain,
            missed,
            over,
            self._way_to(key, patience),
            patience is not None,
            self._cross_to(key, patience) if cross else None,
        )
        self._calls.add(call)
        call.begin(addresses, punched)
        return call

    def _way_to(self, key: bytes | None, patience: float | None) -> UdpWay | None:
        """A function that tries addresses of a peer over UDP, if it has a room."""
        gate = self._gate
        room = self._node.room(key) if key is not None else None
        if gate is None or room is None:
            return None
        seconds = self._limits.punch if patience is None else patience
        head_start = self._limits.head_start if patience is None else 0.0
        return lambda places, build, missed: gate.reach(room, places, build, seconds, missed, head_start)

    def _cross_to(self, key: bytes | None, patience: float | None) -> CrossWay | None:
        """A function that calls a peer over TCP while it calls here; only if its people are known to do so."""
        if key is None or patience is None:
            return None
        return lambda places, make: self.crossing.meet(places, make, patience)

    def _later(self, key: bytes, delay: float) -> None:
        self._wanted[key].timer = self._reactor.callLater(delay, self._dial, key)

    def _dial(self, key: bytes) -> None:
        wanted = self._wanted[key]
        wanted.timer = None
        if key in self._links or wanted.call is not None:
            return

        def failed(why: CallFailed) -> None:
            wanted.call = None
            wanted.failures += 1
            if self._wanted.get(key) is wanted and key not in self._links:
                self._again(key)
                self._node.missed(key, why)
                self._tell_sought(wanted, why)

        addresses = list(wanted.addresses())
        cross = wanted.meeting is None  # else the other side is the caller over TCP
        call = self._begin(addresses, key, self._node.hello(key), failed, wanted.punched, wanted.patience, cross)
        if call in self._calls:
            wanted.call = call

    @staticmethod
    def _rest(wanted: _Wanted) -> None:
        """Return to the usual pace of calls."""
        wanted.until, wanted.punched, wanted.patience, wanted.told = 0.0, (), None, None
        if wanted.meeting is not None:
            wanted.meeting.stop()
            wanted.meeting = None

    def _tell_sought(self, wanted: _Wanted, why: CallFailed) -> None:
        """Report a failed call; see :meth:`seek`."""
        told, last = wanted.told, self._reactor.seconds() + 2 * self._pace.first >= wanted.until
        if last:
            self._rest(wanted)
        if told is not None:
            told(why, last)

    def _again(self, key: bytes) -> None:
        wanted = self._wanted.get(key)
        if wanted is None or wanted.call is not None or (wanted.timer is not None and wanted.timer.active()):
            return
        seeks = self._reactor.seconds() < wanted.until
        delay = self._pace.first if seeks else min(self._pace.longest, self._pace.first * 2 ** min(wanted.failures, 10))
        # Peers that lost each other at the same moment should not keep calling at the same moment.
        self._later(key, delay * random.uniform(0.75, 1.25))

    # -- what links report -----------------------------------------------------------------------------------------

    def judge(self, key: bytes, hello: Hello) -> Welcome | Refusal:
        """Answer a caller."""
        return self._node.judge(key, hello)

    def up(self, link: Link) -> None:
        """A link stands; if there are two to one peer, only one may stay, and both sides choose the same."""
        key = link.key
        greeting = link.greeting
        assert greeting is not None
        if link.address is not None:
            self._node.answered(key, link.address)
        wanted = self._wanted.get(key)
        if wanted is not None:
            wanted.failures = 0
            self._rest(wanted)
            if wanted.timer is not None and wanted.timer.active():
                wanted.timer.cancel()
            if wanted.call is not None and not wanted.call.decided:
                wanted.call.hang_up()
                self._calls.discard(wanted.call)
            if wanted.call not in self._calls:
                wanted.call = None
        if key in self._links:
            old, since = self._links[key]
            if not self._gives_way(old, since, link):
                link.close()
                return
            del self._links[key]
            old.close()
            self._node.unlinked(key)
        self._links[key] = (link, self._reactor.seconds())
        self._node.linked(key, greeting, link.host, link.called)

    def _gives_way(self, old: Link, since: float, new: Link) -> bool:
        """Whether to give up a standing link for a new one to the same peer."""
        assert old.greeting is not None
        assert new.greeting is not None
        if old.greeting.run != new.greeting.run or self._reactor.seconds() - since > self._pace.race:
            return True
        if old.called == new.called:
            return True
        # Both have called at the same time: the call of the lower key stays.
        return new.called == (self._identity.key < new.key)

    def frame(self, link: Link, payload: bytes) -> None:
        """A frame came in."""
        if link.key in self._links and self._links[link.key][0] is link:
            self._node.received(link.key, payload)

    def blame(self, link: Link, what: str) -> None:
        """The other side of a link misbehaves."""
        if link.key in self._links and self._links[link.key][0] is link:
            self._node.blame(link.key, what)

    def intruder(self, host: str, what: str) -> None:
        """See :meth:`net.link.Owner.intruder`."""
        self._node.intruder(host, what)

    def down(self, link: Link) -> None:
        """A link that stood is gone."""
        if link.key in self._links and self._links[link.key][0] is link:
            del self._links[link.key]
            self._node.unlinked(link.key)
            self._again(link.key)
