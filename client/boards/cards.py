"""Clickable cards: construction cards, tower cards and piles, in the hand and in the market."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QLinearGradient,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from client.look import theme
from client.look.painted import Painted
from client.look.plain import give_tip
from client.look.seen import Seen
from client.table import art
from rules.contract import Move

SMALLEST_WORDS = 11.0
"""The smallest text on a card, in pixels."""

_WORDS = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap


@dataclass(frozen=True)
class Card:
    """A card to show.

    Attributes:
        move: what a click on it asks for, or None.
        can: whether that is possible now.
        number: the field printed on it; 0 for a drawing instead.
        drawing: of a pile or tower card.
        caption: its pay or price.
        crests: the crests of the castles on which it would build.
        drawing_above: a small drawing above the number of a card that builds on no castle.
        name: its accessible name; ``about`` is the accessible description.
        key: the object name.
        label: a word instead of the number below a drawing.
    """

    move: Move | None
    can: bool
    number: int = 0
    drawing: str = ""
    caption: str = ""
    crests: tuple[int, ...] = ()
    drawing_above: str = ""
    name: str = ""
    about: str = ""
    key: str = ""
    label: str = ""


class CardButton(Painted, QAbstractButton):
    """A card. The player can click it even if it cannot be played: then the rules say why.

    Signals:
        wanted: the card was clicked (its move).
        pointed: the pointer or the focus has arrived (the card's move) or left (None).
    """

    wanted = Signal(object)
    pointed = Signal(object)
    card: Card
    glows: int
    """The seat through whose move this card has just come to lie here, or -1: the card is ringed in its colour."""

    wordless = False
    """Whether the card omits its label in favour of a larger drawing, because a card beside it has too long a label."""

    def __init__(self, card: Card, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: self.wanted.emit(self.card.move))
        self.selected = False
        self.glows = -1
        self._seen = Seen()
        self.card = card
        self.set_card(card)

    def set_card(self, card: Card) -> None:
        """Show another card."""
        if not self._seen.differs(card):
            return
        self.card = card
        self.setObjectName(card.key)
        self.setAccessibleName(card.name)
        self.setAccessibleDescription(card.about)
        give_tip(self, card.about)
        self.update()
        if self.underMouse():
            self.pointed.emit(card.move)

    def sizeHint(self) -> QSize:
        """The smallest readable size; hand and market set the real one."""
        return QSize(28, 36)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer has arrived."""
        super().enterEvent(event)
        self.pointed.emit(self.card.move)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer has left."""
        super().leaveEvent(event)
        self.pointed.emit(None)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The focus has arrived."""
        super().focusInEvent(event)
        self.pointed.emit(self.card.move)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The focus has left."""
        super().focusOutEvent(event)
        self.pointed.emit(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter plays the card if possible; else the window gets the key, and confirms the turn."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.card.can:
                self.click()
            else:
                event.ignore()
        else:
            super().keyPressEvent(event)

    def _content(self) -> tuple[object, ...]:
        card = self.card
        printed = card.number, card.drawing, card.caption, card.crests, card.drawing_above, card.label
        return card.can, printed, self.selected, self.wordless, self.glows

    def paint(self, painter: QPainter) -> None:
        """Draw the card."""
        colours = theme.palette()
        card, box = self.card, QRectF(self.rect()).adjusted(2, 2, -2, -2)
        lifted = self.underMouse() or self.hasFocus() or self.selected
        radius = min(box.width(), box.height()) * 0.13
        face = QColor(colours.card)
        quiet = not card.can and not card.caption
        shade = QLinearGradient(box.topLeft(), box.bottomLeft())
        shade.setColorAt(0, face.lighter(102) if not quiet else face.darker(105))
        shade.setColorAt(1, face.darker(106) if not quiet else face.darker(112))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 60))
        painter.drawRoundedRect(box.translated(0, 1.6), radius, radius)
        painter.setBrush(shade)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.focus), 3))
        elif card.can:
            painter.setPen(QPen(QColor("#ffe08a" if lifted else theme.GOLD), 3 if lifted else 2.4))
        else:
            painter.setPen(QPen(QColor(colours.card_line), 1.2))
        painter.drawRoundedRect(box, radius, radius)
        if card.can and not self.hasFocus():
            painter.setPen(QPen(QColor(90, 62, 0, 110), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), radius - 2, radius - 2)
        self._paint_face(painter, box, colours)
        if self.glows >= 0:
            self._paint_glow(painter, box, radius)

    def _paint_glow(self, painter: QPainter, box: QRectF, radius: float) -> None:
        """Ring the card, and put the shape of the seat on its upper edge, or beside the number of a wide card."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(QColor("#171310"), 5), QPen(theme.seat_colour(self.glows), 3)):
            painter.setPen(pen)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius)
        wide = min(box.width() * 0.42, 13 * theme.scale())
        beside = QPointF(box.left() + wide * 0.9, box.top() + wide * 0.9)
        above = QPointF(box.center().x(), box.top() + wide / 2)
        theme.paint_seat(painter, self.glows, beside if box.width() > 4 * wide else above, wide)

    def _paint_face(self, painter: QPainter, box: QRectF, colours: theme.Palette) -> None:
        card = self.card
        if card.drawing and box.width() > box.height() * 1.5:
            self._paint_wide(painter, box, colours)
            return
        small = box.height() < 58
        caption_height = max(14.0, box.height() * 0.2) if card.caption and not small else 0.0
        top = 0.0
        if not small and (card.crests or card.drawing_above):
            top = min(box.height() * 0.22, box.width() * 0.4)
            self._paint_marks(painter, QRectF(box.left(), box.top() + 3, box.width(), top))
        elif caption_height:
            top = box.height() * 0.08
        middle = box.adjusted(0, top, 0, -caption_height)
        painter.setPen(QColor(colours.ink))
        if card.drawing:
            if self.wordless:
                self._paint_alone(painter, middle)
                return
            high = _drawing_height(middle, bool(card.label))
            size = art.size_of(card.drawing, high)
            place = QRectF(middle.center().x() - size.width() / 2, middle.top() + high * 0.06, size.width(), high)
            art.paint(painter, card.drawing, place)
            count = QRectF(middle.left(), place.bottom(), middle.width(), middle.bottom() - place.bottom())
            if card.label:
                room = room_for_words(middle)
                painter.setFont(words_font(room, card.label))
                painter.drawText(room, _WORDS, card.label)
            else:
                painter.setFont(theme.font(min(box.height() * 0.22, box.width() * 0.36), serif=True))
                painter.drawText(count, Qt.AlignmentFlag.AlignCenter, f"×{card.number}")
        else:
            painter.setFont(theme.font(min(box.height() * (0.6 if small else 0.36), box.width() * 0.52), serif=True))
            painter.drawText(middle, Qt.AlignmentFlag.AlignCenter, str(card.number))
        if caption_height:
            line = QRectF(box.left(), box.bottom() - caption_height - 2, box.width(), caption_height)
            painter.setFont(theme.font(max(11.0, min(caption_height * 0.8, 14 * theme.scale())), QFont.Weight.DemiBold))
            painter.setPen(QColor(colours.ink))
            painter.drawText(line, Qt.AlignmentFlag.AlignCenter, card.caption)

    def _paint_alone(self, painter: QPainter, middle: QRectF) -> None:
        """Paint only the drawing, as large as the card allows."""
        high = middle.height() * 0.6
        size = art.size_of(self.card.drawing, high)
        size *= min(1.0, middle.width() * 0.86 / size.width())
        corner = middle.center() - QPointF(size.width() / 2, size.height() / 2)
        art.paint(painter, self.card.drawing, QRectF(corner, size))

    def _paint_wide(self, painter: QPainter, box: QRectF, colours: theme.Palette) -> None:
        """Paint a pile: its drawing, the number of cards left, and the price."""
        card = self.card
        high = min(box.height() * 0.78, box.width() * 0.28)
        size = art.size_of(card.drawing, high)
        pad = box.width() * 0.06
        art.paint(painter, card.drawing, QRectF(box.left() + pad, box.center().y() - high / 2, size.width(), high))
        rest = box.adjusted(pad * 1.7 + size.width(), 0, -pad, 0)
        painter.setPen(QColor(colours.ink))
        painter.setFont(theme.font(box.height() * 0.4, serif=True))
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, f"{card.number}")
        painter.setFont(theme.font(max(11.0, min(box.height() * 0.34, 14 * theme.scale())), QFont.Weight.DemiBold))
        painter.setPen(QColor(colours.ink_soft))
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, card.caption)
        coin = box.height() * 0.32
        left = rest.right() - painter.fontMetrics().horizontalAdvance(card.caption) - coin - 3
        art.paint(painter, "pieces/coin", QRectF(left, rest.center().y() - coin / 2, coin, coin))

    def _paint_marks(self, painter: QPainter, line: QRectF) -> None:
        names = [f"crests/{crest}" for crest in self.card.crests[:2]] or [self.card.drawing_above]
        sizes = [art.size_of(name, line.height()) for name in names]
        left = line.center().x() - (sum(size.width() for size in sizes) + 3 * (len(sizes) - 1)) / 2
        for name, size in zip(names, sizes, strict=True):
            art.paint(painter, name, QRectF(left, line.top(), size.width(), size.height()))
            left += size.width() + 3


def _drawing_height(middle: QRectF, labelled: bool) -> float:
    return min(middle.height() * (0.5 if labelled else 0.6), middle.width() * 0.86)


def room_for_words(middle: QRectF) -> QRectF:
    """The area for the label of a card, below its drawing."""
    return middle.adjusted(3, _drawing_height(middle, True) * 1.06, -3, -1)


def words_fit(room: QRectF, said: str) -> bool:
    """Whether one or two words fit there unbroken at a readable size."""
    needed = QFontMetricsF(words_font(room, said)).boundingRect(room, _WORDS, said)
    return needed.width() <= room.width() and needed.height() <= room.height()


def words_font(room: QRectF, said: str) -> QFont:
    """The largest font, no smaller than readable, in which one or two words fit unbroken."""
    pixels = 13.0 * theme.scale()
    while True:
        font = theme.font(pixels, QFont.Weight.DemiBold)
        needed = QFontMetricsF(font).boundingRect(room, _WORDS, said)
        if (needed.width() <= room.width() and needed.height() <= room.height()) or pixels <= SMALLEST_WORDS:
            return font
        pixels -= 0.5
