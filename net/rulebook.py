"""The games with their data files: how a position is started, and what two peers must share to play.

A person may correct a copy of a shipped data file, or choose a board of their own. :func:`use` takes the corrections, which
:mod:`net.corrections` reads from their folder. A game on such a board carries the board in its charter (:func:`board_in_use`),
so that its file can be read everywhere.

Every other game names its data by their hash. :func:`data_of_hash` finds them among the corrected data, the shipped data, the
data shipped earlier (``resources/games/earlier/<name>-<number>.json``) and corrections that were put aside.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import Protocol

from net.first_charters import first_hash
from rules.boards import board_of, pack_board, unpack_board
from rules.contract import Facts, Game, RulesError, State, complete_options, digest_of, meant_options
from rules.message import message
from rules.registry import game

MOST_DATA = 8
"""The most contents of the data files that a program offers to play with."""

SHIPPED = files("resources").joinpath("games")


class Corrections(Protocol):
    """The data files that a person has corrected, checked by the games."""

    def in_use(self, name: str) -> Facts | None:
        """The content by which new games are played in place of the shipped one; None for the shipped one."""

    def put_aside(self, name: str) -> Iterator[Facts]:
        """Contents used earlier, for the games that were played with them."""


_corrections: Corrections | None = None


def use(corrections: Corrections | None) -> None:
    """From now on use these corrections, or only the shipped data files; to be called again when they have changed."""
    global _corrections
    _corrections = corrections
    for cached in (_correction, data_file, board_in_use, data_hash, data_hashes, data_of_hash, data_on):
        cached.cache_clear()


@cache
def data_file(name: str) -> Facts:
    """The content of the data file of this name, corrected or as shipped.

    Raises :class:`~rules.contract.RulesError` when the shipped ``resources/games/<name>.json`` is damaged.
    """
    correction = _correction(name)
    return shipped_file(name) if correction is None else correction


@cache
def _correction(name: str) -> Facts | None:
    return None if _corrections is None else _corrections.in_use(name)


@cache
def shipped_file(name: str) -> Facts:
    """The parsed ``resources/games/<name>.json``; raises :class:`~rules.contract.RulesError` when it is damaged."""
    try:
        return parsed(shipped_bytes(name))
    except (OSError, ValueError) as error:
        raise RulesError(message("rules.error.data-file", file=f"{name}.json", why=str(error))) from error


def shipped_bytes(name: str) -> bytes:
    """The shipped ``resources/games/<name>.json`` as it is."""
    return SHIPPED.joinpath(f"{name}.json").read_bytes()


def parsed(raw: bytes) -> Facts:
    """The content of a data file; raises :class:`ValueError` if it is not a JSON object."""
    try:
        content = json.loads(raw.decode("utf-8"))
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if not isinstance(content, dict):
        raise ValueError("it is not an object")
    return content


def data_of(rules: type[Game]) -> dict[str, Facts]:
    """The content of every data file by which a new table plays a game, by name."""
    board = board_in_use(rules)
    return unpack_board(rules, board) if board else {name: data_file(name) for name in rules.data}


@cache
def board_in_use(rules: type[Game]) -> bytes:
    """The canonical bytes of the board on which this person plays new games; empty for the shipped one.

    They are also empty for a correction that does not fit into a charter: such a game names its data only by their hash.
    """
    if all(_correction(name) is None for name in rules.data):
        return b""
    data = {name: data_file(name) for name in rules.data}
    if not rules.differences({name: shipped_file(name) for name in rules.data}, data):
        return b""
    try:
        return pack_board(rules, board_of(data))
    except RulesError:
        return b""


@cache
def data_hash(rules: type[Game]) -> str:
    """Hex digest of the data files by which a new table plays a game."""
    return hash_of(rules, data_of(rules))


def hash_of(rules: type[Game], data: Mapping[str, Facts]) -> str:
    """Hex digest of some content of a game's data files."""
    return digest_of({"game": rules.id, "data": dict(data)})


@cache
def data_hashes(rules: type[Game]) -> tuple[str, ...]:
    """The hash of each content of the data files that this program plays with if the charter carries no board.

    The shipped contents come first, then those shipped earlier. A correction that does not fit into a charter comes alone.
    """
    if board_in_use(rules) or all(_correction(name) is None for name in rules.data):
        choices = [[*_all_shipped(name)] for name in rules.data]
    else:
        choices = [[*_all_shipped(name)] if _correction(name) is None else [data_file(name)] for name in rules.data]
    return tuple(hash_of(rules, dict(zip(rules.data, contents, strict=True))) for contents in product(*choices))[:MOST_DATA]


@lru_cache(maxsize=64)  # bounded, since hostile charters name hashes too
def data_of_hash(rules: type[Game], wanted: str) -> dict[str, Facts] | None:
    """The content of the data files with this hash in a charter; None if it is not known here."""
    for contents in product(*([*_every_content(name)] for name in rules.data)):
        data = dict(zip(rules.data, contents, strict=True))
        if wanted in (hash_of(rules, data), first_hash(rules.id, data)):
            return data
    return None


@lru_cache(maxsize=16)
def data_on(rules: type[Game], wanted: str, board: bytes) -> dict[str, Facts] | None:
    """The content of the data files that a charter names by their hash, or carries as a board.

    None if the hash is not known here or does not match the board. Raises :class:`~rules.contract.RulesError` for an invalid
    board.
    """
    if not board:
        return data_of_hash(rules, wanted)
    content = unpack_board(rules, board)
    return content if hash_of(rules, content) == wanted else None


def data_played(name: str, named: str) -> str:
    """The hash of a charter's data files as this program computes it, in whatever form the charter hashed them."""
    rules = game(name)
    content = data_of_hash(rules, named)
    return named if content is None else hash_of(rules, content)


def _all_shipped(name: str) -> Iterator[Facts]:
    """The shipped content of a data file, then those that earlier programs shipped, the latest first."""
    yield shipped_file(name)
    earlier = SHIPPED.joinpath("earlier")
    if not earlier.is_dir():
        return
    numbers = [found[1] for file in earlier.iterdir() if (found := re.fullmatch(rf"{re.escape(name)}-(\d+)\.json", file.name))]
    for number in sorted(map(int, numbers), reverse=True):
        yield parsed(earlier.joinpath(f"{name}-{number}.json").read_bytes())


def _every_content(name: str) -> Iterator[Facts]:
    """Every content of a data file that this computer knows."""
    yield data_file(name)
    yield from _all_shipped(name)
    if _corrections is not None:
        yield from _corrections.put_aside(name)


def start(name: str, seats: int, options: Mapping[str, str]) -> State:
    """The position of a new game before its first deal, by the newest rules.

    Raises :class:`~rules.contract.RulesError` for a game, number of seats or options that do not exist.
    """
    rules = game(name)
    _check_seats(rules, seats)
    return rules.start(seats, complete_options(rules, options), data_of(rules))


def start_by(name: str, version: int, data: str, seats: int, named: Mapping[str, str], board: bytes = b"") -> State:
    """The position before the first deal of a game under a charter.

    Args:
        name: id of the game.
        version: version of the game.
        data: hex digest of the data files, as in a charter.
        seats: number of seats.
        named: the options that the charter names.
        board: the board that the charter carries; empty if it carries none.

    Raises :class:`~rules.contract.RulesError` if the game cannot be played here.
    """
    rules = game(name)
    _check_seats(rules, seats)
    content = data_on(rules, data, board)
    if content is None:
        raise RulesError(message("session.charter.rules"))
    return rules.start(seats, meant_options(rules, named, version), content, version)


def _check_seats(rules: type[Game], seats: int) -> None:
    if seats not in rules.seats:
        raise RulesError(message("rules.error.seats", game=rules.id, seats=", ".join(map(str, rules.seats))))
