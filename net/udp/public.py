"""This computer's public address, as STUN servers and peers see it.

Servers are asked only if the player has agreed. If two servers see the same address and port, the router maps everybody to one
port. If they see different ports, it maps each connection anew, and the port that a server sees is of little use to others.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred, gatherResults
from twisted.internet.task import LoopingCall

from net import reactor as rim
from net.addresses import Address, AddressError, is_literal, parse_address
from net.allowance import Bucket
from net.udp.gate import Gate, GateError
from rules.message import Message, message

if TYPE_CHECKING:
    from net.crossing import Crossing

AGAIN = 15.0
"""Seconds between two questions that keep the mapping open: routers forget it after 30 seconds at the earliest."""

MOST_SERVERS = 3
"""The most servers that are asked."""

NAME_PATIENCE = 6.0
"""Seconds for the look-up of a server's name: where names cannot be looked up, the system tries for up to a minute."""

CHANGES, CHANGES_EACH = 5, 5.0
"""The most changes of the address that peers see: so many at once, and one in so many seconds after that."""

_log = logging.getLogger("alarife.net.udp")


async def _named(gate: Gate, server: str) -> Address:
    """The IP address of a server (``host:port``); raises errors of many kinds if it is not known in time."""
    there = parse_address(server)
    if is_literal(there.host):
        return there
    found: Deferred[str] = gate.reactor.resolve(there.host)
    return Address(str(await found.addTimeout(NAME_PATIENCE, gate.reactor)), there.port)


async def look_up(gate: Gate, server: str) -> tuple[Address, Address] | None:
    """The address of a server (``host:port``), and the address where it sees a gate's datagrams; None if it does not answer."""
    try:
        there = await _named(gate, server)
        return there, await gate.ask_server(there)
    except (AddressError, GateError, OSError) as problem:
        _log.info("the server %s: %s", server, problem)
    except Exception as problem:  # resolvers raise many kinds of exceptions
        _log.info("the server %s cannot be found: %s", server, problem)
    return None


class Public:
    """The public addresses of one gate, and of crossing calls over TCP.

    Attributes:
        udp, tcp: the addresses at which others see this computer; None if unknown.
    """

    def __init__(
        self, gate: Gate, told: Callable[[Message, Address | None], None], crossing: Callable[[], Crossing] | None = None
    ) -> None:
        """``told`` is called with a sentence and the address after each change; without ``crossing``, TCP is not tried."""
        self.udp: Address | None = None
        self.tcp: Address | None = None
        self._crossing = crossing
        self._gate = gate
        self._told = told
        self._server: Address | None = None
        self._keeps = False
        self._changes = Bucket(CHANGES, 1 / CHANGES_EACH)
        self._clock = LoopingCall(self._keep)

    @property
    def places(self) -> tuple[Address, ...]:
        """The addresses at which others can meet this computer."""
        return tuple(dict.fromkeys(place for place in (self.udp, self.tcp) if place is not None))

    def ask(self, servers: Sequence[str], keep: bool = False) -> Deferred[None]:
        """Ask these servers, each ``host:port``; fires when all have answered or failed.

        With ``keep``, one of them is asked again and again until :meth:`close`.
        """
        self._keeps = self._keeps or keep
        return Deferred.fromCoroutine(self._ask(servers))

    async def _ask(self, servers: Sequence[str]) -> None:
        asked = [Deferred.fromCoroutine(look_up(self._gate, server)) for server in servers[:MOST_SERVERS]]
        calls = [Deferred.fromCoroutine(self._look_up_by_call(server)) for server in servers[:MOST_SERVERS]]
        found = [pair for pair in await gatherResults(asked) if pair is not None]
        seen = list(dict.fromkeys(place for place in await gatherResults(calls) if place is not None))
        if not asked:
            return
        self.tcp = seen[0] if len(seen) == 1 else None  # a router that maps each connection anew lets no call in
        if not found:
            if self.tcp is None:
                self._told(message("answer.public.no-server"), None)
            else:
                self._told(message("answer.public.no-udp", address=str(self.tcp)), self.tcp)
            return
        server, place = found[0]
        self.udp = place
        if any(other.host == place.host and other.port != place.port for _, other in found[1:]):
            self._told(message("answer.public.changing", address=str(place)), place)
        else:
            self._told(message("answer.public.known", address=str(place)), place)
        if self._keeps and not self._clock.running:
            self._server = server
            self._clock.clock = self._gate.reactor
            rim.watched(self._clock.start(AGAIN, now=False), "staying known to a server")

    async def _look_up_by_call(self, server: str) -> Address | None:
        """The address from which a server sees our calls come; None if it does not answer."""
        if self._crossing is None:
            return None
        try:
            return await self._crossing().ask_server(await _named(self._gate, server))
        except Exception as problem:  # resolvers and calls raise many kinds; all mean that there is no answer
            _log.info("the server %s does not answer over TCP: %s", server, problem)
        return None

    def _keep(self) -> None:
        """Ask again, so that the router keeps the mapping; if the address has changed, so does the invite."""
        if self._server is not None:
            asked: Deferred[Any] = self._gate.ask_server(self._server)
            asked.addCallbacks(self._found, lambda _: None)

    def _found(self, place: Address) -> None:
        if place != self.udp:
            self.udp = place
            self._told(message("answer.public.known", address=str(place)), place)

    def seen(self, place: Address) -> None:
        """A peer has seen our datagrams come from this address; that counts while no server is asked.

        A peer may lie, and each time say something else. Everybody hears of a change, so only a few count.
        """
        if self._server is not None or place == self.udp or not ipaddress.ip_address(place.host).is_global:
            return
        if self._changes.take(self._gate.now()):
            self._found(place)

    def close(self) -> None:
        """Stop asking; from now on the addresses that peers see count again."""
        self._keeps, self._server = False, None
        if self._clock.running:
            self._clock.stop()
