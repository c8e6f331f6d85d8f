"""The main window: the place where its parts meet. Each part is an object that owns one subject."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from client.look import theme
from client.look.scale import LEAST, first_size
from client.system import errors
from client.system.home import KEY_FILE
from client.system.lastframe import painted
from client.window.canvas import Canvas
from client.window.closing import Closing
from client.window.cominglobby import ComingLobby
from client.window.content import Content
from client.window.desktop import Desktop
from client.window.leaving import Leaving
from client.window.lessons import Lessons
from client.window.news import News
from client.window.opentable import OpenTable
from client.window.puzzles import Puzzles
from client.window.replays import Replays
from client.window.savedgames import SavedGames
from client.window.sizes import Sizes
from client.window.stage import Stage, TableProgress
from client.window.starting import Starting
from client.window.wishes import Wishes

if TYPE_CHECKING:
    from client.lessons.lesson import Lesson
    from client.system.opening import Wish
    from client.system.settings import Settings
    from client.table.slices import Slices
    from client.window.book import Book
    from client.window.bridge import Bridge
    from rules.message import Message


RESCALE_MS = 16
"""Milliseconds from one part whose texts take another size to the next: one in each frame."""

DRAWN_MS = 60
"""Milliseconds without another size after which the window's edge rests: sooner than what the window shows finds so."""


class MainWindow(QMainWindow):
    """A book of pages, with urgent messages above it. Its parts carry out what the person wants and show what the node tells.

    The window itself connects its parts, and does what concerns several of them: another look, keys, and its size.

    Attributes:
        bridge: the way to the node.
        settings: the settings.
        progress: the stage that the window has reached with its table.
        content: the pages, and the bars above them.
        desktop: sounds, notices, and the window's place in front of others.
        lobby: the page of a table before the game, while it is being made.
        table: the open table.
        lessons: the lesson that is played, or the short game at its end.
        puzzles: the puzzle on show.
        replays: saved games on show.
        starting: the ways to a table.
        leaving: the way from a table.
        closing: the end of the window.

    Signals:
        ended: the window has closed and everything behind it has ended.
    """

    ended = Signal()

    def __init__(self, bridge: Bridge, settings: Settings, home: Path) -> None:
        """``home`` is the data folder; commands go to the node of ``bridge``."""
        super().__init__()
        self.setObjectName("main-window")
        room = self.screen().availableSize()
        self.setMinimumSize(QSize(*LEAST).boundedTo(room))
        self.bridge = bridge
        self.settings = settings
        self._home = home
        self._sizes = Sizes(room)
        self._outdated = False  # the look of the pages, where a change has to wait until the person leaves one
        self._rescaling: Slices | None = None  # gives everything that waits for texts of another size its size
        self._canvas = Canvas(self)
        self._drawn = QTimer(self)  # as long as somebody may be drawing the window's edge
        self._drawn.setSingleShot(True)
        self._drawn.setInterval(DRAWN_MS)
        self._drawn.timeout.connect(self._rescale)
        self.progress = TableProgress()
        self.content = Content(self, bridge, settings, home)
        self.desktop = Desktop(self, settings)
        self._saved = SavedGames(self.content, settings, home)
        self.lobby = ComingLobby(self.content, self)
        self.table = OpenTable(bridge, self.content, settings, self.progress, self._saved, self.desktop, self)
        self.lessons = Lessons(self.content, settings, self.table, self.desktop, self)
        self.puzzles = Puzzles(bridge, self.content, settings, home, self.desktop)
        self.replays = Replays(bridge, self.content, settings, home, self.table, self._saved)
        self.starting = Starting(bridge, self.content, settings, self.progress, self._saved)
        self.leaving = Leaving(self, bridge, self.content, self.progress, self.lobby, self.table)
        self.closing = Closing(self, bridge, self.content, settings, self.progress, self.lobby, self.leaving, self.desktop)
        self._wishes = Wishes(self.content, self.progress, self.desktop, self.lessons, self.puzzles, self.replays)
        self._news = News(
            self.content,
            self.progress,
            self.desktop,
            self.lobby,
            self.table,
            self.starting,
            self.leaving,
            self.closing,
            self,
        )
        self._connect_parts()
        self._connect_pages()
        bridge.event.connect(self._news.hear)
        if not settings.window or not self.restoreGeometry(QByteArray.fromHex(settings.window.encode())):
            self.resize(first_size(room))
        self.pages.show_start()
        self._fit()

    # -- where the parts meet ------------------------------------------------------------------------------------------

    def _connect_parts(self) -> None:
        self.lobby.heard.connect(self._news.hear)
        self.table.left.connect(self.leaving.ask)
        self.table.analysed.connect(lambda file: self.replays.watch(file, analysed=True))
        self.table.rematch.connect(self.starting.rematch)
        self.table.lessons.connect(lambda game: self.pages.show_lessons(game))
        self.table.lesson.connect(self.lessons.learn)
        self.lessons.whole.connect(self._play_whole)
        self.desktop.noticed.connect(self._return_to_table)
        self.leaving.done.connect(self._go_on)
        self.closing.ended.connect(self.ended)

    def _connect_pages(self) -> None:
        """Listen to the pages, which are new."""
        pages = self.pages
        pages.play.connect(self.starting.play)
        pages.host.connect(self.starting.host)
        pages.join.connect(self.starting.join)
        pages.watch_table.connect(self.starting.watch_table)
        pages.resume.connect(self.starting.resume)
        pages.again.connect(self.starting.play_again)
        pages.watch.connect(self.replays.watch)
        pages.lesson.connect(self.lessons.learn)
        pages.lessons_left.connect(self.lessons.leave)
        pages.puzzle.connect(self.puzzles.solve)
        pages.cancelled.connect(self.leaving.leave)
        pages.left.connect(self.leaving.ask)
        pages.currentChanged.connect(lambda _: self._turned())
        pages.filled.connect(lambda page: self._sizes.tighten(page, self.width()))
        pages.changed.connect(self._setting_changed)
        pages.tried.connect(self._try_out)
        pages.told.connect(self.tell)
        pages.log_wanted.connect(self._show_log)
        pages.removed.connect(self._saved.remove)
        pages.key_restored.connect(self._take_key)
        pages.looking.connect(lambda on: self.bridge.node.discover(on))
        self.content.saving.moved.connect(lambda file: self.bridge.node.save_elsewhere(file))
        if self.settings.key:
            pages.show_portrait()

    def _play_whole(self, lesson: Lesson) -> None:
        """Play a whole game like the short one of a lesson."""
        practice = lesson.practice
        self.starting.play_at_once(lesson.outline.game, practice.scene.seats, practice.bot, practice.scene.options)

    def _return_to_table(self) -> None:
        """Show the table that waits behind a lesson or the lessons."""
        if self.table.shown is not None and self.pages.currentWidget() is not self.table.shown:
            self.lessons.leave()

    def _go_on(self) -> None:
        """The table is gone."""
        self.lessons.put_away()
        self.closing.go_on()

    # -- what the program wants ----------------------------------------------------------------------------------------

    @property
    def pages(self) -> Book:
        """The pages of today: another language or theme has others."""
        return self.content.pages

    @property
    def language(self) -> str:
        """The current language of the program."""
        return self.content.catalogue.language

    def words(self, said: Message) -> str:
        """A sentence in the language of the window."""
        return self.content.words(said)

    @Slot(object)
    def tell(self, said: Message) -> None:
        """Show a sentence across the window, over any page."""
        self.content.tell(said)

    def tell_more(self, said: Message) -> None:
        """Show a sentence below the one that is shown, if there is one."""
        self.content.tell_more(said)

    @Slot(str)
    def report(self, text: str) -> None:
        """Offer to show a report about an error."""
        words = self.content.catalogue.text("client.report.show")
        self.content.notice.offer(words, lambda: self._show_report("client.report", text))

    @Slot(object)
    def fulfil(self, wish: Wish) -> None:
        """Come to the front and open a link or file. If a table is open, the wish has to wait, and a sentence says so."""
        self._wishes.fulfil(wish)

    def play_at_once(self, game: str, players: int, bots: str) -> None:
        """Begin a game, by its id, against bots of a level, without further questions."""
        self.starting.play_at_once(game, players, bots)

    def watch(self, file: Path, analysed: bool = False) -> None:
        """Replay a saved game, with its analysis if wanted."""
        self.replays.watch(file, analysed)

    def know_key(self) -> None:
        """The node has started: its key may decide the person's portrait."""
        self.settings.key = self.bridge.node.identity.key.hex()
        self.pages.show_portrait()

    def mend_key(self) -> bool:
        """Ask what to do about an unreadable key; returns whether that helped. Blocks everything else meanwhile."""
        from client.window.keytrouble import KeyTrouble

        return bool(KeyTrouble(self.content.catalogue, self._home / KEY_FILE, self).exec())

    def quit(self) -> None:
        """Close without a question; a game is paused."""
        self.closing.quit()

    def _show_log(self) -> None:
        """Show the log of errors."""
        self._show_report("client.log", errors.log_text(self._home) or self.content.catalogue.text("client.log.empty"))

    def _show_report(self, key: str, text: str) -> None:
        from client.window.report import Report

        Report(self.content.catalogue, key, text, "alarife-report.txt", self).open()

    # -- settings and look ---------------------------------------------------------------------------------------------

    def _setting_changed(self, name: str) -> None:
        self.content.save_settings()
        if name in ("language", "theme"):
            self.restyle()
        elif name == "text_size":
            self._rescale()
        elif name == "volume":
            self._try_out("turn")
        elif name == "bot_program":
            self.bridge.command = self.settings.bot_program
        elif name == "portrait":
            self.bridge.portray(tuple(self.settings.portrait))
            self.pages.show_portrait()

    def _take_key(self) -> None:
        """The key of this installation was replaced: use the new one."""
        self.bridge.renew()
        self.know_key()

    def _try_out(self, cue: str) -> None:
        self.desktop.sounds.try_out(cue)

    def restyle(self) -> None:
        """Apply another theme or language, and make all pages anew, unless the present one has to stay as it is."""
        self.lobby.finish()
        self.table.finish()
        self._stop_rescaling()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, self.settings.theme, self._sizes.scale)
        self._outdated = True
        if self.progress.stage not in (Stage.AWAY, Stage.AWAITED) or self.lessons.in_short_game:
            return  # a game goes on in its old look
        if self.puzzles.on_show or self.replays.shown is not None:
            return  # and so does a turn that is tried in a puzzle, or a replay with its analysis
        settings_shown = self.pages.shows("settings_page")
        if not (settings_shown or self.pages.shows("start_page") or self.lessons.shown) or self.pages.unsaved:
            return  # and a page on which the person may have chosen or written something
        self._outdated = False
        bookmark = self.lessons.take_bookmark()
        self.puzzles.put_away()
        self.content.renew()
        self._connect_pages()
        self.pages.show_start()
        if settings_shown:
            self.pages.show_settings()
        if bookmark is not None:
            self.lessons.learn(*bookmark)

    def _turned(self) -> None:
        """Another page is shown. If it is the start page and has the old look, all pages are made anew."""
        self.replays.look_again()
        self._fit()
        if self._outdated:
            QTimer.singleShot(0, self, self._catch_up)

    def _catch_up(self) -> None:
        """Give the pages the new look, unless the window has closed or the person reads a sentence over the page."""
        if self._outdated and self.isVisible() and self.pages.shows("start_page") and not self.content.notice.isVisible():
            self.restyle()

    def follow_system(self) -> None:
        """Adopt the system's dark, light or high-contrast look, if the settings follow it and it has changed."""
        look = theme.system_look()
        if look != self.settings.look:
            self.settings.look = look
            self.content.save_settings()
        if self.settings.theme == "system" and look != theme.palette().name:
            self.restyle()

    def _rescale(self) -> None:
        """Fit texts and gaps to the size of the window. A table that is on its way comes up first."""
        self.table.finish()
        self._fit()
        rescaling = self._sizes.follow(self.size(), self.settings.text_size)
        if rescaling is None:
            return
        from client.table.slices import Slices  # imported late for the sake of the first page: see client.pages.bricks

        self._stop_rescaling()
        self._rescaling = Slices(rescaling, self, RESCALE_MS)
        self._rescaling.done.connect(self._stop_rescaling)
        if not self.isVisible() or self.settings.reduced_motion:
            self._rescaling.finish()
        else:
            self._rescaling.do_next()  # before a table finds that its size rests
        self._fit()

    def _stop_rescaling(self) -> None:
        """All texts have their new size, or are about to take yet another one."""
        if self._rescaling is not None:
            self._rescaling.stop()
            self._rescaling.deleteLater()
            self._rescaling = None

    def _fit(self) -> None:
        """Reduce the gaps of the shown page if there is little room. The frame of a table does so itself."""
        page = self.pages.currentWidget()
        if page is not None and page is not self.lessons.shown and not hasattr(page, "frame"):
            self._sizes.tighten(page, self.width())

    # -- keys and room -------------------------------------------------------------------------------------------------

    @property
    def _aside(self) -> QWidget | None:
        """What is being made beside the page that one sees: a table, that of a replay or a short game, or a lobby."""
        aside = self.table.coming or self.lobby.page
        if aside is not None:
            return aside
        made: QWidget | None = getattr(self.pages.currentWidget(), "coming", None)
        return made

    def event(self, event: QEvent) -> bool:
        """Keys do nothing at a table that is still on its way. Long work hears of each frame."""
        kind = event.type()
        if kind == QEvent.Type.UpdateRequest:
            handled = super().event(event)
            painted()
            return handled
        if kind == QEvent.Type.ShortcutOverride and self._aside is not None:
            from client.table.slices import is_for_the_page_seen

            if is_for_the_page_seen(event):
                event.accept()  # then it is no shortcut, but a key like any other
                return True
        return super().event(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through what one sees, and not into a table that is still on its way."""
        aside = self._aside
        if aside is None:
            return super().focusNextPrevChild(forward)
        from client.table.slices import passes_by

        return passes_by(self, aside, forward)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Larger text on a large window; once the edge, which somebody may be drawing, rests."""
        super().resizeEvent(event)
        self._canvas.follow()
        if self.isVisible() and not self.settings.reduced_motion:
            self.table.finish()
            self._fit()
            self._drawn.start()
        else:
            self._rescale()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first if a game is running, leave in good order, then close."""
        event.setAccepted(self.closing.allows())
