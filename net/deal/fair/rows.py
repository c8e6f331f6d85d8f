"""Long rows of products or of checks, made one after the other unless the program has a better way (:mod:`net.products`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made")

Way = Callable[[Callable[[int], Any], int], list[Any]]
"""A way to make a row: it calls a function with every number below a count, and returns the results in order."""

MANY = 48
"""The fewest products or checks for which another way than the plain one is used."""


def plain(make: Callable[[int], Made], count: int) -> list[Made]:
    """``make(0)`` to ``make(count - 1)``, one after the other."""
    return [make(place) for place in range(count)]


_way: Way = plain


def use(way: Way) -> None:
    """From now on make long rows in this way, in every game. Every way gives the same results."""
    global _way
    _way = way


def row(make: Callable[[int], Made], count: int) -> list[Made]:
    """``make(0)`` to ``make(count - 1)``; see :func:`use`."""
    return _way(make, count) if count >= MANY else plain(make, count)
