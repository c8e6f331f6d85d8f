"""The hand: a player's construction cards in order, then the tower cards, and the possible use of each."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtWidgets import QWidget

from client.boards.cardrow import CardRow
from client.boards.cards import Card, CardButton, room_for_words, words_fit


class HandRow(CardRow):
    """The cards side by side; they get narrower so that twenty and more fit.

    Signals:
        wanted: a card was clicked, with its move.
    """

    wanted = Signal(object)

    def __init__(self, empty: str, parent: QWidget | None = None) -> None:
        super().__init__(empty, (72, 98, 98), parent)

    def _button(self, card: Card) -> CardButton:
        button = CardButton(card, self)
        button.wanted.connect(self.wanted)
        button.pointed.connect(self.pointed)
        return button

    def select(self, key: str) -> None:
        """Lift the card with this object name, and no other."""
        for button in self.cards:
            if button.selected != (button.card.key == key):
                button.selected = not button.selected
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
        room = room_for_words(QRectF(0, 0, wide - 4, high - 4))
        wordless = worded and not all(words_fit(room, button.card.label) for button in self.cards)
        for number, button in enumerate(self.cards):
            if button.wordless != wordless:
                button.wordless = wordless
                button.update()
            button.setGeometry(number * (wide + gap), 0 if button.selected else lift, wide, high)
