"""The list of games: thousands of rows, of which only the visible ones are read and painted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from client.library.index import Row
from client.library.record import BROKEN, OVER
from client.look import theme
from client.messages import Catalogue
from client.pages.library.said import result_text, state_text

HEIGHT = 84
"""The height of a row, in pixels at the usual size."""

PICTURE = (112, 70)
PICTURES = 120
"""The number of thumbnails kept in memory."""

Index = QModelIndex | QPersistentModelIndex


def when_text(catalogue: Catalogue, changed: float) -> str:
    """Day and time."""
    return catalogue.moment(datetime.fromtimestamp(int(changed)))


class Pictures:
    """The thumbnails in memory, those used most recently."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Path, QPixmap] = OrderedDict()

    def get(self, path: Path | None) -> QPixmap | None:
        """The picture in this file; None if there is none yet."""
        if path is None:
            return None
        found = self._kept.get(path)
        if found is None:
            found = QPixmap(str(path))
            if found.isNull():
                return None
            self._kept[path] = found
            while len(self._kept) > PICTURES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(path)
        return found


class Games(QAbstractListModel):
    """The rows of the list."""

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue
        self.rows: Sequence[Row] = ()

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows."""
        if list(rows) == list(self.rows):
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  - as Qt declares it
        """The number of rows."""
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row as a sentence, for screen readers and for search by typing."""
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        row, text = self.rows[index.row()], self._catalogue.text
        record = row.record
        if record.problem is not None:
            return f"{row.file.name}: {text(record.problem)}"
        when = when_text(self._catalogue, row.changed)
        players = self._catalogue.listed(record.names)
        said = text("client.saved.name", game=text(f"{record.game}.title"), players=players, when=when)
        return f"{said}. {result_text(self._catalogue, record) if record.end else state_text(self._catalogue, record)}"


class GameRows(QStyledItemDelegate):
    """Paints a row: thumbnail, game, players, date, and the result."""

    def __init__(self, catalogue: Catalogue, rows: Callable[[int], Row], picture: Callable[[Row], QPixmap | None]) -> None:
        """``rows`` gives the row with a number, ``picture`` its thumbnail, if there is one."""
        super().__init__()
        self._catalogue = catalogue
        self._rows = rows
        self._picture = picture

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """The size of a row; all are equally high."""
        return QSize(200, round(HEIGHT * theme.scale()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row = self._rows(index.row())
        colours, scale, text = theme.palette(), theme.scale(), self._catalogue.text
        record = row.record
        place: QRect = option.rect
        state = option.state
        box = QRectF(place).adjusted(1, 2 * scale, -1, -2 * scale)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.setBrush(QColor(colours.raised if chosen or state & QStyle.StateFlag.State_MouseOver else colours.inset))
        painter.setPen(
            QPen(QColor(colours.focus if focused else colours.soft if chosen else colours.line), 2 if focused else 1)
        )
        painter.drawRoundedRect(box, 8 * scale, 8 * scale)
        wide, high = PICTURE[0] * scale, PICTURE[1] * scale
        frame = QRectF(box.left() + 6 * scale, box.center().y() - high / 2, wide, high)
        paint_picture(painter, frame, self._picture(row), 5 * scale)
        left = frame.right() + 12 * scale
        room = QRectF(left, box.top() + 7 * scale, box.right() - left - 12 * scale, box.height() - 14 * scale)
        third = room.height() / 3
        lines = [QRectF(room.left(), room.top() + number * third, room.width(), third) for number in range(3)]
        when = when_text(self._catalogue, row.changed)
        if record.problem is not None:
            players = self._catalogue.listed(record.names)
            said = text("client.library.broken", game=text(f"{record.game}.title"), players=players)
            _line(painter, lines[0], said if record.game else row.file.name, 14, colours.text, QFont.Weight.DemiBold)
            _line(painter, lines[1], text(record.problem), 13, colours.error)
            _line(painter, lines[2], text("client.library.line", state=when, file=row.file.name), 12, colours.soft)
        else:
            taken = _line(painter, lines[0], text(f"{record.game}.title"), 14, colours.text, QFont.Weight.DemiBold)
            _line(painter, lines[0].adjusted(taken + 12 * scale, 0, 0, 0), when, 12, colours.soft, right=True)
            if row.state == OVER:
                _line(painter, lines[1], result_text(self._catalogue, record), 13, colours.text)
            else:
                _line(painter, lines[1], self._catalogue.listed(record.names, "row"), 13, colours.text)
            name = text("client.library.line", state=state_text(self._catalogue, record), file=row.file.stem)
            _line(painter, lines[2], name, 12, colours.soft)
        painter.restore()


def paint_picture(painter: QPainter, frame: QRectF, picture: QPixmap | None, round_by: float) -> None:
    """Paint a thumbnail with round corners, or a placeholder until there is one."""
    colours = theme.palette()
    path = QPainterPath()
    path.addRoundedRect(frame, round_by, round_by)
    painter.save()
    painter.setClipPath(path)
    if picture is None:
        painter.fillRect(frame, QColor(colours.table))
        middle, wide = frame.center(), frame.height() / 6
        for step in (-1, 0, 1):  # three towers stand for a board that is not painted yet
            high = wide * (2.4 - abs(step) * 0.7)
            tower = QRectF(middle.x() + (step * 1.25 - 0.5) * wide, middle.y() + 1.2 * wide - high, wide, high)
            painter.fillRect(tower, QColor(colours.line))
            for merlon in (0.0, 0.375, 0.75):
                top = QRectF(tower.left() + merlon * wide, tower.top() - wide / 4, wide / 4, wide / 4)
                painter.fillRect(top, QColor(colours.line))
    else:
        painter.drawPixmap(frame, picture, QRectF(picture.rect()))
    painter.restore()


def _line(
    painter: QPainter,
    room: QRectF,
    said: str,
    pixels: int,
    colour: str,
    weight: QFont.Weight = QFont.Weight.Normal,
    right: bool = False,
) -> float:
    """Write a line, cut off at the end of its space; returns its width."""
    painter.setFont(theme.font(pixels * theme.scale(), weight))
    painter.setPen(QColor(colour))
    cut = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, int(room.width()))
    side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, cut)
    return painter.fontMetrics().horizontalAdvance(cut)


def is_openable(row: Row) -> bool:
    """Whether the row's file has a game to look at."""
    return row.state != BROKEN
