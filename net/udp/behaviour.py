"""How this computer's router behaves, as a STUN server with a second address finds out (RFC 5780).

Such a server names its other address (OTHER-ADDRESS), and answers from there on request (CHANGE-REQUEST). If an answer arrives
from an address to which nothing was sent, that shows whom the router lets in. Then the other address is asked, too: the port
that it sees shows whether the router maps everybody to the same port. The gate must not have asked anybody else before.
"""

from __future__ import annotations

import ipaddress
from typing import Literal, NamedTuple

from twisted.internet.defer import Deferred, gatherResults

from net.addresses import Address
from net.udp import stun
from net.udp.gate import Gate, GateError

Filtering = Literal["any", "address", "port", "unknown"]
"""Whose datagrams a router lets in: anybody's, those of computers that were written to, or only exact answers."""

TRIES = 4
"""How often a question is sent if the router may drop its answer."""


class Behaviour(NamedTuple):
    """The behaviour of the router, as found out by a server.

    Attributes:
        filtering: whom the router lets in.
        seen: the addresses at which the server's addresses see this computer; they may be the same.
    """

    filtering: Filtering = "unknown"
    seen: tuple[Address, ...] = ()


async def find_out(gate: Gate, server: Address) -> Behaviour:
    """Ask a server; what it cannot find out stays unknown. Takes up to eight seconds."""
    try:
        first = await gate.ask(server)
    except GateError:
        return Behaviour()
    other = first.message.other
    seen = [first.message.mapped] if first.message.mapped is not None else []
    if other is None or not _is_another(other, server):
        return Behaviour("unknown", tuple(seen))
    wide, near = await gatherResults(
        [
            Deferred.fromCoroutine(_answers(gate, server, stun.OTHER_HOST | stun.OTHER_PORT, other)),
            Deferred.fromCoroutine(_answers(gate, server, stun.OTHER_PORT, Address(server.host, other.port))),
        ]
    )
    filtering: Filtering = "unknown"
    if wide:
        filtering = "any"
    elif wide is not None and near is not None:
        filtering = "address" if near else "port"
    for place in (Address(other.host, server.port), other):
        try:
            answer = await gate.ask(place, tries=TRIES)
        except GateError:
            break
        if answer.message.mapped is not None:
            seen.append(answer.message.mapped)
    return Behaviour(filtering, tuple(seen))


async def _answers(gate: Gate, server: Address, change: int, whence: Address) -> bool | None:
    """Whether the answer comes in from ``whence``; None if the server has answered from the address that was asked."""
    try:
        answer = await gate.ask(server, change, (whence, server), TRIES)
    except GateError:
        return False
    return True if answer.place == whence else None


def _is_another(other: Address, server: Address) -> bool:
    """Whether a server may have this as its other address; it must not make us write to a computer of our own network."""
    here, there = ipaddress.ip_address(server.host), ipaddress.ip_address(other.host)
    return here.version == there.version and here != there and server.port != other.port and there.is_global >= here.is_global
