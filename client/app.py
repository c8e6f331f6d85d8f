"""Starting the desktop client: one function, called by the command line."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QMessageLogContext, QObject, Qt, QTimer, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox

from client import errors, settings, theme
from client.bridge import Bridge
from client.claim import claim
from client.display import has_display
from client.home import GAMES, home_folder
from client.main import MainWindow, language_of
from client.messages import catalogue
from net.identity import IdentityError
from net.rulebook import correct
from rules.message import Message, message

SIGNALS_MS = 250
"""How often Python gets a chance to see that somebody pressed Ctrl-C."""

_log = logging.getLogger("alarife.qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class _Teller(QObject):
    """Brings sentences from any thread to the window."""

    said = Signal(object)


def run(
    home: Path | None = None,
    game: str | None = None,
    players: int = 2,
    bots: str = "",
    file: Path | None = None,
    join: str | None = None,
) -> int:
    """Run the client until its window is closed; the exit status.

    Args:
        home: the data folder; None for ``ALARIFE_HOME`` or the system's place.
        game: begin an offline game of this id at once, with ``players`` seats, the others bots of level ``bots`` (the strongest
            when empty).
        file: show this saved game.
        join: join this table (an invite or an address).
    """
    multiprocessing.freeze_support()
    words = catalogue()
    if not (os.environ.get("QT_QPA_PLATFORM") or has_display()):
        print(words.text("client.error.no-display"), file=sys.stderr)
        return 1
    before = qInstallMessageHandler(_qt_says)
    app = _application()
    try:
        folder, lock = claim(home_folder(home))
    except OSError as error:
        where = str(home_folder(home))
        qInstallMessageHandler(before)
        return _give_up(words.text("client.error.home", folder=where, why=error.strerror or str(error)))
    close_log = errors.open_log(folder)
    chosen, repaired = settings.load(folder)
    troubles = [message("client.data-file.unused", file=str(file)) for file, _ in correct(home_folder(home) / GAMES)]
    if repaired is not None:
        troubles.append(repaired)
    theme.apply(app, chosen.theme)
    teller = _Teller()
    let_go = errors.catch(teller.said.emit, folder)
    try:
        try:
            bridge = Bridge(folder)
        except IdentityError as error:
            return _give_up(catalogue(language_of(chosen)).text(error.reason))
        window = MainWindow(bridge, chosen, folder)
        teller.said.connect(window.tell, Qt.ConnectionType.QueuedConnection)
        window.ended.connect(app.quit)
        QGuiApplication.styleHints().colorSchemeChanged.connect(window.system_restyled)
        wake = _end_on_signals(window)
        window.show()
        _begin(window, troubles, game, players, bots, file, join)
        status = app.exec()
        wake.stop()
        bridge.close()
        return status
    finally:
        let_go()
        qInstallMessageHandler(before)
        close_log()
        lock.unlock()


def _begin(
    window: MainWindow,
    troubles: Sequence[Message],
    game: str | None,
    players: int,
    bots: str,
    file: Path | None,
    join: str | None,
) -> None:
    if file is not None:
        window.watch(file.absolute())
    elif join is not None:
        window.join(join)
    elif game is not None:
        window.play_at_once(game, players, bots)
    for trouble in troubles:
        window.tell(trouble)


def _give_up(why: str) -> int:
    """Say why the program cannot go on: in the terminal, and in a window for whoever has clicked on an icon."""
    print(why, file=sys.stderr)
    if has_display():
        QMessageBox.critical(None, "Alarife", why)
    return 1


def _application() -> QApplication:
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(["alarife"])
    app.setApplicationName("Alarife")
    app.setDesktopFileName("alarife")
    app.setQuitOnLastWindowClosed(False)
    return app


def _qt_says(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    _log.log(_LEVELS.get(kind, logging.WARNING), "%s: %s", context.category or "qt", text)


def _end_on_signals(window: MainWindow) -> QTimer:
    """Close in good order on Ctrl-C or when the session ends."""

    def quit(number: int, frame: FrameType | None) -> None:
        window.quit()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, quit)
    wake = QTimer()
    wake.timeout.connect(lambda: None)
    wake.start(SIGNALS_MS)
    return wake
