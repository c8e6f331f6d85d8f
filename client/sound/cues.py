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
_MONEY = frozenset(["paid", "coins", "paid-joker", "bought-joker", "more-points", "scored-castle", "scored-king", "surplus"])


def cues_of(events: Iterable[Event]) -> tuple[str, ...]:
    """The sounds of a move with these events, in order: at most two."""
    kinds = {event.kind for event in events}
    first = "merger" if kinds & _GREAT else "move" if kinds & _PIECES else ""
    return tuple(cue for cue in (first, "coins" if kinds & _MONEY else "") if cue)
