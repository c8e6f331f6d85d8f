"""The plan of one game of the soak, drawn from its seed."""

from __future__ import annotations

import random
from dataclasses import dataclass

from client.soak.lan import Weather

CHAOS_SECONDS = 10
"""The time after the beginning of a game in which things happen, in seconds."""

MOST_EVENTS = 6

SLEEP_SECONDS = (11.0, 14.0)
"""How long a computer sleeps: longer than others trust a silent link, in seconds."""

KINDS = {
    "kill": 10,
    "cable": 4,
    "split": 4,
    "storm": 2,
    "move": 2,
    "night": 2,
    "sleep": 3,
    "full": 3,
    "leave": 2,
    "gone": 2,
}
"""The possible happenings with their weights; see :class:`Happening`."""

_WATCHED = (0, 1, 1, 2)
"""The possible numbers of spectators' arrivals, as often as each stands here."""

_LONGEST = {"kill": 6.0, "storm": 3.0, "night": 3.0, "leave": 6.0}
_AWAY = 0.4
"""The share of those who leave that do not come back."""


@dataclass(frozen=True)
class Happening:
    """Something that happens.

    Attributes:
        at: seconds after the beginning of the game.
        what: ``kill``, ``gone`` (killed for good), ``leave`` (in good order), ``sleep`` (the program stands still), ``cable``,
            ``split``, ``storm``, ``move`` (another address), ``full`` (its disk is full), ``watch`` (a new spectator replaces
            the last one), or ``night``: all programs end, and all computers have other addresses when they start again.
        places: the places that it concerns.
        seconds: how long it lasts; 0 if it is permanent.
    """

    at: float
    what: str
    places: tuple[int, ...]
    seconds: float


@dataclass(frozen=True)
class Plan:
    """A game, and everything that happens in it.

    Attributes:
        weather: the network's weather.
        happenings: the happenings in order.
        manners: what the table agrees on.
        replace_after: the seconds after which everybody wants a bot for a missing player; None if nobody does.
        returns: by place, whether it takes its seat back.
        take_back: the share of turns at which people ask for a take-back.
    """

    weather: Weather
    happenings: tuple[Happening, ...]
    manners: dict[str, str]
    replace_after: float | None
    returns: tuple[bool, ...]
    take_back: float


def plan(rng: random.Random, peers: int) -> Plan:
    """Draw one for a table of so many peers."""
    weather = Weather(
        delay=rng.choice((0.0, 0.001, 0.004)),
        spread=rng.choice((0.0, 0.004, 0.015)),
        loss=rng.choice((0.0, 0.002, 0.01)),
        twice=rng.choice((0.0, 0.01)),
        late=rng.choice((0.0, 0.005)),
    )
    manners = {}
    if rng.random() < 0.2:
        manners["replace"] = "off"
    if rng.random() < 0.3:
        manners |= {"clock": "5", "per-turn": rng.choice(("0", "5"))}
    events = [_happening(rng, peers) for _ in range(rng.randint(1, MOST_EVENTS))]
    events += [Happening(rng.uniform(0, CHAOS_SECONDS), "watch", (), 0.0) for _ in range(rng.choice(_WATCHED))]
    return Plan(
        weather,
        tuple(sorted(_with_somebody_left(events, peers), key=lambda event: event.at)),
        manners,
        rng.uniform(0.5, 4) if rng.random() < 0.7 else None,
        tuple(rng.random() < 0.7 for _ in range(peers)),
        rng.choice((0.0, 0.01, 0.1)),
    )


def _happening(rng: random.Random, peers: int) -> Happening:
    what = rng.choices(list(KINDS), list(KINDS.values()))[0]
    count = rng.randint(1, peers - 1) if what == "split" else rng.randint(1, 2) if what == "kill" else 1
    places = tuple(range(peers)) if what == "night" else tuple(rng.sample(range(peers), count))
    seconds = rng.uniform(*SLEEP_SECONDS) if what == "sleep" else rng.uniform(0.05, _LONGEST.get(what, 12.0))
    if what == "gone" or (what == "leave" and rng.random() < _AWAY):
        seconds = 0.0
    return Happening(rng.uniform(0, CHAOS_SECONDS), what, places, seconds)


def _with_somebody_left(events: list[Happening], peers: int) -> list[Happening]:
    """The same events, without those after which nobody would be left."""
    kept: list[Happening] = []
    away: set[int] = set()
    for event in events:
        lost = away.union(event.places) if event.what in ("gone", "leave") and not event.seconds else away
        if len(lost) < peers:
            kept.append(event)
            away = lost
    return kept
