"""The lesson that is played in the window, and the short game at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from client.lessons.lesson import Lesson, LessonError, Outline
    from client.lessons.shortgame import ShortGame
    from client.lessons.window import LessonWindow
    from client.system.settings import Settings
    from client.window.content import Content
    from client.window.desktop import Desktop
    from client.window.opentable import OpenTable


class Lessons(QObject):
    """Owns what is played to learn a game: at most one lesson, or the short game at its end.

    A table that is open waits behind a lesson. The way back then leads to the table.

    Signals:
        whole: the person wants a whole game like the short one that has ended (the lesson).
    """

    whole = Signal(object)

    def __init__(self, content: Content, settings: Settings, table: OpenTable, desktop: Desktop, parent: QObject) -> None:
        super().__init__(parent)
        self._content = content
        self._settings = settings
        self._table = table
        self._desktop = desktop
        self._lesson: LessonWindow | None = None
        self._short: ShortGame | None = None

    @property
    def shown(self) -> LessonWindow | ShortGame | None:
        """The lesson or the short game."""
        return self._lesson or self._short

    @property
    def in_short_game(self) -> bool:
        """Whether a short game is being played."""
        return self._short is not None

    @property
    def at_table(self) -> bool:
        """Whether the table of a short game is on show."""
        return self._short is not None and self._short.table is not None

    def learn(self, lesson: str, at: int = 0) -> None:
        """Play a lesson, by its id, from the given step."""
        from client.lessons.lesson import LessonError, file_of, load
        from client.lessons.window import LessonWindow

        try:
            loaded = load(file_of(lesson))
        except LessonError as error:
            self._tell_damage(error)
            return
        self.put_away()
        words, name = self._content.catalogue, self._settings.name
        at_table = self._table.shown is not None
        self._lesson = shown = LessonWindow(loaded, words, self._settings, at, name, at_table=at_table)
        shown.left.connect(lambda: self._go_back(loaded.outline.game))
        shown.sounded.connect(self._desktop.play)
        shown.reached.connect(lambda step: self._note(loaded.outline, step))
        shown.played.connect(lambda: self._practise(loaded))
        self._note(loaded.outline, at)
        self._content.put_up(shown)

    def leave(self) -> None:
        """Return to the table, if there is one, else to the start page."""
        self.put_away()
        if not self._table.bring_back():
            self._content.pages.show_start()

    def put_away(self) -> None:
        """Take down what is played; another page comes up next."""
        lesson, self._lesson = self._lesson, None
        short, self._short = self._short, None
        if lesson is not None:
            self._content.pages.take_down(lesson)
        if short is not None:
            self._content.take_down(short)

    def take_bookmark(self) -> tuple[str, int] | None:
        """The id of the lesson that is played and its step, else None. The caller removes its window, with all pages."""
        lesson, self._lesson = self._lesson, None
        return None if lesson is None else (lesson.course.lesson.outline.id, lesson.course.at)

    def _note(self, lesson: Outline, step: int) -> None:
        """Remember the step that the person has reached. A lesson that was once finished stays finished."""
        from client.system.settings import FINISHED

        if self._settings.lessons.get(lesson.id) != FINISHED:
            self._settings.lessons[lesson.id] = FINISHED if step == lesson.steps - 1 else step
            self._content.save_settings()

    def _go_back(self, game: str) -> None:
        """Return to the list of lessons, beginning with those of this game."""
        self.put_away()
        self._content.pages.show_lessons(game)

    def _practise(self, lesson: Lesson) -> None:
        """Start the short game at the end of a lesson. If a table is waiting, return to it instead."""
        from client.lessons.shortgame import ShortGame

        if self._table.shown is not None:
            self.leave()
            return
        self.put_away()
        content, settings = self._content, self._settings
        self._short = short = ShortGame(lesson, content.catalogue, settings, settings.name, content.likenesses)
        short.left.connect(lambda: self._go_back(lesson.outline.game))
        short.whole.connect(lambda: self._play_whole(lesson))
        short.failed.connect(lambda error: self._fail(lesson, error))
        short.sounded.connect(self._desktop.play)
        short.called.connect(self._desktop.call_people)
        short.learned.connect(content.save_settings)
        content.put_up(short)

    def _fail(self, lesson: Lesson, error: LessonError) -> None:
        self._go_back(lesson.outline.game)
        self._tell_damage(error)

    def _play_whole(self, lesson: Lesson) -> None:
        self.put_away()
        self._content.pages.back = self._content.pages.show_lessons
        self.whole.emit(lesson)

    def _tell_damage(self, error: LessonError) -> None:
        text = self._content.catalogue.text
        detail = f" {text(error.detail)}" if error.detail is not None else ""
        self._content.notice.show_text(text(error.reason) + detail, stay=True)
