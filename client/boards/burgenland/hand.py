"""The hand: heraldic cards sorted by colour, each colour with the sum of its coins, then jokers and tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from client import theme
from client.boards.burgenland.cards import HandButton, HandCard
from client.boards.burgenland.hues import HUES
from client.table import art
from client.table.density import Density

_RIGHTWARDS = QPointF(1, 0)


class HandFan(QWidget):
    """The cards side by side; a hand that is too long for the row overlaps like one held in the fingers.

    Signals:
        chosen: a card was clicked (its :class:`~.cards.HandCard`).
        pointed: the pointer or the focus is on a card (its move) or has gone (None).
    """

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hand")
        self.cards: list[HandButton] = []
        self._density = Density()
        self._groups: list[tuple[int, int, QRectF]] = []
        self._empty = QLabel("", self)
        self._empty.setProperty("role", "soft")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def set_density(self, density: Density) -> None:
        """Fit the cards to the room there is."""
        self._density = density
        self.setFixedHeight(density.px(73 if density.compact else 100))
        self._arrange()

    def show_cards(self, cards: Sequence[HandCard], empty: str) -> None:
        """Show these cards, colour by colour; buttons are kept where they can be, so that the focus stays."""
        focused = next((button.card.key for button in self.cards if button.hasFocus()), None)
        while len(self.cards) > len(cards):
            gone = self.cards.pop()
            gone.hide()
            gone.setParent(None)
            gone.deleteLater()
        while len(self.cards) < len(cards):
            button = HandButton(cards[len(self.cards)], self)
            button.clicked.connect(lambda _=False, button=button: self.chosen.emit(button.card))
            button.pointed.connect(self.pointed)
            self.cards.append(button)
        for button, card in zip(self.cards, cards, strict=True):
            button.ringed = False
            button.set_card(card)
            button.show()
            if card.key == focused:
                button.setFocus()
        self._empty.setText(empty)
        self._empty.setVisible(not cards)
        self._arrange()

    def ring(self, slots: Iterable[int], jokers: bool) -> None:
        """Ring the cards that would help to pay for what is pointed at."""
        wanted = set(slots)
        for button in self.cards:
            card = button.card
            button.ring(card.slot in wanted if card.slot else jokers and card.key == "hand-joker")

    def _arrange(self) -> None:
        self._empty.setGeometry(self.rect())
        self._groups = []
        if not self.cards:
            self.update()
            return
        px = self._density.px
        head = px(17 if self._density.compact else 20)
        lift = px(4)
        high = self.height() - head - lift
        full = round(high * 0.78)
        gap, between = px(3), px(9)
        groups = sum(
            1 for place, button in enumerate(self.cards) if not place or button.card.colour != self.cards[place - 1].card.colour
        )
        room = self.width() - 2 - (groups - 1) * (between - gap)
        step = min(full + gap, (room - full) // max(1, len(self.cards) - 1))
        wide = min(full, max(step - gap, px(30)))
        left = 1
        start = left
        for place, button in enumerate(self.cards):
            colour = button.card.colour
            last = place + 1 == len(self.cards) or self.cards[place + 1].card.colour != colour
            top = head if button.card.picked else head + lift
            button.setGeometry(left, top, wide, high)
            button.raise_()
            if last:
                if colour:
                    coins = sum(other.card.coins for other in self.cards if other.card.colour == colour)
                    self._groups.append((colour, coins, QRectF(start, 0, left + wide - start, head - 1)))
                left += between - gap
                start = left + step
            left += step
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The coins of each colour over its cards."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, px = theme.palette(), self._density.px
        painter.setFont(theme.font(px(13), QFont.Weight.DemiBold))
        for colour, coins, box in self._groups:
            painter.setPen(QPen(QColor(HUES[colour]), px(3), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(box.bottomLeft() + _RIGHTWARDS * 2, box.bottomRight() - _RIGHTWARDS * 2)
            said = str(coins)
            coin = px(12)
            wide = painter.fontMetrics().horizontalAdvance(said)
            left = box.center().x() - (wide + coin + px(3)) / 2
            art.paint(painter, "pieces/coin", QRectF(left, box.top() + px(1), coin, coin))
            painter.setPen(QColor(colours.text))
            line = QRectF(left + coin + px(3), box.top() - px(1), wide + 2, px(16))
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, said)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards in the new width."""
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        """As wide as it may be."""
        return QSize(600, self.height())

    def minimumSizeHint(self) -> QSize:
        """Cards narrower than this cannot be read."""
        return QSize(320, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow keys go from card to card."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        place = next((number for number, button in enumerate(self.cards) if button.hasFocus()), None)
        if step and place is not None:
            self.cards[(place + step) % len(self.cards)].setFocus()
        else:
            super().keyPressEvent(event)
