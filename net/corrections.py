"""The folder of corrected data files, which :mod:`net.rulebook` uses in place of the shipped ones.

A corrected file is used only if every game that reads it finds nothing wrong with it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from net import rulebook
from net.disk import write_whole
from rules.contract import Facts, RulesError, complete_options, digest_of
from rules.message import Message, message
from rules.registry import games

LARGEST = 1 << 20
"""Bytes of the largest corrected file that is read."""

_folder: Path | None = None


class _Folder(rulebook.Corrections):
    """The corrections in a folder, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def in_use(self, name: str) -> Facts | None:
        file = self._folder / f"{name}.json"
        with suppress(RulesError):  # :func:`correct` has reported it
            return read_correction(name, file) if os.path.isfile(file) else None
        return None

    def put_aside(self, name: str) -> Iterator[Facts]:
        for file in _found(self._folder, f"{name}.json.old*"):
            with suppress(RulesError):  # a game that needs it says so when it is opened
                yield read_correction(name, file)


def correct(kept: Path | None) -> list[tuple[Path, Message]]:
    """From now on use the corrected data files in this folder (``<name>.json``); None for the shipped ones.

    A folder that this person may not look into, or whose name is too long, counts as one without files.
    Returns each file there that cannot be used, with the reason; the shipped one is used in its place.
    """
    global _folder
    _folder = kept
    _take_up()
    troubles = []
    if kept is not None and _found(kept, "*.json"):
        for name in dict.fromkeys(name for rules in games().values() for name in rules.data):
            file = corrected(name)
            if file is not None:
                try:
                    read_correction(name, file)
                except RulesError as error:
                    troubles.append((file, error.reason))
    return troubles


def _found(kept: Path, pattern: str) -> list[Path]:
    """The files in the folder that fit a pattern, in order; none in a folder that cannot be looked at."""
    try:
        return sorted(kept.glob(pattern))
    except OSError:
        return []


def folder() -> Path | None:
    """The folder of corrections; None where nothing may be corrected."""
    return _folder


def corrected(name: str) -> Path | None:
    """The corrected file of this name, if there is one."""
    file = _folder / f"{name}.json" if _folder is not None else None
    return file if file is not None and os.path.isfile(file) else None


def read_correction(name: str, file: Path) -> Facts:
    """The content of a corrected data file, checked by every game that uses it, for each number of seats.

    Raises :class:`~rules.contract.RulesError` with a sentence naming what is wrong.
    """
    try:
        with file.open("rb") as stream:
            raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise ValueError("it is too large")
        content = rulebook.parsed(raw)
        digest_of(content)  # numbers that JSON cannot hold have no hash
    except OSError as error:
        raise RulesError(message("rules.error.correction", file=str(file), why=error.strerror or str(error))) from error
    except ValueError as error:
        raise RulesError(message("rules.error.correction", file=str(file), why=str(error))) from error
    for rules in games().values():
        if name in rules.data:
            data = {other: content if other == name else rulebook.shipped_file(other) for other in rules.data}
            for seats in rules.seats:
                rules.start(seats, complete_options(rules, {}), data)
    return content


def copy_shipped(name: str, file: Path) -> None:
    """Copy the shipped data file for a person to correct; raises :class:`~rules.contract.RulesError` if that fails."""
    try:
        file.write_bytes(rulebook.shipped_bytes(name))
    except OSError as error:
        raise RulesError(message("rules.error.correction-kept", file=str(file), why=error.strerror or str(error))) from error


def take_correction(name: str, file: Path) -> Path:
    """Check a corrected data file and keep a copy of it in the folder of corrections. Returns the copy's path.

    Raises :class:`~rules.contract.RulesError` with a sentence if something is wrong with it, or if it cannot be kept.
    """
    return keep_correction(name, read_correction(name, file))


def keep_correction(name: str, content: Facts) -> Path:
    """Play by this content, which has been checked. Returns the path of its file in the folder of corrections.

    Raises :class:`~rules.contract.RulesError` if it cannot be kept.
    """
    assert _folder is not None
    kept = _folder / f"{name}.json"
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        if kept.is_file():
            put_aside(kept)
        write_whole(kept, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise RulesError(message("rules.error.correction-kept", file=str(kept), why=error.strerror or str(error))) from error
    _take_up()
    return kept


def drop_correction(name: str) -> None:
    """Use the shipped data file again; the corrected copy is put aside for the games that were played with it.

    Raises :class:`~rules.contract.RulesError` if it cannot be.
    """
    file = corrected(name)
    if file is not None:
        try:
            put_aside(file)
        except OSError as error:
            raise RulesError(
                message("rules.error.correction-kept", file=str(file), why=error.strerror or str(error))
            ) from error
    _take_up()


def _take_up() -> None:
    rulebook.use(None if _folder is None else _Folder(_folder))


def put_aside(file: Path, keep: bool = False) -> None:
    """Rename a file to the ending ``.old``, with a number if that is taken; with ``keep``, give that name to a copy.

    Raises :class:`OSError` if that fails.
    """
    content = file.read_bytes()
    aside = file.with_name(f"{file.name}.old")
    number = 1
    while aside.exists() and aside.read_bytes() != content:
        number += 1
        aside = file.with_name(f"{file.name}.old-{number}")
    if keep:
        write_whole(aside, content)
    else:
        os.replace(file, aside)
