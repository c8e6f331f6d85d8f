"""What single actions bring, seen at a glance: on the board of the position in which they are chosen, without a copy of it.

A planner judges hundreds of positions before it makes up its mind. Most of them are one action away from another: a knight has
moved, or a tower has grown. So a glance changes these cells, works out anew what depends on them, and changes them back.
"""

from __future__ import annotations

from typing import Final

from rules.torres.bots.habits import Habits
from rules.torres.bots.worth import (
    AHEAD,
    POINT,
    SEALED_CARD,
    Hands,
    Scale,
    Stand,
    aside_of_forecast,
    aside_of_prospects,
    forecast,
    lead,
    outlook,
    prospects,
    scale_of_forecast,
    scale_of_prospects,
    standing,
    turns_ahead,
    turns_left,
    worth,
)
from rules.torres.grid import BESIDE
from rules.torres.land import NO_CELL
from rules.torres.position import MAIN, OVER
from rules.torres.scoring import king_points, master_lines, scored
from rules.torres.state import TorresState

LEAST: Final = -1_000_000
"""Less than any value."""

NOTHING: Final = Scale(0, 0, 0, 0, 0, 0)


class Turn:
    """The turn that is planned. In the master version a seat may have two in a row, at the turn of a round.

    Attributes:
        seat: whose it is.
        phase: the phase, and ``round`` the round in it.
        habits: what its player thinks of.
        hands: what the hands are worth.
        forecast: what is expected of the rest of the game, if its player sees every position from the end of the turn.
        knight: tenths of a point for each own knight beyond the usual.
        card: tenths of a point that a card to be bought may bring.
    """

    __slots__ = ("_scales", "card", "forecast", "habits", "hands", "knight", "phase", "round", "seat")

    def __init__(self, state: TorresState, habits: Habits) -> None:
        """The turn of the seat on turn."""
        self.seat = state.seat
        self.phase = state.phase
        self.round = state.round
        self.habits = habits
        self.hands = Hands()
        self.knight = habits.knights[state.phase]
        self._scales: dict[tuple[int, int], Scale] = {}
        self.forecast = expected = habits.forecast
        self.card = SEALED_CARD + POINT if expected is None else (SEALED_CARD + POINT) * expected.hand // 100

    def goes_on(self, state: TorresState) -> bool:
        """Whether a position belongs to it."""
        return state.round == self.round and state.phase == self.phase and state.turn == self.seat

    def scale(self, state: TorresState, seat: int, left: int) -> Scale:
        """What counts on the board for a seat with so many turns left, in a position of the turn; reckoned once."""
        known = self._scales.get((seat, left))
        if known is None:
            if self.forecast is not None:
                known = scale_of_forecast(state, self.phase, left, False, self.forecast)
            else:
                known = scale_of_prospects(state, self.phase, left)
                if seat == self.seat:
                    known.knight += self.knight
                    known.king = known.king if self.habits.king else 0
            self._scales[seat, left] = known
        return known


def value_of(state: TorresState, turn: Turn) -> int:
    """The value of a position in the turn or after it; leftover points are good for cards and the track."""
    going = turn.goes_on(state)
    value = _worth(state, turn, going)
    if going and state.stage == MAIN and state.ap:
        value += state.ap * POINT
        if turn.card > POINT:
            value += purchases(state, turn) * (turn.card - POINT)
    return value


def _worth(state: TorresState, turn: Turn, going: bool) -> int:
    """The value of a position as the turn's player sees it, its leftover points aside."""
    habits, seat, phase = turn.habits, turn.seat, turn.phase
    if turn.forecast is not None:
        return forecast(state, seat, phase, going, turn.forecast, turn.hands)
    value = (worth if habits.others else prospects)(state, seat, phase, turn.hands)
    return value if state.stage == OVER else value + _beyond(state, turn)


def _beyond(state: TorresState, turn: Turn) -> int:
    """What a player without a forecast values more, or less, than it is worth: its knights, and the king's bonus."""
    seat = turn.seat
    value = turn.knight * len(state.land.knights[seat])
    if not turn.habits.king:
        bonus = king_points(state.land, seat, state.phase, state.terms)
        value -= bonus * AHEAD[min(turns_left(state, seat), 3)]
    return value


def purchases(state: TorresState, turn: Turn) -> int:
    """How many cards may still be bought and played."""
    return min(most_purchases(state, turn), state.ap)


def most_purchases(state: TorresState, turn: Turn) -> int:
    """How many cards could be bought and played with points enough."""
    if not turn.habits.cards or not state.can_buy():
        return 0
    seat, cards = turn.seat, state.cards
    useful = turns_ahead(state, seat) - len(cards.hands[seat])
    return max(0, min(useful, state.terms.box.purchases - len(cards.fresh), len(cards.deck(seat))))


class Glance:
    """A position in the middle of a turn, for judging what is one action away from it.

    The values are those of :func:`value_of`, what is left of the action points aside (:meth:`left_over` tells that). They hold
    for positions in which the same turn goes on, or after :meth:`pass_on` for those in which another seat is on turn.

    Attributes:
        year_over: whether the turn, and the year with it, ends with the actions to be judged; only where there is a forecast.
    """

    __slots__ = (
        "_against", "_asides", "_castles", "_end", "_first", "_forecasts", "_land", "_left", "_master", "_near", "_on_turn",
        "_parts", "_purchases", "_scales", "_seat", "_stand", "_state", "_staying", "_steps", "_turn", "_turns", "year_over",
    )  # fmt: skip

    _staying: tuple[int, ...]
    _left: int
    _stand: Stand

    def __init__(self, state: TorresState, turn: Turn) -> None:
        """The position has to stay as it is while the glance is used."""
        against = turn.forecast is not None or turn.habits.others
        self._state = state
        self._turn = turn
        self._land = state.land
        self._seat = turn.seat
        self._on_turn = turn.seat
        self._first = 0 if against else turn.seat  # those from _first up to, not including, _end count
        self._end = state.seats if against else turn.seat + 1
        self._master = state.master if against else 0
        self._turns = [turns_left(state, seat) for seat in range(state.seats)]
        self._purchases = most_purchases(state, turn) if turn.card > POINT else 0
        self._steps = [0] * state.seats
        self._near = [0] * state.seats
        self._castles = [0] * state.seats
        self._parts = [0] * state.seats
        self._asides = [0] * state.seats
        self._scales: list[Scale] = [NOTHING] * state.seats
        self._forecasts = turn.forecast is not None
        self.year_over = False
        for seat in range(state.seats):
            self._survey(seat)
        for seat in range(self._first, self._end):
            self._weigh(seat)
            self._parts[seat] = self._part(seat)
        self._against = self._others(0)

    def _survey(self, seat: int) -> None:
        """Note which cells are one step up from a knight of the seat, which are beside one, and the castles with either."""
        land = self._land
        levels, above, castle_at, castles = land.levels, land.above, land.castle_at, land.castles
        steps = near = concerned = 0
        for cell in land.knights[seat]:
            level = levels[cell]
            beside = BESIDE[cell]
            near |= beside
            castle = castle_at[cell]
            if castle:
                concerned |= castles[castle]
            higher = beside & above[level]
            if higher:
                higher ^= higher & above[level + 1]
                steps |= higher
                while higher:
                    castle = castle_at[higher.bit_length() - 1]
                    concerned |= castles[castle]
                    higher ^= higher & castles[castle]
        self._steps[seat] = steps
        self._near[seat] = near
        self._castles[seat] = concerned

    def _weigh(self, seat: int) -> None:
        """Note what counts for the seat on the board and beside it."""
        state, turn, left = self._state, self._turn, self._turns[seat]
        self._scales[seat] = turn.scale(state, seat, left)
        if turn.forecast is not None:
            self._asides[seat] = aside_of_forecast(state, seat, turn.phase, left, turn.forecast, turn.hands)
        else:
            self._asides[seat] = aside_of_prospects(state, seat, left, turn.hands)

    def pass_on(self, seat: int) -> None:
        """From now on, judge positions in which this seat is on turn, in the same year.

        A forecast sees every position from the end of the turn, so to a forecast that is one.
        """
        if self._forecasts or seat == self._on_turn:
            return
        for other, change in ((self._on_turn, 1), (seat, -1)):
            if other != self._seat and self._first <= other < self._end:
                self._turns[other] += change  # the seat on turn has one less after it
                self._weigh(other)
                self._parts[other] = self._part(other)
        self._on_turn = seat
        self._against = self._others(0)

    def left_over(self, points: int) -> int:
        """What so many action points are good for, spent on cards and the track."""
        if self._purchases:
            return points * POINT + min(self._purchases, points) * (self._turn.card - POINT)
        return points * POINT

    def near(self) -> int:
        """The cells where a block has to do with knights: with own ones, or if the player spoils, with steps up of others."""
        near = own_castles(self._state, self._seat)
        if self._turn.habits.spoils:
            for seat, steps in enumerate(self._steps):
                if seat != self._seat:
                    near |= steps
        return near

    def lift(self, cell: int) -> None:
        """Lift the seat's knight on this cell, for :meth:`with_knight`; NO_CELL means a knight that is not on the board yet."""
        land, seat = self._land, self._seat
        self._staying = tuple([other for other in land.knights[seat] if other != cell])
        self._left = 0 if cell == NO_CELL else 1 << cell
        if self._forecasts:
            land.taken ^= self._left
            self._stand = Stand(land, self._scales[seat])
            for other in self._staying:
                self._stand.add(other)
            land.taken ^= self._left

    def with_knight(self, cell: int) -> int:
        """The value with the knight lifted last on this free cell."""
        land, seat = self._land, self._seat
        bit = 1 << cell
        changed = self._left | bit
        touched = 0
        for other in range(self._first, self._end):
            if other != seat and changed & self._steps[other]:
                touched |= 1 << other
        if self._forecasts and not (bit & self._steps[seat] or self._master or self.year_over):
            land.taken ^= changed
            own = self._stand.worth_with(cell) + self._asides[seat]
            value = own - (self._others(touched) if touched else self._against)
        else:
            before = land.knights[seat]
            land.knights[seat] = (*self._staying, cell)
            land.taken ^= changed
            value = self._value(touched | 1 << seat)
            land.knights[seat] = before
        land.taken ^= changed
        return value

    def with_block(self, cell: int) -> int:
        """The value with one more block on a cell where one may be placed."""
        number = self._raise(cell)
        value = self._value(self._concerned(1 << cell, number))
        self._lower(cell)
        return value

    def with_drop(self, source: int, cell: int) -> int:
        """The value with the top block of a free tower moved to a cell where it may come down."""
        left = self._land.castle_at[source]
        touched = self._concerned(1 << source, left)
        self._lower(source)
        touched |= self._concerned(1 << cell, self._raise(cell))
        value = self._value(touched)
        self._lower(cell)
        self._raise(source, left)
        return value

    def _raise(self, cell: int, number: int = 0) -> int:
        """Put a block on a cell, of this castle or of the one beside it, for a judgement; returns the number of the castle.

        What says where blocks and knights may go stays as it was: no judgement asks for it.
        """
        land = self._land
        level = land.levels[cell]
        bit = 1 << cell
        if level:
            number = land.castle_at[cell]
        else:
            near = BESIDE[cell] & land.above[0]
            number = number or (land.castle_at[near.bit_length() - 1] if near else land.unused())
            land.castle_at[cell] = number
            land.castles[number] |= bit
            land.areas[number] += 1
        land.above[level] |= bit
        land.levels[cell] = level + 1
        return number

    def _lower(self, cell: int) -> None:
        """Take the top block from a cell again."""
        land = self._land
        level = land.levels[cell] - 1
        bit = 1 << cell
        land.levels[cell] = level
        land.above[level] ^= bit
        if level == 0:
            number = land.castle_at[cell]
            land.castles[number] ^= bit
            land.areas[number] -= 1
            land.castle_at[cell] = 0

    def _concerned(self, bit: int, number: int) -> int:
        """The seats, as a mask, whose value may depend on the tower on this cell or on the area of this castle."""
        area = self._land.castles[number] | bit
        concerned = 0
        for seat in range(self._first, self._end):
            if bit & self._near[seat] or area & self._castles[seat]:
                concerned |= 1 << seat
        return concerned

    def _value(self, touched: int) -> int:
        """The value of the board as it is now, where it has changed for the seats in this mask only."""
        if self.year_over:
            return self._after_scoring()
        if self._master:
            return self._whole()
        seat = self._seat
        own = self._part(seat) if touched >> seat & 1 else self._parts[seat]
        others = touched & ~(1 << seat)
        return own - (self._others(others) if others else self._against)

    def _others(self, touched: int) -> int:
        """What the others have against the seat, the strongest of them twice; anew for the seats in this mask."""
        most, total = LEAST, 0
        for seat in range(self._first, self._end):
            if seat != self._seat:
                part = self._part(seat) if touched >> seat & 1 else self._parts[seat]
                total += part
                most = max(most, part)
        others = self._end - self._first - 1
        return (most + total // others) // 2 if others else 0

    def _whole(self) -> int:
        """The value of the board as it is now, with the master card, which depends on all knights."""
        turn = self._turn
        parts = [self._part(seat) for seat in range(self._first, self._end)]
        for line in master_lines(self._master, self._land, turn.phase, self._state.terms):
            parts[line.seat] += line.points * AHEAD[min(self._turns[line.seat], 3)]
        return lead(parts, self._seat)

    def _after_scoring(self) -> int:
        """The value of the board as it is now once the castles have been scored, which depends on all knights."""
        state, turn, land = self._state, self._turn, self._land
        assert turn.forecast is not None
        totals = scored(land, turn.phase, state.starter, state.master, state.points, state.terms, None)
        scale = scale_of_forecast(state, turn.phase, 0, True, turn.forecast)
        parts = []
        for seat in range(state.seats):
            hand = aside_of_forecast(state, seat, turn.phase, 0, turn.forecast, turn.hands) - POINT * state.points[seat]
            parts.append(outlook(land, seat, scale) + hand + POINT * totals[seat])
        return lead(parts, self._seat)

    def _part(self, seat: int) -> int:
        """What a seat may expect, on the board as it is now."""
        if self._forecasts:
            return outlook(self._land, seat, self._scales[seat]) + self._asides[seat]
        return standing(self._land, seat, self._scales[seat]) + self._asides[seat]


def own_castles(state: TorresState, seat: int) -> int:
    """The castles with knights of the seat, and the cells beside these castles and knights."""
    land = state.land
    mask = 0
    for cell in land.knights[seat]:
        castle = land.castle_at[cell]
        mask |= BESIDE[cell] | (land.castles[castle] | land.skirts[castle] if castle else 0)
    return mask
