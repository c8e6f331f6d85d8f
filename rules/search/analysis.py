"""The analysis of a game: for every turn the chances of winning, and the turn that would have been better.

A turn is judged by what its seat could know, in worlds that are drawn from the seat's view: the real hidden cards make no
difference. Where something is dealt in the middle of a turn, each part up to the deal is judged separately. Every part is tried
in the same worlds as the turns that the search proposes. The best turn is chosen in some worlds and its gain is measured in
others, so a turn that was chosen only by luck gains nothing. Errors of the judge remain: it likes the same turn too much in
every world. How much of a gain is real has been measured, and only that much counts (:func:`~rules.search.chances.nearer`).
Only a turn that ends the game needs no judge, and its result counts as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.contract import Budget, Event, Move, State, digest_of
from rules.search.chance import Chance
from rules.search.chances import WHOLE, Fit, chances, nearer
from rules.search.search import LONGEST, Judge
from rules.search.turns import Patience, Turn
from rules.search.worlds import World, imagine
from rules.trial import Trial

NOTICEABLE: Final = 10
"""A better turn is named if it raises the chance of winning by this much, in thousandths."""


class Depth(NamedTuple):
    """How thorough an analysis is.

    Attributes:
        turns: how many turns are tried besides the one that was played.
        worlds: in how many worlds the best turn is chosen.
        proof: in how many further worlds its gain is measured.
        replies: whether everybody plays a quick turn before the position is judged.
    """

    turns: int
    worlds: int
    proof: int
    replies: bool


QUICK: Final = Depth(turns=5, worlds=4, proof=8, replies=False)
DEEP: Final = Depth(turns=8, worlds=4, proof=8, replies=True)


@dataclass(frozen=True)
class Played:
    """One move of a game.

    Attributes:
        index: number of entries of the log before it.
        state: the position before it, with all that the file knows.
        move: the move.
    """

    index: int
    state: State
    move: Move


@dataclass(frozen=True)
class Better:
    """A turn that would have been better.

    Attributes:
        index: number of entries before it.
        moves: the whole turn, or its part up to the first deal that tells something new.
        gain: by how much it raises the chance of winning, in thousandths.
    """

    index: int
    moves: tuple[Move, ...]
    gain: int


@dataclass(frozen=True)
class Judged:
    """A turn with the verdict of the analysis.

    Attributes:
        index: number of entries before it.
        end: number of entries after it.
        seat: who played it.
        before: the chances of all seats if the seat plays the best turn that was found, in thousandths.
        after: the chances after the turn that was played.
        cost: by how much the turn lowered the chance of its seat, in thousandths.
        better: the best turn that was found; None if it gains less than :data:`NOTICEABLE`.
        sure: whether the hand of the seat was known. If not, only the chances are given, and neither ``cost`` nor ``better``.
    """

    index: int
    end: int
    seat: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    cost: int
    better: Better | None
    sure: bool = True


class Stopped(Exception):
    """The budget ran out before the game was judged."""


class Analysis:
    """Judges the turns of a game.

    Attributes:
        judge: values positions.
        fit: turns values into chances.
        depth: how thorough the analysis is.
        everything: whether seats are judged as if they could see every hand that the file knows.
    """

    def __init__(self, judge: Judge, fit: Fit, depth: Depth = QUICK, everything: bool = False) -> None:
        self.judge = judge
        self.fit = fit
        self.depth = depth
        self.everything = everything

    def turns(
        self, played: Sequence[Played], end: int, last: State, knows: frozenset[int], budget: Budget | None = None
    ) -> Iterator[Judged]:
        """Judge the turns one after another.

        Args:
            played: the moves that count, in order.
            end: number of entries after the last of them.
            last: the position then.
            knows: the seats whose hands the file knows.
            budget: how long this may take; without one, there is no limit.

        Raises :class:`Stopped` when the budget runs out.
        """
        budget = budget or Patience()
        place = 0
        while place < len(played):
            first = played[place]
            whole = place + 1
            while whole < len(played) and same_turn(first.state, played[whole].state):
                whole += 1
            after = played[whole] if whole < len(played) else None
            seat = first.state.turn
            assert seat is not None
            stop = after.index if after is not None else end
            if seat in knows:
                yield self._judged(played[place:whole], stop, seat, budget)
            else:
                position = after.state if after is not None else last
                before, behind = self._glance(first.state), self._glance(position)
                yield Judged(first.index, stop, seat, before, behind, 0, None, sure=False)
            place = whole

    def choices(self, view: State, most: int, budget: Budget | None = None) -> list[tuple[Move, ...]]:
        """At most ``most`` turns that seem best at first sight, the best first; each leads to a different position.

        Each is complete, or ends at the first deal that tells something new.
        """
        reached: set[str] = set()
        found: list[tuple[Move, ...]] = []
        for turn in self.judge.turns(view, budget or Patience())[: 2 * most]:
            whole = self._completed(view, turn.moves)
            there = position_after(view, whole)
            if there not in reached:
                reached.add(there)
                found.append(whole)
                if len(found) == most:
                    break
        return found

    def weighed(
        self, view: State, turns: Sequence[Sequence[Move]], worlds: int, chance: Chance, budget: Budget | None = None
    ) -> list[list[int]]:
        """The chances of the seat on turn, in thousandths, after each of these turns: one list for each turn, by world.

        All turns are tried in the same worlds. Raises :class:`Stopped` when the budget runs out.
        """
        seat = view.turn
        assert seat is not None
        budget = budget or Patience()
        found: list[list[int]] = [[] for _ in turns]
        for _ in range(worlds):
            at = imagine(view, chance)
            for place, turn in enumerate(turns):
                found[place].append(self._tried(turn, seat, at, budget)[seat])
        return found

    def _judged(self, moves: Sequence[Played], stop: int, seat: int, budget: Budget) -> Judged:
        """Judge one turn, part by part."""
        before: tuple[int, ...] = ()
        after: tuple[int, ...] = ()
        cost, better, place = 0, None, 0
        while place < len(moves):
            view = moves[place].state if self.everything else moves[place].state.view(seat)
            part = part_of(view, moves[place:])
            if not part:  # a move that the view does not understand has no turns beside it
                part = (moves[place].move,)
            best, best_chances, own_chances = self._compare(view, part, seat, budget)
            if best != part:
                best = self._completed(view, best)
                if not ends_game(view, best):
                    best_chances = nearer(own_chances, best_chances, seat, self.fit)
            gain = max(0, best_chances[seat] - own_chances[seat])
            if not gain:
                best_chances = own_chances
            before = before or best_chances
            after = own_chances
            cost += gain
            if gain >= NOTICEABLE and (better is None or gain > better.gain):
                better = Better(moves[place].index, best, gain)
            place += len(part)
        return Judged(moves[0].index, stop, seat, before, after, min(cost, WHOLE), better)

    def _compare(
        self, view: State, part: tuple[Move, ...], seat: int, budget: Budget
    ) -> tuple[tuple[Move, ...], tuple[int, ...], tuple[int, ...]]:
        """The best turn, which may be the one that was played; then the chances with the best and with the played one."""
        found = [turn.moves for turn in self._candidates(view, part, budget)]
        chance = _chance_of(view)
        depth = self.depth
        if len(found) == 1:
            own = self._mean(view, part, seat, chance, depth.proof, budget)
            return part, own, own
        worlds = [imagine(view, chance) for _ in range(depth.worlds)]
        sums = [sum(self._tried(turn, seat, world, budget)[seat] for world in worlds) for turn in found]
        best = found[max(range(len(found)), key=lambda place: (sums[place], -place))]
        if best == part:
            own = self._mean(view, part, seat, chance, depth.proof, budget)
            return part, own, own
        proof = [imagine(view, chance) for _ in range(depth.proof)]
        with_best = _mean([self._tried(best, seat, world, budget) for world in proof])
        with_own = _mean([self._tried(part, seat, world, budget) for world in proof])
        return best, with_best, with_own

    def _candidates(self, view: State, part: tuple[Move, ...], budget: Budget) -> list[Turn]:
        """The turn that was played and the others that seem best, leaving out turns that lead to the same position."""
        own = Turn(part, 0)
        if len(view.moves()) == 1 and len(part) == 1:
            return [own]
        reached = {position_after(view, part)}
        found = [own]
        for turn in self.judge.turns(view, budget):
            if len(found) > self.depth.turns:
                break
            there = position_after(view, turn.moves)
            if there not in reached:
                reached.add(there)
                found.append(turn)
        if not budget.left():
            raise Stopped
        return found

    def _mean(
        self, view: State, moves: tuple[Move, ...], seat: int, chance: Chance, worlds: int, budget: Budget
    ) -> tuple[int, ...]:
        return _mean([self._tried(moves, seat, imagine(view, chance), budget) for _ in range(worlds)])

    def _tried(self, moves: Sequence[Move], seat: int, at: tuple[State, World], budget: Budget) -> tuple[int, ...]:
        """The chances after a turn in one world. First the turn is played to its end and, if wanted, the others reply."""
        if not budget.left():
            raise Stopped
        state, world = at[0].copy(), at[1].copy()
        number = state.turn_number
        for move in moves:
            if state.turn != seat or state.turn_number != number:
                break  # a plan may go on where the turn has ended by itself
            state.play_silently(move)
            world.settle(state)
        self._finish(state, world, seat, number)
        count = 0
        while self.depth.replies and state.turn is not None and state.turn != seat and count < LONGEST:
            self._finish(state, world, state.turn, state.turn_number)
            count += 1
        return chances(state, self.judge, self.fit)

    def _finish(self, state: State, world: World, seat: int, number: int) -> None:
        """Play a turn to its end with the judge's quick moves."""
        count = 0
        while state.turn == seat and state.turn_number == number and count < LONGEST:
            for move in self.judge.quick(state, Patience()):
                if state.turn != seat or state.turn_number != number:
                    break
                state.play_silently(move)
                world.settle(state)
                count += 1

    def _completed(self, view: State, moves: Sequence[Move]) -> tuple[Move, ...]:
        """A turn, completed by moves for what is still to be chosen in it."""
        trial = Trial(view)
        for move in moves:
            if trial.complete:
                break
            trial.play(move)
        while not trial.complete and len(trial.moves) < LONGEST:
            for move in self.judge.quick(trial.state, Patience()):
                if trial.complete:
                    break
                trial.play(move)
        return tuple(trial.moves)

    def _glance(self, state: State) -> tuple[int, ...]:
        """The chances in a position, judged from what is known of it and without trying anything."""
        chance = _chance_of(state)
        try:
            return _mean([chances(imagine(state, chance)[0], self.judge, self.fit) for _ in range(self.depth.proof)])
        except ValueError:  # a hand of which something is told that no world fits
            return tuple([WHOLE // state.seats] * state.seats)


def shown(view: State, moves: Sequence[Move]) -> tuple[State, list[Event]] | None:
    """The view after a turn, and its events; None if the moves are not a turn in this position.

    The moves may come from a file, so every move is checked.
    """
    trial = Trial(view)
    for move in moves:
        if trial.complete or trial.state.why_not(move) is not None:
            return None
        trial.play(move)
    return (trial.state, [event for told in trial.events for event in told]) if trial.moves else None


def ends_game(view: State, moves: Sequence[Move]) -> bool:
    """Whether the game is over after a turn. Its result is known then, and not judged."""
    found = shown(view, moves)
    return found is not None and found[0].result is not None


def dearest(turns: Sequence[Judged], count: int) -> list[Judged]:
    """The turns that cost most, the most expensive first; only turns with a better one."""
    costly = [turn for turn in turns if turn.better is not None]
    return sorted(costly, key=lambda turn: (-turn.cost, turn.index))[:count]


def unjudged(turns: Sequence[Judged]) -> list[int]:
    """The seats whose turns have only chances and no verdict, because their hands were not known."""
    return sorted({turn.seat for turn in turns if not turn.sure})


def same_turn(one: State, other: State) -> bool:
    """Whether two positions belong to the same turn of a seat."""
    return one.turn == other.turn and one.turn_number == other.turn_number


def part_of(view: State, moves: Sequence[Played]) -> tuple[Move, ...]:
    """The moves of a turn up to the first deal that tells its seat something new."""
    trial = Trial(view)
    for played in moves:
        if trial.complete or trial.state.why_not(played.move) is not None:
            break
        trial.play(played.move)
    return tuple(trial.moves)


def position_after(view: State, moves: Sequence[Move]) -> str:
    """A digest of the position after a turn: turns with equal digests lead to the same position."""
    trial = Trial(view)
    for move in moves:
        if trial.complete:
            break
        trial.play(move)
    return digest_of(trial.state.facts())


def _chance_of(view: State) -> Chance:
    """Random numbers that depend only on the view, so that the same game is always judged the same."""
    return Chance(int(digest_of(view.facts())[:16], 16))


def _mean(found: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The mean of chances; it adds up to a thousand again."""
    sums = [sum(column) for column in zip(*found, strict=True)]
    mean = [total // len(found) for total in sums]
    mean[max(range(len(sums)), key=sums.__getitem__)] += WHOLE - sum(mean)
    return tuple(mean)
