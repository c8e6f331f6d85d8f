"""The project's benchmarks on this machine. Each measurement is a function that yields its figures."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """One measured figure.

    Attributes:
        bench: the name of the benchmark.
        what: what was measured, for instance ``big-boss, 5 players``.
        unit: the unit of the values.
        runs: the value of each run.
    """

    bench: str
    what: str
    unit: str
    runs: list[float]

    @property
    def value(self) -> float:
        """The median of the runs."""
        from statistics import median  # not needed for the bare window, whose start is timed

        return median(self.runs)
