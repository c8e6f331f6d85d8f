"""Explanations for a screen: how a knight reaches a square, how high a tower may grow, what a master card pays for.

Nothing here decides what is legal; all of it is worked out from the board, as the moves are.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.message import Message, message
from rules.torres.grid import BESIDE, cells_of
from rules.torres.land import SINKING, STOREY, Land
from rules.torres.state import TorresState
from rules.torres.terms import CASTLES, THROUGH_GATES

Route = tuple[int, ...]
"""The cells a knight passes with one move, from where it stands to where it comes out, those inside a castle included."""


class Way(NamedTuple):
    """How a knight gets to a cell with the fewest action points.

    Attributes:
        cost: the action points.
        routes: one route for each move.
    """

    cost: int
    routes: tuple[Route, ...]


class Height(NamedTuple):
    """How high can be built on a cell.

    Attributes:
        level: the level there now.
        area: how high the tower may grow: the area of its castle (that a block here would extend), 0 where there is none.
        said: a sentence about it.
        refusal: why no block can be placed there by the block action, action points and stacks aside; None if one can.
    """

    level: int
    area: int
    said: Message
    refusal: Message | None


def reach(state: TorresState, cell: int, points: int) -> dict[int, Way]:
    """The cells that the knight on a cell can reach with this many action points, nearest first."""
    land = state.land.copy()
    land.taken &= ~(1 << cell)
    price = state.terms.box.move
    ways = {cell: Way(0, ())}
    edge = [cell]
    while edge and points >= price:
        points -= price
        found: list[int] = []
        for start in edge:
            for target in cells_of(land.goes(start)):
                if target not in ways:
                    before = ways[start]
                    ways[target] = Way(before.cost + price, (*before.routes, route(land, start, target)))
                    found.append(target)
        edge = found
    del ways[cell]
    return ways


def route(land: Land, cell: int, target: int, card: int = 0) -> Route:
    """The cells that a knight passes with one legal move, or with the gates card (``card`` is 0 or a walking card)."""
    level = land.levels[cell]
    if card not in (0, THROUGH_GATES) or (not card and BESIDE[cell] >> target & 1 and land.levels[target] <= level + 1):
        return cell, target
    storey = land.walking in (SINKING, STOREY) and card != THROUGH_GATES
    doors = BESIDE[target] & land.above[land.levels[target]]
    edge: list[tuple[Route, int]] = [((cell, gate), level) for gate in cells_of(BESIDE[cell] & land.above[level])]
    seen = {(passed[-1], at) for passed, at in edge}
    while edge:
        passed, at = edge.pop(0)
        here = passed[-1]
        if doors >> here & 1 and (not storey or land.walking == STOREY or at == land.levels[target]):
            return *passed, target
        inside = land.castles[land.castle_at[here]] & BESIDE[here]
        steps = [((*passed, other), at) for other in cells_of(inside & land.above[at] if storey else inside)]
        if storey and land.walking == SINKING and at:
            steps.append((passed, at - 1))
        for step in steps:
            if (step[0][-1], step[1]) not in seen:
                seen.add((step[0][-1], step[1]))
                edge.append(step)
    return cell, target


def height(state: TorresState, cell: int) -> Height:
    """How high can be built on a cell, and why no higher."""
    land = state.land
    level = land.levels[cell]
    if level:
        area = land.area(cell)
        said = message("torres.limit.tower", level=level, area=area)
    else:
        near = land.around(cell)
        area = 1 + sum(land.castles[number].bit_count() for number in near) if near else 0
        said = message("torres.limit.ground", area=area) if near else message("torres.limit.apart")
    return Height(level, area, said, state.building_refusal(cell))


def master_card(state: TorresState) -> Message | None:
    """The sentence about the master card, or None when there is none."""
    card = state.master
    if not card:
        return None
    box = state.terms.box
    points = [points for points in box.master[card] if points]
    return message(
        f"torres.master.{card}.about",
        points=", ".join(map(str, points)),
        castles=", ".join(map(str, box.castles_wanted)) if card == CASTLES else "",
    )
