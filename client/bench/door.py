"""What strangers at the open port cost the players: the round trip of an established link, and a whole game between two.

Both are measured in quiet and beside twelve hostile connections of each kind. The other end of the link, the guest and the
intruders are separate processes. The module is also the program at the other end.
"""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from OpenSSL import SSL
from twisted.internet.defer import Deferred

from client.bench import Figure
from client.bench.intruder import KINDS, intruders
from client.commands.headless import HeadlessPeer
from net import reactor as rim
from net.addresses import Address
from net.api import NetEvent, Opened
from net.certificate import tls_context
from net.framing import framed
from net.greeting import JOIN, PROTOCOL, Hello, Refusal, Welcome, encode
from net.identity import Identity
from net.link import CallFailed, Limits
from net.mesh import Mesh, Pace
from net.session.format.text import MaybeName
from rules.contract import Game
from rules.message import Message, message

SIZE = 300
TRIPS = 200
REST_SECONDS = 0.005
"""The pause between two round trips, in seconds: people pause, too, and intruders get their turn."""

WARM_SECONDS = 1.0
"""The wait after the intruders have begun, in seconds."""

RUN = bytes(8)


class _Echo:
    """A mesh that sends back every frame; :class:`net.mesh.Node` defines its methods."""

    def __init__(self) -> None:
        self.mesh = Mesh(rim.reactor(), Identity.fresh(), self, Limits(), Pace())

    def judge(self, key: bytes, hello: Hello) -> Welcome | Refusal:
        return Welcome(PROTOCOL, RUN, MaybeName("Host"), self.mesh.port, [])

    def hello(self, key: bytes) -> Hello:
        return _hello()

    def explain(self, refusal: Refusal) -> Message:
        return message("net.error.nothing")

    def received(self, key: bytes, payload: bytes) -> None:
        self.mesh.send(key, payload)

    def room(self, key: bytes) -> None: ...

    def seen(self, place: Address) -> None: ...

    def missed(self, key: bytes, refused: CallFailed) -> None: ...

    def answered(self, key: bytes, address: Address) -> None: ...

    def linked(self, key: bytes, greeting: Hello | Welcome, host: str, called: bool) -> None: ...

    def unlinked(self, key: bytes) -> None: ...

    def blame(self, key: bytes, what: str) -> None: ...

    def intruder(self, host: str, what: str) -> None: ...


def _hello() -> Hello:
    return Hello(PROTOCOL, RUN, JOIN, b"", b"", MaybeName("Guest"), 0, [], [])


def _frame(link: Any, held: bytearray) -> None:
    """Wait for the next frame that is not a keep-alive."""
    while True:
        while len(held) < 4 or len(held) < 4 + int.from_bytes(held[:4], "big"):
            held += link.recv(1 << 16)
        size = int.from_bytes(held[:4], "big")
        del held[: 4 + size]
        if size:
            return


def trips(port: int) -> None:
    """Link up; for each line on standard input, print the median of many round trips in microseconds."""
    with socket.create_connection(("127.0.0.1", port)) as end:
        end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        link: Any = SSL.Connection(tls_context(Identity.fresh()), end)
        link.set_connect_state()
        link.do_handshake()
        held = bytearray()
        link.sendall(framed(encode(_hello())))
        _frame(link, held)
        for _ in sys.stdin:
            times = []
            for _ in range(TRIPS):
                time.sleep(REST_SECONDS)
                before = time.perf_counter()
                link.sendall(framed(bytes([1]) * SIZE))
                _frame(link, held)
                times.append(time.perf_counter() - before)
            print(median(times) * 1e6, flush=True)


def _in_reactor(work: Callable[[], Any]) -> Any:
    from twisted.internet.threads import blockingCallFromThread

    return blockingCallFromThread(rim.reactor(), work)


def round_trips(runs: int) -> Iterator[tuple[str, list[float]]]:
    """The median round trip of an established link in microseconds: in quiet (empty kind), then beside each kind."""
    echo: _Echo = _in_reactor(_Echo)
    _in_reactor(lambda: echo.mesh.open(0, loopback=True))
    program = [sys.executable, "-m", "client.bench.door", str(echo.mesh.port)]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None
        assert other.stdout is not None
        for kind in ("", *KINDS):
            found = []
            for _ in range(runs):
                with intruders(kind) as loose:
                    loose(echo.mesh.port)
                    time.sleep(WARM_SECONDS)
                    other.stdin.write("\n")
                    other.stdin.flush()
                    found.append(float(other.stdout.readline()))
            yield kind, found
        other.stdin.close()
    closed: Callable[[], Deferred[Any]] = echo.mesh.close
    _in_reactor(closed)


def guest(invite: str) -> None:
    """Play as a guest."""
    with HeadlessPeer("random", "Guest", loopback=True) as peer:
        peer.join(invite)
        peer.play()


def one_game(rules: type[Game], kind: str) -> float:
    """Seconds from the opening of a game between two to its end. The intruders start with the opening."""
    began: list[float] = []
    ports: list[int] = []
    with intruders(kind) as loose, contextlib.ExitStack() as closing:

        def opened(event: NetEvent) -> None:
            if isinstance(event, Opened) and not began:
                loose(ports[0])
                began.append(time.monotonic())

        host = closing.enter_context(HeadlessPeer("random", "Host", loopback=True, watch=opened))
        lobby = host.host(rules.id, 2, {})
        ports.append(int(lobby.addresses[0].rpartition(":")[2]))
        program = [sys.executable, "-m", "client.bench.door", "join", lobby.invite]
        other = closing.enter_context(subprocess.Popen(program, stdin=subprocess.DEVNULL))
        closing.callback(other.kill)
        host.finish()
        ended = time.monotonic()
        host.say_goodbye()
    return ended - began[0]


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Every figure, and its ratio to the quiet one."""
    quiet = 0.0
    for kind, found in round_trips(runs):
        yield from _compared(Figure("door", f"round trip, {kind or 'quiet'}", "us", found), quiet)
        quiet = quiet or median(found)
    quiet = 0.0
    for kind in ("", *KINDS):
        games = [one_game(rules, kind) for _ in range(runs)]
        yield from _compared(Figure("door", f"{rules.id}, {kind or 'quiet'}", "s", games), quiet)
        quiet = quiet or median(games)


def _compared(figure: Figure, quiet: float) -> Iterator[Figure]:
    yield figure
    if quiet:
        yield Figure(figure.bench, f"{figure.what}, to quiet", "x", [value / quiet for value in figure.runs])


if __name__ == "__main__":
    if sys.argv[1] == "join":
        guest(sys.argv[2])
    else:
        trips(int(sys.argv[1]))
