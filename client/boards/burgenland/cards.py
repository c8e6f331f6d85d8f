"""Heraldic cards, jokers, tiles and piles as cards one can click."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QWidget

from client import theme
from client.boards.burgenland.hues import HUES, crest
from client.boards.burgenland.stones import fitted
from client.boards.loop.cards import Card, CardButton
from client.table import art

_CENTRE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class HandCard(Card):
    """A card of the hand, or a pile.

    Attributes:
        slot: which heraldic card; 0 for anything else.
        colour, coins: what is printed on a heraldic card; colour 0 for anything else.
        picked: whether it is picked out; of things that are alike, how many of them are.
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
        """Show that this card would help to pay for what is pointed at."""
        if on != self.ringed:
            self.ringed = on
            self.update()

    def _paint_face(self, painter: QPainter, box: QRectF, colours: theme.Palette) -> None:
        if self.card.colour:
            self._paint_heraldic(painter, box.adjusted(3, 3, -3, -3))
        elif box.width() > box.height() * 1.25:
            self._paint_wide(painter, box, colours)
        else:
            self._paint_heap(painter, box, colours)
        if self.card.picked or self.ringed:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor("#171310"), 4.5))
            painter.drawRoundedRect(box, 6, 6)
            painter.setPen(QPen(QColor("#ffffff"), 2.5))
            painter.drawRoundedRect(box, 6, 6)

    def _paint_heraldic(self, painter: QPainter, box: QRectF) -> None:
        """The crest above, the coins below; a narrow card shows its colour and coins at the left."""
        colour = self.card.colour
        foot = max(16.0, box.height() * 0.34)
        field = box.adjusted(0, 0, 0, -foot)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(HUES[colour]))
        painter.drawRoundedRect(field, 4, 4)
        art.paint(painter, crest(colour), fitted(crest(colour), field.adjusted(2, 3, -2, -3)))
        line = QRectF(box.left(), field.bottom(), box.width(), foot)
        self._paint_coins(painter, line, self.card.coins)

    def _paint_coins(self, painter: QPainter, line: QRectF, coins: int) -> None:
        side = min(line.height() * 0.86, line.width())
        coin = QRectF(0, 0, side, side)
        coin.moveCenter(line.center() + QPointF(0, 1))
        painter.setBrush(QColor("#dba676"))
        painter.setPen(QPen(QColor("#5f3a1f"), 1.3))
        painter.drawEllipse(coin)
        painter.setFont(theme.font(max(13, side * 0.74), serif=True))
        painter.setPen(QColor("#2d1804"))
        painter.drawText(coin, _CENTRE, str(coins))

    def _paint_heap(self, painter: QPainter, box: QRectF, colours: theme.Palette) -> None:
        card = self.card
        foot = max(17.0, box.height() * 0.3)
        place = fitted(card.drawing, box.adjusted(4, 5, -4, -foot))
        art.paint(painter, card.drawing, place)
        painter.setFont(theme.font(max(13, foot * 0.74), serif=True))
        painter.setPen(QColor(colours.ink))
        said = f"{card.picked}/{card.number}" if card.picked and card.move is not None else f"×{card.number}"
        painter.drawText(QRectF(box.left(), box.bottom() - foot - 1, box.width(), foot), _CENTRE, said)

    def _paint_wide(self, painter: QPainter, box: QRectF, colours: theme.Palette) -> None:
        """A pile beside the board: its drawing, and how many are left or what it costs."""
        card = self.card
        place = fitted(card.drawing, QRectF(box.left() + 5, box.top() + 4, box.height() * 0.8, box.height() - 8))
        art.paint(painter, card.drawing, place)
        rest = QRectF(place.right() + 3, box.top(), box.right() - place.right() - 6, box.height())
        painter.setPen(QColor(colours.ink))
        if card.caption:
            painter.setFont(theme.font(max(11.0, box.height() * 0.28), QFont.Weight.DemiBold))
            painter.drawText(rest, _CENTRE, card.caption)
        else:
            painter.setFont(theme.font(max(13.0, box.height() * 0.46), serif=True))
            painter.drawText(rest, _CENTRE, str(card.number))
