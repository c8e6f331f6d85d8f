"""A bot that plans its whole turn before its first action.

It follows many turns at once, action by action, keeping the most promising ones of each length (a beam), first a few and then
more and more of them while there is time. A tower raised beside a knight until it can step up there is followed from the start
(its blocks promise nothing until the last one lies). Leftover action points go into cards and the track. A
plan is remembered and followed as long as the game goes as planned; a drawn card makes a new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.contract import Budget, Move, Rng, State, digest_of
from rules.torres.bots.glance import Glance, Turn, own_castles, purchases, value_of
from rules.torres.bots.greedy import answered
from rules.torres.bots.habits import Habits
from rules.torres.bots.worth import CARD_WORTH, POINT, SEALED_CARD, Forecast, worth
from rules.torres.fans import BLOCK_ON, BUY, DROP_ON, FINISH, INSERT_ON, MOVE_FROM, PLAY_CARD, STEP, Fan
from rules.torres.grid import BESIDE, CELLS, cells_of
from rules.torres.land import NO_CELL
from rules.torres.legality import KNIGHT_CARDS
from rules.torres.position import BACK, CARD, DROP, KEEP, MAIN, NONE_OPENED, STACK
from rules.torres.stacks import Sizes, after_turn, without
from rules.torres.state import TorresState
from rules.torres.terms import EXTRA, MOVE_BLOCK, SEVEN, SIX

STAYS: Final = 0
ENDS: Final = 1
YEAR_ENDS: Final = 2
UNSEEN: Final = 3
"""What follows when the last action point is gone.

There may be a card to play, or the turn ends, and the year with it or not; or a glance cannot tell, and a copy is played on.
"""

LEVELS: Final = tuple([bytes([level]) for level in range(CELLS + 1)])

FIRST_WIDTH: Final = 6
LEAST_WIDER: Final = 12
"""At least so many more lines of each length the next look follows; half as many again as all before, where that is more."""

KEPT: Final = 2000
"""How many lines of each length that may still be followed are kept, the best ones."""

COLLECTED: Final = 16
"""So many times the lines that are wanted are collected before the worst are dropped."""

REMEMBERED: Final = 256
"""How many positions of plans a bot keeps in mind."""

WITHIN_ACTION: Final = (STACK, CARD, DROP)
PLANNED: Final = (MAIN, STACK, CARD, DROP)


EVERYTHING: Final = Habits()

MANY_KNIGHTS: Final = (0, 50, 45, 40)
SETTLER: Final = Habits(widest=1, longest=2, cards=False, others=False, king=False, knights=MANY_KNIGHTS)
APPRENTICE: Final = Habits(widest=1, cards=False, others=False, king=False, knights=MANY_KNIGHTS)
MASON: Final = Habits(widest=1, longest=2, others=False, king=False, knights=MANY_KNIGHTS)
WARDEN: Final = Habits(widest=1, others=False, knights=(0, 60, 45, 30))
CAPTAIN: Final = Habits(widest=FIRST_WIDTH, knights=(0, 30, 20, 10), spoils=True)
PLANNER: Final = Habits(knights=(0, 30, 20, 10), spoils=True)
EVEN: Final = Forecast(knights=(0, 25, 15, 5), entries=(0, 16, 12, 7), hand=60)
"""What a player expects who sees every position from the end of the turn."""

MARSHAL: Final = PLANNER._replace(widest=20, forecast=EVEN._replace(knights=(0, 50, 40, 20)))
"""The levels, the weakest first. The chancellor and the strategist are in :mod:`rules.torres.bots.strategist`."""

SETTLERS: Final = {4: SETTLER._replace(longest=1)}
APPRENTICES: Final = {4: SETTLER._replace(knights=(0, 58, 53, 48))}
MASONS: Final = {3: MASON._replace(knights=(0, 40, 35, 30)), 4: MASON._replace(longest=4, knights=(0, 43, 38, 33))}
WARDENS: Final = {4: WARDEN._replace(widest=3)}
CAPTAINS: Final = {4: CAPTAIN._replace(forecast=EVEN)}
MARSHALS: Final = {3: MARSHAL._replace(widest=16, forecast=EVEN), 4: MARSHAL._replace(widest=18, forecast=EVEN)}
CHANCELLORS: Final = {3: PLANNER._replace(widest=100, forecast=EVEN), 4: PLANNER._replace(widest=66, forecast=EVEN)}
"""What they think of at larger tables, by the number of seats. Otherwise some would be too close to each other."""

QUICK: Final = Habits(widest=1, spoils=True, forecast=EVEN)
"""How everybody plays in the trials of the strategist."""


class Line:
    """A way the turn may go. Most are never followed, so a line has no position: the search plays its moves where it needs it.

    Attributes:
        moves: from the position where the search begins.
        value: its worth if the rest of the points is spent on cards and the track.
        before: the position before its last move, where few lines are kept; None elsewhere.
        key: what it comes to, in lines that have been ranked: lines with equal keys come to the same. Empty elsewhere.
    """

    __slots__ = ("before", "key", "moves", "value")

    def __init__(self, moves: tuple[Move, ...], value: int, before: TorresState | None = None, key: bytes = b"") -> None:
        self.moves = moves
        self.value = value
        self.before = before
        self.key = key


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
    search = _Search(view, habits, True, most, by_board)
    if width:
        search.follow(width, budget)
    else:
        search.widen(budget)
    lines = [Line(search.whole(line), line.value, None, key) for key, line in search.different()]
    return [line for line in lines if line.moves]


class _Fork:
    """A position from which lines go on.

    Attributes:
        state: the position.
        moves: those that lead to it.
        glance: judges what is one action away.
        levels: the levels of all cells, for keys; empty where no keys are wanted.
        last: what follows an action that takes the last action point: STAYS, ENDS, YEAR_ENDS or UNSEEN.
    """

    __slots__ = ("glance", "last", "levels", "moves", "state")

    def __init__(self, state: TorresState, moves: tuple[Move, ...], glance: Glance, levels: bytes, last: int) -> None:
        self.state = state
        self.moves = moves
        self.glance = glance
        self.levels = levels
        self.last = last


class _Search:
    """Follows the lines of a turn, the best of each length first.

    Attributes:
        best: the best line so far; None as long as none can stand.
    """

    def __init__(
        self, view: TorresState, habits: Habits, collects: bool = False, most: int = 0, by_board: bool = False
    ) -> None:
        """Begin with a turn.

        Args:
            view: a position in it.
            habits: what the player thinks of.
            collects: whether lines are collected, not only the best; those that differ, by their boards or by anything.
            most: how many are collected at most; 0 for all.
            by_board: whether lines differ by their boards alone.
        """
        self.turn = Turn(view, habits)
        self.view = view
        self.best: Line | None = None
        self._found: list[tuple[bytes, Line]] = []
        self._collects = collects
        self._by_board = by_board
        self._most = most
        self._first = True
        self._single = habits.widest == 1 and not collects
        self._todo: list[tuple[TorresState, tuple[Move, ...]]] = []
        self._from = view
        self._length = 0
        begun = self._climbs()
        root = Line((), value_of(view, self.turn))
        if view.stage == MAIN:
            self._note(root, self._board_of(view), self._rest_of(view))
        self._waiting: list[list[Line]] = [[root]]
        self._known: list[dict[bytes, bool]] = [{}]  # no sets: the garbage collector passes over such dictionaries
        for line in begun:
            after = self._position(line)
            self._note(line, self._board_of(after), self._rest_of(after))
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
            width = min(max(LEAST_WIDER, followed // 2), widest - followed)
            if not more or not width or not budget.left():
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
        state = (line.before or self.view).copy()
        for move in line.moves[-1:] if line.before else line.moves:
            state.play_silently(move)
            answered(state)
        return state

    def _note(self, line: Line, board: bytes, rest: bytes) -> None:
        """A line that can stand: it may be the best."""
        if self.best is None or line.value > self.best.value:
            self.best = line
        if self._collects:
            self._found.append((board if self._by_board else board + rest, line))
            if self._most and len(self._found) > COLLECTED * self._most:
                self._sort_out()

    def different(self) -> list[tuple[bytes, Line]]:
        """The lines collected with their keys, the best first; of those that come to the same only one."""
        self._sort_out()
        return self._found

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
        self._length = length
        self._todo = [(self._position(line), line.moves)]
        while self._todo:
            state, moves = self._todo.pop()
            self._from = state
            if state.stage == MAIN:
                self._actions(self._fork(state, moves))
            elif state.stage == DROP or state.card == EXTRA or state.card in KNIGHT_CARDS:
                self._by_card(self._fork(state, moves))
            else:
                for move in _promising(state, self.turn.seat):
                    self._try(state, moves, move)
            if self.best is not None and not budget.left():
                return False
        return True

    def _fork(self, state: TorresState, moves: tuple[Move, ...]) -> _Fork:
        levels = b"" if self._single else bytes(state.land.levels)
        return _Fork(state, moves, Glance(state, self.turn), levels, self._last(state))

    def _last(self, state: TorresState) -> int:
        """What follows an action that takes the last action point."""
        if not state.card_used and state.cards.hands[state.seat]:
            faces = state.playable(public=True)
            return STAYS if SIX in faces or SEVEN in faces else UNSEEN
        forecasts, collects = self.turn.forecast is not None, self._collects
        if state.ends_year:
            alone = len(state.stacks[state.seat]) + (state.opened >= 0) == 1
            return YEAR_ENDS if forecasts and alone and not collects else UNSEEN
        led = state.terms.master and state.ended + 1 == state.seats  # then the leader begins, maybe with another turn in a row
        return UNSEEN if led and (collects or not forecasts) else ENDS

    def _actions(self, fork: _Fork) -> None:
        """Try the actions that have to do with knights. What is left of the points goes into new cards and the track."""
        state = fork.state
        land, box, ap = state.land, state.terms.box, state.ap
        if ap >= box.insert:
            self._knight(fork, INSERT_ON, NO_CELL, state.inserting(), ap - box.insert)
        if ap >= box.move:
            for cell in land.knights[state.seat]:
                self._knight(fork, MOVE_FROM[cell], cell, land.goes(cell), ap - box.move)
        if ap >= box.block:
            self._blocks(fork, state.placing() & fork.glance.near(), ap - box.block)
        if self.turn.habits.cards and not state.card_used:
            for face in state.playable():
                if state.doable(face):
                    self._try(state, fork.moves, PLAY_CARD[face])

    def _by_card(self, fork: _Fork) -> None:
        """Try what the card being played lets a knight or a block do; that takes no action points."""
        state = fork.state
        card, left = state.card, state.ap
        if state.stage == DROP:
            self._drops(fork, left)
        elif card == EXTRA:
            self._raise(fork, state.card_blocks(card), left, state.opened, state.stacks[state.seat])
        else:
            for cell in state.land.knights[state.seat]:
                self._knight(fork, MOVE_FROM[cell], cell, state.card_targets(card, cell), left)

    def _knight(self, fork: _Fork, fan: Fan, source: int, targets: int, left: int) -> None:
        """Try a knight on each of these cells: the one from ``source``, or a new one; ``left`` action points are left then."""
        if not targets:
            return
        state, glance, moves = fork.state, fork.glance, fork.moves
        if not left and fork.last == UNSEEN:
            for cell in cells_of(targets):
                self._try(state, moves, fan.moves[cell])
            return
        follows = left > 0 or fork.last == STAYS
        others = [cell for cell in state.land.knights[state.seat] if cell != source]
        glance.lift(source)
        extra = glance.left_over(left)
        rest = self._after(fork, left, state.opened, state.stacks[state.seat])
        for cell in cells_of(targets):
            board = b"" if self._single else self._board(fork.levels, [*others, cell])
            if not follows or self._is_new(board + rest):
                self._add(moves, fan.moves[cell], glance.with_knight(cell) + extra, follows, board, rest)

    def _blocks(self, fork: _Fork, targets: int, left: int) -> None:
        """Try a block from a stack on each of these cells; ``left`` action points are left then."""
        if not targets:
            return
        state = fork.state
        opened, stacks = state.opened, state.stacks[state.seat]
        if opened > 0:
            self._raise(fork, targets, left, opened - 1, stacks)
            return
        sizes = state.sizes()
        if len(sizes) == 1:
            self._raise(fork, targets, left, sizes[0] - 1, without(stacks, sizes[0]))
        else:
            for cell in cells_of(targets):
                self._try(state, fork.moves, BLOCK_ON.moves[cell])

    def _raise(self, fork: _Fork, targets: int, left: int, opened: int, stacks: Sizes) -> None:
        """Try a block on each of these cells; ``left`` action points are left then, and these stacks."""
        state, glance, moves, levels = fork.state, fork.glance, fork.moves, fork.levels
        if not left and fork.last == UNSEEN:
            for cell in cells_of(targets):
                self._try(state, moves, BLOCK_ON.moves[cell])
            return
        follows = left > 0 or fork.last == STAYS
        extra = glance.left_over(left)
        knights = state.land.knights[state.seat]
        rest = self._after(fork, left, opened, stacks)
        for cell in cells_of(targets):
            board = self._board(self._leveled(levels, cell, 1), knights)
            if not follows or self._is_new(board + rest):
                self._add(moves, BLOCK_ON.moves[cell], glance.with_block(cell) + extra, follows, board, rest)

    def _drops(self, fork: _Fork, left: int) -> None:
        """Try to put the lifted block down in or beside own castles; if it cannot come there, anywhere."""
        state, glance, moves = fork.state, fork.glance, fork.moves
        source = state.lifted
        targets = state.land.drops(source, state.terms.box.least_castles)
        targets = targets & own_castles(state, state.seat) or targets & -targets
        if not left and fork.last == UNSEEN:
            for cell in cells_of(targets):
                self._try(state, moves, DROP_ON.moves[cell])
            return
        follows = left > 0 or fork.last == STAYS
        extra = glance.left_over(left)
        knights = state.land.knights[state.seat]
        rest = self._after(fork, left, state.opened, state.stacks[state.seat])
        levels = self._leveled(fork.levels, source, -1)
        for cell in cells_of(targets):
            board = self._board(self._leveled(levels, cell, 1), knights)
            if not follows or self._is_new(board + rest):
                self._add(moves, DROP_ON.moves[cell], glance.with_drop(source, cell) + extra, follows, board, rest)

    def _try(self, state: TorresState, moves: tuple[Move, ...], move: Move) -> None:
        """Make a move on a copy of the position, and see what comes of it."""
        after = state.copy()
        after.play_silently(move)
        answered(after)
        going = self.turn.goes_on(after)
        if going and after.stage in WITHIN_ACTION:
            self._todo.append((after, (*moves, move)))
        elif not after.deals:
            follows = going and after.stage == MAIN
            board, rest = self._board_of(after), self._rest_of(after)
            if not follows or self._is_new(board + rest):
                self._add(moves, move, value_of(after, self.turn), follows, board, rest)

    def _is_new(self, key: bytes) -> bool:
        """Whether no line of this length comes to the same; if only one is followed, it is the first of equals anyway."""
        if self._single:
            return True
        known = self._known[self._length]
        if key in known:
            return False
        known[key] = True
        return True

    def _add(self, moves: tuple[Move, ...], move: Move, value: int, follows: bool, board: bytes, rest: bytes) -> None:
        """A line that is longer by one move."""
        waiting = self._waiting[self._length]
        if not self._single:
            line = Line((*moves, move), value)
            if follows:
                waiting.append(line)
            self._note(line, board, rest)
            return
        follows = follows and (not waiting or value > waiting[0].value)
        best = self.best is None or value > self.best.value
        if follows or best:
            line = Line((*moves, move), value, self._from)
            if follows:
                waiting[:] = [line]
            if best:
                self.best = line

    # -- keys ----------------------------------------------------------------------------------------------------------

    def _board(self, levels: bytes, knights: Sequence[int]) -> bytes:
        """The key that tells boards apart; nobody else's knights move in a turn."""
        return b"" if self._single else levels + bytes([*sorted(knights), CELLS])

    def _after(self, fork: _Fork, left: int, opened: int, stacks: Sizes) -> bytes:
        """Prepare a glance for actions that leave so many points, and these stacks; returns their key beside the board's."""
        state, glance = fork.state, fork.glance
        glance.year_over = not left and fork.last == YEAR_ENDS
        ends = not left and fork.last == ENDS and len(after_turn(stacks, opened, state.terms.stack_limit)) == 1
        if not ends:
            glance.pass_on(state.seat)
            return self._rest(state, state.seat, left, opened, stacks)
        seat = (state.seat + 1) % state.seats if state.ended + 1 < state.seats else state.starter
        glance.pass_on(seat)
        return self._rest(state, seat, state.terms.box.action_points, NONE_OPENED, state.stacks[seat])

    def _rest(self, state: TorresState, seat: int, left: int, opened: int, stacks: Sizes) -> bytes:
        """The key that tells equal boards apart: points, stacks and the hand. Python's garbage collector passes over bytes."""
        if self._single:
            return b""
        points = state.points[seat]
        return bytes([left, opened + 1, points >> 8 & 255, points & 255, *stacks, CELLS, *state.cards.hands[seat]])

    def _leveled(self, levels: bytes, cell: int, change: int) -> bytes:
        """The levels of all cells after a block has come or gone."""
        return levels and levels[:cell] + LEVELS[levels[cell] + change] + levels[cell + 1 :]

    def _board_of(self, state: TorresState) -> bytes:
        return b"" if self._single else self._board(bytes(state.land.levels), state.land.knights[self.turn.seat])

    def _rest_of(self, state: TorresState) -> bytes:
        return self._rest(state, state.seat, state.ap, state.opened, state.stacks[state.seat])

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
    blocks = view.land.levels[cell] + 1 - view.land.levels[target]
    if blocks < 2:
        return None
    stacks = [view.opened] if view.opened >= 0 else view.sizes()
    stack = min([size for size in stacks if size >= blocks], default=0)
    if not stack:
        return None
    after = view.copy()
    moves: list[Move] = []
    for move in (*[Move("block", (target,))] * blocks, Move("move", (cell, target))):
        if not turn.goes_on(after) or after.stage != MAIN or after.why_not(move) is not None:
            return None
        after.play_silently(move)
        moves.append(move)
        if after.stage == STACK:
            moves.append(Move("stack", (stack,)))
            after.play_silently(moves[-1])
    return Line(tuple(moves), value_of(after, turn))


def _promising(state: TorresState, seat: int) -> list[Move]:
    """What a card or a block asks for. A block is lifted where it has nothing to do with own knights, if there is one."""
    moves = state.moves()
    if state.card != MOVE_BLOCK:
        return moves
    near = own_castles(state, seat)
    return [move for move in moves if not state.land.castle_at[move.args[0]] or not near >> move.args[0] & 1] or moves[:1]


def remainder(state: TorresState, habits: Habits) -> tuple[Move, ...]:
    """How the seat on turn spends the points left, without a thought for actions; up to the first card that has to be drawn."""
    return _rest(state, Turn(state, habits))


def _rest(state: TorresState, turn: Turn) -> tuple[Move, ...]:
    """How the points left are spent: the first card if one is worth it, else steps on the track, and the end of the turn.

    The last step may end the actions by itself. It may then remain to choose how the rest of a stack is spread.
    """
    if not turn.goes_on(state) or state.stage != MAIN:
        return ()
    if turn.card > POINT and purchases(state, turn):
        return (BUY,)
    steps = (STEP,) * state.ap
    after = state.copy()
    for step in steps:
        after.play_silently(step)
    return (*steps, FINISH) if turn.goes_on(after) and after.stage == MAIN else steps
