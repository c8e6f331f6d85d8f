"""The analysis of a game: chances follow from values, blunders are found, and hidden cards stay unused."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from client.bots import learned
from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import Budget, Move, State, complete_options
from rules.registry import game, games
from rules.search.analysis import QUICK, Analysis, Depth, Judged, Played, Stopped, dearest, shown, unjudged
from rules.search.chance import Chance
from rules.search.chances import DATA, KNOTS, MILLIONTH, WHOLE, Fit, chances, nearer, read, read_fit, shared
from rules.search.search import Judge
from rules.search.turns import Looks, Patience
from rules.search.worlds import imagine
from tests.rules.burgenland.table import Table

GAMES = ["alcazar", "big-boss", "burgenland", "torres"]
SMALL = Depth(turns=3, worlds=2, proof=4, replies=False)
FIT = Fit((50_000,) * len(KNOTS), (0, 0))


def judge_of(name: str) -> Judge:
    rules = game(name)
    judge = rules.judge({data: learned(data) for data in rules.bot_data})
    assert judge is not None
    return judge


def analysis_of(name: str, seats: int = 2, depth: Depth = SMALL, everything: bool = False) -> Analysis:
    return Analysis(judge_of(name), read_fit(learned(DATA), name, seats), depth, everything)


class Playing:
    """A game that is played turn by turn, with all moves noted."""

    def __init__(self, name: str, seats: int = 2) -> None:
        self.state = start(name, seats, complete_options(game(name), {}))
        self._deals = SeededDeals(seed_of(f"analysis {name}"))
        self.judge = judge_of(name)
        self.played: list[Played] = []
        settle(self.state, self._deals)

    def turn(self, worst: bool = False) -> None:
        """Play a whole turn: the one that the judge likes best at first sight, or the one that it likes least."""
        seat, number = self.state.turn, self.state.turn_number
        assert seat is not None
        while (self.state.turn, self.state.turn_number) == (seat, number):
            view = self.state.view(seat)
            moves: Sequence[Move] = self.judge.turns(view, Patience())[0].moves
            if worst:
                moves = terrible(view, self.judge)
            for move in moves:
                if (self.state.turn, self.state.turn_number) != (seat, number):
                    break
                self.play(move)

    def play(self, move: Move) -> None:
        self.played.append(Played(len(self.played), self.state.copy(), move))
        self.state.play(move)
        settle(self.state, self._deals)


def terrible(view: State, judge: Judge) -> Sequence[Move]:
    """Do nothing, where that is allowed; else what the judge likes least."""
    for kind in ("end", "pass"):
        if Move(kind) in view.moves():
            return (Move(kind),)
    return judge.turns(view, Patience())[-1].moves


def judged(analysis: Analysis, playing: Playing, first: int, knows: frozenset[int] = frozenset((0, 1))) -> list[Judged]:
    played = playing.played[first:]
    return list(analysis.turns(played, len(playing.played), playing.state, knows))


@pytest.mark.parametrize("name", [name if name != "torres" else pytest.param(name, marks=pytest.mark.long) for name in GAMES])
def test_a_terrible_turn_costs_most_and_the_better_one_can_be_played(name: str) -> None:
    playing = Playing(name)
    for _ in range(24 if name != "torres" else 22):
        playing.turn()
    first = len(playing.played)
    playing.turn()
    blunder = len(playing.played)
    playing.turn(worst=True)
    playing.turn()
    turns = judged(analysis_of(name), playing, first)
    found = dearest(turns, 1)[0]
    assert found.index == blunder
    assert found.cost >= 20
    assert found.before[found.seat] - found.after[found.seat] == found.cost
    assert found.better is not None
    position = playing.played[found.better.index].state
    reached = shown(position.view(found.seat), found.better.moves)
    assert reached is not None
    assert isinstance(game(name).reasons(position.view(found.seat), *reached, found.seat), list)
    for turn in turns:
        assert sum(turn.before) == sum(turn.after) == WHOLE
        assert turn.index < turn.end
    assert [turn.end for turn in turns[:-1]] == [turn.index for turn in turns[1:]]


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_change_nothing(name: str) -> None:
    """Two games that look alike to the seat on turn, and differ in everything that it cannot see."""
    playing = Playing(name)
    for _ in range(10):
        playing.turn()
    first = len(playing.played)
    playing.turn()
    seat = playing.played[first].state.turn
    assert seat is not None
    found = []
    truths = set()
    for seed in range(4):
        moves = playing.played[first:]
        world, _ = imagine(moves[0].state.view(seat), Chance(seed))
        truths.add(str(world.facts()))
        changed = [Played(moves[0].index, world, moves[0].move), *moves[1:]]
        found.append(next(analysis_of(name).turns(changed, len(playing.played), playing.state, frozenset((0, 1)))))
    assert len({(one.before, one.after, one.better) for one in found}) == 1
    if name != "torres":  # in whose base game nobody has drawn a card by then
        assert len(truths) > 1


def test_open_cards_change_the_judgement() -> None:
    playing = Playing("alcazar")
    for _ in range(16):
        playing.turn()
    first = len(playing.played)
    for _ in range(6):
        playing.turn()
    fair, open_handed = (judged(analysis_of("alcazar", everything=all_cards), playing, first) for all_cards in (False, True))
    assert [turn.after for turn in fair] != [turn.after for turn in open_handed]


def test_a_seat_whose_hand_the_file_does_not_know_has_chances_and_no_verdict() -> None:
    playing = Playing("big-boss")
    for _ in range(8):
        playing.turn()
    blind = [Played(one.index, one.state.view(0), one.move) for one in playing.played]
    turns = list(analysis_of("big-boss").turns(blind, len(blind), playing.state.view(0), frozenset((0,))))
    assert {turn.sure for turn in turns if turn.seat == 0} == {True}
    assert {(turn.sure, turn.better, turn.cost) for turn in turns if turn.seat == 1} == {(False, None, 0)}
    assert unjudged(turns) == [1]
    assert unjudged([turn for turn in turns if turn.sure]) == []
    assert all(sum(turn.after) == WHOLE for turn in turns)


def test_the_end_of_a_game_leaves_no_doubt() -> None:
    playing = Playing("burgenland")
    while playing.state.turn is not None:
        playing.turn()
    assert playing.state.result is not None
    first = len(playing.played) - 6
    last = judged(analysis_of("burgenland"), playing, first)[-1]
    assert last.after == shared([int(seat in playing.state.result.winners) for seat in range(2)])


def test_an_analysis_follows_from_the_game_alone() -> None:
    playing = Playing("torres")
    for _ in range(6):
        playing.turn()
    assert judged(analysis_of("torres"), playing, 2) == judged(analysis_of("torres"), playing, 2)


def test_replies_are_played_where_they_are_wanted() -> None:
    playing = Playing("burgenland")
    for _ in range(20):
        playing.turn()
    first = len(playing.played)
    playing.turn()
    turns = judged(analysis_of("burgenland", depth=SMALL._replace(replies=True)), playing, first)
    assert sum(turns[0].after) == WHOLE


def test_an_analysis_stops_when_its_budget_ends() -> None:
    playing = Playing("big-boss")
    for _ in range(4):
        playing.turn()
    budget: Budget = Looks(10)
    end, knows = len(playing.played), frozenset((0, 1))
    turns = analysis_of("big-boss", depth=QUICK).turns(playing.played, end, playing.state, knows, budget)
    with pytest.raises(Stopped):
        list(turns)


def test_an_illegal_or_empty_turn_is_not_shown() -> None:
    view = Playing("big-boss").state.view(0)
    assert shown(view, [Move("nonsense", (1,))]) is None
    assert shown(view, []) is None


def test_only_the_part_of_a_gain_that_is_real_counts() -> None:
    playing = Playing("big-boss")
    for _ in range(12):
        playing.turn()
    judge, fit = analysis_of("big-boss").judge, analysis_of("big-boss").fit
    whole, half, nothing = (
        judged(Analysis(judge, fit._replace(real=real), SMALL), playing, 0) for real in (WHOLE, WHOLE // 2, 0)
    )
    assert any(turn.cost for turn in whole)
    assert all(turn.better is None and not turn.cost for turn in nothing)
    for one, other in zip(whole, half, strict=True):
        assert one.after == other.after
        assert abs(one.cost - 2 * other.cost) <= 4  # rounded once for each part of the turn
        assert sum(other.before) == WHOLE


@pytest.mark.parametrize("real", [0, 333, 700, WHOLE])
def test_better_chances_move_towards_the_own_ones(real) -> None:
    own, best = (200, 300, 500), (251, 249, 500)
    found = nearer(own, best, 0, FIT._replace(real=real))
    assert sum(found) == WHOLE
    assert abs(found[0] - 200 - 51 * real / WHOLE) <= 2
    assert found == {0: own, WHOLE: best}.get(real, found)


def test_a_missed_win_was_sure_and_not_only_likely() -> None:
    table = Table(hands={0: "red1 red1 orange1 orange1"})
    table.left(0, wall=1)
    played = []
    for number, move in enumerate(("draw", "end")):
        played.append(Played(number, table.state.copy(), Move(move)))
        table.play(move)
    analysis = Analysis(judge_of("burgenland"), FIT._replace(real=WHOLE // 3), SMALL)
    turn = next(analysis.turns(played, len(played), table.state, frozenset((0,))))
    assert turn.better is not None
    assert turn.before == (WHOLE, 0)
    assert abs(turn.cost - (WHOLE - turn.after[0])) <= 1, "rounded once for each part of the turn"


# -- chances -----------------------------------------------------------------------------------------------------------


def test_chances_are_parts_of_powers() -> None:
    for one, other in ((0, 0), (3000, -3000), (40_000, -10_000), (1_000_000, 0)):
        found = read((one, other), 1000, None, FIT)
        exponent = min(12.0, (one - other) * 0.05 / 1000)
        assert found[0] == pytest.approx(WHOLE / (1 + math.exp(-exponent)), abs=1)
        assert sum(found) == WHOLE


def test_slopes_change_evenly_between_their_knots() -> None:
    fit = Fit((600, 500, 400, 300, 200, 100), (0, 0))
    assert [fit.slope(left) for left in KNOTS] == [600, 500, 400, 300, 200, 100]
    assert fit.slope(375) == 350
    assert fit.slope(-5) == 600
    assert fit.slope(2000) == 100


def test_the_seat_on_turn_has_what_its_tempo_is_worth() -> None:
    fit = Fit((0,) * len(KNOTS), (0, -MILLIONTH, -MILLIONTH))
    first, second, third = read((0, 0, 0), 500, 1, fit)
    assert second > first == third


def test_a_shared_win_is_shared() -> None:
    assert shared([1, 1]) == (500, 500)
    assert shared([1, 0, 1, 1]) == (334, 0, 333, 333)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_chances_for_every_number_of_seats(name: str) -> None:
    content = learned(DATA)
    for seats in game(name).seats:
        fit = read_fit(content, name, seats)
        assert min(fit.slopes) > 0
        assert content[name][str(seats)]["origin"]["games"] > 0
        found = chances(Playing(name, seats).state, judge_of(name), fit)
        assert sum(found) == WHOLE
        assert all(part >= WHOLE // (4 * seats) for part in found), "at the beginning nobody has lost"


def test_the_shipped_chances_come_true() -> None:
    """In games that the fit has not seen, the share of seats that won is close to their forecast."""
    for name in GAMES:
        for fitted in learned(DATA)[name].values():
            for said, came_true, low, high, seats in fitted["calibration"]:
                assert low <= came_true <= high
                assert 0 <= said <= 1
                assert seats > 0


def test_numbers_of_another_form_are_refused() -> None:
    content = learned(DATA)
    good = content["torres"]["2"]
    for bad in (
        {},
        [],
        {"torres": {}},
        {"torres": {"2": good}, "knots": [0, 1000]},
        {"torres": {"2": {**good, "tempo": [0]}}, "knots": list(KNOTS)},
        {"torres": {"2": {**good, "slopes": [1]}}, "knots": list(KNOTS)},
        {"torres": {"2": {**good, "slopes": None}}, "knots": list(KNOTS)},
    ):
        with pytest.raises(ValueError, match="chances for torres"):
            read_fit(bad, "torres", 2)


def test_a_game_that_brings_no_judge_has_none() -> None:
    for rules in games().values():
        if rules.id not in GAMES:
            assert rules.judge({}) is None
