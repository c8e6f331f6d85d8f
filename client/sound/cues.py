"""Which event has which sound. The names are those of the files in ``resources/sounds``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules.contract import Event

CUES = ("turn", "move", "coins", "merger", "chat", "arrival", "end")
"""All sounds; the settings can switch off each."""

_GREAT = frozenset({"merged", "captured", "scoring", "king", "law-break", "built-large"})
"""Events that make a whole table look up: a merger, a captured noble, a scored year, a law broken, a large castle built."""

_PIECES = frozenset(
    {
        *("placed", "withdrew", "castle", "villa", "built", "rises", "moved", "bridge", "spanned", "swapped", "played"),
        *("inserted", "stepped", "lifted", "dropped", "founded"),
        *("begins", "built-well", "built-lawless", "plot", "swap-tile", "covered"),
    }
)
# Events that name an amount in Real are about money, too.
_MONEY = frozenset(["paid", "coins", "paid-joker", "bought-joker", "more-points", "scored-castle", "scored-king", "surplus"])


def cues_of(events: Iterable[Event]) -> tuple[str, ...]:
    """The sounds of a move with these events, in order: at most two."""
    told = list(events)
    kinds = {event.kind for event in told}
    first = "merger" if kinds & _GREAT else "move" if kinds & _PIECES else ""
    money = kinds & _MONEY or any(name == "real" and value for event in told for name, value in event.values)
    return tuple(cue for cue in (first, "coins" if money else "") if cue)
