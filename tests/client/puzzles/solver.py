"""Somebody who solves a puzzle by clicks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from client.bots import Cancel, Done, Work
from client.messages import catalogue
from client.puzzles.puzzle import Puzzle
from client.puzzles.record import Record
from client.puzzles.window import PuzzleWindow
from client.system.settings import Settings
from client.table.hinting import find_at
from rules.contract import Move
from rules.search.turns import Patience
from tests.client.clicking import click_middle, settle, shown

MOST_CLICKS = 24
"""More than any move needs."""

BEFORE_FLAT = 8
"""After this many clicks without a move the solver uses the flat board."""


def at_once(work: Work, done: Done, part: Done | None = None) -> Cancel:
    """Does work while it is asked for."""
    done(work.do(part or (lambda _: None), Patience(), *work.given))
    return lambda: None


class Solver:
    """A window with a puzzle, and the person in front of it."""

    def __init__(self, qtbot: QtBot, puzzle: Puzzle, home: Path, language: str = "en", work=at_once) -> None:
        self.record = Record(home)
        settings = Settings(reduced_motion=True)
        self.window = PuzzleWindow(puzzle, catalogue(language), settings, self.record, work, "Maximiliane")
        shown(qtbot, self.window)

    @property
    def panel(self):
        return self.window.panel

    def look(self) -> None:
        """Let Qt lay out everything that has changed."""
        settle()

    def press(self, name: str) -> None:
        """Click the button of this name."""
        button = self.window.findChild(QPushButton, name)
        assert button is not None
        assert button.isVisible(), name
        assert button.isEnabled(), name
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        self.look()

    def click(self, name: str) -> None:
        """Click the middle of what the table calls by this name."""
        found = find_at(self.window, self.window.view, name)
        assert found is not None, f"{name} cannot be seen"
        click_middle(found)

    def play(self, moves: Sequence[Move]) -> None:
        """Make moves one by one, each by as many clicks as it needs."""
        turn = self.window.turn
        for count, move in enumerate(moves, 1):
            for click in range(MOST_CLICKS):
                if len(turn.tried) == count:
                    break
                if click == BEFORE_FLAT:  # a tower may hide the thing to click
                    self.window.frame.set_flat(True)
                    self.look()
                listed = f"menu-{move}"
                seen = find_at(self.window, self.window.view, listed) is not None
                self.click(listed if seen else self.window.view.grip(move))
            assert turn.tried == tuple(moves[:count])

    def cut(self) -> list[str]:
        """Texts of the panel that do not fit where they stand."""
        found = []
        for line in self.panel.findChildren(QLabel):
            if line.isVisible() and (
                line.visibleRegion().boundingRect() != line.rect() or line.heightForWidth(line.width()) > line.height()
            ):
                found.append(line.text())
        for button in self.panel.findChildren(QPushButton):
            if button.isVisible() and button.sizeHint().width() > button.width():
                found.append(button.text())
        return found
