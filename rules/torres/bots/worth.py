"""The value of a position to a seat, in tenths of a point, for bots that look no further than their own turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.contract import SEALED
from rules.torres.land import NO_CELL, Land
from rules.torres.position import OVER
from rules.torres.scoring import master_lines
from rules.torres.state import TorresState
from rules.torres.terms import CLIMB, DIAGONAL, EXTRA, LEAP, MOVE_BLOCK, PHASES, RELOCATE, SEVEN, SIX, THROUGH_GATES, UNDER

POINT: Final = 10

CASTLES_AHEAD: Final[tuple[int, ...]] = (0, 28, 20, 10)
"""By phase, what a point in a castle now is worth: it is scored again after every later year."""

AHEAD: Final[tuple[int, ...]] = (10, 8, 6, 4)
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
    return turns_left(state, seat) + state.terms.later[state.phase]


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


class Scale:
    """What counts on the board for a seat, in tenths of a point; with what counts beside the board it makes the seat's points.

    Attributes:
        castle: a point in a castle.
        ahead: a point that it may have after the next scoring; of what a step up would add, a part of this counts.
        king: the king's bonus, and ``king_level`` the level that it asks for.
        knight: a knight, wherever it stands.
        entry: each field of a castle that a knight on the ground can step into; where nothing is forecast, that is a step up.
    """

    __slots__ = ("ahead", "castle", "entry", "king", "king_level", "knight")

    def __init__(self, castle: int, ahead: int, king: int, king_level: int, knight: int, entry: int) -> None:
        self.castle = castle
        self.ahead = ahead
        self.king = king
        self.king_level = king_level
        self.knight = knight
        self.entry = entry


def prospects(state: TorresState, seat: int, phase: int, hands: Hands | None = None) -> int:
    """The present and expected points of a seat, the master card aside."""
    left = turns_left(state, seat)
    on_board = standing(state.land, seat, scale_of_prospects(state, phase, left))
    return on_board + aside_of_prospects(state, seat, left, hands or Hands())


def scale_of_prospects(state: TorresState, phase: int, left: int) -> Scale:
    """What counts on the board for the :func:`prospects` of a seat with so many turns left in the year."""
    now, box = state.phase, state.terms.box
    over = state.stage == OVER
    ahead = CASTLES_AHEAD[phase] - (POINT if over or now != phase else 0)
    if over:
        return Scale(ahead, 0, 0, 0, 0, 0)
    king = box.king_points[now - 1] * AHEAD[min(left, 3)]
    more = left != 0 or now < PHASES
    return Scale(ahead, ahead if more else 0, king, box.king_levels[now - 1], KNIGHT if more else 0, 0)


def aside_of_prospects(state: TorresState, seat: int, left: int, hands: Hands) -> int:
    """What counts for :func:`prospects` beside the board: points, and cards in the hand."""
    points = POINT * state.points[seat]
    if state.stage != OVER and (left or state.phase < PHASES):
        points += hands.worth(state, seat, left + state.terms.later[state.phase])
    return points


def standing(land: Land, seat: int, scale: Scale) -> int:
    """What the board is worth to a seat: its castles, open steps up, the king's bonus and its knights.

    All in one go, for planners ask this more often than anything else; see :func:`~rules.torres.scoring.castle_points` and
    :func:`~rules.torres.scoring.king_points`.
    """
    levels, castle_at, areas = land.levels, land.castle_at, land.areas
    knights = land.knights[seat]
    king_castle = castle_at[land.king] if scale.king_level and land.king != NO_CELL else 0
    tops = [0] * len(areas)
    total = scale.knight * len(knights)
    points = climbs = 0
    for cell in knights:
        castle = castle_at[cell]
        if castle:
            level, top = levels[cell], tops[castle]
            if level > top:
                tops[castle] = level
                points += areas[castle] * (level - top)
            if castle == king_castle and level == scale.king_level:
                total += scale.king
                king_castle = 0  # the bonus counts once
    if scale.ahead:
        for cell in knights:
            level = levels[cell]
            steps = land.open_steps(cell, level)
            if steps:
                castle = castle_at[steps.bit_length() - 1]
                top = tops[castle]
                if level >= top:
                    tops[castle] = level + 1
                    climbs += areas[castle] * (level + 1 - top)
    return total + scale.castle * points + climbs * scale.ahead * CLIMB_AHEAD // 10


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
    totals = []
    for other in range(state.seats):
        on_board = outlook(state.land, other, scale_of_forecast(state, phase, left[other], scored, expected))
        totals.append(on_board + aside_of_forecast(state, other, phase, left[other], expected, hands))
    if state.master and not scored:
        for line in master_lines(state.master, state.land, phase, state.terms):
            totals[line.seat] += line.points * AHEAD[min(left[line.seat], 3)]
    return lead(totals, seat)


def scale_of_forecast(state: TorresState, phase: int, left: int, scored: bool, expected: Forecast) -> Scale:
    """What counts on the board for a seat in a :func:`forecast`.

    ``left`` is the number of turns that the seat has left in the year ``phase``, and ``scored`` says whether that year is over.
    """
    box, ahead = state.terms.box, CASTLES_AHEAD[phase]
    castle = ahead - POINT if scored else ahead
    king = box.king_points[phase - 1] * AHEAD[min(left, 3)]
    level = 0 if scored else box.king_levels[phase - 1]
    if left or phase < PHASES:
        return Scale(castle, ahead, king, level, expected.knights[phase], expected.entries[phase])
    return Scale(castle, 0, king, level, 0, 0)


def aside_of_forecast(state: TorresState, seat: int, phase: int, left: int, expected: Forecast, hands: Hands) -> int:
    """What counts for a seat in a :func:`forecast` beside the board: points, and cards in the hand."""
    points = POINT * state.points[seat]
    if left or phase < PHASES:
        points += hands.worth(state, seat, left + state.terms.later[phase]) * expected.hand // 100
    return points


def outlook(land: Land, seat: int, scale: Scale) -> int:
    """What the board is worth to a seat in a :func:`forecast`.

    These are its castles, the king's bonus, its knights, the areas of castles whose highest knight can step up, and those of
    castles that a knight on the ground can enter.
    """
    stand = Stand(land, scale)
    for cell in land.knights[seat]:
        stand.add(cell)
    return stand.worth()


class Stand:
    """What knights of a seat bring by an :func:`outlook`, counted one by one in any order, while the board stays as it is."""

    __slots__ = (
        "_crowned", "_enterable", "_entries", "_king_castle", "_knights", "_land", "_points", "_risers", "_scale", "_tops",
        "_up",
    )  # fmt: skip

    def __init__(self, land: Land, scale: Scale) -> None:
        """No knights yet."""
        self._land = land
        self._scale = scale
        self._king_castle = land.castle_at[land.king] if scale.king_level and land.king != NO_CELL else 0
        self._knights = 0
        self._points = 0
        self._crowned = False
        self._tops = [0] * len(land.areas)  # the level of the highest knight in each castle
        self._risers = 0  # a mask of the castles whose highest knight can step up; _up is the sum of their areas
        self._up = 0
        self._enterable = (
            0  # the castles that a knight on the ground can enter; _entries are the areas of those without a knight
        )
        self._entries = 0

    def add(self, cell: int) -> None:
        """Count the knight on this cell too."""
        land, scale = self._land, self._scale
        level, castle = land.levels[cell], land.castle_at[cell]
        self._knights += 1
        if castle:
            top, area = self._tops[castle], land.areas[castle]
            if castle == self._king_castle and level == scale.king_level:
                self._crowned = True
            if level < top:
                return
            bit = 1 << castle
            if level > top:
                self._tops[castle] = level
                self._points += area * (level - top)
                if top == 0:
                    if self._enterable & bit:
                        self._entries -= area
                elif self._risers & bit:
                    self._risers ^= bit
                    self._up -= area
            if not self._risers & bit and land.open_steps(cell, level):
                self._risers |= bit
                self._up += area
        elif scale.ahead:
            near = land.open_steps(cell, level)
            while near:
                castle = land.castle_at[near.bit_length() - 1]
                near ^= near & land.castles[castle]
                bit = 1 << castle
                if not self._enterable & bit:
                    self._enterable |= bit
                    if not self._tops[castle]:
                        self._entries += land.areas[castle]

    def worth(self) -> int:
        """What the knights counted bring."""
        scale = self._scale
        total = scale.castle * self._points + scale.knight * self._knights + self._entries * scale.entry
        total += self._up * scale.ahead * CLIMB_AHEAD // 10
        return total + scale.king if self._crowned else total

    def worth_with(self, cell: int) -> int:
        """What they bring together with a knight on this cell."""
        castle = self._land.castle_at[cell]
        top = self._tops[castle]
        points, risers, up, crowned = self._points, self._risers, self._up, self._crowned
        enterable, entries = self._enterable, self._entries
        self.add(cell)
        worth = self.worth()
        self._tops[castle] = top
        self._knights -= 1
        self._points, self._risers, self._up, self._crowned = points, risers, up, crowned
        self._enterable, self._entries = enterable, entries
        return worth


def hand_worth(state: TorresState, seat: int, turns: int) -> int:
    """The best cards in the hand, as many as there are turns to play them."""
    slots = state.cards.hands[seat]
    if not slots:
        return 0
    faces = state.cards.faces
    values = sorted([CARD_WORTH[faces[slot]] if faces[slot] != SEALED else SEALED_CARD for slot in slots], reverse=True)
    return sum(values[: max(turns, 0)])
