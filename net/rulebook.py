"""The games with their data files: how a position is started, and what two peers must have in common to play.

A person who knows better than a shipped data file may correct a copy of it. :func:`correct` names the folder where such copies
lie; each is used only if the game itself finds nothing wrong with it. Peers whose files differ do not start a game together,
because :func:`rules_hash` tells.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from rules.contract import Facts, Game, RulesError, State, complete_options, digest_of
from rules.message import Message, message
from rules.registry import game, games

CORRECTION_BYTES = 1 << 20
"""The largest corrected file that is read."""

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
        return _object(files("resources").joinpath("games", f"{name}.json").read_text("utf-8"))
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


def rules_hash(rules: type[Game]) -> str:
    """Hex digest of what peers must share to play together: the game's version, its options and its data files."""
    return digest_of(
        {
            "game": rules.id,
            "version": rules.version,
            "options": [[option.name, list(option.choices), option.default] for option in rules.options],
            "data": data_of(rules),
        }
    )


def start(name: str, seats: int, options: Mapping[str, str]) -> State:
    """The position of a game before its first deal; raises :class:`~rules.contract.RulesError` for what cannot be."""
    rules = game(name)
    if seats not in rules.seats:
        raise RulesError(message("rules.error.seats", game=name, seats=", ".join(map(str, rules.seats))))
    return rules.start(seats, complete_options(rules, options), data_of(rules))


# -- corrected files ---------------------------------------------------------------------------------------------------


def correct(folder: Path | None) -> list[tuple[Path, Message]]:
    """From now on use the corrected data files in this folder (``<name>.json``); None for those shipped.

    Returns each file there that cannot be used with a sentence why; the shipped one is used in its place.
    """
    global _corrections
    _corrections = folder
    data_file.cache_clear()
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
        file.write_bytes(files("resources").joinpath("games", f"{name}.json").read_bytes())
    except OSError as error:
        raise RulesError(message("rules.error.correction-kept", file=str(file), why=error.strerror or str(error))) from error


def take_correction(name: str, file: Path) -> Path:
    """Check a corrected data file and keep a copy of it in the folder of corrections, which it returns.

    Raises :class:`~rules.contract.RulesError` with a sentence if something is wrong with it, or if it cannot be kept.
    """
    assert _corrections is not None
    content = read_correction(name, file)
    kept = _corrections / f"{name}.json"
    draft = kept.with_name(f"{kept.name}.{os.getpid()}")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", "utf-8")
        os.replace(draft, kept)
    except OSError as error:
        raise RulesError(message("rules.error.correction-kept", file=str(kept), why=error.strerror or str(error))) from error
    data_file.cache_clear()
    return kept


def drop_correction(name: str) -> None:
    """Use the shipped data file again: the corrected copy is put aside with the ending ``.old``.

    Raises :class:`~rules.contract.RulesError` if it cannot be.
    """
    file = corrected(name)
    if file is not None:
        try:
            os.replace(file, file.with_name(f"{file.name}.old"))
        except OSError as error:
            raise RulesError(
                message("rules.error.correction-kept", file=str(file), why=error.strerror or str(error))
            ) from error
    data_file.cache_clear()
