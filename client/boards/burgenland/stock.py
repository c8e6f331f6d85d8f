"""The stock beside the board: piles, the open builder, tiles and jokers, and the coins on the well marks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QWidget

from client.boards.burgenland.cards import HandButton, HandCard
from client.look import theme
from client.look.plain import give_tip
from client.look.seen import Seen
from client.table.density import Density
from client.table.panel import Panel

_ACROSS = 3

CARD_WIDE = 24
"""The least width of a card, at the usual size."""


class Marks(QWidget):
    """The well marks in order: covered ones are dark, the next one has a ring."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("well-marks")
        self._density = Density()
        self._marks: tuple[int, ...] = ()
        self._covered = 0
        self._seen = Seen()

    def show_marks(self, marks: tuple[int, ...], covered: int, said: str) -> None:
        """Show these coins; the first ``covered`` are taken."""
        if not self._seen.differs(marks, covered, said):
            return
        self._marks, self._covered = marks, covered
        self.setAccessibleName(said)
        give_tip(self, said)
        self.update()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        self.setFixedHeight(density.px(26 if density.compact else 30))

    def sizeHint(self) -> QSize:
        """As wide as possible."""
        return QSize(160, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the marks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, px = theme.palette(), self._density.px
        side = min(px(24 if self._density.compact else 28), (self.width() - 2) // max(1, len(self._marks)) - 2)
        step = min(side + px(5), (self.width() - side) / max(1, len(self._marks) - 1))
        for place, coins in enumerate(self._marks):
            middle = QPointF(side / 2 + 1 + place * step, self.height() / 2)
            box = QRectF(middle.x() - side / 2 + 1, middle.y() - side / 2 + 1, side - 2, side - 2)
            taken = place < self._covered
            painter.setBrush(QColor(colours.inset if taken else "#a9cdd6"))
            painter.setPen(QPen(QColor(colours.line if taken else "#1f4a5a"), 1.5))
            painter.drawEllipse(box)
            painter.setFont(theme.font(side * 0.56, serif=True))
            painter.setPen(QColor(colours.soft if taken else "#10303c"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(coins))
            if taken:
                painter.setPen(QPen(QColor(colours.soft), 1.6))
                painter.drawLine(box.topRight() + QPointF(-4, 4), box.bottomLeft() + QPointF(4, -4))
            elif place == self._covered:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(QColor(colours.text), 2))
                painter.drawEllipse(box.adjusted(-1, -1, 1, 1))
        painter.end()


class Stock(Panel):
    """The piles and their counts.

    Signals:
        chosen: one of them was clicked (its :class:`~.cards.HandCard`).
        pointed: the pointer or the focus is on one (its move), or has left (None).
    """

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self, heading: str) -> None:
        self.cards: list[HandButton] = []
        self._density = Density()
        super().__init__(heading, "stock")
        self._grid = QGridLayout()
        self.body.addLayout(self._grid)
        self.marks = Marks()
        self.body.addWidget(self.marks)

    def show_cards(self, cards: Sequence[HandCard]) -> None:
        """Show these cards; their number never changes."""
        if not self.cards:
            for card in cards:
                button = HandButton(card, self)
                button.clicked.connect(lambda _=False, button=button: self.chosen.emit(button.card))
                button.pointed.connect(self.pointed)
                self._grid.addWidget(button, len(self.cards) // _ACROSS, len(self.cards) % _ACROSS)
                self.cards.append(button)
            self.set_density(self._density)
        for button, card in zip(self.cards, cards, strict=True):
            button.set_card(card)

    def button(self, key: str) -> HandButton:
        """The card with this object name."""
        return next(button for button in self.cards if button.card.key == key)

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        self._density = density
        if not hasattr(self, "marks"):
            return
        self._grid.setSpacing(density.px(5 if density.compact else 7))
        for column in range(_ACROSS):
            self._grid.setColumnStretch(column, 1)
        for button in self.cards:
            button.setFixedHeight(density.px(58 if density.compact else 66))
            button.setMinimumWidth(density.px(CARD_WIDE))
        self.marks.set_density(density)
