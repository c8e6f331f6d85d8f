"""The log of errors, and what happens after an unexpected one: a sentence, and the program continues.

The log is a file in the data folder. Everything that looks like a key, a token or an invite is removed from each line first.
"""

from __future__ import annotations

import contextlib
import logging
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from client.system.memory import too_little
from net.disk import read_whole
from rules.message import Message, message

LOG_FILE = "alarife.log"
LOG_BYTES = 500_000

_SECRET = (
    r"-----BEGIN [^-]+-----.*?-----END [^-]+-----"  # PEM
    r"|(?i:alarife:)\S+"  # invites
    r"|\b[0-9a-fA-F]{32,}\b"  # keys, digests and tokens in hex
    r"|\b[A-Za-z2-7]{64,}\b"  # invites without their prefix
    r"|\b(?=[A-Za-z0-9_+=-]*[0-9])(?=[A-Za-z0-9_+=-]*[A-Z])[A-Za-z0-9_+=-]{40,}"  # base64
)

_log = logging.getLogger(__name__)


def without_secrets(text: str) -> str:
    """The text with everything that looks like a key, token or invite replaced."""
    return re.sub(_SECRET, "[removed]", text, flags=re.DOTALL)


class _Discreet(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class _LogFile(logging.Handler):
    """The log file, which is opened when the first line is written; most days bring none."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file
        self._open: logging.Handler | None = None

    def emit(self, record: logging.LogRecord) -> None:
        with contextlib.suppress(Exception):  # a full disk or too little memory loses only this line
            self._write(record)

    def _write(self, record: logging.LogRecord) -> None:
        if self._open is None:
            from logging.handlers import RotatingFileHandler

            class Quiet(RotatingFileHandler):
                def handleError(self, record: logging.LogRecord) -> None:
                    """Lose the line. Otherwise a traceback on standard error would stand for it."""

            self._open = Quiet(self._file, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
            self._open.setFormatter(self.formatter)
        self._open.emit(record)

    def close(self) -> None:
        if self._open is not None:
            with contextlib.suppress(OSError):  # the rest of a line still does not fit on the disk
                self._open.close()
        super().close()


def open_log(folder: Path) -> Callable[[], None]:
    """Write the warnings and errors of the whole program to a log in this folder; returns a function that stops that.

    If the folder cannot be written, there is no log.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return lambda: None
    handler = _LogFile(folder / LOG_FILE)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(_Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)

    def stop() -> None:
        root.removeHandler(handler)
        handler.close()

    return stop


def log_text(folder: Path) -> str:
    """The contents of the log in this folder; empty if there is none."""
    try:
        return read_whole(folder / LOG_FILE, 2 * LOG_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def report_of(error: BaseException) -> str:
    """A report about an unexpected error, for a person to pass on: versions, system and traceback, without secrets."""
    import platform
    import traceback
    from importlib.metadata import PackageNotFoundError, version

    from rules.compiled import form

    lines = []
    for package in ("alarife", "PySide6-Essentials", "Twisted"):
        try:
            lines.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            lines.append(f"{package} ?")
    lines += [f"rules {form()}", f"Python {platform.python_version()}", platform.platform(), ""]
    return without_secrets("\n".join(lines) + "\n" + "".join(traceback.format_exception(error)))


def catch(tell: Callable[[Message], None], folder: Path, report: Callable[[str], None] | None = None) -> Callable[[], None]:
    """Log every uncaught exception of any thread, and ``tell`` a sentence about it; returns a function that undoes this.

    ``report`` receives the report about it. Both may be called from any thread.
    """
    before, before_threads = sys.excepthook, threading.excepthook

    def caught(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        if issubclass(kind, (KeyboardInterrupt, SystemExit)) or error is None:
            before(kind, error or kind(), trace)
            return
        _log.error("unexpected error", exc_info=(kind, error, trace))
        if too_little(error):
            tell(message("client.error.memory"))
        else:
            tell(message("client.error.unexpected", what=kind.__name__, file=str(folder / LOG_FILE)))
            if report is not None:
                report(report_of(error))

    def caught_in_thread(args: threading.ExceptHookArgs) -> None:
        caught(args.exc_type, args.exc_value, args.exc_traceback)

    sys.excepthook, threading.excepthook = caught, caught_in_thread

    def stop() -> None:
        sys.excepthook, threading.excepthook = before, before_threads

    return stop
