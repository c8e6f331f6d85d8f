"""Games of Torres in which a player earns a master card, as random play almost never does.

Seat 0 plans each of its turns so that its knights come nearer to what the card wants; the others stay out of its way. The card
*different levels* wants more than that: a staircase that is built over several turns.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from rules.contract import Move, State
from rules.torres.grid import BESIDE, DIAGONALS, EDGE, LINES, cells_of, grown
from rules.torres.land import Land
from rules.torres.legality import KNIGHT_CARDS
from rules.torres.position import CARD, MAIN
from rules.torres.state import TorresState
from rules.torres.terms import CASTLES, DIFFERENT, MASTER_CARDS, NEIGHBOURS, ROW, SAME, SQUARE
from rules.torres.terms import DIAGONALS as DIAGONALS_CARD
from rules.torres.terms import EDGE as EDGE_CARD
from tests.contract.settings import Setting
from tests.contract.table import Choose

HERO = 0
WIDTH = 12
"""Positions of each length that a plan follows."""

FAR = 20


def games_wanted() -> Iterator[tuple[str, Setting]]:
    """The name of each master card, and the set-up of a game in which it pays."""
    for number, name in enumerate(MASTER_CARDS):
        seats = 2 if number + 1 in (DIFFERENT, CASTLES) else 2 + number % 3
        yield name, Setting("torres", seats, (("mode", "master"),))


def reached(name: str, state: State) -> bool:
    """Whether a finished game shows its aim: the card paid the hero every time that it can."""
    assert isinstance(state, TorresState)
    times = sum(points > 0 for points in state.terms.box.master[state.master])
    return sum(line.seat == HERO and line.reason.kind == name for line in state.score_trace()) == times


def is_about(name: str, state: State) -> bool:
    """Whether this master card lies open; if not, the game is not worth playing on."""
    assert isinstance(state, TorresState)
    return not state.master or MASTER_CARDS[state.master - 1] == name


def style(name: str, chance: random.Random) -> Choose:
    """How each seat plays to earn the hero this card."""
    card = MASTER_CARDS.index(name) + 1
    hero: Choose = Stairs() if card == DIFFERENT else Planned(NEARNESS[card])

    def choose(state: State, moves: list[Move]) -> Move:
        assert isinstance(state, TorresState)
        if state.seat == HERO:
            return hero(state, moves)
        return bystander(state, moves, chance)

    return choose


def bystander(state: TorresState, moves: list[Move], chance: random.Random) -> Move:
    """Stays out of the way: a block or a knight now and then in the first year, else a step on the track or nothing."""
    kinds = ("insert", "block", "move") if state.phase == 1 and chance.random() < 0.3 else ("step",)
    wanted = [move for move in moves if move.kind in kinds] if chance.random() < 0.5 else []
    ends = [move for move in moves if move.kind == "end"]
    return chance.choice(wanted or ends or moves)


# -- one turn at a time ------------------------------------------------------------------------------------------------


class Planned:
    """Follows the turn that brings the knights nearest to the goal."""

    def __init__(self, nearness: Callable[[TorresState], int]) -> None:
        self.nearness = nearness
        self.plan: list[Move] = []

    def __call__(self, state: State, moves: list[Move]) -> Move:
        assert isinstance(state, TorresState)
        if state.stage != MAIN:
            return self.plan.pop(0) if self.plan else moves[-1]
        if not self.plan:
            self.plan = self.turn(state)
        return self.plan.pop(0)

    def turn(self, state: TorresState) -> list[Move]:
        """The moves from here to the end of the turn."""
        best, best_moves = self.nearness(state), (Move("end"),)
        lines: list[tuple[TorresState, tuple[Move, ...]]] = [(state, ())]
        while lines:
            longer: dict[object, tuple[int, TorresState, tuple[Move, ...]]] = {}
            for before, played in lines:
                for after, moves in steps(before, played):
                    near = self.nearness(after)
                    if near > best:
                        best, best_moves = near, (*moves, Move("end")) if after.stage == MAIN else moves
                    if after.stage == MAIN and after.seat == HERO:
                        longer.setdefault((tuple(after.land.knights[HERO]), after.ap), (near, after, moves))
            ranked = sorted(longer.values(), key=lambda line: -line[0])[:WIDTH]
            lines = [(after, moves) for _, after, moves in ranked]
        return list(best_moves)


def steps(state: TorresState, played: tuple[Move, ...]) -> Iterator[tuple[TorresState, tuple[Move, ...]]]:
    """The next steps of the hero's knights, with an action point or a card."""
    for move in state.moves():
        if move.kind in ("move", "insert"):
            after = state.copy()
            after.play(move)
            yield after, (*played, move)
        elif move.kind == "card" and move.args[0] in KNIGHT_CARDS:
            asked = state.copy()
            asked.play(move)
            if asked.stage == CARD:
                for walk in asked.moves():
                    after = asked.copy()
                    after.play(walk)
                    yield after, (*played, move, walk)


def steps_to(land: Land, start: int, goals: int) -> int:
    """Squares between a cell and the nearest of the goals, whatever stands there."""
    reach, count = 1 << start, 0
    while not reach & goals:
        if count == FAR:
            return FAR
        for cell in cells_of(reach):
            reach |= BESIDE[cell]
        count += 1
    return count


def on_cells(goals: int) -> Callable[[TorresState], int]:
    """Knights on these cells, and the others on their way there."""

    def near(state: TorresState) -> int:
        land, mask = state.land, state.land.mask_of_knights(HERO)
        open_goals = goals & ~land.taken
        away = sum(steps_to(land, cell, open_goals) for cell in land.knights[HERO] if not goals >> cell & 1)
        return 100 * (mask & goals).bit_count() + 20 * mask.bit_count() - away

    return near


def same_level(state: TorresState) -> int:
    """Knights on the ground."""
    levels = [state.land.levels[cell] for cell in state.land.knights[HERO]]
    return 100 * levels.count(0) - sum(levels)


def in_one_line(state: TorresState) -> int:
    """Knights on the best line, and the others on their way there."""
    land, mask = state.land, state.land.mask_of_knights(HERO)

    def along(line: int) -> int:
        goals = line & ~land.taken
        away = sum(steps_to(land, cell, goals) for cell in cells_of(mask & ~line))
        return 100 * (mask & line).bit_count() - away

    return max(along(line) for line in LINES if line.bit_count() >= 6) + 40 * mask.bit_count()


def square(state: TorresState) -> int:
    """Corners of the best square."""
    mask = state.land.mask_of_knights(HERO)
    return max((mask & corners).bit_count() for corners in state.terms.squares) * 100 + mask.bit_count()


def side_by_side(state: TorresState) -> int:
    """Knights in the largest group."""
    mask = state.land.mask_of_knights(HERO)
    return max(grown(1 << cell, mask).bit_count() for cell in cells_of(mask)) * 100 + mask.bit_count()


def in_castles(state: TorresState) -> int:
    """Different castles up to the number wanted, nobody on the ground; no knight beyond that number is inserted."""
    land = state.land
    wanted = state.terms.box.castles_wanted[state.phase - 1]
    held = {land.castle_at[cell] for cell in land.knights[HERO]} - {0}
    free = land.above[0] & ~land.taken
    for number in held:
        free &= ~land.castles[number]
    first: set[int] = set()
    away = 0
    for cell in land.knights[HERO]:
        castle = land.castle_at[cell]
        if not castle or castle in first:
            away += 3 + steps_to(land, cell, free)
        first.add(castle)
    count = len(land.knights[HERO])
    return 100 * min(len(held), wanted) + 60 * min(count, wanted) - 300 * max(0, count - wanted) - 5 * away


NEARNESS = {
    SAME: same_level,
    ROW: in_one_line,
    SQUARE: square,
    EDGE_CARD: on_cells(EDGE),
    CASTLES: in_castles,
    DIAGONALS_CARD: on_cells(DIAGONALS),
    NEIGHBOURS: side_by_side,
}

# -- all levels from the ground to the fifth ---------------------------------------------------------------------------


class Stairs:
    """Builds five steps from its first knight on, climbs them, and inserts a knight on every step on the way down."""

    def __init__(self) -> None:
        self.path: tuple[int, ...] = ()

    def __call__(self, state: State, moves: list[Move]) -> Move:
        assert isinstance(state, TorresState)
        if state.stage == "place":
            return max(moves, key=lambda move: len(stairs(state.land, move.args[0])))
        if state.stage != MAIN:
            return moves[0]
        self.path = self.path or stairs(state.land, state.land.knights[HERO][0])
        if not self.path:
            return moves[-1]
        return next(move for move in self.wishes(state) if move in moves)

    def wishes(self, state: TorresState) -> Iterator[Move]:
        """The next moves, best first."""
        land = state.land
        ground, *path = self.path
        unfinished = [cell for level, cell in enumerate(path, 1) if land.levels[cell] < level]
        for cell in sorted(unfinished, key=land.levels.__getitem__):
            yield Move("block", (cell,))
        if not unfinished:
            knights = land.knights[HERO]
            if len(knights) == 1 and knights[0] != path[-1]:
                yield Move("move", (knights[0], path[path.index(knights[0]) + 1]))
            elif path[-1] in knights:
                for cell in (*reversed(path), ground):
                    yield Move("insert", (cell,))
        yield Move("end")


def stairs(land: Land, start: int) -> tuple[int, ...]:
    """A square of ground and five steps from ``start`` on, touching no other castle; empty if there is no room."""
    castle = land.castle_at[start]
    others = land.above[0] & ~land.castles[castle]
    room = ~others
    for cell in cells_of(others):
        room &= ~BESIDE[cell]

    def longer(path: tuple[int, ...]) -> tuple[int, ...]:
        if len(path) == 5:
            grounds = [cell for cell in cells_of(BESIDE[start] & ~land.above[0]) if cell not in path]
            return (grounds[0], *path) if grounds else ()
        for cell in cells_of(BESIDE[path[-1]] & room & ~land.above[0]):
            if cell not in path and not any(BESIDE[cell] >> other & 1 for other in path[:-1]):
                found = longer((*path, cell))
                if found:
                    return found
        return ()

    return longer((start,))
