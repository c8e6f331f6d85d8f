"""The addresses of this computer's network interfaces."""

from __future__ import annotations

import ipaddress
import re

import ifaddr

from net.addresses import MOST

_INNER = re.compile(r"docker|br-|veth|virbr|vbox|vmnet|tun|tap|utun|vethernet", re.IGNORECASE)
"""Names of interfaces that lead to machines inside this computer or to tunnels: their addresses come last."""


def own_hosts(loopback: bool = False) -> list[str]:
    """The addresses of this computer's interfaces, the likeliest first; only loopback ones when ``loopback`` is set.

    Empty when there is no network. IPv6 link-local addresses are left out: they mean nothing on another computer.
    """
    if loopback:
        return ["127.0.0.1"]
    ranked: list[tuple[int, int, str]] = []
    for adapter in ifaddr.get_adapters():
        inner = bool(_INNER.match(adapter.nice_name or ""))
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            rank = _rank(host)
            if rank is not None:
                ranked.append((rank + 10 * inner, len(ranked), host))
    hosts = list(dict.fromkeys(host for _, _, host in sorted(ranked)))
    return hosts[:MOST]


def is_own(host: str) -> bool:
    """Whether one of this computer's interfaces has this IP address now."""
    own = (ip.ip if isinstance(ip.ip, str) else ip.ip[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips)
    return ipaddress.ip_address(host) in {ipaddress.ip_address(one.split("%")[0]) for one in own}


def _rank(host: str) -> int | None:
    """The order in which to try an address, lower first; None for one that cannot be reached from outside."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return None
    if ip.is_loopback or ip.is_unspecified or ip.is_multicast:
        return None
    if ip.version == 4:
        return 4 if ip.is_link_local else 0 if ip.is_private else 1
    if ip.is_link_local:
        return None
    return 3 if ip.is_private else 2
