"""The boards that a person has named, one file each: ``boards/<data file>/<name>.json`` in the folder of corrections.

A file holds the name and the whole content as plain JSON. A board may be saved half-finished, with flaws; only one without
flaws can be chosen for new games (:mod:`net.corrections`). A damaged file is listed with the reason and left unchanged; a
deleted or overwritten one is kept with the ending ``.old``.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net import corrections, rulebook
from net.corrections import put_aside
from net.disk import read_whole, write_whole
from net.session.format.text import plain
from rules.boards import board_of
from rules.contract import Facts, Game, RulesError, digest_of
from rules.flaws import Flaw
from rules.message import Message, message
from rules.registry import games

FORMAT: Final = 1
TITLE_LENGTH: Final = 40
"""The most characters of a board's name."""

MOST_BOARDS: Final = 200
"""The most files of one kind of board that are read."""

LARGEST: Final = 1 << 16
"""Bytes of the largest file that is read."""

_WIDTH = 110


@dataclass(frozen=True)
class NamedBoard:
    """A board in the data folder.

    Attributes:
        name: the name that the person gave it; the file's name if it cannot be read.
        of: the name of its data file, such as ``loop-board``.
        file: its path.
        content: the content of the data file; None if the file is damaged.
        trouble: why it cannot be read, or None.
    """

    name: str
    of: str
    file: Path
    content: Facts | None
    trouble: Message | None = None


def boards_of(of: str) -> list[NamedBoard]:
    """The boards for a data file, by name; damaged ones with the reason."""
    folder = _folder(of)
    if folder is None or not folder.is_dir():
        return []
    found = [_read(of, file) for file in sorted(folder.glob("*.json"))[:MOST_BOARDS]]
    return sorted(found, key=lambda board: (board.name.casefold(), board.file.name))


def games_on(of: str) -> list[type[Game]]:
    """The games that use a data file."""
    return [rules for rules in games().values() if of in rules.data]


def flaws_of(of: str, content: Facts) -> list[Flaw]:
    """The flaws in the content of a data file, for all games that use it."""
    found: dict[Flaw, None] = {}
    for rules in games_on(of):
        data = {name: content if name == of else rulebook.shipped_file(name) for name in rules.data}
        found |= dict.fromkeys(rules.flaws(data))
    return list(found)


def save_board(of: str, name: str, content: Facts, instead: Path | None = None) -> NamedBoard:
    """Save a board under a name, in a new file or ``instead`` of an earlier one, which is put aside if its content differs.

    Raises :class:`~rules.contract.RulesError` for a name that is empty or taken, and when the file cannot be written.
    """
    title = plain(name, TITLE_LENGTH)
    if not title:
        raise RulesError(message("boards.file.no-name"))
    others = [board for board in boards_of(of) if board.file != instead]
    if any(board.name.casefold() == title.casefold() for board in others):
        raise RulesError(message("boards.file.same-name", name=title))
    folder = _folder(of)
    assert folder is not None
    file = _file_for(folder, title, instead)
    written = {"alarife-board": FORMAT, "name": title, "of": of, "content": board_of({of: content})[of]}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        raw = (_pretty(written) + "\n").encode()
        if len(raw) > LARGEST:
            raise RulesError(message("boards.too-large", size=len(raw), most=LARGEST))
        if file.exists() and file.read_bytes() != raw:
            put_aside(file, keep=True)
        write_whole(file, raw)
        if instead is not None and instead != file and instead.exists():
            put_aside(instead)
    except OSError as error:
        raise RulesError(message("rules.error.correction-kept", file=str(file), why=error.strerror or str(error))) from error
    return _read(of, file)


def delete_board(board: NamedBoard) -> None:
    """Take a board off the list; its file is kept with the ending ``.old``.

    Raises :class:`~rules.contract.RulesError` if that fails.
    """
    try:
        put_aside(board.file)
    except OSError as error:
        why = error.strerror or str(error)
        raise RulesError(message("rules.error.correction-kept", file=str(board.file), why=why)) from error


def choose_board(of: str, content: Facts | None) -> None:
    """Play new games on this board; None, or the same content, means the shipped one.

    Raises :class:`~rules.contract.RulesError` for a board with flaws, and when it cannot be saved.
    """
    if content is None or same(of, content, rulebook.shipped_file(of)):
        corrections.drop_correction(of)
    else:
        flaws = flaws_of(of, content)
        if flaws:
            raise RulesError(flaws[0].said)
        corrections.keep_correction(of, board_of({of: content})[of])


def same(of: str, one: Facts, other: Facts) -> bool:
    """Whether two contents of a data file are the same board."""
    return digest_of(board_of({of: one})[of]) == digest_of(board_of({of: other})[of])


def chosen(of: str) -> Facts | None:
    """The board on which new games are played in place of the shipped one; None for the shipped one."""
    content = rulebook.data_file(of)
    return None if same(of, content, rulebook.shipped_file(of)) else content


def _folder(of: str) -> Path | None:
    kept = corrections.folder()
    return None if kept is None else kept / "boards" / of


def _file_for(folder: Path, title: str, instead: Path | None) -> Path:
    """A file name made from the title, valid on every system."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^a-z0-9]+", "-", ascii_only.lower()).strip("-")[:40] or "board"
    stem = f"board-{stem}" if re.fullmatch(r"con|prn|aux|nul|(com|lpt)\d", stem) else stem
    number = 1
    file = folder / f"{stem}.json"
    while file.exists() and file != instead:
        number += 1
        file = folder / f"{stem}-{number}.json"
    return file


def _read(of: str, file: Path) -> NamedBoard:
    try:
        held = rulebook.parsed(read_whole(file, LARGEST))
        number, name, content = held.get("alarife-board"), held.get("name"), held.get("content")
        if type(number) is int and number > FORMAT:
            return NamedBoard(file.stem, of, file, None, message("boards.file.newer", file=file.name))
        if number != FORMAT or held.get("of") != of or not isinstance(content, dict) or not isinstance(name, str):
            raise ValueError("it is not a board")
        digest_of(content)  # numbers that JSON cannot hold have no hash
    except OSError as error:
        why = error.strerror or str(error)
        return NamedBoard(file.stem, of, file, None, message("boards.file.damaged", file=file.name, why=why))
    except (ValueError, RecursionError) as error:
        return NamedBoard(file.stem, of, file, None, message("boards.file.damaged", file=file.name, why=str(error)))
    return NamedBoard(plain(name, TITLE_LENGTH) or file.stem, of, file, content)


def _pretty(value: object, inset: str = "") -> str:
    """Readable JSON: a value that fits on one line stays on one line."""
    short = json.dumps(value, ensure_ascii=False)
    deeper = f"{inset}  "
    if len(short) + len(inset) <= _WIDTH or not isinstance(value, dict | list) or not value:
        return short
    if isinstance(value, list):
        rows: list[str] = []
        for entry in (_pretty(one, deeper) for one in value):
            if rows and len(rows[-1]) + len(entry) + len(deeper) + 2 <= _WIDTH and "\n" not in rows[-1] + entry:
                rows[-1] += f", {entry}"
            else:
                rows.append(entry)
        return "[\n" + ",\n".join(f"{deeper}{row}" for row in rows) + f"\n{inset}]"
    pairs = [f"{deeper}{json.dumps(key, ensure_ascii=False)}: {_pretty(entry, deeper)}" for key, entry in value.items()]
    return "{\n" + ",\n".join(pairs) + f"\n{inset}}}"
