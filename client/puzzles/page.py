"""The page "Find the best turn": the puzzles of each game, how many are solved, and the puzzle rating."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.pages.bricks import Page, Panel, button, emptied, label, scrolled
from client.puzzles.puzzle import DIFFICULTIES, Puzzle
from client.puzzles.record import Record
from client.puzzles.shelf import OWN_GAMES, Stock, stock
from rules.message import Message
from rules.registry import games


class PuzzlesPage(Page):
    """All puzzles.

    Signals:
        chosen: the person wants to solve a puzzle.

    Attributes:
        record: the person's results so far.
    """

    chosen = Signal(object)

    def __init__(self, catalogue: Catalogue, home: Path) -> None:
        super().__init__(catalogue, "puzzles-page", catalogue.text("puzzle.title"))
        self._home = home
        self.record = Record(home)
        self._stock = Stock((), ())
        self._faulty: list[tuple[Puzzle, Message]] = []  # those whose logs have proved to lead nowhere
        self._last = ""
        self._set = ""
        body = QWidget()
        self._rows = QVBoxLayout(body)
        self._rows.setContentsMargins(0, 0, 8, 0)
        self._rows.setSpacing(14)
        self.columns.addWidget(scrolled(body, "puzzles"), 1)
        self._first: QWidget | None = None

    def begin(self) -> None:
        """Show the current puzzles."""
        self._stock = self._sound(stock(self._home))
        text, record = self.catalogue.text, self.record
        emptied(self._rows)
        self._rows.addWidget(label(text("puzzle.about.page"), "soft", "puzzles-about"))
        row = QHBoxLayout()
        solved = sum(one.id in record.solved for one in self._stock.puzzles)
        said = text("puzzle.rating.page", rating=record.rating, solved=solved, all=len(self._stock.puzzles))
        row.addWidget(label(said, "strong", "puzzles-rating"), 1)
        everything = button(text("puzzle.any"), "puzzles-any", partial(self.go_on, ""), "primary")
        everything.setEnabled(bool(self._stock.puzzles))
        row.addWidget(everything)
        self._first = everything
        self._rows.addLayout(row)
        grid = QGridLayout()
        grid.setSpacing(14)
        for number, name in enumerate((*games(), OWN_GAMES)):
            grid.addWidget(self._panel(name), number // 2, number % 2)
        self._rows.addLayout(grid)
        problems = [problem for problem in (self.record.problem, self.record.unsaved) if problem is not None]
        for number, problem in enumerate((*problems, *self._stock.problems)):
            self._rows.addWidget(label(text(problem), "error", f"puzzles-problem-{number}"))
        self._rows.addStretch(1)

    def leave_out(self, puzzle: Puzzle, why: Message) -> None:
        """Show a puzzle among the problems from now on, until its file is another one."""
        self._faulty.append((puzzle, why))

    def _sound(self, found: Stock) -> Stock:
        """The stock without the puzzles that were left out."""
        self._faulty = [(puzzle, why) for puzzle, why in self._faulty if puzzle in found.puzzles]
        faulty = [puzzle for puzzle, _ in self._faulty]
        puzzles = tuple(one for one in found.puzzles if one not in faulty)
        return Stock(puzzles, (*found.problems, *(why for _, why in self._faulty)))

    def take_focus(self) -> None:
        """Put the focus on what most people want."""
        if self._first is not None:
            self._first.setFocus()

    def _panel(self, name: str) -> Panel:
        text, found = self.catalogue.text, self._stock.of(name)
        title = text("puzzle.own") if name == OWN_GAMES else text(f"{name}.title")
        panel = Panel(title, f"puzzles-{name}")
        row = QHBoxLayout()
        words = QVBoxLayout()
        words.setSpacing(2)
        if not found:
            words.addWidget(label(text("puzzle.own.none" if name == OWN_GAMES else "puzzle.none"), "soft"))
        else:
            done = sum(one.id in self.record.solved for one in found)
            words.addWidget(label(text("puzzle.solved-of", solved=done, all=len(found)), "strong", f"puzzles-{name}-solved"))
            counts = [
                text(
                    "puzzle.level-of",
                    level=text(f"puzzle.level.{level}"),
                    solved=sum(one.id in self.record.solved for one in found if one.difficulty == level),
                    all=sum(one.difficulty == level for one in found),
                )
                for level in DIFFICULTIES
            ]
            words.addWidget(label(" · ".join(counts), "soft"))
        row.addLayout(words, 1)
        if found:
            begin = button(text("puzzle.begin-one"), f"puzzles-{name}-begin", partial(self.go_on, name))
            begin.setAccessibleName(f"{text('puzzle.begin-one')}: {title}")
            row.addWidget(begin)
        panel.body.addLayout(row)
        return panel

    def go_on(self, name: str | None = None) -> None:
        """Open the next puzzle of a game, of the player's own games, of all (empty name), or of the last set (None)."""
        if name is not None:
            self._set = name
        found = self._stock.of(self._set) if self._set else list(self._stock.puzzles)
        puzzle: Puzzle | None = self.record.next_of(found, self._last)
        if puzzle is not None:
            self._last = puzzle.id
            self.chosen.emit(puzzle)
