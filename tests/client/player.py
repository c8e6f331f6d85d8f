"""Plays at the table like a person who knows no rules: clicks whatever is gold, and confirms.

It looks only at the widgets: cards and fields that something can be done with now, answers under the prompt, the
turn's buttons.
"""

from __future__ import annotations

import random

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QMenu, QPushButton, QWidget

from client.boards.cards import CardButton
from client.boards.flatbutton import FlatButton
from client.boards.handrow import HandRow
from client.table.window import TableWindow
from tests.client.person import Person


class Player:
    """One person's clicks at a table."""

    def __init__(self, person: Person, seed: int) -> None:
        self.person = person
        self.chance = random.Random(seed)
        self.clicks = 0

    @property
    def table(self) -> TableWindow:
        """The table window, which has to be shown."""
        shown = self.person.window.pages.currentWidget()
        assert isinstance(shown, TableWindow)
        return shown

    def step(self) -> bool:
        """One click, if anything can be done; whether there was one."""
        table = self.table
        for menu in table.findChildren(QMenu):
            if menu.isVisible():
                self._choose(menu)
                return True
        for name in ("curtain-lift", "confirm"):
            button = table.findChild(QPushButton, name)
            if button is not None and button.isVisible() and button.isEnabled():
                return self._click(button)
        answers = [button for button in table.frame.prompt.buttons if button.isVisible() and button.isEnabled()]
        if answers:
            return self._click(self.chance.choice(answers))
        lit = [card for card in table.findChildren(CardButton) if card.isVisible() and card.card.can]
        in_hand = [card for card in lit if isinstance(card.parent(), HandRow)]
        numbered = [card for card in in_hand if card.card.number and not card.card.drawing]
        fields = self._fields(table)
        held = fields if any(map(_picked, lit)) else []  # a card was picked: where should it go?
        for group in (held, numbered, in_hand, lit, fields):
            if group:
                return self._click(self.chance.choice(group))
        return False

    @staticmethod
    def _fields(table: TableWindow) -> list[FlatButton]:
        return [field for field in table.findChildren(FlatButton) if field.isVisible() and field.can]

    def _click(self, widget: QAbstractButton) -> bool:
        self.clicks += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=_inside(widget))
        return True

    def _choose(self, menu: QMenu) -> None:
        action: QAction = self.chance.choice(menu.actions())
        self.clicks += 1
        QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def _picked(card: CardButton) -> bool:
    """Whether a card waits for a place: one of the hand, or in Burgenland a tile."""
    return card.selected or bool(getattr(card.card, "picked", 0))


def _inside(widget: QWidget) -> QPoint:
    return widget.rect().center()
