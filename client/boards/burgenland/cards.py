"""Heraldic cards, jokers, tiles and piles as clickable cards."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPen
from PySide6.QtWidgets import QWidget

from client.boards.burgenland.hues import HUES, INKS, crest
from client.boards.burgenland.stones import fitted
from client.boards.cards import Card, CardButton
from client.look import theme
from client.table import art

_CENTRE = Qt.AlignmentFlag.AlignCenter

_ROOMY = 44
"""The width in pixels from which a card has a wide rim; a narrower one needs the room for its crest."""


@dataclass(frozen=True)
class HandCard(Card):
    """A card of the hand, or a pile.

    Attributes:
        slot: the heraldic card's slot; 0 for anything else.
        colour, coins: what is printed on a heraldic card; colour 0 for anything else.
        picked: whether it is picked; for a heap of equal things, how many of them are.
    """

    slot: int = 0
    colour: int = 0
    coins: int = 0
    picked: int = 0


class HandButton(CardButton):
    """One heraldic card, or a small heap of jokers or tiles."""

    card: HandCard

    def __init__(self, card: HandCard, parent: QWidget | None = None) -> None:
        self.ringed = False
        super().__init__(card, parent)

    def ring(self, on: bool) -> None:
        """Show whether this card would help to pay for the place under the pointer."""
        if on != self.ringed:
            self.ringed = on
            self.update()

    def _content(self) -> tuple[object, ...]:
        card = self.card
        return *super()._content(), card.colour, card.coins, card.picked, card.move is None, self.ringed

    def _paint_face(self, painter: QPainter, box: QRectF, colours: theme.Palette) -> None:
        if self.card.colour:
            rim = 3 if box.width() >= _ROOMY else 2
            self._paint_heraldic(painter, box.adjusted(rim, rim, -rim, -rim))
        else:
            self._paint_heap(painter, box, colours)
        if self.card.picked or self.ringed:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor("#171310"), 4.5))
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(QPen(QColor("#ffffff"), 2.5))
            painter.drawRoundedRect(box, 6, 6)

    def _paint_heraldic(self, painter: QPainter, box: QRectF) -> None:
        """Paint the colour over the whole card, a crest as large as fits, and the coins on a seal below it."""
        colour, ink = self.card.colour, QColor(INKS[self.card.colour])
        shade = QLinearGradient(box.topLeft(), box.bottomRight())
        shade.setColorAt(0, QColor(HUES[colour]).lighter(116))
        shade.setColorAt(1, QColor(HUES[colour]).darker(118))
        painter.setPen(QPen(QColor(30, 20, 10, 120), 1))
        painter.setBrush(shade)
        painter.drawRoundedRect(box, 5, 5)
        ink.setAlpha(120)
        painter.setPen(QPen(ink, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), 3, 3)
        seal = min(box.height() * 0.36, box.width() * 0.62)
        side = 3 if box.width() >= _ROOMY else 1
        shield = box.adjusted(side, 4, -side, -seal * 0.8 - 2)  # the seal lies on the tip of the shield, which is empty
        art.paint(painter, crest(colour), fitted(crest(colour), shield))
        self._paint_coins(painter, QRectF(box.left(), box.bottom() - seal - 2, box.width(), seal), self.card.coins)

    def _paint_coins(self, painter: QPainter, line: QRectF, coins: int) -> None:
        side = min(line.height(), line.width())
        coin = QRectF(0, 0, side, side)
        coin.moveCenter(line.center())
        painter.setBrush(QColor("#e6b583"))
        painter.setPen(QPen(QColor("#5f3a1f"), 1.4))
        painter.drawEllipse(coin)
        painter.setPen(QPen(QColor(95, 58, 31, 120), 0.9))
        painter.drawEllipse(coin.adjusted(2, 2, -2, -2))
        painter.setFont(theme.font(max(13, side * 0.76), serif=True))
        painter.setPen(QColor("#2d1804"))
        painter.drawText(coin, _CENTRE, str(coins))

    def _paint_heap(self, painter: QPainter, box: QRectF, colours: theme.Palette) -> None:
        card = self.card
        foot = max(17.0, box.height() * 0.32)
        place = fitted(card.drawing, box.adjusted(4, 4, -4, -foot))
        art.paint(painter, card.drawing, place)
        painter.setFont(theme.font(max(13, min(foot * 0.76, box.width() * 0.4)), serif=True))
        painter.setPen(QColor(colours.ink))
        said = f"{card.picked}/{card.number}" if card.picked and card.move is not None else f"×{card.number}"
        painter.drawText(QRectF(box.left(), box.bottom() - foot, box.width(), foot), _CENTRE, said)
