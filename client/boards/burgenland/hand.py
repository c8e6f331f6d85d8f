"""The hand: heraldic cards by colour with the sum of their coins, then jokers and tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from client.boards.burgenland.cards import HandButton, HandCard
from client.boards.burgenland.hues import HUES
from client.boards.cardrow import CardRow
from client.look import theme
from client.table import art

_RIGHTWARDS = QPointF(1, 0)


class HandFan(CardRow):
    """The cards side by side; the cards of a long hand overlap, like cards held in the fingers.

    Signals:
        chosen: a card was clicked (its :class:`~.cards.HandCard`).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        self._groups: list[tuple[int, int, QRectF]] = []
        super().__init__("", (92, 118, 150), parent)

    def _button(self, card: HandCard) -> HandButton:
        button = HandButton(card, self)
        button.clicked.connect(lambda _=False, button=button: self.chosen.emit(button.card))
        button.pointed.connect(self.pointed)
        return button

    def show_cards(self, cards: Sequence[HandCard], empty: str) -> None:
        """Show these cards, colour by colour, and remove all rings."""
        for button in self.cards:
            button.ringed = False
        super().show_cards(cards, empty)

    def ring(self, slots: Iterable[int], jokers: bool) -> None:
        """Ring the cards that would help to pay for the place under the pointer."""
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
        head = px(15 if self._density.compact else 18)
        lift = px(3)
        high = self.height() - head - lift
        full = round(high * (0.74 if self._density.ample else 0.82))
        gap, between = px(3), px(9)
        groups = sum(
            1 for place, button in enumerate(self.cards) if not place or button.card.colour != self.cards[place - 1].card.colour
        )
        room = self.width() - 2 - (groups - 1) * (between - gap)
        count, least = len(self.cards), px(30)
        step = min(full + gap, (room + gap) // count)
        if step - gap < least:
            step = (room - least) // (count - 1)
        wide = min(full, max(step - gap, least))
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
        """Paint the coins of each colour above its cards."""
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
