"""A position on the loop board, read for the screen: the possible moves on each field, their effects, and the texts about them.

It uses no widget: boards, hand, market and hints all take their texts and marks from here.
"""

from __future__ import annotations

from client.boards.contract import Choice, Shown
from client.boards.loop.castles import Castle
from client.boards.loop.facts import Building, LoopFacts, Noble, read_facts
from client.boards.loop.outcome import Outcome, outcome
from client.boards.stacks.projection import Spots
from client.messages import Catalogue
from rules.contract import Move
from rules.message import Message, Value, message

ON_FIELD = ("withdraw", "play", "play-tower", "crest", "baron", "grande")
"""Moves whose number is a field (a construction card's number is the field it builds on)."""


class Reading:
    """A position, read for the screen.

    Attributes:
        facts: the position.
        by_field: the moves that a click on each field can mean.
        spots: the places of the fields.
    """

    buttons = ("villa", "castle", "keep", "crest", "baron", "grande", "done", "pass")
    """Moves shown as buttons under the prompt."""

    def __init__(self, shown: Shown, game: str, catalogue: Catalogue, spots: Spots) -> None:
        self.shown = shown
        self.facts: LoopFacts = read_facts(shown.position.facts())
        self.by_field: dict[int, list[Move]] = {}
        self._game = game
        self._catalogue = catalogue
        self.spots = spots
        self._outcomes: dict[Move, Outcome] = {}
        for move in shown.moves:
            for cell in self.fields_of(move):
                self.by_field.setdefault(cell, []).append(move)

    # -- possible moves ----------------------------------------------------------------------------------------------

    def can(self, move: Move) -> bool:
        """Whether the move is possible now."""
        return move in self.shown.moves

    def fields_of(self, move: Move) -> list[int]:
        """The fields on which a click can mean this move."""
        if move.kind in ON_FIELD:
            return [move.args[0]]
        if move.kind == "villa":
            return [self.facts.card]
        if move.kind == "castle":
            return [self.spots.along(move.args[0], step) for step in range(3)]
        return []

    def moves_on(self, cell: int, lens: str = "") -> list[Move]:
        """The moves that a click on a field can mean; a lens narrows them to one kind."""
        return [move for move in self.by_field.get(cell, []) if not lens or move.kind == lens]

    def marks(self, lens: str = "") -> list[int]:
        """The fields where something is possible."""
        return [cell for cell in self.by_field if self.moves_on(cell, lens)]

    def outcome(self, move: Move) -> Outcome:
        """The outcome of a move that is possible now."""
        found = self._outcomes.get(move)
        if found is None:
            found = self._outcomes[move] = outcome(self.shown.position, move, self.facts)
        return found

    def meant(self, cell: int, lens: str = "") -> Move:
        """The impossible move that a click on this field probably meant."""
        facts = self.facts
        if facts.step == "noble":
            return Move("baron", (cell,))
        if facts.step == "crest":
            return Move("crest", (cell,))
        if facts.step == "found":
            return Move("castle", (cell,))
        if facts.step == "keep" and cell in facts.building_at:
            return Move("keep", (facts.building_at[cell].crest,))
        if lens == "play-tower":
            return Move("play-tower", (cell,))
        if cell in facts.noble_at and facts.noble_at[cell].seat == self.shown.viewer:
            return Move("withdraw", (cell,))
        return Move("play", (cell,))

    def choices(self) -> list[Choice]:
        """The answers to a question, and passing."""
        moves = [move for move in self.shown.moves if move.kind in self.buttons]
        return [Choice(move, self.answer(move), self.outcome(move).net) for move in moves]

    # -- texts ------------------------------------------------------------------------------------------------

    def said(self, key: str, **values: Value) -> str:
        """A sentence of the catalogue with the players' names."""
        return self._catalogue.text(message(key, **values), self.shown.names)

    def crest(self, crest: int) -> str:
        """A castle's name."""
        return self._catalogue.text(f"{self._game}.crest.{crest}")

    def place(self, cell: int) -> str:
        """The name of a field."""
        return self.said("table.loop.field", cell=cell)

    def field(self, cell: int) -> str:
        """A description of a field and the pieces on it, in full sentences."""
        building, place = self.facts.building_at.get(cell), self.place(cell)
        if building is None:
            return self.said("table.loop.field.free", place=place)
        key = f"table.loop.field.{'castle' if building.crest else 'villa'}"
        crest = self.crest(building.crest)
        said = self.said(key, place=place, level=self.facts.level(cell), crest=crest, value=building.value)
        return f"{said} {self.noble(cell)}" if cell in self.facts.noble_at else said

    def about(self, cell: int) -> list[str]:
        """The same in short lines."""
        building = self.facts.building_at.get(cell)
        if building is None:
            return [self.said("table.loop.hint.free")]
        key = f"table.loop.hint.{'castle' if building.crest else 'villa'}"
        line = self.said(key, level=self.facts.level(cell), crest=self.crest(building.crest), value=building.value)
        return [line, self.noble(cell)] if cell in self.facts.noble_at else [line]

    def noble(self, cell: int) -> str:
        """The owner of the noble on a field, and the noble's worth."""
        noble = self.facts.noble_at[cell]
        rank = self._catalogue.text(f"{self._game}.rank.{noble.rank}")
        return self.said("table.loop.field.noble", rank=rank, seat=noble.seat, real=noble.rank * self.facts.value(cell))

    def move(self, move: Move) -> str:
        """The name of a move."""
        if move.kind == "castle":
            return self._catalogue.text(self.answer(move))
        number, other = (*move.args, 0, 0)[:2]
        return self.said(f"{self._game}.move.{move.kind}", number=number, other=other)

    def answer(self, move: Move) -> Message:
        """The label of a move's button."""
        if move.kind == "castle":
            first, middle, last = self.fields_of(move)
            return message("table.loop.move.castle", first=first, middle=middle, last=last)
        number, other = (*move.args, 0, 0)[:2]
        if move.kind == "keep":
            return message("table.loop.move.keep", number=number)
        names = self.spots.name
        return message(f"table.loop.move.{move.kind}", number=names(number), other=names(other))

    def deed(self, move: Move) -> tuple[str, str, list[str]]:
        """A move's name, its money, and its other effects."""
        done = self.outcome(move)
        return self.move(move), done.net, [self._catalogue.text(event, self.shown.names) for event in done.told]

    def deed_sentence(self, move: Move) -> str:
        """A move's name and its money as a sentence."""
        name, net, _ = self.deed(move)
        return f"{name}: {net}." if net else f"{name}."

    def share(self, noble: Noble) -> int:
        """The multiple of its castle's value that a noble would be paid."""
        return noble.rank

    def shared(self, seat: int, share: int, castle: Building) -> str:
        """A sentence about the worth of a seat's nobles in a castle."""
        return self.said("table.loop.castle.share", seat=seat, real=share * castle.value)

    def house(self, building: Building) -> Message:
        """The building whose nobles the scoring counts."""
        if not building.crest:
            return message("table.loop.scoring.villa", place=self.place(building.cells[0]), value=building.value)
        return message("table.loop.scoring.castle", crest=self.crest(building.crest), value=building.value)

    def castles(self) -> list[Castle]:
        """The castles, the most valuable first, with the players who have nobles there."""
        lines = []
        for crest, castle in self.facts.castles.items():
            shares: dict[int, int] = {}
            for cell in castle.cells:
                noble = self.facts.noble_at.get(cell)
                if noble is not None:
                    shares[noble.seat] = shares.get(noble.seat, 0) + self.share(noble)
            ordered = tuple(sorted(shares.items(), key=lambda share: (-share[1], share[0])))
            name = self.crest(crest)
            sentences = [self.said("table.loop.castle", crest=name, value=castle.value)]
            for seat, share in ordered:
                sentences.append(self.shared(seat, share, castle))
            lines.append(Castle(crest, name, castle.value, castle.cells[0], ordered, " ".join(sentences)))
        return sorted(lines, key=lambda line: (-line.value, line.crest))
