"""The value of a position to a seat, in tenths of a point, for bots that look no further than their own turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.contract import SEALED
from rules.torres.grid import BESIDE
from rules.torres.land import NO_CELL, Land
from rules.torres.position import OVER
from rules.torres.scoring import master_lines
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


class Hands:
    """What hands are worth, each reckoned once. It holds as long as nobody draws a card, so for a turn that is planned."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[int, ...], int], int] = {}

    def worth(self, state: TorresState, seat: int, turns: int) -> int:
        """As :func:`hand_worth`."""
        slots = state.cards.hands[seat]
        if not slots:
            return 0
        key = (slots, turns)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = hand_worth(state, seat, turns)
        return known


def worth(state: TorresState, seat: int, phase: int, hands: Hands | None = None) -> int:
    """The seat's prospects less those of the others; ``phase`` is the phase in which it began to think."""
    hands = hands or Hands()
    totals = [prospects(state, other, phase, hands) for other in range(state.seats)]
    if state.master and state.stage != OVER:
        for line in master_lines(state.master, state.land, state.phase, state.terms):
            totals[line.seat] += line.points * AHEAD[min(turns_left(state, line.seat), 3)]
    return lead(totals, seat)


def lead(totals: list[int], seat: int) -> int:
    """What a seat has beyond the others; the strongest of them counts twice."""
    if len(totals) == 2:
        return totals[seat] - totals[1 - seat]
    own = totals.pop(seat)
    return own - (max(totals) + sum(totals) // len(totals)) // 2


def prospects(state: TorresState, seat: int, phase: int, hands: Hands | None = None) -> int:
    """The present and expected points of a seat, the master card aside."""
    land = state.land
    over = state.stage == OVER
    ahead = CASTLES_AHEAD[phase] - (POINT if over or state.phase != phase else 0)
    castles, climbs, crowned = _standing(land, seat, 0 if over else state.terms.box.king_levels[state.phase - 1])
    total = POINT * state.points[seat] + ahead * castles
    if over:
        return total
    left = turns_left(state, seat)
    if crowned:
        total += state.terms.box.king_points[state.phase - 1] * AHEAD[min(left, 3)]
    if left or state.phase < PHASES:
        turns = turns_ahead(state, seat)
        total += KNIGHT * len(land.knights[seat])
        total += hands.worth(state, seat, turns) if hands is not None else hand_worth(state, seat, turns)
        total += climbs * ahead * CLIMB_AHEAD // 10
    return total


def _tops(land: Land, seat: int, king_level: int) -> tuple[list[int], bool]:
    """The level of a seat's highest knight in each castle (0: none), and whether a knight earns the king's bonus."""
    levels, castle_at = land.levels, land.castle_at
    tops = [0] * len(land.castles)
    king_castle = castle_at[land.king] if king_level and land.king != NO_CELL else 0
    crowned = False
    for cell in land.knights[seat]:
        castle = castle_at[cell]
        if castle:
            level = levels[cell]
            if level > tops[castle]:
                tops[castle] = level
            if castle == king_castle and level == king_level:
                crowned = True
    return tops, crowned


def _standing(land: Land, seat: int, king_level: int) -> tuple[int, int, bool]:
    """What castles are worth to a seat, what open steps up would add to that, and whether it earns the king's bonus.

    All in one go, for planners ask this more often than anything else; see :func:`~rules.torres.scoring.castle_points` and
    :func:`~rules.torres.scoring.king_points`. ``king_level`` is the level that the bonus asks for, 0 for none.
    """
    levels, above, castle_at, castles = land.levels, land.above, land.castle_at, land.castles
    knights = land.knights[seat]
    tops, crowned = _tops(land, seat, king_level)
    ups = tops[:]
    for cell in knights:
        level = levels[cell]
        steps = BESIDE[cell] & above[level]
        if steps:
            steps ^= steps & (above[level + 1] | land.taken)
            if steps:
                castle = castle_at[steps.bit_length() - 1]
                if level >= ups[castle]:
                    ups[castle] = level + 1
    points = climbs = 0
    for castle, up in enumerate(ups):
        if up:
            area = castles[castle].bit_count()
            points += area * tops[castle]
            climbs += area * (up - tops[castle])
    return points, climbs, crowned


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


def forecast(state: TorresState, seat: int, phase: int, going: bool, expected: Forecast, hands: Hands | None = None) -> int:
    """The seat's prospects less those of the others, seen from the end of a turn of the seat.

    A turn may end by itself, and a year with it. Then :func:`worth` counts a turn less for the seat that comes next, and
    it counts the king of the next year. So it misjudges a turn that has ended beside one with a point left.

    Args:
        state: a position in the turn, or right after it.
        seat: whose turn it is or was.
        phase: the year of that turn.
        going: whether the position still belongs to it.
        expected: what the rest of the game may bring.
        hands: what hands are worth, if that is remembered.
    """
    hands = hands or Hands()
    scored = state.phase != phase or state.stage == OVER
    left = [0 if scored else len(stacks) for stacks in state.stacks]
    if going and state.opened < 0:
        left[seat] -= 1
    totals = [expectation(state, other, phase, left[other], scored, expected, hands) for other in range(state.seats)]
    if state.master and not scored:
        for line in master_lines(state.master, state.land, phase, state.terms):
            totals[line.seat] += line.points * AHEAD[min(left[line.seat], 3)]
    return lead(totals, seat)


def expectation(state: TorresState, seat: int, phase: int, left: int, scored: bool, expected: Forecast, hands: Hands) -> int:
    """The present and expected points of a seat in a :func:`forecast`, the master card aside.

    ``left`` is the number of turns that the seat has left in the year ``phase``, and ``scored`` says whether that year is over.
    """
    land, terms = state.land, state.terms
    ahead = CASTLES_AHEAD[phase]
    castles, steps, entries, crowned = _chances(land, seat, 0 if scored else terms.box.king_levels[phase - 1])
    total = POINT * state.points[seat] + (ahead - POINT if scored else ahead) * castles
    if crowned:
        total += terms.box.king_points[phase - 1] * AHEAD[min(left, 3)]
    if left or phase < PHASES:
        total += steps * ahead * CLIMB_AHEAD // 10 + entries * expected.entries[phase]
        total += expected.knights[phase] * len(land.knights[seat])
        total += hands.worth(state, seat, left + sum(terms.rounds[phase:])) * expected.hand // 100
    return total


def _chances(land: Land, seat: int, king_level: int) -> tuple[int, int, int, bool]:
    """What castles are worth to a seat, and the areas of those where it may soon have more.

    Returns the castle points, the areas of castles whose highest knight can step up, those of castles that a knight on the
    ground can enter, and whether the seat earns the king's bonus, which asks for ``king_level`` (0: there is none).
    """
    levels, above, castle_at, castles = land.levels, land.above, land.castle_at, land.castles
    knights = land.knights[seat]
    tops, crowned = _tops(land, seat, king_level)
    points = up = new = 0
    for castle, top in enumerate(tops):
        if top:
            points += top * castles[castle].bit_count()
    steps = entries = 0
    for cell in knights:
        level = levels[cell]
        castle = castle_at[cell]
        if castle and (level < tops[castle] or steps >> castle & 1):
            continue
        near = BESIDE[cell] & above[level]
        if near:
            near ^= near & (above[level + 1] | land.taken)
        if castle:
            if near:
                steps |= 1 << castle
                up += castles[castle].bit_count()
            continue
        while near:
            beside = near.bit_length() - 1
            near ^= 1 << beside
            other = castle_at[beside]
            if not tops[other] and not entries >> other & 1:
                entries |= 1 << other
                new += castles[other].bit_count()
    return points, up, new, crowned


def hand_worth(state: TorresState, seat: int, turns: int) -> int:
    """The best cards in the hand, as many as there are turns to play them."""
    slots = state.cards.hands[seat]
    if not slots:
        return 0
    faces = state.cards.faces
    values = sorted([CARD_WORTH[faces[slot]] if faces[slot] != SEALED else SEALED_CARD for slot in slots], reverse=True)
    return sum(values[: max(turns, 0)])
