"""Statistics of finished games: what a person has played, won and scored. Pure; nothing leaves this computer.

Names identify people, as at the table (:func:`~net.session.format.text.name_key`). A game counts for a person who played it to
the end, and not if a bot took over the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from client.library.record import Place, Record
from net.session.format.text import name_key


class Played(NamedTuple):
    """A finished game of a person.

    Attributes:
        when: the end of the game, in seconds since 1970.
        record: the game's record.
        place: the person's seat.
    """

    when: float
    record: Record
    place: Place

    @property
    def won(self) -> bool:
        """Whether the person has won, alone or with others."""
        return self.place.rank == 1

    @property
    def score(self) -> int:
        """The person's final score."""
        return self.place.score or 0


class Tally(NamedTuple):
    """The totals of some games.

    Attributes:
        played: the number of games.
        won: the number of games won.
        total: the sum of the scores; ``best``: the highest score.
        streak: how many of the latest games were won in a row; ``longest``: the longest winning streak.
    """

    played: int = 0
    won: int = 0
    total: int = 0
    best: int = 0
    streak: int = 0
    longest: int = 0

    @property
    def average(self) -> float:
        """The mean score."""
        return self.total / self.played if self.played else 0.0

    @property
    def share(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.won / self.played if self.played else 0.0


def games_of(person: str, finished: Iterable[tuple[float, Record]]) -> list[Played]:
    """The games that count for the person with this name key, in the order given.

    Copies of a game (a friend's file, for instance) count once.
    """
    found = []
    seen = set()
    for when, record in finished:
        if record.identity in seen:
            continue
        place = next((place for place in record.people if place.stayed and name_key(place.name) == person), None)
        if place is not None and record.end:
            seen.add(record.identity)
            found.append(Played(when, record, place))
    return found


def tally(games: Sequence[Played]) -> Tally:
    """Add up games, oldest first."""
    streak = longest = 0
    for game in games:
        streak = streak + 1 if game.won else 0
        longest = max(longest, streak)
    scores = [game.score for game in games]
    return Tally(len(games), sum(game.won for game in games), sum(scores), max(scores, default=0), streak, longest)


def by_game(game: Played) -> list[str]:
    """The game's id."""
    return [game.record.game]


def by_seats(game: Played) -> list[str]:
    """The number of seats."""
    return [str(len(game.record.places))]


def by_opponent(game: Played) -> list[str]:
    """The names of the other people."""
    return [place.name for place in game.record.people if place is not game.place]


def by_level(game: Played) -> list[str]:
    """The levels of the bots, without duplicates."""
    levels = [place.level for place in game.record.places if place.kind == "bot"]
    return list(dict.fromkeys(levels))


def grouped(games: Sequence[Played], by: Callable[[Played], Iterable[str]]) -> list[tuple[str, Tally]]:
    """Games added up in groups, the largest first. A game may belong to several groups. Equal names share a group."""
    groups: dict[str, list[Played]] = {}
    shown: dict[str, str] = {}
    for game in games:
        for label in by(game):
            key = name_key(label)
            shown[key] = label
            groups.setdefault(key, []).append(game)
    counted = [(shown[key], tally(found)) for key, found in groups.items()]
    return sorted(counted, key=lambda pair: (-pair[1].played, pair[0]))
