"""The value of a position to a seat, in tenths of a point, for bots that look no further than their own turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.contract import SEALED
from rules.torres.grid import BESIDE, cells_of
from rules.torres.land import Land
from rules.torres.position import OVER
from rules.torres.scoring import castle_points, highest, king_points, master_lines
from rules.torres.state import TorresState
from rules.torres.terms import CLIMB, DIAGONAL, EXTRA, LEAP, MOVE_BLOCK, PHASES, RELOCATE, SEVEN, SIX, THROUGH_GATES, UNDER

POINT: Final = 10

CASTLES_AHEAD: Final = (0, 28, 20, 10)
"""By phase, what a point in a castle now is worth: it is scored again after every later year."""

AHEAD: Final = (10, 8, 6, 4)
"""The value of a point of the king's bonus or the master card, with this many more turns before the scoring."""

CLIMB_AHEAD: Final = 4
"""Tenths of the gain by a step up that is open to a knight, for each castle point."""

KNIGHT: Final = 12
"""A knight on the board, wherever it is."""

CARD_WORTH: Final = {
    CLIMB: 55, UNDER: 70, EXTRA: 40, THROUGH_GATES: 70, DIAGONAL: 45,
    SIX: 40, SEVEN: 75, MOVE_BLOCK: 45, RELOCATE: 50, LEAP: 35,
}  # fmt: skip
"""The value of an action card in the hand while there are turns to play it."""

SEALED_CARD: Final = 40


def turns_left(state: TorresState, seat: int) -> int:
    """The turns that the seat has left in this phase after the one it is in."""
    return len(state.stacks[seat]) - (state.seat == seat and state.opened < 0)


def turns_ahead(state: TorresState, seat: int) -> int:
    """The turns that the seat has left in the game after the one it is in."""
    return turns_left(state, seat) + sum(state.terms.rounds[state.phase :])


def worth(state: TorresState, seat: int, phase: int) -> int:
    """The seat's prospects less those of the others; ``phase`` is the phase in which it began to think."""
    totals = [prospects(state, other, phase) for other in range(state.seats)]
    if state.master and state.stage != OVER:
        for line in master_lines(state.master, state.land, state.phase, state.terms):
            totals[line.seat] += line.points * AHEAD[min(turns_left(state, line.seat), 3)]
    return _lead(totals, seat)


def _lead(totals: list[int], seat: int) -> int:
    """What a seat has beyond the others; the strongest of them counts twice."""
    own = totals.pop(seat)
    return own - (max(totals) + sum(totals) // len(totals)) // 2


def prospects(state: TorresState, seat: int, phase: int) -> int:
    """The present and expected points of a seat, the master card aside."""
    land = state.land
    total = POINT * state.points[seat]
    scored = state.phase != phase or state.stage == OVER
    ahead = CASTLES_AHEAD[phase] - (POINT if scored else 0)
    total += ahead * castle_points(land, seat)
    if state.stage == OVER:
        return total
    left = turns_left(state, seat)
    total += king_points(land, seat, state.phase, state.terms) * AHEAD[min(left, 3)]
    if left or state.phase < PHASES:
        total += KNIGHT * len(land.knights[seat]) + hand_worth(state, seat, turns_ahead(state, seat))
        total += _climbs(land, seat) * ahead * CLIMB_AHEAD // 10
    return total


def _climbs(land: Land, seat: int) -> int:
    """The points that open steps up would add to the knights' castles."""
    best: dict[int, int] = {}
    for cell in land.knights[seat]:
        level = land.levels[cell]
        steps = BESIDE[cell] & land.above[level] & ~land.above[level + 1] & ~land.taken
        if steps:
            castle = land.castle_at[steps.bit_length() - 1]
            if level >= best.get(castle, 0):
                best[castle] = level
    tops: dict[int, int] = {}
    for cell in land.knights[seat]:
        castle = land.castle_at[cell]
        if land.levels[cell] > tops.get(castle, 0):
            tops[castle] = land.levels[cell]
    return sum(max(0, level + 1 - tops.get(castle, 0)) * land.castles[castle].bit_count() for castle, level in best.items())


class Forecast(NamedTuple):
    """What a player expects of the rest of the game, by year; the first number of each tuple is not used.

    Attributes:
        knights: tenths of a point for a knight on the board.
        entries: tenths of a point for each field of a castle that a knight of the seat on the ground can step into.
        hand: how much of what cards in the hand are worth counts, in percent.
    """

    knights: tuple[int, int, int, int]
    entries: tuple[int, int, int, int]
    hand: int


def forecast(state: TorresState, seat: int, phase: int, going: bool, expected: Forecast) -> int:
    """The seat's prospects less those of the others, seen from the end of a turn of the seat.

    A turn may end by itself, and a year with it. Then :func:`worth` counts a turn less for the seat that comes next, and
    it counts the king of the next year. So it misjudges a turn that has ended beside one with a point left.

    Args:
        state: a position in the turn, or right after it.
        seat: whose turn it is or was.
        phase: the year of that turn.
        going: whether the position still belongs to it.
        expected: what the rest of the game may bring.
    """
    land, terms = state.land, state.terms
    scored = state.phase != phase or state.stage == OVER
    ahead = CASTLES_AHEAD[phase]
    left = [0 if scored else len(stacks) for stacks in state.stacks]
    if going and state.opened < 0:
        left[seat] -= 1
    totals: list[int] = []
    for other in range(state.seats):
        total = POINT * state.points[other] + (ahead - POINT if scored else ahead) * castle_points(land, other)
        if not scored:
            total += king_points(land, other, phase, terms) * AHEAD[min(left[other], 3)]
        if left[other] or phase < PHASES:
            steps, entries = _steps(land, other)
            total += steps * ahead * CLIMB_AHEAD // 10 + entries * expected.entries[phase]
            total += expected.knights[phase] * len(land.knights[other])
            total += hand_worth(state, other, left[other] + sum(terms.rounds[phase:])) * expected.hand // 100
        totals.append(total)
    if state.master and not scored:
        for line in master_lines(state.master, land, phase, terms):
            totals[line.seat] += line.points * AHEAD[min(left[line.seat], 3)]
    return _lead(totals, seat)


def _steps(land: Land, seat: int) -> tuple[int, int]:
    """The areas of castles whose highest knight of the seat can step up, and of those that a knight on the ground can enter."""
    tops = highest(land, seat)
    up = new = 0
    steps = entries = 0
    for cell in land.knights[seat]:
        level = land.levels[cell]
        castle = land.castle_at[cell]
        if castle and (level < tops[castle] or steps >> castle & 1):
            continue
        near = BESIDE[cell] & land.above[level]
        near ^= near & (land.above[level + 1] | land.taken)
        if castle:
            if near:
                steps |= 1 << castle
                up += land.castles[castle].bit_count()
            continue
        for beside in cells_of(near):
            other = land.castle_at[beside]
            if other not in tops and not entries >> other & 1:
                entries |= 1 << other
                new += land.castles[other].bit_count()
    return up, new


def hand_worth(state: TorresState, seat: int, turns: int) -> int:
    """The best cards in the hand, as many as there are turns to play them."""
    slots = state.cards.hands[seat]
    if not slots:
        return 0
    faces = state.cards.faces
    values = sorted([CARD_WORTH[faces[slot]] if faces[slot] != SEALED else SEALED_CARD for slot in slots], reverse=True)
    return sum(values[: max(turns, 0)])
