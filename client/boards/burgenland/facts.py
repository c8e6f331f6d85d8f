"""The facts of a position of :mod:`rules.burgenland`, with names, for the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from rules.contract import Facts, Move, parse_move

PIECE_NAMES = ("", "wall", "house", "palace", "well")
"""The drawing of each piece, by its number."""

WALL, HOUSE, PALACE, WELL = 1, 2, 3, 4

PIECES: Mapping[str, int] = {
    "wall": WALL,
    "house": HOUSE,
    "palace": PALACE,
    "lawless-house": HOUSE,
    "lawless-palace": PALACE,
}
"""Moves that build on a square of a small castle, and the pieces that they build."""

SQUARES = 3
"""The number of printed squares of a castle; a fourth one is an extra plot."""


def colour_of(face: int) -> int:
    """The colour (1..8) of a heraldic card's face."""
    return (face - 1) // 3 + 1


def coins_of(face: int) -> int:
    """The coins (1..3) on a heraldic card's face."""
    return (face - 1) % 3 + 1


@dataclass(frozen=True)
class Crossing:
    """A crossing of the roads: its place on the grid of the data file, and the colour of its border stone (0: none yet)."""

    column: int
    row: int
    colour: int


@dataclass(frozen=True)
class Castle:
    """A small castle: the crossings it lies between, (reward, piece) for its squares, and whether its well is built."""

    ends: tuple[int, int]
    squares: tuple[tuple[str, int], ...]
    well: bool

    @property
    def plot(self) -> bool:
        """Whether the castle has an extra plot."""
        return len(self.squares) > SQUARES


@dataclass(frozen=True)
class Player:
    """One seat: walls, houses, palaces and wells still to build (-1 where hidden), and what it holds.

    ``hand`` has (slot, face) for each heraldic card, ``tiles`` likewise for ?-tiles; an unknown face is 0.
    """

    pieces: tuple[int, ...]
    jokers: int
    swaps: int
    hand: tuple[tuple[int, int], ...]
    tiles: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Payment:
    """A payment under way: what for, how much of which kind is due, and what has been paid.

    ``kind`` is ``permission``, ``coins``, ``same`` or ``different``; ``faces`` and ``jokers`` count towards this price.
    """

    move: Move
    kind: str
    amount: int
    colours: tuple[int, ...]
    faces: tuple[int, ...]
    jokers: int

    @property
    def left(self) -> int:
        """The cards, or coins, still to be paid."""
        if self.kind == "coins":
            return self.amount - sum(map(coins_of, self.faces))
        return self.amount - len(self.faces) - self.jokers


@dataclass(frozen=True)
class BurgenlandFacts:
    """A position; see :mod:`rules.burgenland` for the meaning of each field."""

    step: str
    active: int
    acted: bool
    round: int
    crossings: tuple[Crossing, ...]
    castles: tuple[Castle, ...]
    around: tuple[int, ...]
    large: tuple[int, ...]
    marker: int
    marks: tuple[int, ...]
    covered: int
    builder: int
    pile: int
    discards: int
    jokers: int
    swaps: int
    tiles: int
    players: tuple[Player, ...]
    payment: Payment | None

    def castle(self, number: int) -> Castle:
        """A castle by its number."""
        return self.castles[number - 1]

    def stones(self, castle: int) -> tuple[int, int]:
        """The colours of the two border stones beside a castle."""
        one, other = self.castle(castle).ends
        return self.crossings[one - 1].colour, self.crossings[other - 1].colour


def read_facts(facts: Facts) -> BurgenlandFacts:
    """The facts of a position of Burgenland."""
    data = cast(dict[str, Any], facts)
    return BurgenlandFacts(
        step=data["step"],
        active=data["active"],
        acted=data["acted"],
        round=data["round"],
        crossings=tuple(Crossing(*entry) for entry in data["crossings"]),
        castles=tuple(
            Castle(
                (entry["between"][0], entry["between"][1]),
                tuple((reward, piece) for reward, piece in entry["squares"]),
                bool(entry["well"]),
            )
            for entry in data["castles"]
        ),
        around=tuple(data["large"]["around"]),
        large=tuple(data["large"]["pieces"]),
        marker=data["marker"],
        marks=tuple(data["marks"]),
        covered=data["covered"],
        builder=data["builders"][0] if data["builders"] else 0,
        pile=data["pile"],
        discards=len(data["discards"]),
        jokers=data["jokers"],
        swaps=data["swaps"],
        tiles=data["tiles"],
        players=tuple(
            Player(
                tuple(entry["pieces"]),
                entry["jokers"],
                entry["swaps"],
                tuple((slot, face) for slot, face, _ in entry["hand"]),
                tuple((slot, face) for slot, face in entry["tiles"]),
            )
            for entry in data["players"]
        ),
        payment=_payment(data["payment"]) if data["payment"] else None,
    )


def _payment(entry: dict[str, Any]) -> Payment:
    kind, amount, *colours = entry["prices"][0]
    return Payment(
        parse_move(entry["move"]), kind, amount, tuple(colours), tuple(face for _, face in entry["cards"]), entry["jokers"]
    )
