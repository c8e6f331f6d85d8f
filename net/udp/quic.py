"""One QUIC connection (RFC 9000) as the transport of a :class:`~net.link.Link`, which does not know about it.

The protocol is aioquic's, which has no sockets and no clock. Both sides show the same certificates as over TLS, and one stream
carries the frames of the link. QUIC itself never learns an address: a check has proven the other side's address before the
first packet, and the address may change during the connection (:mod:`net.udp.gate`). Packets from other addresses are accepted,
but nothing is sent there before a check.
"""

from __future__ import annotations

import logging
import ssl
from collections.abc import Callable
from typing import Any

from aioquic._buffer import Buffer
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.quic.events import (
    ConnectionIdIssued,
    ConnectionIdRetired,
    ConnectionTerminated,
    HandshakeCompleted,
    StreamDataReceived,
    StreamReset,
)
from aioquic.quic.packet import QuicPacketType, QuicProtocolVersion, pull_quic_header
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.python.failure import Failure

from net.addresses import Address
from net.certificate import self_signed
from net.identity import Identity

CONNECTION_ID = 8
"""Bytes of the names of a connection."""

BEFORE_GREETING = 32 << 10
"""Bytes in datagrams within which a greeting must have come; the first datagrams are padded and may be repeated."""

SMALL = 400
"""A datagram with less data than this counts as a TLS record, and so does each piece of a stream after the first in it."""

_log = logging.getLogger("alarife.net.udp")
logging.getLogger("quic").addHandler(logging.NullHandler())  # aioquic's log goes to ours, if there is one
_ALPN = "alarife"
_STREAM = 0
_ANYWHERE = ("peer", 0)
_FULL = 64 << 10
"""Bytes under way or waiting at which the link has to pause."""

_TICK = 0.001
"""The shortest time in seconds until a timer fires, so that one that is nearly due does not spin."""

WINDOW = 1 << 20
"""Bytes that the other side may send beyond the last one that the link has got: that many have room while one is missing."""

MOST_PIECES = 1024
"""Pieces of a stream that may wait for missing bytes. Each new one costs a look at all others. Bad networks leave hundreds."""

_IDLE = 60.0
_CLOSED = 0x100
"""Code of a connection that was closed in good order."""


def opening(datagram: bytes) -> bytes | None:
    """The connection name in a caller's first packet; None if this is not such a packet."""
    try:
        header = pull_quic_header(Buffer(data=datagram), host_cid_length=CONNECTION_ID)
    except ValueError:
        return None
    first = header.packet_type == QuicPacketType.INITIAL and header.version == QuicProtocolVersion.VERSION_1
    return header.destination_cid if first and len(datagram) >= 1200 else None


def addressed(datagram: bytes) -> bytes | None:
    """The name of the connection that a datagram is for, None if it has none."""
    try:
        return pull_quic_header(Buffer(data=datagram), host_cid_length=CONNECTION_ID).destination_cid
    except ValueError:
        return None


def configuration(identity: Identity, client: bool) -> QuicConfiguration:
    """The settings of every connection of an identity; the link checks the key of the other side."""
    return QuicConfiguration(
        is_client=client,
        alpn_protocols=[_ALPN],
        certificate=self_signed(identity),
        private_key=identity.private,
        verify_mode=ssl.CERT_NONE,
        supported_versions=[QuicProtocolVersion.VERSION_1],
        connection_id_length=CONNECTION_ID,
        idle_timeout=_IDLE,
        max_data=WINDOW,
        max_stream_data=WINDOW,
    )


class _Connection(QuicConnection):
    """aioquic's connection, with a few things that it does not offer.

    Attributes:
        pieces: pieces of streams that have come since it was last set to 0.
    """

    pieces = 0

    def _initialize(self, peer_cid: bytes) -> None:
        super()._initialize(peer_cid)
        # A server also asks for the caller's certificate, as over TLS. The library can do so, and checks the signature.
        self.tls._request_client_certificate = not self.configuration.is_client

    def _handle_crypto_frame(self, *args: Any, **named: Any) -> None:
        self.pieces += 1
        super()._handle_crypto_frame(*args, **named)

    def _handle_stream_frame(self, *args: Any, **named: Any) -> None:
        self.pieces += 1
        super()._handle_stream_frame(*args, **named)

    @property
    def scattered(self) -> bool:
        """Whether more pieces wait for missing bytes than bad networks leave."""
        streams = (*self._streams.values(), *self._crypto_streams.values())
        return any(len(stream.receiver._ranges) > MOST_PIECES for stream in streams)

    def _write_connection_limits(self, builder: Any, space: Any) -> None:
        """Announce how much the other side may send.

        The library would double that whenever half of it is used, even by bytes behind a gap, for which it reserves room.
        """
        limit, used = self._local_max_data, self._local_max_data.used
        if (stream := self._streams.get(_STREAM)) is not None:
            limit.value = self._window(limit.value, stream.receiver.starting_offset())
        limit.used = 0  # so that nothing is doubled
        try:
            super()._write_connection_limits(builder, space)
        finally:
            limit.used = used

    def _write_stream_limits(self, builder: Any, space: Any, stream: Any) -> None:
        """The same for a stream."""
        receiver, highest = stream.receiver, stream.receiver.highest_offset
        if stream.max_stream_data_local:
            stream.max_stream_data_local = self._window(stream.max_stream_data_local, receiver.starting_offset())
        receiver.highest_offset = 0
        try:
            super()._write_stream_limits(builder, space, stream)
        finally:
            receiver.highest_offset = highest

    @staticmethod
    def _window(limit: int, got: int) -> int:
        """The limit, moved on once half of the window has been used by bytes that have come through."""
        return got + WINDOW if limit - got <= WINDOW // 2 else limit

    @property
    def open(self) -> bool:
        """Whether the stream can take data to send. A caller has to open it first."""
        return not self.stopped and (self._is_client or _STREAM in self._streams)

    @property
    def stopped(self) -> bool:
        """Whether the other side takes no more of the stream; sending would be an error."""
        stream = self._streams.get(_STREAM)
        return stream is not None and stream.sender._reset_error_code is not None

    @property
    def begun(self) -> bool:
        """Whether there is a peer to send to; a server has to be called first."""
        return bool(self._network_paths) and self._close_at is not None

    @property
    def ready(self) -> bool:
        """Whether the handshake is done."""
        return self._handshake_complete

    @property
    def waiting(self) -> int:
        """Bytes of the stream that the other side has not acknowledged."""
        stream = self._streams.get(_STREAM)
        return len(stream.sender._buffer) if stream is not None else 0


class _Shown:
    """The certificate of the other side, in the form that :func:`net.certificate.key_of` expects."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    def get_peer_certificate(self, *, as_cryptography: bool) -> Any:
        """The certificate whose key has signed the handshake, None without one."""
        return self._connection.tls._peer_certificate


class QuicTransport:
    """The transport of one link.

    Attributes:
        place: the address of the other side.
        names: the names by which the other side addresses this connection.
        over: whether the connection has ended and can be forgotten.
    """

    def __init__(
        self,
        reactor: Any,
        identity: Identity,
        link: Any,
        place: Address,
        send: Callable[[bytes, Address], None],
        named: Callable[[QuicTransport, bytes, bool], None],
        first: bytes | None = None,
    ) -> None:
        """Begin a connection: as the caller, or as the called side if ``first`` is given.

        Args:
            reactor: provides the clock.
            identity: this computer's key.
            link: the protocol over this transport.
            place: the proven address of the other side.
            send: takes datagrams.
            named: called with each name of this connection, and whether it is new or to be forgotten.
            first: the name in the caller's first packet.
        """
        self.place = place
        self.over = False
        self._reactor = reactor
        self._link = link
        self._send = send
        self._named = named
        client = first is None
        settings = configuration(identity, client)
        self._quic = _Connection(configuration=settings, original_destination_connection_id=first)
        self._timer: Any = None
        self._flushing: Any = None
        self._paused = False
        self._producer: Any = None
        self._full = False
        self._room = BEFORE_GREETING
        self._lost = False
        self._closing = False
        self.names: set[bytes] = set()
        for name in {self._quic.host_cid} if client else {first, self._quic.host_cid}:
            assert name is not None
            self._call_by(name, True)
        link.makeConnection(self)
        if client:
            self._quic.connect(_ANYWHERE, self._reactor.seconds())
            self._flush()

    # -- datagrams -------------------------------------------------------------------------------------------------

    def receive(self, datagram: bytes) -> None:
        """A datagram for this connection has come, from any address."""
        if self._paused or self.over:
            return  # without an acknowledgement, the other side slows down and sends it again
        if self._link.greeting is None and not self._closing:
            self._room -= len(datagram)
            if self._room < 0:
                self._link.overrun()
                self.abortConnection()
                return
        before = self._link.taken
        try:
            self._quic.receive_datagram(datagram, _ANYWHERE, self._reactor.seconds())
        except Exception:  # a fault in the library ends only this connection
            _log.exception("a datagram from %s breaks its connection", self.place)
            self.abortConnection()
            return
        if self._quic.scattered or self._quic.stopped:
            _log.info("the stream from %s is in too many pieces, or stopped", self.place)
            self.abortConnection()
            return
        self._events()
        pieces, self._quic.pieces = self._quic.pieces, 0
        self._link.count_records(max(1, pieces) - (self._link.taken - before >= SMALL))
        self._flush()

    def _events(self) -> None:
        while (event := self._quic.next_event()) is not None:
            match event:
                case HandshakeCompleted():
                    self._link.handshakeCompleted()
                case StreamDataReceived(data, end, stream):
                    if stream != _STREAM:
                        self._quic.close(error_code=_CLOSED)
                        self._gone()
                        return
                    if data:
                        self._link.dataReceived(data)
                    if end:
                        self._finish()
                case StreamReset():
                    self.abortConnection()
                case ConnectionIdIssued(name):
                    self._call_by(name, True)
                case ConnectionIdRetired(name):
                    self._call_by(name, False)
                case ConnectionTerminated():
                    self._end()

    def _finish(self) -> None:
        """The other side has ended its stream: close the connection."""
        self._quic.close(error_code=_CLOSED)
        self._gone()

    def _call_by(self, name: bytes, new: bool) -> None:
        (self.names.add if new else self.names.discard)(name)
        self._named(self, name, new)

    def _flush(self) -> None:
        """Send pending datagrams, and set the timer for what comes next."""
        if self._flushing is not None and self._flushing.active():
            self._flushing.cancel()
        self._flushing = None
        if self.over:
            return
        now = self._reactor.seconds()
        if self._quic.begun:
            for datagram, _ in self._quic.datagrams_to_send(now):
                self._send(datagram, self.place)
        due = self._quic.get_timer() if self._quic.begun else None
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = self._reactor.callLater(max(_TICK, due - now), self._ring) if due is not None else None
        self._pressure()

    def _ring(self) -> None:
        self._timer = None
        self._quic.handle_timer(self._reactor.seconds())
        self._events()
        self._flush()

    def _soon(self) -> None:
        """Send in a moment, so that data written together goes out together."""
        if self._flushing is None and not self.over:
            self._flushing = self._reactor.callLater(0, self._flush)

    def _pressure(self) -> None:
        full = self._quic.waiting >= _FULL
        if self._producer is not None and full != self._full:
            (self._producer.pauseProducing if full else self._producer.resumeProducing)()
        self._full = full

    # -- the end ---------------------------------------------------------------------------------------------------

    def _gone(self, failure: Exception | None = None) -> None:
        """Tell the link that the connection is gone."""
        if not self._lost:
            self._lost = True
            reason: Any = Failure
            self._link.connectionLost(reason(failure or ConnectionDone()))

    def _end(self) -> None:
        if self.over:
            return
        self.over = True
        for timer in (self._timer, self._flushing):
            if timer is not None and timer.active():
                timer.cancel()
        self._timer = self._flushing = None
        for name in list(self.names):
            self._call_by(name, False)
        self._gone(ConnectionLost())

    def move(self, place: Address) -> None:
        """The other side has moved to this proven address."""
        self.place = place
        self.nudge()

    def nudge(self) -> None:
        """Send the other side a packet."""
        if self._quic.ready and not self.over:
            self._quic.send_ping(0)
            self._soon()

    def forget(self) -> None:
        """The socket is closing: close the connection and end now."""
        if not self.over:
            self._quic.close(error_code=_CLOSED)
            self._flush()
            self._end()

    # -- what a link asks of its transport -------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Send bytes."""
        if not self._lost and not self._closing:
            self._quic.send_stream_data(_STREAM, data)
            self._soon()

    def loseConnection(self) -> None:
        """End once everything written has arrived; the other side then closes the connection."""
        if self._lost or self._closing:
            return
        self._closing = True
        if self._quic.ready and self._quic.open:
            self._quic.send_stream_data(_STREAM, b"", end_stream=True)
            self._soon()
        else:
            self.abortConnection()

    def abortConnection(self) -> None:
        """End at once."""
        if not self._lost:
            self._closing = True
            self._quic.close(error_code=_CLOSED)
            self._reactor.callLater(0, self._gone if self._quic.begun else self._end)
            self._soon()

    def registerProducer(self, producer: Any, streaming: bool) -> None:
        """Tell the link when the other side does not take what is sent."""
        self._producer = producer

    def unregisterProducer(self) -> None:
        """The link is over."""
        self._producer = None

    def pauseProducing(self) -> None:
        """Take nothing for now."""
        self._paused = True

    def resumeProducing(self) -> None:
        """Accept data again."""
        self._paused = False

    def getPeer(self) -> IPv4Address | IPv6Address:
        """The address of the other side."""
        kind = IPv6Address if ":" in self.place.host else IPv4Address
        return kind("UDP", self.place.host, self.place.port)

    def getHost(self) -> None:
        """None: the socket is not bound to an address, and the link may survive a change of address."""

    def getHandle(self) -> _Shown:
        """The object that holds the key of the other side."""
        return _Shown(self._quic)

    def setTcpNoDelay(self, on: bool) -> None:
        """Do nothing: QUIC does not delay small packets."""
