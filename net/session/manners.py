"""What a table agrees on whatever is played: its manners, such as clocks.

They are chosen beside the house rules, shown in the lobby, and signed with the charter. The charter names only those that are
not as usual.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.contract import Option, RulesError
from rules.message import message

CLOCK = Option("clock", ("off", "5", "10", "15", "20", "30", "45", "60", "90", "120"), "off")
"""Minutes that every person has for the whole game."""

PER_TURN = Option("per-turn", ("0", "5", "10", "15", "30", "60"), "0")
"""Seconds added to them with every turn."""

REPLACE = Option("replace", ("off", "on"), "on")
"""Whether the others together may go on without somebody who has vanished: every peer's keys are then deposited with them."""

MANNERS: tuple[Option, ...] = (REPLACE, CLOCK, PER_TURN)
"""Every manner, in the order in which they are shown and signed. Titles and explanations are in the catalogue under
``manners.option.<name>``."""

OFFLINE: tuple[Option, ...] = (CLOCK, PER_TURN)
"""Those that mean something at a table without other computers."""


def complete_manners(chosen: Mapping[str, str]) -> dict[str, str]:
    """Every manner with its value, the usual ones added; raises :class:`~rules.contract.RulesError` for unknown ones."""
    known = {manner.name: manner for manner in MANNERS}
    for name, value in chosen.items():
        if name not in known or value not in known[name].choices:
            raise RulesError(message("net.refused.manner", manner=name, value=value))
    return {name: chosen.get(name, manner.default) for name, manner in known.items()}


def unusual(manners: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The manners that a charter has to name, in their order; raises :class:`~rules.contract.RulesError` for unknown ones."""
    complete = complete_manners(dict(manners))
    return tuple((manner.name, complete[manner.name]) for manner in MANNERS if complete[manner.name] != manner.default)
