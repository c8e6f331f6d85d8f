"""The facts of a position on the loop board, by name, as the drawings need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from rules.contract import Facts


@dataclass(frozen=True)
class Building:
    """A castle (``crest`` 1 to 8) or a villa (0) with its fields, lowest first, and its value in Real."""

    cells: tuple[int, ...]
    value: int
    crest: int


@dataclass(frozen=True)
class Noble:
    """A noble on the board: rank 1 is a baron, 2 a grande."""

    cell: int
    seat: int
    rank: int


@dataclass(frozen=True)
class Bridge:
    """A bridge over three cells at ``level``; ``under`` is the height of the middle cell below it."""

    first: int
    middle: int
    last: int
    level: int
    under: int

    @property
    def cells(self) -> tuple[int, int, int]:
        """The cells it lies on, from one end to the other."""
        return self.first, self.middle, self.last


@dataclass(frozen=True)
class Player:
    """A player's possessions, as far as this copy knows them: hidden money is -1, a sealed card's face is 0.

    Attributes:
        hand: slot and face of each construction card, by slot.
        towers: tower cards in hand.
        barons, grandes: nobles in supply.
    """

    money: int
    barons: int
    grandes: int
    towers: int
    hand: tuple[tuple[int, int], ...]
    passed: bool
    out: bool

    @property
    def cards(self) -> list[int]:
        """The known faces in hand, sorted."""
        return sorted(face for _, face in self.hand if face)


@dataclass(frozen=True)
class LoopFacts:
    """A position. ``levels`` has the level of cell 1 at index 0; ``turn`` is -1 when nobody is to move.

    In a game with bridges, ``levels`` continues beyond the numbered fields, and ``air`` lists the hollow levels. ``places``
    counts the fields built this turn that may take a noble, ``places_left`` the nobles that may still be placed on them.
    """

    turn: int
    step: str
    card: int
    round: int
    levels: tuple[int, ...]
    stones: tuple[int, ...]
    buildings: tuple[Building, ...]
    nobles: tuple[Noble, ...]
    blocks: int
    founding_stones: int
    towers: int
    market: tuple[int, ...]
    pile: int
    players: tuple[Player, ...]
    bridges: tuple[Bridge, ...] = ()
    bridges_left: int = 0
    places: int = 0
    places_left: int = 0

    @property
    def built(self) -> tuple[object, ...]:
        """The pieces on the board; equal for positions that look alike."""
        return self.levels, self.stones, self.buildings, self.nobles, self.bridges

    @cached_property
    def building_at(self) -> dict[int, Building]:
        """The building on each built field."""
        return {cell: building for building in self.buildings for cell in building.cells}

    @cached_property
    def noble_at(self) -> dict[int, Noble]:
        """The noble on each field that has one."""
        return {noble.cell: noble for noble in self.nobles}

    @cached_property
    def castles(self) -> dict[int, Building]:
        """The castles by crest."""
        return {building.crest: building for building in self.buildings if building.crest}

    @cached_property
    def bridge_at(self) -> dict[tuple[int, int], Bridge]:
        """The bridge that fills a cell's level."""
        return {(cell, bridge.level): bridge for bridge in self.bridges for cell in bridge.cells}

    @cached_property
    def air(self) -> frozenset[tuple[int, int]]:
        """The hollow levels of cells: those between a bridge and what is under its middle."""
        return frozenset((bridge.middle, level) for bridge in self.bridges for level in range(bridge.under + 1, bridge.level))

    def level(self, cell: int) -> int:
        """How many levels a cell has."""
        return self.levels[cell - 1]

    def value(self, cell: int) -> int:
        """The value of the building on a field; 0 if there is none."""
        found = self.building_at.get(cell)
        return found.value if found else 0


def read_facts(facts: Facts) -> LoopFacts:
    """The ``State.facts()`` of a game on the loop board."""
    data = cast(dict[str, Any], facts)

    def numbers(name: str) -> tuple[int, ...]:
        return tuple(cast(Sequence[int], data[name]))

    return LoopFacts(
        turn=data["turn"],
        step=data["step"],
        card=data["card"],
        round=data["round"],
        levels=numbers("levels"),
        stones=numbers("stones"),
        buildings=tuple(Building(tuple(entry["cells"]), entry["value"], entry["crest"]) for entry in data["buildings"]),
        nobles=tuple(Noble(*entry) for entry in data["nobles"]),
        blocks=data["blocks"],
        founding_stones=data["founding_stones"],
        towers=data["towers"],
        market=numbers("market"),
        pile=data["pile"],
        players=tuple(
            Player(
                money=entry["money"],
                barons=entry["barons"],
                grandes=entry["grandes"],
                towers=entry["towers"],
                hand=tuple((slot, face) for slot, face in entry["hand"]),
                passed=entry["passed"],
                out=entry["out"],
            )
            for entry in data["players"]
        ),
        bridges=tuple(Bridge(*entry) for entry in data.get("bridges", ())),
        bridges_left=data.get("bridges_left", 0),
        places=len(data["places"]),
        places_left=data["places_left"],
    )
