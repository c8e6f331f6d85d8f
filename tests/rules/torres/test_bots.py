"""The bots: the strengths of each, and legal play in every version of the game."""

from __future__ import annotations

import gc
import itertools
import random

import pytest

from net.deal.seeded import SeededDeals, seed_of
from rules.contract import Bot
from rules.torres.bots.greedy import Greedy
from rules.torres.bots.planner import APPRENTICE, EVERYTHING, QUICK, Planner, plan, remainder
from rules.torres.bots.strategist import Strategist
from rules.torres.bots.worth import CARD_WORTH, Forecast, forecast, worth
from rules.torres.game import Torres
from rules.torres.position import STACKS
from rules.torres.state import TorresState
from rules.torres.terms import MOVE_BLOCK, SEVEN
from tests.rules.torres.table import begin, cell, lay, play

ISLES = """
1 . . . . 1 1 .
. . . 1 . . 1 .
. . . . . . . .
. 1 . . 1 . . 1
. . . . . . . .
. 1 . . . . . .
"""


class Looks:
    """A budget counted in looks, so that no clock decides a test."""

    def __init__(self, count: int) -> None:
        self.count = count

    def left(self) -> bool:
        self.count -= 1
        return self.count > 0


class Dice:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        return self._random.randrange(bound)


def game(bots: list[Bot], seed: int, looks: int = 30, **options: str) -> TorresState:
    """A whole game; every move is checked, and every bot sees only its own view."""
    state = begin(len(bots), **options)
    deals, dice = SeededDeals(seed_of(str(seed))), Dice(seed)
    while state.deals or state.turn is not None:
        if state.deals:
            state.learn(state.deals[0], deals.answer(state.deals[0], range(state.seats)))
            continue
        move = bots[state.seat].choose(state.view(state.seat), Looks(looks), dice)
        assert state.why_not(move) is None
        state.play(move)
    assert not state.problems()
    return state


def chosen(bot: Bot, state: TorresState, looks: int = 200) -> list[str]:
    """The moves of a whole turn."""
    moves = []
    seat = state.seat
    while state.turn == seat:
        move = bot.choose(state.view(seat), Looks(looks), Dice(1))
        moves.append(str(move))
        play(state, str(move))
    return moves


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["base", "variant", "master"])
def test_bots_of_all_levels_play_together(mode: str, seats: int) -> None:
    levels = [level.make({}) for level in Torres.bots.values()]
    state = game([levels[(seat + seats) % 3] for seat in range(seats)], seats, looks=5, mode=mode)
    assert state.result is not None


def test_a_plan_does_not_end_a_turn_whose_last_step_leaves_a_stack_to_spread() -> None:
    """The step uses up the points, no card can follow, and the last block of the opened stack may lie on either of two."""
    state = lay("1 1 1 . . . . .", ["a1", "a8", "c8"], stacks={0: (2, 1)}, opened=1, ap=2, seats=3)
    assert [str(move) for move in remainder(state, APPRENTICE)] == ["step", "step"]
    for move in plan(state, Looks(20), APPRENTICE):
        assert state.why_not(move) is None
        state.play(move)
    other = lay("1 1 1 . . . . .", ["a1", "a8", "c8"], stacks={0: (2, 1)}, opened=1, ap=2, seats=3)
    play(other, "step", "step")
    assert other.stage == STACKS
    card = lay("1 1 1 . . . . .", ["a1", "a8", "c8"], stacks={0: (2, 1)}, opened=1, ap=2, hand=[SEVEN], seats=3)
    assert [str(move) for move in remainder(card, APPRENTICE)] == ["step", "step", "end"]
    many = lay("1 1 1 . . . . .", ["a1", "a8", "c8"], stacks={0: (2, 1)}, opened=1, ap=2, hand=range(1, 10), seats=3)
    many.card_used = True
    assert [str(move) for move in remainder(many, QUICK)] == ["step", "step"], "nor does that of a trial, after a card"


def looks_taken(widest: int) -> int:
    """How many looks a planner takes that follows so many lines and thinks two actions ahead: one for each line."""
    looks = Looks(1000)
    plan(lay(ISLES, ["f1", "h8"]).view(0), looks, EVERYTHING._replace(widest=widest, longest=2))
    return 1000 - looks.count


def test_a_planner_follows_as_many_lines_as_it_may_and_no_more() -> None:
    six = looks_taken(6)
    assert looks_taken(12) == six + 6 + 1, "and one before it follows more than six"
    assert looks_taken(20) == six + 14 + 2
    assert looks_taken(6000) < 300, "then there are no more"


def test_the_greedy_bot_takes_what_pays_most_now() -> None:
    state = lay(ISLES, ["f1", "h8"])
    move = Greedy().choose(state.view(0), Looks(1), Dice(1))
    assert str(move).startswith("block"), "one more square on level 1 is one more point, and so is a step on the track"
    high = lay("2 2 1 . . . . .\n" + ISLES, ["c1", "h8"])
    assert str(Greedy().choose(high.view(0), Looks(1), Dice(1))) == f"move {cell('c1')} {cell('b1')}"


def test_greedy_beats_random() -> None:
    for seed in range(6):
        state = game(
            [Torres.bots["random"].make({}), Greedy()] if seed % 2 else [Greedy(), Torres.bots["random"].make({})], seed
        )
        assert state.points[seed % 2] > state.points[1 - seed % 2]


@pytest.mark.long
@pytest.mark.parametrize(("mode", "other", "least"), [("base", "greedy", 3), ("master", "greedy", 3), ("base", "random", 4)])
def test_the_planner_wins(mode: str, other: str, least: int) -> None:
    """At least three of four games against the greedy bot, and each against the random one, from both seats."""
    won = 0
    for seed in range(4):
        bots: list[Bot] = [Planner(), Torres.bots[other].make({})]
        state = game(bots if seed % 2 else bots[::-1], seed, looks=8, mode=mode)
        own = 0 if seed % 2 else 1
        won += state.points[own] > state.points[1 - own]
    assert won >= least


def test_the_planner_builds_before_it_climbs() -> None:
    """Nothing pays by itself: a tower of two has to be built from an area that carries it, then climbed."""
    state = lay("1 1 1 . . . . .\n" + ISLES, ["a1", "h8"], round=4, phase=3)
    moves = chosen(Planner(), state)
    assert any(move.startswith("block") for move in moves)
    assert state.land.levels[state.land.knights[0][0]] >= 2


@pytest.mark.parametrize(("knights", "builds"), [(["a1", "h8"], True), (["a1", "h8", "h1"], False)])
def test_a_planner_may_think_less_at_larger_tables(knights: list[str], builds: bool) -> None:
    """With three seats this one thinks of no action at all, and spends its points on what is left."""
    state = lay("1 1 1 . . . . .\n" + ISLES, knights, seats=len(knights), round=3, phase=3)
    bot = Planner(EVERYTHING, {3: EVERYTHING._replace(longest=0, climbs=False)})
    assert any(move.startswith("block") for move in chosen(bot, state)) == builds


@pytest.mark.parametrize("bot", [Planner, Strategist])
def test_the_best_raise_a_tower_to_climb_it_however_short_their_time(bot: type[Planner | Strategist]) -> None:
    """Three blocks that bring nothing, and a step to level 4 in a castle of ten: eleven more than four steps on the track."""
    wide = "1 3 1 1 1 1 1 1\n1 1 . . . . . .\n. . . . . . . .\n"
    state = lay(wide + ISLES.split("\n", 3)[3], ["b1", "h8"], phase=3, round=4)
    a1 = cell("a1")
    moves = chosen(bot(), state, looks=1)
    assert [move for move in moves if move.startswith(("block", "move"))] == [f"block {a1}"] * 3 + [f"move {cell('b1')} {a1}"]


def test_the_planner_plays_a_card_that_pays() -> None:
    state = lay(
        """
        1 2 4 4 3 . . .
        1 . . . . . . .
        """
        + ISLES.split("\n", 3)[3],
        ["a3", "h8"],
        hand=[4],
        mode="master",
        phase=3,
        round=4,
    )
    moves = chosen(Planner(), state)
    assert "card 4" in moves


def test_the_planner_follows_its_plan() -> None:
    """A plan is made once; the later moves of the turn need no look at all."""
    state = lay(ISLES, ["f1", "h8"])
    bot = Planner()
    first = bot.choose(state.view(0), Looks(100), Dice(1))
    play(state, str(first))
    looks = Looks(1)
    move = bot.choose(state.view(0), looks, Dice(1))
    assert looks.count == 1
    assert state.why_not(move) is None
    assert Planner().choose(state.view(0), Looks(1), Dice(1)) in state.moves(), "another bot plans anew"


def test_the_planner_plans_two_turns_in_a_row_one_by_one() -> None:
    """In the master version the last of a round begins the next one if it leads. Its plan for the one turn ends with it."""
    stacks = {0: [0, 0, 0], 1: [0, 0, 0, 0]}  # so that there is nothing to build, and the points go to the track
    state = lay(ISLES, ["f1", "h8"], seat=1, ap=2, mode="master", points=[3, 9], phase=3, round=1, stacks=stacks)
    bot, left = Planner(), {}
    while state.turn == 1:
        left[state.round] = state.ap
        play(state, str(bot.choose(state.view(1), Looks(30), Dice(1))))
    assert left[1] <= 1
    assert left[2] <= 1, "a turn begun ended at once, with all its points unspent"


def test_the_planner_plays_a_card_in_its_last_turn() -> None:
    """A card in the hand is worth nothing any more, two action points are two steps on the track."""
    state = lay(ISLES, ["f1", "h8"], phase=3, round=4, hand=[SEVEN])
    assert f"card {SEVEN}" in chosen(Planner(), state)


def test_the_planner_keeps_the_best_card_and_puts_the_next_best_on_top() -> None:
    state = lay(ISLES, ["f1", "h8"])
    play(state, "buy")
    bot = Planner()
    assert str(bot.choose(state.view(0), Looks(1), Dice(1))) == "keep 2", "block under knight"
    play(state, "keep 2")
    assert str(bot.choose(state.view(0), Looks(1), Dice(1))) == "top 1", "climb two before extra block"


def test_worth_is_the_lead_over_the_others() -> None:
    state = lay("2 1 1 . . . . .\n" + ISLES, ["b1", "h8"])
    assert worth(state, 0, 1) == -worth(state, 1, 1) > 0
    higher = lay("2 1 1 . . . . .\n" + ISLES, ["a1", "h8"])
    assert worth(higher, 0, 1) > worth(state, 0, 1)


EXPECTED = Forecast(knights=(0, 20, 10, 0), entries=(0, 30, 20, 10), hand=50)


def forecast_of(state: TorresState, phase: int = 1) -> int:
    """The forecast of seat 0 for a position in its turn."""
    return forecast(state, 0, phase, state.turn == 0 and state.phase == phase, EXPECTED)


@pytest.mark.parametrize(("phase", "round"), [(1, 1), (1, 4), (3, 4)])
def test_a_forecast_is_the_same_before_and_after_the_end_of_a_turn(phase: int, round: int) -> None:
    """The end of a turn changes no prospects, whether a year or the game ends with it or not."""
    state = lay("2 1 1 . . . . .\n" + ISLES, ["a1 b1", "h8"], "f2", starter=1, phase=phase, round=round, points=[3, 9])
    before = forecast_of(state, phase)
    play(state, "end")
    assert state.turn != 0
    assert forecast_of(state, phase) == before


def test_a_forecast_counts_castles_that_a_knight_on_the_ground_can_enter() -> None:
    """A knight beside a castle of three fields, one beside a high tower, and one beside a castle with an own knight."""
    drawing = "1 1 1 . . 2 2 .\n. . . . . . . .\n. 1 1 . . . . .\n"
    apart = forecast_of(lay(drawing, ["h8", "h4"]))
    assert forecast_of(lay(drawing, ["d1", "h4"])) == apart + 3 * 30
    assert forecast_of(lay(drawing, ["h1", "h4"])) == apart
    assert forecast_of(lay(drawing, ["b3", "h4"])) == forecast_of(lay(drawing, ["b3 d3", "h4"])) - 20


def test_a_forecast_counts_cards_in_the_hand_by_half() -> None:
    state = lay(ISLES, ["f1", "h8"], hand=[SEVEN])
    assert forecast_of(state) - forecast_of(lay(ISLES, ["f1", "h8"])) == CARD_WORTH[SEVEN] * 50 // 100


class Counted(TorresState):
    """A position that counts its copies."""

    made = 0

    def copy(self) -> Counted:
        Counted.made += 1
        return Counted(self.terms, self)


class Watched(Looks):
    """A budget that notes how many copies of positions there were at each look, and what is kept at the last one.

    Attributes:
        alive: the positions kept.
        keys: the bytes that Python's garbage collector comes across in sets and dictionaries.
    """

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.made: list[int] = []
        self.alive = 0
        self.keys = 0

    def left(self) -> bool:
        self.made.append(Counted.made)
        if self.count == 2:  # the last look that says yes
            self.alive = sum(isinstance(each, Counted) for each in gc.get_objects())
            self.keys = keys_passed()
        return super().left()


def keys_passed() -> int:
    """The bytes that the garbage collector comes across in sets and dictionaries."""
    return sum(type(key) is bytes for each in gc.get_objects() if type(each) in (set, dict) for key in each)


def planned(looks: Watched, hand: list[int]) -> None:
    """Plan a turn with many ways to play it."""
    state = lay("1 1 1 . . . . .\n" + ISLES, ["a1 b1 f1", "h8"], "f2", hand=hand)
    Planner().choose(Counted(state.terms, state.view(0)), looks, Dice(1))


def test_a_plan_keeps_few_positions() -> None:
    """Those kept are work for Python's garbage collector, which then stops the bot for a tenth of a second."""
    before = keys_passed()
    looks = Watched(300)
    planned(looks, [])
    assert looks.count <= 1, "it has used its time"
    assert looks.made[-1] > 200, "one for each line that is followed"
    assert looks.alive < 30
    assert looks.keys < before + 300


def test_a_plan_looks_often_at_the_time_and_ends_soon_after() -> None:
    """Even with the card that moves any block anywhere, which can be played in hundreds of ways."""
    looks = Watched(300)
    planned(looks, [MOVE_BLOCK])
    steps = [after - before for before, after in itertools.pairwise(looks.made[1:])]
    assert len(steps) > 200
    assert max(steps) < 60
    assert Counted.made - looks.made[-1] < 20
