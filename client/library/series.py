"""Series: the finished games of the same people, with standings. Dates make an evening; the player names a season.

The people of a game are those in its seats without bots, identified by their names. A season is the player's choice and does
not follow from the game files, so it has its own file (``seasons.json`` in the data folder).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from client.library.record import Record
from net.disk import free_beside, read_whole, write_whole
from net.session.format.text import name_key

FILE = "seasons.json"
LARGEST = 1 << 20
MOST_SEASONS = 200
LONGEST_NAME = 60

PAUSE_SECONDS = 6 * 3600
"""Games of the same people with no longer pause than this belong to one evening, even past midnight (seconds)."""

LONGEST_SECONDS = 18 * 3600
"""The longest evening in seconds; after it, a new one begins even without a pause."""


class Match(NamedTuple):
    """A finished game of a series: when it ended (seconds since 1970), its file and its record."""

    when: float
    file: Path
    record: Record


class Standing(NamedTuple):
    """A person's line in the standings.

    Attributes:
        name: the person's name.
        played: the number of finished games; ``won``: those with rank 1.
        beaten: how many others of the series ranked behind this person, summed over the games.
        place: 1 for the leader; equal lines share a place.
    """

    name: str
    played: int
    won: int
    beaten: int
    place: int


class Season(NamedTuple):
    """A series that the player has named.

    Attributes:
        name: the season's name.
        people: the names of its people.
        since: its first day; ``until``: its last, or None while it is open.
    """

    name: str
    people: tuple[str, ...]
    since: date
    until: date | None = None


class Series(NamedTuple):
    """Some games of the same people; ``season`` is None for an evening."""

    people: tuple[str, ...]
    matches: tuple[Match, ...]
    season: Season | None = None


def group_of(names: Iterable[str]) -> tuple[str, ...]:
    """What identifies the people of a series: the sorted keys of their names."""
    return tuple(sorted({name_key(name) for name in names}))


def people_of(record: Record) -> tuple[str, ...]:
    """The names of the people in a game."""
    return tuple(place.name for place in record.people)


def evenings(matches: Sequence[Match]) -> list[Series]:
    """The evenings of all groups of two or more people, latest first."""
    groups: dict[tuple[str, ...], list[Match]] = {}
    for match in _once(matches):
        groups.setdefault(group_of(people_of(match.record)), []).append(match)
    found = []
    for group, played in groups.items():
        if len(group) < 2:
            continue
        evening: list[Match] = []
        for match in sorted(played):
            late = evening and match.when - evening[0].when > LONGEST_SECONDS
            if late or (evening and match.when - evening[-1].when > PAUSE_SECONDS):
                found.append(evening)
                evening = []
            evening.append(match)
        found.append(evening)
    found.sort(key=lambda evening: -evening[-1].when)
    return [Series(people_of(evening[-1].record), tuple(evening)) for evening in found]


def season_of(season: Season, matches: Sequence[Match]) -> Series:
    """The games of a season."""
    group = group_of(season.people)
    played = [match for match in _once(matches) if group_of(people_of(match.record)) == group and _within(season, match)]
    return Series(season.people, tuple(sorted(played)), season)


def groups(matches: Sequence[Match]) -> list[tuple[str, ...]]:
    """The groups of two or more people who have finished a game together, latest first, by name."""
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for match in sorted(matches, reverse=True):
        names = people_of(match.record)
        if len(names) > 1:
            found.setdefault(group_of(names), names)
    return list(found.values())


def _within(season: Season, match: Match) -> bool:
    day = datetime.fromtimestamp(match.when).date()
    return season.since <= day and (season.until is None or day <= season.until)


def _once(matches: Sequence[Match]) -> list[Match]:
    """The games without duplicates, in case there are copies of a file."""
    found: dict[tuple[object, ...], Match] = {}
    for match in matches:
        found.setdefault(match.record.identity, match)
    return list(found.values())


def standings(series: Series) -> list[Standing]:
    """The people of a series, best first: by games won, then by how many others they beat."""
    names = {name_key(name): name for name in series.people}
    played, won, beaten = (dict.fromkeys(names, 0) for _ in range(3))
    for match in series.matches:
        people = [(name_key(place.name), place) for place in match.record.people if place.stayed]
        for key, place in people:
            if key in names:
                played[key] += 1
                won[key] += place.rank == 1
                beaten[key] += sum(other.rank > place.rank for _, other in people)
    order = sorted(names, key=lambda key: (-won[key], -beaten[key], key))
    lines: list[Standing] = []
    for number, key in enumerate(order, start=1):
        level = lines and (lines[-1].won, lines[-1].beaten) == (won[key], beaten[key])
        lines.append(Standing(names[key], played[key], won[key], beaten[key], lines[-1].place if level else number))
    return lines


# -- the player's seasons ----------------------------------------------------------------------------------------------


def load(home: Path) -> list[Season]:
    """The player's seasons; an unreadable file or an invalid entry counts as none."""
    try:
        return _read(read_whole(home / FILE, LARGEST))[0][:MOST_SEASONS]
    except OSError:
        return []


def _read(content: bytes) -> tuple[list[Season], bool]:
    """The seasons in a file, and whether these are all that it says."""
    try:
        said = json.loads(content.decode())
    except (ValueError, RecursionError):
        return [], False
    if not isinstance(said, list):
        return [], False
    found = []
    for entry in said:
        with suppress(TypeError, ValueError, KeyError, AttributeError):
            people = tuple(str(name) for name in entry["people"])
            until = entry.get("until")
            season = Season(
                str(entry["name"])[:LONGEST_NAME],
                people,
                date.fromisoformat(entry["since"]),
                None if until is None else date.fromisoformat(until),
            )
            if season.name and len(people) > 1:
                found.append(season)
    return found, len(found) == len(said)


def save(home: Path, seasons: Sequence[Season]) -> None:
    """Store the seasons; a copy of an earlier file stays if something in it could not be read.

    Raises :class:`OSError` if the file could not be read or written, and stays as it was.
    """
    with suppress(FileNotFoundError):
        _keep_damaged(home, read_whole(home / FILE, LARGEST))
    content = [
        {
            "name": season.name,
            "people": list(season.people),
            "since": season.since.isoformat(),
            "until": None if season.until is None else season.until.isoformat(),
        }
        for season in seasons
    ]
    write_whole(home / FILE, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode(), sync=False)


def _keep_damaged(home: Path, content: bytes) -> None:
    """Copy a file that says more than can be read, before it is replaced."""
    if _read(content)[1]:
        return
    write_whole(free_beside(home / FILE, "damaged"), content, sync=False)
