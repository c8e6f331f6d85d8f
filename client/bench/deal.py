"""The cost of fair dealing: to shuffle 72 cards, to draw one, and to start a game between processes up to the first turn.

The module is also the guests' program for the whole start.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import pairwise
from typing import NamedTuple

from client.bench import Figure
from client.bench.tmcg import NAME, Shuffler, Taken
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


def measure(runs: int, other: Shuffler | None = None) -> Iterator[Figure]:
    """The shuffle, in turn with the other one if there is one; a share; whole starts."""
    yield from measure_shuffle(runs, other)
    for peers in PEERS:
        yield Figure("deal", f"whole start, {GAME}, {peers} peers", "ms", [one_start(peers) for _ in range(runs)])


class Parts(NamedTuple):
    """The milliseconds that each part of one shuffle took."""

    ahead: float
    mix: float
    prove: float
    read: float
    verify: float
    draw: float

    @classmethod
    def between(cls, moments: Iterable[float]) -> Parts:
        """From the moments in seconds when each part began, and when the last one ended."""
        return cls(*((after - before) * 1e3 for before, after in pairwise(moments)))


def measure_shuffle(runs: int, other: Shuffler | None = None) -> Iterator[Figure]:
    """The preparation of a shuffle; mixing, proving and checking the same cards in turn, as peers do; a share.

    Times are by the clock. Those that are compared with another shuffle are the processor's, since the other program has one
    thread and ours has two.
    """
    products.use()
    secret = random_scalar()
    key = base(secret)
    pile = tuple(elgamal.lay_open(card, key) for card in range(CARDS))
    examiner = shuffle.Examiner()
    examiner.holds(pile, pile, shuffle.prove(pile, shuffle.mix(pile, key), key, CONTEXT), key, CONTEXT)  # the hashed points
    clocked: list[Parts] = []
    worked: list[Parts] = []
    theirs: list[Taken] = []
    with nullcontext() if other is None else other.table(CARDS) as shuffle_theirs:
        for _ in range(runs):
            moments = [_now()]
            made = Ahead(CARDS)
            while made.work(key):
                pass
            moments.append(_now())
            mixed = shuffle.mix(pile, key, made)
            moments.append(_now())
            packed = shuffle.prove(pile, mixed, key, CONTEXT).pack()
            moments.append(_now())
            proof = shuffle.unpack_shuffle_proof(packed, CARDS)
            moments.append(_now())
            assert examiner.holds(pile, mixed.after, proof, key, CONTEXT)
            moments.append(_now())
            pile = mixed.after
            card = pile[0]
            share, proven = prove_share(secret, card.hint, CONTEXT)
            assert check_share(key, card.hint, share, proven, CONTEXT)
            elgamal.opened(card, [share])
            moments.append(_now())
            for parts, times in zip((clocked, worked), zip(*moments, strict=True), strict=True):
                parts.append(Parts.between(times))
            if shuffle_theirs is not None:
                theirs.append(shuffle_theirs())
    yield Figure("deal", f"while others shuffle, for {CARDS} cards", "ms", [run.ahead for run in clocked])
    yield Figure("deal", f"mix {CARDS} cards", "ms", [run.mix for run in clocked])
    yield Figure("deal", f"prove {CARDS} cards", "ms", [run.prove for run in clocked])
    yield Figure("deal", f"mix and prove {CARDS} cards", "ms", [run.mix + run.prove for run in clocked])
    yield Figure("deal", f"read the proof of {CARDS} cards", "ms", [run.read for run in clocked])
    yield Figure("deal", f"verify {CARDS} cards", "ms", [run.verify for run in clocked])
    if theirs:
        yield from _compared(worked, theirs)
    yield Figure("deal", "draw a card: share, proof, check", "ms", [run.draw for run in clocked])


def _now() -> tuple[float, float]:
    """The clock, and the processor's time of this process; both in seconds."""
    return time.perf_counter(), time.process_time()


def _compared(ours: list[Parts], theirs: list[Taken]) -> Iterator[Figure]:
    """Both shuffles in the processor's time.

    The other one does all its work when the cards are there. So it is compared with all work of ours, and with what others wait
    for. It reads its proof from text while it verifies, so reading ours counts as well.
    """
    waited = [run.mix + run.prove for run in ours]
    whole = [run.ahead + run.mix + run.prove for run in ours]
    proven = [run.mix + run.prove for run in theirs]
    checked = [run.read + run.verify for run in ours]
    verified = [run.verify for run in theirs]
    yield Figure("deal", "mix and prove, processor", "ms", waited)
    yield Figure("deal", "with what is made ahead, processor", "ms", whole)
    yield Figure("deal", f"{NAME}, mix and prove, processor", "ms", proven)
    yield Figure("deal", f"{NAME} over ours, while all wait", "x", _ratios(proven, waited))
    yield Figure("deal", f"{NAME} over ours, all of it", "x", _ratios(proven, whole))
    yield Figure("deal", "read and verify, processor", "ms", checked)
    yield Figure("deal", f"{NAME}, read and verify, processor", "ms", verified)
    yield Figure("deal", f"{NAME} over ours, read and verify", "x", _ratios(verified, checked))


def _ratios(ones: list[float], others: list[float]) -> list[float]:
    return [one / other for one, other in zip(ones, others, strict=True)]


if __name__ == "__main__":
    guest(sys.argv[1])
