"""The short game at the end of a lesson: the last turns of a game that began before, against easy bots, with hints.

It is played like a "what if" of a replay: nothing is saved, so no statistics count it.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import cast

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from client.lessons.lesson import ME, Lesson, LessonError, Stand, practice_of
from client.look.likeness import Likenesses
from client.look.plain import give_tip
from client.messages import Catalogue
from client.pages.bricks import Sheet, button, label
from client.table.slices import Slices, put_aside
from client.table.trying import names_at
from client.table.whatif import WhatIf
from client.table.window import TableBridge, TableSettings, TableWindow


class _Preparing(QObject):
    """Plays up to the position in a separate thread, since that takes longer than a frame.

    Signals:
        done: the :class:`~client.lessons.lesson.Stand`, or the :class:`~client.lessons.lesson.LessonError` why there is none.
    """

    done = Signal(object)

    def __init__(self, lesson: Lesson) -> None:
        super().__init__()
        self._lesson = lesson

    def begin(self) -> None:
        """Start; ``done`` follows in any case."""
        threading.Thread(target=self._work, name="short game", daemon=True).start()

    def _work(self) -> None:
        try:
            found: Stand | LessonError = practice_of(self._lesson)
        except LessonError as error:
            found = error
        with suppress(RuntimeError):  # the program may have ended by now, and Qt's half of this object with it
            self.done.emit(found)


class ShortGame(QWidget):
    """A page that says what has happened before, and then the table.

    Signals:
        left: the person wants to go back.
        whole: the person wants to play a whole game.
        failed: the position cannot be made (the :class:`~client.lessons.lesson.LessonError`).
        sounded, called, learned: as those of the table (:class:`~client.table.window.TableWindow`).

    Attributes:
        lesson: the lesson that ends with this game.
        table: the table, once it is on show.
        coming: the table while it is made beside this page, else None.
        start_button: leads from the page to the table.
    """

    left = Signal()
    whole = Signal()
    failed = Signal(object)
    sounded = Signal(tuple)
    called = Signal(str)
    learned = Signal()

    def __init__(
        self,
        lesson: Lesson,
        catalogue: Catalogue,
        settings: TableSettings,
        name: str = "",
        likenesses: Likenesses | None = None,
    ) -> None:
        """``name`` is the player's name, ``likenesses`` the known portraits."""
        super().__init__()
        self.setObjectName("short-game")
        self.lesson = lesson
        self.catalogue = catalogue
        self.settings = settings
        self.table: TableWindow | None = None
        self.coming: TableWindow | None = None
        self._likenesses = likenesses
        self._game: WhatIf | None = None
        self._names = names_at(catalogue, name, ME, lesson.practice.scene.seats)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._sheet = self._told()
        self._column.addWidget(self._sheet)
        self._preparing = _Preparing(lesson)
        self._preparing.done.connect(self._make, Qt.ConnectionType.QueuedConnection)
        self._preparing.begin()

    def _told(self) -> QWidget:
        """The page before the game."""
        text = self.catalogue.text
        page = QWidget()
        self.start_button = button(text("lesson.short.begin"), "short-begin", self.begin, "primary")
        self.start_button.setEnabled(False)
        self.start_button.setAccessibleDescription(self._sentence())
        sheet = Sheet(label(self._sentence(), "lesson", "short-text"), self.start_button, busy=False)
        sheet.put_into(QHBoxLayout(page))
        return page

    def _sentence(self) -> str:
        return self.catalogue.text(
            "lesson.short.begun", name=self.catalogue.listed(self._names[1:]), count=self.lesson.practice.turns
        )

    @Slot(object)
    def _make(self, found: Stand | LessonError) -> None:
        """Make the table beside this page, while the person reads."""
        if isinstance(found, LessonError):
            self.failed.emit(found)
            return
        from client.bots import BotWorker

        practice, game = self.lesson.practice, self.lesson.outline.game
        self._game = WhatIf(game, practice.scene.options, self._names, found.state, found.deals, ME, BotWorker(), practice.bot)
        bridge = cast(TableBridge, self._game)  # it accepts every command that this table can give; the rest are hidden
        self.coming = table = TableWindow(
            bridge, self._game.opened, self.catalogue, self.settings, self._likenesses, parent=self, sliced=True
        )
        put_aside(table)
        self._slices = Slices(table.made(self._game.opened), table)
        self._slices.done.connect(self._offer)

    def _offer(self) -> None:
        """The table is ready: the person may begin."""
        game, table = self._game, self.coming
        assert game is not None
        assert table is not None
        game.fit(table)
        text = self.catalogue.text
        again = table.result.rematch_box.button
        again.setText(text("lesson.short.whole"))
        give_tip(again, text("lesson.short.whole.about"))
        again.setAccessibleDescription(text("lesson.short.whole.about"))
        again.show()
        table.frame.talk.log.note(self._sentence())
        table.left.connect(self.left)
        table.sounded.connect(self.sounded)
        table.called.connect(self.called)
        table.learned.connect(self.learned)
        table.rematch.connect(lambda _: self.whole.emit())
        self.start_button.setEnabled(True)
        self.start_button.setFocus()

    def begin(self) -> None:
        """Show the table."""
        table = self.coming
        if table is None or self._game is None or not self.start_button.isEnabled():
            return
        self.coming, self.table = None, table
        self._column.removeWidget(self._sheet)
        self._sheet.hide()
        self._sheet.deleteLater()
        self._column.addWidget(table)
        table.show()
        self.setFocusProxy(table)
        table.setFocus()
        table.begin()
        table.finish_later()
        self._game.begin()

    def hideEvent(self, event: QHideEvent) -> None:
        """Leaving the game ends its bots."""
        super().hideEvent(event)
        if not event.spontaneous() and self._game is not None:
            self._game.close()
