"""The market: the face-up row, the draw pile and the tower cards, with their counts and prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout

from client.boards.cards import Card, CardButton
from client.look.seen import Seen
from client.table.density import Density
from client.table.panel import Panel

CARD_WIDE = 24
"""The least width of a card, at the usual size."""


class Market(Panel):
    """The market.

    Signals:
        wanted: a card was clicked, with its move.
        pointed: the pointer or the focus is on a card (its move), or has left (None).
    """

    wanted = Signal(object)
    pointed = Signal(object)

    def __init__(self, heading: str) -> None:
        self._buttons: list[CardButton] = []
        self._row = 0
        self._new: Mapping[int, int] = {}
        self._seen = Seen()
        self._density = Density()
        super().__init__(heading, "market")
        self._grid = QGridLayout()
        self.body.addLayout(self._grid)

    def show_cards(self, row: Sequence[Card], piles: Sequence[Card]) -> None:
        """Show the row and, below it, the piles."""
        cards = [*row, *piles]
        while len(self._buttons) > len(cards):
            gone = self._buttons.pop()
            self._grid.removeWidget(gone)
            gone.hide()
            gone.setParent(None)
            gone.deleteLater()
        while len(self._buttons) < len(cards):
            button = CardButton(cards[len(self._buttons)], self)
            button.wanted.connect(self.wanted)
            button.pointed.connect(self.pointed)
            self._buttons.append(button)
        for button, card in zip(self._buttons, cards, strict=True):
            button.set_card(card)
        self._row = len(row)
        self._arrange()
        self._ring()

    def glow(self, new: Mapping[int, int]) -> None:
        """Ring the cards with these numbers, each in the colour of the seat through whose move it came to lie here."""
        self._new = new
        self._ring()

    def _ring(self) -> None:
        for place, button in enumerate(self._buttons):
            seat = self._new.get(button.card.number, -1) if place < self._row else -1
            if button.glows != seat:
                button.glows = seat
                button.update()

    @property
    def cards(self) -> list[CardButton]:
        """The cards of the row, then the piles."""
        return list(self._buttons)

    def select(self, key: str) -> None:
        """Show the card with this object name, and no other, as chosen."""
        for button in self._buttons:
            if button.selected != (button.card.key == key):
                button.selected = not button.selected
                button.update()

    def _arrange(self) -> None:
        density, row = self._density, self._row
        if not self._seen.differs(density, row, len(self._buttons)):
            return
        self._grid.setSpacing(density.px(5 if density.compact else 7))
        across = 6 if density.compact else 3
        high = density.px(40 if density.compact else 48)
        piles_at = (row + across - 1) // across
        for number, button in enumerate(self._buttons):
            self._grid.removeWidget(button)
            button.setMinimumWidth(density.px(CARD_WIDE))
            if number < row:
                wide = 6 // across
                self._grid.addWidget(button, number // across, number % across * wide, 1, wide)
                button.setFixedHeight(high)
            else:
                pile = number - row
                alone = number == len(self._buttons) - 1 and pile % 2 == 0
                self._grid.addWidget(button, piles_at + pile // 2, pile % 2 * 3, 1, 6 if alone else 3)
                button.setFixedHeight(density.px(33 if density.compact else 44))
        for column in range(6):
            self._grid.setColumnStretch(column, 1)

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        super().set_density(density)
        self._density = density
        if self._buttons:
            self._arrange()
