"""Somebody who plays a lesson by clicking exactly what it points at."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from client.lessons.lesson import Lesson
from client.lessons.window import LessonWindow
from client.messages import catalogue
from client.system.settings import Settings
from client.table.window import TableWindow
from rules.contract import Move
from tests.client.clicking import click_middle, settle, shown, unpainted

MOST_CLICKS = 24
"""More than any step needs."""


def try_move(table: TableWindow, move: Move | None = None) -> None:
    """Try a move, or the first possible one, by clicking what it takes."""
    turn = table.turn
    assert turn is not None
    move = move or turn.state.moves()[0]
    before = len(turn.tried)
    for _ in range(MOST_CLICKS):
        found = _place(table, f"menu-{move}") or _place(table, table.view.grip(move))
        assert found is not None, f"nothing to click for {move}"
        click_middle(found)
        if len(turn.tried) > before or table.turn is not turn:
            return
    raise AssertionError(f"{move} is never made")


def _place(table: TableWindow, name: str) -> tuple[QWidget, QRect] | None:
    kind, _, place = name.partition(" ")
    if kind == "place":
        return table.view.locate(place)
    widget = next((found for found in table.findChildren(QWidget, name) if found.isVisible()), None)
    return None if widget is None else (widget, widget.rect())


class Learner:
    """A window with a lesson, and the person in front of it."""

    def __init__(self, qtbot: QtBot, lesson: Lesson, language: str = "en", size: tuple[int, int] = (1280, 720), at: int = 0):
        settings = Settings(reduced_motion=True)
        self.window = LessonWindow(lesson, catalogue(language), settings, at, "Maximiliane")
        shown(qtbot, self.window, size)

    @property
    def course(self):
        return self.window.course

    def look(self) -> None:
        """Let Qt lay out everything that has changed."""
        settle()

    def click(self, name: str) -> None:
        """Click the middle of what a lesson calls by this name; on the board, of its visible part."""
        found = self.window.seen(name)
        assert found is not None, f"{name} cannot be seen in {self.course.step}"
        click_middle(found)

    def do(self) -> None:
        """Do what the step asks for."""
        for _ in range(MOST_CLICKS):
            if self.course.over:
                return
            asked = self.window.next_clicks()
            assert asked, f"{self.course.step}: nothing to click"
            self.click(asked[0])
        raise AssertionError(f"{self.course.step} is never done: {self.window.panel.answer.text()}")

    def missing_marks(self) -> list[str]:
        """The things that the step points at and that cannot be seen."""
        return [name for name in self.course.step.marks if not self.window.marks.rooms([name])]

    def speak(self, language: str) -> None:
        """Switch the panel to another language. The board and the position stay as they are."""
        window, panel, step = self.window, self.window.panel, self.course.step
        key, text = f"lesson.{self.course.lesson.outline.key}", catalogue(language).text
        praised = f"{key}.{step.name}.done"
        panel.title.setText(text(f"{key}.title").upper())
        panel.said.setText(text(f"{key}.{step.name}", ("Maximiliane",)))
        if panel.task.isVisible():
            panel.task.setText(text(f"{key}.{step.name}.task"))
        if panel.answer.isVisible():
            panel.answer.setText(text(praised if window.catalogue.has(praised) else "lesson.right"))
        panel.show_button.setText(text("lesson.show"))
        panel.back_button.setText(text("lesson.back"))
        panel.repeat_button.setText(text("lesson.repeat"))
        panel.next_button.setText(text("lesson.play" if self.course.last else "lesson.next"))
        self.look()

    def cut_in_any(self, others: Iterable[str]) -> list[str]:
        """Texts that do not fit, in the lesson's own language or in one of the others."""
        own = self.window.catalogue.language
        found = self.cut()
        with unpainted(self.window):
            for language in others:
                self.speak(language)
                found += [f"{language}: {line}" for line in self.cut()]
            self.speak(own)
        return found

    def cut(self) -> list[str]:
        """Texts of the lesson that do not fit where they stand, or stand outside the window."""
        panel, window = self.window.panel, self.window
        labels: list[QLabel] = [panel.title, panel.said, panel.task, panel.answer, panel.hint]
        found = []
        for line in labels:
            if not line.isVisible():
                continue
            inside = line.visibleRegion().boundingRect() == line.rect()
            if not inside or line.heightForWidth(line.width()) > line.height() or line.minimumSizeHint().width() > line.width():
                found.append(line.text())
        for button in (panel.back_button, panel.repeat_button, panel.next_button):
            whole = button.visibleRegion().boundingRect() == button.rect()
            if not whole or button.sizeHint().width() > button.width() or not window.rect().contains(button.rect().center()):
                found.append(button.text())
        return found
