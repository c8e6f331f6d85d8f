"""One authenticated, encrypted connection to one peer. :mod:`net.door` accepts them, :mod:`net.calling` makes them.

A link does not know its transport: TLS over TCP, or QUIC over UDP (:mod:`net.udp`). Both prove the same keys in their
handshakes and carry the same frames.

The life of a link (:data:`STEPS`): TCP, TLS 1.3 with both certificates, the check of the other side's key, the caller's
:class:`~net.greeting.Hello`, the answer to it, then frames until either side hangs up. The first frame in each direction is the
greeting. Until both have passed, the link has a time limit, a limit of bytes (:mod:`net.metered`) and its place among a limited
number of such connections. After that the link counts bytes, frames (the empty ones too) and records, and reads a flood slowly.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from OpenSSL import SSL
from twisted.internet import interfaces
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.defer import Deferred
from twisted.internet.protocol import Protocol as Stream
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from net.addresses import Address
from net.allowance import Bucket
from net.certificate import key_of
from net.framing import ALIVE, FrameReader, FrameTooLong, framed
from net.greeting import GREETING_LIMIT, PROTOCOL, Hello, OtherProtocol, Refusal, Welcome, decode, encode
from net.session.format.wire import FRAME_LIMIT, WireError
from rules.message import Message, message

_log = logging.getLogger("alarife.net.link")


FLOOD = 3
"""A peer is blamed for a flood once it has sent more than allowed for this many seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a link; times in seconds, sizes in bytes.

    Attributes:
        connect: for reaching an address.
        handshake: from TCP to the end of the greeting.
        stagger: between calls to several addresses of one peer.
        head_start: for which a call goes out over TCP alone, since QUIC costs the processor several times as much as TLS.
        punch, punch_after: for reaching a peer over UDP, in all and after every address has failed over TCP.
        idle: without a byte from the other side.
        alive: between our own heartbeats.
        closing: for closing in good order.
        strangers, strangers_each: connections that have not been welcomed yet, in all and from one address.
        arrivals, arrivals_at_once: connections taken in a second, and at once after a quiet time; others wait in the system.
        handshakes, handshakes_at_once: handshakes begun in a second, and at once; others wait at the door.
        waiting: bytes that may wait because the other side does not take them.
        frames, volume, records: frames, bytes and TLS records in a second before the other side has to wait.
    """

    connect: float = 10.0
    handshake: float = 10.0
    stagger: float = 0.25
    head_start: float = 0.25
    punch: float = 6.0
    punch_after: float = 2.0
    idle: float = 45.0
    alive: float = 15.0
    closing: float = 2.0
    strangers: int = 32
    strangers_each: int = 12
    arrivals: float = 32.0
    arrivals_at_once: int = 64
    handshakes: float = 8.0
    handshakes_at_once: int = 16
    waiting: int = 8 << 20
    frames: int = 1000
    volume: int = 4 << 20
    records: int = 2000


@dataclass(frozen=True, slots=True)
class CallFailed:
    """Why a call failed.

    Attributes:
        reason: the reason, as a sentence.
        final: whether the right peer answered and refused, so that calling again is useless for now.
        code: the code of its :class:`~net.greeting.Refusal`, else empty.
        invite: the invite in that refusal, else empty.
    """

    reason: Message
    final: bool = False
    code: str = ""
    invite: str = ""


class Caller(Protocol):
    """The caller that a link belongs to."""

    def answered(self, link: Link) -> Hello | None:
        """The handshake is done and ``link.key`` known: the greeting to send, or None to hang up."""

    def done(self, link: Link) -> None:
        """The greetings are done."""

    def failed(self, link: Link, why: CallFailed) -> None:
        """The call has failed."""

    def explain(self, refusal: Refusal) -> Message:
        """The sentence for a refusal."""


class Owner(Protocol):
    """The owner of links hears about them; all calls come in the reactor's thread."""

    def judge(self, key: bytes, hello: Hello) -> Welcome | Refusal:
        """Answer a caller."""

    def up(self, link: Link) -> None:
        """A link stands: ``link.key`` and ``link.greeting`` are known, frames may be sent."""

    def frame(self, link: Link, payload: bytes) -> None:
        """A frame came in."""

    def down(self, link: Link) -> None:
        """A link that stood is gone; either side may have hung up."""

    def blame(self, link: Link, what: str) -> None:
        """The other side of a standing link misbehaves: ``oversize``, ``clogged`` or ``flood``."""

    def intruder(self, host: str, what: str) -> None:
        """A caller is not an Alarife program (``garbled``), or calls again and again and stays silent (``slow``)."""


class LinkStep(Enum):
    """How far a connection has come."""

    OPENING = "opening"
    HANDSHAKE = "handshake"
    GREETING = "greeting"
    STANDS = "stands"
    CLOSING = "closing"
    ENDED = "ended"


STEPS: Mapping[LinkStep, frozenset[LinkStep]] = {
    LinkStep.OPENING: frozenset({LinkStep.HANDSHAKE, LinkStep.CLOSING}),
    LinkStep.HANDSHAKE: frozenset({LinkStep.GREETING, LinkStep.CLOSING, LinkStep.ENDED}),
    LinkStep.GREETING: frozenset({LinkStep.STANDS, LinkStep.CLOSING, LinkStep.ENDED}),
    LinkStep.STANDS: frozenset({LinkStep.CLOSING, LinkStep.ENDED}),
    LinkStep.CLOSING: frozenset({LinkStep.ENDED}),
    LinkStep.ENDED: frozenset(),
}
"""The steps that may follow each step; ARCHITECTURE.md shows them."""

_OVER = (LinkStep.CLOSING, LinkStep.ENDED)


@implementer(interfaces.IHandshakeListener, interfaces.IPushProducer)
class Link(Stream):
    """One connection, seen from this side.

    Attributes:
        step: how far it has come.
        key: public key of the other side, empty until the handshake is done.
        greeting: its Hello or Welcome, None until it was accepted.
        called: whether this side made the call.
        address: the address that this side called, None for a call by the other.
        host: the other side's IP address as seen from here.
        own: this side's IP address.
        fault: the fault of a caller that was not welcomed: ``slow`` or ``garbled``; empty if there was none.
        taken: bytes of data that have come in, without those of TLS.
        ended: fires when the connection is gone for good.
    """

    def __init__(
        self, reactor: Any, owner: Owner, limits: Limits, settled: Callable[[Link], None], call: Caller | None
    ) -> None:
        self.step = LinkStep.OPENING
        self.key = b""
        self.greeting: Hello | Welcome | None = None
        self.called = call is not None
        self.address: Address | None = None
        self.host = ""
        self.own = ""
        self.fault = ""
        self.ended: Deferred[None] = Deferred()
        self._reactor = reactor
        self._owner = owner
        self._limits = limits
        self._settled = settled
        self._call = call
        self._reader = FrameReader(GREETING_LIMIT)
        self._deadline: Any = None
        self._pulse: Any = None
        self._pause: Any = None
        self.taken = 0
        self._waits = 0  # consecutive pauses because more came than is allowed
        self._waited = 0.0  # when the last pause ended
        self._frames = Bucket(limits.frames, limits.frames)
        self._volume = Bucket(limits.volume, limits.volume)
        self._records = Bucket(limits.records, limits.records)
        self._clogged = False
        self._unsent = 0
        self._shaken = False

    # -- the connection --------------------------------------------------------------------------------------------

    def connectionMade(self) -> None:
        """The other side is there; the handshake begins."""
        self.step = LinkStep.HANDSHAKE
        self.host, self.own = _ip(self._transport.getPeer()), _ip(self._transport.getHost())
        self._transport.setTcpNoDelay(True)  # frames are small and urgent: do not hold them back
        self._deadline = self._reactor.callLater(self._limits.handshake, self._expire)

    def handshakeCompleted(self) -> None:
        """The TLS handshake is done: check the key before anything else."""
        self._shaken = True
        if self.step is LinkStep.HANDSHAKE:  # a link that this side closes stays closing
            self.step = LinkStep.GREETING
        key = key_of(self._transport.getHandle())
        if key is None:
            self.fault = "garbled"
            self._fail(message("net.error.not-alarife"))
            return
        self.key = key
        if self._call is not None:
            hello = self._call.answered(self)
            if hello is None:
                self.close()
            else:
                self._transport.write(framed(encode(hello)))

    def dataReceived(self, data: bytes) -> None:
        """Bytes came in."""
        self.taken += len(data)
        if self._gone:
            return
        self._reader.feed(data)
        if self.greeting is not None:
            self._deadline.reset(self._limits.idle)
            self._count(self._volume, len(data))
        self._take_frames()

    def _take_frames(self) -> None:
        """Take the frames that are there, up to the allowance. The rest waits here, and what follows waits at the sender."""
        try:
            while not self._gone and self._pause is None and (payload := self._reader.take()) is not None:
                if self.greeting is None:
                    self._greet(payload)
                    continue
                self._count(self._frames, 1)
                if payload:
                    self._owner.frame(self, payload)
        except FrameTooLong:
            self.fault = "garbled"
            self._blame("oversize")
            self._fail(message("net.error.garbled"))

    def count_records(self, records: int) -> None:
        """This many TLS records have come in."""
        if self.step is LinkStep.STANDS:
            self._count(self._records, records)

    def overrun(self) -> None:
        """More bytes have come in than a greeting can have, without a greeting."""
        self.fault = "garbled"
        self._fail(message("net.error.not-alarife"))

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """The connection is gone."""
        stood = self.step is LinkStep.STANDS
        if not stood and not self._gone and self._call is not None:
            failed = isinstance(reason.value, SSL.Error) and not self._shaken
            self._call.failed(self, CallFailed(message("net.error.not-alarife" if failed else "net.error.hung-up")))
        if not self._shaken and _nonsense(reason.value):
            self.fault = "garbled"
        self._over(LinkStep.ENDED)
        if stood:
            self._owner.down(self)
        self.ended.callback(None)

    # -- the greeting ----------------------------------------------------------------------------------------------

    def _greet(self, payload: bytes) -> None:
        try:
            greeting = decode(payload)
        except OtherProtocol as other:
            if self._call is None:
                self._transport.write(framed(encode(Refusal(PROTOCOL, "protocol"))))
            older = "net.error.protocol-older-here" if other.theirs > PROTOCOL else "net.error.protocol-older-there"
            self._fail(message(older), final=True)
            return
        except WireError:
            self.fault = "garbled"
            self._fail(message("net.error.not-alarife"))
            return
        if self._call is None and isinstance(greeting, Hello):
            answer = self._owner.judge(self.key, greeting)
            self._transport.write(framed(encode(answer)))
            if isinstance(answer, Refusal):
                self.close()
            else:
                self._stand(greeting)
        elif self._call is not None and isinstance(greeting, Welcome):
            self._stand(greeting)
        elif self._call is not None and isinstance(greeting, Refusal):
            self._call.failed(self, CallFailed(self._call.explain(greeting), True, greeting.code, greeting.invite))
            self.close()
        else:
            self._fail(message("net.error.not-alarife"))

    def _stand(self, greeting: Hello | Welcome) -> None:
        self.greeting = greeting
        self.step = LinkStep.STANDS
        self._reader.limit = FRAME_LIMIT
        self._deadline.reset(self._limits.idle)
        self._transport.registerProducer(self, True)
        self._beat()
        self._settled(self)
        if self._call is not None:
            self._call.done(self)
        self._owner.up(self)

    # -- frames ----------------------------------------------------------------------------------------------------

    def send(self, payload: bytes) -> None:
        """Send a frame; after :meth:`close` it is dropped. The link of a peer that does not take its frames is closed."""
        if self._gone:
            return
        if self._clogged:
            self._unsent += len(payload) + 4
            if self._unsent > self._limits.waiting:
                self._blame("clogged")
                self._fail(message("net.error.clogged"))
                return
        self._transport.write(framed(payload))

    def close(self) -> None:
        """Close once everything sent has gone out; the owner hears no more from this link."""
        if self._gone:
            return
        self._over()
        if self.transport is None:
            return  # it was never connected
        self._transport.loseConnection()
        self._deadline = self._reactor.callLater(self._limits.closing, self._abort)

    def pauseProducing(self) -> None:
        """The other side takes no more for now; bytes sent meanwhile are counted."""
        self._clogged = True

    def resumeProducing(self) -> None:
        """The other side takes data again."""
        self._clogged = False
        self._unsent = 0

    def stopProducing(self) -> None:
        """The connection is going; :meth:`connectionLost` follows."""

    @property
    def _gone(self) -> bool:
        return self.step in _OVER

    @property
    def place(self) -> Address | None:
        """Where the other side of a link over UDP is now, None over TCP."""
        peer = self._transport.getPeer()
        return Address(peer.host, peer.port) if getattr(peer, "type", "") == "UDP" else None

    @property
    def _transport(self) -> Any:
        """The transport, TLS or QUIC; its many interfaces have no one type."""
        return self.transport

    def _count(self, bucket: Bucket, amount: int) -> None:
        """Make a flood wait at the sender: past the allowance nothing is read for a second.

        A peer is blamed only after :data:`FLOOD` seconds: if this computer was too busy to read for a moment, everything that
        an honest peer has sent since arrives at once.
        """
        now = self._reactor.seconds()
        if bucket.charge(now, amount) or self._pause is not None:
            return
        self._waits = self._waits + 1 if now - self._waited < 1 else 1
        if self._waits >= FLOOD or bucket.wait(now) > FLOOD:
            self._blame("flood")
        self._transport.pauseProducing()
        self._pause = self._reactor.callLater(1, self._go_on)

    def _go_on(self) -> None:
        self._pause, self._waited = None, self._reactor.seconds()
        self._take_frames()
        if self._pause is None and not self._gone:
            self._transport.resumeProducing()

    def _beat(self) -> None:
        self._transport.write(ALIVE)
        self._pulse = self._reactor.callLater(self._limits.alive, self._beat)

    def _blame(self, what: str) -> None:
        if self.step is LinkStep.STANDS:
            self._owner.blame(self, what)

    # -- the end ---------------------------------------------------------------------------------------------------

    def _expire(self) -> None:
        """The other side has been silent for too long."""
        if self.greeting is None:
            self.fault = "slow"
        self._fail(message("net.error.silent"))

    def _fail(self, reason: Message, final: bool = False) -> None:
        """Close at once because of what the other side did or failed to do."""
        if self._gone:
            return
        _log.info("link with %s at %s: %s", self.key.hex()[:8] or "a stranger", self.host, reason)
        if self.greeting is None:
            if self._call is not None:
                self._call.failed(self, CallFailed(reason, final))
            self.close()
        else:
            self._over()
            self._abort()  # closing in good order would let the other side go on sending for a while
            self._owner.down(self)

    def _over(self, step: LinkStep = LinkStep.CLOSING) -> None:
        self.step = step
        for timer in (self._deadline, self._pulse, self._pause):
            if timer is not None and timer.active():
                timer.cancel()
        if self.greeting is None:
            self._settled(self)
        else:
            self._transport.unregisterProducer()

    def _abort(self) -> None:
        self._transport.abortConnection()


def _nonsense(error: object) -> bool:
    """Whether a handshake has failed because of its content; a broken connection is nobody's fault."""
    broken = isinstance(error, SSL.SysCallError | SSL.ZeroReturnError) or "unexpected eof" in str(error)
    return isinstance(error, SSL.Error) and bool(error.args) and not broken


def _ip(end: object) -> str:
    return end.host.split("%")[0].removeprefix("::ffff:") if isinstance(end, (IPv4Address, IPv6Address)) else ""
