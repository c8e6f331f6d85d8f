"""A secret in parts: all holders together can rebuild it, and all but one of them learn nothing (Shamir, Feldman).

The secret is the value at 0 of a random polynomial with as many coefficients as there are holders. Each holder gets the value
at a place of its own, and everybody gets the coefficients as points, with which each holder can check its part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from net.deal.fair.group import ORDER, GroupError, Point, base, random_scalar, times, total


def split(secret: int, places: Sequence[int]) -> tuple[list[int], list[Point]]:
    """The parts of a secret for holders at these places, and the commitments; the first commitment is ``base(secret)``.

    Args:
        secret: a scalar, not 0.
        places: two or more different numbers from 1; each is the place of one holder.
    """
    while True:
        coefficients = [secret, *(random_scalar() for _ in places[1:])]
        parts = [_value(coefficients, place) for place in places]
        if all(parts):  # 0 has no point; this will practically never happen
            return parts, [base(each) for each in coefficients]


def part_fits(part: int, place: int, commitments: Sequence[Point]) -> bool:
    """Whether a part is the one that the commitments promise to the holder at this place."""
    try:
        return base(part) == total(times(pow(place, power, ORDER), each) for power, each in enumerate(commitments))
    except GroupError:
        return False


def rebuilt(parts: Mapping[int, int]) -> int:
    """The secret, from the parts of all holders by place (Lagrange, at 0)."""
    secret = 0
    for place, part in parts.items():
        above = below = 1
        for other in parts:
            if other != place:
                above = above * other % ORDER
                below = below * (other - place) % ORDER
        secret += part * above * pow(below, -1, ORDER)
    return secret % ORDER


def _value(coefficients: Sequence[int], place: int) -> int:
    value = 0
    for coefficient in reversed(coefficients):
        value = (value * place + coefficient) % ORDER
    return value
