"""How long it takes until a move is in every peer's log: from the decision to the last peer's position after it.

Peers are processes on this computer, linked over the loopback. Their clocks are the system's monotonic clock, which is the same
in all processes. The module is also the program that the guests run.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

from client.bench import Figure
from client.commands.headless import HeadlessPeer
from net.api import Advanced, NetEvent
from rules.contract import Game, Move

PEERS = (2, 5)
GUEST_SECONDS = 60


class TimedPeer(HeadlessPeer):
    """A peer that notes when it decided on moves and when entries were in its log, in nanoseconds by the entry's index."""

    def __init__(self, name: str) -> None:
        self.decided: dict[int, int] = {}
        self.there: dict[int, int] = {}
        super().__init__("random", name, loopback=True)

    def _hear(self, event: NetEvent) -> None:
        if isinstance(event, Advanced):
            self.there[event.index] = time.monotonic_ns()
        super()._hear(event)

    def _send(self, seat: int, move: Move, index: int) -> None:
        self.decided[index + 1] = time.monotonic_ns()
        super()._send(seat, move, index)


def guest(invite: str) -> None:
    """Play as a guest and print the times."""
    with TimedPeer("Guest") as peer:
        peer.join(invite)
        peer.play()
    print(json.dumps([peer.decided, peer.there]))


def one_game(rules: type[Game], peers: int) -> float:
    """The median time in milliseconds over the moves of a game."""
    program = [sys.executable, "-m", "client.bench.commit"]
    with TimedPeer("Host") as host:
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
    decided = dict(host.decided)
    there = [host.there]
    for times in told:
        decided.update({int(index): moment for index, moment in times[0].items()})
        there.append({int(index): moment for index, moment in times[1].items()})
    waits = [max(log[index] for log in there) - moment for index, moment in decided.items()]
    return median(waits) / 1e6


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Games between two peers and between five (or as many as the game is for)."""
    for peers in dict.fromkeys(min(max(count, rules.seats[0]), rules.seats[-1]) for count in PEERS):
        yield Figure("commit", f"{rules.id}, {peers} peers", "ms", [one_game(rules, peers) for _ in range(runs)])


if __name__ == "__main__":
    guest(sys.argv[1])
