"""The purse: the payment, the purchases of picked cards, or the uses of the hand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from client.boards.burgenland.facts import coins_of, colour_of
from client.boards.burgenland.hues import HUES, crest
from client.boards.burgenland.stones import paint_fitted
from client.look import theme
from client.look.plain import Label
from client.look.seen import Seen
from client.table.density import Density
from client.table.panel import Panel


class Laid(QWidget):
    """Small cards in a row: paid towards a price, or picked. Places still to fill are empty."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("laid")
        self._density = Density()
        self._faces: tuple[int, ...] = ()
        self._jokers = 0
        self._open = 0
        self._seen = Seen()

    def show_laid(self, faces: Sequence[int], jokers: int, still_open: int) -> None:
        """Show these cards and jokers, and this many empty places."""
        if not self._seen.differs(tuple(faces), jokers, still_open):
            return
        self._faces, self._jokers, self._open = tuple(faces), jokers, still_open
        self.setVisible(bool(faces or jokers or still_open))
        self.update()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        self.setFixedHeight(density.px(36 if density.compact else 42))

    def sizeHint(self) -> QSize:
        """As wide as possible."""
        return QSize(150, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the cards."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, px = theme.palette(), self._density.px
        count = len(self._faces) + self._jokers + self._open
        high = self.height() - 2
        wide = high * 0.68
        step = min(wide + px(4), (self.width() - wide - 2) / max(1, count - 1))
        for place in range(count):
            box = QRectF(1 + place * step, 1, wide, high)
            if place >= len(self._faces) + self._jokers:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(colours.soft), 1.4, Qt.PenStyle.DashLine))
                painter.drawRoundedRect(box, 3, 3)
                continue
            painter.setBrush(QColor(colours.card))
            painter.setPen(QPen(QColor("#3b2a17"), 1.2))
            painter.drawRoundedRect(box, 3, 3)
            if place >= len(self._faces):
                paint_fitted(painter, "burgenland/joker", box.adjusted(2, 2, -2, -2))
                continue
            face = self._faces[place]
            field = box.adjusted(2, 2, -2, -high * 0.4)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(HUES[colour_of(face)]))
            painter.drawRoundedRect(field, 2, 2)
            paint_fitted(painter, crest(colour_of(face)), field.adjusted(1, 1, -1, -1))
            painter.setFont(theme.font(high * 0.4, serif=True))
            painter.setPen(QColor(colours.ink))
            foot = QRectF(box.left(), field.bottom(), box.width(), box.bottom() - field.bottom())
            painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, str(coins_of(face)))
        painter.end()


class Purse(Panel):
    """The panel."""

    def __init__(self, heading: str) -> None:
        super().__init__(heading, "purse")
        self.laid = Laid()
        self.words = Label()
        self.words.setObjectName("purse-words")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.body.addWidget(self.laid)
        self.body.addWidget(self.words)

    def tell(self, words: str, faces: Sequence[int] = (), jokers: int = 0, still_open: int = 0) -> None:
        """Show a text about these cards."""
        self.words.setText(words)
        self.words.setAccessibleName(words)
        self.laid.show_laid(faces, jokers, still_open)

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        if hasattr(self, "laid"):
            self.laid.set_density(density)
