"""The saved games that the start page lists: what their first lines say, read in a moment and trusted for nothing else."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from net.disk import NoFile, open_to_read
from rules.message import Message, message

if TYPE_CHECKING:
    from datetime import datetime

SUFFIX = ".alarife"
MOST = 12
"""How many are listed."""

_LONGEST_LINE = 256 * 1024
_PLAYERS = 8


class SavedGame(NamedTuple):
    """One line of the list.

    Attributes:
        file: where it is.
        title: the game's name.
        players: their names in turn order.
        changed: when it was last written, local time.
        entries: length of its log.
        over: whether it is known to have been played to the end.
        problem: why it cannot be opened, or None.
    """

    file: Path
    title: Message
    players: tuple[str, ...]
    changed: datetime
    entries: int
    over: bool
    problem: Message | None = None


class Shelf(QObject):
    """Reads the list in a separate thread: a disk that sleeps, or a folder of another computer, may take long to answer.

    Signals:
        listed: the saved games, as :func:`saved_games` finds them.
    """

    listed = Signal(object)
    _read = Signal(object)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._wanted: tuple[Sequence[str], Sequence[str]] | None = None
        self._busy = False
        self._read.connect(self._take)

    def look(self, elsewhere: Sequence[str], finished: Sequence[str]) -> None:
        """Read what is there now; :attr:`listed` comes later, and only for what was asked last."""
        self._wanted = tuple(elsewhere), tuple(finished)
        if not self._busy:
            self._begin()

    def _begin(self) -> None:
        assert self._wanted is not None
        wanted, self._wanted = self._wanted, None
        self._busy = True
        threading.Thread(target=self._work, args=wanted, name="saved games", daemon=True).start()

    def _work(self, elsewhere: Sequence[str], finished: Sequence[str]) -> None:
        found = saved_games(self._folder, elsewhere, finished)
        with suppress(RuntimeError):  # the program may have ended meanwhile, and Qt's half of this object with it
            self._read.emit(found)

    @Slot(object)
    def _take(self, found: list[SavedGame]) -> None:
        self._busy = False
        if self._wanted is not None:
            self._begin()
        else:
            self.listed.emit(found)


def saved_games(folder: Path, elsewhere: Sequence[str] = (), finished: Sequence[str] = ()) -> list[SavedGame]:
    """The latest saved games of a folder, and those ``elsewhere`` that still exist, the latest first.

    ``finished`` names files known to hold a game that is over.
    """
    try:
        files = {file.absolute() for file in folder.glob(f"*{SUFFIX}")}
    except OSError:
        files = set()
    files.update(Path(name).absolute() for name in elsewhere)
    dated = []
    for file in files:
        try:
            dated.append((file.stat().st_mtime, file))
        except OSError:
            continue  # moved away since
    dated.sort(reverse=True)
    return [saved_game(file, str(file) in finished) for _, file in dated[:MOST]]


def saved_game(file: Path, over: bool = False) -> SavedGame:
    """The contents of a file's first line; ``over`` if its game is known to be."""
    from datetime import datetime  # not before there is a game to list

    from rules.known import is_game

    changed = datetime.fromtimestamp(0)
    try:
        with open_to_read(file) as stream:
            changed = datetime.fromtimestamp(os.fstat(stream.fileno()).st_mtime)
            first = stream.readline(_LONGEST_LINE)
            entries = sum(chunk.count(b"\n") for chunk in iter(partial(stream.read, 1 << 16), b""))
    except NoFile:
        return SavedGame(file, message("client.saved.unknown"), (), changed, 0, over, message("client.saved.no-file"))
    except OSError as error:
        why = message("client.saved.unreadable", why=error.strerror or str(error))
        return SavedGame(file, message("client.saved.unknown"), (), changed, 0, over, why)
    if _is_newer(first):
        return SavedGame(file, message("client.saved.unknown"), (), changed, 0, over, message("client.saved.newer"))
    charter = _charter(first)
    if charter is None:
        why = message("client.saved.damaged")
        return SavedGame(file, message("client.saved.unknown"), (), changed, 0, over, why)
    game, players = charter
    if not is_game(game):
        why = message("client.saved.no-game", game=game[:40])
        return SavedGame(file, message("client.saved.unknown"), (), changed, entries, over, why)
    return SavedGame(file, message(f"{game}.title"), players[:_PLAYERS], changed, entries, over)


def _is_newer(line: bytes) -> bool:
    """Whether a newer program wrote this, in a format that is not known here."""
    from net.session.format import FORMAT

    try:
        said = json.loads(line.decode())
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and type(said.get("alarife")) is int and said["alarife"] > FORMAT


def _charter(line: bytes) -> tuple[str, tuple[str, ...]] | None:
    """The game and the players of a game file's first line; None for anything else."""
    try:
        said = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    match said:
        case {"game": str(game), "seats": list(seats)}:
            names = tuple(seat["name"] for seat in seats if isinstance(seat, dict) and isinstance(seat.get("name"), str))
            return (game, names) if len(names) == len(seats) else None
    return None
