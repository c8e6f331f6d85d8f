"""PCP and NAT-PMP: requests for a port over UDP, in the newer protocol if the router speaks it.

Two questions go out at once: NAT-PMP's for the router's address, and PCP's announcement. A router of either kind answers one of
them. An answer counts only if it comes from the router, fits the question and has its nonce.
"""

from __future__ import annotations

import ipaddress
import logging
import secrets
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import CancelledError, Deferred
from twisted.internet.protocol import DatagramProtocol
from twisted.internet.threads import deferToThreadPool

from net import reactor as rim
from net.addresses import Address
from net.routers.gateway import default_gateway
from net.routers.pcp import (
    CANNOT_PROVIDE,
    NO_RESOURCES,
    NONCE_LENGTH,
    PORT,
    SUCCESS,
    UNSUPPORTED_VERSION,
    Answer,
    announce,
    decode,
    mapping,
    old_address,
    old_mapping,
)
from net.routers.way import LEASE, Carrier, Opened, RouterError, none_here, refused, taken

FIRST, TRIES = 0.25, 5
"""Seconds until a question is repeated, doubled each time (RFC 6886, 3.1), and the number of tries: eight seconds in all."""

GRACE = 0.4
"""Seconds for which a router that has answered in the older protocol may still answer in the newer."""

_log = logging.getLogger("alarife.net.routers")


class Mapper(DatagramProtocol):
    """The way by PCP or NAT-PMP, whichever the router speaks."""

    def __init__(self, gateway: tuple[str, int] | None = None, first: float = FIRST) -> None:
        """Prepare to ask.

        Args:
            gateway: the router's address and port; by default they come from this computer's routes.
            first: seconds until a question is repeated.
        """
        self.name = "PCP"
        self._given_gateway = gateway
        self._gateway = gateway
        self._first = first
        self._here = ""
        self._outside = ""
        self._spoken: set[int] = set()
        self._nonces: dict[tuple[Carrier, int], bytes] = {}
        self._given: dict[tuple[Carrier, int], Address] = {}
        self._waiting: list[tuple[Callable[[Answer], bool], Deferred[Answer]]] = []
        self._socket: Any = None

    # -- the way -----------------------------------------------------------------------------------------------------

    async def find(self) -> None:
        """Find the router and the protocols it speaks; raises :class:`~net.routers.way.RouterError`.

        A router that was found before is forgotten: this computer may be in another network.
        """
        await self._part()
        await self._reach()
        self._spoken.clear()
        # An error in version 2 to the question in version 0 tells as much as an answer.
        answer = await self._ask([old_address(), announce(self._here)], lambda one: one.carrier is None)
        if answer.version == 0:
            await self._moment(GRACE)
        if not self._spoken:
            raise none_here()

    async def open(self, carrier: Carrier, port: int) -> Opened:
        """Open the port; raises :class:`~net.routers.way.RouterError`."""
        await self._reach()
        if 2 in self._spoken:
            try:
                return await self._open_new(carrier, port)
            except RouterError:
                if 0 not in self._spoken:
                    raise
        return await self._open_old(carrier, port)

    async def close(self, carrier: Carrier, port: int) -> None:
        """Close the port, if this object has opened it."""
        given = self._given.pop((carrier, port), None)
        if given is None or self._socket is None:
            return
        new = self.name == "PCP"
        nonce = self._nonces.get((carrier, port), b"")
        question = mapping(self._here, nonce, carrier, port, 0, given) if new else old_mapping(carrier, port, 0, 0)
        try:
            await self._ask([question], lambda one: self._about(one, 2 if new else 0, carrier, port) and one.lifetime == 0)
        except RouterError:
            _log.info("the router did not close port %s", port)

    def end(self) -> None:
        """Close the socket."""
        socket, self._socket = self._socket, None
        stopped = socket.stopListening() if socket is not None else None
        if stopped is not None:
            rim.watched(stopped, "closing the socket to the router")
        self._give_up()

    # -- the two protocols -------------------------------------------------------------------------------------------

    async def _open_new(self, carrier: Carrier, port: int) -> Opened:
        nonce = self._nonces.setdefault((carrier, port), secrets.token_bytes(NONCE_LENGTH))
        question = mapping(self._here, nonce, carrier, port, LEASE, self._given.get((carrier, port)))
        answer = await self._ask([question], lambda one: self._about(one, 2, carrier, port))
        if answer.result == UNSUPPORTED_VERSION:
            self._spoken.discard(2)
        if answer.result != SUCCESS or not answer.outside.port or not answer.lifetime:
            _log.info("PCP: result %s", answer.result)
            raise taken(port) if answer.result in (NO_RESOURCES, CANNOT_PROVIDE) else refused(port)
        return self._keep("PCP", carrier, port, answer.outside, answer.lifetime)

    async def _open_old(self, carrier: Carrier, port: int) -> Opened:
        if not self._outside:
            await self._ask([old_address()], lambda one: one.version == 0 and one.carrier is None)
        if not self._outside:
            raise refused(port)
        given = self._given.get((carrier, port))
        question = old_mapping(carrier, port, given.port if given is not None else port, LEASE)
        answer = await self._ask([question], lambda one: self._about(one, 0, carrier, port))
        if answer.result != SUCCESS or not answer.outside.port or not answer.lifetime:
            _log.info("NAT-PMP: result %s", answer.result)
            raise refused(port)
        outside, self._outside = Address(self._outside, answer.outside.port), ""  # asked anew the next time: it may change
        return self._keep("NAT-PMP", carrier, port, outside, answer.lifetime)

    def _keep(self, name: str, carrier: Carrier, port: int, outside: Address, lifetime: int) -> Opened:
        self.name = name
        self._given[carrier, port] = outside
        return Opened(outside, min(lifetime, LEASE))

    def _about(self, answer: Answer, version: int, carrier: Carrier, port: int) -> bool:
        """Whether an answer is for a request about this port."""
        if version == 2 and answer.result == UNSUPPORTED_VERSION and answer.carrier is None:
            return True
        mine = (answer.version, answer.carrier, answer.inside) == (version, carrier, port)
        return mine and (version == 0 or answer.nonce == self._nonces.get((carrier, port)))

    # -- the socket --------------------------------------------------------------------------------------------------

    async def _part(self) -> None:
        """Close the socket, and forget the router that it leads to."""
        socket, self._socket = self._socket, None
        self._gateway = self._given_gateway
        stopped = socket.stopListening() if socket is not None else None
        if stopped is not None:
            await stopped

    async def _reach(self) -> None:
        """Open a socket that takes datagrams only from the router."""
        reactor = rim.reactor()
        if self._gateway is None:
            found = await deferToThreadPool(reactor, reactor.getThreadPool(), default_gateway)
            if found is None:
                raise none_here()
            self._gateway = (found, PORT)
        if self._socket is not None:
            return
        try:
            self._socket = reactor.listenUDP(0, self)
            self._transport.connect(*self._gateway)
            self._here = str(ipaddress.ip_address(self._transport.getHandle().getsockname()[0]))
        except (OSError, ValueError) as problem:
            self.end()
            raise none_here() from problem

    async def _ask(self, questions: list[bytes], wanted: Callable[[Answer], bool]) -> Answer:
        """Ask until the wanted answer comes; raises :class:`RouterError` if it does not."""
        answer: Deferred[Answer] = Deferred()
        entry = (wanted, answer)
        self._waiting.append(entry)
        timer: Any = None

        def ask(left: int, pause: float) -> None:
            nonlocal timer
            if not left:
                self._waiting.remove(entry)
                answer.errback(none_here())
                return
            for question in questions:
                try:
                    self._transport.write(question)
                except OSError as problem:
                    _log.info("the router cannot be asked: %s", problem)
            timer = rim.reactor().callLater(pause, ask, left - 1, pause * 2)

        ask(TRIES, self._first)
        try:
            return await answer
        except CancelledError:
            if entry in self._waiting:
                self._waiting.remove(entry)
            raise
        finally:
            if timer is not None and timer.active():
                timer.cancel()

    def datagramReceived(self, datagram: bytes, addr: Any) -> None:
        """The router answers; the socket takes datagrams from nobody else."""
        answer = decode(datagram)
        if answer is None:
            return
        if answer.carrier is None and (answer.version == 2 or answer.result != UNSUPPORTED_VERSION):
            self._spoken.add(answer.version)
            if answer.version == 0 and answer.result == SUCCESS:
                self._outside = answer.outside.host
        for entry in [one for one in self._waiting if one[0](answer)]:
            self._waiting.remove(entry)
            entry[1].callback(answer)

    def connectionRefused(self) -> None:
        """The router does not take such questions."""
        self._give_up()

    def stopProtocol(self) -> None:
        """The socket is gone: it was closed, or the system found no route to the router."""
        self._socket = None
        self._give_up()

    def _give_up(self) -> None:
        waiting, self._waiting = self._waiting, []
        for _, answer in waiting:
            answer.errback(none_here())

    @property
    def _transport(self) -> Any:
        return self.transport

    @staticmethod
    def _moment(seconds: float) -> Deferred[None]:
        moment: Deferred[None] = Deferred()
        rim.reactor().callLater(seconds, moment.callback, None)
        return moment
