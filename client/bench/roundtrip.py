"""The bare TLS round trip between two processes on this computer, the lower limit for tables between peers.

The module is also the program at the other end, which sends back what it receives.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from statistics import median
from typing import Any

from OpenSSL import SSL

from net.certificate import tls_context
from net.identity import Identity

SIZE = 300
"""The bytes sent each way, about those of an entry in its frame."""

TRIPS = 500
WARM = 50


def _receive(link: Any, size: int) -> bytes:
    data = b""
    while len(data) < size:
        data += link.recv(size - len(data))
    return data


def _tls(end: socket.socket) -> Any:
    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return SSL.Connection(tls_context(Identity.fresh()), end)


def echo(port: int) -> None:
    """Send back everything that comes, until the other side hangs up."""
    with socket.create_connection(("127.0.0.1", port)) as end:
        link = _tls(end)
        link.set_connect_state()
        link.do_handshake()
        while True:
            try:
                link.sendall(_receive(link, SIZE))
            except SSL.Error:
                return


def round_trip() -> float:
    """The median round trip in microseconds."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        program = [sys.executable, "-m", "client.bench.roundtrip", str(door.getsockname()[1])]
        with subprocess.Popen(program, stdin=subprocess.DEVNULL) as other:
            end, _ = door.accept()
            with end:
                link = _tls(end)
                link.set_accept_state()
                link.do_handshake()
                times = []
                for _ in range(WARM + TRIPS):
                    before = time.perf_counter()
                    link.sendall(bytes(SIZE))
                    _receive(link, SIZE)
                    times.append(time.perf_counter() - before)
            other.wait()
    return median(times[WARM:]) * 1e6


if __name__ == "__main__":
    echo(int(sys.argv[1]))
