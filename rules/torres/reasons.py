"""What a turn of Torres is good for: facts about the positions before and after it, for the sentence under a hint.

Each fact is a message ``torres.reason.<kind>``; the most important come first. They follow from what the seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Event
from rules.message import Message, Value, message
from rules.torres.position import FOUND, KING, MOVE_KING, PLACE
from rules.torres.scoring import highest, king_points, master_lines
from rules.torres.state import TorresState
from rules.torres.terms import PHASES

ORDER: Final = (
    "castle",
    "new-castle",
    "king",
    "master",
    "inserts",
    "climbs",
    "track",
    "keeps",
    "buys",
    "start",
    "places-king",
    "foundation",
)
"""Every kind of fact, the most important first."""


def torres_reasons(before: TorresState, after: TorresState, events: Sequence[Event], seat: int) -> list[Message]:
    """What the turn between two positions brings a seat, the most important fact first; see :data:`ORDER`.

    Points are those of the scoring of the year in which the turn was played.
    """
    if before.stage == FOUND:
        return [_fact("foundation")]
    if before.stage == PLACE:
        return [_fact("start")]
    if before.stage in (KING, MOVE_KING):
        return [_fact("places-king")]
    castles = _castles(before, after, seat)
    found = [*castles, *_bonuses(before, after, seat), *_deeds(before, events, seat)]
    if castles:  # how high a knight climbs is in there
        found = [fact for fact in found if fact.kind != "climbs"]
    return sorted(found, key=lambda fact: ORDER.index(fact.kind))


def _fact(kind: str, **values: Value) -> Message:
    return message(f"torres.reason.{kind}", **values)


def _castles(before: TorresState, after: TorresState, seat: int) -> list[Message]:
    """The castles that bring the seat more in this year's scoring than before; the one that gains most comes first."""
    gains = []
    old = highest(before.land, seat)
    for castle, level in highest(after.land, seat).items():
        cells = after.land.castles[castle]
        area = cells.bit_count()
        points = area * level
        earlier = sum(
            before.land.castles[other].bit_count() * was for other, was in old.items() if before.land.castles[other] & cells
        )
        if points > earlier:
            gains.append((points - earlier, level, area, points))
    gains.sort(reverse=True)
    return [
        _fact("castle" if gain < points else "new-castle", level=level, area=area, points=points, more=gain)
        for gain, level, area, points in gains
    ]


def _bonuses(before: TorresState, after: TorresState, seat: int) -> list[Message]:
    """The king's bonus and the points of the master card, where the turn brings more of them."""
    found, year, terms = [], before.phase, before.terms
    king = king_points(after.land, seat, year, terms)
    if king > king_points(before.land, seat, year, terms):
        found.append(_fact("king", points=king, level=terms.box.king_levels[year - 1]))
    card = before.master
    if card:
        points = sum(line.points for line in master_lines(card, after.land, year, terms) if line.seat == seat)
        if points > sum(line.points for line in master_lines(card, before.land, year, terms) if line.seat == seat):
            found.append(_fact("master", card=card, points=points))
    return found


def _deeds(before: TorresState, events: Sequence[Event], seat: int) -> list[Message]:
    """What the turn does that counts later: new knights, knights that climb, steps on the track, cards.

    A new knight counts in the years to come, a card in a later turn: nothing is said of them where there are none.
    """
    found = []
    last_year = before.phase == PHASES
    inserted = [event for event in events if event.kind == "inserted"]
    moved = [event.number("level") for event in events if event.kind == "moved"]
    stepped = sum(event.number("points") for event in events if event.kind == "stepped" and event.value("seat") == seat)
    if inserted and not last_year:
        found.append(_fact("inserts", count=len(inserted)))
    if moved:
        found.append(_fact("climbs", level=max(moved)))
    if stepped:
        found.append(_fact("track", points=stepped))
    for event in events:
        if event.kind == "kept":
            found.append(_fact("keeps", card=before.cards.faces[event.number("slot")]))
    last_turn = last_year and before.round == before.terms.rounds[PHASES - 1]
    if not last_turn and any(event.kind == "bought" for event in events):
        found.append(_fact("buys"))
    return found
