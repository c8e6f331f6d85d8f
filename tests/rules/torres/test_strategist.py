"""The strategist: what a trial contains, what it foresees, and what it does when time is short."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from net.deal.seeded import SeededDeals, seed_of
from rules.contract import Bot, Budget, Move, State, offered_levels
from rules.search.turns import Patience, Turn
from rules.torres.bots.habits import Habits
from rules.torres.bots.planner import CHANCELLORS, EVEN, EVERYTHING, PLANNER, QUICK, Line, Planner, ranked
from rules.torres.bots.strategist import CERTAIN, FEW, FULL_TABLE, MANY, ONCE, LikelyWinning, Strategist, Strategy
from rules.torres.game import Torres
from rules.torres.position import KING, MAIN, MOVE_KING, OVER
from rules.torres.state import TorresState
from tests.rules.torres.table import begin, lay, play
from tests.rules.torres.test_bots import ISLES, Dice, Looks

LOOKS = 100
QUICKLY = MANY._replace(looks=LOOKS)
"""So few lines are enough to find the turns in question."""


class Watching:
    """The strategist's mind; it notes the positions that are judged."""

    def __init__(self) -> None:
        self.mind = Strategy(effort=QUICKLY)
        self.judged: list[TorresState] = []

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        return self.mind.turns(state, budget)

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        return self.mind.quick(state, budget)

    def worth(self, state: State, seat: int) -> int:
        assert isinstance(state, TorresState)
        self.judged.append(state.copy())
        return self.mind.worth(state, seat)


def test_it_plans_and_does_not_search_at_tables_for_which_it_has_habits() -> None:
    state = lay(ISLES, ["f1", "h8"]).view(0)
    habits = PLANNER._replace(widest=6)
    for seats, searches in ((2, False), (4, True)):
        bot, mind = Strategist(Strategy(effort=QUICKLY), ONCE, {seats: habits}), Watching()
        bot.mind = mind
        move = bot.choose(state, Looks(1000), Dice(1))
        assert bool(mind.judged) == searches
        assert searches or move == Planner(habits).choose(state, Looks(1000), Dice(1))


@pytest.mark.parametrize("seats", Torres.seats)
def test_the_chancellor_searches_at_a_table_of_two_and_plans_with_habits_of_its_own_at_larger_ones(seats: int) -> None:
    state = lay(ISLES, ["f1", "h8", "a1", "h1"][:seats], seats=seats).view(0)
    bot, mind = Torres.bots["chancellor"].make({}), Watching()
    assert isinstance(bot, Strategist)
    assert isinstance(bot.mind, Strategy)
    assert bot.mind.effort == FEW
    bot.mind = mind
    move = bot.choose(state, Looks(12_000), Dice(1))
    assert bool(mind.judged) == (seats == 2)
    assert set(CHANCELLORS) == {3, 4}
    if seats in CHANCELLORS:
        assert move == Planner(CHANCELLORS[seats]).choose(state, Looks(12_000), Dice(1))


def judged_from(phase: int, round: int) -> list[TorresState]:
    """The positions in which the trials of a turn in this round end."""
    bot, mind = Strategist(), Watching()
    bot.mind = mind
    bot.search(lay("1 1 1 . . . . .\n" + ISLES, ["a1", "h8"], "f2", phase=phase, round=round).view(0), Looks(300), Dice(1))
    assert mind.judged
    return mind.judged


@pytest.mark.parametrize(("phase", "round"), [(1, 2), (2, 1), (2, 4)])
def test_a_trial_ends_with_the_year(phase: int, round: int) -> None:
    for state in judged_from(phase, round):
        assert (state.phase, state.stage) == (phase + 1, MOVE_KING)
        assert sum(state.points) > 2, "the castles have been scored"


def test_a_trial_of_the_third_year_ends_with_the_game() -> None:
    assert all(state.turn is None for state in judged_from(3, 3))


@pytest.mark.parametrize(("phase", "seats", "by_lead"), [(2, 4, True), (3, 3, True), (3, 4, False)])
def test_in_the_last_year_of_a_full_table_winning_counts_and_not_the_lead(phase: int, seats: int, by_lead: bool) -> None:
    state = lay(ISLES, ["f1", "h8", "a1", "h1"][:seats], seats=seats, phase=phase, round=3)
    bot, mind = Strategist(Strategy(effort=QUICKLY)), Watching()
    bot.mind = mind
    looks = Looks(400)
    bot.search(state.view(0), looks, Dice(1))
    assert looks.count <= 0, "turns were tried until the time was up"
    assert bool(mind.judged) == by_lead


def chance(*points: int, doubt: int = 50) -> int:
    """The chance of the first seat, in thousandths, if a trial of the last year ends so."""
    state = lay(ISLES, ["f1", "h8", "a1", "h1"], seats=FULL_TABLE, phase=3)
    state.stage, state.points = OVER, list(points)
    return LikelyWinning(Strategy(), doubt).worth(state, 0) * 1000 // CERTAIN


def test_the_chance_to_win_is_that_to_be_ahead_of_each_of_the_others() -> None:
    def about(thousandths: int) -> object:
        return pytest.approx(thousandths, abs=5)

    assert chance(200, 200, 0, 0) == about(500), "a draw with one, as far as the trial can tell"
    assert chance(200, 200, 200, 0) == about(250), "both may end ahead"
    assert chance(205, 200, 0, 0) == about(854), "ahead by a standard deviation: half of 1 + 1/sqrt(2)"
    assert chance(195, 200, 0, 0) == about(146)
    assert chance(205, 200, 0, 0, doubt=100) == about(724), "further from the end a lead says less"
    assert chance(300, 0, 0, 0) == about(1000)


def test_a_point_counts_most_where_it_is_close() -> None:
    gained_where_close = chance(205, 200, 0, 0) - chance(200, 200, 0, 0)
    gained_where_decided = chance(255, 200, 0, 0) - chance(250, 200, 0, 0)
    assert gained_where_close > 100 > 10 > gained_where_decided >= 0


def test_a_trial_that_was_cut_short_is_judged_as_in_other_years() -> None:
    state = lay(ISLES, ["f1", "h8", "a1", "h1"], seats=FULL_TABLE, phase=3)
    assert LikelyWinning(Strategy(), 50).worth(state, 0) == Strategy().worth(state, 0)


def before_the_last_answer(seed: int) -> TorresState:
    """A game between quick players, up to the last turn but one."""
    state, deals, dice, bot = begin(2), SeededDeals(seed_of(str(seed))), Dice(seed), Planner(QUICK)
    while state.deals or (state.phase, state.round, state.stage, state.ended) != (3, 4, MAIN, 0):
        if state.deals:
            state.learn(state.deals[0], deals.answer(state.deals[0], range(state.seats)))
        else:
            state.play(bot.choose(state.view(state.seat), Looks(30), dice))
    return state


def lead_after(state: TorresState, bot: Bot) -> int:
    """By how much the seat on turn is ahead at the end, if the bot plays its last turn and a quick player answers."""
    state, seat, deals = state.copy(), state.seat, SeededDeals(seed_of("end"))
    answering = Planner(EVERYTHING._replace(widest=3))
    while state.deals or state.turn is not None:
        if state.deals:
            known = state.known(state.deals[0])
            state.learn(state.deals[0], deals.answer(state.deals[0], range(state.seats)) if known is None else known)
        else:
            player = bot if state.seat == seat else answering
            state.play(player.choose(state.view(state.seat), Looks(2000), Dice(1)))
    return state.points[seat] - state.points[1 - seat]


@pytest.mark.parametrize(("seed", "gain"), [(7, 19), (12, 4)])
def test_the_strategist_foresees_the_answer(seed: int, gain: int) -> None:
    """The planner likes another turn better, which the other player spoils."""
    state = before_the_last_answer(seed)
    planner = Planner(PLANNER._replace(widest=24))
    assert lead_after(state, Strategist(Strategy(effort=QUICKLY))) == lead_after(state, planner) + gain


def king_to_place() -> TorresState:
    """The king is to be placed for the first year."""
    state, deals = begin(2, first="seat"), SeededDeals(seed_of("king"))
    while state.deals or state.stage != KING:
        if state.deals:
            state.learn(state.deals[0], deals.answer(state.deals[0], range(state.seats)))
        else:
            state.play(state.moves()[0])
    return state


def test_every_cell_for_the_king_is_tried_to_the_end_of_the_year() -> None:
    state = king_to_place()
    bot, mind = Strategist(), Watching()
    bot.mind = mind
    bot.search(state.view(state.seat), Looks(3000), Dice(1))
    assert len(mind.judged) >= 2 * len(state.moves()) > 8
    assert {judged.phase for judged in mind.judged} == {2}


def test_without_time_the_king_goes_where_the_planner_puts_him() -> None:
    view = king_to_place()
    (planned,) = Strategy().quick(view, Looks(1))
    assert planned != view.moves()[0]
    assert Strategist().choose(view, Looks(0), Dice(1)) == planned


def test_no_more_turns_are_ranked_than_wanted() -> None:
    view = lay("1 1 1 . . . . .\n" + ISLES, ["a1", "h8"])
    every, few = ranked(view, Patience(), 6, PLANNER), ranked(view, Patience(), 6, PLANNER, most=3)
    assert len(every) > 3
    assert [line.moves for line in few] == [line.moves for line in every[:3]]


def boards(lines: list[Line], view: TorresState) -> list[tuple[tuple[int, ...], ...]]:
    """What stands on the board after each turn: the levels of all cells, and the knights of each seat."""
    found = []
    for line in lines:
        state = view.copy()
        for move in line.moves:
            if move.kind in ("block", "stack", "move", "insert"):
                state.play(move)
        found.append((tuple(state.land.levels), *state.land.knights))
    return found


def test_turns_that_leave_the_same_board_are_tried_once() -> None:
    """They differ in the stack that is taken, or in the order of what is left; trials would find them equal."""
    view = lay("1 1 1 . . . . .\n" + ISLES, ["a1 b1", "h8"], stacks={0: [3, 2, 2, 2]})
    usual = boards(ranked(view, Patience(), 24, PLANNER, most=60), view)
    different = boards(ranked(view, Patience(), 24, PLANNER, most=60, by_board=True), view)
    assert len(set(usual)) < len(usual) == 60
    assert len(set(different)) == len(different) == 60
    turns = Strategy(effort=QUICKLY).turns(view, Patience())
    assert len(set(boards([Line(turn.moves, 0) for turn in turns], view))) == len(turns) > 16


def turns_found(habits: Habits) -> list[tuple[Move, ...]]:
    """What the strategist would try with the planner's judgement or another, and that which is even to all turns."""
    view = lay("1 1 1 . . . . .\n" + ISLES, ["a1 b1", "h8"])
    return [turn.moves for turn in Strategy(habits, effort=QUICKLY).turns(view, Patience())]


def test_turns_come_from_two_judgements_in_turn() -> None:
    """The second one is even, whatever the first is."""
    even = turns_found(PLANNER._replace(forecast=EVEN))
    both = turns_found(PLANNER)
    assert set(even[:20]) < set(both)
    assert set(both) - set(even)


def test_fewer_turns_are_tried_where_more_of_the_year_is_left() -> None:
    def tried(round: int) -> int:
        view = lay("1 1 1 . . . . .\n" + ISLES, ["a1 b1", "h8"], phase=2, round=round).view(0)
        return len(Strategy(PLANNER._replace(forecast=EVEN)).turns(view, Patience()))

    assert tried(1) == MANY.work // 7, "seven more turns are to come in a year of four rounds"
    assert tried(3) == MANY.most


def test_in_trials_the_others_do_not_plan_as_the_seat_itself() -> None:
    """They have habits of their own. Here they buy no cards, and the seat itself does."""
    view = lay("1 1 1 . . . . .\n" + ISLES, ["a1", "h8"], phase=2, round=2).view(0)
    bot, mind = Strategist(Strategy(effort=QUICKLY, reply_habits=EVERYTHING._replace(cards=False))), Watching()
    bot.mind = mind
    bot.search(view, Looks(2000), Dice(1))
    hands = [[len(state.cards.hands[seat]) for state in mind.judged] for seat in range(2)]
    assert max(hands[0]) > 0 == max(hands[1])


def test_the_strategist_leaves_time_for_trials() -> None:
    looks = Looks(1000)
    Strategy(effort=QUICKLY).turns(lay("1 1 1 . . . . .\n" + ISLES, ["a1", "h8"]), looks)
    assert looks.count == 1000 - 2 * LOOKS, "each judgement takes its part"


def test_a_quick_turn_buys_no_thoughts_after_a_card() -> None:
    """In a trial, what is left after a purchase buys further cards and steps at once. The last step ends the turn."""
    state = lay(ISLES, ["f1", "h8"], phase=3, round=4)
    play(state, "buy", "keep 2", "bottom 1")
    assert state.stage == MAIN
    assert [str(move) for move in Strategy().quick(state, Looks(100))] == ["step"] * 4


def test_the_strategist_plans_two_turns_in_a_row_one_by_one() -> None:
    """In the master version the last of a round begins the next one if it leads. Its plan for the one turn ends with it."""
    stacks = {0: [0, 0, 0], 1: [0, 0, 0, 0]}  # so that there is nothing to build, and the points go to the track
    state = lay(ISLES, ["f1", "h8"], seat=1, ap=1, mode="master", points=[3, 9], phase=3, round=1, stacks=stacks)
    bot, left = Strategist(), 0
    while state.turn == 1:
        left = state.ap
        play(state, str(bot.choose(state.view(1), Looks(30), Dice(1))))
    assert state.round == 2
    assert left <= 2, "a turn begun ended at once, with all its points unspent"


def test_the_strategist_keeps_cards_as_the_planner_does() -> None:
    state = lay(ISLES, ["f1", "h8"])
    play(state, "buy")
    looks = Looks(100)
    assert str(Strategist().choose(state.view(0), looks, Dice(1))) == "keep 2", "block under knight"
    assert looks.count == 100, "that needs no search"


def test_the_strategist_is_the_strongest_level_at_tables_and_the_planner_still_plays_by_name() -> None:
    *_, strongest = offered_levels(Torres)
    assert strongest == "strategist"
    assert isinstance(Torres.bots[strongest].make({}), Strategist)
    assert not Torres.bots["planner"].offered, "with equal time neither is known to be stronger"
