"""Ends that some seat counts cannot reach, so there is no golden game of them; proved in ``test_unreachable``."""

from __future__ import annotations

UNREACHABLE: frozenset[tuple[str, int, str]] = frozenset(
    {("big-boss", 4, "passed"), ("big-boss", 5, "passed"), *(("burgenland", seats, "all-passed") for seats in (2, 3, 4))}
)
"""Game, seats, end."""
