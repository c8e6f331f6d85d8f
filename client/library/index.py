"""The index of the library: an SQLite file in the data folder, made again from the game files whenever it is unusable.

It contains nothing that the files lack. So it is written without waiting for the disk. An empty index replaces one that is
damaged, missing, or of another version, and :meth:`Index.sync` fills it. When the disk is full or cannot be written any more,
a copy in memory takes over until the program ends. Only one thread uses an index.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from client.library.reading import glance
from client.library.record import OVER, Record, encodable, packed, unpacked
from client.library.stamps import Stamp
from net.session.format.text import name_key

SCHEMA = 2
"""The version of the tables below and of the records; an index of another version is made again."""

BATCH = 100
"""The number of rows written or read at a time."""

SORTS = {
    "latest": "changed DESC",
    "oldest": "changed",
    "game": "game, changed DESC",
    "players": "players, changed DESC",
    "longest": "turns DESC, changed DESC",
    "name": "name COLLATE NOCASE",
}
"""The orders of a list; the first is the default."""

_TABLES = """
CREATE TABLE games (
    path TEXT PRIMARY KEY, name TEXT, size INTEGER, mtime INTEGER, changed REAL,
    game TEXT, state TEXT, turns INTEGER, players TEXT, words TEXT, studied INTEGER, record TEXT
);
CREATE TABLE people (path TEXT, person TEXT, name TEXT);
CREATE INDEX by_change ON games (changed);
CREATE INDEX by_path ON people (path);
CREATE INDEX by_person ON people (person);
"""

_DISK = (
    *(sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN),
    *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
)
"""The errors of SQLite for which the disk or another program is to blame, and not the content of the file."""

_log = logging.getLogger("alarife.library")
_Answer = TypeVar("_Answer")


class Wanted(NamedTuple):
    """What a list of games should show.

    Attributes:
        words: the words to search for; each has to occur in a player's name, the file's name or the game's title.
        titles: for each word, the games whose titles contain it.
        game: the id of the only game to show, or empty.
        person: the name key of somebody who has to take part, or empty.
        state: the only state to show, or empty.
        sort: one of :data:`SORTS`.
    """

    words: tuple[str, ...] = ()
    titles: tuple[tuple[str, ...], ...] = ()
    game: str = ""
    person: str = ""
    state: str = ""
    sort: str = "latest"


class Row:
    """A game in the list.

    Attributes:
        file: its path.
        changed: when it was last written, in seconds since 1970.
        state: see :class:`~client.library.record.Record`.
    """

    __slots__ = ("__dict__", "_packed", "changed", "file", "state")

    def __init__(self, path: str | bytes, changed: float, state: str, record: str) -> None:
        self.file = Path(os.fsdecode(path))
        self.changed = changed
        self.state = state
        self._packed = record

    @cached_property
    def record(self) -> Record:
        """Everything known about the game. It is read when first needed, since a list shows a dozen of thousands."""
        try:
            return unpacked(self._packed)
        except ValueError:
            return Record()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Row) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        return self.file, self.changed, self._packed


class Index:
    """An open index.

    Attributes:
        path: the path of its file.
    """

    def __init__(self, path: Path) -> None:
        """Open or make the index; raises :class:`OSError` if both fail."""
        self.path = path
        self._open: sqlite3.Connection | None = None
        self._connect()

    def close(self) -> None:
        """Close the file."""
        if self._open is not None:
            with suppress(sqlite3.Error):
                self._open.close()
            self._open = None

    def _connect(self) -> sqlite3.Connection:
        if self._open is not None:
            return self._open
        for fresh in (False, True):
            try:
                if fresh:
                    self._discard()
                made = sqlite3.connect(self.path, timeout=5, isolation_level=None, check_same_thread=False)
                try:
                    made.execute("PRAGMA synchronous = OFF")
                    version = made.execute("PRAGMA user_version").fetchone()[0]
                    tables = made.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]
                    if version != SCHEMA or not tables:
                        if tables or version:
                            raise sqlite3.DatabaseError(f"schema {version}, not {SCHEMA}")
                        _make_tables(made)
                except sqlite3.Error:
                    made.close()
                    raise
            except sqlite3.Error as error:
                _log.info("the index of games is made again: %s", error)
                trouble = error
                continue
            self._open = made
            return made
        raise OSError(str(trouble))

    def _discard(self) -> None:
        for name in (self.path, *(self.path.with_name(f"{self.path.name}-{end}") for end in ("journal", "wal", "shm"))):
            name.unlink(missing_ok=True)

    def _do(self, work: Callable[[sqlite3.Connection], _Answer]) -> _Answer:
        """Run this work on the index. If the index proves to be damaged, it is made anew, and is empty then."""
        try:
            return work(self._connect())
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DISK:
                _log.warning("the index of games stays in memory from now on: %s", error)
                self._move_to_memory()
            else:
                _log.info("the index of games is damaged: %s", error)
                self.close()
                self._discard()
            return work(self._connect())

    def _move_to_memory(self) -> None:
        """Go on with a copy in memory; the file stays as it is, for the next start."""
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        try:
            opened = self._connect()
            if opened.in_transaction:
                opened.execute("ROLLBACK")
            opened.backup(memory)
        except (sqlite3.Error, OSError):  # not even reading is possible
            memory.close()
            memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            _make_tables(memory)
        self.close()
        self._open = memory

    # -- keeping it up to date -----------------------------------------------------------------------------------------------

    def stamps(self) -> dict[str, Stamp]:
        """The stamps of all files in the index, as of when they were read."""
        query = "SELECT path, mtime, size FROM games"
        return self._do(lambda db: {os.fsdecode(path): Stamp(mtime, size) for path, mtime, size in db.execute(query)})

    def stamp(self, path: str) -> Stamp | None:
        """The stamp of a file as of when it was read; None if the file is not in the index."""
        row = self._do(lambda db: db.execute("SELECT mtime, size FROM games WHERE path = ?", (_kept(path),)).fetchone())
        return Stamp(*row) if row is not None else None

    def sync(self, found: Mapping[str, Stamp], progress: Callable[[], object] = lambda: None) -> None:
        """Make the index list exactly these files; it reads the first lines of new and changed ones, latest first.

        ``progress`` is called whenever there is more to show.
        """
        known = self.stamps()
        gone = [path for path in known if path not in found]
        if gone:
            self._do(lambda db: _removed(db, gone))
        fresh = sorted((path for path, stamp in found.items() if known.get(path) != stamp), key=lambda path: -found[path].mtime)
        for place in range(0, len(fresh), BATCH):
            batch = [(path, found[path], glance(Path(path))) for path in fresh[place : place + BATCH]]
            self._do(lambda db, batch=batch: _written(db, batch))  # type: ignore[misc]
            progress()

    def keep(self, path: str, stamp: Stamp, record: Record) -> None:
        """Store the record of a file."""
        self._do(lambda db: _written(db, [(path, stamp, record)]))

    def forget(self, paths: Sequence[str]) -> None:
        """Remove files."""
        self._do(lambda db: _removed(db, paths))

    def unread(self) -> list[str]:
        """The files of which only the first line was read, latest first."""
        query = "SELECT path FROM games WHERE studied = 0 ORDER BY changed DESC"
        return self._do(lambda db: [os.fsdecode(path) for (path,) in db.execute(query)])

    def unread_count(self) -> int:
        """The number of these files."""
        return self._do(lambda db: int(db.execute("SELECT COUNT(*) FROM games WHERE studied = 0").fetchone()[0]))

    # -- queries -----------------------------------------------------------------------------------------------------

    def rows(self, wanted: Wanted, most: int = -1) -> list[Row]:
        """The games of a list, at most so many."""
        where, values = _conditions(wanted)
        order = SORTS.get(wanted.sort, SORTS["latest"])
        query = f"SELECT path, changed, state, record FROM games{where} ORDER BY {order}, path LIMIT ?"
        return self._do(lambda db: [Row(*found) for found in db.execute(query, (*values, most))])

    def count(self, wanted: Wanted) -> int:
        """How many games a list has."""
        where, values = _conditions(wanted)
        return self._do(lambda db: int(db.execute(f"SELECT COUNT(*) FROM games{where}", values).fetchone()[0]))

    def people(self) -> list[tuple[str, str]]:
        """The name key of everybody who has played, and one way in which the name is written; the most frequent first."""
        query = "SELECT person, MAX(name) FROM people GROUP BY person ORDER BY COUNT(*) DESC, person"
        return self._do(lambda db: [(person, name) for person, name in db.execute(query)])

    def known(self, stamps: Mapping[str, Stamp]) -> dict[str, Record]:
        """The records of those of these files that were read completely and have not changed since."""
        return self._do(lambda db: _known(db, stamps))

    def finished(self) -> Iterator[Row]:
        """Every game that was played to its end, oldest first."""
        query = "SELECT path, changed, state, record FROM games WHERE state = ? ORDER BY changed, path"
        yield from self._do(lambda db: [Row(*found) for found in db.execute(query, (OVER,))])


def _make_tables(db: sqlite3.Connection) -> None:
    db.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {SCHEMA}; COMMIT;")


def records_in(path: Path, stamps: Mapping[str, Stamp]) -> dict[str, Record]:
    """What the index in this file knows (see :meth:`Index.known`); empty if it is unusable. It is not changed."""
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1)
    except sqlite3.Error:
        return {}
    try:
        return _known(db, stamps) if db.execute("PRAGMA user_version").fetchone()[0] == SCHEMA else {}
    except sqlite3.Error:
        return {}
    finally:
        db.close()


def _known(db: sqlite3.Connection, stamps: Mapping[str, Stamp]) -> dict[str, Record]:
    found = {}
    for path, stamp in stamps.items():
        query = "SELECT record FROM games WHERE path = ? AND mtime = ? AND size = ? AND studied = 1"
        row = db.execute(query, (_kept(path), *stamp)).fetchone()
        if row is not None:
            with suppress(ValueError):
                found[path] = unpacked(row[0])
    return found


def _conditions(wanted: Wanted) -> tuple[str, list[str]]:
    """The filter of a list, as SQL with its values."""
    found: list[str] = []
    values: list[str] = []
    for column in ("game", "state"):
        value = getattr(wanted, column)
        if value:
            found.append(f"{column} = ?")
            values.append(value)
    if wanted.person:
        found.append("path IN (SELECT path FROM people WHERE person = ?)")
        values.append(wanted.person)
    for number, word in enumerate(wanted.words):
        titles = wanted.titles[number] if number < len(wanted.titles) else ()
        marks = ", ".join("?" * len(titles))
        found.append(f"(instr(words, ?) > 0 OR game IN ({marks}))")
        values += [word.casefold(), *titles]
    return (" WHERE " + " AND ".join(found)) if found else "", values


def _kept(path: str) -> str | bytes:
    """A path as the tables hold it: as text or, if it cannot be encoded, in the bytes of the system."""
    return path if encodable(path) == path else os.fsencode(path)


def _written(db: sqlite3.Connection, found: Iterable[tuple[str, Stamp, Record]]) -> None:
    db.execute("BEGIN")
    try:
        for path, stamp, record in found:
            kept, name = _kept(path), encodable(Path(path).stem)
            words = " ".join([name, *record.names]).casefold()
            players = ", ".join(record.names).casefold()
            db.execute("DELETE FROM people WHERE path = ?", (kept,))
            db.execute(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(kept, name, stamp.size, stamp.mtime, stamp.mtime / 1e9),
                    *(record.game, record.state, record.taken, players, words, int(record.studied), packed(record)),
                ),
            )
            rows = [(kept, _key(place.name), place.name) for place in record.people]
            db.executemany("INSERT INTO people VALUES (?, ?, ?)", rows)
    except BaseException:
        with suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


@lru_cache(500)
def _key(name: str) -> str:
    """The key of a name, cached because the same people play again and again."""
    return name_key(name)


def _removed(db: sqlite3.Connection, paths: Sequence[str]) -> None:
    db.execute("BEGIN")
    for table in ("games", "people"):
        db.executemany(f"DELETE FROM {table} WHERE path = ?", [(_kept(path),) for path in paths])
    db.execute("COMMIT")
