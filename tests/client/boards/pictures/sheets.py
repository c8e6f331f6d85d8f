"""Painting the sheets, and comparing them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmapCache
from PySide6.QtWidgets import QApplication

from client.boards import board_view
from client.boards.contract import GameView, Shown
from client.commands.recorded import Recorded, picked, read
from client.look import theme
from client.messages import catalogue
from rules.contract import State

HERE = Path(__file__).parent
STORED = HERE / "stored"
GOLDEN = HERE.parents[2] / "golden"

PARTS = (0.12, 0.4, 0.7, 1.0)
"""Which parts of each game its positions come from."""

GAMES = {
    "alcazar": ("2-bridges", "3-bridges", "5-blocks"),
    "big-boss": ("2-passed", "4-blocks", "5-blocks"),
    "burgenland": ("2-last-piece", "3-last-piece", "4-last-piece"),
    "torres": ("2-castles", "3-third-year", "4-third-year-master"),
}
"""The golden files whose positions are painted, by game: twelve positions each."""

LOOKS = ("dark", "light")
SIZES = {"small": QSize(840, 560), "middle": QSize(1120, 740), "large": QSize(1900, 1180)}
"""The room left for the board in windows of 1280x720, 1600x900 and 2560x1440."""

ACROSS = len(PARTS)
"""Positions in a row of a sheet."""

THUMB = QSize(300, 200)
"""Size of a position on a sheet."""

_WIDE = 64
"""Pictures are scaled to this width before they are compared, so that edge smoothing of a machine does not matter."""

MEAN, WORST = 2.0, 26
"""How far two pictures of the same may differ, of 255: on average, and at the worst place."""


class Difference(NamedTuple):
    """How far two pictures differ, of 255: on average over all colours and places, and at the worst place."""

    mean: float
    worst: int

    @property
    def small(self) -> bool:
        """Whether another machine may cause a difference this small."""
        return self.mean <= MEAN and self.worst <= WORST


@cache
def positions(game: str) -> tuple[tuple[State, list[str]], ...]:
    """The positions of a game with the players' names."""
    found: list[tuple[State, list[str]]] = []
    for name in GAMES[game]:
        recorded: Recorded = read(GOLDEN / game / f"{name}.alarife")
        last = picked(recorded, None)
        found += [(recorded.position(round(last * part)), recorded.names) for part in PARTS]
    return tuple(found)


def open_board(game: str, size: QSize) -> GameView:
    """The view of a game with a board of this size."""
    view = board_view(game)(catalogue("en"))
    view.board.resize(size)
    view.board.ensurePolished()
    view.board.grab()  # a widget that has never been shown takes its size only now
    return view


def paint(view: GameView, state: State, names: Sequence[str]) -> QImage:
    """The board of a position with everything that can be done there, as the player on turn sees it."""
    view.show(Shown(state, state.turn, (), tuple(names), state.turn))  # between turns the board takes the room that it needs
    view.show(Shown(state, state.turn, tuple(state.moves()), tuple(names), state.turn))
    return view.board.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def put_away(view: GameView) -> None:
    """Give back what a view holds."""
    for widget in (view.board, view.flat, view.hand, *view.panels):
        widget.deleteLater()
    view.deleteLater()


def sheet(game: str, look: str, size: str) -> QImage:
    """Twelve positions of a game on one sheet, a row for each golden file."""
    app = QApplication.instance() or theme.application()
    assert isinstance(app, QApplication)
    theme.apply(app, look)
    QPixmapCache.clear()
    found = positions(game)
    made = QImage(THUMB.width() * ACROSS, THUMB.height() * (len(found) // ACROSS), QImage.Format.Format_RGB32)
    made.fill(QColor("#808080"))
    painter = QPainter(made)
    for row in range(len(found) // ACROSS):
        view = open_board(game, SIZES[size])
        for column, (state, names) in enumerate(found[row * ACROSS : (row + 1) * ACROSS]):
            picture = paint(view, state, names)
            small = picture.scaled(THUMB, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
            painter.drawImage(column * THUMB.width(), row * THUMB.height(), small)
        put_away(view)
    painter.end()
    return made


def stored(game: str, look: str, size: str) -> Path:
    """The file of a sheet."""
    return STORED / f"{game}-{look}-{size}.webp"


def parts(picture: QImage) -> list[QImage]:
    """The positions on a sheet."""
    wide, high = THUMB.width(), THUMB.height()
    rows = picture.height() // high
    return [picture.copy(place % ACROSS * wide, place // ACROSS * high, wide, high) for place in range(rows * ACROSS)]


def difference(one: QImage, other: QImage) -> Difference:
    """How far two pictures of one size differ."""
    apart = [abs(a - b) for a, b in zip(_coarse(one), _coarse(other), strict=True)]
    return Difference(sum(apart) / len(apart), max(apart))


def _coarse(picture: QImage) -> bytes:
    """The colours of a picture made small, byte by byte."""
    small = picture.scaledToWidth(_WIDE, Qt.TransformationMode.SmoothTransformation)
    small = small.convertToFormat(QImage.Format.Format_RGB888)  # the bytes live as long as this image
    return bytes(small.constBits())
