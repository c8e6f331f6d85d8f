"""A bot that plans its whole turn before its first action.

It follows many turns at once, action by action, keeping the most promising ones of each length (a beam), first a few and then
more and more of them while there is time. A tower raised beside a knight until it can step up there is followed from the start
(its blocks promise nothing until the last one lies). Leftover action points go into cards and the track. A
plan is remembered and followed as long as the game goes as planned; a drawn card makes a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from rules.contract import Budget, Move, Rng, State, digest_of
from rules.torres.bots.greedy import answered
from rules.torres.bots.worth import (
    AHEAD,
    CARD_WORTH,
    POINT,
    SEALED_CARD,
    Forecast,
    Hands,
    forecast,
    prospects,
    turns_ahead,
    turns_left,
    worth,
)
from rules.torres.fans import BUY, FINISH, STEP
from rules.torres.grid import BESIDE, CELLS, cells_of
from rules.torres.position import BACK, CARD, DROP, KEEP, MAIN, OVER, STACK
from rules.torres.scoring import king_points
from rules.torres.state import TorresState
from rules.torres.terms import MOVE_BLOCK

FIRST_WIDTH: Final = 6
LEAST_WIDER: Final = 12
"""At least so many more lines of each length the next look follows; half as many again as all before, where that is more."""

KEPT: Final = 2000
"""How many lines of each length that may still be followed are kept, the best ones."""

COLLECTED: Final = 16
"""So many times the lines that are wanted are collected before the worst are dropped."""

WIDEST: Final = 6000
LONGEST: Final = 100
REMEMBERED: Final = 256
"""How many positions of plans a bot keeps in mind."""

WITHIN_ACTION: Final = (STACK, CARD, DROP)
PLANNED: Final = (MAIN, STACK, CARD, DROP)


class Habits(NamedTuple):
    """What a player thinks of while it plans a turn; a weaker one leaves things out, as people do.

    Attributes:
        widest: so many ways of each length it follows at most.
        longest: so many actions it thinks ahead at most, a tower raised in one go aside.
        climbs: whether it raises a tower beside a knight in one go to step up there.
        cards: whether it buys and plays action cards.
        others: whether it looks at what the others have and may still gain.
        king: whether it thinks of the king's bonus.
        knights: by year, tenths of a point that a knight on the board is worth to it beyond the usual; the first is not used.
        spoils: whether it thinks of blocks that take away a step up from somebody else.
        forecast: what it expects of the rest of the game, if it sees every position from the end of its turn
            (:func:`~rules.torres.bots.worth.forecast`); None if it does not, as the levels and the analysis.
    """

    widest: int = WIDEST
    longest: int = LONGEST
    climbs: bool = True
    cards: bool = True
    others: bool = True
    king: bool = True
    knights: tuple[int, int, int, int] = (0, 0, 0, 0)
    spoils: bool = False
    forecast: Forecast | None = None


EVERYTHING: Final = Habits()

MANY_KNIGHTS: Final = (0, 50, 45, 40)
SETTLER: Final = Habits(widest=1, longest=2, cards=False, others=False, king=False, knights=MANY_KNIGHTS)
APPRENTICE: Final = Habits(widest=1, cards=False, others=False, king=False, knights=MANY_KNIGHTS)
MASON: Final = Habits(widest=1, longest=2, others=False, king=False, knights=MANY_KNIGHTS)
WARDEN: Final = Habits(widest=1, others=False, knights=(0, 60, 45, 30))
CAPTAIN: Final = Habits(widest=FIRST_WIDTH, knights=(0, 30, 20, 10), spoils=True)
PLANNER: Final = Habits(knights=(0, 30, 20, 10), spoils=True)
"""The levels, the weakest first."""

SETTLERS: Final = {4: SETTLER._replace(longest=1)}
APPRENTICES: Final = {4: SETTLER._replace(knights=(0, 58, 53, 48))}
MASONS: Final = {3: MASON._replace(knights=(0, 40, 35, 30)), 4: MASON._replace(knights=(0, 43, 38, 33))}
"""What some of them think of at larger tables, by the number of seats. Otherwise they would be too close to each other."""

QUICK: Final = Habits(widest=1, spoils=True, forecast=Forecast(knights=(0, 25, 15, 5), entries=(0, 16, 12, 7), hand=60))
"""How everybody plays in the trials of the strategist."""


class Turn:
    """The turn that is planned. In the master version a seat may have two in a row, at the turn of a round.

    Attributes:
        seat: whose it is.
        phase: the phase, and ``round`` the round in it.
        habits: what its player thinks of.
        hands: what the hands are worth.
        knight: tenths of a point for each own knight beyond the usual.
        card: tenths of a point that a card to be bought may bring.
    """

    __slots__ = ("card", "habits", "hands", "knight", "phase", "round", "seat")

    def __init__(self, state: TorresState, habits: Habits) -> None:
        """The turn of the seat on turn."""
        self.seat = state.seat
        self.phase = state.phase
        self.round = state.round
        self.habits = habits
        self.hands = Hands()
        self.knight = habits.knights[state.phase]
        expected = habits.forecast
        self.card = SEALED_CARD + POINT if expected is None else (SEALED_CARD + POINT) * expected.hand // 100

    def goes_on(self, state: TorresState) -> bool:
        """Whether a position belongs to it."""
        return state.round == self.round and state.phase == self.phase and state.turn == self.seat


class Line:
    """A way the turn may go. Most are never followed, so a line has no position: the search plays its moves where it needs one.

    Attributes:
        moves: from the position where the search begins.
        value: its worth if the rest of the points is spent on cards and the track.
    """

    __slots__ = ("moves", "value")

    def __init__(self, moves: tuple[Move, ...], value: int) -> None:
        self.moves = moves
        self.value = value


class Planner:
    """Searches sequences of actions for a whole turn.

    Attributes:
        habits: what it thinks of.
        elsewhere: what it thinks of instead at some tables, by the number of seats.
    """

    def __init__(self, habits: Habits = EVERYTHING, elsewhere: Mapping[int, Habits] | None = None) -> None:
        self.habits = habits
        self.elsewhere: Mapping[int, Habits] = elsewhere or {}
        self._plans: dict[str, Move] = {}

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The next move of its plan; a new plan is made where there is none."""
        assert isinstance(view, TorresState)
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        if view.stage == KEEP:
            return max(moves, key=lambda move: CARD_WORTH[view.cards.faces[move.args[0]]])
        if view.stage == BACK:
            return _put_back(view)
        digest = digest_of(view.facts())
        if digest not in self._plans:
            if view.stage == MAIN or view.stage in WITHIN_ACTION:
                habits = self.elsewhere.get(view.seats, self.habits)
                self._remember(view, plan(view, budget, habits), habits)
            else:
                return best_single(view, rng)
        return self._plans[digest]

    def _remember(self, view: TorresState, moves: tuple[Move, ...], habits: Habits) -> None:
        if len(self._plans) > REMEMBERED:
            self._plans.clear()
        state, turn = view.copy(), Turn(view, habits)
        for move in moves:
            if not turn.goes_on(state) or state.why_not(move) is not None:
                break  # a drawn card, or the turn has ended by itself
            self._plans[digest_of(state.facts())] = move
            state.play_silently(move)
            answered(state)


def _put_back(view: TorresState) -> Move:
    """The better card uppermost: on top if it is better than what else may come, else at the bottom."""
    values = {slot: CARD_WORTH[view.cards.faces[slot]] for slot in view.cards.looking}
    first = max(values, key=values.__getitem__)
    moves = {move.kind: move for move in view.moves() if move.args[0] == first}
    return moves["top"] if values[first] > SEALED_CARD + POINT or "bottom" not in moves else moves["bottom"]


def best_single(view: TorresState, rng: Rng) -> Move:
    """The best of few choices, each taken by itself; of equals any."""
    rated = []
    for move in view.moves():
        after = view.copy()
        after.play_silently(move)
        rated.append((worth(after, view.seat, view.phase), rng.below(1000), move))
    return max(rated)[2]


def plan(view: TorresState, budget: Budget, habits: Habits = EVERYTHING) -> tuple[Move, ...]:
    """The best turn found, to its end or to the first card that has to be drawn."""
    search = _Search(view, habits)
    search.widen(budget)
    best = search.best
    assert best is not None
    return search.whole(best)


def ranked(
    view: TorresState, budget: Budget, width: int, habits: Habits = EVERYTHING, most: int = 0, by_board: bool = False
) -> list[Line]:
    """Whole turns, the best first, each with what is left of its points spent; of those that come to the same only one.

    Args:
        view: a position in the middle of a turn, or at its beginning.
        budget: of time; when it is used up, the turns found so far.
        width: how many lines of each length are followed; 0 for ever more of them while there is time.
        habits: what the player thinks of.
        most: how many turns are wanted at most; 0 for all.
        by_board: whether turns come to the same as soon as they leave the same board, whatever they cost.
    """
    search = _Search(view, habits, _board_key if by_board else _key, most)
    if width:
        search.follow(width, budget)
    else:
        search.widen(budget)
    lines = [Line(search.whole(line), line.value) for line in search.different()]
    return [line for line in lines if line.moves]


class _Search:
    """Follows the lines of a turn, the best of each length first.

    Attributes:
        best: the best line so far; None as long as none can stand.
    """

    def __init__(
        self, view: TorresState, habits: Habits, collects: Callable[[TorresState], bytes] | None = None, most: int = 0
    ) -> None:
        """Begin with a turn. The search keeps the ``most`` best lines (0: all) that differ by the key ``collects``, if any."""
        self.turn = Turn(view, habits)
        self.view = view
        self.best: Line | None = None
        self._found: list[tuple[bytes, Line]] = []
        self._collects = collects
        self._most = most
        self._first = True
        begun = self._climbs()
        root = Line((), _value(view, self.turn))
        if view.stage == MAIN:
            self._note(root, view)
        self._waiting: list[list[Line]] = [[root]]
        self._known: list[dict[bytes, bool]] = [{}]  # no sets: the garbage collector passes over such dictionaries
        for line in begun:
            after = self._position(line)
            self._note(line, after)
            if self.turn.goes_on(after) and after.stage in PLANNED:
                self._waiting[0].append(line)

    def widen(self, budget: Budget) -> None:
        """Follow ever more lines while there is time, and as many as the player thinks of at most."""
        widest = self.turn.habits.widest
        width = min(FIRST_WIDTH, widest)
        followed = 0
        while True:
            more = self.follow(width, budget)
            followed += width
            width = max(LEAST_WIDER, followed // 2)
            if not more or followed + width > widest or not budget.left():
                break

    def follow(self, width: int, budget: Budget) -> bool:
        """Follow so many more lines of each length while there is time. Returns whether any are left."""
        waiting, length = self._waiting, 0
        while length < len(waiting) and length < self.turn.habits.longest:
            lines = waiting[length]
            if length or not self._first:
                lines.sort(key=lambda line: -line.value)
                waiting[length] = lines[width : width + KEPT]
                lines = lines[:width]
            else:
                waiting[length] = []
            for line in lines:
                if not self._lengthen(line, length + 1, budget):
                    return True
            length += 1
        self._first = False
        return any(waiting[: self.turn.habits.longest])

    def whole(self, line: Line) -> tuple[Move, ...]:
        """The moves of a line, with what is left of the points spent."""
        return (*line.moves, *_rest(self._position(line), self.turn))

    def _position(self, line: Line) -> TorresState:
        state = self.view.copy()
        for move in line.moves:
            state.play_silently(move)
            answered(state)
        return state

    def _note(self, line: Line, state: TorresState) -> None:
        """A line that can stand: it may be the best."""
        if self.best is None or line.value > self.best.value:
            self.best = line
        if self._collects is not None:
            self._found.append((self._collects(state), line))
            if self._most and len(self._found) > COLLECTED * self._most:
                self._sort_out()

    def different(self) -> list[Line]:
        """The lines collected, the best first; of those that come to the same only one."""
        self._sort_out()
        return [line for _, line in self._found]

    def _sort_out(self) -> None:
        different: dict[bytes, Line] = {}
        for key, line in sorted(self._found, key=lambda found: -found[1].value):
            different.setdefault(key, line)
            if len(different) == self._most:
                break
        self._found = list(different.items())

    def _lengthen(self, line: Line, length: int, budget: Budget) -> bool:
        """Make a line longer by each action worth a thought, with everything that an action asks; whether time is left."""
        if length == len(self._waiting):
            self._waiting.append([])
            self._known.append({})
        turn, waiting, known = self.turn, self._waiting[length], self._known[length]
        todo = [(self._position(line), line.moves)]
        while todo:
            state, moves = todo.pop()
            for move in _promising(state, turn):
                after = state.copy()
                after.play_silently(move)
                answered(after)
                going = turn.goes_on(after)
                if going and after.stage in WITHIN_ACTION:
                    todo.append((after, (*moves, move)))
                elif not after.deals:
                    follows = going and after.stage == MAIN
                    if follows:
                        key = _key(after)
                        if key in known:
                            continue
                        known[key] = True
                    child = Line((*moves, move), _value(after, turn))
                    if follows:
                        waiting.append(child)
                    self._note(child, after)
            if self.best is not None and not budget.left():
                return False
        return True

    def _climbs(self) -> list[Line]:
        """Every turn that begins with blocks on one tower beside an own knight until it can step up there, and the step."""
        view, turn = self.view, self.turn
        if view.stage != MAIN or not turn.habits.climbs:
            return []
        land = view.land
        ways = [(cell, target) for cell in land.knights[turn.seat] for target in cells_of(BESIDE[cell] & ~land.taken)]
        lines = [_climb(view, turn, cell, target) for cell, target in ways]
        return [line for line in lines if line is not None]


def _climb(view: TorresState, turn: Turn, cell: int, target: int) -> Line | None:
    """The turn that raises one tower to a level above a knight and takes it there; None if that cannot be done at once."""
    after = view.copy()
    moves: list[Move] = []
    blocks = after.land.levels[cell] + 1 - after.land.levels[target]
    stacks = [after.opened] if after.opened >= 0 else after.sizes()
    stack = min([size for size in stacks if size >= blocks], default=0)
    if blocks < 2 or not stack:
        return None
    for move in (*[Move("block", (target,))] * blocks, Move("move", (cell, target))):
        if not turn.goes_on(after) or after.stage != MAIN or after.why_not(move) is not None:
            return None
        after.play_silently(move)
        moves.append(move)
        if after.stage == STACK:
            moves.append(Move("stack", (stack,)))
            after.play_silently(moves[-1])
    return Line(tuple(moves), _value(after, turn))


def _key(state: TorresState) -> bytes:
    """The key that tells positions within one turn apart. Python's garbage collector passes over bytes."""
    seat = state.seat
    points = state.points[seat]
    found = _board(state)
    found += (state.ap, state.opened + 1, points >> 8 & 255, points & 255)
    found += state.stacks[seat]
    found.append(CELLS)
    found += state.cards.hands[seat]
    return bytes(found)


def _board_key(state: TorresState) -> bytes:
    """The key that tells boards apart."""
    return bytes(_board(state))


def _board(state: TorresState) -> list[int]:
    found = state.land.levels[:]
    for cells in state.land.knights:
        found += cells
        found.append(CELLS)
    return found


def _promising(state: TorresState, turn: Turn) -> list[Move]:
    """The moves that have to do with own knights. Buying and steps on the track are for what is left of the points."""
    moves = state.moves()
    seat = turn.seat
    if state.stage == MAIN:
        near = _own_castles(state, seat)
        if turn.habits.spoils:
            near |= _steps_of_others(state, seat)
        kinds = ("move", "insert", "card") if turn.habits.cards else ("move", "insert")
        return [move for move in moves if move.kind in kinds or (move.kind == "block" and near >> move.args[0] & 1)]
    if state.card == MOVE_BLOCK:
        near = _own_castles(state, seat)
        if state.stage == DROP:
            return [move for move in moves if near >> move.args[0] & 1] or moves[:1]
        return [move for move in moves if not state.land.castle_at[move.args[0]] or not near >> move.args[0] & 1] or moves[:1]
    return moves


def _steps_of_others(state: TorresState, seat: int) -> int:
    """The cells one level above a knight of somebody else, beside it: a block there puts them out of its reach."""
    land = state.land
    mask = 0
    for other, cells in enumerate(land.knights):
        if other != seat:
            for cell in cells:
                level = land.levels[cell]
                mask |= BESIDE[cell] & land.above[level] & ~land.above[level + 1]
    return mask & ~land.taken


def _own_castles(state: TorresState, seat: int) -> int:
    """The castles with knights of the seat, and the cells beside these castles and knights."""
    land = state.land
    mask = 0
    for cell in land.knights[seat]:
        castle = land.castle_at[cell]
        mask |= BESIDE[cell] | (land.castles[castle] | land.skirts[castle] if castle else 0)
    return mask


def _value(state: TorresState, turn: Turn) -> int:
    """The value of a position in the turn or after it; leftover points are good for cards and the track."""
    going = turn.goes_on(state)
    value = _worth(state, turn, going)
    if going and state.stage == MAIN and state.ap:
        value += state.ap * POINT
        if turn.card > POINT:
            value += _purchases(state, turn) * (turn.card - POINT)
    return value


def _worth(state: TorresState, turn: Turn, going: bool) -> int:
    """The value of a position as the turn's player sees it, its leftover points aside."""
    habits, seat, phase = turn.habits, turn.seat, turn.phase
    if habits.forecast is not None:
        return forecast(state, seat, phase, going, habits.forecast, turn.hands)
    value = (worth if habits.others else prospects)(state, seat, phase, turn.hands)
    if turn.knight and state.stage != OVER:
        value += turn.knight * len(state.land.knights[seat])
    if not habits.king and state.stage != OVER:
        bonus = king_points(state.land, seat, state.phase, state.terms)
        value -= bonus * AHEAD[min(turns_left(state, seat), 3)]
    return value


def _purchases(state: TorresState, turn: Turn) -> int:
    """How many cards may still be bought and played."""
    if not turn.habits.cards or not state.can_buy():
        return 0
    seat, cards = turn.seat, state.cards
    useful = turns_ahead(state, seat) - len(cards.hands[seat])
    return max(0, min(useful, state.terms.box.purchases - len(cards.fresh), state.ap, len(cards.deck(seat))))


def remainder(state: TorresState, habits: Habits) -> tuple[Move, ...]:
    """How the seat on turn spends the points left, without a thought for actions; up to the first card that has to be drawn."""
    return _rest(state, Turn(state, habits))


def _rest(state: TorresState, turn: Turn) -> tuple[Move, ...]:
    """How the points left are spent: the first card if one is worth it, else steps on the track, and the end of the turn."""
    if not turn.goes_on(state) or state.stage != MAIN:
        return ()
    if turn.card > POINT and _purchases(state, turn):
        return (BUY,)
    return (STEP,) * state.ap + (FINISH,)
