"""Pseudorandom numbers from a seed, for what a bot imagines: fast, uniform, equal on every computer. Not for secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_WORD: Final = (1 << 64) - 1
_STEP: Final = 0x9E3779B97F4A7C15


class Chance:
    """A stream of numbers (SplitMix64: Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _WORD

    def copy(self) -> Chance:
        """The same stream from here on."""
        return Chance(self._state)

    def word(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _STEP) & _WORD
        mixed = self._state
        mixed = ((mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ mixed >> 27) * 0x94D049BB133111EB) & _WORD
        return mixed ^ mixed >> 31

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including ``bound``, all equally likely."""
        even = (1 << 64) - (1 << 64) % bound
        while True:
            word = self.word()
            if word < even:
                return word % bound

    def order(self, faces: Sequence[int]) -> list[int]:
        """The faces in a random order (Fisher and Yates)."""
        mixed = list(faces)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
