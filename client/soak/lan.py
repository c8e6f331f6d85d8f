"""The network between the rooms of a soak: a switch that delays, loses, duplicates and reorders frames, and cuts cables."""

from __future__ import annotations

import heapq
import os
import random
from dataclasses import dataclass

_LONGEST = 65_536
_AT_ONCE = 256
_IPV4 = b"\x08\x00"


@dataclass(frozen=True)
class Weather:
    """How bad the network is.

    Attributes:
        delay: the least time of each frame, in seconds.
        spread: the largest random addition to it, in seconds; so a later frame may arrive earlier.
        loss: the share of frames lost.
        twice: the share of frames that arrive twice.
        late: the share of frames that take another 50 to 250 milliseconds.
    """

    delay: float = 0.0
    spread: float = 0.0
    loss: float = 0.0
    twice: float = 0.0
    late: float = 0.0


class Lan:
    """The switch.

    Attributes:
        weather: the current weather.
        only: the only IPv4 protocol number that passes (6 for TCP, 17 for UDP); 0 for all.
        cut: pairs of places (the lower first) between which nothing passes.
        carried, lost: the numbers of frames so far.
    """

    def __init__(self, taps: list[int], rng: random.Random) -> None:
        """Join these devices; ``rng`` decides what happens to frames."""
        self.weather = Weather()
        self.only = 0
        self.cut: set[tuple[int, int]] = set()
        self.carried = self.lost = 0
        self._taps = taps
        self._rng = rng
        self._on_their_way: list[tuple[float, int, int, bytes]] = []
        self._count = 0

    def take(self, place: int, now: float) -> None:
        """Read what a room has sent."""
        for _ in range(_AT_ONCE):
            try:
                frame = os.read(self._taps[place], _LONGEST)
            except BlockingIOError:
                return
            # The last byte of a room's hardware address is its place plus one; all other addresses mean everybody.
            if self.only and frame[12:14] == _IPV4 and frame[23] != self.only:
                continue
            known = frame[:5] == b"\x02\0\0\0\0" and 0 < frame[5] <= len(self._taps)
            for target in [frame[5] - 1] if known else range(len(self._taps)):
                if target != place:
                    self._send(place, target, frame, now)

    def _send(self, place: int, target: int, frame: bytes, now: float) -> None:
        weather, rng = self.weather, self._rng
        if (min(place, target), max(place, target)) in self.cut or rng.random() < weather.loss:
            self.lost += 1
            return
        for _ in range(2 if rng.random() < weather.twice else 1):
            wait = weather.delay + rng.random() * weather.spread
            if rng.random() < weather.late:
                wait += rng.uniform(0.05, 0.25)
            self._count += 1
            heapq.heappush(self._on_their_way, (now + wait, self._count, target, frame))

    def deliver(self, now: float) -> float | None:
        """Deliver the frames that are due; returns when the next one is, or None."""
        while self._on_their_way and self._on_their_way[0][0] <= now:
            _, _, target, frame = heapq.heappop(self._on_their_way)
            try:
                os.write(self._taps[target], frame)
                self.carried += 1
            except OSError:  # the device is down while it changes its address
                self.lost += 1
        return self._on_their_way[0][0] if self._on_their_way else None
