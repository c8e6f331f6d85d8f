"""What this computer's connection can do: its addresses, what the router answers, what servers see, and what to do next.

Everything is asked at once and told as soon as it is known, within ten seconds. What cannot be found out from here is not
claimed: from whom the router lets datagrams in would take a second address of the server.
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
from net.interfaces import own_hosts
from net.link import Limits
from net.routers.opened import OpenedPort
from net.routers.way import Way
from net.udp.gate import Gate, GateError
from net.udp.public import look_up
from rules.message import Message, message

PATIENCE = 9.5
"""Seconds after which the router is no longer waited for."""


@dataclass(slots=True)
class Findings:
    """What is known so far.

    Attributes:
        hosts: the addresses of this computer.
        router: the address in the internet that the router has opened a port at, empty if it has not.
        asked: how many servers were asked.
        seen: the address at which each server that answered has seen this computer.
    """

    hosts: tuple[str, ...] = ()
    router: str = ""
    asked: int = 0
    seen: list[Address] = field(default_factory=list)

    @property
    def ipv6(self) -> str:
        """An IPv6 address of the internet that this computer has, empty without one."""
        return next((host for host in self.hosts if ":" in host and ipaddress.ip_address(host).is_global), "")

    @property
    def mapping(self) -> str:
        """How the router maps addresses: ``none``, ``steady`` (the same for all), ``changing``, or ``unknown``."""
        if any(place.host in self.hosts for place in self.seen):
            return "none"
        if len(self.seen) < 2:
            return "unknown"
        return "steady" if len(set(self.seen)) == 1 else "changing"

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
        if self.mapping == "steady" or self.seen:
            return message("connection.advice.steady")
        return message("connection.advice.ipv6" if self.ipv6 else "connection.advice.ask")


class Check:
    """One check of the connection; everything here happens in the reactor's thread."""

    def __init__(
        self, ways: Sequence[Way], servers: Sequence[str], told: Callable[[Message], None], loopback: bool = False
    ) -> None:
        """Prepare.

        Args:
            ways: how to ask the router.
            servers: STUN servers, ``host:port``; the player has agreed that they are asked. May be empty.
            told: hears each finding as a sentence.
            loopback: whether nothing but this computer is looked at.
        """
        self._ways = ways
        self._servers = servers
        self._told = told
        self._loopback = loopback
        self.findings = Findings()

    def run(self) -> Deferred[Findings]:
        """Begin; fires when everything has been told."""
        return Deferred.fromCoroutine(self._run())

    async def _run(self) -> Findings:
        found = self.findings
        found.hosts = tuple(own_hosts(self._loopback))
        found.asked = len(self._servers)
        self._tell_hosts()
        gate = Gate(rim.reactor(), Identity.fresh(), _nobody(), Limits())
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
            return
        answers = await gatherResults([Deferred.fromCoroutine(look_up(gate, server)) for server in self._servers])
        found.seen = [pair[1] for pair in answers if pair is not None]
        if not found.seen:
            self._told(message("connection.servers.silent"))
            return
        self._told(message("connection.seen", address=str(found.seen[0])))
        self._told(message(f"connection.mapping.{found.mapping}"))

    async def _ask_router(self, port: int) -> None:
        """Have the router open a port, say what came of it, and have it closed again."""
        answer: Deferred[Address | Message] = Deferred()
        opened = OpenedPort(port, self._ways, lambda said: None if answer.called else answer.callback(said), ("UDP",))
        timer: Any = rim.reactor().callLater(PATIENCE, answer.callback, message("net.notice.router-none"))
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
    """The owner of a gate in whose rooms nobody waits: it hears nothing."""
    return None
