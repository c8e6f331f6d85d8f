"""A board as a value: the content of a game's data files as canonical bytes, checked, and small enough for a charter."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from rules.contract import Facts, Game, RulesError
from rules.flaws import without_about
from rules.message import message

LARGEST_BOARD: Final = 8192
"""The largest board that is sent, in bytes: it must fit into a charter with everything else."""

_DEEPEST: Final = 12
_LARGEST_NUMBER: Final = 1_000_000


def board_of(data: Mapping[str, object]) -> dict[str, Facts]:
    """The content of data files as a board, without the explanations for human readers."""
    return {name: _facts(without_about(content)) for name, content in data.items()}


def pack_board(game: type[Game], data: Mapping[str, object]) -> bytes:
    """The canonical bytes of a board: compact JSON in ASCII with sorted keys, an object with an entry for each data file.

    Raises :class:`~rules.contract.RulesError` for a board that is too large or has a flaw.
    """
    flaws = game.flaws(data)
    if flaws:
        raise RulesError(flaws[0].said)
    try:
        _check_plain(dict(data))
        raw = _written(data)
    except ValueError as error:
        raise RulesError(message("boards.damaged")) from error
    if len(raw) > LARGEST_BOARD:
        raise RulesError(message("boards.too-large", size=len(raw), most=LARGEST_BOARD))
    return raw


def unpack_board(game: type[Game], raw: bytes) -> dict[str, Facts]:
    """Read a board from hostile bytes. Raises :class:`~rules.contract.RulesError` that says what is wrong with them."""
    data = read_plain(raw)
    if sorted(data) != sorted(game.data):
        raise RulesError(message("boards.other-game", game=game.title.key))
    flaws = game.flaws(data)
    if flaws:
        raise RulesError(flaws[0].said)
    return {name: _facts(data[name]) for name in game.data}


def read_plain(raw: bytes) -> dict[str, object]:
    """Read hostile bytes that have the form of a board. This does not check whether a game can be played on it.

    Raises :class:`~rules.contract.RulesError` that says what is wrong with them.
    """
    if len(raw) > LARGEST_BOARD:
        raise RulesError(message("boards.too-large", size=len(raw), most=LARGEST_BOARD))
    try:
        data = json.loads(raw.decode("ascii"))
        _check_plain(data)
        if not isinstance(data, dict) or _written(data) != raw:
            raise ValueError("not in canonical form")
    except (ValueError, RecursionError) as error:
        raise RulesError(message("boards.damaged")) from error
    return data


def _written(data: object) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode("ascii")


def _check_plain(value: object, depth: int = 0) -> None:
    """Raise :class:`ValueError` for what a board cannot hold: fractions, null, huge numbers, many levels, broken text."""
    if depth > _DEEPEST:
        raise ValueError("too many levels")
    if isinstance(value, dict):
        for name, entry in value.items():
            name.encode()
            _check_plain(entry, depth + 1)
    elif isinstance(value, list):
        for entry in value:
            _check_plain(entry, depth + 1)
    elif isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("neither a number nor a text")
    elif isinstance(value, str):
        value.encode()
    elif abs(value) > _LARGEST_NUMBER:
        raise ValueError("a huge number")


def _facts(content: object) -> Facts:
    """The content of a data file is an object: every reader insists on it."""
    if not isinstance(content, Mapping):
        raise RulesError(message("boards.damaged"))
    return dict(content)
