"""The project's figures: how fast it is on this machine. Each measurement is a function that yields its figures."""

from __future__ import annotations

from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """One measured figure.

    Attributes:
        bench: which benchmark.
        what: what exactly was measured, for instance ``big-boss, 5 players``.
        unit: of the values.
        runs: the value of each run.
    """

    bench: str
    what: str
    unit: str
    runs: list[float]

    @property
    def value(self) -> float:
        """The median of the runs."""
        return median(self.runs)
