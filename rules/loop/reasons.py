"""What a turn on the loop is good for: facts about the positions before and after it, for the sentence below a hint.

Each fact is a message under ``<game>.reason``; the most important come first. They follow from what the seat knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.contract import Event
from rules.loop.terms import CAP
from rules.loop.turn import LoopState
from rules.message import Message, Value, message

ORDER: Final = (
    "takes-over",
    "saves",
    "captures",
    "gains-crest",
    "founds",
    "bridge",
    "income",
    "places",
    "grows",
    "rises",
    "withdraws",
    "card-builds",
    "card-founds",
    "card-villa",
    "card-unseen",
    "tower-card",
    "passes",
)
"""Every kind of fact, the most important first."""


def loop_reasons(before: LoopState, after: LoopState, events: Sequence[Event], seat: int) -> list[Message]:
    """What the turn between two positions brings a seat, the most important fact first; see :data:`ORDER`."""
    facts = _Facts(before, after, seat)
    for event in events:
        facts.add_event(event)
    facts.add_nobles()
    return sorted(facts.found, key=lambda fact: ORDER.index(fact.kind))


class _Facts:
    """Collects the facts of one turn."""

    def __init__(self, before: LoopState, after: LoopState, seat: int) -> None:
        self.before = before
        self.after = after
        self.seat = seat
        self.found: list[Message] = []
        self._income = 0

    def _add(self, kind: str, **values: Value) -> None:
        self.found.append(message(f"{self.before.setup.terms.game}.reason.{kind}", **values))

    def add_event(self, event: Event) -> None:
        """Add the facts that follow from one event."""
        kind = event.kind
        if kind == "merged":
            self._add("takes-over", stays=event.value("stays"), goes=event.value("goes"), value=event.value("value"))
            self._add_saved(event.number("goes"))
        elif kind == "captured" and event.value("seat") != self.seat:
            self._add("captures", seat=event.value("seat"), rank=event.value("rank"), cell=event.value("cell"))
        elif kind == "crest":
            self._add("gains-crest", crest=event.value("crest"), value=event.value("value"))
        elif kind == "castle":
            self._add("founds", crest=event.value("crest"))
        elif kind == "bridge":
            self._add("bridge", level=event.value("level"))
        elif kind == "paid" and event.value("seat") == self.seat:
            self._add("income", real=event.value("real"))
        elif kind == "placed":
            self._add_place(event.number("cell"), event.number("rank"))
        elif kind == "withdrew":
            self._add("withdraws", rank=event.value("rank"), real=event.value("real"))
        elif kind == "bought":
            self._add_card(event.number("card"))
        elif kind == "bought-tower":
            self._add("tower-card")
        elif kind == "passed":
            self._add("passes")

    def _add_saved(self, goes: int) -> None:
        """M2: if another player had joined the two castles, the seat's nobles in the absorbed one would have been captured."""
        before = self.before
        if not goes or not before.setup.terms.merger_captures:
            return
        for cell, seat, rank in before.nobles.standing():
            if seat == self.seat and before.buildings.crest_at(cell) == goes and self.after.nobles.is_of(cell, seat):
                self._add("saves", rank=rank, cell=cell)
                return

    def _add_place(self, cell: int, rank: int) -> None:
        """Where a new noble stands."""
        buildings = self.after.buildings
        crest, value = buildings.crest_at(cell), buildings.value_at(cell)
        self._add("places", rank=rank, cell=cell, crest=crest, value=value, level=buildings.level[cell])

    def _add_card(self, number: int) -> None:
        """What a card that is bought could do now. It pays what all that its block joins is then worth (T4, M1)."""
        before = self.before
        buildings, board = before.buildings, before.board
        if not number:
            self._add("card-unseen")
            return
        level = buildings.level[number]
        cells = (number,) if level else (board.before[number], board.after[number])
        near = list(dict.fromkeys([buildings.of[cell] for cell in cells if buildings.of[cell]]))
        if near:
            value = min(CAP, sum([buildings.value[one] for one in near]) + before.setup.terms.worth(level + 1))
            crest = max([(buildings.crest[one] > 0, buildings.value[one], buildings.crest[one]) for one in near])[2]
            self._add("card-builds", card=number, crest=crest, value=value)
        else:
            self._add("card-founds" if buildings.may_found(number) else "card-villa", card=number)

    def add_nobles(self) -> None:
        """What the seat's nobles gain that were already on the board."""
        before, after = self.before, self.after
        gain = points = 0
        for cell, seat, rank in after.nobles.standing():
            if seat != self.seat or not before.nobles.is_of(cell, seat):
                continue
            gain += rank * (after.buildings.value_at(cell) - before.buildings.value_at(cell))
            points += rank * (after.buildings.level[cell] - before.buildings.level[cell])
        if before.setup.terms.bridges:
            if points > 0:
                self._add("rises", points=points)
        elif gain > 0:
            self._add("grows", real=gain)
