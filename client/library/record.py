"""What the library knows about a game file: plain values that can pass between threads, processes and the index."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from rules.message import Message, Value, message

OPEN, OVER, BROKEN = "open", "over", "broken"
"""The states of a file: its game can be continued, is finished, or cannot be read."""


class Place(NamedTuple):
    """One seat of a recorded game.

    Attributes:
        kind: ``person`` or ``bot``.
        name: the player's name.
        peer: the public key, in hex, of the installation that had the seat at the start.
        level: the bot's level; empty for people.
        stayed: whether the same installation played the seat to the end.
        score: the final score; None while the game is unfinished.
        rank: 1 for the winner; 0 while the game is unfinished.
    """

    kind: str
    name: str
    peer: str = ""
    level: str = ""
    stayed: bool = True
    score: int | None = None
    rank: int = 0


class Record(NamedTuple):
    """The content of a game file.

    Attributes:
        game: the game's id; empty in a file that cannot be read.
        version: the version of the game.
        options: the house rules named by the charter.
        manners: the other agreements, as far as they are unusual.
        dealer: the kind of dealer.
        table: the table's id, in hex.
        mine: whether the file has this computer's secret for the dealing, without which the game cannot be continued.
        places: the seats in turn order.
        entries: the length of the log.
        turns: how often the turn came to a player; two turns in a row are one, as in the records of every earlier version.
        taken: the number of turns, the one that has just begun included; the replay counts the same.
        end: what ended the game; empty while it is unfinished.
        head: the hash of the last entry, in hex.
        problem: why the file cannot be opened, or None.
        studied: whether the whole file was read, not only its first line.
    """

    game: str = ""
    version: int = 0
    options: tuple[tuple[str, str], ...] = ()
    manners: tuple[tuple[str, str], ...] = ()
    dealer: str = ""
    table: str = ""
    mine: bool = False
    places: tuple[Place, ...] = ()
    entries: int = 0
    turns: int = 0
    taken: int = 0
    end: str = ""
    head: str = ""
    problem: Message | None = None
    studied: bool = False

    @property
    def state(self) -> str:
        """One of :data:`OPEN`, :data:`OVER` and :data:`BROKEN`."""
        return BROKEN if self.problem is not None else OVER if self.end else OPEN

    @property
    def identity(self) -> tuple[object, ...]:
        """Equal in all copies of a finished game, even if its players laid their cards open in only one of them."""
        return self.table, self.turns, self.end, self.places

    @property
    def names(self) -> tuple[str, ...]:
        """The players in turn order."""
        return tuple(place.name for place in self.places)

    @property
    def people(self) -> tuple[Place, ...]:
        """The seats of people."""
        return tuple(place for place in self.places if place.kind == "person")

    @property
    def ranking(self) -> list[tuple[int, Place]]:
        """The seats by rank, each with its number."""
        return sorted(enumerate(self.places), key=lambda pair: (pair[1].rank, pair[0]))


def encodable(text: str) -> str:
    """The text with a question mark in place of each lone surrogate, which UTF-8 cannot encode."""
    return text.encode(errors="replace").decode()


def packed(record: Record) -> str:
    """A record as JSON. It is ASCII, since a problem may name a file whose name cannot be encoded."""
    problem = None if record.problem is None else [record.problem.key, [list(pair) for pair in record.problem.values]]
    return json.dumps([*record._replace(problem=None), problem], separators=(",", ":"))


def unpacked(text: str) -> Record:
    """Read what :func:`packed` wrote; raises :class:`ValueError` for anything else."""
    try:
        values: list[Any] = json.loads(text)
        *fields, problem = values
        made = dict(zip(Record._fields, fields, strict=True))
        made["places"] = tuple(Place(*place) for place in made["places"])
        made["options"] = tuple((str(name), str(value)) for name, value in made["options"])
        made["manners"] = tuple((str(name), str(value)) for name, value in made["manners"])
        if problem is not None:
            said: dict[str, Value] = dict(problem[1])
            made["problem"] = message(problem[0], **said)
        return Record(**made)
    except (TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError("not a record") from error
