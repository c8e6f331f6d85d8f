"""The default gateway of this computer for IPv4: the router for PCP and NAT-PMP."""

from __future__ import annotations

import ipaddress
import logging
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

_log = logging.getLogger("alarife.net.routers")
_ROUTES = Path("/proc/net/route")
_UP, _GATEWAY = 1, 2
_PATIENCE = 5.0


def default_gateway() -> str | None:
    """Its IPv4 address, or None. Blocks for a moment on some systems: call it in a thread."""
    try:
        if sys.platform == "win32":
            return _windows()
        return _macos() if sys.platform == "darwin" else in_routes(_ROUTES.read_text("ascii"))
    except (OSError, ValueError, subprocess.SubprocessError) as problem:
        _log.info("no default gateway: %s", problem)
        return None


def in_routes(table: str) -> str | None:
    """The gateway of the default route with the lowest metric in the text of Linux's ``/proc/net/route``."""
    found: list[tuple[int, str]] = []
    for line in table.splitlines()[1:]:
        parts = line.split()
        if len(parts) < 8:
            continue
        to, by, flags, metric, mask = parts[1], parts[2], int(parts[3], 16), int(parts[6]), parts[7]
        if int(to, 16) == 0 and int(mask, 16) == 0 and flags & _UP and flags & _GATEWAY:
            found.append((metric, str(ipaddress.IPv4Address(struct.pack("=I", int(by, 16))))))
    return min(found)[1] if found else None


def in_route_get(told: str) -> str | None:
    """The gateway in what ``route -n get default`` says on macOS."""
    found = re.search(r"^\s*gateway:\s*(\d+\.\d+\.\d+\.\d+)\s*$", told, re.MULTILINE)
    return str(ipaddress.IPv4Address(found[1])) if found else None


def _macos() -> str | None:
    asked = ["/sbin/route", "-n", "get", "default"]
    return in_route_get(subprocess.run(asked, capture_output=True, text=True, timeout=_PATIENCE, check=False).stdout)


def _windows() -> str | None:
    """``GetBestRoute`` of iphlpapi fills a MIB_IPFORWARDROW: 14 numbers of 32 bits, the fourth is the next hop."""
    import ctypes

    system: Any = ctypes
    row = (ctypes.c_uint32 * 14)()
    outside = struct.unpack("=I", bytes([8, 8, 8, 8]))[0]
    if system.windll.iphlpapi.GetBestRoute(outside, 0, ctypes.byref(row)) != 0 or not row[3]:
        return None
    return str(ipaddress.IPv4Address(struct.pack("=I", row[3])))
