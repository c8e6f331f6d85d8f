"""Frames over a board being corrected or offered: faults, differences, what is taken up, and the keyboard focus.

Each has its own shape besides its colour: a fault has an exclamation mark, a difference a filled square at a corner, a field
taken up a thick frame, and the focus a dashed line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from client.boards.sceneview import SceneView
from client.lessons.marks import COLOUR, RIM
from client.look import theme

WRONG = "#e5402c"


class Frames(QWidget):
    """Covers a board and lets every click through."""

    def __init__(self, view: SceneView, room: Callable[[str], QRect | None], tilted: bool) -> None:
        """``room`` gives a place's current rectangle by its name; ``tilted`` if places look like diamonds."""
        super().__init__(view.viewport())
        self.setObjectName("board-frames")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._room = room
        self._tilted = tilted
        self._viewport = view.viewport()
        self.wrong: tuple[str, ...] = ()
        self.different: tuple[str, ...] = ()
        self.held = ""
        self.focused = ""
        self._viewport.installEventFilter(self)
        self.setGeometry(self._viewport.rect())

    def show_places(self, wrong: Iterable[str], different: Iterable[str]) -> None:
        """Frame these places."""
        self.wrong, self.different = tuple(dict.fromkeys(wrong)), tuple(dict.fromkeys(different))
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep covering the board when its size changes."""
        if watched is self._viewport and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._viewport.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frames."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        unit = theme.scale()
        for names, paint in ((self.different, self._paint_different), (self.wrong, self._paint_wrong)):
            for name in names:
                room = self._room(name)
                if room is not None:
                    paint(painter, QRectF(room), unit)
        held = self._room(self.held) if self.held else None
        if held is not None:
            self._frame(painter, QRectF(held), "#1b2430", 7 * unit)
            self._frame(painter, QRectF(held), theme.GOLD, 4 * unit)
        focused = self._room(self.focused) if self.focused else None
        if focused is not None:
            out = 12 if self.focused in (*self.different, *self.wrong) else 3  # the focus must not hide another frame
            box = QRectF(focused).adjusted(-out, -out * 2 / 3, out, out * 2 / 3)
            self._frame(painter, box, "#1b2430", 4 * unit)
            self._frame(painter, box, "#ffffff", 2 * unit, Qt.PenStyle.DashLine)
        painter.end()

    def _frame(
        self, painter: QPainter, box: QRectF, colour: str, wide: float, line: Qt.PenStyle = Qt.PenStyle.SolidLine
    ) -> None:
        pen = QPen(QColor(colour), wide, line)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        if self._tilted:
            middle = box.center()
            across, along = QPointF(box.width() / 2, 0), QPointF(0, box.height() / 2)
            painter.drawPolygon(QPolygonF([middle - across, middle - along, middle + across, middle + along]))
        else:
            painter.drawRoundedRect(box, 6, 6)

    def _paint_different(self, painter: QPainter, box: QRectF, unit: float) -> None:
        self._frame(painter, box, RIM, 4.5 * unit)
        self._frame(painter, box, COLOUR, 2.5 * unit)
        side = min(6 * unit, box.width() / (14 if self._tilted else 8))
        corner = QPointF(box.right(), box.center().y()) if self._tilted else box.topRight()
        painter.setPen(QPen(QColor(RIM), unit))
        painter.setBrush(QColor(COLOUR))
        painter.drawRect(QRectF(corner.x() - side, corner.y() - side, 2 * side, 2 * side))

    def _paint_wrong(self, painter: QPainter, box: QRectF, unit: float) -> None:
        self._frame(painter, box, "#ffffff", 5 * unit)
        self._frame(painter, box, WRONG, 3 * unit)
        disc = QRectF(0, 0, 16 * unit, 16 * unit)
        disc.moveCenter(QPointF(box.left() + 4 * unit, box.center().y()) if self._tilted else box.topLeft())
        painter.setPen(QPen(QColor("#ffffff"), 1.5 * unit))
        painter.setBrush(QColor(WRONG))
        painter.drawEllipse(disc)
        painter.setFont(theme.font(11 * unit, QFont.Weight.Bold))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, "!")
