"""The small box about the field under the pointer: what stands there, and what is possible there now."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from client.look import theme
from client.look.lies_on import lies_on


class Hint(QFrame):
    """Floats over a board near a place, never under the pointer and never outside."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hint")
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.RichText)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(11, 8, 12, 9)
        self._column.addWidget(self._text)
        self.hide()

    @property
    def text(self) -> str:
        """The text, as rich text."""
        return self._text.text()

    def tell(self, title: str, about: list[str], deeds: list[tuple[str, str, list[str]]], near: QRect) -> None:
        """Show a title, lines about the field, and for each possible move its name, its money and its effects."""
        colours = theme.palette()
        rows = [f"<b>{escape(title)}</b>"]
        rows += [f'<span style="color:{colours.soft}">{escape(line)}</span>' for line in about]
        for name, money, told in deeds:
            rows.append(
                f'<span style="color:{colours.gold_text}">{escape(name)}</span>'
                + (f"&nbsp;&nbsp;<b>{escape(money)}</b>" if money else "")
            )
            rows += [f'<span style="color:{colours.soft}">&nbsp;&nbsp;{escape(line)}</span>' for line in told]
        self._text.setText("<br>".join(rows))
        self._text.setWordWrap(False)
        self.adjustSize()
        inside = lies_on(self).rect().adjusted(4, 4, -4, -4)
        if self.width() > inside.width():
            self._text.setWordWrap(True)
            self.resize(inside.width(), self._column.totalHeightForWidth(inside.width()))
        place = QPoint(near.right() + 14, near.top() - self.height() - 6)
        if place.x() + self.width() > inside.right():
            place.setX(near.left() - 14 - self.width())
        if place.y() < inside.top():
            place.setY(near.bottom() + 10)
        place.setX(max(inside.left(), min(place.x(), inside.right() - self.width())))
        place.setY(max(inside.top(), min(place.y(), inside.bottom() - self.height())))
        self.move(place)
        self.show()
        self.raise_()
