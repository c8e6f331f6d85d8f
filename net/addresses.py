"""Addresses at which a computer can be reached: reading and writing ``host:port``."""

from __future__ import annotations

import ipaddress
import re
from typing import NamedTuple

from rules.message import Message, message

MOST = 6
"""At most this many addresses are handed out for one computer."""

_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)", re.IGNORECASE | re.ASCII)
_SCOPE = re.compile(r"%.*[^A-Za-z0-9_.-]", re.ASCII | re.DOTALL)


class AddressError(Exception):
    """A text is not ``host:port``; ``reason`` says what is wrong with it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Address(NamedTuple):
    """One way to reach a computer.

    Attributes:
        host: an IPv4 or IPv6 address without brackets, or a host name.
        port: TCP port, 1 to 65535.
    """

    host: str
    port: int

    def __str__(self) -> str:
        """``host:port``, an IPv6 address in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def is_literal(host: str) -> bool:
    """Whether a host is an IP address rather than a name; the name of an interface may follow, as in ``fe80::1%eth0``."""
    if _SCOPE.search(host):
        return False
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_global(host: str) -> bool:
    """Whether this is an IP address of the internet, rather than a name or an address of a home network."""
    return is_literal(host) and ipaddress.ip_address(host).is_global


def is_global_ipv6(place: Address) -> bool:
    """Whether this is a global IPv6 address: no router translates it, but a firewall may protect it."""
    return ":" in place.host and is_global(place.host)


def is_host(host: str) -> bool:
    """Whether a text may be the host of an :class:`Address`: an IP address or a host name of letters and dots."""
    if is_literal(host):
        return True
    labels = host.removesuffix(".").split(".")
    return len(host) <= 253 and all(_NAME.fullmatch(label) for label in labels) and not labels[-1].isdigit()


def parse_address(text: str) -> Address:
    """Read ``name:port``, ``1.2.3.4:port`` or ``[2001:db8::1]:port``; raises :class:`AddressError`."""
    text = text.strip()
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or ":" not in host or not is_literal(host):
            raise AddressError(message("net.error.address", text=text[:80]))
        port = rest.removeprefix(":")
        if rest and not rest.startswith(":"):
            raise AddressError(message("net.error.address", text=text[:80]))
    elif text.count(":") > 1:
        if all(letter in "0123456789abcdefABCDEF:.%" for letter in text):
            raise AddressError(message("net.error.address-brackets", text=text[:80]))
        raise AddressError(message("net.error.address", text=text[:80]))
    else:
        host, _, port = text.partition(":")
    if not is_host(host):
        raise AddressError(message("net.error.address", text=text[:80]))
    if not port:
        raise AddressError(message("net.error.address-port", host=host))
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535):
        raise AddressError(message("net.error.port-number", port=port[:12]))
    return Address(host, int(port))
