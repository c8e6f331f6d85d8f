"""The manners of a table: agreements that fit any game, such as clocks.

They are chosen beside the house rules, shown in the lobby, and signed with the charter. The charter names only the ones that
differ from :attr:`~rules.contract.Option.unnamed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.contract import Option, RulesError
from rules.message import message

CLOCK = Option("clock", ("off", "5", "10", "15", "20", "30", "45", "60", "90", "120"), "off")
"""Minutes that each person has for the whole game."""

PER_TURN = Option("per-turn", ("0", "5", "10", "15", "30", "60"), "0")
"""Seconds that each turn adds."""

REPLACE = Option("replace", ("off", "on"), "on")
"""Whether the others together may replace a peer that has vanished: every peer then deposits its keys with the others."""

HINTS = Option("hints", ("off", "on"), "off")
"""Whether people may ask a bot what it would do; their programs say so in the chat each time."""

MANNERS: tuple[Option, ...] = (REPLACE, CLOCK, PER_TURN, HINTS)
"""Every manner, in the order in which they are shown and signed. Titles and explanations are in the catalogue under
``manners.option.<name>``."""

OFFLINE: tuple[Option, ...] = (CLOCK, PER_TURN)
"""The manners that matter at a table without other computers."""


def complete_manners(chosen: Mapping[str, str]) -> dict[str, str]:
    """The manners of a new table: those chosen, the defaults added.

    Raises :class:`~rules.contract.RulesError` for unknown ones.
    """
    _check(chosen)
    return {manner.name: chosen.get(manner.name, manner.default) for manner in MANNERS}


def meant_manners(named: Mapping[str, str]) -> dict[str, str]:
    """The manners that a charter means: those it names; any other has the value that tables had before it existed.

    Raises :class:`~rules.contract.RulesError` for unknown ones.
    """
    _check(named)
    return {manner.name: named.get(manner.name, manner.unnamed) for manner in MANNERS}


def unusual(manners: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The manners that a charter has to name, in their order; raises :class:`~rules.contract.RulesError` for unknown ones."""
    meant = meant_manners(dict(manners))
    return tuple((manner.name, meant[manner.name]) for manner in MANNERS if meant[manner.name] != manner.unnamed)


def _check(manners: Mapping[str, str]) -> None:
    known = {manner.name: manner for manner in MANNERS}
    for name, value in manners.items():
        if name not in known or value not in known[name].choices:
            raise RulesError(message("net.refused.manner", manner=name, value=value))
