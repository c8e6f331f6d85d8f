"""The main window: it carries out what the person wants, shows what the node reports, and closes in good order."""

from __future__ import annotations

import os
import time
from functools import cached_property
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QLocale, QSize, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from client.look import qtwords, theme
from client.look.scale import LEAST, first_size, scale_for
from client.messages import FROM_THE_RIGHT, catalogue, languages
from client.pages.bricks import Notice
from client.system import errors, garbage
from client.system.home import GAMES, KEY_FILE
from client.system.opening import Wish
from client.system.settings import Settings
from client.table import art
from client.window.book import Book
from client.window.bridge import Bridge
from client.window.saving import SavingBar
from client.window.stage import End, Stage
from rules.message import Message, message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from client.lessons.lesson import Lesson, LessonError, Outline
    from client.lessons.shortgame import ShortGame
    from client.lessons.window import LessonWindow
    from client.library.record import Record
    from client.look.likeness import Likenesses
    from client.pages.question import Question
    from client.puzzles.puzzle import Puzzle
    from client.puzzles.window import PuzzleWindow
    from client.sound.sounds import Sounds
    from client.system.notices import Notices
    from client.table.chat import Conversation
    from client.table.slices import Slices
    from client.table.window import TableWindow
    from net import api

FAREWELL_MS = 3000
"""The time allowed for leaving a table in good order before the window closes anyway."""

LOGOUT_SECONDS = 60.0
"""For so long after the desktop has announced its end, a close counts as the desktop's."""

NARROW, NARROW_GAPS = 900, 0.7
"""In a window narrower than this, the gaps in pages are multiplied by this factor."""

UNHEARD = ("offscreen", "minimal")
"""Qt platforms without a screen: they stay silent, since nobody listens."""

RAISING = ("xcb", "windows", "cocoa")
"""Qt platforms on which a program may raise its own window."""


def language_of(settings: Settings) -> str:
    """The language chosen, else the system's where there is a catalogue for it, else English."""
    wanted = settings.language or QLocale.system().name().partition("_")[0]
    return wanted if wanted in languages() else languages()[0]


class MainWindow(QMainWindow):
    """A book of pages, with urgent messages above it. Commands go to the node; its events choose the page.

    Signals:
        ended: the window has closed and everything behind it has ended.
    """

    ended = Signal()

    def __init__(self, bridge: Bridge, settings: Settings, home: Path) -> None:
        super().__init__()
        self.setObjectName("main-window")
        room = self.screen().availableSize()
        self.setMinimumSize(QSize(*LEAST).boundedTo(room))
        self._bridge = bridge
        self._settings = settings
        self._home = home
        self._scale = min(1.0, scale_for(room))
        if self._scale < 1:  # the pages depend on the scale
            theme.apply(theme.application(), theme.palette().name, self._scale)
        self._table: TableWindow | None = None
        self._coming: TableWindow | None = None
        self._opening: Slices | None = None
        self._laying: Slices | None = None
        self._held: list[api.NetEvent] = []  # what the node tells while a lobby is made
        self._lesson: LessonWindow | None = None
        self._short: ShortGame | None = None
        self._puzzle: PuzzleWindow | None = None
        self._opened: api.Opened | None = None
        self._conversations: dict[PurePath | None, Conversation] = {}  # by game file; kept while the program runs
        self._stage = Stage.AWAY
        self._end = End.NOT_YET
        self._owed = False  # whether the node still owes the answer to a leave that the window stopped waiting for
        self._logout = 0.0
        self._resuming: Path | None = None
        self._question: Question | None = None
        self._farewell = QTimer(self)
        self._farewell.setSingleShot(True)
        self._farewell.setInterval(FAREWELL_MS)
        self._farewell.timeout.connect(self._left_at_last)
        self._build()
        bridge.event.connect(self._heard)
        if not settings.window or not self.restoreGeometry(QByteArray.fromHex(settings.window.encode())):
            self.resize(first_size(room))
        self.pages.show_start()
        self._fit()

    # -- pages ---------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        """Make all pages anew, in the current language and colours."""
        self._catalogue = words = catalogue(language_of(self._settings))
        qtwords.speak(words.language)
        theme.turn(self, words.language in FROM_THE_RIGHT)
        self.notice = Notice(words)
        self.saving = SavingBar(words)
        self.saving.moved.connect(lambda file: self._bridge.node.save_elsewhere(file))
        self.pages = pages = Book(words, self._settings, self._home, self._bridge)
        pages.play.connect(self.play)
        pages.host.connect(self.host)
        pages.join.connect(self.join)
        pages.watch_table.connect(self.watch_table)
        pages.lesson.connect(self.learn)
        pages.lessons_left.connect(self._leave_lessons)
        pages.puzzle.connect(self.solve)
        pages.resume.connect(self.resume)
        pages.watch.connect(self.watch)
        pages.again.connect(self.play_again)
        pages.cancelled.connect(self._leave)
        pages.currentChanged.connect(lambda _: self._fit())
        pages.left.connect(self._ask_to_leave)
        pages.changed.connect(self._setting_changed)
        pages.tried.connect(self._try_out)
        pages.told.connect(self.tell)
        pages.log_wanted.connect(self.show_log)
        pages.removed.connect(self._remove)
        pages.key_restored.connect(self._take_key)
        pages.looking.connect(lambda on: self._bridge.node.discover(on))
        middle = QWidget()
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.saving)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(middle)
        self.setWindowTitle(words.text("client.start.title"))
        if self._settings.key:
            pages.show_portrait()

    def show_icon(self) -> None:
        """Give the window its icon; called late, so that the first page does not wait for it."""
        from PySide6.QtGui import QIcon

        icon = QIcon()
        for size in (16, 32, 64, 128):
            icon.addPixmap(art.pixmap("alarife", size))
        self.setWindowIcon(icon)

    def know_key(self) -> None:
        """The node has started: its key may decide the person's portrait."""
        self._settings.key = self._bridge.node.identity.key.hex()
        self.pages.show_portrait()

    def tell(self, said: Message) -> None:
        """Show a sentence across the window, over any page."""
        self.notice.show_text(self.words(said))

    @Slot(str)
    def report(self, text: str) -> None:
        """Offer to show a report about an error."""
        self.notice.offer(self._catalogue.text("client.report.show"), lambda: self._show_report("client.report", text))

    def show_log(self) -> None:
        """Show the log of errors."""
        self._show_report("client.log", errors.log_text(self._home) or self._catalogue.text("client.log.empty"))

    def _show_report(self, key: str, text: str) -> None:
        from client.window.report import Report

        Report(self._catalogue, key, text, "alarife-report.txt", self).open()

    @property
    def language(self) -> str:
        """The current language of the program."""
        return self._catalogue.language

    def words(self, said: Message) -> str:
        """A sentence in the language of the window."""
        return self._catalogue.text(said)

    def _await_table(self, said: Message) -> None:
        """From now on the node's events about a table are meant for this person."""
        self._stage = Stage.AWAITED
        self._wait(said)

    def _wait(self, said: Message) -> None:
        self.notice.dismiss()
        self.pages.show_waiting(said)

    # -- what the person wants -----------------------------------------------------------------------------------------

    def play(self, plan: api.Plan) -> None:
        """Begin a game at this computer."""
        self._await_table(message("client.wait.dealing"))
        self._bridge.node.offline(plan)

    def play_at_once(self, game_id: str, players: int, bots: str, options: Mapping[str, str] | None = None) -> None:
        """Begin a game against bots of a level, with these house rules, without further questions."""
        from client.lobby.setup import first_seats
        from net import api
        from rules.contract import RulesError
        from rules.registry import game as game_called

        try:
            rules = game_called(game_id)
        except RulesError as error:
            self.tell(error.reason)
            return
        seats = first_seats(self._catalogue, rules, players, self._settings.name, hosting=False, level=bots)
        self.play(api.Plan(game_id, tuple(seats), dict(options or {}), name=self._own_name()))

    def learn(self, lesson: str, at: int = 0) -> None:
        """Play a lesson, by its id, from the given step."""
        from client.lessons.lesson import LessonError, file_of, load
        from client.lessons.window import LessonWindow

        try:
            loaded = load(file_of(lesson))
        except LessonError as error:
            self._tell_damage(error)
            return
        self._put_lesson_away()
        back = self._table is not None
        self._lesson = shown = LessonWindow(loaded, self._catalogue, self._settings, at, self._settings.name, at_table=back)
        shown.left.connect(self._leave_lesson)
        shown.sounded.connect(self.sounds.play)
        shown.reached.connect(lambda step: self._note_lesson(loaded.outline, step))
        shown.played.connect(lambda: self._practise(loaded))
        self._note_lesson(loaded.outline, at)
        self._put_up(shown)

    def _note_lesson(self, lesson: Outline, step: int) -> None:
        """Remember the step that the person has reached. A lesson that was once finished stays finished."""
        from client.system.settings import FINISHED

        if self._settings.lessons.get(lesson.id) != FINISHED:
            self._settings.lessons[lesson.id] = FINISHED if step == lesson.steps - 1 else step
            self._save()

    def _tell_damage(self, error: LessonError) -> None:
        text = self._catalogue.text
        detail = f" {text(error.detail)}" if error.detail is not None else ""
        self.notice.show_text(text(error.reason) + detail, stay=True)

    def _practise(self, lesson: Lesson) -> None:
        """Start the short game at the end of a lesson. If a table is waiting, return to it instead."""
        from client.lessons.shortgame import ShortGame

        if self._table is not None:
            self._leave_lessons()
            return
        self._put_lesson_away()
        self._short = short = ShortGame(lesson, self._catalogue, self._settings, self._settings.name, self.likenesses)
        short.left.connect(self._leave_short)
        short.whole.connect(self._play_whole)
        short.failed.connect(self._short_failed)
        short.sounded.connect(self.sounds.play)
        short.called.connect(self.call_people)
        short.learned.connect(self._save)
        self._put_up(short)

    def _leave_short(self) -> None:
        """Return from the short game to the list of lessons."""
        game = self._short.lesson.outline.game if self._short is not None else ""
        self._put_short_away()
        self.pages.show_lessons(game)

    def _short_failed(self, error: LessonError) -> None:
        self._leave_short()
        self._tell_damage(error)

    def _play_whole(self) -> None:
        """Play a whole game like the short one that has just ended."""
        if self._short is not None:
            practice, game = self._short.lesson.practice, self._short.lesson.outline.game
            self._put_short_away()
            self.pages.back = self.pages.show_lessons
            self.play_at_once(game, practice.scene.seats, practice.bot, practice.scene.options)

    def _put_short_away(self) -> None:
        short, self._short = self._short, None
        if short is not None:
            self.pages.take_down(short)
            garbage.look_again()

    def _leave_lesson(self) -> None:
        """Return to the list of lessons."""
        game = self._lesson.course.lesson.outline.game if self._lesson is not None else ""
        self._put_lesson_away()
        self.pages.show_lessons(game)

    def _leave_lessons(self) -> None:
        """Return to the table, if there is one, else to the start page."""
        self._put_lesson_away()
        if self._table is not None:
            self.pages.setCurrentWidget(self._table)
            self._table.setFocus()
        else:
            self.pages.show_start()

    def _put_lesson_away(self) -> None:
        lesson, self._lesson = self._lesson, None
        if lesson is not None:
            self.pages.take_down(lesson)

    def solve(self, puzzle: Puzzle) -> None:
        """Show a puzzle."""
        from client.puzzles.puzzle import PuzzleError
        from client.puzzles.shelf import opened
        from client.puzzles.window import PuzzleWindow

        page = self.pages.puzzles_page
        try:
            found = opened(puzzle, self._home)
        except PuzzleError as error:
            self._leave_puzzle()
            self.notice.show_text(self.words(error.reason), stay=True)
            return
        self._put_puzzle_away()
        name = self._settings.name
        self._puzzle = shown = PuzzleWindow(found, self._catalogue, self._settings, page.record, self._bridge.work, name)
        shown.left.connect(self._leave_puzzle)
        shown.next.connect(lambda: page.go_on())
        shown.sounded.connect(self.sounds.play)
        self._put_up(shown)

    def _leave_puzzle(self) -> None:
        self._put_puzzle_away()
        self.pages.show_puzzles()

    def _put_puzzle_away(self) -> None:
        puzzle, self._puzzle = self._puzzle, None
        if puzzle is not None:
            self.pages.take_down(puzzle)

    def host(self, plan: api.Plan) -> None:
        """Open a table for others."""
        self._save()
        self._await_table(message("client.wait.opening"))
        chosen = self._settings
        self._bridge.node.host(
            plan, chosen.port, chosen.announce, chosen.strangers, chosen.spectators, ask_router=chosen.router
        )

    def play_again(self, record: Record) -> None:
        """Begin another game with the set-up of a saved one: here, or at a new table for friends."""
        from client.library.again import again
        from rules.contract import RulesError

        try:
            plan, hosting = again(record, self._bridge.node.identity.key.hex(), self._own_name())
        except RulesError as error:
            self.tell(error.reason)
            return
        (self.host if hosting else self.play)(plan)

    def rematch(self, open_here: bool) -> None:
        """Begin another game with the people of the finished one."""
        chosen = self._settings
        self._bridge.node.rematch(open_here, chosen.announce, chosen.strangers, chosen.spectators)

    def _move(self) -> None:
        """Leave the finished table for another one, which is still to come."""
        self._finish_opening()
        self.saving.forget()
        self._stage = Stage.AWAITED
        opened, self._opened = self._opened, None
        if self._table is not None:
            table, self._table = self._table, None
            if opened is not None and opened.file is not None:
                self._conversations[opened.file] = table.frame.talk.conversation
            self.pages.back = self.pages.show_start
            self._wait(message("client.wait.rematch"))
            self.pages.take_down(table)
            garbage.look_again()

    def join(self, code: str) -> None:
        """Join a table by its code, which was pasted, typed or chosen."""
        self.pages.back = self.pages.show_join
        self._await_table(message("client.wait.joining"))
        self._bridge.node.join(code, self._settings.name, answers=True)  # without a name, the fingerprint provides one

    def watch_table(self, code: str) -> None:
        """Watch the running game at a table by its code, which was pasted, typed or chosen."""
        self.pages.back = self.pages.show_join
        self._await_table(message("client.wait.joining"))
        self._bridge.node.watch(code, self._settings.name)

    def resume(self, file: Path) -> None:
        """Continue a saved game."""
        self._resuming = file
        self._await_table(message("client.wait.resuming"))
        self._bridge.node.resume(file, self._settings.port)

    def watch(self, file: Path, analysed: bool = False) -> None:
        """Replay a saved game, with its analysis if wanted. If a table is open, the way back leads there."""
        from client.table.replay import ReplayWindow

        replay = ReplayWindow(file, self._catalogue, self._settings, self._home, analysed, self._bridge.work, self.likenesses)
        replay.left.connect(lambda: self._leave_replay(replay))
        replay.ready.connect(lambda over: self._watched(file, over))
        self._put_up(replay)

    def _analyse_table(self) -> None:
        """Analyse the game that has just ended."""
        if self._opened is not None and self._opened.file is not None:
            self.watch(Path(self._opened.file), analysed=True)

    def _leave_replay(self, replay: QWidget) -> None:
        if self._table is None:
            self._put_away(replay)
            return
        self.pages.setCurrentWidget(self._table)
        self.pages.take_down(replay)
        self._table.setFocus()

    def _watched(self, file: Path, over: bool) -> None:
        """The file has proved to be a game: remember it."""
        self._remember(file)
        if over:
            self._mark_finished(file)

    # -- what the desktop wants ----------------------------------------------------------------------------------------

    @Slot(object)
    def fulfil(self, wish: Wish) -> None:
        """Come to the front and open a link or file. If a table is open, the wish has to wait, and a sentence says so."""
        self._come_forward(wish.token)
        if self._stage is not Stage.AWAY:
            if wish.invite or wish.file:
                self.tell(message("desktop.busy.invite" if wish.invite else "desktop.busy.file"))
        elif wish.invite:
            self._put_replay_away()
            self.pages.show_join()
            self.pages.join_page.offer(wish.invite)
        elif wish.file:
            file = Path(wish.file)
            if file.is_file():
                self._put_replay_away()
                self.watch(file)
            else:
                self.tell(message("desktop.file.none", file=wish.file))

    def _come_forward(self, token: str) -> None:
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt reads it there and removes it
        if self.isMinimized():
            from PySide6.QtCore import Qt  # its enumerations load slowly, and every start passes here

            self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        if QGuiApplication.platformName() in RAISING:
            self.raise_()
        self.activateWindow()

    def _put_replay_away(self) -> None:
        from client.table.replay import ReplayWindow

        shown = self.pages.currentWidget()
        if isinstance(shown, ReplayWindow):
            self.pages.take_down(shown)
        self._put_lesson_away()
        self._put_short_away()
        self._put_puzzle_away()

    def _remember(self, file: Path) -> None:
        """List a file from another folder on the start page, too."""
        if file.parent != self._home / GAMES:
            self._settings.remember(file)
            self._save()

    def _own_name(self) -> str:
        from client.lobby.setup import default_name

        return self._settings.name or default_name(self._catalogue, "person", 0)

    # -- what the node tells -------------------------------------------------------------------------------------------

    @cached_property
    def likenesses(self) -> Likenesses:
        """The portraits of everybody met lately."""
        return self.pages.likenesses

    @cached_property
    def sounds(self) -> Sounds:
        """The sounds; loaded when the first one is needed, long after the first frame."""
        from client.sound.sounds import Sounds
        from client.sound.speaker import Speaker

        return Sounds(self._settings, Speaker() if QGuiApplication.platformName() not in UNHEARD else None)

    @cached_property
    def notices(self) -> Notices:
        """The desktop notices of this window."""
        from client.system.notices import Notices

        notices = Notices(self)
        notices.clicked.connect(self._return_to_table)
        return notices

    def _return_to_table(self) -> None:
        """Show the table that waits behind a lesson or the lessons."""
        if self._table is not None and self.pages.currentWidget() is not self._table:
            self._leave_lessons()

    @Slot(object)
    def _heard(self, event: api.NetEvent) -> None:
        from net import api

        if self._laying is not None and self._laying.running:
            self._held.append(event)
            return
        self.sounds.hear(event)
        match event:
            case api.TablesFound():
                self.pages.join_page.show_tables(event.tables)
            case api.LobbyChanged():
                self._show_lobby(event.lobby)
            case api.Opened():
                self._open(event)
            case api.Advanced():
                self._note_end(event.position.result is not None)
            case api.BotTurn():
                pass  # the bridge answers it
            case api.Confirmed():
                pass  # the table shows it
            case (
                api.TakeBackChanged() | api.ClocksChanged() | api.Reachable() | api.PublishingChanged() | api.AudienceChanged()
            ):
                pass  # the table shows it
            case api.AbsenceChanged() | api.RematchChanged():
                pass  # likewise
            case api.Moved():
                if self._stage is not Stage.LEAVING:
                    self._move()
            case api.SavingChanged():
                self._show_saving(event)
            case api.PeersChanged():
                if self._table is None:
                    self.pages.wait_page.show_peers(event.peers)
            case api.PortraitsChanged():
                self.likenesses.hear(event.portraits)
                if self._stage is Stage.LOBBY:
                    self.pages.lobby_page.show_portraits()
            case api.Said():
                if self._stage is Stage.LOBBY:
                    self.pages.lobby_page.chat.add(event.name, event.text, event.mine)
            case api.Notice():
                self._note(event.text)
            case api.Refused():
                self._refused(event.reason)
            case api.OutOfStep():
                if self._stage.has_game:
                    self._stage = Stage.OVER
                self._note(event.reason)
            case api.Unreached():
                self._unreached(event.reason)
            case api.AnswerReady():
                self.pages.answer_page.show_code(event.code, event.minutes, event.public)
            case api.ConnectionFound():
                if self._stage is Stage.LOBBY:
                    self.pages.lobby_page.show_finding(event.text, event.last)
            case api.PublicChanged():
                if self._stage is Stage.LOBBY:
                    self.pages.lobby_page.show_public(event.text)
            case api.Closed():
                self._closed(event.reason, event.watch)

    def _unreached(self, reason: Message) -> None:
        """The invite led nowhere: an answer code may help."""
        if self._stage is Stage.AWAITED:
            self.pages.answer_page.begin(reason)
            self.pages.setCurrentWidget(self.pages.answer_page)

    def _show_lobby(self, lobby: api.Lobby) -> None:
        if self._stage is Stage.LOBBY:
            self.pages.lobby_page.show_lobby(lobby)
        elif self._stage is Stage.AWAITED:
            from client.table.slices import Slices

            self._stage = Stage.LOBBY
            self.pages.back = self.pages.show_start
            self._laying = Slices(self.pages.open_lobby(lobby), self)
            self._laying.done.connect(self._show_laid)

    def _show_laid(self) -> None:
        """All of a lobby is there: it comes up, and what has happened meanwhile counts."""
        laying, self._laying = self._laying, None
        if laying is not None:
            laying.deleteLater()
        self.pages.bring_up(self.pages.lobby_page)
        held, self._held = self._held, []
        for event in held:
            self._heard(event)

    def _finish_laying(self) -> None:
        """Something is about to happen that needs the lobby, or its place: it comes up at once if it is on its way."""
        if self._laying is not None:
            self._laying.finish()

    def _open(self, opened: api.Opened) -> None:
        from client.table.slices import Slices, put_aside
        from client.table.window import TableWindow

        if self._stage in (Stage.AWAY, Stage.LEAVING):
            return
        before = self._conversation(opened)
        self._stage = Stage.PLAYING
        self._opened = opened
        self._resuming = None
        self._choose_surface()
        table = TableWindow(
            self._bridge, opened, self._catalogue, self._settings, self.likenesses, parent=self.pages, sliced=True
        )
        table.left.connect(self._ask_to_leave)
        table.analysed.connect(self._analyse_table)
        table.sounded.connect(self.sounds.play)
        table.called.connect(self.call_people)
        table.learned.connect(self._save)
        table.rematch.connect(self.rematch)
        self.pages.addWidget(table)
        put_aside(table)
        if opened.file is not None:
            self._remember(Path(opened.file))
        self._note_end(opened.position.result is not None)
        self._coming = table
        self._opening = Slices(table.made(opened), table)
        self._opening.done.connect(lambda: self._show_table(table, opened, before))

    def _show_table(self, table: TableWindow, opened: api.Opened, before: Conversation) -> None:
        """All of a table is there: it comes up, and hears what has happened meanwhile."""
        self._opening = self._coming = None
        self._table = table
        table.recall(before)
        table.frame.help.lessons.connect(self._learn_from_help)
        table.frame.help.lesson.connect(self._learn_topic)
        table.frame.help.lead_to_lessons()
        self._put_up(table)
        table.begin(sliced=True)
        table.finish_later()
        garbage.spare()  # the first collection of a table's many objects would cost some frames
        self.setWindowTitle(self._catalogue.text("client.table.title", game=self._catalogue.text(f"{opened.game}.title")))

    def _finish_opening(self) -> None:
        """Something is about to happen that needs the table, or its place: it comes up at once if it is on its way."""
        if self._opening is not None:
            self._opening.finish()

    def _drop_opening(self) -> None:
        """A table that is on its way is not wanted any more."""
        if self._opening is not None and self._coming is not None:
            self._opening.stop()
            self.pages.take_down(self._coming)
            self._opening = self._coming = None

    def call_people(self, said: str) -> None:
        """Have the desktop tell the people here something, if they want that."""
        if self._settings.notices:
            self.notices.show(self.windowTitle(), said)

    def _learn_from_help(self) -> None:
        """Show the lessons, while the table waits behind them."""
        if self._table is not None:
            self._table.frame.help.close_help()
            self.pages.show_lessons(self._table.game)

    def _learn_topic(self, lesson: str) -> None:
        """Play the lesson about a topic of the help, while the table waits behind it."""
        if self._table is not None:
            self._table.frame.help.close_help()
            self.learn(lesson)

    def _show_saving(self, news: api.SavingChanged) -> None:
        from dataclasses import replace

        if self._stage in (Stage.AWAY, Stage.LEAVING):
            return
        self.saving.hear(news)
        if self._opened is not None and news.file is not None and news.file != self._opened.file:
            self._opened = replace(self._opened, file=news.file)
            self._remember(Path(news.file))
            self.tell(message("client.saving.moved", file=str(news.file)))

    def _conversation(self, opened: api.Opened) -> Conversation:
        """What was said at this table before its window opened, in the lobby or before a pause."""
        from client.table.chat import Conversation

        if self._stage is Stage.LOBBY:
            return Conversation(tuple(self.pages.lobby_page.chat.lines))
        return self._conversations.get(opened.file, Conversation())

    def _note_end(self, over: bool) -> None:
        if over and self._stage is Stage.PLAYING and self._opened is not None:
            self._stage = Stage.OVER
            if self._opened.file is not None:
                self._mark_finished(Path(self._opened.file))

    def _mark_finished(self, file: Path) -> None:
        self._settings.mark_finished(file)
        self._save()

    def _note(self, said: Message) -> None:
        """Show a sentence from the table: in the chat before the game, at the table during it."""
        if self._stage is Stage.LOBBY:
            self.pages.lobby_page.hear(said)
        elif self.pages.shows("wait_page") and self._stage is not Stage.LEAVING:
            self.pages.wait_page.say(said)
        elif self._table is None:
            self.tell(said)

    def _refused(self, reason: Message) -> None:
        if reason.key == "net.refused.no-table" and self._stage is not Stage.LEAVING:
            self._is_late()
            return  # it is about the previous table, for instance a bot's move that came after the person left
        if self._stage is Stage.LEAVING:
            self._left()  # the node had already left
        elif self._stage.has_game:
            pass  # the table shows it
        elif self._stage is Stage.AWAITED:
            self._return(reason)
        elif self._stage is Stage.LOBBY and reason.key.startswith("answer."):
            self.pages.lobby_page.hear(reason)
        else:
            self.tell(reason)

    def _closed(self, reason: Message, watch: str) -> None:
        if self._is_late():
            return
        expected = self._stage is Stage.LEAVING
        self._left()
        if not expected and self._end is End.NOT_YET:
            if watch:
                self.pages.back = self.pages.show_join
            self._return(reason, watch)

    def _return(self, reason: Message, watch: str = "") -> None:
        """Return to the page that the person came from, and show the reason; ``watch`` is a code to watch instead."""
        self._stage = Stage.AWAY
        self.pages.back()
        if self.pages.shows("join_page"):
            self.pages.join_page.show_problem(reason, watch)
        else:
            self.notice.show_text(self._catalogue.text(reason), stay=True)
            file, self._resuming = self._resuming, None
            if file is not None and reason.key.startswith("session.") and reason.key != "session.file.in-use":
                self.notice.offer(self._catalogue.text("client.saved.repair"), lambda: self._repair(file))

    def _repair(self, file: Path) -> None:
        """Save the intact part of a damaged file in a copy."""
        from net.gamefile import GameFileError, repair

        try:
            copy, _ = repair(file)
        except GameFileError:
            self.tell(message("client.saved.not-repaired", file=file.name))
        else:
            self.tell(message("client.saved.repaired", file=file.name, copy=copy.name))
            self.pages.show_start()

    def _remove(self, file: Path) -> None:
        """Move a file that is no game out of the way."""
        try:
            folder = file.parent / "removed"
            folder.mkdir(exist_ok=True)
            os.rename(file, folder / file.name)
        except OSError as error:
            self.tell(message("client.saved.not-removed", file=file.name, why=error.strerror or str(error)))
        else:
            self.tell(message("client.saved.removed", file=file.name))
            self.pages.show_start()

    # -- leaving -------------------------------------------------------------------------------------------------------

    def _ask_to_leave(self) -> None:
        """Leave the table; ask first if something is at stake."""
        from client.window.leaving import leave_question

        about = self._at_stake()
        if not about:
            self._leave()
        elif self._question is None:
            self._question = leave_question(self._catalogue, about, self.saving.words(), self)
            self._question.answered.connect(self._answered)
            self._question.open()

    def _at_stake(self) -> str:
        if self._stage.has_game and self._opened is not None:
            if self._stage is Stage.OVER or self._opened.watching:
                return "over" if self.saving.news is not None else ""
            return "offline" if len(self._opened.peers) <= 1 else "peers"
        if self._stage is Stage.LOBBY and self.pages.lobby_page.hosts_guests():
            return "lobby"
        return ""

    def _answered(self, answer: str) -> None:
        self._question = None
        if answer == "leave":
            self._leave()
        elif answer == "pause":
            self._pause()
            self._bridge.renew()
            self._left()
        else:
            self._end = End.NOT_YET
            if answer == "elsewhere":
                self.saving.choose()

    def _leave(self) -> None:
        """Leave in good order. The window continues when the node has answered, or after too long a wait."""
        self._finish_laying()
        self._drop_opening()
        self._stage = Stage.LEAVING
        if self._table is not None:
            self._table.leave_for_good()
        self._wait(message("client.wait.leaving"))
        self.pages.wait_page.cancel_button.setEnabled(False)
        self._farewell.start()
        self._bridge.node.leave()

    def _left_at_last(self) -> None:
        """The node takes too long: continue without it, and ignore its late answer."""
        self._owed = True
        self._left()

    def _is_late(self) -> bool:
        """Whether this is the answer to a leave that the window stopped waiting for. There is at most one such answer."""
        late = self._owed and self._stage is not Stage.LEAVING
        if late:
            self._owed = False
        return late

    def _left(self) -> None:
        """The table is gone: go to the next page, or close."""
        self._farewell.stop()
        self._drop_opening()
        self.pages.wait_page.cancel_button.setEnabled(True)
        self._stage = Stage.AWAY
        opened, self._opened = self._opened, None
        self.saving.forget()
        self._put_lesson_away()
        if self._table is not None:
            table, self._table = self._table, None
            if opened is not None and opened.file is not None:
                self._conversations[opened.file] = table.frame.talk.conversation
            self.pages.take_down(table)
            garbage.look_again()
            if self.pages.back != self.pages.show_library:
                self.pages.back = self.pages.show_start
            self.setWindowTitle(self._catalogue.text("client.start.title"))
        if self._end is End.WANTED:
            self._close_for_good()
        else:
            self.pages.back()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first if a game is running, leave in good order, then close."""
        self._finish_laying()
        if self._done:
            event.accept()
            return
        event.ignore()
        if self._end is End.WANTED and self._farewell.isActive():
            return
        if self.pages.holds(self.close):
            return
        if time.monotonic() < self._logout and self.saving.news is None:
            self.quit()
            event.setAccepted(self._done)
            return
        self._end = End.WANTED
        if self._at_stake():
            self._ask_to_leave()
        elif self._stage.has_game or self._stage is Stage.LOBBY:
            self._leave()
        elif self._stage is not Stage.LEAVING:  # if it is leaving, the node's answer closes it
            self._close_for_good()

    def quit(self) -> None:
        """Close without a question. A signal or the end of the session pauses a game, so nobody loses a seat."""
        self._finish_laying()
        self._end = End.WANTED
        if self._stage is not Stage.LEAVING:
            self._pause()
            self._close_for_good()

    def mend_key(self) -> bool:
        """Ask what to do about an unreadable key; returns whether that helped. Blocks everything else meanwhile."""
        from client.window.keytrouble import KeyTrouble

        return bool(KeyTrouble(self._catalogue, self._home / KEY_FILE, self).exec())

    def session_ends(self) -> None:
        """The person logs out or shuts down: the system closes the window next, unless some program objects."""
        self._logout = time.monotonic() + LOGOUT_SECONDS

    def _pause(self) -> None:
        """Tell the others that the seats here stay reserved."""
        if self._at_stake() == "peers":
            self._bridge.node.say(self._catalogue.text("client.pause.said"))
            self._bridge.node.pause()

    @property
    def _done(self) -> bool:
        return self._end is End.DONE

    def _close_for_good(self) -> None:
        self._settings.lessons_offered = True  # once is enough
        self._settings.window = bytes(self.saveGeometry().toHex().data()).decode()
        self._settings.save()
        self.pages.close_library()
        self._bridge.close()
        for part in ("sounds", "notices"):
            if part in self.__dict__:
                getattr(self, part).close()
        self._end = End.DONE
        self.close()
        self.ended.emit()

    # -- windows that come and go --------------------------------------------------------------------------------------

    def _choose_surface(self) -> None:
        from client.look import surface

        surface.choose(self._settings.surface)

    def _put_up(self, widget: QWidget) -> None:
        self._choose_surface()
        self.notice.dismiss()
        self.pages.put_up(widget)

    def _put_away(self, widget: QWidget) -> None:
        self.pages.take_down(widget)
        garbage.look_again()
        if self.pages.back == self.pages.show_library:
            self.pages.show_library()
        else:
            self.pages.show_start()

    # -- settings and look ---------------------------------------------------------------------------------------------

    def _save(self) -> None:
        problem = self._settings.save()
        if problem is not None:
            self.tell(problem)

    def _setting_changed(self, name: str) -> None:
        self._save()
        if name in ("language", "theme"):
            self.restyle()
        elif name == "text_size":
            self._rescale()
        elif name == "volume":
            self._try_out("turn")
        elif name == "bot_program":
            self._bridge.command = self._settings.bot_program
        elif name == "portrait":
            self._bridge.portray(tuple(self._settings.portrait))
            self.pages.show_portrait()

    def _take_key(self) -> None:
        """The key of this installation was replaced: use the new one."""
        self._bridge.renew()
        self.know_key()

    def _try_out(self, cue: str) -> None:
        self.sounds.try_out(cue)

    def restyle(self) -> None:
        """Apply another theme or language: make all pages anew, and show the same one again."""
        self._finish_laying()
        app = QApplication.instance()
        self._finish_opening()
        if isinstance(app, QApplication):
            theme.apply(app, self._settings.theme, self._scale)
        if self._stage in (Stage.AWAY, Stage.AWAITED) and self._short is None:
            settings_shown = self.pages.shows("settings_page")
            lesson, self._lesson = self._lesson, None
            self.pages.close_library()
            old = self.takeCentralWidget()
            self._build()
            if old is not None:
                old.deleteLater()
            self.pages.show_start()
            if settings_shown:
                self.pages.show_settings()
            if lesson is not None:
                self.learn(lesson.course.lesson.outline.id, lesson.course.at)

    def follow_system(self) -> None:
        """Adopt the system's dark, light or high-contrast look, if the settings follow it and it has changed."""
        look = theme.system_look()
        if look != self._settings.look:
            self._settings.look = look
            self._save()
        if self._settings.theme == "system" and look != theme.palette().name:
            self.restyle()

    @property
    def _aside(self) -> QWidget | None:
        """What is being made beside the page that one sees: a table, that of a replay, or a lobby."""
        if self._coming is not None:
            return self._coming
        if self._laying is not None:
            return self.pages.known("lobby_page")
        made: QWidget | None = getattr(self.pages.currentWidget(), "coming", None)
        return made

    def event(self, event: QEvent) -> bool:
        """Keys do nothing at a table that is still on its way."""
        if event.type() == QEvent.Type.ShortcutOverride and self._aside is not None:
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
        """Larger text on a large window."""
        super().resizeEvent(event)
        self._finish_opening()
        self._rescale()

    def _rescale(self) -> None:
        self._fit()
        scale = scale_for(self.size(), self._settings.text_size)
        app = QApplication.instance()
        if scale != self._scale and isinstance(app, QApplication):
            self._finish_opening()
            self._scale = scale
            theme.apply(app, theme.palette().name, scale)
            self._fit()

    def _fit(self) -> None:
        """Reduce the gaps of the shown page if the screen is small. A table does so itself."""
        page = self.pages.currentWidget()
        gaps = min(self._scale, NARROW_GAPS if self.width() < NARROW else 1.0)
        if page is not None and page not in (self._table, self._lesson, self._short) and gaps != (page.property("gaps") or 1.0):
            from client.look.tight import tighten

            page.setProperty("gaps", gaps)
            tighten(page, gaps)
