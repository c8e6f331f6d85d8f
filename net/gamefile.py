"""Game files (``.alarife``): the charter in line 1, one entry of the log in each further line, as JSON.

A line has readable fields (place, kind, seat, name, move, digest …) and the bytes as signed with their signatures in base64.
The readable fields are for people and scripts; the bytes count, and a file in which the two disagree is damaged. There is only
one way to write a line, so every changed byte of a file is found, with two exceptions: whole lines missing at the end (the game
then looks unfinished), and, since nobody signs them, ``me`` and ``private`` replaced on purpose in a file whose log does not
determine them.

A watcher has a file as well, with ``me`` and ``private`` empty: it holds the same log.

Line 1 also holds ``me`` and ``private``: whose file it is, and the secret bytes from which this computer made its part of the
dealing. **An offline file holds the seed of all its cards, and the file of a game between peers opens the hands that were
played at its own computer**: give it away only when the game is over, or with ``private`` empty. A replay knows what the file
knows.
"""

from __future__ import annotations

import binascii
import hashlib
import json
import os
import stat
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from net.deal import LOCAL, Dealer, DealError, Place
from net.deal.dealer import unpack_secrets
from net.deal.fair.rows import row
from net.disk import Flushing, NoFile, keep_name, open_to_read, read_whole
from net.hold import hold
from net.identity import KEY_LENGTH
from net.lines import Lines, plain
from net.owner_only import MODE, owner_only
from net.session.format import FORMAT, WITHOUT_BOARD
from net.session.format.charter import Charter, CharterError, SignedCharter, playable, signed_charter
from net.session.format.entry import (
    DropBody,
    LeaveBody,
    LeavingBody,
    PublishBody,
    SignedEntry,
    read_entry,
    well_signed,
)
from net.session.format.wire import Signed, WireError
from net.session.history.course import Course, follow
from net.session.history.log import MOST_ENTRIES
from net.session.history.step import EntryError, Step
from net.session.history.store import NotStored
from rules.boards import read_plain
from rules.message import Message, message

LARGEST = 1 << 28
"""Bytes of the largest file that is read; a game between five peers takes a few million."""

LONGEST_LINE = 1 << 20
"""Bytes of the longest line that is read; an entry with all its bytes takes less than a quarter of that."""

WATCHER = b""
"""The value of ``me`` in a watcher's file, in place of the key of a peer."""


class GameFileError(Exception):
    """A game file cannot be read, written or understood.

    Attributes:
        reason: what is wrong, as a sentence; it names the line, if there is one.
        detail: the reason that the session or the rules give, or None.
    """

    def __init__(self, reason: Message, detail: Message | None = None) -> None:
        super().__init__(str(reason) if detail is None else f"{reason} ({detail})")
        self.reason = reason
        self.detail = detail


class NotWritten(GameFileError, NotStored):
    """A game file cannot be written."""


@dataclass(frozen=True, slots=True)
class Recording:
    """The content of a game file.

    Attributes:
        charter: the agreement that the game is played under.
        me: key of the peer that owns the file, or WATCHER.
        private: this computer's secret for the dealing; empty in a file from which it has been removed.
        entries: the log; its signatures and links have been checked, but not the moves.
        notice: what had to be repaired, or None.
        size: bytes of the undamaged part.
        ended: whether that part ends with the end of a line. If not, more was to follow: the disk was full, or the program
            was interrupted.
    """

    charter: SignedCharter
    me: bytes
    private: bytes = field(repr=False)
    entries: tuple[SignedEntry, ...]
    notice: Message | None
    size: int
    ended: bool

    @property
    def published(self) -> PublishBody | None:
        """The entry that lays all cards open, if it is the last one; not checked yet."""
        body = self.entries[-1].entry.body if self.entries else None
        return body if isinstance(body, PublishBody) else None


# -- reading -----------------------------------------------------------------------------------------------------------


def load(path: Path, salvage: bool = False) -> Recording:
    """Read a game file without changing it; a last line that breaks off is left out with a notice.

    Raises :class:`GameFileError` naming the line for any other damage; with ``salvage``, the damaged line and all that follow
    are left out instead.
    """
    try:
        content = read_whole(path, LARGEST)
    except NoFile as error:
        raise GameFileError(message("session.file.no-file", file=path.name)) from error
    except OSError as error:
        raise GameFileError(message("session.file.unreadable", file=path.name, why=error.strerror or str(error))) from error
    if content.count(b"\n") > MOST_ENTRIES + 1:
        raise GameFileError(message("session.file.long", file=path.name))
    lines = content.split(b"\n")
    rest = lines.pop()
    notice = None
    size = len(content)
    ended = not rest
    if rest:
        if _whole(rest):
            lines.append(rest)
        else:
            notice = message("session.file.truncated", file=path.name, line=len(lines) + 1)
            size -= len(rest)
            ended = True
    if not lines:
        raise GameFileError(message("session.file.empty", file=path.name))
    if len(lines) > MOST_ENTRIES + 1:  # the last one may lack its end
        raise GameFileError(message("session.file.long", file=path.name))
    charter, me, private = _charter_in(path.name, lines[0])
    entries, fault = _entries_in(path.name, lines[1:], Lines(charter.charter), charter.hash)
    if fault is not None:
        if not salvage:
            raise fault
        notice = fault.reason
    return Recording(charter, me, private, tuple(entries), notice, size, ended)


def file_of(table: bytes, folder: Path) -> Path | None:
    """The file in a folder that holds the game of this table, whatever its name; None if there is none.

    Only the beginnings of the files are read, in the form in which :class:`GameFile` writes them.
    """
    firsts = [b'{"alarife": %d, "table": "%s", ' % (number, table.hex().encode()) for number in range(1, FORMAT + 1)]
    for path in sorted(folder.glob("*.alarife")):
        with suppress(OSError), open_to_read(path) as stream:
            if stream.read(len(firsts[0])) in firsts:
                return path
    return None


def repair(path: Path) -> tuple[Path, int]:
    """Write the undamaged beginning of a file into a copy beside it. Returns the copy's path and its number of entries.

    Raises :class:`GameFileError` if the charter is damaged or the copy cannot be written.
    """
    recording = load(path, salvage=True)
    number = 1
    while (copy := path.with_name(f"{path.stem}-repaired-{number}{path.suffix}")).exists():
        number += 1
    file = GameFile.create(copy, recording.charter, recording.me, recording.private)
    try:
        file.rewrite(recording.entries)
    finally:
        file.close()
    return copy, len(recording.entries)


def beginning(recording: Recording, open_dealer: Callable[[Place], Dealer] | None = None) -> Course:
    """The course of a recorded game before its first entry, in a copy that knows all that the file knows.

    ``open_dealer`` makes the dealer for a file in which all cards are laid open; None for the usual one.

    Raises :class:`GameFileError` if this program does not have the game in that version.
    """
    try:
        playable(recording.charter.charter)
    except CharterError as error:
        raise GameFileError(error.reason) from error
    charter, me, private = recording.charter, recording.me, recording.private
    if charter.charter.dealer == LOCAL:
        return Course(charter, me, private, frozenset(range(len(charter.charter.seats))))
    published = recording.published
    if published is not None:
        try:  # replay it as it was played, which proves that the secrets are the right ones
            played, _ = follow(charter, me, private, recording.entries)
        except EntryError:
            pass
        else:
            everybody = frozenset(range(len(charter.charter.seats)))
            pairs = zip(charter.charter.keys, published.secrets, strict=True)
            estate = {peer: played.lineage(peer, unpack_secrets(content)) for peer, content in pairs if content}
            return Course(charter, me, private, everybody, estate, open_dealer)
    knows = frozenset(charter.charter.seats_of(me)) if private else frozenset()
    if not private or {type(signed.entry.body) for signed in recording.entries}.isdisjoint((LeaveBody, LeavingBody, DropBody)):
        return Course(charter, me, private, knows)
    try:  # secrets inherited on the way open hands from the beginning
        inherited, _ = follow(charter, me, private, recording.entries)
    except EntryError:
        return Course(charter, me, private, knows)
    return Course(charter, me, private, inherited.knows, inherited.estate)


def replay(recording: Recording, open_dealer: Callable[[Place], Dealer] | None = None) -> Iterator[Step]:
    """Every entry with its effect, in a copy that knows all that the file knows.

    ``open_dealer``: see :func:`beginning`. Raises :class:`GameFileError` naming the line of an entry that is not valid.
    """
    course = beginning(recording, open_dealer)
    for number, signed in enumerate(recording.entries, start=2):
        try:
            yield course.apply(signed.entry, signed.hash)
        except EntryError as error:
            raise _not_valid(number, error) from error


def courses(recording: Recording, open_dealer: Callable[[Place], Dealer] | None = None) -> Iterator[Course]:
    """The course of the game after every entry: one object, which goes on, with the checks of :func:`replay`.

    This is for a caller that asks only where the entries lead. The arguments and errors are those of :func:`replay`.
    """
    course = beginning(recording, open_dealer)
    for number, signed in enumerate(recording.entries, start=2):
        try:
            course.advance(signed.entry, signed.hash)
        except EntryError as error:
            raise _not_valid(number, error) from error
        yield course


def _not_valid(line: int, error: EntryError) -> GameFileError:
    return GameFileError(message("session.file.entry", line=line), error.detail or error.reason)


def _damage(file: str, line: int, key: str, **values: str) -> GameFileError:
    return GameFileError(message(key, file=file, line=line, **values))


def _whole(line: bytes) -> bool:
    if len(line) > LONGEST_LINE:
        return False
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _fields(file: str, number: int, line: bytes) -> dict[str, Any]:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            raise ValueError("a field twice")
        return found

    if len(line) > LONGEST_LINE:  # it may say a few bytes each of what takes fifty in memory
        raise _damage(file, number, "session.file.json")
    try:
        fields = json.loads(line, object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise _damage(file, number, "session.file.json") from error
    if not isinstance(fields, dict):
        raise _damage(file, number, "session.file.json")
    return fields


def _bytes(file: str, number: int, name: str, text: object) -> bytes:
    try:
        if not isinstance(text, str):
            raise ValueError("no text")
        return b64decode(text.encode("ascii"), validate=True)
    except (ValueError, binascii.Error) as error:
        raise _damage(file, number, "session.file.field", field=name) from error


def _agree(file: str, number: int, line: bytes, read: dict[str, Any], signed: dict[str, Any]) -> None:
    """Raise unless the readable fields match the signed bytes, in exactly the form that Alarife writes."""
    if line + b"\n" == _line(signed):
        return
    for name in [*signed, *(name for name in read if name not in signed)]:
        if name not in read or name not in signed or json.dumps(read[name]) != json.dumps(signed[name]):
            raise _damage(file, number, "session.file.disagrees", field=name)
    raise _damage(file, number, "session.file.form")


def _charter_in(file: str, line: bytes) -> tuple[SignedCharter, bytes, bytes]:
    fields = _fields(file, 1, line)
    if "alarife" not in fields:
        raise _damage(file, 1, "session.file.foreign")
    number = fields["alarife"]
    if type(number) is int and number > FORMAT:
        raise GameFileError(message("session.file.newer", file=file))
    if type(number) is not int or number < 1:
        raise _damage(file, 1, "session.file.format")
    raw = _bytes(file, 1, "raw", fields.get("raw"))
    private = _bytes(file, 1, "private", fields.get("private"))
    signatures = fields.get("signatures")
    if len(private) not in (0, KEY_LENGTH):
        raise _damage(file, 1, "session.file.field", field="private")
    if not isinstance(signatures, list):
        raise _damage(file, 1, "session.file.field", field="signatures")
    try:
        charter = signed_charter(raw, [_bytes(file, 1, "signatures", signature) for signature in signatures])
    except CharterError as error:
        raise GameFileError(message("session.file.charter", file=file, line=1), error.reason) from error
    keys = charter.charter.keys if private else (*charter.charter.keys, WATCHER)
    me = next((key for key in keys if key.hex() == fields.get("me")), None)
    if me is None:
        raise _damage(file, 1, "session.file.field", field="me")
    _agree(file, 1, line, fields, _charter_fields(charter, me, private))
    return charter, me, private


def _entries_in(
    file: str, lines: Sequence[bytes], writing: Lines, head: bytes
) -> tuple[list[SignedEntry], GameFileError | None]:
    """The entries of all lines up to the first damaged one, and what is wrong with that line.

    The signatures are checked at the end, all in a row, in two threads where the program has them: that is half of the work.
    """
    entries: list[SignedEntry] = []
    fault: GameFileError | None = None
    linked = True
    table = writing.charter.table
    for number, line in enumerate(lines, start=2):
        try:
            read = writing.read(line) if len(line) <= LONGEST_LINE else None
            signed = read or _read_apart(file, number, line, writing)
            entry = signed.entry
            if entry.n != number - 2 or entry.table != table:
                raise _damage(file, number, "session.file.link")
        except GameFileError as error:
            fault = error
            break
        entries.append(signed)
        linked = entry.previous == head
        if not linked:
            break
        head = signed.hash
    holds = row(lambda place: well_signed(entries[place]), len(entries))
    if not all(holds):
        place = holds.index(False)
        return entries[:place], _damage(file, place + 2, "session.file.signature")
    if not linked:
        fault = _damage(file, len(entries) + 1, "session.file.link")
        entries.pop()
    return entries, fault


def _read_apart(file: str, number: int, line: bytes, writing: Lines) -> SignedEntry:
    """The entry of any other line, field by field. Raises :class:`GameFileError`, which says what is wrong with the line."""
    fields = _fields(file, number, line)
    raw = _bytes(file, number, "raw", fields.get("raw"))
    signature = _bytes(file, number, "signature", fields.get("signature"))
    try:
        entry = read_entry(Signed(raw, signature))
        _agree(file, number, line, fields, writing.fields(entry))
    except (WireError, DealError) as error:
        raise _damage(file, number, "session.file.field", field="raw") from error
    return entry


# -- writing -----------------------------------------------------------------------------------------------------------

_NEW = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def _text(content: bytes) -> str:
    return b64encode(content).decode("ascii")


def _charter_fields(signed: SignedCharter, me: bytes, private: bytes) -> dict[str, Any]:
    charter = signed.charter
    return {
        "alarife": FORMAT if charter.board else WITHOUT_BOARD,
        "table": charter.table.hex(),
        "game": charter.game,
        "version": charter.version,
        "rules": charter.rules.hex(),
        "options": dict(charter.options),
        "seats": [
            {"kind": seat.kind, "name": seat.name, "peer": seat.peer.hex(), "level": seat.level} for seat in charter.seats
        ],
        "peers": [{"name": peer.name, "key": peer.key.hex()} for peer in charter.peers],
        "dealer": charter.dealer,
        **({"manners": dict(charter.manners)} if charter.manners else {}),
        **({"board": read_plain(charter.board)} if charter.board else {}),
        "me": me.hex(),
        "private": _text(private),
        "check": hashlib.sha256(b"alarife private\0" + private).hexdigest()[:16],  # the private bytes are not signed
        "raw": _text(signed.raw),
        "signatures": [_text(signature) for signature in signed.signatures],
    }


def _line(fields: Mapping[str, object]) -> bytes:
    return plain(fields).encode() + b"\n"


def content_of(charter: SignedCharter, me: bytes, private: bytes, entries: Iterable[SignedEntry]) -> bytes:
    """The bytes of a game file with this content."""
    return _first_line(charter, me, private) + b"".join(map(Lines(charter.charter).line, entries))


def _first_line(charter: SignedCharter, me: bytes, private: bytes) -> bytes:
    return _line(_charter_fields(charter, me, private))


class GameFile:
    """A game file open for writing. One program at a time may hold it.

    Entries that could not be written stay in memory and go before the next entry, so nothing is lost while the game runs.

    Attributes:
        path: the path of the file, which may not exist yet.
        handle: the open file as the system knows it; -1 while it is closed.
        flushing: the sync requests for it.
    """

    def __init__(self, path: Path, charter: Charter, first: bytes) -> None:
        """For :meth:`create`, :meth:`planned` and :meth:`resume`; ``first`` is the first line of the file."""
        self.path = path
        self._lines = Lines(charter)
        self._first = first
        self.handle = -1
        self._size = 0
        self._unsaved = b""
        self._lacking = -1
        self.flushing = Flushing(-1)

    @classmethod
    def create(cls, path: Path, charter: SignedCharter, me: bytes, private: bytes) -> GameFile:
        """Begin a new file, and its folder if needed; raises :class:`GameFileError` if it exists or cannot be written."""
        file = cls.planned(path, charter, me, private)
        try:
            with suppress(FileExistsError):  # of a file in place of the folder, the next line says what it is
                path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, _NEW, MODE)
        except FileExistsError as error:
            raise GameFileError(message("session.file.exists", file=path.name)) from error
        except OSError as error:
            raise _failed("session.file.uncreated", path, error) from error
        try:
            _lock(handle, path)
            _write_all(handle, file._first)
            os.fsync(handle)
        except (OSError, GameFileError) as error:
            os.close(handle)
            path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise _failed("session.file.uncreated", path, error) from error
            raise
        file._hold(handle, len(file._first))
        keep_name(path)
        return file

    @classmethod
    def planned(cls, path: Path, charter: SignedCharter, me: bytes, private: bytes) -> GameFile:
        """A file that cannot be created yet: it is :attr:`astray` until :meth:`rewrite` succeeds."""
        return cls(path, charter.charter, _first_line(charter, me, private))

    @classmethod
    def resume(cls, path: Path) -> tuple[GameFile, Recording]:
        """Open a file to continue its game; a last line that breaks off is cut off (see ``notice`` of the recording).

        Raises :class:`GameFileError` for other damage, and if another program holds the file.
        """
        try:
            handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        except OSError as error:
            raise _failed("session.file.unopened", path, error) from error
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise GameFileError(message("session.file.no-file", file=path.name))
            _lock(handle, path)
            if not os.path.samestat(os.fstat(handle), path.stat()):  # it was replaced while it was opened here
                raise GameFileError(message("session.file.in-use", file=path.name))
            owner_only(handle)
            recording = load(path)
            os.ftruncate(handle, recording.size)
            first = _first_line(recording.charter, recording.me, recording.private)
            file = cls(path, recording.charter.charter, first)
            file._hold(handle, recording.size)
            if not recording.ended:
                file._unsaved, file._lacking = b"\n", len(recording.entries)
        except OSError as error:
            os.close(handle)
            raise _failed("session.file.unopened", path, error) from error
        except GameFileError:
            os.close(handle)
            raise
        return file, recording

    @property
    def behind(self) -> bool:
        """Whether some entries could not be written yet."""
        return bool(self._unsaved)

    @property
    def astray(self) -> bool:
        """Whether the file under this name is not the open one: it was deleted, moved or replaced, or never created."""
        if self.handle < 0:
            return True
        try:
            return not os.path.samestat(os.fstat(self.handle), self.path.stat())
        except OSError:
            return True

    def append(self, entry: SignedEntry) -> None:
        """Add an entry; raises :class:`NotWritten` if it stays in memory for now."""
        self._unsaved += self._lines.line(entry)
        self._write()

    def catch_up(self) -> None:
        """Write what could not be written yet; raises :class:`NotWritten` if that fails again."""
        self._write()

    def rewrite(self, entries: Sequence[SignedEntry], path: PurePath | None = None) -> None:
        """Replace the entries in the file by these, in one step: a reader finds either the old or the new file.

        A file that is :attr:`astray` is created again under its name, with its folder if needed. With ``path`` the game is
        kept there from now on, overwriting that file.

        Raises :class:`NotWritten` if it stays in memory for now, or if another file has taken the name.
        """
        target = self.path if path is None else Path(path)
        content = self._first + b"".join(map(self._lines.line, entries))
        lacking = len(entries) <= self._lacking  # the missing entries have not come yet, and the file has to show that
        try:
            if path is None and self.astray and not self._may_replace(target):
                raise NotWritten(message("session.file.replaced", file=target.name))
            handle = self._written(target, content)
        except (OSError, GameFileError) as error:
            if self.handle >= 0 and path is None:
                self._break_off()
            if isinstance(error, OSError):
                raise _unwritten(target, error) from error
            raise
        if self.handle >= 0:
            os.close(self.handle)
        self.path = target
        self._hold(handle, len(content))
        if lacking:
            self._break_off()

    def replace(self, recording: Recording) -> None:
        """Replace the content of the file by this recording; raises :class:`GameFileError` if the old content stays."""
        before = self._lines, self._first
        self._lines = Lines(recording.charter.charter)
        self._first = _first_line(recording.charter, recording.me, recording.private)
        try:
            self.rewrite(recording.entries, self.path)
        except GameFileError:
            self._lines, self._first = before
            raise

    def _may_replace(self, path: Path) -> bool:
        """Whether a path is free, or holds an earlier state of this game."""
        try:
            with open_to_read(path) as stream:
                return stream.readline(len(self._first)) == self._first
        except FileNotFoundError:
            return True
        except NoFile:
            return False

    def _written(self, path: Path, content: bytes) -> int:
        """Write a whole file in one step. Returns its handle, which is locked."""
        fresh = path.with_name(f"{path.name}.new")
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.unlink(missing_ok=True)
        handle = os.open(fresh, _NEW, MODE)
        try:
            _lock(handle, fresh)
            _write_all(handle, content)
            os.fsync(handle)
            self.flushing.wait()
            if sys.platform == "win32" and self.handle >= 0:
                os.close(self.handle)  # Windows cannot replace an open file
                self.handle = -1
            os.replace(fresh, path)
        except (OSError, GameFileError):
            os.close(handle)
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise
        keep_name(path)
        return handle

    def _hold(self, handle: int, size: int) -> None:
        self.handle, self._size, self._unsaved = handle, size, b""
        self.flushing = Flushing(handle)

    def sync(self) -> None:
        """Sync the file, so that it survives a power cut; raises :class:`NotWritten`."""
        try:
            os.fsync(self.handle)
        except OSError as error:
            raise _unwritten(self.path, error) from error

    def sync_soon(self) -> None:
        """Start to sync without waiting; raises :class:`NotWritten` if the last sync failed."""
        trouble, self.flushing.trouble = self.flushing.trouble, None
        self.flushing.begin()
        if trouble is not None:
            raise _unwritten(self.path, trouble)

    @property
    def unsynced(self) -> bool:
        """Whether the last sync failed."""
        return self.flushing.trouble is not None

    def report(self, content: object) -> Path | None:
        """Write plain data into a file beside this one. Returns its path, or None if that failed."""
        path = self.path.with_name(f"{self.path.stem}.out-of-step.json")
        try:
            path.write_text(json.dumps(content, indent=1) + "\n", "ascii")
        except (OSError, ValueError, RecursionError):
            return None
        return path

    def verdict(self, fields: Mapping[str, object]) -> None:
        """Add a line of plain data to the verdicts beside this file (``NAME.verdicts.jsonl``), if possible."""
        path = self.path.with_name(f"{self.path.stem}.verdicts.jsonl")
        with suppress(OSError), path.open("ab") as file:
            file.write(_line(fields))

    def close(self) -> None:
        """Write what is left, if possible, and close the file."""
        if self.handle < 0:
            return
        self.flushing.wait()
        with suppress(GameFileError):  # it was reported when it happened
            if self._unsaved != b"\n":  # else the missing entries have not come, and the file has to show that
                self._write()
            self.sync()
        os.close(self.handle)
        self.handle = -1

    def _write(self) -> None:
        try:
            os.lseek(self.handle, self._size, os.SEEK_SET)
            _write_all(self.handle, self._unsaved)
        except OSError as error:
            self._break_off()
            raise _unwritten(self.path, error) from error
        self._size += len(self._unsaved)
        self._unsaved = b""

    def _break_off(self) -> None:
        """Remove the line end of the last complete line, so that a later reader sees that more was to follow."""
        if self._size and not self._unsaved.startswith(b"\n"):
            self._size -= 1
            self._unsaved = b"\n" + self._unsaved
        with suppress(OSError):  # if this fails too, a reader finds a last line that breaks off, until the next attempt
            os.ftruncate(self.handle, self._size)


def _write_all(handle: int, content: bytes) -> None:
    while content:
        content = content[os.write(handle, content) :]


def _unwritten(path: Path, error: OSError) -> NotWritten:
    """The error of a file whose game is open and loses nothing."""
    return NotWritten(message("session.file.unwritten", file=path.name, why=error.strerror or str(error)))


def _failed(key: str, path: Path, error: OSError) -> GameFileError:
    return GameFileError(message(key, file=path.name, why=error.strerror or str(error)))


def _lock(handle: int, path: Path) -> None:
    try:
        hold(handle)
    except OSError as error:
        raise NotWritten(message("session.file.in-use", file=path.name)) from error
