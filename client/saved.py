"""The saved games that the start page lists: what their first lines say, read in a moment and trusted for nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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
    """What the first line of a file says; ``over`` if its game is known to be."""
    from datetime import datetime  # not before there is a game to list

    from rules.known import is_game

    changed = datetime.fromtimestamp(0)
    try:
        changed = datetime.fromtimestamp(file.stat().st_mtime)
        with file.open("rb") as stream:
            first = stream.readline(_LONGEST_LINE)
            entries = sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(1 << 16), b""))
    except OSError as error:
        why = message("client.saved.unreadable", why=error.strerror or str(error))
        return SavedGame(file, message("client.saved.unknown"), (), changed, 0, over, why)
    charter = _charter(first)
    if charter is None:
        why = message("client.saved.damaged")
        return SavedGame(file, message("client.saved.unknown"), (), changed, 0, over, why)
    game, players = charter
    if not is_game(game):
        why = message("client.saved.no-game", game=game[:40])
        return SavedGame(file, message("client.saved.unknown"), (), changed, entries, over, why)
    return SavedGame(file, message(f"{game}.title"), players[:_PLAYERS], changed, entries, over)


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
