"""``verify`` on a finished game between peers: the signatures, the proofs of the dealing, and everything else.

Five peers (or as many as the game allows) play it at random, all in this process. "The rest" is compared with what no check can
avoid: reading and hashing every line of the file.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

from client.bench import Figure
from client.bench.growth import Hall
from client.bench.steps import Steps
from net.verify import verify
from rules.contract import Game

PEERS = 5
PROOFS = {
    "proofs": ("net.deal.fair.dealer:FairDealer.read", "net.identity:verify"),
    "signatures": ("net.gamefile:well_signed", "net.session.format.charter:verify"),
}


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Verify one game again and again, in processor time of all threads."""
    clock = time.process_time_ns
    peers = min(PEERS, rules.seats[-1])
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.alarife"
        hall = Hall(rules, peers, file=file)
        while hall.move():
            pass
        hall.close()
        entries = len(hall.sessions[0].log)
        whole, proofs, floor = [], [], []
        for _ in range(runs):
            steps = Steps(PROOFS, clock)
            begun = clock()
            with steps.watching():
                begun = clock()
                assert verify(file).holds
                whole.append((clock() - begun) / 1e6)
            proofs.append(sum(steps.taken.values()) / 1e6)
            begun = clock()
            _read_and_hash(file)
            floor.append((clock() - begun) / 1e6)
    what = f"verify {rules.id}, {peers} peers, {entries} entries"
    yield Figure("verify", what, "ms", whole)
    yield Figure("verify", f"{what}: signatures and proofs", "ms", proofs)
    yield Figure("verify", f"{what}: reading and hashing alone", "ms", floor)
    rest = [(one - proven) / bare for one, proven, bare in zip(whole, proofs, floor, strict=True)]
    yield Figure("verify", f"{what}: the rest, times reading and hashing", "x", rest)


def _read_and_hash(file: Path) -> None:
    with file.open("rb") as stream:
        for line in stream:
            hashlib.sha256(b64decode(json.loads(line)["raw"])).digest()
