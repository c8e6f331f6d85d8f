"""The table that is open in the window, from the moment the node opens it until it is put away."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from client.system import garbage
from client.window.stage import Stage, TableProgress

if TYPE_CHECKING:
    from client.system.settings import Settings
    from client.table.chat import Conversation
    from client.table.slices import Slices
    from client.table.window import TableWindow
    from client.window.bridge import Bridge
    from client.window.content import Content
    from client.window.desktop import Desktop
    from client.window.savedgames import SavedGames
    from net import api


class _Coming(NamedTuple):
    """A table that is being made beside the page shown, and the work that makes it."""

    table: TableWindow
    work: Slices


class OpenTable(QObject):
    """Owns the one table of the window. Its many parts are made in slices, and it comes up when all of them are there.

    Attributes:
        opened: what the node said when it opened the table, with the file of today; None without a table.

    Signals:
        left: the person wants to leave the table.
        analysed: the person wants the analysis of the game that has ended (its file).
        rematch: the person wants another game with the same people (whether to host it here).
        lessons: the person wants to see the lessons of a game (its id), while the table waits.
        lesson: the person wants to play a lesson (its id), while the table waits.
    """

    left = Signal()
    analysed = Signal(object)
    rematch = Signal(bool)
    lessons = Signal(str)
    lesson = Signal(str)

    def __init__(
        self,
        bridge: Bridge,
        content: Content,
        settings: Settings,
        progress: TableProgress,
        saved: SavedGames,
        desktop: Desktop,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._content = content
        self._settings = settings
        self._progress = progress
        self._saved = saved
        self._desktop = desktop
        self._at: _Coming | TableWindow | None = None
        self._conversations: dict[PurePath | None, Conversation] = {}  # by game file; kept while the program runs
        self.opened: api.Opened | None = None

    @property
    def shown(self) -> TableWindow | None:
        """The table, once it has come up."""
        return None if isinstance(self._at, _Coming) else self._at

    @property
    def coming(self) -> TableWindow | None:
        """The table while it is being made."""
        return self._at.table if isinstance(self._at, _Coming) else None

    # -- coming up -----------------------------------------------------------------------------------------------------

    def open(self, opened: api.Opened) -> None:
        """The node has opened a table: begin to make it."""
        from client.table.slices import Slices, put_aside
        from client.table.window import TableWindow

        before = self._conversation(opened)
        self._progress.stage = Stage.PLAYING
        self.opened = opened
        content = self._content
        content.choose_surface()
        table = TableWindow(
            self._bridge, opened, content.catalogue, self._settings, content.likenesses, parent=content.pages, sliced=True
        )
        table.left.connect(self.left)
        table.analysed.connect(self._analyse)
        table.sounded.connect(self._desktop.play)
        table.called.connect(self._desktop.call_people)
        table.learned.connect(content.save_settings)
        table.rematch.connect(self.rematch)
        content.pages.addWidget(table)
        put_aside(table)
        if opened.file is not None:
            self._saved.remember(Path(opened.file))
        self.note_end(opened.position.result is not None)
        work = Slices(table.made(opened), table)
        self._at = _Coming(table, work)
        work.done.connect(lambda: self._come_up(table, opened, before))

    def _come_up(self, table: TableWindow, opened: api.Opened, before: Conversation) -> None:
        """All of the table is there: it comes up, and hears what has happened meanwhile."""
        self._at = table
        table.recall(before)
        pages = table.frame.help
        pages.lessons.connect(self._ask_for_lessons)
        pages.lesson.connect(self._ask_for_lesson)
        pages.lead_to_lessons()
        self._content.put_up(table)
        table.begin(sliced=True)
        table.finish_later()
        garbage.spare()  # the first collection of a table's many objects would cost some frames
        self._content.name_window(opened.game)

    def finish(self) -> None:
        """Something is about to happen that needs the table, or its place: it comes up at once if it is on its way."""
        if isinstance(self._at, _Coming):
            self._at.work.finish()

    def _conversation(self, opened: api.Opened) -> Conversation:
        """What was said at this table before its window opened, in the lobby or before a pause."""
        from client.table.chat import Conversation

        if self._progress.stage is Stage.LOBBY:
            return Conversation(tuple(self._content.pages.lobby_page.chat.lines))
        return self._conversations.get(opened.file, Conversation())

    # -- while it is open ----------------------------------------------------------------------------------------------

    def bring_back(self) -> bool:
        """Show the table that waits behind another page; returns False if there is none."""
        table = self.shown
        if table is None:
            return False
        self._content.pages.setCurrentWidget(table)
        table.setFocus()
        return True

    def note_end(self, over: bool) -> None:
        """With ``over``, the game has ended."""
        if over and self._progress.stage is Stage.PLAYING and self.opened is not None:
            self._progress.stage = Stage.OVER
            if self.opened.file is not None:
                self._saved.mark_finished(Path(self.opened.file))

    def note_file(self, file: PurePath) -> bool:
        """The game is saved in this file; returns whether it was in another one before."""
        from dataclasses import replace  # slow to load, and the first page does not need it

        if self.opened is None or file == self.opened.file:
            return False
        self.opened = replace(self.opened, file=file)
        self._saved.remember(Path(file))
        return True

    def _analyse(self) -> None:
        if self.opened is not None and self.opened.file is not None:
            self.analysed.emit(Path(self.opened.file))

    def _ask_for_lessons(self) -> None:
        if self.shown is not None:
            self.shown.frame.help.close_help()
            self.lessons.emit(self.shown.game)

    def _ask_for_lesson(self, lesson: str) -> None:
        if self.shown is not None:
            self.shown.frame.help.close_help()
            self.lesson.emit(lesson)

    # -- going away ----------------------------------------------------------------------------------------------------

    def leave_for_good(self) -> None:
        """The node is about to leave the table: a table on its way is not wanted any more, another one shows no more turns."""
        self.drop_coming()
        if self.shown is not None:
            self.shown.leave_for_good()

    def drop_coming(self) -> None:
        """A table that is on its way is not wanted any more."""
        if isinstance(self._at, _Coming):
            coming, self._at = self._at, None
            coming.work.stop()
            self._bridge.event.disconnect(coming.table.hear)
            self._content.pages.take_down(coming.table)

    def put_away(self) -> None:
        """The table is gone. What was said at it is kept, in case its game goes on later."""
        self.drop_coming()
        opened, self.opened = self.opened, None
        table, self._at = self.shown, None
        self._content.saving.forget()
        if table is not None:
            self._bridge.event.disconnect(table.hear)  # it is destroyed in slices, and the next table may be opened meanwhile
            if opened is not None and opened.file is not None:
                self._conversations[opened.file] = table.frame.talk.conversation
            self._content.take_down(table)
