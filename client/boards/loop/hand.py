"""The hand: a player's construction cards in order, then the tower cards, and what each of them can do now."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from client.boards.loop.cards import Card, CardButton
from client.table.density import Density


class HandRow(QWidget):
    """The cards side by side; up to twenty and more fit by growing narrower.

    Signals:
        wanted: a card was clicked, with its move.
        pointed: the pointer or the focus is on a card (its move) or has gone (None).
    """

    wanted = Signal(object)
    pointed = Signal(object)

    def __init__(self, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hand")
        self.cards: list[CardButton] = []
        self._density = Density()
        self._empty = QLabel(empty, self)
        self._empty.setProperty("role", "soft")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def set_density(self, density: Density) -> None:
        """Fit the cards to the room there is."""
        self._density = density
        self.setFixedHeight(density.px(72 if density.compact else 98))
        self._arrange()

    def show_cards(self, cards: Sequence[Card], empty: str) -> None:
        """Show these cards; buttons are kept where they can be, so that the focus stays."""
        focused = next((button.card.key for button in self.cards if button.hasFocus()), None)
        while len(self.cards) > len(cards):
            gone = self.cards.pop()
            gone.hide()
            gone.setParent(None)
            gone.deleteLater()
        while len(self.cards) < len(cards):
            button = CardButton(cards[len(self.cards)], self)
            button.wanted.connect(self.wanted)
            button.pointed.connect(self.pointed)
            self.cards.append(button)
        for button, card in zip(self.cards, cards, strict=True):
            button.set_card(card)
            button.show()
            if card.key == focused:
                button.setFocus()
        self._empty.setText(empty)
        self._empty.setVisible(not cards)
        self._arrange()

    def select(self, key: str) -> None:
        """Lift the card with this object name, and no other."""
        for button in self.cards:
            button.selected = button.card.key == key
            button.update()
        self._arrange()

    def _arrange(self) -> None:
        self._empty.setGeometry(self.rect())
        if not self.cards:
            return
        lift = self._density.px(6)
        high = self.height() - lift
        gap = self._density.px(6 if len(self.cards) <= 14 else 4)
        worded = any(button.card.label.strip() for button in self.cards)
        wide = min(round(high * (1.14 if worded else 0.72)), (self.width() + gap) // len(self.cards) - gap)
        for number, button in enumerate(self.cards):
            button.setGeometry(number * (wide + gap), 0 if button.selected else lift, wide, high)

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
