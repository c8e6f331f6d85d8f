"""A position of Alcazar, read for the screen: possible bridges, moves of nobles, and points instead of payments."""

from __future__ import annotations

from client.boards.contract import Choice
from client.boards.loop.bridges import Offer
from client.boards.loop.facts import Bridge, Building, LoopFacts, Noble
from client.boards.loop.outcome import Outcome
from client.boards.loop.reading import Reading
from rules.contract import Move
from rules.message import Message, message

BRIDGE = "bridge"

EXCHANGES = ("move", "swap")
"""Moves of nobles that are already on the board."""

MOST_BUTTONS = 8
"""The largest number of nobles' moves that get buttons; if there are more, the player clicks on the board."""


class AlcazarReading(Reading):
    """See :class:`~client.boards.loop.reading.Reading`."""

    def fields_of(self, move: Move) -> list[int]:
        """The fields for a click: a bridge's middle, or either end of a noble's way."""
        if move.kind == BRIDGE:
            return [self.middle(*move.args)]
        return list(move.args) if move.kind in EXCHANGES else super().fields_of(move)

    def middle(self, first: int, last: int) -> int:
        """The cell between two cells that are two apart."""
        (x, y), (u, v) = self.spots.of(first), self.spots.of(last)
        return self.spots.at.index(((x + u) // 2, (y + v) // 2)) + 1

    def meant(self, cell: int, lens: str = "") -> Move:
        """With a bridge in the hand: one over this cell, or one that rests on a noble's field there."""
        if lens != BRIDGE:
            return super().meant(cell, lens)
        own = [noble.cell for noble in self.facts.nobles if noble.seat == self.shown.viewer]
        pairs = self._ends(cell, 1) or [pair for noble in (own or self.spots.numbered) for pair in self._ends(noble, 2)]
        return Move(BRIDGE, max(pairs, key=lambda pair: min(self.facts.level(end) for end in pair)))

    def _ends(self, cell: int, reach: int) -> list[tuple[int, int]]:
        """The ends of bridges with this cell as their middle (``reach`` 1) or as one of their ends (2)."""
        x, y = self.spots.of(cell)
        found = []
        for right, down in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            far = (x + right * reach, y + down * reach)
            near = (x - right, y - down) if reach == 1 else (x, y)
            if far in self.spots.at and near in self.spots.at:
                one, other = sorted(self.spots.at.index(spot) + 1 for spot in (near, far))
                found.append((one, other))
        return found

    def choices(self) -> list[Choice]:
        """The answers to a question and, if there are few, the moves of nobles."""
        found = super().choices()
        moves = [move for move in self.shown.moves if move.kind in EXCHANGES]
        if moves and len(found) + len(moves) <= MOST_BUTTONS:
            found[-1:-1] = [Choice(move, self.answer(move), self.outcome(move).net) for move in moves]
        return found

    def offers(self, lens: str = "") -> list[Offer]:
        """The bridges that can be built now."""
        if lens not in ("", BRIDGE):
            return []
        return [self._offer(move, self.outcome(move)) for move in self.shown.moves if move.kind == BRIDGE]

    def _offer(self, move: Move, done: Outcome) -> Offer:
        first, last = move.args
        return Offer(move, first, self.middle(first, last), last, self.facts.level(first) + 1, f"−{done.costs} +{done.pays}")

    # -- texts ------------------------------------------------------------------------------------------------

    def answer(self, move: Move) -> Message:
        """The label of a move's button."""
        if move.kind in EXCHANGES:
            one, other = move.args
            return message(f"alcazar-table.{move.kind}", number=self.spots.name(one), other=self.spots.name(other))
        return message("alcazar-table.done") if move.kind == "done" else super().answer(move)

    def deed(self, move: Move) -> tuple[str, str, list[str]]:
        """A move's name, its money, and its other effects, including the points of the mover's nobles."""
        name, net, told = super().deed(move)
        done = self.outcome(move)
        gained = self._points(done.after) - self._points(done.before)
        if gained and not done.options:
            told.append(self.said("alcazar-table.points", points=f"{gained:+d}".replace("-", "−")))
        return name, net, told

    def _points(self, facts: LoopFacts) -> int:
        """The points of the nobles of the seat on turn."""
        seat = self.facts.turn
        return sum(noble.rank * facts.level(noble.cell) for noble in facts.nobles if noble.seat == seat)

    def place(self, cell: int) -> str:
        """The name of a field or a gap."""
        if cell <= self.spots.fields:
            return super().place(cell)
        return self.said("alcazar-table.gap", place=self.spots.name(cell))

    def field(self, cell: int) -> str:
        """A description of a cell, the pieces on it, and the space under it."""
        return " ".join([super().field(cell), *self._bridges(cell)])

    def about(self, cell: int) -> list[str]:
        """The same in short lines."""
        return [*super().about(cell), *self._bridges(cell)]

    def _bridges(self, cell: int) -> list[str]:
        return [self._bridge(cell, bridge) for bridge in self.facts.bridges if cell in bridge.cells]

    def _bridge(self, cell: int, bridge: Bridge) -> str:
        name = self.spots.name
        key = "alcazar-table.bridge"
        if cell == bridge.middle:
            key = "alcazar-table.bridge.over" if bridge.under else "alcazar-table.bridge.over-nothing"
        return self.said(key, first=name(bridge.first), last=name(bridge.last), level=bridge.level, under=bridge.under)

    def noble(self, cell: int) -> str:
        """The owner of the noble on a cell, the noble's points, and the pay for withdrawing him."""
        noble = self.facts.noble_at[cell]
        rank = self.said(f"alcazar.rank.{noble.rank}")
        real = noble.rank * self.facts.value(cell)
        return self.said("alcazar-table.noble", rank=rank, seat=noble.seat, points=self.share(noble), real=real)

    def share(self, noble: Noble) -> int:
        """A noble's points."""
        return noble.rank * self.facts.level(noble.cell)

    def house(self, building: Building) -> Message:
        """The building whose nobles the scoring counts by their levels, whatever its value."""
        if building.crest:
            return message("alcazar-table.scoring.castle", crest=self.crest(building.crest))
        return message("alcazar-table.scoring.villa", place=self.place(building.cells[0]))

    def shared(self, seat: int, share: int, castle: Building) -> str:
        """The points of a seat's nobles in a castle."""
        return self.said("alcazar-table.castle.share", seat=seat, points=share)
