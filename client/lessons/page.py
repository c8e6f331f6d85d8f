"""The list of lessons: their subjects and lengths, and how far the person is."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from client.lessons.lesson import Outline, games_with_lessons, outlines
from client.messages import Catalogue
from client.pages.bricks import Page, Panel, button, emptied, label, scrolled
from client.system.settings import FINISHED, Settings

ORDER = ("big-boss", "alcazar", "torres", "burgenland")
"""The best order in which to learn the games; others follow."""


class LessonsPage(Page):
    """All lessons, game by game.

    Signals:
        chosen: the person wants to play a lesson (its id, the step to begin with).
    """

    chosen = Signal(str, int)

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        super().__init__(catalogue, "lessons-page", catalogue.text("lesson.title"))
        self._settings = settings
        self._first: QWidget | None = None
        body = QWidget()
        self._rows = QVBoxLayout(body)
        self._rows.setContentsMargins(0, 0, 8, 0)
        self._rows.setSpacing(14)
        self._area = scrolled(body, "lessons")
        self.columns.addWidget(self._area, 1)

    def take_focus(self) -> None:
        """Put the focus on the first lesson of the wanted game, and scroll to it."""
        if self._first is not None:
            self._first.setFocus()
            self._area.ensureWidgetVisible(self._first)

    def begin(self, wanted: str = "") -> None:
        """Show the person's progress; the focus will go to a wanted game."""
        emptied(self._rows)
        self._rows.addWidget(label(self.catalogue.text("lesson.about"), "soft", "lessons-about"))
        grid = QGridLayout()
        grid.setSpacing(14)
        found = games_with_lessons()
        games = [game for game in (*ORDER, *found) if game in found]
        self._first = None
        for number, game in enumerate(dict.fromkeys(games)):
            panel = Panel(self.catalogue.text(f"{game}.title"), f"lessons-{game}")
            for one in outlines(game):
                row, begin = self._row(one)
                if begin is not None and (self._first is None or game == wanted):
                    self._first, wanted = begin, wanted if game != wanted else ""
                panel.body.addWidget(row)
            panel.body.addStretch(1)
            grid.addWidget(panel, number // 2, number % 2)
        self._rows.addLayout(grid)
        self._rows.addStretch(1)

    def _row(self, one: Outline) -> tuple[QWidget, QWidget | None]:
        text, reached = self.catalogue.text, self._settings.lessons.get(one.id, 0)
        frame = QFrame()
        frame.setProperty("role", "inset")
        name = one.id.replace("/", "-")
        frame.setObjectName(f"lesson-{name}")
        row = QHBoxLayout(frame)
        row.setContentsMargins(14, 9, 10, 9)
        words = QVBoxLayout()
        words.setSpacing(2)
        row.addLayout(words, 1)
        if one.problem is not None:
            words.addWidget(label(text(one.problem), "error", f"lesson-{name}-problem"))
            return frame, None
        title = text(f"lesson.{one.key}.title")
        words.addWidget(label(title, "strong", f"lesson-{name}-title"))
        words.addWidget(label(text(f"lesson.{one.key}.about"), "soft"))
        begun = 0 < reached < one.steps
        state, verb = text("lesson.fresh"), text("lesson.begin")
        if reached == FINISHED:
            state, verb = text("lesson.finished"), text("lesson.again")
        elif begun:
            state, verb = text("lesson.begun", step=reached + 1, steps=one.steps), text("lesson.go-on")
        words.addWidget(label(f"{text('lesson.minutes', count=one.minutes)} · {state}", "small", f"lesson-{name}-state"))
        begin = button(verb, f"lesson-{name}-begin", partial(self.chosen.emit, one.id, reached if begun else 0))
        begin.setAccessibleName(f"{verb}: {title}")
        frame.setAccessibleName(f"{title}, {state}")
        row.addWidget(begin)
        return frame, begin
