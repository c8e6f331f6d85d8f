"""What a turn of Burgenland is good for: facts about the positions before and after it, for the sentence under a hint.

Each fact is a message ``burgenland.reason.<kind>``; the most important come first. They follow from what the seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.burgenland.planner import cards_lacking
from rules.burgenland.state import BurgenlandState
from rules.contract import Event
from rules.message import Message, Value, message

ORDER: Final = (
    "last",
    "builds",
    "builds-well",
    "builds-large",
    "lawless",
    "coins",
    "jokers",
    "swap-tile",
    "tile",
    "pays",
    "minus-ten",
    "joker",
    "five",
    "plot",
    "swap",
    "draws",
    "draws-ready",
    "ends",
    "passes",
)
"""Every kind of fact, the most important first."""


def burgenland_reasons(before: BurgenlandState, after: BurgenlandState, events: Sequence[Event], seat: int) -> list[Message]:
    """What the turn between two positions brings a seat, the most important fact first; see :data:`ORDER`."""
    found = [fact for event in events if (fact := _fact_of(event, after, seat)) is not None]
    jokers = sum([event.number("jokers") for event in events if event.kind == "jokers"])
    if jokers:  # of the wall, and of the square
        found.append(_fact("jokers", jokers=jokers))
    if any(what == "draw" for what, _ in after.position.todo):
        lacking = cards_lacking(before.position, seat)
        found.append(_fact("draws", cards=lacking) if lacking else _fact("draws-ready"))
    if any(what == "tile" for what, _ in after.position.todo):
        found.append(_fact("tile"))
    if before.position.bill is not None and not found:
        found.append(_fact("pays"))
    unique = list(dict.fromkeys(found))
    return sorted(unique, key=lambda fact: ORDER.index(fact.kind))


def _fact(kind: str, **values: Value) -> Message:
    return message(f"burgenland.reason.{kind}", **values)


def _fact_of(event: Event, after: BurgenlandState, seat: int) -> Message | None:
    """The fact that one event of the turn means for the seat; None if it adds nothing."""
    kind, left = event.kind, after.position.pieces_left(seat)
    if kind in ("built", "built-lawless"):
        return _fact("builds", piece=event.value("piece"), left=left)
    if kind == "built-well":
        return _fact("builds-well", left=left)
    if kind == "built-large":
        return _fact("builds-large", piece=event.value("piece"), left=left)
    if kind in ("covered", "coins"):
        return _fact("coins", coins=event.value("coins"))
    if kind in _PLAIN:
        return _fact(_PLAIN[kind])
    return None


_PLAIN: Final = {
    "last-piece": "last",
    "law-break": "lawless",
    "swap-tile": "swap-tile",
    "minus-ten": "minus-ten",
    "bought-joker": "joker",
    "five": "five",
    "plot": "plot",
    "swapped": "swap",
    "ended": "ends",
    "passed": "passes",
}
"""Events that are facts by themselves, and the kinds of these facts."""
