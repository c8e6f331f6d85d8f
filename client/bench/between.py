"""How long a move takes between two computers, over TLS on TCP and QUIC on UDP: near and far, on good and bad lines.

Each of two peers runs in its own network (:mod:`client.soak.room`). A switch in this process joins the two. It delays every
frame, loses some, and lets only TCP or only UDP through, so that the peers have no choice. The figures include the switch's own
work: they compare transports, and are not comparable with those on one computer. It needs Linux and the right to make network
namespaces.
"""

from __future__ import annotations

import json
import os
import random
import selectors
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

from client.bench import Figure
from client.bench.commit import Waits, read_notes, waits
from client.commands.output import print_trouble, trouble
from client.soak.house import House, Unfit
from client.soak.lan import Weather
from rules.contract import Game

DELAYS = (0.0, 0.04)
"""The delay of each frame in seconds; a round trip takes twice as long."""

LOSSES = (0.0, 0.02)
"""The shares of frames lost, in either direction."""

TRANSPORTS = (("TLS", 6), ("QUIC", 17))
"""The transports, with the IP protocol number of each."""

ENTRIES = 150
"""The number of entries played of each game."""

SECONDS = 300
"""The seconds after which a game has failed."""


class Failed(Exception):
    """A game did not start, or used the wrong transport."""


class _Pair:
    """Two peers in two rooms, and what they have printed."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._selector = selectors.DefaultSelector()
        self._held: dict[int, bytes] = {}
        self.records: list[list[dict[str, Any]]] = [[], []]
        self._processes: list[int] = []
        for place, room in enumerate(house.rooms):
            self._selector.register(room.tap, selectors.EVENT_READ, (place, True))

    def start(self, place: int, *arguments: str) -> None:
        """Run a peer in a room."""
        reading, writing = os.pipe()
        self._processes.append(
            self._house.rooms[place].run(list(arguments), writing, sys.stderr.fileno(), "client.bench.commit")
        )
        os.close(writing)
        self._selector.register(reading, selectors.EVENT_READ, (place, False))

    def record(self, place: int, key: str) -> Any:
        """What a peer prints under this key; raises :class:`Failed` if that takes too long."""
        lan, until = self._house.lan, time.monotonic() + SECONDS
        while True:
            for one in self.records[place]:
                if key in one:
                    return one[key]
            now = time.monotonic()
            if now > until:
                raise Failed(f"no {key} from peer {place}")
            due = lan.deliver(now)
            wait = 0.25 if due is None else max(0.0, min(0.25, due - time.monotonic()))
            for handle, _ in self._selector.select(wait):
                which, tap = handle.data
                if tap:
                    lan.take(which, time.monotonic())
                else:
                    self._hear(handle.fd, which)

    def _hear(self, handle: int, place: int) -> None:
        data = os.read(handle, 1 << 16)
        if not data:
            self._selector.unregister(handle)
            os.close(handle)
            return
        *lines, self._held[handle] = (self._held.get(handle, b"") + data).split(b"\n")
        self.records[place] += map(json.loads, lines)

    def close(self) -> None:
        """End both peers."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        for handle in list(self._selector.get_map().values()):
            if not handle.data[1]:
                os.close(handle.fd)
        self._selector.close()


def one_game(house: House, rules: type[Game], transport: str) -> Waits:
    """Play the beginning of a game, and measure how long its moves took."""
    pair = _Pair(house)
    try:
        pair.start(0, "host", rules.id, str(ENTRIES))
        pair.start(1, pair.record(0, "invite"), str(ENTRIES))
        told = [pair.record(place, "told") for place in (0, 1)]
        over = [pair.record(place, "over") for place in (0, 1)]
    finally:
        pair.close()
    if over != [[transport], [transport]]:
        raise Failed(f"the link runs over {over}")
    return waits([read_notes(one) for one in told])


def measure(rules: type[Game], runs: int) -> Iterator[Figure]:
    """Games between two peers for each transport, delay and loss. If that is impossible, standard error says so."""
    try:
        with House(2, random.Random(0)) as house:
            for delay, loss in product(DELAYS, LOSSES):
                for transport, number in TRANSPORTS:
                    house.lan.weather, house.lan.only = Weather(delay=delay, loss=loss), number
                    found = [one_game(house, rules, transport) for _ in range(runs)]
                    line = f"{transport}, {1000 * delay:.0f} ms, {100 * loss:.0f} % lost"
                    yield Figure("commit", f"{line}, played by all", "ms", [one.played for one in found])
                    yield Figure("commit", f"{line}, known to author", "ms", [one.known for one in found])
                    yield Figure("commit", f"{line}, slowest twentieth", "ms", [one.slowest for one in found])
    except Unfit as problem:
        print_trouble(trouble("trouble.soak-here", why=str(problem)).reason)
