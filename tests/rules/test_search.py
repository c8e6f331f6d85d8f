"""The search: it ranks whole turns, keeps to its time, sees no hidden card, and is reproducible for a given seed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.alcazar.bots import Greedy as AlcazarGreedy
from rules.big_boss.bots import Greedy
from rules.contract import Budget, Move, State
from rules.loop.lookahead import OneTurn
from rules.search.chance import Chance
from rules.search.search import Breadth, Searcher, rank, sift
from rules.search.turns import Looks, Patience, Turn
from tests.contract.settings import Setting
from tests.contract.table import Table

MINDS = {"big-boss": Greedy, "alcazar": AlcazarGreedy}
SMALL = Breadth(turns=4, worlds=1, most=4)

every_mind = pytest.mark.parametrize("name", MINDS)


def position(name: str, seats: int = 2, steps: int = 60) -> State:
    """A view of the seat on turn at the beginning of a turn, in a game of random moves."""
    table = Table(Setting(name, seats), 21)
    number = 0
    while len(table.steps) < steps or table.state.turn is None or table.state.undoable:
        number = table.state.turn_number
        table.step()
    assert number
    assert table.state.turn is not None
    return table.state.view(table.state.turn)


@every_mind
@pytest.mark.parametrize("seats", [2, 4])
def test_it_ranks_whole_turns_that_can_be_played(name: str, seats: int) -> None:
    view = position(name, seats)
    before = view.facts()
    rated = rank(view, MINDS[name](), Patience(), Chance(1), SMALL)
    assert view.facts() == before
    assert 1 < len(rated) <= SMALL.turns
    assert rated[0].worlds >= rated[-1].worlds >= 1
    for turn, _, _ in rated:
        state = view.copy()
        for move in turn.moves:
            assert state.turn == view.turn
            assert state.why_not(move) is None
            state.play(move)
            while state.deals and (answer := state.known(state.deals[0])) is not None:
                state.learn(state.deals[0], answer)
        assert state.turn_number > view.turn_number or state.deals


@every_mind
def test_the_same_chance_gives_the_same_ranking(name: str) -> None:
    view = position(name)
    assert rank(view, MINDS[name](), Looks(300), Chance(3), SMALL) == rank(view, MINDS[name](), Looks(300), Chance(3), SMALL)


@every_mind
def test_without_time_it_still_knows_a_turn(name: str) -> None:
    view = position(name)
    rated = rank(view, MINDS[name](), Looks(0), Chance(3), SMALL)
    assert rated[0].worlds == 0
    assert view.why_not(rated[0].turn.moves[0]) is None


class Slow(OneTurn):
    """A mind that counts how often it is asked after its time is over."""

    def __init__(self, budget: Looks) -> None:
        super().__init__()
        self.mind = Greedy()
        self.budget = budget
        self.late = 0

    def worth(self, state: State, seat: int) -> int:
        return self.mind.worth(state, seat)

    def quick(self, state: State, budget: Budget) -> tuple[Move, ...]:
        self.late += self.budget.count < 0
        return self.mind.quick(state, budget)


def test_when_time_is_up_nobody_begins_another_turn() -> None:
    """A turn being considered ends at its next step, so a bot hardly exceeds its budget."""
    for looks in range(1, 400, 37):
        budget = Looks(looks)
        mind = Slow(budget)
        rank(position("big-boss"), mind, budget, Chance(1), SMALL)
        assert mind.late == 0


class Lucky:
    """A mind that values a position by its hidden cards, so differently in every world."""

    def __init__(self, turns: list[Turn]) -> None:
        self.listed = turns

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        return self.listed

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        return state.moves()[:1]

    def worth(self, state: State, seat: int) -> int:
        return sum(slot * face for slot, face in enumerate(state.cards.faces))  # type: ignore[attr-defined]


def test_every_turn_is_tried_in_the_same_worlds() -> None:
    """Equal turns get equal values: luck of the draw makes no difference."""
    view = position("big-boss")
    turn = Greedy().turns(view, Patience())[0]
    mind = Lucky([turn, turn._replace(worth=5), turn._replace(worth=7)])
    rated = rank(view, mind, Patience(), Chance(8), Breadth(3, 4, 4))
    assert len({found.value for found in rated}) == 1
    assert rated[0].value != rank(view, mind, Patience(), Chance(9), Breadth(3, 4, 4))[0].value, "all worlds are the same"


def test_what_a_turn_is_worth_at_first_sight_counts_as_much_as_it_is_trusted() -> None:
    view = position("big-boss")
    turn = Greedy().turns(view, Patience())[0]
    mind = Lucky([turn._replace(worth=worth) for worth in (5, 7, 6)])  # which all come to the same in a trial
    for trust, order in ((0, [5, 7, 6]), (50, [7, 6, 5])):
        rated = rank(view, mind, Patience(), Chance(8), Breadth(3, 1, 1, trust=trust))
        assert [found.turn.worth for found in rated] == order


class Other(Lucky):
    """A mind of two turns: in every trial the first is worth 10 and the second nothing."""

    trials = 0

    def worth(self, state: State, seat: int) -> int:
        self.trials += 1
        return 10 * (self.trials % 2)


@pytest.mark.parametrize(("worlds", "best"), [(1, 30), (4, 0)])
def test_what_a_turn_is_worth_at_first_sight_counts_less_in_more_worlds(worlds: int, best: int) -> None:
    """As one world, the second turn's 30 at first sight outweigh one trial, and not four."""
    view = position("big-boss")
    turn = Greedy().turns(view, Patience())[0]
    mind = Other([turn._replace(worth=0), turn._replace(worth=30)])
    rated = rank(view, mind, Patience(), Chance(8), Breadth(2, worlds, worlds, sight=1))
    assert rated[0].turn.worth == best
    assert {found.turn.worth: found.value for found in rated} == {0: 10, 30: 0}, "a value is the average of the trials alone"


def test_in_a_trial_a_turn_ends_when_the_rules_end_it() -> None:
    """A planned turn may end by itself in some worlds; its last moves are not played there."""
    view = position("alcazar")
    turn = AlcazarGreedy().turns(view, Patience())[0]
    longer = turn._replace(moves=turn.moves * 2)
    rated = rank(view, Lucky([turn, longer]), Patience(), Chance(8), Breadth(2, 4, 4))
    assert rated[0].value == rated[1].value


class Rising(Lucky):
    """A mind whose trials are worth more and more; it notes the worlds in which they end."""

    def __init__(self, turns: list[Turn]) -> None:
        super().__init__(turns)
        self.worlds: list[int] = []

    def worth(self, state: State, seat: int) -> int:
        self.worlds.append(super().worth(state, seat))
        return len(self.worlds)


def test_sifting_tries_every_turn_once_in_the_same_world() -> None:
    view = position("big-boss")
    turn = Greedy().turns(view, Patience())[0]
    mind = Rising([turn._replace(worth=worth) for worth in range(5)])
    assert [found.worth for found in sift(view, mind, Patience(), Chance(8), 0)] == [4, 3, 2, 1, 0]
    assert len(mind.worlds) == 5
    assert len(set(mind.worlds)) == 1


def test_turns_without_time_for_a_trial_come_last() -> None:
    view = position("big-boss")
    turn = Greedy().turns(view, Patience())[0]
    seen = set()
    for looks in range(40):
        mind = Rising([turn._replace(worth=worth) for worth in range(5)])
        order = [found.worth for found in sift(view, mind, Looks(looks), Chance(8), 0)]
        tried = sum(place != worth for worth, place in enumerate(order)) and order[0] + 1
        assert order == [*reversed(range(tried)), *range(tried, 5)]
        seen.add(tried)
    assert {0, 3, 5} <= seen


def test_a_single_turn_needs_no_sifting() -> None:
    view = position("big-boss")
    mind = Rising(Greedy().turns(view, Patience())[:1])
    assert sift(view, mind, Patience(), Chance(8), 0) == mind.listed
    assert not mind.worlds


def test_a_searcher_plays_the_turn_that_it_planned() -> None:
    table = Table(Setting("big-boss", 2), 5)
    bot = Searcher(Greedy(), SMALL)
    searched = 0
    while table.state.turn is None or table.state.turn_number < 12:
        if table.state.turn is None:
            table.step()
            continue
        view = table.state.view(table.state.turn)
        budget = Looks(10_000)
        move = bot.choose(view, budget, Chance(len(table.steps)))
        assert move in view.moves()
        if budget.count < 10_000:
            assert not table.state.undoable, "it searches again in the middle of a turn"
            searched += 1
        table.play(move)
    assert searched >= 8
