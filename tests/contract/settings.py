"""Every way in which the registered games can be set up: seat counts, and every value of every house rule."""

from __future__ import annotations

from typing import NamedTuple

from net.rulebook import start
from rules.contract import Game, State, complete_options
from rules.registry import game, games

MANY = 6
"""If a seat count has more settings than this, golden games are made for those that are tried one by one."""


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
    """The settings, of one game or all, that are tried one by one; every two parts of a game meet in one of them.

    The defaults and all options at once are tried at every seat count. So are the values of a first option with more than two,
    the mode of a game. Each other value of an option is tried alone at one seat count, and they take turns.
    """
    found = []
    for rules in games().values():
        if name in (None, rules.id):
            chosen = choices(rules)
            main = [one for one in chosen if len(one) != 1 or one == chosen[-1] or _is_mode(rules, one[0][0])]
            other = [one for one in chosen if one not in main]
            for number, seats in enumerate(rules.seats):
                found += [Setting(rules.id, seats, one) for one in (*main, *other[number :: len(rules.seats)])]
    return found


def _is_mode(rules: type[Game], option: str) -> bool:
    """Whether an option is the first of its game and has more than two values."""
    return rules.options[0].name == option and len(rules.options[0].choices) > 2


def repeats(setting: Setting) -> bool:
    """Whether a game of as many players is tried with the same house rule and others; a mode of a game counts as none."""
    if len(setting.chosen) != 1 or _is_mode(setting.rules, setting.chosen[0][0]):
        return False
    same = [other for other in settings(setting.game) if other.seats == setting.seats]
    return any(set(setting.chosen) < set(other.chosen) for other in same)
