"""Chances of winning: what the values of a position to its seats mean, measured on games between bots.

The chance of a seat is its part of the sum of all seats' ``exp(slope * value + tempo)``. The slope depends on the part of the
game that is left, and the tempo on how many seats come before it. Both are fitted by ``tests/training/chances.py`` and kept in
``resources/bots/chances.json``, as integers with their origin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules.contract import State
from rules.search.search import Judge

DATA: Final = "chances"
"""Name of the file of fitted numbers."""

WHOLE: Final = 1000
"""Chances are counted in thousandths, and so is the part of a game that is left."""

KNOTS: Final = (0, 125, 250, 500, 750, 1000)
"""The parts of the game left at which slopes are given; between two of them the slope changes evenly."""

MILLIONTH: Final = 1_000_000
"""Exponents are counted in millionths."""

MOST: Final = 12 * MILLIONTH
"""Exponents that differ by more differ by so much: nobody is quite sure to win before the end."""

_ONE: Final = 1 << 40
_STEP: Final = 1000
_FACTOR: Final = 1098412665721
"""``exp(-0.001)`` of :data:`_ONE`."""


class Fit(NamedTuple):
    """The fitted numbers of one game and number of seats.

    Attributes:
        slopes: by :data:`KNOTS`, millionths of an exponent for a thousand of the game's units of value.
        tempo: by how many seats come before it, millionths of an exponent; the first is 0.
    """

    slopes: tuple[int, ...]
    tempo: tuple[int, ...]

    def slope(self, left: int) -> int:
        """The slope with this part of the game left."""
        left = max(KNOTS[0], min(KNOTS[-1], left))
        place = next(place for place in range(1, len(KNOTS)) if left <= KNOTS[place])
        low, high = KNOTS[place - 1], KNOTS[place]
        return (self.slopes[place - 1] * (high - left) + self.slopes[place] * (left - low)) // (high - low)


def read_fit(content: object, game: str, seats: int) -> Fit:
    """The numbers of a game and number of seats from the parsed file; raises :class:`ValueError` where it has none."""
    try:
        assert isinstance(content, Mapping)
        found = content[game][str(seats)]
        fit = Fit(tuple(map(int, found["slopes"])), tuple(map(int, found["tempo"])))
    except (AssertionError, KeyError, TypeError) as error:
        raise ValueError(f"no chances for {game} with {seats} seats") from error
    if content.get("knots") != list(KNOTS) or len(fit.slopes) != len(KNOTS) or len(fit.tempo) != seats:
        raise ValueError(f"the chances for {game} with {seats} seats are of another form")
    return fit


def chances(state: State, judge: Judge, fit: Fit) -> tuple[int, ...]:
    """The chance of every seat to win, in thousandths; the seats share what a shared win is worth.

    Args:
        state: a position between two turns in which all hands are known, or imagined.
        judge: values it.
        fit: how to read its values.
    """
    result = state.result
    if result is not None:
        return shared([int(seat in result.winners) for seat in range(state.seats)])
    return read([judge.worth(state, seat) for seat in range(state.seats)], judge.left(state), state.turn, fit)


def read(values: Sequence[int], left: int, turn: int | None, fit: Fit) -> tuple[int, ...]:
    """The chances that values mean, with this part of the game left and this seat on turn."""
    seats, slope = len(values), fit.slope(left)
    tempo = [fit.tempo[(seat - turn) % seats] if turn is not None else 0 for seat in range(seats)]
    exponents = [value * slope // 1000 + extra for value, extra in zip(values, tempo, strict=True)]
    top = max(exponents)
    return shared([_power(min(top - exponent, MOST)) for exponent in exponents])


def shared(parts: Sequence[int]) -> tuple[int, ...]:
    """Thousandths in the proportion of the parts; they add up to a thousand, the largest part takes what rounding leaves."""
    whole = sum(parts)
    found = [WHOLE * part // whole for part in parts]
    found[max(range(len(parts)), key=parts.__getitem__)] += WHOLE - sum(found)
    return tuple(found)


def _power(exponent: int) -> int:
    """``exp(-exponent)`` of :data:`_ONE`, for millionths: the same on every computer."""
    power, factor, count = _ONE, _FACTOR, exponent // _STEP
    while count:
        if count & 1:
            power = power * factor >> 40
        factor = factor * factor >> 40
        count >>= 1
    return power
