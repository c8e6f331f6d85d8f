"""Places for flags and value tags where they hide neither nobles nor each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF

from client.boards.loop.facts import Building, LoopFacts
from client.boards.stacks.projection import Projection

CLOTH_WIDE, CLOTH_HIGH = 0.86, 0.34
"""The approximate size of a flag's cloth, relative to the width of a field."""

POLES = (0.2, 0.55)
"""The lengths of pole below the cloth to try, relative to the width of a field."""

_MOST_TRIED = 8
_NUMBER = 0.7
"""How much a hidden part of a number counts, compared with one of a noble."""

Box = tuple[float, float, float, float]


class Flagged(NamedTuple):
    """The place of a castle's flag: its field, whether the cloth flies to the left, and the pole's length in fields."""

    cell: int
    leftwards: bool
    pole: float


def overlap(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def hidden(box: Box, over: Iterable[Box]) -> float:
    """The area of a box that others cover; where two of them do, it counts twice."""
    left, top, right, bottom = box
    area = 0.0
    for other in over:
        wide = (right if right < other[2] else other[2]) - (left if left > other[0] else other[0])
        high = (bottom if bottom < other[3] else other[3]) - (top if top > other[1] else other[1])
        if wide > 0 and high > 0:
            area += wide * high
    return area


def noble_boxes(facts: LoopFacts, at: Projection) -> list[Box]:
    """Where the nobles stand."""
    boxes = []
    for noble in facts.nobles:
        x, y = at.pixel(noble.cell, facts.level(noble.cell))
        half, high = at.tile * 0.22, at.tile * (0.78 if noble.rank > 1 else 0.62)
        boxes.append((x - half, y - high, x + half, y + at.depth * 0.1))
    return boxes


def _number_boxes(facts: LoopFacts, at: Projection) -> list[Box]:
    """Where numbers and names lie: on the ground, and on roofs without a noble."""
    boxes = []
    nobles, fields = facts.noble_at, at.spots.fields
    half, high = at.tile * 0.19, at.tile * 0.1
    for cell, level in enumerate(facts.levels, 1):
        if cell not in nobles and (cell <= fields or level):
            x, y = at.pixel(cell, level)
            boxes.append((x - half, y - high, x + half, y + high))
    return boxes


def _candidates(facts: LoopFacts, building: Building) -> Sequence[int]:
    middle = sum(building.cells) / len(building.cells)

    def worth(cell: int) -> tuple[bool, int, float, int]:
        return cell in facts.noble_at, -facts.level(cell), abs(cell - middle), cell

    return sorted(building.cells, key=worth)[:_MOST_TRIED]


def cloth_box(facts: LoopFacts, at: Projection, flag: Flagged) -> Box:
    """Where the cloth of a flag flies."""
    x, y = at.pixel(flag.cell, facts.level(flag.cell))
    left = x - (at.tile * CLOTH_WIDE if flag.leftwards else 0)
    bottom = y - at.depth * 0.22 - at.tile * flag.pole
    return left, bottom - at.tile * CLOTH_HIGH, left + at.tile * CLOTH_WIDE, bottom


def mast_box(facts: LoopFacts, at: Projection, flag: Flagged) -> Box:
    """Where the mast of a flag stands."""
    x, y = at.pixel(flag.cell, facts.level(flag.cell))
    bottom = y - at.depth * 0.22
    return x - at.tile * 0.04, bottom - at.tile * (flag.pole + CLOTH_HIGH), x + at.tile * 0.04, bottom


def mark_boxes(facts: LoopFacts, at: Projection, cells: Iterable[int]) -> list[Box]:
    """Where the marks of the nobles on these cells lie, which towers hide."""
    boxes = []
    for cell in cells:
        foot = at.top(cell, facts.level(cell)) + QPointF(0, at.depth * 0.12 - at.tile * 0.3)
        half, size = at.tile * 0.15, at.tile * 0.24
        boxes.append((foot.x() - half, foot.y() - size, foot.x() + half, foot.y() + size * 0.6))
    return boxes


def tag_boxes(facts: LoopFacts, at: Projection) -> list[Box]:
    """Where the values of villas lie."""
    boxes = []
    for building in facts.buildings:
        if not building.crest:
            cell = tagged(facts, building)
            foot = at.top(cell, facts.level(cell)) + QPointF(0, at.depth * 0.46 + at.rise * 0.78)
            half = at.tile * 0.15
            boxes.append((foot.x() - half, foot.y() - at.tile * 0.24, foot.x() + half, foot.y()))
    return boxes


def _around(facts: LoopFacts, at: Projection, cell: int, boxes: Iterable[Box]) -> list[Box]:
    """Those boxes near a cell that the cloth of its flag may touch."""
    x, y = at.pixel(cell, facts.level(cell))
    far, high, wide, foot = at.tile * 1.2, at.tile * 2, at.tile * CLOTH_WIDE, y - at.depth * 0.22
    lowest, highest = foot - at.tile * min(POLES), foot - at.tile * (max(POLES) + CLOTH_HIGH)
    return [
        box
        for box in boxes
        if abs(box[0] - x) < far
        and abs(box[1] - y) < high
        and box[0] < x + wide
        and x - wide < box[2]
        and box[1] < lowest
        and highest < box[3]
    ]


def place_flags(facts: LoopFacts, at: Projection) -> dict[int, Flagged]:
    """The flag of every castle, by crest: on a high field without a noble, where its cloth hides least.

    A noble counts more than a number, and a flag more than both.
    """
    nobles, numbers = noble_boxes(facts, at), _number_boxes(facts, at)
    flags: list[Box] = []
    placed = {}
    castles = [building for building in facts.buildings if building.crest]
    for castle in sorted(castles, key=lambda castle: at.order(_candidates(facts, castle)[0])):
        best: tuple[float, Flagged, Box] | None = None
        highest = max(facts.level(cell) for cell in castle.cells)
        for cell in _candidates(facts, castle):
            least = 0.05 * (highest - facts.level(cell)) + 0.4 * (cell in facts.noble_at)
            if best is not None and least > best[0]:
                continue  # even if it hides nothing
            near, lying = _around(facts, at, cell, nobles), _around(facts, at, cell, numbers)
            for pole in POLES:
                for leftwards in (False, True):
                    flag = Flagged(cell, leftwards, pole)
                    box = cloth_box(facts, at, flag)
                    covered = hidden(box, near)
                    covered += _NUMBER * hidden(box, lying)
                    covered += 6 * hidden(box, flags)
                    cost = covered / at.tile**2
                    cost += 0.05 * (highest - facts.level(cell)) + 0.1 * (pole - POLES[0]) + 0.01 * leftwards
                    cost += 0.4 * (cell in facts.noble_at)
                    if best is None or cost < best[0] - 1e-9:
                        best = (cost, flag, box)
        assert best is not None
        placed[castle.crest] = best[1]
        flags.append(best[2])
    return placed


def tagged(facts: LoopFacts, building: Building) -> int:
    """The field of a villa that carries its value: the highest, and of these the nearest to its middle."""
    middle = sum(building.cells) / len(building.cells)
    return min(building.cells, key=lambda cell: (-facts.level(cell), abs(cell - middle), cell))
