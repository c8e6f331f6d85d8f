"""The cost of fair dealing: to shuffle 72 cards, to draw one, and to start a game between processes up to the first turn.

The module is also the guests' program for the whole start.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator

from client.bench import Figure
from client.commands.headless import HeadlessPeer
from net import products
from net.api import Advanced, NetEvent, Opened
from net.deal.fair import elgamal, shuffle
from net.deal.fair.ahead import Ahead
from net.deal.fair.group import base, random_scalar
from net.deal.fair.proofs import check_share, prove_share

CARDS = 72
GAME = "big-boss"
PEERS = (2, 5)
START_SECONDS = 60
CONTEXT = b"benchmark"


class StartingPeer(HeadlessPeer):
    """A peer that records when the game was opened and when the first turn began, in nanoseconds."""

    def __init__(self, name: str) -> None:
        self.opened = 0
        self.dealt = 0
        super().__init__("random", name, loopback=True)

    def hear(self, event: NetEvent) -> None:
        """Note when the table stands, and when all is dealt."""
        if isinstance(event, Opened):
            self.opened = time.monotonic_ns()
        elif isinstance(event, Advanced) and not self.dealt and event.position.turn is not None:
            self.dealt = time.monotonic_ns()
        super().hear(event)

    def start(self) -> None:
        """Sit down, and wait until the game is dealt."""
        while not self.dealt:
            self.take(self.next_event(START_SECONDS))


def guest(invite: str) -> None:
    """Join, and stay until the host ends this process."""
    with StartingPeer("Guest") as peer:
        peer.join(invite)
        peer.start()
        threading.Event().wait(START_SECONDS)


def one_start(peers: int) -> float:
    """Milliseconds from the agreement to the first turn, at the host."""
    with StartingPeer("Host") as host:
        lobby = host.host(GAME, peers, {})
        program = [sys.executable, "-m", "client.bench.deal", lobby.invite]
        guests = [subprocess.Popen(program, stdin=subprocess.DEVNULL) for _ in range(peers - 1)]
        try:
            host.start()
        finally:
            for process in guests:
                process.kill()
                process.wait()
    return (host.dealt - host.opened) / 1e6


def measure(runs: int) -> Iterator[Figure]:
    """The preparation of a shuffle; mixing, proving and checking the same cards in turn, as peers do; a share; whole starts."""
    products.use()
    secret = random_scalar()
    key = base(secret)
    pile = tuple(elgamal.lay_open(card, key) for card in range(CARDS))
    examiner = shuffle.Examiner()
    examiner.holds(pile, pile, shuffle.prove(pile, shuffle.mix(pile, key), key, CONTEXT), key, CONTEXT)  # the hashed points
    ahead: list[float] = []
    mixes: list[float] = []
    proofs: list[float] = []
    checks: list[float] = []
    shares: list[float] = []
    for _ in range(runs):
        moments = [time.perf_counter()]
        made = Ahead(CARDS)
        while made.work(key):
            pass
        moments.append(time.perf_counter())
        mixed = shuffle.mix(pile, key, made)
        moments.append(time.perf_counter())
        proof = shuffle.prove(pile, mixed, key, CONTEXT)
        moments.append(time.perf_counter())
        assert examiner.holds(pile, mixed.after, proof, key, CONTEXT)
        moments.append(time.perf_counter())
        pile = mixed.after
        card = pile[0]
        share, proven = prove_share(secret, card.hint, CONTEXT)
        assert check_share(key, card.hint, share, proven, CONTEXT)
        elgamal.opened(card, [share])
        moments.append(time.perf_counter())
        for times, before, after in zip((ahead, mixes, proofs, checks, shares), moments, moments[1:], strict=False):
            times.append((after - before) * 1e3)
    for what, times in (("while others shuffle, for", ahead), ("mix", mixes), ("prove", proofs), ("verify", checks)):
        yield Figure("deal", f"{what} {CARDS} cards", "ms", times)
    yield Figure("deal", "draw a card: share, proof, check", "ms", shares)
    for peers in PEERS:
        yield Figure("deal", f"whole start, {GAME}, {peers} peers", "ms", [one_start(peers) for _ in range(runs)])


if __name__ == "__main__":
    guest(sys.argv[1])
