"""A bot that plans its whole turn before its first action.

It follows many turns at once, action by action, keeping the most promising ones of each length (a beam), first a few and then
more and more of them while there is time. A tower raised beside a knight until it can step up there is followed from the start
(its blocks promise nothing until the last one lies). Leftover action points go into cards and the track. A
plan is remembered and followed as long as the game goes as planned; a drawn card makes a new one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.contract import Budget, Move, Rng, State, digest_of
from rules.torres.bots.greedy import answered
from rules.torres.bots.worth import (
    AHEAD,
    CARD_WORTH,
    POINT,
    SEALED_CARD,
    Forecast,
    forecast,
    prospects,
    turns_ahead,
    turns_left,
    worth,
)
from rules.torres.fans import BUY, FINISH, STEP
from rules.torres.grid import BESIDE, cells_of
from rules.torres.position import BACK, CARD, DROP, KEEP, MAIN, OVER, STACK
from rules.torres.scoring import king_points
from rules.torres.state import TorresState
from rules.torres.terms import MOVE_BLOCK

FIRST_WIDTH: Final = 6
WIDER: Final = 4
"""By how much each look takes in more than the one before."""

WIDEST: Final = 6000
LONGEST: Final = 100
REMEMBERED: Final = 256
"""How many positions of plans a bot keeps in mind."""

WITHIN_ACTION: Final = (STACK, CARD, DROP)
PLANNED: Final = (MAIN, STACK, CARD, DROP)

Key = tuple[object, ...]


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

QUICK: Final = Habits(widest=1, spoils=True, forecast=Forecast(knights=(0, 25, 15, 5), entries=(0, 16, 12, 7), hand=60))
"""How everybody plays in the trials of the strategist."""


class Turn(NamedTuple):
    """The turn that is planned. In the master version a seat may have two in a row, at the turn of a round."""

    seat: int
    phase: int
    round: int
    habits: Habits = EVERYTHING

    def goes_on(self, state: TorresState) -> bool:
        """Whether a position belongs to it."""
        return state.turn == self.seat and (state.phase, state.round) == (self.phase, self.round)


class Line:
    """A way the turn may go: the moves so far and the position they lead to.

    Attributes:
        value: its worth if the rest of the points is spent on cards and the track.
    """

    __slots__ = ("moves", "state", "value")

    def __init__(self, state: TorresState, moves: tuple[Move, ...], value: int) -> None:
        self.state = state
        self.moves = moves
        self.value = value


class Planner:
    """Searches sequences of actions for a whole turn.

    Attributes:
        habits: what it thinks of.
    """

    def __init__(self, habits: Habits = EVERYTHING) -> None:
        self.habits = habits
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
                self._remember(view, plan(view, budget, self.habits))
            else:
                return best_single(view, rng)
        return self._plans[digest]

    def _remember(self, view: TorresState, moves: tuple[Move, ...]) -> None:
        if len(self._plans) > REMEMBERED:
            self._plans.clear()
        state, turn = view.copy(), Turn(view.seat, view.phase, view.round)
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
    turn = Turn(view.seat, view.phase, view.round, habits)
    root = Line(view, (), _value(view, turn))
    best = root if view.stage == MAIN else None
    begun = [root, *_climbs(root, turn)]
    width = min(FIRST_WIDTH, habits.widest)
    while True:
        found, whole = _beam(begun, turn, width, budget, best)
        if found is not None and (best is None or found.value > best.value):
            best = found
        width *= WIDER
        if whole or width > habits.widest or not budget.left():
            break
    assert best is not None
    return (*best.moves, *_rest(best.state, turn))


def _climbs(root: Line, turn: Turn) -> list[Line]:
    """Every turn that begins with blocks on one tower beside an own knight until it can step up there, and the step."""
    if root.state.stage != MAIN or not turn.habits.climbs:
        return []
    land = root.state.land
    ways = [(cell, target) for cell in land.knights[turn.seat] for target in cells_of(BESIDE[cell] & ~land.taken)]
    lines = [_climb(root, turn, cell, target) for cell, target in ways]
    return [line for line in lines if line is not None]


def _climb(root: Line, turn: Turn, cell: int, target: int) -> Line | None:
    """The turn that raises one tower to a level above a knight and takes it there; None if that cannot be done at once."""
    after, moves = root.state.copy(), list(root.moves)
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
    return Line(after, tuple(moves), _value(after, turn))


def ranked(view: TorresState, budget: Budget, width: int, habits: Habits = EVERYTHING, most: int = 0) -> list[Line]:
    """Whole turns, the best first, each with what is left of its points spent; of those that come to the same only one.

    Args:
        view: a position in the middle of a turn, or at its beginning.
        budget: of time; when it is used up, the turns found so far.
        width: how many lines of each length are followed.
        habits: what the player thinks of.
        most: how many turns are wanted at most; 0 for all.
    """
    turn = Turn(view.seat, view.phase, view.round, habits)
    root = Line(view, (), _value(view, turn))
    begun = [root, *_climbs(root, turn)]
    seen = begun[:] if view.stage == MAIN else begun[1:]
    _beam(begun, turn, width, budget, None, seen)
    different: dict[Key, Line] = {}
    for line in sorted(seen, key=lambda line: -line.value):
        different.setdefault(_key(line.state), line)
        if len(different) == most:
            break
    lines = [Line(line.state, (*line.moves, *_rest(line.state, turn)), line.value) for line in different.values()]
    return [line for line in lines if line.moves]


def _beam(
    begun: list[Line], turn: Turn, width: int, budget: Budget, best: Line | None, seen: list[Line] | None = None
) -> tuple[Line | None, bool]:
    """The best line with so many of each length; and whether nothing was left out. ``seen`` takes every line."""
    lines, whole = [line for line in begun if turn.goes_on(line.state) and line.state.stage in PLANNED], True
    for line in begun[1:]:
        if best is None or line.value > best.value:
            best = line
    for _ in range(turn.habits.longest):
        if not lines:
            break
        longer: dict[Key, Line] = {}
        for line in lines:
            for child in _actions(line, turn):
                if turn.goes_on(child.state) and child.state.stage == MAIN:
                    longer.setdefault(_key(child.state), child)
                if best is None or child.value > best.value:
                    best = child
                if seen is not None:
                    seen.append(child)
            if best is not None and not budget.left():
                return best, False
        lines = sorted(longer.values(), key=lambda line: -line.value)
        if len(lines) > width:
            whole = False
            lines = lines[:width]
    return best, whole


def _key(state: TorresState) -> Key:
    """The key that tells positions within one turn apart."""
    land = state.land
    return (
        bytes(land.levels), tuple(land.knights), state.ap, state.opened, tuple(state.stacks[state.seat]),
        state.cards.hands[state.seat], state.points[state.seat],
    )  # fmt: skip


def _actions(line: Line, turn: Turn) -> list[Line]:
    """The line made longer by each action worth a thought, with everything that an action asks."""
    found: list[Line] = []
    todo = [(line.state, line.moves)]
    while todo:
        state, moves = todo.pop()
        for move in _promising(state, turn):
            after = state.copy()
            after.play_silently(move)
            answered(after)
            if turn.goes_on(after) and after.stage in WITHIN_ACTION:
                todo.append((after, (*moves, move)))
            elif not after.deals:
                found.append(Line(after, (*moves, move), _value(after, turn)))
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
        value += state.ap * POINT + sum(max(0, gain - POINT) for gain in _purchases(state, turn))
    return value


def _worth(state: TorresState, turn: Turn, going: bool) -> int:
    """The value of a position as the turn's player sees it, its leftover points aside."""
    habits = turn.habits
    if habits.forecast is not None:
        return forecast(state, turn.seat, turn.phase, going, habits.forecast)
    value = (worth if habits.others else prospects)(state, turn.seat, turn.phase)
    if habits.knights[turn.phase] and state.stage != OVER:
        value += habits.knights[turn.phase] * len(state.land.knights[turn.seat])
    if not habits.king and state.stage != OVER:
        bonus = king_points(state.land, turn.seat, state.phase, state.terms)
        value -= bonus * AHEAD[min(turns_left(state, turn.seat), 3)]
    return value


def _purchases(state: TorresState, turn: Turn) -> list[int]:
    """The value of each card that may still be bought."""
    if not turn.habits.cards or not state.can_buy():
        return []
    seat = turn.seat
    hand = len(state.cards.hands[seat])
    count = min(state.terms.box.purchases - len(state.cards.fresh), state.ap, len(state.cards.deck(seat)))
    useful = turns_ahead(state, seat) - hand
    expected = turn.habits.forecast
    gain = SEALED_CARD + POINT if expected is None else (SEALED_CARD + POINT) * expected.hand // 100
    return [gain if place < useful else 0 for place in range(count)]


def remainder(state: TorresState, habits: Habits) -> tuple[Move, ...]:
    """How the seat on turn spends the points left, without a thought for actions; up to the first card that has to be drawn."""
    return _rest(state, Turn(state.seat, state.phase, state.round, habits))


def _rest(state: TorresState, turn: Turn) -> tuple[Move, ...]:
    """How the points left are spent: the first card if one is worth it, else steps on the track, and the end of the turn."""
    if not turn.goes_on(state) or state.stage != MAIN:
        return ()
    if any(gain > POINT for gain in _purchases(state, turn)):
        return (BUY,)
    return (STEP,) * state.ap + (FINISH,)
