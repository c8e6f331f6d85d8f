"""How the router before this computer behaves, as a STUN server with a second address finds out (RFC 5780).

Such a server names its other address (OTHER-ADDRESS), and answers from there when it is asked to (CHANGE-REQUEST). An answer
that comes from where nothing was sent to shows whom the router lets in. Then the other address is asked, too. What it sees
shows whether the router gives everybody the same port. All of it is said of a gate that has asked nobody else.
"""

from __future__ import annotations

import ipaddress
from typing import Literal, NamedTuple

from twisted.internet.defer import Deferred, gatherResults

from net.addresses import Address
from net.udp import stun
from net.udp.gate import Gate, GateError

Filtering = Literal["any", "address", "port", "unknown"]
"""Whose datagrams a router lets in: anybody's, those of computers that were written to, or exact answers alone."""

TRIES = 4
"""How often a question is sent whose answer the router may drop."""


class Behaviour(NamedTuple):
    """What a server has found out about the way to it.

    Attributes:
        filtering: whom the router lets in.
        seen: where the server's addresses see this computer, one after the other; they may be the same.
    """

    filtering: Filtering = "unknown"
    seen: tuple[Address, ...] = ()


async def find_out(gate: Gate, server: Address) -> Behaviour:
    """Ask a server; what it cannot tell stays unknown. Takes up to eight seconds."""
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
    """Whether the answer comes in from elsewhere; None if the server has answered from where it was asked."""
    try:
        answer = await gate.ask(server, change, (whence, server), TRIES)
    except GateError:
        return False
    return True if answer.place == whence else None


def _is_another(other: Address, server: Address) -> bool:
    """Whether a server may have this as its other address: it is not to make us write to a computer of our own network."""
    here, there = ipaddress.ip_address(server.host), ipaddress.ip_address(other.host)
    return here.version == there.version and here != there and server.port != other.port and there.is_global >= here.is_global
