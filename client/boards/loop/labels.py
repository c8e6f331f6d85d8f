"""Numbers of fields, and labels for those that leave no room: nothing hides them, and they hide no flag and no noble."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF

from client.boards.loop.facts import LoopFacts
from client.boards.loop.flags import Box, Flagged, cloth_box, hidden, mark_boxes, mast_box, noble_boxes, tag_boxes
from client.boards.stacks.aside import SMALL, WAYS, WHOLE, Aside
from client.boards.stacks.projection import Projection

HIGH, WIDE = 0.2, 0.38
"""The approximate size of a label, relative to the width of a field."""

_PLACES = sorted(
    ((side, up) for up in (0.0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3) for side in (0.0, -0.16, 0.16, -0.3, 0.3)),
    key=lambda place: abs(place[0]) + abs(place[1]),
)
"""The places of a label to try, nearest to the middle of its field first, relative to the width of a field."""

_FAR = 0.03
"""How much a distance of one field counts, compared with hiding all of a field's area."""

_REACH = 0.72
"""The share of a number's circle that its figures fill."""

_AIR = 0.06
"""How much room a noble has to the sides and above in its box, relative to the width of a field."""

_MOST_HIDDEN = 0.04
"""The share of a number that a flag or a noble may hide."""


class Label(NamedTuple):
    """The label of a hidden number: its text, and the place of its middle."""

    said: str
    place: QPointF


class Numbers(NamedTuple):
    """Where the numbers of all fields lie, by cell: those that have a label are ``cut``."""

    asides: Mapping[int, Aside]
    labels: Mapping[int, Label]


class _Above(NamedTuple):
    """Something that may lie over numbers: where, and behind which drawing order fields lie that it hides; None for all."""

    box: Box
    order: int | None


def place_numbers(
    facts: LoopFacts,
    at: Projection,
    asides: Mapping[int, Aside],
    among: Callable[[int, Iterable[Aside]], Aside | None],
    flags: Mapping[int, Flagged],
    behind: Collection[int],
) -> Numbers:
    """Move numbers out of the way of flags, values and nobles, and place labels for those that find no room.

    ``asides`` are the places that towers allow, the best of each cell; ``among`` gives the first of several places of a cell
    that towers allow. ``flags`` are those of the castles, and ``behind`` the cells of nobles whose marks are shown because
    towers hide them.
    """
    above = _above(facts, at, flags, behind)
    buckets = _buckets([one.box for one in above], at.tile)
    found = dict(asides)
    for cell, where in asides.items():
        if where.cut:
            continue
        x, y = at.pixel(cell, facts.level(cell))
        order = at.order(cell)
        near = (above[number] for number in buckets.get((int(x // at.tile), int(y // at.tile)), ()))
        over = [one.box for one in near if one.order is None or one.order > order]
        if over and _share_hidden(_written(x, y, _offset(where, at)), over) > _MOST_HIDDEN:
            found[cell] = among(cell, _free(x, y, at, over)) or where._replace(cut=True)
    return Numbers(found, _place_labels(facts, at, found, [one.box for one in above]))


def _above(facts: LoopFacts, at: Projection, flags: Mapping[int, Flagged], behind: Collection[int]) -> list[_Above]:
    """All that may lie over numbers."""
    nobles = zip(facts.nobles, noble_boxes(facts, at), strict=True)
    return [
        *(_Above(_slim(box, at), at.order(noble.cell)) for noble, box in nobles),
        *(_Above(cloth_box(facts, at, flag), None) for flag in flags.values()),
        *(_Above(mast_box(facts, at, flag), at.order(flag.cell)) for flag in flags.values()),
        *(_Above(box, None) for box in (*tag_boxes(facts, at), *mark_boxes(facts, at, behind))),
    ]


def _slim(box: Box, at: Projection) -> Box:
    """What a noble hides for certain, of the box in which nothing else should lie."""
    side = at.tile * _AIR
    return box[0] + side, box[1] + side, box[2] - side, box[3]


def _buckets(boxes: Sequence[Box], size: int) -> dict[tuple[int, int], list[int]]:
    """By square of the screen, the numbers of the boxes in it or less than half a square away."""
    found: dict[tuple[int, int], list[int]] = {}
    half = size / 2
    for number, box in enumerate(boxes):
        for column in range(int((box[0] - half) // size), int((box[2] + half) // size) + 1):
            for row in range(int((box[1] - half) // size), int((box[3] + half) // size) + 1):
                found.setdefault((column, row), []).append(number)
    return found


def _place_labels(facts: LoopFacts, at: Projection, asides: Mapping[int, Aside], above: Iterable[Box]) -> dict[int, Label]:
    """The labels of the numbers that would be cut, by cell, each as near to its field as the others allow."""
    taken = list(above)
    for cell, where in asides.items():
        if not where.cut:
            taken.append(_written(*at.pixel(cell, facts.level(cell)), _offset(where, at)))
    labels: dict[int, Label] = {}
    for cell in sorted((cell for cell, where in asides.items() if where.cut), key=lambda cell: (at.order(cell), cell)):
        middle = at.top(cell, facts.level(cell))
        around = _around(middle, at.tile * 0.6, at.tile * 0.4)
        near = [box for box in taken if _overlaps(box, around)]
        best: tuple[float, Box, QPointF] | None = None
        for side, up in _PLACES:
            least = _FAR * (abs(side) + abs(up))
            if best is not None and least > best[0] - 1e-9:
                break  # even if it hides nothing
            spot = middle + QPointF(round(side * at.tile), round(up * at.tile))
            box = _around(spot, at.tile * WIDE / 2, at.tile * HIGH / 2)
            cost = hidden(box, near) / at.tile**2 + least
            if best is None or cost < best[0] - 1e-9:
                best = cost, box, spot
        assert best is not None
        taken.append(best[1])
        labels[cell] = Label(at.spots.name(cell), best[2])
    return labels


_Offset = tuple[float, float, float, float]
"""How far the middle of a number is right of and below that of its field's top, and half of its width and height."""


@lru_cache(maxsize=1024)
def _offset_of(where: Aside, tile: int, depth: int) -> _Offset:
    reach = (SMALL if where.small else WHOLE) * _REACH
    right, down = (where.right - where.down) * tile / 2, (where.right + where.down) * depth / 2
    return right, down, tile * reach, depth * reach


def _offset(where: Aside, at: Projection) -> _Offset:
    return _offset_of(where, at.tile, at.depth)


def _written(x: float, y: float, offset: _Offset) -> Box:
    """Where the figures of a number lie; ``x`` and ``y`` are the middle of its field's top."""
    right, down, half, high = offset
    return x + right - half, y + down - high, x + right + half, y + down + high


def _free(x: float, y: float, at: Projection, over: Sequence[Box]) -> Iterator[Aside]:
    """The places of a number that none of these boxes touches."""
    for way, (right, down, half, high) in _offsets(at.tile, at.depth):
        left, top, end, bottom = x + right - half, y + down - high, x + right + half, y + down + high
        for box in over:
            if box[0] < end and left < box[2] and box[1] < bottom and top < box[3]:
                break
        else:
            yield way


@lru_cache(maxsize=8)
def _offsets(tile: int, depth: int) -> tuple[tuple[Aside, _Offset], ...]:
    return tuple((way, _offset_of(way, tile, depth)) for way in WAYS)


def _share_hidden(box: Box, over: Iterable[Box]) -> float:
    """The share of a box that others cover, at most."""
    return hidden(box, over) / ((box[2] - box[0]) * (box[3] - box[1]))


def _around(middle: QPointF, half: float, high: float) -> Box:
    return middle.x() - half, middle.y() - high, middle.x() + half, middle.y() + high


def _overlaps(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
