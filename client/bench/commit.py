"""How long a move takes until the last peer has checked and played it, and until its author knows that all peers have.

Peers are processes on this computer, linked over the loopback interface, with the fair dealer. They move one at a time, as
people do: each when everybody has all earlier entries, and after a short rest. All use the system's monotonic clock, which is
the same in all processes. The same run also measures the bare TLS round trip. The module is also the program that the guests
run, and both peers of :mod:`client.bench.between`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from statistics import median
from typing import NamedTuple

from client.bench import Figure
from client.bench.roundtrip import round_trip
from client.bench.steps import Steps
from client.commands.headless import HeadlessPeer
from client.commands.output import Trouble
from net.api import Advanced, NetEvent, Opened
from rules.contract import Game, Move

PEERS = (2, 5)
REST_SECONDS = 0.01
"""The rest before every move, in seconds. Without it the benchmark would measure how bots' moves wait for each other.
"""

RESTLESS_SECONDS = 2.0
"""The longest wait for a peer, in seconds."""

GUEST_SECONDS = 60


class TimedPeer(HeadlessPeer):
    """A peer that records times in nanoseconds, by the index of the entry.

    Attributes:
        decided: when it sent a move.
        there: when it played an entry.
        known: when it knew that all peers have an entry.
        enough: set once it has played the wanted number of entries.
    """

    def __init__(self, name: str, loopback: bool = True, entries: int = 0) -> None:
        self.decided: dict[int, int] = {}
        self.there: dict[int, int] = {}
        self.known: dict[int, int] = {}
        self.enough = threading.Event()
        self._entries = entries
        self._acknowledged = 0
        self._goal = 0
        self._reached = threading.Event()
        super().__init__("random", name, loopback=loopback)

    def hear(self, event: NetEvent) -> None:
        """Note when entries are known, and when there are enough."""
        if isinstance(event, Advanced):
            self.there[event.index] = time.monotonic_ns()
            if event.index >= self._entries or event.position.result is not None:
                self.enough.set()
        elif isinstance(event, Opened):
            self._listen()
        super().hear(event)

    def _listen(self) -> None:
        """After every frame, check how far each peer is."""
        table = self.node.table
        assert table is not None
        take = table.received

        def received(key: bytes, payload: bytes) -> None:
            take(key, payload)
            if table.session is not None:
                self._acknowledged = table.session.acknowledged
                self.known.setdefault(self._acknowledged, time.monotonic_ns())
                if self._acknowledged >= self._goal:
                    self._reached.set()

        table.received = received  # type: ignore[method-assign]

    def _send(self, seat: int, move: Move, index: int) -> None:
        self._goal = index
        deadline = time.monotonic() + RESTLESS_SECONDS
        while self._acknowledged < index and self._reached.wait(max(0.0, deadline - time.monotonic())):
            self._reached.clear()  # it may have been set for an earlier entry
        time.sleep(REST_SECONDS)
        self.decided[index + 1] = time.monotonic_ns()
        super()._send(seat, move, index)

    def told(self) -> list[Mapping[int, int]]:
        """All recorded times."""
        return [self.decided, self.there, self.known]


class ProfiledPeer(TimedPeer):
    """A peer that measures the parts of its work, from the opening of the game to its end.

    Attributes:
        steps: the time of each part.
        worked: the processor time of the network's thread, in nanoseconds.
        entries: the number of entries.
    """

    def __init__(self, name: str, steps: Steps) -> None:
        self.steps = steps
        self.worked = self.entries = 0
        super().__init__(name)

    def hear(self, event: NetEvent) -> None:
        """Note how the game goes on."""
        super().hear(event)
        if isinstance(event, Opened):
            self.steps.clear()
            self.worked = -time.thread_time_ns()
        elif isinstance(event, Advanced) and event.position.result is not None and not self.entries:
            self.worked += time.thread_time_ns()
            self.entries = event.index
            self.steps.stop()


SETTLING_SECONDS = 1.0
"""The wait after the last entry, in seconds, so that its confirmation can still arrive."""


def main(arguments: list[str]) -> int:
    """Play the first entries of a game and print the times; the arguments are ``host GAME ENTRIES`` or ``INVITE ENTRIES``."""
    *first, entries = arguments
    with TimedPeer("Peer", False, int(entries)) as peer:
        if first[0] == "host":
            print(json.dumps({"invite": peer.host(first[1], 2, {}).invite}), flush=True)
        else:
            peer.join(first[0])
        threading.Thread(target=play_on, args=(peer,), daemon=True).start()
        peer.enough.wait()
        table = peer.node.table
        mesh = table.mesh if table is not None else None
        over = ["TLS" if mesh.place(key) is None else "QUIC" for key in mesh.linked] if mesh is not None else []
        time.sleep(SETTLING_SECONDS)
        print(json.dumps({"told": peer.told(), "over": over}), flush=True)
    return 0


def play_on(peer: TimedPeer) -> None:
    """Play until the peer leaves the table."""
    with suppress(Trouble):
        peer.finish()


def guest(invite: str) -> None:
    """Play as a guest, and print the times."""
    with TimedPeer("Guest") as peer:
        peer.join(invite)
        peer.play()
    print(json.dumps(peer.told()))


class Waits(NamedTuple):
    """The times of a game's moves, in milliseconds.

    Attributes:
        played: the median time until all peers have played a move.
        known: the median time until its author knows that.
        slowest: the least time of the slowest twentieth, until the author knows.
    """

    played: float
    known: float
    slowest: float


def profile(rules: type[Game], peers: int) -> Iterator[Figure]:
    """Play a game, and find out what the host's work consists of. Watching slows it down."""
    steps = Steps()
    with steps.watching(), ProfiledPeer("Host", steps) as host:
        _play(host, rules, peers)
        yield from steps.figures(f"{rules.id}, {peers} peers, an entry", host.entries, host.worked)


def one_game(rules: type[Game], peers: int) -> Waits:
    """Play a game, and measure how long its moves took."""
    with TimedPeer("Host") as host:
        told = _play(host, rules, peers)
        return waits([host.told(), *told])


def _play(host: TimedPeer, rules: type[Game], peers: int) -> list[list[Mapping[int, int]]]:
    """Play a game; returns the guests' records."""
    program = [sys.executable, "-m", "client.bench.commit"]
    lobby = host.host(rules.id, peers, {})
    guests = [
        subprocess.Popen([*program, lobby.invite], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        for _ in range(peers - 1)
    ]
    try:
        host.play()
        told = [json.loads(guest.communicate(timeout=GUEST_SECONDS)[0]) for guest in guests]
    finally:
        for process in guests:
            process.kill()
            process.wait()
    return [read_notes(one) for one in told]


def read_notes(told: list[dict[str, int]]) -> list[Mapping[int, int]]:
    """A peer's records, from what it has printed."""
    return [{int(index): moment for index, moment in one.items()} for one in told]


def waits(notes: list[list[Mapping[int, int]]]) -> Waits:
    """The medians over the moves that every peer has played."""
    played, known = [], []
    for decided, _, knows in notes:
        for index, moment in decided.items():
            if not all(index in there for _, there, _ in notes):
                continue
            played.append(max(there[index] for _, there, _ in notes) - moment)
            later = [when for length, when in knows.items() if length >= index]
            if later:
                known.append(min(later) - moment)
    known.sort()
    return Waits(median(played) / 1e6, median(known) / 1e6, known[len(known) * 19 // 20] / 1e6)


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Games between two peers and between five (or as many as the game allows)."""
    for peers in dict.fromkeys(min(max(count, rules.seats[0]), rules.seats[-1]) for count in PEERS):
        waits = [one_game(rules, peers) for _ in range(runs)]
        yield Figure("commit", f"{rules.id}, {peers} peers, played by all", "ms", [one.played for one in waits])
        yield Figure("commit", f"{rules.id}, {peers} peers, known to author", "ms", [one.known for one in waits])
        yield from profile(rules, peers)


def bare(runs: int) -> Figure:
    """The bare TLS round trip."""
    return Figure("commit", "bare TLS round trip", "us", [round_trip() for _ in range(runs)])


if __name__ == "__main__":
    guest(sys.argv[1])
