"""The games with their data files: how a position is started, and what two peers must have in common to play.

A person who knows better than a shipped data file may correct a copy of it. :func:`correct` names the folder where such copies
lie; each is used only if the game itself finds nothing wrong with it. Peers whose files differ do not start a game together,
because :func:`data_hash` tells.

A saved game names its data by that hash. :func:`data_of_hash` finds them again among the corrected file, the shipped one,
those shipped earlier (``resources/games/earlier/<name>-<number>.json``) and a correction that was put aside.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from pathlib import Path

from net.disk import write_whole
from net.first_charters import first_hash
from rules.contract import Facts, Game, RulesError, State, complete_options, digest_of, meant_options
from rules.message import Message, message
from rules.registry import game, games

CORRECTION_BYTES = 1 << 20
"""The largest corrected file that is read."""

MOST_DATA = 8
"""So many contents of the data files a program says that it can play with."""

_shipped = files("resources").joinpath("games")
_corrections: Path | None = None


@cache
def data_file(name: str) -> Facts:
    """The parsed data file of this name, corrected or as shipped.

    Raises :class:`~rules.contract.RulesError` when the shipped ``resources/games/<name>.json`` is damaged.
    """
    correction = corrected(name)
    if correction is not None:
        try:
            return read_correction(name, correction)
        except RulesError:
            pass  # :func:`correct` has told of it
    return shipped_file(name)


@cache
def shipped_file(name: str) -> Facts:
    """The parsed ``resources/games/<name>.json``; raises :class:`~rules.contract.RulesError` when it is damaged."""
    try:
        return _object(_shipped.joinpath(f"{name}.json").read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise RulesError(message("rules.error.data-file", file=f"{name}.json", why=str(error))) from error


def _object(text: str) -> Facts:
    try:
        content = json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(content, dict):
        raise ValueError("it is not an object")
    return content


def data_of(rules: type[Game]) -> dict[str, Facts]:
    """The content of every data file a game asks for, by name."""
    return {name: data_file(name) for name in rules.data}


@cache
def data_hash(rules: type[Game]) -> str:
    """Hex digest of the data files by which a new table plays a game."""
    return hash_of(rules, data_of(rules))


def hash_of(rules: type[Game], data: Mapping[str, Facts]) -> str:
    """Hex digest of some content of a game's data files."""
    return digest_of({"game": rules.id, "data": dict(data)})


@cache
def data_hashes(rules: type[Game]) -> tuple[str, ...]:
    """The hash of each content of the data files by which this program would play with others, the preferred one first.

    A person who has corrected a file wants to play by it and by nothing else; else those shipped earlier do as well.
    """
    choices = [[data_file(name)] if corrected(name) else [*_all_shipped(name)] for name in rules.data]
    return tuple(hash_of(rules, dict(zip(rules.data, contents, strict=True))) for contents in product(*choices))[:MOST_DATA]


@lru_cache(maxsize=64)  # anybody may name hashes
def data_of_hash(rules: type[Game], wanted: str) -> dict[str, Facts] | None:
    """The content of the data files with this hash in a charter; None if it is not known here."""
    for contents in product(*([*_every_content(name)] for name in rules.data)):
        data = dict(zip(rules.data, contents, strict=True))
        if wanted in (hash_of(rules, data), first_hash(rules.id, data)):
            return data
    return None


def data_played(name: str, named: str) -> str:
    """The hash of the data files by which a charter's game is played here, however the charter hashed them."""
    rules = game(name)
    content = data_of_hash(rules, named)
    return named if content is None else hash_of(rules, content)


def _all_shipped(name: str) -> Iterator[Facts]:
    """The shipped content of a data file, then those that earlier programs shipped, the latest first."""
    yield shipped_file(name)
    earlier = _shipped.joinpath("earlier")
    if not earlier.is_dir():
        return
    numbers = [found[1] for file in earlier.iterdir() if (found := re.fullmatch(rf"{re.escape(name)}-(\d+)\.json", file.name))]
    for number in sorted(map(int, numbers), reverse=True):
        yield _object(earlier.joinpath(f"{name}-{number}.json").read_text("utf-8"))


def _every_content(name: str) -> Iterator[Facts]:
    """Every content of a data file that this computer knows."""
    yield data_file(name)
    yield from _all_shipped(name)
    if _corrections is not None:
        for aside in sorted(_corrections.glob(f"{name}.json.old*")):
            with suppress(RulesError):  # a game that was played by it cannot be read any more, and says so
                yield read_correction(name, aside)


def start(name: str, seats: int, options: Mapping[str, str]) -> State:
    """The position of a new game before its first deal, by the newest rules.

    Raises :class:`~rules.contract.RulesError` for what cannot be.
    """
    rules = game(name)
    _check_seats(rules, seats)
    return rules.start(seats, complete_options(rules, options), data_of(rules))


def start_by(name: str, version: int, data: str, seats: int, named: Mapping[str, str]) -> State:
    """The position before the first deal of a game under a charter.

    Args:
        name: id of the game.
        version: of the game.
        data: hex digest of the data files, as charters have it.
        seats: number of seats.
        named: the options that the charter names.

    Raises :class:`~rules.contract.RulesError` for what cannot be played here.
    """
    rules = game(name)
    _check_seats(rules, seats)
    content = data_of_hash(rules, data)
    if content is None:
        raise RulesError(message("session.charter.rules"))
    return rules.start(seats, meant_options(rules, named, version), content, version)


def _check_seats(rules: type[Game], seats: int) -> None:
    if seats not in rules.seats:
        raise RulesError(message("rules.error.seats", game=rules.id, seats=", ".join(map(str, rules.seats))))


# -- corrected files ---------------------------------------------------------------------------------------------------


def correct(folder: Path | None) -> list[tuple[Path, Message]]:
    """From now on use the corrected data files in this folder (``<name>.json``); None for those shipped.

    Returns each file there that cannot be used with a sentence why; the shipped one is used in its place.
    """
    global _corrections
    _corrections = folder
    _forget()
    troubles = []
    if folder is not None and any(folder.glob("*.json")):
        for name in dict.fromkeys(name for rules in games().values() for name in rules.data):
            file = corrected(name)
            if file is not None:
                try:
                    read_correction(name, file)
                except RulesError as error:
                    troubles.append((file, error.reason))
    return troubles


def _forget() -> None:
    """The files have changed: read them again when they are needed."""
    for cached in (data_file, data_hash, data_hashes, data_of_hash):
        cached.cache_clear()


def corrected(name: str) -> Path | None:
    """The corrected file of this name, if there is one."""
    file = _corrections / f"{name}.json" if _corrections is not None else None
    return file if file is not None and file.is_file() else None


def read_correction(name: str, file: Path) -> Facts:
    """The content of a corrected data file, checked by every game that uses it, for each number of seats.

    Raises :class:`~rules.contract.RulesError` with a sentence naming what is wrong.
    """
    try:
        with file.open("rb") as stream:
            raw = stream.read(CORRECTION_BYTES + 1)
        if len(raw) > CORRECTION_BYTES:
            raise ValueError("it is too large")
        content = _object(raw.decode("utf-8"))
        digest_of(content)  # numbers that JSON cannot hold have no hash
    except OSError as error:
        raise RulesError(message("rules.error.correction", file=str(file), why=error.strerror or str(error))) from error
    except ValueError as error:
        raise RulesError(message("rules.error.correction", file=str(file), why=str(error))) from error
    for rules in games().values():
        if name in rules.data:
            data = {other: content if other == name else shipped_file(other) for other in rules.data}
            for seats in rules.seats:
                rules.start(seats, complete_options(rules, {}), data)
    return content


def copy_shipped(name: str, file: Path) -> None:
    """Write the shipped data file where a person can correct it; raises :class:`~rules.contract.RulesError` if that fails."""
    try:
        file.write_bytes(_shipped.joinpath(f"{name}.json").read_bytes())
    except OSError as error:
        raise RulesError(message("rules.error.correction-kept", file=str(file), why=error.strerror or str(error))) from error


def take_correction(name: str, file: Path) -> Path:
    """Check a corrected data file and keep a copy of it in the folder of corrections, which it returns.

    Raises :class:`~rules.contract.RulesError` with a sentence if something is wrong with it, or if it cannot be kept.
    """
    assert _corrections is not None
    content = read_correction(name, file)
    kept = _corrections / f"{name}.json"
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        if kept.is_file():
            _put_aside(kept)
        write_whole(kept, (json.dumps(content, indent=2, ensure_ascii=False) + "\n").encode())
    except OSError as error:
        raise RulesError(message("rules.error.correction-kept", file=str(kept), why=error.strerror or str(error))) from error
    _forget()
    return kept


def drop_correction(name: str) -> None:
    """Use the shipped data file again: the corrected copy is put aside, for the games that were played by it.

    Raises :class:`~rules.contract.RulesError` if it cannot be.
    """
    file = corrected(name)
    if file is not None:
        try:
            _put_aside(file)
        except OSError as error:
            raise RulesError(
                message("rules.error.correction-kept", file=str(file), why=error.strerror or str(error))
            ) from error
    _forget()


def _put_aside(file: Path) -> None:
    """Give a corrected file the ending ``.old``, and a number where another already has it."""
    content = file.read_bytes()
    aside = file.with_name(f"{file.name}.old")
    number = 1
    while aside.exists() and aside.read_bytes() != content:
        number += 1
        aside = file.with_name(f"{file.name}.old-{number}")
    os.replace(file, aside)
