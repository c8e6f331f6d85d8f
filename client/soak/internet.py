"""A simulated internet: computers, routers that translate addresses, firewalls, servers. Time is a number here.

Datagrams and streams are real, and so is everything that sends them; sockets and time are simulated. So tests can build
networks of any kind, and an evening passes in a moment, the same way every time. The words for routers are those of RFC 4787:
how a router *maps* an inner address to an outer one, and from whom it lets datagrams in (*filtering*): whatever the other's
address is (``any``), depending on the other's address (``address``), or on its address and port (``port``).
"""

from __future__ import annotations

import ipaddress
import random
from bisect import insort
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from typing import Protocol as Shape

from twisted.internet.address import IPv4Address
from twisted.internet.base import DelayedCall
from twisted.internet.defer import Deferred, succeed
from twisted.internet.error import CannotListenError, ConnectionDone, ConnectionLost, ConnectionRefusedError, TimeoutError
from twisted.internet.protocol import Protocol
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from net.addresses import Address
from net.udp import stun

Dependence = Literal["any", "address", "port"]
"""What a router's behaviour depends on."""

KINDS: tuple[Dependence, ...] = ("any", "address", "port")
"""All of them, the friendliest first."""


@dataclass(frozen=True, slots=True)
class Packet:
    """A datagram on its way, or the first packet of a call over TCP.

    Attributes:
        call: the call, None for a datagram.
    """

    source: Address
    to: Address
    data: bytes
    call: _Crossing | None = None


def _time_of(call: Any) -> float:
    """When a call is due; Twisted's own types declare it wrongly."""
    due: float = call.getTime()
    return due


class _Clock(Clock):
    """A clock that inserts a new call in its place; Twisted's clock sorts all calls anew."""

    def callLater(self, delay: float, callable: Callable[..., object], *args: object, **kw: object) -> Any:
        """See :meth:`twisted.internet.interfaces.IReactorTime.callLater`."""
        made = DelayedCall(self.seconds() + delay, callable, args, kw, self.calls.remove, lambda call: None, self.seconds)
        insort(self.calls, made, key=_time_of)
        return made

    def next(self) -> float:
        """The time of the next call; infinity if there is none."""
        self._sortCalls()  # some calls may have been postponed
        return _time_of(self.calls[0]) if self.calls else float("inf")


class Device(Shape):
    """Something with an address in a network."""

    def take(self, packet: Packet) -> None:
        """Take a datagram for its address."""


class Network:
    """One network: the internet, or the one behind a router.

    Attributes:
        devices: by address.
        router: takes packets for other addresses; None on the internet itself.
        outside: the network of its router, None for the internet itself; ``host`` is the router's address there.
        lives: how often its router has restarted, which ends the TCP connections through it.
        tcp: whether its computers can be called over TCP from anywhere. Routers let such calls in as they do datagrams.
    """

    def __init__(self, internet: Internet, tcp: bool = False) -> None:
        self.internet = internet
        self.tcp = tcp
        self.devices: dict[str, Device] = {}
        self.router: Callable[[Packet], None] | None = None
        self.outside: Network | None = None
        self.host = ""
        self.lives = 1

    def called(self, host: str) -> Computer | None:
        """The computer that a TCP call from here reaches: one on this network, or one directly on the internet."""
        for network in (self, self.internet):
            there = network.devices.get(host)
            if network.tcp and isinstance(there, Computer):
                return there
        return None

    def way_out(self) -> list[int]:
        """The lives of all routers between here and the internet."""
        return [self.lives, *self.outside.way_out()] if self.outside is not None else []

    def carry(self, packet: Packet) -> None:
        """Deliver a datagram to its device, or to the router."""
        device = self.devices.get(packet.to.host)
        if device is not None:
            self.internet.deliver(device.take, packet)
        elif self.router is not None:
            self.internet.deliver(self.router, packet)


class Internet(Network):
    """The outermost network.

    Attributes:
        clock: the time.
        delay: the seconds that a datagram takes from one device to the next.
        loss: the share of datagrams lost between two devices.
        disorder: the largest extra delay of a datagram, in seconds.
    """

    def __init__(self, seed: int = 0, delay: float = 0.01, loss: float = 0.0, disorder: float = 0.0) -> None:
        super().__init__(self)
        self.clock = _Clock()
        self.delay = delay
        self.loss = loss
        self.disorder = disorder
        self.random = random.Random(seed)
        self.carried = 0

    def deliver(self, take: Callable[[Packet], None], packet: Packet) -> None:
        """Deliver a datagram to a device, later or never."""
        self.carried += 1
        if self.loss and self.random.random() < self.loss:
            return
        late = self.random.random() * self.disorder if self.disorder else 0.0
        self.clock.callLater(self.delay + late, take, packet)

    def run(self, seconds: float, until: Callable[[], object] = lambda: False) -> bool:
        """Let time pass; stop early when ``until`` becomes true, and return whether it did."""
        end = self.clock.seconds() + seconds
        while not until():
            following = self.clock.next()
            self.clock.rightNow = max(self.clock.rightNow, min(following, end))  # a sum of differences might stop short of it
            self.clock.advance(0)
            if following > end:
                return bool(until())
        return True


@dataclass(slots=True)
class _Mapping:
    inner: Address
    outer: int
    used: float
    tcp: bool
    sent: dict[Address, float] = field(default_factory=dict)


class Translator:
    """A router that translates addresses.

    Attributes:
        network: the network behind it.
    """

    def __init__(
        self,
        outside: Network,
        host: str,
        mapping: Dependence = "any",
        filtering: Dependence = "port",
        timeout: float = 120.0,
        hairpin: bool = False,
        udp: bool = True,
    ) -> None:
        """Place the router at an address of a network.

        Args:
            outside: the network of its own address.
            host: that address.
            mapping: what the outer port depends on.
            filtering: whose datagrams are let in.
            timeout: seconds without a datagram from inside after which a mapping is forgotten.
            hairpin: whether a datagram from inside to its own address comes back in.
            udp: whether it lets UDP pass at all.
        """
        self.network = Network(outside.internet)
        self.network.router, self.network.outside, self.network.host = self._out, outside, host
        self.mapping, self.filtering, self.timeout, self.hairpin, self.udp = mapping, filtering, timeout, hairpin, udp
        self._outside = outside
        self._host = host
        self._mappings: dict[tuple[object, ...], _Mapping] = {}
        self._preserved: dict[tuple[object, ...], int] = {}
        self._next = 20_000 + outside.internet.random.randrange(20_000)
        outside.devices[host] = self

    def forget(self, preserve: bool = False) -> None:
        """Lose all mappings, as in a restart. New ones get other ports or, with ``preserve`` (as in most homes), the same."""
        if preserve:
            self._preserved |= {key: mapping.outer for key, mapping in self._mappings.items()}
        self._mappings.clear()
        self.network.lives += 1

    def renumber(self, host: str) -> None:
        """Get another address from the provider, and lose all mappings."""
        self._outside.devices.pop(self._host, None)
        self._host = self.network.host = host
        self._outside.devices[host] = self
        self.forget()
        self._preserved.clear()

    def _out(self, packet: Packet) -> None:
        if not self.udp and packet.call is None:
            return
        now = self._outside.internet.clock.seconds()
        key: tuple[object, ...] = (packet.source, packet.call is not None)
        if self.mapping != "any":
            key += (packet.to.host,) if self.mapping == "address" else (packet.to,)
        mapping = self._mappings.get(key)
        if mapping is None or now - mapping.used > self.timeout:
            self._next += 1 + self._outside.internet.random.randrange(40)
            outer = self._preserved.get(key, self._next)
            mapping = self._mappings[key] = _Mapping(packet.source, outer, now, packet.call is not None)
        mapping.used = now
        mapping.sent[packet.to] = now
        translated = replace(packet, source=Address(self._host, mapping.outer))
        if packet.to.host != self._host:
            self._outside.carry(translated)
        elif self.hairpin:
            self.take(translated)

    def take(self, packet: Packet) -> None:
        """Take a datagram from outside, and let it in or drop it."""
        now = self._outside.internet.clock.seconds()
        tcp = packet.call is not None
        mapping = next((one for one in self._mappings.values() if one.outer == packet.to.port and one.tcp == tcp), None)
        if mapping is None or now - mapping.used > self.timeout or not (self.udp or tcp):
            return
        if self.filtering == "address" and all(one.host != packet.source.host for one in mapping.sent):
            return
        if self.filtering == "port" and packet.source not in mapping.sent:
            return
        self.network.carry(replace(packet, to=mapping.inner))


class Firewall:
    """A router that translates nothing and lets in only answers, as usual with IPv6; it may be beside a translator.

    Attributes:
        network: the network behind it; its computers have addresses of the outer network.
        udp: whether it lets UDP pass at all.
    """

    def __init__(self, outside: Network, timeout: float = 120.0, beside: Network | None = None, udp: bool = True) -> None:
        """Place the firewall between ``outside`` and its own network, or the network ``beside`` of a translator."""
        self.udp = udp
        self.network = Network(outside.internet) if beside is None else beside
        self._translator = self.network.router
        self.network.router = self._out
        self.timeout = timeout
        self._outside = outside
        self._sent: dict[tuple[Address, Address], float] = {}

    def forget(self) -> None:
        """Forget all outgoing traffic, as in a restart."""
        self._sent.clear()

    def _out(self, packet: Packet) -> None:
        if self._translator is not None and ":" not in packet.to.host:
            self._translator(packet)
            return
        if not self.udp and packet.call is None:
            return
        self._sent[packet.source, packet.to] = self._outside.internet.clock.seconds()
        self._outside.devices[packet.source.host] = self
        self._outside.carry(packet)

    def take(self, packet: Packet) -> None:
        """Take a datagram from outside, and let it in if it answers one from inside."""
        since = self._sent.get((packet.to, packet.source), float("-inf"))
        if (self.udp or packet.call is not None) and self._outside.internet.clock.seconds() - since <= self.timeout:
            self.network.carry(packet)


class _Socket:
    """A UDP socket of a computer, as Twisted knows it."""

    def __init__(self, computer: Computer, port: int, protocol: Any, version: int) -> None:
        self.port, self.protocol, self.version = port, protocol, version
        self._computer = computer

    def write(self, data: bytes, to: tuple[str, int]) -> None:
        """Send a datagram."""
        self._computer.send(self.version, self.port, Address(*to), data)

    def getHost(self) -> IPv4Address:
        """The port where it listens; the host has no meaning."""
        return IPv4Address("UDP", "0.0.0.0", self.port)

    def stopListening(self) -> Deferred[None]:
        """Close it."""
        self._computer.sockets.pop((self.version, self.port), None)
        return succeed(None)


HELD = 0.5
"""Seconds after which a stream resends what a sleeping computer did not take."""


class _Stream:
    """One end of a TCP connection, as Twisted knows its transports: nothing is lost or reordered on the way."""

    disconnecting = False

    def __init__(self, computer: Computer, here: Address, there: Address, other: Computer) -> None:
        self._computer = computer
        self._across = computer.network is not other.network
        self._stood = self._stands()
        self._here, self._there = here, there
        self._arrived: list[bytes | None] = []
        self._due = 0.0
        self._reading = True
        self._open = True
        self.protocol: Any = None
        self.other: _Stream = self
        self.lost: Callable[[Exception], None] = lambda why: None

    def write(self, data: bytes) -> None:
        """Send bytes."""
        if self._open and data:
            self._send(bytes(data))

    def writeSequence(self, parts: Iterable[bytes]) -> None:
        """Send bytes."""
        self.write(b"".join(parts))

    def loseConnection(self) -> None:
        """Hang up once everything has been sent."""
        if self._open:
            self._open = False
            self.disconnecting = True
            self._send(None)
            self._computer.callLater(0, self._lost, ConnectionDone())

    def abortConnection(self) -> None:
        """Hang up at once."""
        self.loseConnection()

    def getHost(self) -> IPv4Address:
        """This end."""
        return IPv4Address("TCP", *self._here)

    def getPeer(self) -> IPv4Address:
        """The other end."""
        return IPv4Address("TCP", *self._there)

    def registerProducer(self, producer: object, streaming: bool) -> None:
        """Nothing to do: sending never waits here."""

    def unregisterProducer(self) -> None:
        """Nothing to do: sending never waits here."""

    def pauseProducing(self) -> None:
        """Stop taking bytes for now."""
        self._reading = False

    def resumeProducing(self) -> None:
        """Take bytes again, first those that have arrived meanwhile."""
        self._reading = True
        self._computer.callLater(0, self._take)

    def stopProducing(self) -> None:
        """Hang up."""
        self.loseConnection()

    def setTcpNoDelay(self, on: bool) -> None:
        """Nothing to do: nothing is delayed."""

    def setTcpKeepAlive(self, on: bool) -> None:
        """Nothing to do: there are no keep-alives."""

    def _send(self, data: bytes | None) -> None:
        now, internet = self._computer.seconds(), self._computer.network.internet
        self._due = max(self._due, now + internet.delay)
        self._computer.callLater(self._due - now, self.other.arrive, data)

    def arrive(self, data: bytes | None) -> None:
        """Take bytes from the other end, or None when it has hung up."""
        self._arrived.append(data)
        self._take()

    @property
    def awake(self) -> bool:
        """Whether the computer at this end is awake."""
        return not self._computer.asleep

    @property
    def stands(self) -> bool:
        """Whether this end is still where the connection began; if not, nothing arrives any more."""
        return self._stood == self._stands()

    def _stands(self) -> tuple[object, ...]:
        network = self._computer.network
        return network, self._computer.hosts, network.way_out() if self._across else []

    def _take(self) -> None:
        while self._arrived and self._reading and self._open:
            if not (self.stands and self.other.stands):
                return  # never again
            if not (self.awake and self.other.awake):
                self._computer.callLater(HELD, self._take)
                return
            data = self._arrived.pop(0)
            if data is None:
                self._open = False
                self._lost(ConnectionDone())
            else:
                self.protocol.dataReceived(data)

    def _lost(self, why: Exception) -> None:
        self.protocol.connectionLost(Failure(why))  # type: ignore[no-untyped-call]
        self.lost(why)


class _Door:
    """A TCP port."""

    def __init__(self, computer: Computer, port: int, factory: Any) -> None:
        self._port = port
        self._computer = computer
        self._factory = factory

    def enter(self, caller: Computer, whence: Address, host: str, factory: Any) -> None:
        """Take a call: connect both ends."""
        here = Address(host, self._port)
        inside, outside = _Stream(self._computer, here, whence, caller), _Stream(caller, whence, here, self._computer)
        inside.other, outside.other = outside, inside
        inside.protocol = self._factory.buildProtocol(inside.getPeer())
        outside.protocol = factory.buildProtocol(outside.getPeer())
        if inside.protocol is None:
            outside.protocol.makeConnection(outside)
            outside.loseConnection()
            return
        inside.protocol.makeConnection(inside)
        outside.protocol.makeConnection(outside)

    def admit(self, call: _Crossing, here: Address, whence: Address) -> None:
        """Take a call from a chosen port that has passed all routers: connect both ends."""
        inside, outside = _Stream(self._computer, here, whence, call.caller), call.stream(self._computer)
        inside.other, outside.other = outside, inside
        inside.protocol = self._factory.buildProtocol(inside.getPeer())
        if inside.protocol is None:
            inside.protocol = Protocol()
            inside.loseConnection()
        inside.protocol.makeConnection(inside)
        call.begin(outside)

    def getHost(self) -> IPv4Address:
        """Its port number."""
        return IPv4Address("TCP", "0.0.0.0", self._port)

    def stopListening(self) -> Deferred[None]:
        """Close it."""
        self._computer.doors.pop(self._port, None)
        return succeed(None)


class _Dialling:
    """A TCP connection attempt."""

    def __init__(self, computer: Computer, factory: Any, timeout: float, to: IPv4Address) -> None:
        self._computer = computer
        self._factory = factory
        self._to = to
        there = computer.network.called(to.host)
        if there is not None and not there.asleep and not computer.asleep:
            self._timer: Any = computer.callLater(2 * computer.network.internet.delay, self._arrive, there)
        else:
            self._timer = computer.callLater(timeout, self._fail, TimeoutError())  # type: ignore[no-untyped-call]

    def _arrive(self, there: Computer) -> None:
        door = there.doors.get(self._to.port)
        if door is None:
            self._fail(ConnectionRefusedError())  # type: ignore[no-untyped-call]
        else:
            door.enter(self._computer, self._computer.new_place(there), self._to.host, self._factory)

    def _fail(self, why: Exception) -> None:
        self._factory.clientConnectionFailed(self, Failure(why))  # type: ignore[no-untyped-call]

    def getDestination(self) -> IPv4Address:
        """The address that it calls."""
        return self._to

    def stopConnecting(self) -> None:
        """Give up."""
        if self._timer.active():
            self._timer.cancel()
            self._fail(ConnectionLost())


SYN_EVERY = 1.0
"""Seconds after which the first packet of a call is resent."""


class _Crossing(_Dialling):
    """A TCP call from a chosen port. A server, a door or a call in the opposite direction answers it."""

    def __init__(self, computer: Computer, factory: Any, timeout: float, to: IPv4Address, port: int) -> None:
        self._computer = computer
        self._factory = factory
        self._to = to
        own = [host for host in computer.hosts if (":" in host) == (":" in to.host)]
        self.here, self.there = Address(own[0] if own else "", port), Address(to.host, to.port)
        self.heard: set[_Crossing] = set()
        self._stream: _Stream | None = None
        self._timer = computer.callLater(timeout, self._miss)
        self._knock: Any = None
        computer.crossings.add(self)
        self._call()

    def _call(self) -> None:
        if not self._computer.asleep and self.here.host:
            self._computer.network.carry(Packet(self.here, self.there, b"", self))
        self._knock = self._computer.callLater(SYN_EVERY, self._call)

    def _stop(self) -> None:
        for timer in (self._timer, self._knock):
            if timer.active():
                timer.cancel()
        self._computer.crossings.discard(self)

    def _miss(self) -> None:
        self._stop()
        self._fail(TimeoutError())  # type: ignore[no-untyped-call]

    def stopConnecting(self) -> None:
        """Give up."""
        if self in self._computer.crossings:
            self._stop()
            self._fail(ConnectionLost())

    def disconnect(self) -> None:
        """Give up, or hang up."""
        self.stopConnecting() if self._stream is None else self._stream.loseConnection()

    def stream(self, other: Computer) -> _Stream:
        """This end of the connection to another computer."""
        self._stop()
        self._stream = _Stream(self._computer, self.here, self.there, other)
        self._stream.lost = lambda why: self._factory.clientConnectionLost(self, Failure(why))  # type: ignore[no-untyped-call]
        return self._stream

    def begin(self, stream: _Stream) -> None:
        """The connection is established."""
        stream.protocol = self._factory.buildProtocol(self._to)
        if stream.protocol is None:
            stream.protocol = Protocol()
            stream.protocol.makeConnection(stream)
            stream.loseConnection()
        else:
            stream.protocol.makeConnection(stream)

    @property
    def caller(self) -> Computer:
        """The calling computer."""
        return self._computer

    def hear(self, other: _Crossing) -> None:
        """Take a call from the address that this one calls. The connection stands once this one has arrived there, too."""
        self.heard.add(other)
        if self not in other.heard:
            return
        ours, theirs = self.stream(other.caller), other.stream(self.caller)
        ours.other, theirs.other = theirs, ours
        self.begin(ours)
        other.begin(theirs)


class Computer:
    """A computer in a network, which is the reactor for the programs on it.

    Attributes:
        hosts: its addresses, at most one of IPv4 and one of IPv6.
        sockets: by version of IP and port.
        doors: TCP ports by number.
        asleep: whether it is asleep and sends and receives nothing.
    """

    def __init__(self, network: Network, *hosts: str) -> None:
        self.sockets: dict[tuple[int, int], _Socket] = {}
        self.doors: dict[int, _Door] = {}
        self.crossings: set[_Crossing] = set()
        self.asleep = False
        self._clock = network.internet.clock
        self._port = 40_000
        self.network = network
        self.hosts: tuple[str, ...] = ()
        self.move(network, *hosts)

    def move(self, network: Network, *hosts: str) -> None:
        """Join another network, or take another address."""
        for host in self.hosts:
            self.network.devices.pop(host, None)
        self.network, self.hosts = network, hosts
        for host in hosts:
            network.devices[host] = self

    def send(self, version: int, port: int, to: Address, data: bytes) -> None:
        """Send a datagram from the address of this version of IP, if there is one."""
        source = next((host for host in self.hosts if ipaddress.ip_address(host).version == version), None)
        if source is not None and not self.asleep:
            self.network.carry(Packet(Address(source, port), to, data))

    def take(self, packet: Packet) -> None:
        """Take a datagram or a call."""
        if packet.call is not None:
            self._called(packet, packet.call)
            return
        opened = self.sockets.get((ipaddress.ip_address(packet.to.host).version, packet.to.port))
        if opened is not None and not self.asleep:
            opened.protocol.datagramReceived(packet.data, tuple(packet.source))

    def _called(self, packet: Packet, call: _Crossing) -> None:
        """Match a call from outside with a call in the opposite direction, or with a door."""
        if self.asleep or call not in call.caller.crossings:
            return
        mine = next((one for one in self.crossings if (one.here, one.there) == (packet.to, packet.source)), None)
        door = self.doors.get(packet.to.port)
        if mine is not None:
            mine.hear(call)
        elif door is not None:
            door.admit(call, packet.to, packet.source)

    # -- reactor interface ---------------------------------------------------------------------------------------

    def seconds(self) -> float:
        """The time."""
        return float(self._clock.seconds())

    def callLater(self, delay: float, work: Callable[..., object], *args: object) -> Any:
        """Do something later."""
        return self._clock.callLater(delay, work, *args)

    def listenUDP(self, port: int, protocol: Any, interface: str = "", maxPacketSize: int = 0) -> _Socket:
        """Open a UDP port."""
        version = ipaddress.ip_address(interface or "0.0.0.0").version
        port = port or self.new_port()
        if (version, port) in self.sockets:
            raise CannotListenError(interface, port, OSError("taken"))  # type: ignore[no-untyped-call]
        self.sockets[version, port] = _Socket(self, port, protocol, version)
        return self.sockets[version, port]

    def listenTCP(self, port: int, factory: Any, backlog: int = 50, interface: str = "") -> _Door:
        """Open a TCP port."""
        port = port or self.new_port()
        door = self.doors[port] = _Door(self, port, factory)
        return door

    def connectTCP(self, host: str, port: int, factory: Any, timeout: float = 30, bindAddress: Any = None) -> _Dialling:
        """Call over TCP. The call fails if a router would have to let it in, since none here does."""
        to = IPv4Address("TCP", host, port)
        own = bindAddress[1] if bindAddress is not None else 0
        dialling = _Crossing(self, factory, timeout, to, own) if own else _Dialling(self, factory, timeout, to)
        factory.startedConnecting(dialling)
        return dialling

    def new_port(self) -> int:
        """A free port."""
        self._port += 1
        return self._port

    def new_place(self, there: Computer) -> Address:
        """A free port of the first address, as another computer sees it."""
        network, host = self.network, self.hosts[0]
        while network is not there.network and network.outside is not None:
            network, host = network.outside, network.host
        return Address(host, self.new_port())


SERVER_PORTS = 3478, 3479
"""The ports of a STUN server; a server with a second address answers at both."""


class Server:
    """A STUN server on the internet; with a second address, it reveals the behaviour of routers (RFC 5780)."""

    def __init__(self, internet: Internet, host: str, second: str = "") -> None:
        self.address = Address(host, 3478)
        self._second = second
        self._internet = internet
        self._computer = Computer(internet)
        for one in filter(None, (host, second)):
            internet.devices[one] = self

    def _elsewhere(self, place: Address, change: int) -> Address:
        """The address that differs from one of this server's as a request demands."""
        (first, second), (one, other) = (self.address.host, self._second), SERVER_PORTS
        host = (second if place.host == first else first) if change & stun.OTHER_HOST else place.host
        port = (other if place.port == one else one) if change & stun.OTHER_PORT else place.port
        return Address(host, port)

    def take(self, packet: Packet) -> None:
        """Tell the sender the source address of its request."""
        if packet.call is not None:
            self._called(packet.call, packet.source)
            return
        asked = stun.decode(packet.data)
        if asked is None or asked.kind != stun.REQUEST:
            return
        here, other = packet.to, None
        if self._second:
            here, other = self._elsewhere(here, asked.change), self._elsewhere(here, stun.OTHER_HOST | stun.OTHER_PORT)
        self._internet.carry(Packet(here, packet.source, stun.answer(asked.transaction, packet.source, b"any", other)))

    def _called(self, call: _Crossing, source: Address) -> None:
        """The same for a request over TCP."""
        if call not in call.caller.crossings:
            return
        ours = _Stream(self._computer, self.address, source, call.caller)
        theirs = call.stream(self._computer)
        ours.other, theirs.other = theirs, ours
        ours.protocol = Answering(source)
        ours.protocol.makeConnection(ours)
        call.begin(theirs)


class Answering(Protocol):
    """A STUN server at its end of a connection."""

    def __init__(self, source: Address) -> None:
        self._source = source

    def dataReceived(self, data: bytes) -> None:
        """Take a request."""
        asked = stun.decode(data)
        transport: Any = self.transport
        if asked is not None:
            transport.write(stun.answer(asked.transaction, self._source, b"any"))
