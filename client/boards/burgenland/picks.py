"""The cards that a player has picked before naming a purchase."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract import Move


@dataclass(frozen=True)
class Picks:
    """Picked cards, or a tile that narrows what a click on the map means.

    Attributes:
        slots: the picked cards; ``jokers``: the number of picked jokers.
        rows: what exactly these cards buy, each a move and its payments.
        lens: the beginning of the moves to which a tile narrows the marks, or empty.
        crossing: the first of two crossings whose stones to swap, or 0.
    """

    slots: frozenset[int] = frozenset()
    jokers: int = 0
    rows: tuple[tuple[Move, ...], ...] = ()
    lens: str = ""
    crossing: int = 0

    @property
    def cards(self) -> int:
        """How many cards and jokers are picked."""
        return len(self.slots) + self.jokers

    def row_of(self, move: Move) -> tuple[Move, ...] | None:
        """The move with its payments, if exactly these cards buy it."""
        return next((row for row in self.rows if row[0] == move), None)


NOTHING = Picks()
