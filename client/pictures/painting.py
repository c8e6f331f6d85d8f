"""Paints a small picture with the board of its game, with its marks, in the player's theme and language."""

from __future__ import annotations

import os

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPixmap, QRegion
from PySide6.QtWidgets import QAbstractButton, QWidget

from client.boards import board_view
from client.boards.cards import CardButton
from client.boards.contract import GameView, Shown
from client.lessons.marks import COLOUR, RIM, paint_frame
from client.look import theme
from client.messages import Catalogue, catalogue
from client.pictures.picture import Picture, load
from client.pictures.request import Request
from client.table.density import Density

NOMINAL = (900, 640)
"""The size of the board in pixels at which the places are determined."""

_NEAREST = 1.7
"""A part of the board is painted larger than that by at most this factor."""

_FINER = 1.8
"""The whole board is painted larger by this factor and then reduced, so that its lines stay fine and it fits small spaces."""

_HEAD = 48
"""How much higher than its place a noble or knight is, in pixels at the usual size."""

_GAP, _PANEL, _HAND = 8, 212, 78
"""The gap between the parts, the width of a panel, and the height of the hand, in pixels at the usual size."""


_SCALES = ("QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS")
"""Environment variables that enlarge everything in Qt."""


def painted(request: Request) -> bytes:
    """The picture as a PNG file. Runs in its own process."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    for scaled in _SCALES:  # the requested size is already in screen pixels
        os.environ.pop(scaled, None)
    theme.application()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    paint(request).save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def paint(request: Request) -> QImage:
    """Paint a picture; raises :class:`~client.lessons.lesson.LessonError` if it is faulty."""
    return paint_and_tell(request)[0]


def paint_and_tell(request: Request) -> tuple[QImage, list[str]]:
    """The picture, and what it points at but does not show: nothing, in a sound picture."""
    picture = load(request.game, request.name)
    app = theme.application()
    if (theme.palette().name, theme.scale()) != (request.look, request.scale) or not app.styleSheet():
        theme.apply(app, request.look, request.scale)
    words = catalogue(request.language)
    sheet = _Sheet(board_view(request.game)(words), picture, words, request)
    found = sheet.image(), sheet.missing()
    sheet.put_away()
    return found


class _Sheet:
    """The parts of a picture, and their places on it."""

    def __init__(self, view: GameView, picture: Picture, words: Catalogue, request: Request) -> None:
        self._view, self._picture = view, picture
        self._unit = request.scale
        self._size = QSize(*request.size)
        self._corner: dict[QWidget, QPoint] = {}  # the place of a part's upper left corner on the sheet
        self._room: dict[QWidget, QRect] = {}  # the area of the sheet that it covers
        self._finer = 1.0  # the factor by which the painted board is reduced
        density = Density(request.scale, compact=True)
        view.set_density(density)
        view.set_covered(0)
        view.set_flat(False)
        names = (words.text("client.player", number=1), *(name.strip() for name in words.text("client.bot-names").split(",")))
        position = picture.shown
        moves = tuple(position.moves()) if picture.gold and position.turn == picture.seat else ()
        seen = position.view(picture.seat)
        self._easel = QWidget()
        self._easel.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        for part in self._parts():
            part.setParent(self._easel)
        self._easel.show()
        view.show(Shown(seen, picture.seat, moves, names[: position.seats], picture.seat))
        view.show_beside()
        self._lay_out(density)

    def put_away(self) -> None:
        """Delete all parts."""
        self._easel.hide()
        self._easel.deleteLater()
        self._view.flat.deleteLater()
        self._view.deleteLater()

    def image(self) -> QImage:
        """The picture."""
        colours = theme.palette()
        image = QImage(self._size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QPainterPath()
        whole.addRoundedRect(QRectF(0, 0, self._size.width(), self._size.height()), 8 * self._unit, 8 * self._unit)
        painter.setClipPath(whole)
        painter.fillRect(image.rect(), QColor(colours.panel))
        for part, room in self._room.items():
            painter.save()
            painter.setClipRect(room, Qt.ClipOperation.IntersectClip)
            painter.drawPixmap(self._corner[part], self._grabbed(part))
            painter.restore()
        self._point(painter)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colours.line), 2 * self._unit))
        painter.drawPath(whole)
        painter.end()
        return image

    def _grabbed(self, part: QWidget) -> QPixmap:
        if part is self._view.hand:  # its cards lie on the sheet itself, as they lie on a panel at the table
            grabbed = QPixmap(part.size())
            grabbed.fill(Qt.GlobalColor.transparent)
            part.render(grabbed, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)
            return grabbed
        grabbed = part.grab()
        if part is self._view.board and self._finer != 1:
            smooth = Qt.TransformationMode.SmoothTransformation
            grabbed = grabbed.scaled(self._room[part].size(), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
        return grabbed

    # -- layout -----------------------------------------------------------------------------------------

    def _parts(self) -> list[QWidget]:
        return [self._view.board, self._view.hand, *self._view.panels]

    def _lay_out(self, density: Density) -> None:
        gap = density.px(_GAP)
        room = QRect(QPoint(), self._size)
        if self._picture.below:
            high = density.px(_HAND)
            below = QRect(gap, room.bottom() + 1 - high - gap, room.width() - 2 * gap, high)
            self._put(self._view.hand, below, below.size())
            room.setBottom(below.top() - gap)
        panel = next((panel for panel in self._view.panels if panel.objectName() == self._picture.beside), None)
        if panel is not None:
            wide = density.px(_PANEL)
            panel.setFixedWidth(wide)
            panel.ensurePolished()
            _let_see(panel)
            high = panel.sizeHint().height()
            beside = QRect(room.right() + 1 - wide - gap, gap, wide, high)
            self._put(panel, beside, beside.size())
            room.setRight(beside.left() - gap)
        self._put_board(room)

    def _put(self, part: QWidget, room: QRect, size: QSize, corner: QPoint | None = None) -> None:
        part.resize(size)
        _let_see(part)
        self._room[part] = room
        self._corner[part] = room.topLeft() if corner is None else corner

    def _put_board(self, room: QRect) -> None:
        board, picture = self._view.board, self._picture
        for control in board.findChildren(QAbstractButton):
            control.hide()  # nobody can press a button in a picture
        if not picture.around:
            self._finer = max(_FINER, NOMINAL[0] / room.width())
            self._put(board, room, room.size() * self._finer)
            return
        nominal = QSize(*NOMINAL) * self._unit
        self._put(board, room, nominal)
        part = self._around()
        nearer = min(room.width() / part.width(), room.height() / part.height(), _NEAREST)
        self._put(board, room, nominal * nearer)
        middle = self._around(nearer).center()
        corner = room.center() - middle
        least = room.bottomRight() + QPoint(1, 1) - QPoint(board.width(), board.height())
        corner = QPoint(min(room.left(), max(least.x(), corner.x())), min(room.top(), max(least.y(), corner.y())))
        self._put(board, room, board.size(), corner)

    def _around(self, nearer: float = 1.0) -> QRect:
        """The part of the board with everything to show, and some space around it, on a board enlarged by a factor."""
        whole = QRect()
        for name in self._picture.around:
            found = self._view.locate(name.removeprefix("place "))
            if found is not None:
                whole = whole.united(found[1])
        side = max(20, min(whole.width(), whole.height()) // 4)
        head = round(_HEAD * self._unit * nearer)  # for the pieces that stand there
        return whole.adjusted(-side, -side - head, side, side)

    def _seen(self, name: str) -> QRectF | None:
        """The place of a mark's target on the sheet; None if it is not there."""
        kind, _, place = name.partition(" ")
        if kind == "place":
            found = self._view.locate(place)
            part, at = (self._view.board, found[1]) if found is not None else (self._view.board, QRect())
        else:
            widget, over = self._widget(name)
            if widget is None or over is None:
                return None
            part, at = over, QRect(widget.mapTo(over, QPoint()), widget.size())
        if at.isEmpty() or part not in self._corner:
            return None
        finer = self._finer if part is self._view.board else 1.0
        room = QRectF(QPointF(at.topLeft()) / finer, at.size() / finer).translated(self._corner[part])
        return room if self._room[part].contains(room.center().toPoint()) else None

    def _widget(self, name: str) -> tuple[QWidget | None, QWidget | None]:
        for part in self._room:
            found = part if part.objectName() == name else part.findChild(QWidget, name)
            if isinstance(found, QWidget):
                return found, part
        return None, None

    def missing(self) -> list[str]:
        """What the picture points at but does not show."""
        wanted = [*self._picture.around, *self._picture.marks, *(end for arrow in self._picture.arrows for end in arrow)]
        return [name for name in (*wanted, *self._picture.labels) if self._seen(name) is None]

    # -- marks --------------------------------------------------------------------------------------------

    def _point(self, painter: QPainter) -> None:
        for name in self._picture.marks:
            room = self._seen(name)
            if room is not None:
                paint_frame(painter, room, self._unit)
        for one, other in self._picture.arrows:
            begin, end = self._seen(one), self._seen(other)
            if begin is not None and end is not None:
                _paint_arrow(painter, begin.center(), end.center(), self._unit)
        for name, text in self._picture.labels.items():
            room = self._seen(name)
            if room is not None:
                _paint_label(painter, QPointF(room.center().x(), room.top() - 4 * self._unit), text, self._unit)


def _let_see(part: QWidget) -> None:
    """Lay out a widget that is never shown on the screen."""
    part.ensurePolished()
    part.show()
    part.grab()
    theme.application().sendPostedEvents()
    for card in part.findChildren(CardButton):
        card.update()


def _paint_arrow(painter: QPainter, begin: QPointF, end: QPointF, unit: float) -> None:
    """Paint a curved arrow from near one point to near another."""
    way = end - begin
    length = max(1.0, (way.x() ** 2 + way.y() ** 2) ** 0.5)
    along = way / length
    across = QPointF(along.y(), -along.x())
    if across.y() > 0:
        across = -across  # curve it upwards
    start, tip = begin + along * 8 * unit, end - along * 8 * unit
    bend = (start + tip) / 2 + across * min(length * 0.22, 34 * unit)
    head = 11 * unit
    into = tip - bend
    into /= max(1.0, (into.x() ** 2 + into.y() ** 2) ** 0.5)
    beside = QPointF(into.y(), -into.x())
    line = QPainterPath(start)
    line.quadTo(bend, tip - into * head)
    point = QPainterPath(tip)
    point.lineTo(tip - into * head * 1.3 + beside * head * 0.75)
    point.lineTo(tip - into * head * 1.3 - beside * head * 0.75)
    point.closeSubpath()
    round_ends = (Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, wide in ((RIM, 7.5), (COLOUR, 4.5)):
        painter.setPen(QPen(QColor(colour), wide * unit, *round_ends))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(line)
        painter.setPen(QPen(QColor(colour), (wide - 4) * unit, *round_ends))
        painter.setBrush(QColor(colour))
        painter.drawPath(point)


def _paint_label(painter: QPainter, middle: QPointF, text: str, unit: float) -> None:
    """Paint a letter or number on a disc."""
    font = theme.font(13 * unit, QFont.Weight.Bold)
    wide = max(22 * unit, QFontMetricsF(font).horizontalAdvance(text) + 12 * unit)
    disc = QRectF(0, 0, wide, 22 * unit)
    disc.moveCenter(middle)
    painter.setPen(QPen(QColor(RIM), 2 * unit))
    painter.setBrush(QColor(COLOUR))
    painter.drawRoundedRect(disc, disc.height() / 2, disc.height() / 2)
    painter.setPen(QColor(RIM))
    painter.setFont(font)
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, text)
