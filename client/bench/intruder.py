"""A program that floods an open port from twelve connections at once, in one of the known ways to slow down a table.

It waits for a line with the port on standard input, and runs until it is killed.
"""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from OpenSSL import SSL

from net.certificate import tls_context
from net.framing import ALIVE, framed
from net.greeting import GREETING_LIMIT, PROTOCOL
from net.identity import Identity
from net.session.format.wire import pack

CONNECTIONS = 12
PATIENCE_SECONDS = 5.0


def _empty_frames(end: socket.socket, context: SSL.Context) -> None:
    """Shake hands, and send empty frames for as long as the other side takes them."""
    link = SSL.Connection(context, end)
    link.set_connect_state()
    link.do_handshake()
    while True:
        link.sendall(ALIVE * 4000)


def _greetings(end: socket.socket, context: SSL.Context) -> None:
    """Shake hands, and send an invalid greeting of the greatest length."""
    link = SSL.Connection(context, end)
    link.set_connect_state()
    link.do_handshake()
    link.sendall(framed(pack(["alarife.hello", PROTOCOL, bytes(GREETING_LIMIT - 30)])))
    link.recv(1)


def _client_hello(context: SSL.Context) -> bytes:
    """The first bytes of a handshake, as anybody could record them."""
    link = SSL.Connection(context, None)
    link.set_connect_state()
    with contextlib.suppress(SSL.WantReadError):
        link.do_handshake()
    return link.bio_read(1 << 14)


def _replay(recorded: bytes) -> Callable[[socket.socket, SSL.Context], None]:
    def replay(end: socket.socket, context: SSL.Context) -> None:
        """Send the same first bytes again, and hang up when the other side has done its part of the work."""
        end.sendall(recorded)
        end.recv(1)

    return replay


KINDS = ("empty frames", "4 KB greetings", "replayed ClientHello")


def flood(kind: str, port: int) -> None:
    """Attack until the process ends."""
    context = tls_context(Identity.fresh())
    attacks = dict(zip(KINDS, (_empty_frames, _greetings, _replay(_client_hello(context))), strict=True))

    def again_and_again() -> None:
        while True:
            with (
                contextlib.suppress(OSError, SSL.Error),
                socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as end,
            ):
                end.settimeout(None)
                attacks[kind](end, context)

    threads = [threading.Thread(target=again_and_again) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@contextmanager
def intruders(kind: str) -> Iterator[Callable[[int], None]]:
    """Prepare twelve hostile connections; yields a function that starts them on a port. An empty kind means none."""
    if not kind:
        yield lambda port: None
        return
    program = [sys.executable, "-m", "client.bench.intruder", kind]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdin is not None
        stdin = process.stdin

        def loose(port: int) -> None:
            stdin.write(f"{port}\n")
            stdin.flush()

        try:
            yield loose
        finally:
            process.kill()


if __name__ == "__main__":
    flood(sys.argv[1], int(sys.stdin.readline()))
