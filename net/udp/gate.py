"""The open UDP port. It answers only programs that prove to know a room, and never sends them more than they have sent.

A *check* is a STUN request and its answer, both authenticated with the keys of a :class:`~net.udp.room.Room`. An address is
*proven* when it has answered our request correctly: a program that knows the room can be reached there. A QUIC connection
begins only at a proven address, and moves only to a proven address. The datagrams by which both sides check each other's
addresses also open the way through the routers between them.
"""

from __future__ import annotations

import ipaddress
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.error import CannotListenError
from twisted.internet.protocol import DatagramProtocol

from net.addresses import Address, is_literal
from net.allowance import Bucket
from net.identity import Identity
from net.link import Limits, Link, Owner
from net.udp import stun
from net.udp.places import Places, Side, Unproven
from net.udp.reaching import EAGER, MOST_PLACES, Reaching
from net.udp.room import Room
from net.udp.socket import listen

if TYPE_CHECKING:
    from net.udp.quic import QuicTransport

KNOCKING = 30.0
"""Seconds for which the owner of a room checks the addresses in an answer code."""

MOST_ASKED = 1024
"""The most requests without an answer."""

ANSWERED_FOR = 10.0
"""Seconds after which an answer comes too late."""

DOUBT, DOUBT_AGAIN = 0.6, 5.0
"""Seconds for the old address of a connection to answer before the connection moves, and until the next doubt."""

MOST_WRITTEN, MOST_SURPRISES = 4096, 16
"""The most hosts remembered to which something was sent, and the most that came unexpectedly."""

SERVER_EVERY, SERVER_TRIES = 0.5, 6
"""Seconds between two questions to a STUN server, and the number of tries."""

_EVERYWHERE = ("0.0.0.0", "::")
_LOOPBACK = ("127.0.0.1", "::1")
_log = logging.getLogger("alarife.net.udp")


class GateError(Exception):
    """The UDP port cannot be opened, or a server does not answer."""


class Answer(NamedTuple):
    """An answer of a server, and the address it came from."""

    message: stun.Message
    place: Address


class _Asked(NamedTuple):
    """A request without an answer.

    Attributes:
        places: the addresses from which an unauthenticated answer may come.
        since: when it was sent.
        heard: called with the answer and its address.
        key: the key that authenticates the answer, empty for a server.
    """

    places: tuple[Address, ...]
    since: float
    heard: Callable[[stun.Message, Address], None]
    key: bytes


@dataclass(slots=True)
class _Doubt:
    """Whether the other side of a connection has moved.

    Attributes:
        until: when it may be doubted again.
        timer: fires the decision, unless the old address answers before.
    """

    until: float
    timer: Any


class _Ear(DatagramProtocol):
    """One socket of a gate."""

    def __init__(self, heard: Callable[[bytes, Address], None]) -> None:
        self._heard = heard

    def datagramReceived(self, datagram: bytes, addr: Any) -> None:
        """A datagram has come."""
        self._heard(datagram, Address(str(addr[0]).split("%")[0].removeprefix("::ffff:"), addr[1]))


class Gate:
    """The UDP port of a program.

    Attributes:
        port: its number, 0 while it is closed.
        reactor: opens its sockets and keeps its time.
        seen: called with the address from which a peer has seen this computer's datagrams come.
        strangers: the links that have not been welcomed yet, each with the host at its other end.
        surprises: the first hosts whose checks came in although nothing had been sent to them.
    """

    def __init__(self, reactor: Any, identity: Identity, owner: Owner, limits: Limits) -> None:
        self.port = 0
        self.seen: Callable[[Address], None] = lambda place: None
        self.reactor = reactor
        self._identity = identity
        self._owner = owner
        self._limits = limits
        self._sockets: dict[int, Any] = {}
        self._sides: dict[bytes, dict[Side, set[object]]] = {}
        self._reaching: list[Reaching] = []
        self._knocking: dict[tuple[Room, Address], tuple[float, frozenset[Address]]] = {}
        self._knocker: Any = None
        self._asked: dict[bytes, _Asked] = {}
        self._written: dict[str, None] = {}
        self.surprises: dict[str, None] = {}
        self._places = Places()
        self._connections: dict[bytes, QuicTransport] = {}
        self._sides_of: dict[QuicTransport, Side] = {}
        self._doubts: dict[QuicTransport, _Doubt] = {}
        self.strangers: dict[Link, str] = {}
        self._handshakes = Bucket(limits.handshakes_at_once, limits.handshakes)

    # -- the port --------------------------------------------------------------------------------------------------

    def open(self, port: int = 0, loopback: bool = False) -> None:
        """Open this port (0 picks one) on every interface, IPv4 and IPv6; raises :class:`GateError` if IPv4 fails."""
        for host in _LOOPBACK if loopback else _EVERYWHERE:
            version = ipaddress.ip_address(host).version
            try:
                opened = listen(self.reactor, port, _Ear(self._heard), host)
            except (CannotListenError, OSError) as problem:
                if version == 4:
                    raise GateError(str(problem)) from problem
                _log.info("no UDP over IPv6: %s", problem)
                continue
            self._sockets[version] = opened
            port = self.port = opened.getHost().port

    def close(self) -> Deferred[Any]:
        """Close the port and all connections. Fires when the port is free again."""
        for reaching in list(self._reaching):
            reaching.stop()
        if self._knocker is not None and self._knocker.active():
            self._knocker.cancel()
        for transport in set(self._connections.values()):
            transport.forget()
        sockets, self._sockets = self._sockets, {}
        self.port = 0
        return gatherResults([stopped for stopped in (one.stopListening() for one in sockets.values()) if stopped is not None])

    # -- rooms -----------------------------------------------------------------------------------------------------

    def admit(self, room: Room) -> None:
        """Wait for callers in a room of our own."""
        self._hold(Side(room, True), self)

    def dismiss(self, room: Room) -> None:
        """Stop waiting there; connections that were made stay."""
        self._release(Side(room, True), self)
        for entry in [one for one in self._knocking if one[0] == room]:
            del self._knocking[entry]

    def knock(self, room: Room, places: Sequence[Address]) -> None:
        """Open the way for a caller at one of these addresses: check them for :data:`KNOCKING` seconds."""
        usable = [place for place in places if is_literal(place.host)]
        for place in usable:
            if len(self._knocking) < MOST_PLACES:
                self._knocking[room, place] = (self.now() + KNOCKING, frozenset(usable))
        if self._knocker is None:
            self._knock()

    def reach(
        self,
        room: Room,
        places: Sequence[Address],
        build: Callable[[Address], Link],
        patience: float,
        missed: Callable[[], None],
        head_start: float = 0.0,
    ) -> Reaching:
        """Try to reach the owner of a room.

        Args:
            room: the owner's room.
            places: the addresses to check; host names are left out.
            build: makes the link that calls, when an address is proven.
            patience: seconds for which the attempt goes on, unless it is stopped.
            missed: called when they are over.
            head_start: seconds after which the attempt begins; :meth:`~net.udp.reaching.Reaching.hurry` ends them.
        """
        usable = [place for place in places if is_literal(place.host)]
        reaching = Reaching(self, room, usable, build, patience, missed, head_start)
        self._reaching.append(reaching)
        self._hold(reaching.side, reaching)
        return reaching

    def left(self, reaching: Reaching) -> None:
        """An attempt has ended."""
        if reaching in self._reaching:
            self._reaching.remove(reaching)
        self._release(reaching.side, reaching)

    def stir(self) -> None:
        """This computer has another address: send something to each peer from there."""
        for transport in set(self._connections.values()):
            transport.nudge()

    def _hold(self, side: Side, holder: object) -> None:
        """Keep this side of a room as long as a holder needs it."""
        self._sides.setdefault(side.room.name, {}).setdefault(side, set()).add(holder)

    def _release(self, side: Side, holder: object) -> None:
        sides = self._sides.get(side.room.name, {})
        sides.get(side, set()).discard(holder)
        if not sides.get(side):
            sides.pop(side, None)
        if not sides:
            self._sides.pop(side.room.name, None)

    # -- asking ----------------------------------------------------------------------------------------------------

    def now(self) -> float:
        """Seconds of the reactor's clock."""
        return float(self.reactor.seconds())

    def later(self, delay: float, work: Callable[[], None]) -> Any:
        """Do something later."""
        return self.reactor.callLater(delay, work)

    def check(self, side: Side, place: Address, proven: Callable[[], None] | None = None) -> None:
        """Send a request to an address; the right answer proves the address."""

        def heard(message: stun.Message, place: Address) -> None:
            if message.mapped is not None:
                self.seen(message.mapped)
            self._prove(place, side)
            if proven is not None:
                proven()

        transaction = self._ask((place,), heard, side.theirs)
        self._send(stun.request(transaction, side.room.name, side.mine), place)

    def ask_around(self) -> None:
        """Ask every linked peer where our datagrams come from now; :attr:`seen` is called with their answers."""
        for transport, side in list(self._sides_of.items()):
            if not transport.over:
                self.check(side, transport.place)

    def ask_server(self, server: Address) -> Deferred[Address]:
        """Ask a STUN server where our datagrams come from; fails with :class:`GateError`."""
        told: Deferred[Address] = Deferred()

        def heard(answer: Answer) -> None:
            assert answer.message.mapped is not None
            told.callback(answer.message.mapped)

        self.ask(server).addCallbacks(heard, told.errback)
        return told

    def ask(
        self, server: Address, change: int = 0, whence: Sequence[Address] = (), tries: int = SERVER_TRIES
    ) -> Deferred[Answer]:
        """Ask a STUN server for our address; fails with :class:`GateError`.

        With ``change`` it shall answer from another address; then ``whence`` are the addresses from which an answer counts.
        """
        told: Deferred[Answer] = Deferred()
        timer: Any = None

        def heard(message: stun.Message, place: Address) -> None:
            if message.mapped is not None and not told.called:
                timer.cancel()
                told.callback(Answer(message, place))

        def ask(left: int) -> None:
            nonlocal timer
            if not left or not self._sockets:
                told.errback(GateError(f"{server} does not answer"))
                return
            self._send(stun.plain_request(self._ask(tuple(whence) or (server,), heard, b""), change), server)
            timer = self.reactor.callLater(SERVER_EVERY, ask, left - 1)

        ask(tries)
        return told

    def _ask(self, places: tuple[Address, ...], heard: Callable[[stun.Message, Address], None], key: bytes) -> bytes:
        """Remember a request. Returns its transaction."""
        now = self.now()
        while self._asked:
            oldest = next(iter(self._asked))
            if len(self._asked) < MOST_ASKED and now - self._asked[oldest].since < ANSWERED_FOR:
                break
            del self._asked[oldest]
        transaction = secrets.token_bytes(stun.TRANSACTION)
        self._asked[transaction] = _Asked(places, now, heard, key)
        return transaction

    def _knock(self) -> None:
        self._knocker = None
        now = self.now()
        for (room, place), (until, _) in list(self._knocking.items()):
            if now >= until:
                del self._knocking[room, place]
            else:
                self.check(Side(room, True), place)
        if self._knocking:
            self._knocker = self.reactor.callLater(EAGER, self._knock)

    # -- datagrams -------------------------------------------------------------------------------------------------

    def _send(self, datagram: bytes, place: Address) -> None:
        try:
            opened = self._sockets.get(ipaddress.ip_address(place.host).version)
            if opened is not None:
                self._note(self._written, place.host, MOST_WRITTEN)
                opened.write(datagram, (place.host, place.port))
        except (OSError, ValueError) as problem:
            _log.debug("nothing can be sent to %s: %s", place, problem)

    @staticmethod
    def _note(known: dict[str, None], host: str, most: int) -> None:
        """Remember a host. Nothing is forgotten: once ``most`` are known, no new host is remembered."""
        if len(known) < most:
            known[host] = None

    def _heard(self, datagram: bytes, place: Address) -> None:
        if not datagram or not self._sockets or not place.port:
            return
        if datagram[0] & 0x40:
            self._packet(datagram, place)
        elif (message := stun.decode(datagram)) is not None:
            if message.kind == stun.SUCCESS:
                self._answered(message, place)
            else:
                self._requested(message, place, len(datagram))

    def _answered(self, message: stun.Message, place: Address) -> None:
        asked = self._asked.get(message.transaction)
        # A peer may answer from another address than we asked, if its router maps each connection anew; a server may not.
        if asked is None or (not message.is_by(asked.key) if asked.key else place not in asked.places):
            return
        del self._asked[message.transaction]
        if self.now() - asked.since < ANSWERED_FOR:
            asked.heard(message, place)

    def _prove(self, place: Address, side: Side) -> None:
        """A program that knows the room is at this address: answer the request that it sent meanwhile."""
        before = self._places.prove(place, side, self.now())
        if before is not None and before.request is not None:
            self._send(stun.answer(before.request, place, side.mine), place)

    def _requested(self, message: stun.Message, place: Address, length: int) -> None:
        for side in list(self._sides.get(message.name, ())):
            if message.is_by(side.theirs):
                if place.host not in self._written and len(self._written) < MOST_WRITTEN:
                    self._note(self.surprises, place.host, MOST_SURPRISES)
                self._asked_by(side, message.transaction, place, length)
                return

    def _asked_by(self, side: Side, transaction: bytes, place: Address, length: int) -> None:
        """Answer a program that knows the room. An unproven address never gets more bytes than have come from it.

        So it gets either the answer or a check. The owner of a room checks first, and answers once the address is proven. A
        caller answers first; otherwise the two would wait for each other.
        """
        answer = stun.answer(transaction, place, side.mine)
        if self._places.is_proven(place, self.now()):
            self._places.renew(place, self.now(), side)
            self._send(answer, place)
            return
        if self._chosen(side, place):
            self._send(answer, place)
            return
        known = self._places.unproven(place, length)
        if (side.owner or known.answered) and self._check_back(side, known, place, partial(self._met, side, place)):
            known.request = transaction
        elif not side.owner and known.spend(len(answer)):
            known.answered = True
            self._send(answer, place)

    def _chosen(self, side: Side, place: Address) -> bool:
        """Whether this address is being checked anyway, because it was in a code or invite that the player gave."""
        if side.owner:
            return (side.room, place) in self._knocking
        return any(one.side == side and one.knows(place) for one in self._reaching)

    def _check_back(self, side: Side, known: Unproven, place: Address, proven: Callable[[], None]) -> bool:
        """Check an address from which at least as many bytes have come as the check has, and not too often."""
        now = self.now()
        if now - known.checked < EAGER * 0.9 or not known.spend(stun.REQUEST_LENGTH):
            return False
        known.checked = now
        self.check(side, place, proven)
        return True

    def _met(self, side: Side, place: Address) -> None:
        """The other side has come from an address that is now proven."""
        for reaching in list(self._reaching):
            if reaching.side == side:
                reaching.proven(place)

    # -- connections -----------------------------------------------------------------------------------------------

    def connect(self, side: Side, place: Address, link: Link) -> None:
        """Call the program at a proven address over QUIC."""
        self._transport(side, link, place, None)

    def _packet(self, datagram: bytes, place: Address) -> None:
        from net.udp.quic import addressed, opening

        name = addressed(datagram)
        transport = self._connections.get(name) if name is not None else None
        if transport is not None:
            self._places.renew(place, self.now())
            if transport.place != place:
                self._elsewhere(transport, place, len(datagram))
            transport.receive(datagram)
            return
        side = self._places.own_room_at(place, self.now())
        if side is None or (first := opening(datagram)) is None or not self._may_come(place):
            return
        self._answered_knock(side.room, place)
        link = Link(self.reactor, self._owner, self._limits, self._settled, None)
        self.strangers[link] = place.host
        self._transport(side, link, place, first).receive(datagram)

    def _elsewhere(self, transport: QuicTransport, place: Address, length: int) -> None:
        """A packet of a connection comes from another address than its other side has.

        The other side may have moved. Or its router maps each connection anew, and the old address still works best. So the
        old address is checked first; only if it is silent does the connection move, and only to a proven address.
        """
        side = self._sides_of.get(transport)
        if side is None:
            return
        now, old = self.now(), transport.place
        known = None if self._places.is_proven(place, now) else self._places.unproven(place, length)
        doubt = self._doubts.get(transport)
        if doubt is not None and now < doubt.until:
            return
        if known is not None and known.credit < stun.REQUEST_LENGTH:
            return
        timer = self.later(DOUBT, partial(self._decide, side, transport, old, place))
        self._doubts[transport] = _Doubt(now + DOUBT_AGAIN, timer)
        self.check(side, old, partial(self._trust, transport, old))

    def _trust(self, transport: QuicTransport, place: Address) -> None:
        """The other side still answers at its old address."""
        if transport in self._doubts and transport.place == place:
            self._stop_doubting(self._doubts[transport])

    def _decide(self, side: Side, transport: QuicTransport, old: Address, place: Address) -> None:
        """The other side is silent at its old address."""
        self._doubts.pop(transport, None)
        if self._places.is_proven(place, self.now()):
            self._move(transport, old, place)
        else:
            self._check_back(side, self._places.unproven(place, 0), place, partial(self._move, transport, old, place))

    @staticmethod
    def _stop_doubting(doubt: _Doubt | None) -> None:
        if doubt is not None and doubt.timer.active():
            doubt.timer.cancel()

    def _move(self, transport: QuicTransport, old: Address, place: Address) -> None:
        if not transport.over and transport.place == old:
            _log.info("a link moves from %s to %s", old, place)
            self._stop_doubting(self._doubts.pop(transport, None))
            transport.move(place)

    def _answered_knock(self, room: Room, place: Address) -> None:
        """A caller comes from an address that was being checked: stop checking all addresses of that caller."""
        for other in self._knocking.get((room, place), (0.0, frozenset[Address]()))[1]:
            self._knocking.pop((room, other), None)

    def _may_come(self, place: Address) -> bool:
        each = Counter(self.strangers.values())
        if len(self.strangers) >= self._limits.strangers or each[place.host] >= self._limits.strangers_each:
            return False
        return self._handshakes.take(self.now())

    def _settled(self, link: Link) -> None:
        host = self.strangers.pop(link, "")
        if host and link.fault == "garbled":
            self._owner.intruder(host, link.fault)

    def _transport(self, side: Side, link: Link, place: Address, first: bytes | None) -> QuicTransport:
        from net.udp.quic import QuicTransport

        transport = QuicTransport(self.reactor, self._identity, link, place, self._send, self._named, first)
        if not transport.over:
            self._sides_of[transport] = side
            self._hold(side, transport)
        return transport

    def _named(self, transport: QuicTransport, name: bytes, new: bool) -> None:
        if new:
            self._connections[name] = transport
            return
        self._connections.pop(name, None)
        if transport.over:
            self._stop_doubting(self._doubts.pop(transport, None))
            if transport in self._sides_of:
                self._release(self._sides_of.pop(transport), transport)
