"""The search: it finds the best whole turn of a seat, in worlds that agree with what the seat knows.

Every turn is tried in the same worlds. In each world the other seats then play a quick turn each, until it is the seat's turn
again, and the game's evaluation judges the position. The worse half of the turns is dropped, the better half is tried in more
worlds, and so on (successive halving: Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, 2013). The
search can stop at any time. Hints, lessons and analysis use the same ranking as the bots.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple, Protocol

from rules.contract import NOBODY, Budget, Move, Rng, State, digest_of
from rules.search.turns import Turn
from rules.search.worlds import World, imagine

REMEMBERED: Final = 256
"""How many positions of planned turns a bot remembers."""

LONGEST: Final = 400
"""A trial stops after this many moves; no turn is longer."""


class Mind(Protocol):
    """What the search must know of a game: its whole turns, the worth of a position, and a quick turn."""

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        """The turns of the seat on turn that are worth a trial, the best first; at least one, even when time is up."""

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        """A quickly chosen turn of the seat on turn, to its end or to the first deal; any turn when time is up."""

    def worth(self, state: State, seat: int) -> int:
        """The value for a seat of a position between two turns, in the unit of the game's evaluation."""


class Judge(Mind, Protocol):
    """A mind that knows how far a game has come: what the analysis needs to turn values into chances."""

    def left(self, state: State) -> int:
        """The part of the game that is left, in thousandths."""

    def hasty(self) -> Judge:
        """The same judgement with less thought about each turn, for games that are played on to their end many times."""


class Rated(NamedTuple):
    """One turn with the value that the search found.

    Attributes:
        turn: its moves, and its worth at first sight.
        value: its average worth in the worlds; its worth at first sight if it was tried in none.
        worlds: in how many worlds it was tried.
    """

    turn: Turn
    value: int
    worlds: int


class Breadth(NamedTuple):
    """How broad a search is.

    Attributes:
        turns: how many of the most promising turns are tried.
        worlds: in how many worlds each is tried at first. The number doubles for every half that stays.
        most: in how many worlds a turn is tried at most.
        ahead: how many further turns of the seat itself a trial contains before the position is judged.
        trust: how much of a turn's worth at first sight is added to its average when turns are compared, in percent. Where few
            worlds fit into the time, chance decides less.
        sight: as how many worlds a turn's worth at first sight counts. So it weighs less and less as worlds are added.
    """

    turns: int = 8
    worlds: int = 2
    most: int = 64
    ahead: int = 0
    trust: int = 0
    sight: int = 0


def never(state: State) -> bool:
    """For trials that only their number of turns ends."""
    return False


def rank(
    view: State,
    mind: Mind,
    budget: Budget,
    rng: Rng,
    breadth: Breadth,
    ends: Callable[[State], bool] = never,
    at_once: Collection[int] = (),
) -> list[Rated]:
    """The turns that the seat on turn may make, the best first.

    Args:
        view: a view of the seat on turn.
        mind: knows the game.
        budget: how long this may take; when it runs out, the result is the best ranking so far.
        rng: all chance comes from it.
        breadth: how broad the search is.
        ends: whether a trial ends in a position after the turn that it tries, before its number of turns is reached.
        at_once: the faces that every player uses at once, see :func:`~rules.search.worlds.imagine`.
    """
    candidates = mind.turns(view, budget)[: breadth.turns]
    if len(candidates) == 1:
        return [Rated(candidates[0], candidates[0].worth, 0)]
    trials = _Trials(view, mind, budget, rng, breadth.ahead, ends, at_once)
    sums = [0] * len(candidates)
    counts = [0] * len(candidates)
    alive = list(range(len(candidates)))
    given_up: list[list[int]] = []
    goal = breadth.worlds
    while len(alive) > 1 and counts[alive[0]] < breadth.most:
        while counts[alive[0]] < min(goal, breadth.most):
            values = trials.values([candidates[place] for place in alive], counts[alive[0]])
            if values is None:
                break
            for place, value in zip(alive, values, strict=True):
                sums[place] += value
                counts[place] += 1
        if not counts[alive[0]]:
            break
        seen, sight = counts[alive[0]], breadth.sight
        alive.sort(
            key=lambda place: (
                -(sums[place] + sight * candidates[place].worth) / (seen + sight)
                - breadth.trust * candidates[place].worth / 100
            )
        )
        if not budget.left():
            break
        half = (len(alive) + 1) // 2
        given_up.append(alive[half:])
        alive = alive[:half]
        goal *= 2
    order = [*alive, *(place for group in reversed(given_up) for place in group)]
    return [
        Rated(candidates[place], sums[place] // counts[place] if counts[place] else candidates[place].worth, counts[place])
        for place in order
    ]


def sift(view: State, mind: Mind, budget: Budget, rng: Rng, ahead: int, ends: Callable[[State], bool] = never) -> list[Turn]:
    """The turns that the seat on turn may make by a single trial each, the best first; all trials are in the same world.

    This is for many turns, most of which are not worth a second trial. Turns for which there was no time come last, the best at
    first sight first. ``ahead`` is as in :class:`Breadth`, and the rest as for :func:`rank`.
    """
    candidates = mind.turns(view, budget)
    trials = _Trials(view, mind, budget, rng, ahead, ends, ())
    values: list[int] = []
    for turn in candidates if len(candidates) > 1 else ():
        value = trials.values([turn], 0)
        if value is None:
            break
        values += value
    tried = sorted(range(len(values)), key=lambda place: -values[place])
    return [*(candidates[place] for place in tried), *candidates[len(values) :]]


class _Trials:
    """Tries turns in worlds. All turns share the worlds, which are imagined when they are first needed."""

    def __init__(
        self,
        view: State,
        mind: Mind,
        budget: Budget,
        rng: Rng,
        ahead: int,
        ends: Callable[[State], bool],
        at_once: Collection[int],
    ) -> None:
        self._ahead = ahead
        self._ends = ends
        turn = view.turn
        assert turn is not None
        self._seat = turn
        self._view = view
        self._mind = mind
        self._budget = budget
        self._rng = rng
        self._at_once = at_once
        self._worlds: list[tuple[State, World]] = []

    def values(self, turns: Sequence[Turn], number: int) -> list[int] | None:
        """The value of each turn in one world; None if the time is up before all are tried."""
        if not self._budget.left():
            return None
        while len(self._worlds) <= number:
            self._worlds.append(imagine(self._view, self._rng, self._at_once))
        state, world = self._worlds[number]
        found = []
        for turn in turns:
            value = self._value(turn, state.copy(), world.copy())
            if value is None:
                return None
            found.append(value)
        return found

    def _value(self, turn: Turn, state: State, world: World) -> int | None:
        number = state.turn_number
        for move in turn.moves:
            if state.turn != self._seat or state.turn_number != number:
                break  # in this world it has ended by itself
            state.play_silently(move)
            world.settle(state)
        moves = own = 0
        while (seat := state.turn) is not None and not self._ends(state):
            if seat == self._seat and state.turn_number != number:
                if own == self._ahead:
                    break
                number = state.turn_number
                own += 1
            if not self._budget.left():
                return None
            current = state.turn_number
            for move in self._mind.quick(state, self._budget):
                if state.turn != seat or state.turn_number != current:
                    break
                state.play_silently(move)
                world.settle(state)
                moves += 1
            if moves > LONGEST:
                break
        if not self._budget.left():  # the last turn may have been cut short
            return None
        return self._mind.worth(state, self._seat)


class Searcher:
    """A bot that searches at the beginning of a turn, and then plays what it has planned."""

    def __init__(self, mind: Mind, breadth: Breadth, at_once: Collection[int] = ()) -> None:
        """``at_once`` are the faces that every player uses at once, see :func:`~rules.search.worlds.imagine`."""
        self.mind = mind
        self.breadth = breadth
        self.at_once = at_once
        self._plans: dict[str, Move] = {}

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The next move of the plan; first a new plan if there is none or if something has been dealt since."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        digest = digest_of(view.facts())
        if digest not in self._plans:
            self._remember(view, self.search(view, budget, rng).moves)
        return self._plans[digest]

    def search(self, view: State, budget: Budget, rng: Rng) -> Turn:
        """The best turn that is found."""
        return rank(view, self.mind, budget, rng, self.breadth, at_once=self.at_once)[0].turn

    def _remember(self, view: State, planned: Sequence[Move]) -> None:
        if len(self._plans) > REMEMBERED:
            self._plans.clear()
        state, seat, number = view.copy(), NOBODY if view.turn is None else view.turn, view.turn_number
        for move in planned:
            if state.turn != seat or state.turn_number != number:
                break  # it has ended by itself; the seat may have another turn at once
            self._plans[digest_of(state.facts())] = move
            state.play_silently(move)
            while state.deals and (answer := state.known(state.deals[0])) is not None:
                state.learn_silently(state.deals[0], answer)
