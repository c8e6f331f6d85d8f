"""Starting the desktop client: one function, called by the command line."""

from __future__ import annotations

import contextlib
import gc
import importlib
import logging
import signal
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from PySide6.QtCore import QMessageLogContext, QObject, QTimer, QtMsgType, Signal, Slot, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from client import boards
from client.bench.timed import watch
from client.look import theme
from client.messages import catalogue
from client.system import errors, settings
from client.system.claim import claim
from client.system.display import can_open_windows, has_display
from client.system.garbage import Collector
from client.system.home import GAMES, home_folder
from client.system.instance import Doorbell, hand_over
from client.system.memory import too_little
from client.system.opening import Wish
from client.system.sources import leave_unread
from client.window.bridge import Bridge
from client.window.content import language_of
from client.window.firstframe import after_first_frame
from client.window.main import MainWindow
from rules.message import Message, message

if TYPE_CHECKING:
    from client.table.slices import Slices

SIGNALS_MS = 250
"""Milliseconds between two chances for Python to notice that somebody has pressed Ctrl-C."""

LATER = (
    *("net.node", "client.bots", "multiprocessing.connection"),
    *("client.lobby.setup", "client.lobby.join", "client.lobby.table", "client.lobby.waiting", "client.window.leavequestion"),
    *("client.table.window", "client.table.replay", "client.pages.preferences", "client.pages.about"),
    *("client.library.library", "client.pages.library.page"),
    *("client.window.veil", "client.sound.sounds", "client.league.published"),
    *("net.udp.gate", "net.udp.public", "encodings.idna"),
)
"""Modules to load after the window is shown."""

RUNNING = "running"
"""A file in the data folder that exists while the window does. If it exists at the start, the last run crashed."""

OPENING_SECONDS = 3.0
"""How long a window that was started just before this one may take to begin listening."""

_log = logging.getLogger("alarife.qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def load_later(language: str) -> None:
    """Load all that the program needs after its first page; takes about a second."""
    for module in LATER:
        importlib.import_module(module)
    boards.load()
    importlib.import_module("client.cldr").load(language)


class Teller(QObject):
    """Brings sentences and the desktop's wishes from any thread to the window, once there is one."""

    said = Signal(object)
    reported = Signal(str)
    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._early: list[Message] | None = []

    def say(self, sentence: Message) -> None:
        """Pass a sentence on; it waits until there is a window."""
        if self._early is None:
            self.said.emit(sentence)
        else:
            self._early.append(sentence)

    def attach(self, window: MainWindow) -> None:
        """Send everything to this window from now on."""
        from PySide6.QtCore import Qt

        self.said.connect(window.tell, Qt.ConnectionType.QueuedConnection)
        self.reported.connect(window.report, Qt.ConnectionType.QueuedConnection)
        self.asked.connect(window.fulfil, Qt.ConnectionType.QueuedConnection)
        early, self._early = self._early or [], None
        for sentence in early:
            self.say(sentence)


class _Rest(QObject):
    """Everything that the program needs beside its window. It is made after the first frame, so that nobody waits for it."""

    _loaded = Signal(bool)

    def __init__(self, window: MainWindow, bridge: Bridge, teller: Teller, folder: Path, games: Path) -> None:
        super().__init__()
        self._window = window
        self._bridge = bridge
        self._teller = teller
        self._folder = folder
        self._bell = Doorbell(folder, teller.asked.emit)
        self._games = games
        self._collector = Collector(self)
        self._types: Slices | None = None
        self._thread = threading.Thread(target=self._load, name="loading")

    def listen(self) -> None:
        """Connect to the desktop and the other threads, and follow the system's wishes for the look of windows."""
        with contextlib.suppress(OSError):
            (self._folder / RUNNING).touch()
        self._window.desktop.show_icon()
        self._window.follow_system()
        theme.on_system_look(self._window.follow_system)
        theme.application().commitDataRequest.connect(lambda _: self._window.closing.expect_logout())
        self._teller.attach(self._window)
        self._bell.listen()

    def load(self) -> None:
        """Listen; load the rest in a thread, then begin. The thread starts when it has no type of Qt to make any more."""
        from PySide6.QtCore import Qt

        from client.system import qttypes
        from client.table.slices import Slices

        self.listen()
        self._loaded.connect(self._go_on, Qt.ConnectionType.QueuedConnection)
        self._types = Slices(qttypes.make(), self)
        self._types.done.connect(self._thread.start)

    def begin(self) -> bool:
        """Use corrected data files and start the network. Returns whether that was possible."""
        from net.corrections import correct
        from net.key_file import IdentityError

        for file, _ in correct(self._games):
            self._window.tell_more(message("client.data-file.unused", file=str(file)))
        while True:
            try:
                _ = self._bridge.node
            except IdentityError as error:
                if error.damaged and self._window.mend_key():
                    continue
                _give_up(self._window.words(error.reason))
                return False
            break
        self._window.know_key()
        self._window.pages.look_through()
        gc.freeze()  # modules stay: searching all of them for garbage would delay two frames
        self._collector.start()
        return True

    def close(self) -> None:
        """Stop listening, and wait for the loading thread."""
        if self._types is not None:
            self._types.stop()
        if self._thread.ident is not None:
            self._thread.join()
        self._bell.close()
        self._collector.stop()

    def _load(self) -> None:
        try:
            load_later(self._window.language)
        except Exception as error:
            if not too_little(error):
                raise
            _log.error("too little memory to start: %r", error)
            self._loaded.emit(False)
        else:
            self._loaded.emit(True)

    @Slot(bool)
    def _go_on(self, loaded: bool) -> None:
        if not loaded:
            _give_up(self._window.words(message("client.error.memory-start")))
        if not loaded or not self.begin():
            QApplication.exit(1)


def run(
    home: Path | None = None,
    game: str | None = None,
    players: int = 2,
    bots: str = "",
    wish: Wish | None = None,
    another: bool = False,
    safe: bool = False,
    command: str = "",
) -> int:
    """Run the client until its window is closed; returns the exit status.

    If a window is open already, it takes over the wish, unless a game is to begin or another person wants to play.

    Args:
        home: the data folder; None for ``ALARIFE_HOME`` or the system's place.
        game: begin an offline game of this id at once, with ``players`` seats, the others bots of level ``bots`` (the strongest
            when empty).
        wish: what to open.
        command: the command that starts this person's own bot, instead of the one in the settings.
        safe: use the default settings (only name and language are kept), without animation, and save no change.
        another: open a window beside an open one, for another person with a data folder of their own.
    """
    leave_unread()
    words = catalogue(language_of(settings.Settings()))  # the system's: the settings have not been read
    if not can_open_windows():
        print(words.text("client.error.no-display"), file=sys.stderr)
        return 1
    before = qInstallMessageHandler(_qt_says)
    app = _application()
    place = home_folder(home)
    try:
        claimed = claim(place)
    except OSError as error:
        where = str(place)
        qInstallMessageHandler(before)
        return _give_up(words.text("client.error.home", folder=where, why=error.strerror or str(error)))
    folder = claimed.folder
    if folder != place and game is None and not another and _served(place, wish or Wish()):
        claimed.let_go()
        qInstallMessageHandler(before)
        return 0
    close_log = errors.open_log(folder)
    chosen, repaired = settings.load(folder)
    troubles = [repaired] if repaired is not None else []
    running = folder / RUNNING
    if safe:
        chosen = settings.Settings(name=chosen.name, language=chosen.language, reduced_motion=True)
        troubles.append(message("client.safe.on"))
    elif running.exists():
        troubles.append(message("client.safe.offer"))
    theme.prepare(app, chosen.theme if chosen.theme != "system" else chosen.look or theme.likely_look())
    teller = Teller()
    let_go = errors.catch(teller.say, folder, teller.reported.emit)
    try:
        bridge = Bridge(folder)
        bridge.command = command or chosen.bot_program
        bridge.portray(tuple(chosen.portrait))
        window = MainWindow(bridge, chosen, folder)
        theme.dress(app)
        window.ended.connect(app.quit)
        if sys.platform == "darwin":  # only there, because every event passes through this filter
            from client.system.openings import Openings

            openings = Openings(teller.asked.emit)
            app.installEventFilter(openings)
        wake = _end_on_signals(window)
        rest = _Rest(window, bridge, teller, folder, place / GAMES)
        begun = True
        if game is not None or (wish is not None and wish.invite):
            rest.listen()
            begun = rest.begin()
        else:
            after_first_frame(window, rest.load)
        if begun:
            watch(window)  # callbacks for the first frame run in reverse order
            window.show()
            _begin(window, troubles, game, players, bots, wish)
        status = app.exec() if begun else 1
        wake.stop()
        rest.close()
        bridge.close()
        with contextlib.suppress(OSError):  # as where it was made
            running.unlink(missing_ok=True)
        return status
    finally:
        gc.enable()
        let_go()
        qInstallMessageHandler(before)
        close_log()
        claimed.let_go()


def _begin(
    window: MainWindow,
    troubles: Sequence[Message],
    game: str | None,
    players: int,
    bots: str,
    wish: Wish | None,
) -> None:
    if game is not None:
        window.play_at_once(game, players, bots)
    elif wish is not None:
        window.fulfil(Wish(wish.invite, wish.file))  # Qt has used the token by itself
    for trouble in troubles:
        window.tell_more(trouble)


def _served(place: Path, wish: Wish) -> bool:
    """Whether the window that has claimed this data folder takes over a wish; that window may still be opening."""
    deadline = time.monotonic() + OPENING_SECONDS
    while not hand_over(place, wish):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def _give_up(why: str) -> int:
    """Say why the program cannot start: in the terminal, and in a window for people who clicked on an icon."""
    print(why, file=sys.stderr)
    if has_display():
        from PySide6.QtCore import Qt
        from PySide6.QtWidgets import QMessageBox

        box = QMessageBox(QMessageBox.Icon.Critical, "Alarife", why)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.exec()
    return 1


def _application() -> QApplication:
    app = theme.application()
    app.setApplicationName("Alarife")
    app.setDesktopFileName("org.alarife.alarife")
    app.setQuitOnLastWindowClosed(False)
    return app


def _qt_says(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    _log.log(_LEVELS.get(kind, logging.WARNING), "%s: %s", context.category or "qt", text)


def _end_on_signals(window: MainWindow) -> QTimer:
    """Close in good order on Ctrl-C, and when the desktop session or the terminal ends."""

    def quit(number: int, frame: FrameType | None) -> None:
        QTimer.singleShot(0, window.quit)  # from within the event loop: before it runs there is nothing to quit

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, quit)
    wake = QTimer()
    wake.timeout.connect(lambda: None)
    wake.start(SIGNALS_MS)
    return wake
