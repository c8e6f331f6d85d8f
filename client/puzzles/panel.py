"""The text of a puzzle beside the board: the task, the verdict, the way through the solution, and the way on."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout

from client.messages import Catalogue
from client.pages.bricks import button, label, restyled, say
from client.table.density import Density


class PuzzlePanel(QFrame):
    """The panel.

    Signals:
        again, next: the person wants to try the puzzle once more, or another one.
        shown: the person wants to see the solution.
        stepped: move through the solution (1 or -1).
    """

    again = Signal()
    next = Signal()
    shown = Signal()
    stepped = Signal(int)

    def __init__(self, catalogue: Catalogue, about: str) -> None:
        super().__init__()
        self.setObjectName("puzzle")
        self.setProperty("role", "panel")
        text = catalogue.text
        self._catalogue = catalogue
        self._column = QVBoxLayout(self)
        title = label(text("puzzle.title").upper(), "heading", "puzzle-title")
        title.setAccessibleName(text("puzzle.title"))
        self._column.addWidget(title)
        self.about = label(about, "small", "puzzle-about")
        self.task = label(text("puzzle.task"), "lesson-task", "puzzle-task")
        self.verdict = label("", "good", "puzzle-verdict")
        self.why = label("", "lesson", "puzzle-why")
        self.rating = label("", "small", "puzzle-rating")
        for line in (self.about, self.task, self.verdict, self.why, self.rating):
            self._column.addWidget(line)
        self.back_button = button(text("analysis.back"), "puzzle-back", lambda: self.stepped.emit(-1))
        self.on_button = button(text("analysis.next"), "puzzle-on", lambda: self.stepped.emit(1))
        self.again_button = button(text("puzzle.again"), "puzzle-again", self.again.emit)
        self.show_button = button(text("puzzle.show"), "puzzle-show", self.shown.emit)
        self.next_button = button(text("puzzle.next"), "puzzle-next", self.next.emit)
        grid = QGridLayout()
        grid.addWidget(self.back_button, 0, 0)
        grid.addWidget(self.on_button, 0, 1)
        grid.addWidget(self.again_button, 1, 0)
        grid.addWidget(self.show_button, 1, 1)
        grid.addWidget(self.next_button, 2, 0, 1, 2)
        self._grid = grid
        self._column.addLayout(grid)
        self.show_task()
        self.set_density(Density())

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        side = density.px(12)
        self._column.setContentsMargins(side, density.px(10), side, density.px(12))
        self._column.setSpacing(density.px(7))
        self._grid.setSpacing(density.px(6))

    def show_task(self) -> None:
        """Show the task, before any verdict."""
        say(self.task, self._catalogue.text("puzzle.task"))
        for line in (self.verdict, self.why, self.rating):
            say(line, "")
        self._show_steps(False)
        self.again_button.setVisible(False)
        self.show_button.setVisible(True)

    def show_thinking(self) -> None:
        """Show that a turn is being judged."""
        say(self.task, self._catalogue.text("puzzle.judging"))
        self.show_button.setVisible(False)

    def show_verdict(self, good: bool, verdict: str, why: str, rating: str) -> None:
        """Say how good the turn is, why the better one is better, and what that does to the rating."""
        say(self.task, "")
        restyled(self.verdict, "good" if good else "error")
        say(self.verdict, verdict)
        say(self.why, why)
        say(self.rating, rating)
        self.again_button.setVisible(not good)
        self.show_button.setVisible(True)
        self._show_steps(False)

    def show_step(self, step: int, steps: int, why: str) -> None:
        """Show the solution after ``step`` of its moves."""
        say(self.task, "")
        if self.why.text() != why:
            say(self.why, why)
        self.again_button.setVisible(True)
        self.show_button.setVisible(False)
        self._show_steps(True)
        self.back_button.setEnabled(step > 0)
        self.on_button.setEnabled(step < steps)

    def _show_steps(self, on: bool) -> None:
        self.back_button.setVisible(on)
        self.on_button.setVisible(on)
