"""What this computer's connection can do: its addresses, the router's answer, what servers see, and what to do next.

All questions are asked at once, and each finding is reported as soon as it is known, within ten seconds. The check claims
nothing that it cannot know: whom the router lets in is known only if a server has a second address (:mod:`net.udp.behaviour`),
or if a peer has reached the open table from an address to which nothing was sent.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from twisted.internet.defer import Deferred, gatherResults

from net import reactor as rim
from net.addresses import Address
from net.identity import Identity
from net.link import Limits
from net.routers.opened import OpenedPort
from net.routers.way import Way
from net.surroundings import Surroundings, this_computer
from net.udp.behaviour import Filtering, find_out
from net.udp.gate import Gate, GateError
from net.udp.public import look_up
from rules.message import Message, message

PATIENCE = 9.5
"""Seconds after which the check stops waiting for the router."""


@dataclass(slots=True)
class Findings:
    """The findings so far.

    Attributes:
        hosts: the addresses of this computer.
        router: the public address at which the router has opened a port, empty if it has not.
        asked: the number of servers asked.
        seen: the address at which each server that answered has seen this computer.
        again: the addresses at which the addresses of one server have seen another port of this computer.
        tested: whom the router lets in, as a server has found out.
        surprised: whether a peer has come in from an address to which nothing was sent.
    """

    hosts: tuple[str, ...] = ()
    router: str = ""
    asked: int = 0
    seen: list[Address] = field(default_factory=list)
    again: tuple[Address, ...] = ()
    tested: Filtering = "unknown"
    surprised: bool = False

    @property
    def ipv6(self) -> str:
        """A global IPv6 address of this computer, or empty."""
        return next((host for host in self.hosts if ":" in host and ipaddress.ip_address(host).is_global), "")

    @property
    def mapping(self) -> str:
        """How the router maps addresses: ``none``, ``steady`` (the same for all), ``changing``, or ``unknown``."""
        if any(place.host in self.hosts for place in self.seen):
            return "none"
        told = [set(places) for places in (self.seen, self.again) if len(places) > 1]
        if not told:
            return "unknown"
        return "steady" if all(len(places) == 1 for places in told) else "changing"

    @property
    def filtering(self) -> Filtering:
        """Whom the router lets in."""
        return "any" if self.tested == "unknown" and self.surprised else self.tested

    def advice(self) -> Message:
        """What to do next, as a sentence."""
        if not self.hosts:
            return message("connection.advice.no-network")
        if self.router:
            return message("connection.advice.router")
        if self.mapping == "none":
            return message("connection.advice.public")
        if self.asked and not self.seen:
            return message("connection.advice.ipv6" if self.ipv6 else "connection.advice.blocked")
        if self.mapping == "changing":
            return message("connection.advice.changing")
        if self.mapping == "steady" and self.filtering in ("any", "address"):
            return message("connection.advice.open" if self.filtering == "any" else "connection.advice.lenient")
        if self.seen:
            return message("connection.advice.steady")
        return message("connection.advice.ipv6" if self.ipv6 else "connection.advice.ask")


class Check:
    """One check of the connection; everything here happens in the reactor's thread."""

    def __init__(
        self,
        ways: Sequence[Way],
        servers: Sequence[str],
        told: Callable[[Message], None],
        loopback: bool = False,
        around: Surroundings | None = None,
        surprised: bool = False,
        links: Sequence[Message] = (),
    ) -> None:
        """Prepare.

        Args:
            ways: the ways to ask the router.
            servers: STUN servers, ``host:port``, which the player has agreed to ask. May be empty.
            told: called with each finding as a sentence.
            loopback: whether to stay on this computer.
            around: the computer; None for this one.
            surprised: see :class:`Findings`.
            links: sentences about how the others at the open table are reached.
        """
        self._ways = ways
        self._servers = servers
        self._told = told
        self._loopback = loopback
        self._links = links
        self._around = around or this_computer(loopback)
        self.findings = Findings(surprised=surprised)

    def run(self) -> Deferred[Findings]:
        """Begin; fires when everything has been reported."""
        return Deferred.fromCoroutine(self._run())

    async def _run(self) -> Findings:
        found = self.findings
        found.hosts = tuple(self._around.hosts())
        found.asked = len(self._servers)
        self._tell_hosts()
        for link in self._links:
            self._told(link)
        gate = self._gate()
        try:
            gate.open(0, self._loopback)
        except GateError as problem:
            self._told(message("connection.udp.none", why=str(problem)[:120]))
            await self._ask_router(40_000)
        else:
            asked = [Deferred.fromCoroutine(self._ask_servers(gate)), Deferred.fromCoroutine(self._ask_router(gate.port))]
            await gatherResults(asked)
            await gate.close()
        self._told(found.advice())
        return found

    def _gate(self) -> Gate:
        return Gate(self._around.reactor, Identity.fresh(), _nobody(), Limits())

    def _tell_hosts(self) -> None:
        hosts = self.findings.hosts
        if not hosts:
            self._told(message("connection.hosts.none"))
            return
        self._told(message("connection.hosts", addresses=", ".join(hosts)))
        self._told(
            message("connection.ipv6", address=self.findings.ipv6) if self.findings.ipv6 else message("connection.ipv6.none")
        )

    async def _ask_servers(self, gate: Gate) -> None:
        found = self.findings
        if not self._servers:
            self._told(message("connection.servers.not-asked"))
            if found.surprised:
                self._tell_filtering()
            return
        answers = await gatherResults([Deferred.fromCoroutine(look_up(gate, server)) for server in self._servers])
        found.seen = [pair[1] for pair in answers if pair is not None]
        if not found.seen:
            self._told(message("connection.servers.silent"))
            if found.surprised:
                self._tell_filtering()
            return
        self._told(message("connection.seen", address=str(found.seen[0])))
        for there in [pair[0] for pair in answers if pair is not None]:
            if found.tested == "unknown":
                await self._find_out(there)
        self._told(message(f"connection.mapping.{found.mapping}"))
        self._tell_filtering()

    async def _find_out(self, server: Address) -> None:
        """Have a server test how the router behaves, if it can, with a port from which nobody else was asked."""
        gate = self._gate()
        try:
            gate.open(0, self._loopback)
        except GateError:
            return
        known = await find_out(gate, server)
        await gate.close()
        self.findings.tested = known.filtering
        if len(known.seen) > 1:
            self.findings.again = known.seen

    def _tell_filtering(self) -> None:
        found = self.findings
        noticed = found.tested == "unknown" and found.surprised
        self._told(message("connection.filtering.surprised" if noticed else f"connection.filtering.{found.tested}"))

    async def _ask_router(self, port: int) -> None:
        """Have the router open a port, report the result, and have it closed again."""
        if not self._ways:
            self._told(message("connection.router.silent"))
            return
        answer: Deferred[Address | Message] = Deferred()
        opened = OpenedPort(port, self._ways, lambda said: None if answer.called else answer.callback(said), ("UDP",))
        timer: Any = self._around.reactor.callLater(PATIENCE, answer.callback, message("net.notice.router-none"))
        said = await answer
        if timer.active():
            timer.cancel()
        if isinstance(said, Address):
            self.findings.router = said.host
            self._told(message("connection.router.opens", way=opened.way, address=said.host))
        else:
            known = {"router-private": "private", "router-none": "silent"}.get(said.kind, "refuses")
            self._told(message(f"connection.router.{known}"))
        rim.watched(opened.close(), "closing the port of a check")


def _nobody() -> Any:
    """The owner of a gate without rooms: nothing calls it."""
    return None
