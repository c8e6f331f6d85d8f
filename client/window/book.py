"""The pages of the main window, and the way from one to the next.

Every page but the first is made when it is first needed, so that the window opens sooner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from client.messages import Catalogue
from client.pages.saved import Shelf
from client.pages.start import StartPage
from client.system.home import GAMES, KEY_FILE, LIBRARY
from client.system.settings import Settings
from client.window.ground import Ground
from rules.message import Message

if TYPE_CHECKING:
    from client.lessons.page import LessonsPage
    from client.library.library import Library
    from client.lobby.answer import AnswerPage
    from client.lobby.join import JoinPage
    from client.lobby.setup import SetupPage
    from client.lobby.table import LobbyPage
    from client.lobby.waiting import WaitPage
    from client.look.likeness import Likenesses
    from client.pages.about import AboutPage
    from client.pages.boards import BoardsPage
    from client.pages.library.page import LibraryPage
    from client.pages.preferences import SettingsPage
    from client.puzzles.page import PuzzlesPage
    from client.window.bridge import Bridge
    from client.window.veil import Veil
    from net import api

    Made = TypeVar("Made", bound=QWidget)


class Book(QStackedWidget):
    """All pages, one of which is open. It turns to other pages itself, and signals when a page leads to a table.

    Attributes:
        back: opens the page that the person came from, for when something fails.

    Signals:
        play, host: the person wants to start a game at this computer, or open a table for others (its plan).
        join, watch_table: the person wants to join a table, or watch its game (what was pasted, typed or chosen).
        lesson: the person wants to play a lesson (its id, the step to begin with); ``lessons_left``: leaves the list of
        lessons.
        puzzle: the person wants to solve a puzzle.
        resume, watch: the person wants to continue a saved game, or to look at it (its path).
        cancelled: the person does not want to wait any longer.
        left: the person wants to leave the lobby.
        changed: a setting was changed (its name).
        tried: a sound was switched on (its name).
        looking: whether the person looks for tables from now on.
        told: a page has a sentence to show across the window.
        log_wanted: the person wants to see the log.
        removed: the person wants a file that is no game out of the list (its path).
        key_restored: the key of this installation was replaced.
        again: the person wants to play another game like a saved one (its record).
        filled: a page that is made beside the one shown has its content, and is laid out next.
    """

    play = Signal(object)
    host = Signal(object)
    join = Signal(str)
    watch_table = Signal(str)
    resume = Signal(object)
    watch = Signal(object)
    lesson = Signal(str, int)
    lessons_left = Signal()
    puzzle = Signal(object)
    cancelled = Signal()
    left = Signal()
    changed = Signal(str)
    tried = Signal(str)
    looking = Signal(bool)
    told = Signal(object)
    key_restored = Signal()
    log_wanted = Signal()
    removed = Signal(object)
    again = Signal(object)
    filled = Signal(QWidget)

    def __init__(
        self, catalogue: Catalogue, settings: Settings, home: Path, bridge: Bridge, likenesses: Callable[[], Likenesses]
    ) -> None:
        """Make the first page.

        Args:
            catalogue: the texts.
            settings: the settings, which pages change.
            home: the data folder.
            bridge: the lobby speaks to its node.
            likenesses: gives the portraits of everybody met lately; called when the first page needs them.
        """
        super().__init__()
        self.setObjectName("pages")
        self._ground = Ground()
        self._catalogue = catalogue
        self._settings = settings
        self._home = home
        self._bridge = bridge
        self._likenesses = likenesses
        self.back: Callable[[], None] = self.show_start
        self._from_boards: Callable[[], None] = self.show_start
        self.start_page = StartPage(catalogue, settings)
        self.start_page.offline.connect(lambda: self.show_offline())
        self.start_page.learn.connect(lambda: self.show_lessons())
        self.start_page.puzzles.connect(self.show_puzzles)
        self.start_page.answered.connect(lambda: self.changed.emit("lessons_offered"))
        self.start_page.host.connect(lambda: self.show_host())
        self.start_page.join.connect(self.show_join)
        self.start_page.preferences.connect(self.show_settings)
        self.start_page.about.connect(self.show_about)
        self.start_page.resume.connect(self.resume)
        self.start_page.watch.connect(self.watch)
        self.start_page.removed.connect(self.removed)
        self.start_page.renamed.connect(lambda: self.changed.emit("name"))
        self.start_page.portrait.changed.connect(lambda: self.changed.emit("portrait"))
        self.start_page.library.connect(self.show_library)
        self.start_page.play_game.connect(self.show_offline)
        self.start_page.host_game.connect(self.show_host)
        self.start_page.learn_game.connect(self.show_lessons)
        self.addWidget(self.start_page)
        self._shelf = Shelf(home / GAMES, home / LIBRARY)
        self._shelf.listed.connect(self.start_page.show_games)
        self.currentChanged.connect(self._turned)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint what lies behind the pages."""
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._ground.picture(self.size(), self.devicePixelRatioF()))
        painter.end()

    # -- the pages -----------------------------------------------------------------------------------------------------

    @cached_property
    def offline_page(self) -> SetupPage:
        """The page that sets up a game at this computer."""
        from client.lobby.setup import SetupPage

        page = self._added(SetupPage(self._catalogue, self._settings, hosting=False))
        page.back.connect(self.show_start)
        page.learn.connect(self.show_lessons)
        page.elsewhere.connect(self.show_host)
        page.correct.connect(lambda game: self.show_boards(game, self.show_offline))
        page.remembered.connect(lambda: self.changed.emit("levels"))
        self.library.finished.connect(lambda rows: page.know([row.record for row in rows]))
        page.portrayed.connect(lambda: self.changed.emit("portrait"))
        page.done.connect(self.play)
        return page

    @cached_property
    def host_page(self) -> SetupPage:
        """The page that sets up a table for others."""
        from client.lobby.setup import SetupPage

        page = self._added(SetupPage(self._catalogue, self._settings, hosting=True))
        page.back.connect(self.show_start)
        page.learn.connect(self.show_lessons)
        page.elsewhere.connect(self.show_offline)
        page.correct.connect(lambda game: self.show_boards(game, self.show_host))
        page.portrayed.connect(lambda: self.changed.emit("portrait"))
        page.done.connect(self.host)
        return page

    @cached_property
    def boards_page(self) -> BoardsPage:
        """The page for correcting boards."""
        from client.pages.boards import BoardsPage

        page = self._added(BoardsPage(self._catalogue))
        page.closed.connect(lambda: self._from_boards())
        return page

    @cached_property
    def lessons_page(self) -> LessonsPage:
        """The list of lessons."""
        from client.lessons.page import LessonsPage

        page = self._added(LessonsPage(self._catalogue, self._settings))
        page.back.connect(self.lessons_left)
        page.chosen.connect(self.lesson)
        return page

    @cached_property
    def puzzles_page(self) -> PuzzlesPage:
        """The puzzles."""
        from client.puzzles.page import PuzzlesPage

        page = self._added(PuzzlesPage(self._catalogue, self._home))
        page.back.connect(self.show_start)
        page.chosen.connect(self.puzzle)
        return page

    @cached_property
    def join_page(self) -> JoinPage:
        """The page for finding a table."""
        from client.lobby.join import JoinPage

        page = self._added(JoinPage(self._catalogue, self._settings))
        page.back.connect(self.show_start)
        page.renamed.connect(lambda: self.changed.emit("name"))
        page.portrait.changed.connect(lambda: self.changed.emit("portrait"))
        page.chosen.connect(self.join)
        page.watched.connect(self.watch_table)
        return page

    @cached_property
    def wait_page(self) -> WaitPage:
        """The page that says what the program waits for."""
        from client.lobby.waiting import WaitPage

        page = self._added(WaitPage(self._catalogue))
        page.cancelled.connect(self.cancelled)
        return page

    @cached_property
    def answer_page(self) -> AnswerPage:
        """The page shown after an invite did not lead to a table."""
        from client.lobby.answer import AnswerPage

        page = self._added(AnswerPage(self._catalogue, self._settings))
        page.back.connect(self.cancelled)
        page.wanted.connect(lambda servers: self._bridge.node.make_answer(servers))
        page.changed.connect(self.changed)
        return page

    @cached_property
    def lobby_page(self) -> LobbyPage:
        """The table before the game, without its parts: :meth:`open_lobby` makes them."""
        from client.lobby.table import LobbyPage

        page = self._added(LobbyPage(self._catalogue, self._settings, self._bridge, self._likenesses()))
        page.left.connect(self.left)
        page.changed.connect(self.changed)
        return page

    def open_lobby(self, lobby: api.Lobby) -> Iterator[None]:
        """Make the page of a table before the game, and its content, in slices, beside the page that is shown."""
        from client.table.slices import polished, put_aside

        first = self.known("lobby_page") is None
        page = self.lobby_page
        yield
        if first:
            yield from page.made()
            yield
        yield from page.open(lobby)
        yield
        self.filled.emit(page)
        yield from polished(page)
        put_aside(page)
        yield from page.shown()

    @cached_property
    def settings_page(self) -> SettingsPage:
        """The settings."""
        from client.pages.preferences import SettingsPage

        page = self._added(SettingsPage(self._catalogue, self._settings, self._home / KEY_FILE))
        page.back.connect(self.show_start)
        page.boards.connect(lambda game: self.show_boards(game, self.show_settings))
        page.key.told.connect(self.told)
        page.key.restored.connect(self.key_restored)
        page.changed.connect(self.changed)
        page.tried.connect(self.tried)
        return page

    @cached_property
    def library(self) -> Library:
        """What is known about all saved games."""
        from client.library.library import Library

        library = Library(self._home, self._home / GAMES)
        library.told.connect(self.told)
        library.moved.connect(self._moved)
        library.changed.connect(self._look_at_shelf)
        return library

    @cached_property
    def library_page(self) -> LibraryPage:
        """All saved games, their statistics and series."""
        from client.pages.library.page import LibraryPage

        page = self._added(LibraryPage(self._catalogue, self.library, self._settings, self._home))
        page.back.connect(self.show_start)
        page.resume.connect(self.resume)
        page.watch.connect(self.watch)
        page.again.connect(self.again)
        page.told.connect(self.told)
        return page

    @cached_property
    def about_page(self) -> AboutPage:
        """The page about this program."""
        from client.pages.about import AboutPage

        page = self._added(AboutPage(self._catalogue))
        page.back.connect(self.show_start)
        page.log_wanted.connect(self.log_wanted)
        return page

    def _added(self, page: Made) -> Made:
        self.addWidget(page)
        return page

    def show_portrait(self) -> None:
        """Show the person's own portrait, which has changed or is known only now."""
        self.start_page.portrait.refresh()
        for name in ("offline_page", "host_page", "join_page", "settings_page", "lobby_page"):
            page = self.__dict__.get(name)
            if page is not None:
                page.show_portraits()

    # -- turning to one ------------------------------------------------------------------------------------------------

    def shows(self, name: str) -> bool:
        """Whether the page of this name is shown. Asking does not make the page."""
        page = self.known(name)
        return page is not None and self.currentWidget() is page

    def known(self, name: str) -> QWidget | None:
        """The page of this name if it is made already."""
        page: QWidget | None = self.__dict__.get(name)
        return page

    def show_start(self) -> None:
        """Show the start page with the current saved games."""
        self.back = self.show_start
        self.start_page.begin()
        self._shelf.look(self._settings.recent, self._settings.finished)
        if "library" in self.__dict__:
            self.look_through()
        self.setCurrentWidget(self.start_page)

    def show_library(self) -> None:
        """Show all saved games."""
        self.back = self.show_library
        self.setCurrentWidget(self.library_page)
        self.library_page.begin()
        self.look_through()  # after the list of known games: a folder of thousands of files takes time

    def look_through(self) -> None:
        """Let the library find the files that exist now, and read the new ones."""
        from client.look import theme

        self.library.look(self._settings.recent, theme.palette().name)

    def close_library(self) -> None:
        """Stop reading files."""
        if "library" in self.__dict__:
            self.library.close()

    def _look_at_shelf(self) -> None:
        if self.currentWidget() is self.start_page:
            self._shelf.look(self._settings.recent, self._settings.finished)

    def _moved(self, before: Path, after: Path | None) -> None:
        """A file was renamed or removed: update the settings, which refer to files by path."""
        for listed in (self._settings.recent, self._settings.finished):
            if str(before) in listed:
                place = listed.index(str(before))
                listed[place : place + 1] = [] if after is None else [str(after)]
        self.changed.emit("recent")

    def show_offline(self, game: str = "") -> None:
        """Show the page for a game at this computer, with this game chosen if one is named."""
        self.back = self.show_offline
        self.offline_page.begin(game)
        self.library.ask_finished()
        self.setCurrentWidget(self.offline_page)

    def show_lessons(self, game: str = "") -> None:
        """Show the lessons, beginning with those of a game."""
        self.start_page.end_offer()
        self.lessons_page.begin(game)
        self.setCurrentWidget(self.lessons_page)
        self.lessons_page.take_focus()

    def show_puzzles(self) -> None:
        """Show the puzzles."""
        self.puzzles_page.begin()
        self.setCurrentWidget(self.puzzles_page)
        self.puzzles_page.take_focus()

    def show_host(self, game: str = "") -> None:
        """Show the page for hosting a table, with this game chosen if one is named."""
        self.back = self.show_host
        self.host_page.begin(game)
        self.setCurrentWidget(self.host_page)

    def show_boards(self, game: str, back: Callable[[], None]) -> None:
        """Show the boards of a game; ``back`` opens the page that the person came from."""
        from rules.registry import game as game_called

        self._from_boards = back
        page, rules = self.boards_page, game_called(game)
        page.leave(lambda: page.begin(rules))
        self.setCurrentWidget(page)

    @property
    def unsaved(self) -> bool:
        """Whether a page has work that is not saved."""
        page = self.__dict__.get("boards_page")
        return page is not None and page.unsaved

    def holds(self, then: Callable[[], object]) -> bool:
        """Whether a page first asks what to do about unsaved work; it calls ``then`` afterwards."""
        page = self.__dict__.get("boards_page")
        if page is None or not page.unsaved:
            return False
        self.setCurrentWidget(page)
        page.leave(then)
        return True

    def show_join(self) -> None:
        """Show the page for finding a table."""
        self.back = self.show_join
        self.join_page.begin()
        self.setCurrentWidget(self.join_page)

    def show_settings(self) -> None:
        """Show the settings."""
        self.settings_page.begin()
        self.setCurrentWidget(self.settings_page)

    def show_about(self) -> None:
        """Show the page about this program."""
        self.setCurrentWidget(self.about_page)

    def show_waiting(self, said: Message) -> None:
        """Show what the program waits for."""
        self.wait_page.begin(said)
        self.setCurrentWidget(self.wait_page)

    def put_up(self, widget: QWidget) -> None:
        """Show a page that is made for one use."""
        if self.indexOf(widget) < 0:
            self.addWidget(widget)
        self.bring_up(widget)
        widget.setFocus()

    def bring_up(self, page: QWidget) -> None:
        """Show a page that was made beside the others."""
        page.setGeometry(self.rect())
        self.setCurrentWidget(page)

    def take_down(self, widget: QWidget) -> None:
        """Remove such a page. It is destroyed in slices, once another page has been painted."""
        from client.table.frame import dismantled
        from client.table.slices import Slices, silence

        self.removeWidget(widget)
        widget.hide()
        silence(widget)
        slices = Slices(dismantled(widget), self)
        slices.done.connect(slices.deleteLater)

    @cached_property
    def _veil(self) -> Veil:
        from client.window.veil import Veil

        return Veil(self)

    def _turned(self) -> None:
        if self.isVisible() and not self._settings.reduced_motion:
            self._veil.draw()
        if "join_page" in self.__dict__:
            self.looking.emit(self.shows("join_page"))
