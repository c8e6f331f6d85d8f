"""The facts of a position of Torres, as the view needs them (see :mod:`rules.torres`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SIDE = 8
"""The number of squares along a side of the board."""


@dataclass(frozen=True)
class Castle:
    """A castle: its cells, its highest tower, whether the king is in it, and each seat's highest level there."""

    cells: tuple[int, ...]
    highest: int
    king: bool
    standing: tuple[tuple[int, int], ...]

    @property
    def area(self) -> int:
        """How many squares it covers."""
        return len(self.cells)


@dataclass(frozen=True)
class Card:
    """An action card: its slot and its face, 0 if sealed."""

    slot: int
    face: int


@dataclass(frozen=True)
class Player:
    """A player's possessions; ``jump`` is how many points of the outlook come from skipping other players' totals."""

    points: int
    outlook: int
    jump: int
    knights: int
    stacks: tuple[int, ...]
    hand: tuple[Card, ...]
    deck: int


@dataclass(frozen=True)
class TorresFacts:
    """A position. Cells are 0 to 63, row by row from the top left.

    Attributes:
        seats, turn, step, card, phase, round, rounds, action_points: as in the facts; ``turn`` is -1 for nobody.
        opened: the blocks left on the stack opened this turn, -1 for none.
        levels: by cell.
        castles: by lowest cell; ``castle_at``: the castle of a cell.
        knight_at: the seat of the knight on a cell.
        king: the king's cell, -1 if he is not on the board.
        master: the master card, 0 for none.
        looking: the cards being looked at; ``fresh``: the slots of those bought this turn.
        players: by seat.
        starts: the cells on which the castles begin; empty if the players found them, or if nobody asks.
    """

    seats: int
    turn: int
    step: str
    card: int
    phase: int
    round: int
    rounds: tuple[int, ...]
    action_points: int
    opened: int
    levels: tuple[int, ...]
    castles: tuple[Castle, ...]
    castle_at: Mapping[int, Castle]
    knight_at: Mapping[int, int]
    king: int
    master: int
    supply: int
    looking: tuple[Card, ...]
    fresh: frozenset[int]
    players: tuple[Player, ...]
    starts: tuple[int, ...] = ()


def _cards(found: list[list[int]]) -> tuple[Card, ...]:
    return tuple(Card(card[0], card[1]) for card in found)


def read_facts(facts: Mapping[str, Any], starts: tuple[int, ...] = ()) -> TorresFacts:
    """The facts of a position; ``starts`` are the cells on which its castles began."""
    castles = tuple(
        Castle(
            tuple(castle["cells"]),
            castle["highest"],
            castle["king"],
            tuple((seat, level) for seat, level in castle["standing"]),
        )
        for castle in facts["castles"]
    )
    common = len(facts["deck"])
    players = tuple(
        Player(
            player["points"],
            player["outlook"],
            sum(line[1] for line in facts["outlook"] if line[0] == seat and line[2] == "jump"),
            player["knights"],
            tuple(player["stacks"]),
            _cards(player["hand"]),
            len(player["deck"]) or common,
        )
        for seat, player in enumerate(facts["players"])
    )
    return TorresFacts(
        seats=facts["seats"],
        turn=facts["turn"],
        step=facts["step"],
        card=facts["card"],
        phase=facts["phase"],
        round=facts["round"],
        rounds=tuple(facts["rounds"]) if isinstance(facts["rounds"], list) else (facts["rounds"],),
        action_points=facts["ap"],
        opened=facts["opened"],
        levels=tuple(facts["levels"]),
        castles=castles,
        castle_at={cell: castle for castle in castles for cell in castle.cells},
        knight_at=dict(facts["knights"]),
        king=facts["king"],
        master=facts["master"],
        supply=facts["supply"],
        looking=_cards(facts["looking"]),
        fresh=frozenset(facts["fresh"]),
        players=players,
        starts=starts,
    )
