"""Cards side by side: what the hands of all games share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from client.look.abstract import QtAbstract
from client.look.plain import Label
from client.table.density import Density


class CardRow(QWidget, metaclass=QtAbstract):
    """A row of buttons, one for each card. Buttons are reused where possible, so that the focus stays.

    Signals:
        pointed: the pointer or the focus is on a card (its move), or has left (None).

    Attributes:
        cards: the buttons; each has its ``card``, which has a ``key``.
    """

    pointed = Signal(object)

    def __init__(self, empty: str, heights: tuple[int, int, int], parent: QWidget | None = None) -> None:
        """``heights`` are in design pixels, for small, usual and large windows; ``empty`` is shown in a row without cards."""
        super().__init__(parent)
        self.setObjectName("hand")
        self.cards: list[Any] = []
        self._gap = 0  # the place of the focused card that has gone
        self._density = Density()
        self._heights = heights
        self._empty = Label(empty, self)
        self._empty.setProperty("role", "soft")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)

    @abstractmethod
    def _button(self, card: Any) -> QAbstractButton:
        """A new button for a card, with its signals connected."""

    @abstractmethod
    def _arrange(self) -> None:
        """Place the buttons."""

    def set_density(self, density: Density) -> None:
        """Fit the cards to the available space."""
        self._density = density
        self.setFixedHeight(density.px(self._heights[0 if density.compact else 2 if density.ample else 1]))
        self._arrange()

    def show_cards(self, cards: Sequence[Any], empty: str) -> None:
        """Show these cards."""
        focused = next((button.card.key for button in self.cards if button.hasFocus()), None)
        while len(self.cards) > len(cards):
            gone = self.cards.pop()
            if gone.hasFocus():
                self._keep_focus(len(self.cards))
            gone.hide()
            gone.setParent(None)
            gone.deleteLater()
        while len(self.cards) < len(cards):
            self.cards.append(self._button(cards[len(self.cards)]))
        for place, (button, card) in enumerate(zip(self.cards, cards, strict=True)):
            button.set_card(card)
            button.show()
            if card.key == focused:
                button.setFocus()
            elif button.hasFocus():
                self._keep_focus(place)
        self._empty.setText(empty)
        self._empty.setVisible(not cards)
        self._arrange()

    def _keep_focus(self, place: int) -> None:
        """The focused card is gone. The row takes the focus: keys go on from there, and the next card does not look chosen."""
        self._gap = place
        self.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the cards in the new width."""
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        """As wide as possible."""
        return QSize(600, self.height())

    def minimumSizeHint(self) -> QSize:
        """The width below which cards cannot be read."""
        return QSize(320, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow keys go from card to card."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        place = next((number for number, button in enumerate(self.cards) if button.hasFocus()), None)
        if self.hasFocus():
            place = self._gap - max(step, 0)
        if step and self.cards and place is not None:
            self.cards[(place + step) % len(self.cards)].setFocus()
        else:
            super().keyPressEvent(event)
