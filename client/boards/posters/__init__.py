"""An illustration for each game, painted by code: a small scene by day in the light theme, and at dusk in the dark one.

:func:`sketch` paints a simple form for a page's first frame, :func:`painted` the whole scene. Each game's scene is a module of
this package, loaded when the scene is first painted.
"""

from __future__ import annotations

import importlib
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from client.look import theme


class Poster(NamedTuple):
    """What a game's card says at first sight.

    Attributes:
        few, many: the smallest and the largest number of players.
        minutes: about how long a game takes people, to a quarter of an hour: the turns of a recorded game of all seats, at 25
            seconds each if a turn is one card, and 75 if it is five actions (Torres).
        sketch: the colours of the simple form: upper sky, horizon and land, by day and at dusk.
        hill: the heights of the land from left to right, as shares of the picture's height.
    """

    few: int
    many: int
    minutes: int
    sketch: tuple[tuple[str, str, str], tuple[str, str, str]]
    hill: tuple[float, ...]


CROPPED = 1.25
"""How much a scene may be enlarged to fill a high place; above that, there is more sky."""

POSTERS = {
    "alcazar": Poster(
        *(2, 5, 45),
        (("#5fb6c9", "#fbe7c4", "#c98f5c"), ("#14264a", "#c9705e", "#3a2d45")),
        (0.42, 0.5, 0.62, 0.4, 0.44),
    ),
    "big-boss": Poster(
        *(2, 5, 60),
        (("#6fb1d8", "#fdebc8", "#caa066"), ("#1b2246", "#e08a58", "#40304a")),
        (0.3, 0.46, 0.7, 0.52, 0.34),
    ),
    "burgenland": Poster(
        *(2, 4, 60),
        (("#7cc0e6", "#eaf6e4", "#7fae62"), ("#16294c", "#b5788a", "#27403c")),
        (0.5, 0.42, 0.6, 0.5, 0.38),
    ),
    "torres": Poster(
        *(2, 4, 45),
        (("#86b7d8", "#f8e3d0", "#9a8f8a"), ("#191d3e", "#a8638a", "#322c4c")),
        (0.34, 0.66, 0.44, 0.74, 0.4),
    ),
}
"""The posters by game; a game without an entry has a card without a picture."""


@cache
def _sketch(game: str, dusk: bool) -> QSvgRenderer:
    """The simple form as an SVG. A Qt brush would first make all enumerations, which takes long."""
    poster = POSTERS[game]
    above, horizon, land = poster.sketch[dusk]
    step = 100 / (len(poster.hill) - 1)
    tops = [(n * step, 100 - 100 * high) for n, high in enumerate(poster.hill)]
    path = f"M0 100 L0 {tops[0][1]:.1f}"
    for (left, one), (right, other) in pairwise(tops):
        middle = (left + right) / 2
        path += f" C{middle:.1f} {one:.1f} {middle:.1f} {other:.1f} {right:.1f} {other:.1f}"
    stops = f'<stop offset="0" stop-color="{above}"/><stop offset=".75" stop-color="{horizon}"/>'
    sky = f'<linearGradient id="sky" x2="0" y2="1">{stops}</linearGradient><rect width="100" height="100" fill="url(#sky)"/>'
    drawn = f'{sky}<path d="{path} L100 100 Z" fill="{land}"/>'
    return QSvgRenderer(QByteArray(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{drawn}</svg>'.encode()))


def sketch(painter: QPainter, game: str, place: QRectF) -> None:
    """Paint the simple form of a game's scene, sky and land, which is cheap enough for the first frame."""
    _sketch(game, theme.palette().dark).render(painter, place)


@lru_cache(maxsize=16)
def painted(game: str, size: QSize, dusk: bool, ratio: float = 1.0) -> QPixmap:
    """The whole scene of a game at this size in pixels (times ``ratio`` on dense screens)."""
    from client.boards.posters.brush import HIGH, WIDE, Brush

    made = QPixmap(size * ratio)
    made.setDevicePixelRatio(ratio)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = min(max(size.width() / WIDE, size.height() / HIGH), size.width() / WIDE * CROPPED)
    painter.translate((size.width() - WIDE * scale) / 2, size.height() - HIGH * scale)
    painter.scale(scale, scale)
    scene = importlib.import_module(f"client.boards.posters.{game.replace('-', '_')}")
    scene.paint(Brush(painter, dusk))
    painter.end()
    return made
