"""Labels for the numbers of fields that towers or bridges hide, where they hide no other number, flag or noble."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QPointF

from client.boards.loop.facts import LoopFacts
from client.boards.loop.flags import Box, Flagged, cloth_box, noble_boxes, overlap
from client.boards.stacks.aside import SMALL, WHOLE, Aside
from client.boards.stacks.projection import Projection

HIGH, WIDE = 0.2, 0.38
"""The approximate size of a label, relative to the width of a field."""

_SIDEWAYS = (0.0, -0.16, 0.16, -0.3, 0.3)
_UPWARDS = (0.0, -0.1, 0.1, -0.2, 0.2)
_FAR = 0.05
"""How much a distance of one field counts, compared with hiding all of a field's area."""


class Label(NamedTuple):
    """The label of a hidden number: its text, and the place of its middle."""

    said: str
    place: QPointF


def place_labels(
    facts: LoopFacts, at: Projection, asides: Mapping[int, Aside], flags: Mapping[int, Flagged]
) -> dict[int, Label]:
    """The labels of the numbers that would be cut, by cell, each as near to its field as the others allow.

    ``asides`` are the places of all numbers, ``flags`` those of the castles' flags.
    """
    taken = [*noble_boxes(facts, at), *(cloth_box(facts, at, flag) for flag in flags.values())]
    for cell, where in asides.items():
        if not where.cut:
            spot = at.top(cell, facts.level(cell)) + where.shift(at)
            reach = (SMALL if where.small else WHOLE) * 0.72
            taken.append(_around(spot, at.tile * reach, at.depth * reach))
    labels: dict[int, Label] = {}
    for cell in sorted((cell for cell, where in asides.items() if where.cut), key=lambda cell: (at.order(cell), cell)):
        middle = at.top(cell, facts.level(cell))
        near = [box for box in taken if _overlaps(box, _around(middle, at.tile * 0.6, at.tile * 0.4))]
        best: tuple[float, Box, QPointF] | None = None
        for up in _UPWARDS:
            for side in _SIDEWAYS:
                spot = middle + QPointF(round(side * at.tile), round(up * at.tile))
                box = _around(spot, at.tile * WIDE / 2, at.tile * HIGH / 2)
                cost = sum(overlap(box, other) for other in near) / at.tile**2 + _FAR * (abs(side) + abs(up))
                if best is None or cost < best[0] - 1e-9:
                    best = cost, box, spot
        assert best is not None
        taken.append(best[1])
        labels[cell] = Label(at.spots.name(cell), best[2])
    return labels


def _around(middle: QPointF, half: float, high: float) -> Box:
    return middle.x() - half, middle.y() - high, middle.x() + half, middle.y() + high


def _overlaps(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
