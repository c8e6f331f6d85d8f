"""What a move and a start cost in operations: counts, which say the same on a busy machine as on a quiet one.

All peers are in this process, linked to each other, and every frame is heard at once. The host keeps a file.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from client.bench import Figure
from client.bench.growth import Hall
from client.bench.steps import replaced
from net.deal.fair.group import sums_are_fast
from rules.contract import Game

CURVE = {
    "secp256k1_ec_pubkey_tweak_mul": "products of points",
    "secp256k1_ec_pubkey_create": "products of the generator",
    "secp256k1_ec_pubkey_combine": "sums of points",
    "secp256k1_ec_pubkey_parse": "points read",
}
"""The functions of libsecp256k1 that take time."""

SUMMED = "points in sums of many products"
"""What curve.c computes, where it is compiled."""

FUNCTIONS = {
    "net.identity:Identity.sign": "signatures made",
    "net.session.history.signatures:well_signed": "signatures checked",
    "net.session.history.course:Course.apply": "entries played",
    "net.gamefile:GameFile.append": "entries written to a file",
    "net.gamefile:GameFile.sync_soon": "syncs asked for",
    "net.session.core:Session.receive": "frames",
}
"""The functions counted beside those, each as ``MODULE:NAME``."""

PEERS = (2, 5)
MOVES = 100
"""Moves of a game that are counted, after its start."""


class _Library:
    """The library of the curve, with a count of the calls."""

    def __init__(self, real: Any, counts: Counter[str]) -> None:
        self._real = real
        self._counts = counts

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._real, name)
        if name not in CURVE:
            return found

        def counted(*given: Any) -> Any:
            self._counts[CURVE[name]] += 1
            return found(*given)

        setattr(self, name, counted)
        return counted


@contextmanager
def counting() -> Iterator[Counter[str]]:
    """Count all operations while this lasts."""
    counts: Counter[str] = Counter()

    def counted(what: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def change(work: Callable[..., Any]) -> Callable[..., Any]:
            def call(*given: Any, **named: Any) -> Any:
                counts[what] += 1
                if what == "frames":
                    counts["bytes"] += len(given[2])
                return work(*given, **named)

            return call

        return change

    def summed(work: Callable[[bytes, bytes, bytes], bytes]) -> Callable[[bytes, bytes, bytes], bytes]:
        def call(lengths: bytes, points: bytes, numbers: bytes) -> bytes:
            counts[SUMMED] += len(numbers) // 32
            return work(lengths, points, numbers)

        return call

    with ExitStack() as stack:
        for name, what in FUNCTIONS.items():
            stack.enter_context(replaced(name, counted(what)))
        stack.enter_context(replaced("net.deal.fair.group:lib", lambda library: _Library(library, counts)))
        if sums_are_fast():
            stack.enter_context(replaced("net.deal.fair.group:compiled_sums", summed))
        yield counts


def measure(rules: type[Game]) -> Iterator[Figure]:
    """Games between two peers and between five (or as many as the game is for)."""
    for peers in dict.fromkeys(min(max(count, rules.seats[0]), rules.seats[-1]) for count in PEERS):
        yield from _game(rules, peers)


def _game(rules: type[Game], peers: int) -> Iterator[Figure]:
    """The operations of all peers together until the first turn, and those for each move after it (a mean)."""
    with tempfile.TemporaryDirectory() as folder, counting() as counts:
        hall = Hall(rules, peers, file=Path(folder) / "game.alarife")
        yield from _figures(f"{rules.id}, {peers} peers, start", counts, 1)
        counts.clear()
        moves = 0
        while moves < MOVES and hall.move():
            moves += 1
        hall.close()
        yield from _figures(f"{rules.id}, {peers} peers, a move", counts, moves)


def _figures(what: str, counts: Counter[str], share: int) -> Iterator[Figure]:
    for each in (*FUNCTIONS.values(), "bytes", *CURVE.values(), SUMMED):
        yield Figure("counts", f"{what}: {each}", "times" if each != "bytes" else "bytes", [counts[each] / share])
