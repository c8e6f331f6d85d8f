"""The flaws of a board, and the differences between two boards, as data for the editor and for players at a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from rules.message import Message, message

ABOUT: Final = "about"
"""The entry that explains other entries to human readers; it is not part of a board."""

Facts = Mapping[str, object]


class Flaw(NamedTuple):
    """A reason why a game cannot be played on a board.

    Attributes:
        said: the sentence.
        places: the places of the board that it is about, named as in lessons (``8``, ``square 3 2``); empty if it is about
            the whole board.
    """

    said: Message
    places: tuple[str, ...] = ()


class Difference(NamedTuple):
    """One entry in which a board differs from another.

    Attributes:
        entry: a path into the data, such as ``burgenland.ours.castles.3.squares.0``; each path occurs once.
        old: its JSON value on the other board; None if the entry is new.
        new: its JSON value on this board; None if the entry is gone.
        said: the difference in words.
        places: the places of this board that it is about, as in :class:`Flaw`.
    """

    entry: str
    old: object
    new: object
    said: Message
    places: tuple[str, ...] = ()


def without_about(content: object) -> object:
    """A copy of JSON content without the explanations."""
    if isinstance(content, Mapping):
        return {key: without_about(value) for key, value in content.items() if key != ABOUT}
    if isinstance(content, list):
        return [without_about(value) for value in content]
    return content


def entries_of(content: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every number and text with its path, and every empty list or object; explanations are left out."""
    inside: list[tuple[str, object]] = []
    if isinstance(content, Mapping):
        inside = [(str(key), value) for key, value in content.items() if key != ABOUT]
    elif isinstance(content, list):
        inside = [(str(number), value) for number, value in enumerate(content)]
    if not inside:
        yield path, content
    for name, value in inside:
        yield from entries_of(value, f"{path}.{name}" if path else name)


def differing(old: object, new: object, path: str = "") -> list[Difference]:
    """The entries that differ between old and new data, in the order of the new data; ``path`` is put before their paths."""
    before, after = dict(entries_of(old, path)), dict(entries_of(new, path))
    found = []
    for entry in [*after, *(entry for entry in before if entry not in after)]:
        one, other = before.get(entry), after.get(entry)
        if one != other or type(one) is not type(other):
            found.append(Difference(entry, one, other, _said(entry, one, other)))
    return found


def _said(entry: str, old: object, new: object) -> Message:
    if old is None:
        return message("boards.added", entry=entry, new=_written(new))
    if new is None:
        return message("boards.gone", entry=entry, old=_written(old))
    return message("boards.changed", entry=entry, old=_written(old), new=_written(new))


def _written(value: object) -> str:
    return "" if value in ({}, []) else str(value)[:40]
