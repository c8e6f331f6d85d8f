"""The saved games on the start page, as their first lines and the library describe them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from rules.message import Message, message

if TYPE_CHECKING:
    from datetime import datetime

    from client.library.record import Record
    from client.library.stamps import Stamp

SUFFIX = ".alarife"
MOST = 12
"""How many are listed."""


class SavedGame(NamedTuple):
    """One line of the list.

    Attributes:
        file: its path.
        title: the game's name.
        players: their names in turn order.
        changed: when it was last written, local time.
        over: whether it is known to have been played to the end.
        problem: why it cannot be opened, or None.
        record: what the library knows of it, or None.
    """

    file: Path
    title: Message
    players: tuple[str, ...]
    changed: datetime
    over: bool
    problem: Message | None = None
    record: Record | None = None


class Shelf(QObject):
    """Reads the list in a separate thread, since a sleeping disk or a network folder may be slow.

    Signals:
        listed: the saved games, as :func:`saved_games` finds them.
    """

    listed = Signal(object)
    _read = Signal(object)

    def __init__(self, folder: Path, index: Path | None = None) -> None:
        """``folder`` holds the games, ``index`` is the file of the library's index."""
        super().__init__()
        self._folder = folder
        self._index = index
        self._wanted: tuple[Sequence[str], Sequence[str]] | None = None
        self._busy = False
        self._read.connect(self._take)

    def look(self, elsewhere: Sequence[str], finished: Sequence[str]) -> None:
        """Read the current files. :attr:`listed` follows, but only for the latest request."""
        self._wanted = tuple(elsewhere), tuple(finished)
        if not self._busy:
            self._begin()

    def _begin(self) -> None:
        assert self._wanted is not None
        wanted, self._wanted = self._wanted, None
        self._busy = True
        threading.Thread(target=self._work, args=wanted, name="saved games", daemon=True).start()

    def _work(self, elsewhere: Sequence[str], finished: Sequence[str]) -> None:
        found: list[SavedGame] | None = None
        try:
            found = saved_games(self._folder, elsewhere, finished, self._index)
        finally:
            with suppress(RuntimeError):  # the program may have ended by now, and Qt's half of this object with it
                self._read.emit(found)

    @Slot(object)
    def _take(self, found: list[SavedGame] | None) -> None:
        """Tell the window what was found; nothing if the reading failed, so that its list stays."""
        self._busy = False
        if self._wanted is not None:
            self._begin()
        elif found is not None:
            self.listed.emit(found)


def saved_games(
    folder: Path, elsewhere: Sequence[str] = (), finished: Sequence[str] = (), index: Path | None = None
) -> list[SavedGame]:
    """The latest saved games in a folder and those ``elsewhere`` that still exist, latest first.

    ``finished`` names files whose games are known to be over; ``index`` is the library's index, which knows more.
    """
    from client.library.stamps import folder_stamps, stamp_of

    stamps = folder_stamps(folder, SUFFIX)
    for name in elsewhere:
        stamp = stamp_of(name)
        if stamp is not None:
            stamps[str(Path(name).absolute())] = stamp
    latest = sorted(stamps, key=lambda path: (stamps[path].mtime, path), reverse=True)[:MOST]
    known = _known({path: stamps[path] for path in latest}, index)
    listed = [saved_game(Path(path), path in finished, known.get(path), stamps[path].mtime) for path in latest]
    return [each for each in listed if stamp_of(str(each.file)) is not None]  # some may be gone by now


def _known(stamps: dict[str, Stamp], index: Path | None) -> dict[str, Record]:
    """What the library knows about these files. This only reads its index, if there is one."""
    if not stamps or index is None or not index.is_file():
        return {}
    from client.library.index import records_in

    return records_in(index, stamps)


def saved_game(file: Path, over: bool = False, record: Record | None = None, mtime: int = 0) -> SavedGame:
    """A file as its record describes it, else as its first line does; ``over`` if its game is known to be over.

    ``mtime`` is when the file was last written, in nanoseconds since 1970.
    """
    from datetime import datetime  # only needed when there is a game to list

    from client.library.reading import glance

    seen = record if record is not None else glance(file)
    changed = datetime.fromtimestamp(mtime / 1e9)
    title = message("client.saved.unknown") if seen.problem is not None else message(f"{seen.game}.title")
    players = seen.names if seen.problem is None else ()
    return SavedGame(file, title, players, changed, over or bool(seen.end), seen.problem, record)
