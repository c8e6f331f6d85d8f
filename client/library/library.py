"""The library as the window sees it: questions go to a thread, answers come back as signals.

Only the thread uses the index and touches the files. It passes longer work (playing a game through, painting its last position)
to the :class:`~client.library.reader.Reader`.
"""

from __future__ import annotations

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QFile, QObject, Signal

from client.library.index import Index, Row, Wanted
from client.library.reader import Reader
from client.library.reading import study
from client.library.record import OPEN, Record
from client.library.stamps import Stamp, folder_stamps, stamp_of
from client.library.tasks import ACCOUNT, PICTURE, RECORD, THUMBNAIL, Done, Task
from client.system.home import LIBRARY
from net.deal import LOCAL
from net.disk import is_same, open_to_read, read_whole, write_whole
from net.gamefile import LARGEST, WATCHER, GameFileError, content_of, load
from net.hold import hold
from rules.message import Message, message

SUFFIX = ".alarife"
BESIDE = (".verdicts.jsonl", ".out-of-step.json")
"""The suffixes of files that may accompany a game file, and move with it."""

FIRST = 60
"""The number of rows that a list shows before the others arrive."""

PAINTED = 600
"""The number of thumbnails kept; the least recently used ones go first."""

PAINTED_AT_ONCE = 60
"""The number of latest games whose thumbnails are painted in advance."""

NEWS_SECONDS = 0.5
"""The least time between two reports of news to the window, in seconds."""

PAINTING_SECONDS = 0.03
"""Seconds that the window gets for the first rows of a list before this thread, in the same interpreter, reads the others."""

LONGEST_NAME = 80
"""The longest name of a game file in characters, without suffix."""

MOST_BYTES = 220
"""The same in bytes of UTF-8: disks allow 255, and the suffixes of files beside it need some."""

EXPORTED = "client.library.exported"

_log = logging.getLogger("alarife.library")


class _Closed(Exception):
    """The library was closed in the middle of its work."""


class Answer(NamedTuple):
    """The games of a list.

    Attributes:
        number: the number of the question.
        rows: the games so far.
        all: the number of games in the list.
        people: the name key and name of everybody who has played; None while more rows follow.
        unread: the number of files still to be read.
    """

    number: int
    rows: list[Row]
    all: int
    people: list[tuple[str, str]] | None
    unread: int


class Library(QObject):
    """All saved games of one data folder.

    Signals:
        answered: the :class:`Answer` to a question, in one or two parts.
        finished: the records of all finished games, as a list of :class:`~client.library.index.Row`, oldest first.
        changed: more is known than before.
        painted: a thumbnail is ready (its path).
        told: a sentence for the person.
        moved: a file was renamed (its old and new path) or removed (its old path, None).
        stayed: a file keeps its name after all (its path).
    """

    answered = Signal(object)
    finished = Signal(object)
    changed = Signal()
    painted = Signal(str)
    told = Signal(object)
    moved = Signal(object, object)
    stayed = Signal(object)

    def __init__(self, home: Path, games: Path) -> None:
        """``home`` is the data folder, ``games`` the folder of saved games in it."""
        super().__init__()
        self._home = home
        self._games = games
        self._pictures = home / "thumbnails"
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self.reader = Reader(games, self._read)
        self._index: Index | None = None
        self._elsewhere: tuple[str, ...] = ()
        self._asked = 0
        self._closed = False
        self._look = "dark"
        self._looked = False
        self._told_at = 0.0
        self._targets: dict[Task, list[Path]] = {}
        self._wanted_pictures: set[str] = set()
        self._failed: set[str] = set()

    # -- for the window ---------------------------------------------------------------------------------------

    def look(self, elsewhere: Sequence[str], look: str) -> None:
        """Find the files that exist now, in the folder and ``elsewhere``, and read new ones."""
        self._elsewhere, self._look = tuple(elsewhere), look
        self._do(self._sync)

    def ask(self, wanted: Wanted) -> int:
        """Ask for a list; returns the number of the question, which the :attr:`answered` signal carries, too."""
        self._asked += 1
        self._do(partial(self._list, self._asked, wanted))
        return self._asked

    def ask_finished(self) -> None:
        """Ask for every finished game."""
        self._do(self._list_finished)

    def thumbnail(self, record: Record, look: str) -> Path | None:
        """The path of a game's thumbnail, now or later; None if it has none."""
        return self._pictures / f"{record.head[:40]}-{look}.png" if record.studied and record.head else None

    def paint(self, rows: Iterable[tuple[Path, Record]], look: str) -> None:
        """Have the thumbnails of these games painted, in this order. Earlier requests that have not begun come after them."""
        for file, record in reversed(list(rows)):
            picture = self.thumbnail(record, look)
            if picture is not None and str(picture) not in self._failed and str(picture) not in self._wanted_pictures:
                self._wanted_pictures.add(str(picture))
                self._do(partial(self.reader.ask, Task(THUMBNAIL, str(file), look), True))

    def rename(self, file: Path, name: str) -> None:
        """Rename a file within its folder."""
        self._do(partial(self._rename, file, name))

    def delete(self, file: Path) -> None:
        """Move a file to the trash."""
        self._do(partial(self._delete, file))

    def export(self, file: Path, target: Path, kind: str, look: str, language: str) -> None:
        """Write a copy of the file (empty ``kind``), a picture of its last position, or its turns as text."""
        self._do(partial(self._export, file, target, kind, look, language))

    def close(self) -> None:
        """End the thread and the process. May be called twice."""
        self._closed = True
        self.reader.close()
        if self._thread is not None:
            self._work.put(None)
            self._thread.join(10)
            self._thread = None

    # -- in the thread -------------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[], None]) -> None:
        if self._closed:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="library", daemon=True)
            self._thread.start()
        self._work.put(work)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            if self._closed:
                continue
            try:
                work()
            except (_Closed, RuntimeError):
                break  # the latter if the program has ended, and with it Qt's half of this object
            except Exception:
                _log.exception("the library failed")
        if self._index is not None:
            self._index.close()

    def _opened(self) -> Index:
        if self._index is None:
            try:
                self._index = Index(self._home / LIBRARY)
            except OSError as error:
                _log.warning("no index of games can be kept: %s", error)
                self._index = Index(Path(":memory:"))
        return self._index

    def _sync(self) -> None:
        found = folder_stamps(self._games, SUFFIX)
        for name in self._elsewhere:
            stamp = stamp_of(name)
            if stamp is not None:
                found[os.path.abspath(name)] = stamp
        index = self._opened()
        before = index.stamps()
        index.sync(found, self._tell_changed)
        unread = index.unread()
        for place, path in enumerate(unread):
            kind = THUMBNAIL if place < PAINTED_AT_ONCE else RECORD
            self.reader.ask(Task(kind, path, self._look))
        if before != found or not self._looked:
            self._looked = True
            self._tell_changed(at_once=True)

    def _list(self, number: int, wanted: Wanted) -> None:
        if number != self._asked:
            return  # the person has asked for something else meanwhile
        index = self._opened()
        unread = index.unread_count()
        rows = index.rows(wanted, FIRST)
        count = len(rows) if len(rows) < FIRST else index.count(wanted)
        if len(rows) == FIRST:
            self.answered.emit(Answer(number, rows, count, None, unread))
            time.sleep(PAINTING_SECONDS)
            if number != self._asked:
                return
            rows = index.rows(wanted)
        self.answered.emit(Answer(number, rows, len(rows), index.people(), unread))

    def _list_finished(self) -> None:
        rows = list(self._opened().finished())
        for row in rows:
            _ = row.record  # parse it here and not in the window's thread
        self.finished.emit(rows)

    def _tell_changed(self, at_once: bool = False) -> None:
        if self._closed:
            raise _Closed  # the window waits for this thread, perhaps with thousands of files before it
        now = time.monotonic()
        if at_once or now - self._told_at > NEWS_SECONDS:
            self._told_at = now
            self.changed.emit()

    # -- what was read -------------------------------------------------------------------------------------------------

    def _read(self, task: Task, done: Done) -> None:
        """Take a result of the reader, in the reader's thread."""
        self._do(partial(self._take, task, done))

    def _take(self, task: Task, done: Done) -> None:
        if task.kind in (PICTURE, ACCOUNT):
            for target in self._targets.pop(task, ()):  # all that were asked for by now
                self._write(target, done.content, done.record.problem)
            return
        stamp = stamp_of(task.file)
        known = self._opened().stamp(task.file)
        if stamp is None or known is None:
            return  # removed meanwhile
        if stamp == known:
            self._opened().keep(task.file, stamp, done.record)
        if task.kind == THUMBNAIL:
            self._keep_picture(done, task.look)
        self._tell_changed(at_once=not self.reader.waiting)

    def _keep_picture(self, done: Done, look: str) -> None:
        picture = self.thumbnail(done.record, look)
        if picture is None:
            return
        self._wanted_pictures.discard(str(picture))
        if not done.content:
            self._failed.add(str(picture))
            return
        try:
            self._pictures.mkdir(exist_ok=True)
            write_whole(picture, done.content, sync=False)
        except OSError as error:
            self._failed.add(str(picture))
            _log.warning("a thumbnail cannot be kept: %s", error)
            return
        self._thin_out()
        self.painted.emit(str(picture))

    def _thin_out(self) -> None:
        """Delete all thumbnails but the most recently used ones."""
        with suppress(OSError):
            kept = [(entry.stat().st_atime, entry.path) for entry in os.scandir(self._pictures)]
            for _, path in sorted(kept)[: max(0, len(kept) - PAINTED)]:
                os.unlink(path)

    # -- files ---------------------------------------------------------------------------------------------------------

    def _rename(self, file: Path, name: str) -> None:
        tidy = tidy_file_name(name)
        target = file.with_name(f"{tidy}{SUFFIX}")
        if not tidy or target == file:
            self.stayed.emit(file)
            return
        why: Message | None = None
        try:
            recased = target.name.casefold() == file.name.casefold() and is_same(file, target)
            if target.exists() and not recased:  # many disks find a file by any case of its name
                why = message("client.library.taken", name=tidy)
            elif in_use(file):
                why = message("client.library.in-use", file=file.name)
            else:
                os.rename(file, target)
        except OSError as error:
            why = message("client.library.not-renamed", file=file.name, why=error.strerror or str(error))
        if why is not None:
            self.told.emit(why)
            self.stayed.emit(file)
            self._after_files()  # it may have been removed meanwhile
            return
        for ending in BESIDE:
            with suppress(OSError):
                os.rename(file.with_name(file.stem + ending), target.with_name(target.stem + ending))
        record = self._opened().known({str(file): stamp_of(str(target)) or Stamp(0, 0)}).get(str(file))
        self._opened().forget([str(file)])
        if record is not None:
            self._opened().keep(str(target), stamp_of(str(target)) or Stamp(0, 0), record)
        self.moved.emit(file, target)
        self._after_files()

    def _delete(self, file: Path) -> None:
        if not os.path.lexists(file):  # by a second click, or by another program
            self._after_files()
            return
        if in_use(file):
            self.told.emit(message("client.library.in-use", file=file.name))
            return
        if not to_trash(file):
            self.told.emit(message("client.library.not-deleted", file=file.name))
            return
        for ending in BESIDE:
            beside = file.with_name(file.stem + ending)
            if beside.exists():
                to_trash(beside)
        self._opened().forget([str(file)])
        self.moved.emit(file, None)
        self.told.emit(message("client.library.deleted", file=file.name))
        self._after_files()

    def _after_files(self) -> None:
        self._sync()
        self._tell_changed(at_once=True)

    def _export(self, file: Path, target: Path, kind: str, look: str, language: str) -> None:
        if is_same(file, target):
            self.told.emit(message("client.library.itself", file=target.name))
            return
        if kind in (PICTURE, ACCOUNT):
            task = Task(kind, str(file), look, language)
            self._targets.setdefault(task, []).append(target)
            self.reader.ask(task, first=True)
            return
        try:
            sealed = _without_secret(file)
            content = sealed or read_whole(file, LARGEST)
        except GameFileError as error:
            self.told.emit(error.reason)
        except OSError as error:
            self.told.emit(message("client.library.not-exported", file=target.name, why=error.strerror or str(error)))
        else:
            self._write(target, content, None, "client.library.exported-sealed" if sealed else EXPORTED)

    def _write(self, target: Path, content: bytes, problem: Message | None, said: str = EXPORTED) -> None:
        if not content:
            self.told.emit(problem if problem is not None else message("client.library.unread"))
            return
        try:
            write_whole(target, content)
        except OSError as error:
            self.told.emit(message("client.library.not-exported", file=target.name, why=error.strerror or str(error)))
        else:
            self.told.emit(message(said, file=str(target)))


def _without_secret(file: Path) -> bytes:
    """A file without the secret that opens the hands played here; empty unless it is an unfinished game between computers.

    Raises :class:`~net.gamefile.GameFileError` if it cannot read the file.
    """
    recording = load(file)
    if recording.charter.charter.dealer == LOCAL or not recording.private or study(file)[0].state != OPEN:
        return b""
    return content_of(recording.charter, WATCHER, b"", recording.entries)


def tidy_file_name(name: str) -> str:
    """A file name, without suffix, that every system allows; empty if nothing remains."""
    kept = "".join(" " if letter in '<>:"/\\|?*' or ord(letter) < 32 else letter for letter in name.removesuffix(SUFFIX))
    short = " ".join(kept.split())[:LONGEST_NAME].encode(errors="ignore")[:MOST_BYTES].decode(errors="ignore")
    tidy = short.strip(". ")
    reserved = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
    return f"{tidy}_" if tidy.split(".")[0].casefold() in reserved else tidy


def in_use(file: Path) -> bool:
    """Whether a program is writing to this game now."""
    try:
        with open_to_read(file) as stream:
            hold(stream.fileno())
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def to_trash(file: Path) -> bool:
    """Move a file to the system's trash; returns whether that succeeded."""
    moved = QFile.moveToTrash(str(file))
    return bool(moved[0] if isinstance(moved, tuple) else moved)
