"""The cost of fair dealing: to shuffle 72 cards, to draw one, and to start a game between processes up to the first turn.

The module is also the guests' program for the whole start.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext

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


def measure_shuffle(runs: int, other: Shuffler | None = None) -> Iterator[Figure]:
    """The preparation of a shuffle; mixing, proving and checking the same cards in turn, as peers do; a share.

    All is processor time of this process. The other program computes all of its shuffle when the cards are there, and reads the
    proof from text. So it is compared with all work of ours, and also with the work that other peers wait for.
    """
    products.use()
    secret = random_scalar()
    key = base(secret)
    pile = tuple(elgamal.lay_open(card, key) for card in range(CARDS))
    examiner = shuffle.Examiner()
    examiner.holds(pile, pile, shuffle.prove(pile, shuffle.mix(pile, key), key, CONTEXT), key, CONTEXT)  # the hashed points
    ahead: list[float] = []
    mixes: list[float] = []
    proofs: list[float] = []
    readings: list[float] = []
    checks: list[float] = []
    shares: list[float] = []
    theirs: list[Taken] = []
    clock = time.process_time
    with nullcontext() if other is None else other.table(CARDS) as shuffle_theirs:
        for _ in range(runs):
            moments = [clock()]
            made = Ahead(CARDS)
            while made.work(key):
                pass
            moments.append(clock())
            mixed = shuffle.mix(pile, key, made)
            moments.append(clock())
            packed = shuffle.prove(pile, mixed, key, CONTEXT).pack()
            moments.append(clock())
            proof = shuffle.unpack_shuffle_proof(packed, CARDS)
            moments.append(clock())
            assert examiner.holds(pile, mixed.after, proof, key, CONTEXT)
            moments.append(clock())
            pile = mixed.after
            card = pile[0]
            share, proven = prove_share(secret, card.hint, CONTEXT)
            assert check_share(key, card.hint, share, proven, CONTEXT)
            elgamal.opened(card, [share])
            moments.append(clock())
            parts = (ahead, mixes, proofs, readings, checks, shares)
            for times, before, after in zip(parts, moments, moments[1:], strict=False):
                times.append((after - before) * 1e3)
            if shuffle_theirs is not None:
                theirs.append(shuffle_theirs())
    waited = [sum(both) for both in zip(mixes, proofs, strict=True)]
    for what, times in (
        ("while others shuffle, for", ahead),
        ("mix", mixes),
        ("prove", proofs),
        ("mix and prove", waited),
        ("read the proof of", readings),
        ("verify", checks),
    ):
        yield Figure("deal", f"{what} {CARDS} cards", "ms", times)
    if theirs:
        mixed_and_proven = [taken.mix + taken.prove for taken in theirs]
        verified = [taken.verify for taken in theirs]
        all_made = [sum(both) for both in zip(ahead, waited, strict=True)]
        all_checked = [sum(both) for both in zip(readings, checks, strict=True)]
        yield Figure("deal", f"mix and prove {CARDS} cards, all of it", "ms", all_made)
        yield Figure("deal", f"{NAME}, mix and prove {CARDS} cards", "ms", mixed_and_proven)
        yield Figure("deal", f"{NAME} over ours, all of it", "x", _ratios(mixed_and_proven, all_made))
        yield Figure("deal", f"{NAME} over ours, while all wait", "x", _ratios(mixed_and_proven, waited))
        yield Figure("deal", f"read and verify {CARDS} cards", "ms", all_checked)
        yield Figure("deal", f"{NAME}, read and verify {CARDS} cards", "ms", verified)
        yield Figure("deal", f"{NAME} over ours, read and verify", "x", _ratios(verified, all_checked))
    yield Figure("deal", "draw a card: share, proof, check", "ms", shares)


def _ratios(ones: list[float], others: list[float]) -> list[float]:
    return [one / other for one, other in zip(ones, others, strict=True)]


if __name__ == "__main__":
    guest(sys.argv[1])
