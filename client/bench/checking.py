"""``verify`` on a finished game between peers: the signatures, the proofs of the dealing, and everything else.

Five peers (or as many as the game allows) play it at random, all in this process. "The rest" is compared with what no check can
avoid: reading and hashing every line of the file. What it takes to watch the signatures and proofs is subtracted. For all this
one thread does everything.

Then the game is verified as ``alarife verify`` does it, in two threads, and the clock says how long somebody waits. That is
compared with what one thread takes for the signatures and proofs, and for reading and hashing three times.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path

from client.bench import Figure
from client.bench.growth import Hall
from client.bench.steps import Steps
from net import products
from net.deal.fair import rows
from net.session.format.entry import DealBody
from net.verify import verify
from rules.contract import Game

PEERS = 5
CALLS = 2_000
"""The calls by which the cost of watching is measured."""

BESIDE = 3
"""How often the file may be read and hashed in the time for everything but signatures and proofs."""

PROOFS = {
    "proofs": ("net.deal.fair.dealer:FairDealer.read", "net.identity:verify"),
    "signatures": ("net.gamefile:well_signed", "net.session.format.charter:verify"),
}


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Verify one game again and again, in processor time of all threads, and by the clock."""
    clock = time.process_time_ns
    peers = min(PEERS, rules.seats[-1])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.alarife"
        hall = Hall(rules, peers, file=file)
        while hall.move():
            pass
        hall.close()
        log = hall.sessions[0].log.entries
        entries = len(log)
        watched = peers + entries + sum(isinstance(signed.entry.body, DealBody) for signed in log)
        whole, proofs, floor, waited = [], [], [], []
        for _ in range(runs):
            rows.use(rows.plain)
            added, charged = _watching(clock)
            steps = Steps(PROOFS, clock)
            with steps.watching():
                begun = clock()
                assert verify(file).holds
                whole.append((clock() - begun - added * watched) / 1e6)
            proofs.append((sum(steps.taken.values()) - charged * watched) / 1e6)
            begun = clock()
            _read_and_hash(file)
            floor.append((clock() - begun) / 1e6)
            products.use()
            begun = time.perf_counter_ns()
            assert verify(file).holds
            waited.append((time.perf_counter_ns() - begun) / 1e6)
    what = f"verify {rules.id}, {peers} peers, {entries} entries"
    yield Figure("verify", what, "ms", whole)
    yield Figure("verify", f"{what}: signatures and proofs", "ms", proofs)
    yield Figure("verify", f"{what}: reading and hashing alone", "ms", floor)
    rest = [(one - proven) / bare for one, proven, bare in zip(whole, proofs, floor, strict=True)]
    yield Figure("verify", f"{what}: the rest, times reading and hashing", "x", rest)
    yield Figure("verify", f"{what}: in two threads, by the clock", "ms", waited)
    share = [one / (proven + BESIDE * bare) for one, proven, bare in zip(waited, proofs, floor, strict=True)]
    yield Figure("verify", f"{what}: the same, times the proofs and {BESIDE} times reading and hashing", "x", share)


def _watching(clock: Callable[[], int]) -> tuple[float, float]:
    """The nanoseconds that a call takes longer because it is watched, and how many of them are charged to its part."""
    begun = clock()
    for _ in range(CALLS):
        _nothing()
    plain = clock() - begun
    steps = Steps({"nothing": (f"{__name__}:_nothing",)}, clock)
    with steps.watching():
        begun = clock()
        for _ in range(CALLS):
            _nothing()
        watched = clock() - begun
    return (watched - plain) / CALLS, steps.taken["nothing"] / CALLS


def _nothing() -> None:
    pass


def _read_and_hash(file: Path) -> None:
    with file.open("rb") as stream:
        for line in stream:
            hashlib.sha256(b64decode(json.loads(line)["raw"])).digest()
