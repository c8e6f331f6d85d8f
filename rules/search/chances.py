"""Chances of winning, from the values that a position has for its seats. They are measured on games between bots.

The chance of a seat is its share in the sum of all seats' ``exp(slope * value + tempo)``. The slope depends on how much of the
game is left, and the tempo on how many seats play before this one. ``tests/training/chances.py`` fits both and writes them to
``resources/bots/chances.json``, as integers with their origin. ``tests/training/costs.py`` adds how much a difference between
two turns means.
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
"""The parts of the game left, in thousandths, for which slopes are given; between two of them the slope is interpolated."""

MILLIONTH: Final = 1_000_000
"""Exponents are counted in millionths."""

MOST: Final = 12 * MILLIONTH
"""The largest difference of exponents that counts, in millionths: nobody is quite sure to win before the end."""

_ONE: Final = 1 << 40
_STEP: Final = 1000
_FACTOR: Final = 1098412665721
"""``exp(-0.001)`` of :data:`_ONE`."""


class Fit(NamedTuple):
    """The fitted numbers of one game and number of seats.

    Attributes:
        slopes: by :data:`KNOTS`, millionths of an exponent for a thousand of the game's units of value.
        tempo: by how many seats come before it, millionths of an exponent; the first is 0.
        real: which part of the difference between two turns is real, in thousandths. The judge errs about single turns, and
            the best of several is often only the one about which it errs most.
    """

    slopes: tuple[int, ...]
    tempo: tuple[int, ...]
    real: int = WHOLE

    def slope(self, left: int) -> int:
        """The slope with this part of the game left."""
        left = max(KNOTS[0], min(KNOTS[-1], left))
        place = next(place for place in range(1, len(KNOTS)) if left <= KNOTS[place])
        low, high = KNOTS[place - 1], KNOTS[place]
        return (self.slopes[place - 1] * (high - left) + self.slopes[place] * (left - low)) // (high - low)


def read_fit(content: object, game: str, seats: int) -> Fit:
    """The fitted numbers of a game with this many seats. Raises :class:`ValueError` if the parsed file does not have them."""
    try:
        assert isinstance(content, Mapping)
        found = content[game][str(seats)]
        fit = Fit(tuple(map(int, found["slopes"])), tuple(map(int, found["tempo"])), int(found.get("real", WHOLE)))
    except (AssertionError, KeyError, TypeError) as error:
        raise ValueError(f"no chances for {game} with {seats} seats") from error
    if content.get("knots") != list(KNOTS) or len(fit.slopes) != len(KNOTS) or len(fit.tempo) != seats:
        raise ValueError(f"the chances for {game} with {seats} seats are of another form")
    return fit


def chances(state: State, judge: Judge, fit: Fit) -> tuple[int, ...]:
    """The chance of every seat to win, in thousandths; a shared win is divided among the winners.

    Args:
        state: a position between two turns in which all hands are known or imagined.
        judge: values the position.
        fit: turns the values into chances.
    """
    result = state.result
    if result is not None:
        return shared([int(seat in result.winners) for seat in range(state.seats)])
    return read([judge.worth(state, seat) for seat in range(state.seats)], judge.left(state), state.turn, fit)


def read(values: Sequence[int], left: int, turn: int | None, fit: Fit) -> tuple[int, ...]:
    """The chances that these values mean, in thousandths, with this part of the game left and this seat on turn."""
    seats, slope = len(values), fit.slope(left)
    tempo = [fit.tempo[(seat - turn) % seats] if turn is not None else 0 for seat in range(seats)]
    exponents = [value * slope // 1000 + extra for value, extra in zip(values, tempo, strict=True)]
    top = max(exponents)
    return shared([_power(min(top - exponent, MOST)) for exponent in exponents])


def nearer(own: Sequence[int], best: Sequence[int], seat: int, fit: Fit) -> tuple[int, ...]:
    """The chances after a better turn, moved towards those after the own one: as far as the difference is not real.

    Args:
        own: the chances after the turn that the seat has played, in thousandths.
        best: the chances after a better turn, as the judge sees them.
        seat: the seat that has played; it gets what rounding leaves over.
        fit: says which part of the difference is real.
    """
    found = [one + (other - one) * fit.real // WHOLE for one, other in zip(own, best, strict=True)]
    found[seat] += WHOLE - sum(found)
    return tuple(found)


def shared(parts: Sequence[int]) -> tuple[int, ...]:
    """The parts in thousandths of their sum. They add up to a thousand: the largest part gets what rounding leaves over."""
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
