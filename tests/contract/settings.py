"""Every way in which the registered games can be set up: seat counts, and every value of every house rule."""

from __future__ import annotations

from typing import NamedTuple

from net.rulebook import start
from rules.contract import Game, State, complete_options
from rules.registry import game, games

MANY = 6
"""With more ways to set up a seat count than this, not each is tried at every seat count."""


class Setting(NamedTuple):
    """A game, a seat count and the house rules that differ from their defaults."""

    game: str
    seats: int
    chosen: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game, str(self.seats), *(f"{name}={value}" for name, value in self.chosen)])

    @property
    def rules(self) -> type[Game]:
        return game(self.game)

    @property
    def options(self) -> dict[str, str]:
        return complete_options(self.rules, dict(self.chosen))

    def start(self) -> State:
        return start(self.game, self.seats, dict(self.chosen))


def choices(rules: type[Game]) -> list[tuple[tuple[str, str], ...]]:
    """The defaults; each other value of each option alone; and all options at once at their last other value."""
    others = [[(option.name, value) for value in option.choices if value != option.default] for option in rules.options]
    alone: list[tuple[tuple[str, str], ...]] = [(pair,) for pairs in others for pair in pairs]
    together = tuple(pairs[-1] for pairs in others)
    return list(dict.fromkeys([(), *alone, together]))


def settings(name: str | None = None) -> list[Setting]:
    """Those of one game or of all that are tried one by one.

    Games with few house rules are tried with each of them at every seat count. With many, the values of the first option, which
    says most about a game, and all options at once are tried at every seat count; the others take turns.
    """
    found = []
    for rules in games().values():
        if name in (None, rules.id):
            chosen = choices(rules)
            main = [one for one in chosen if len(one) != 1 or one[0][0] == rules.options[0].name or len(chosen) <= MANY]
            other = [one for one in chosen if one not in main]
            for number, seats in enumerate(rules.seats):
                found += [Setting(rules.id, seats, one) for one in (*main, *other[number :: len(rules.seats)])]
    return found
