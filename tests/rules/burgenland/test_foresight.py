"""The burgrave: what a position is worth in its trials, what it does when time is short, and where it does not search."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from rules.burgenland import Burgenland
from rules.burgenland.cards import WALL
from rules.burgenland.foresight import BEHIND, VICTORY, AmongFour, Foresight
from rules.burgenland.hurried import Hurried
from rules.burgenland.learned import DATA as WEIGHTS
from rules.burgenland.learned import JUDGING, Learned, read_weights
from rules.contract import Bot, offered_levels, successor
from rules.search.chance import Chance
from rules.search.turns import Looks, Patience
from tests.rules.burgenland.table import Table, begin
from tests.rules.dealing import Dealer

BOTS = files("resources").joinpath("bots")
DATA = {name: json.loads(BOTS.joinpath(f"{name}.json").read_text("utf-8")) for name in Burgenland.bot_data}
LEARNED = Learned(read_weights(DATA[WEIGHTS]))
MIND = Foresight(LEARNED, 2)


def level(name: str) -> Bot:
    return Burgenland.bots[name].make(DATA)


def near_the_end(seats: int = 2) -> Table:
    """Each seat has a wall and a palace left; the seat on turn can pay for a wall in castle 4."""
    table = Table(seats=seats, hands={0: "red1 red1 light-blue2 light-blue2", 1: "brown1 brown1 purple1"})
    for seat in range(seats):
        table.left(seat, wall=1, palace=1)
    return table


def test_at_the_end_of_a_trial_nothing_but_winning_counts() -> None:
    table = Table(hands={0: "red1 red1 light-blue2 light-blue2"})
    table.left(0, wall=1)
    table.buy("wall 4 1", "red1 red1 light-blue2 light-blue2")
    assert table.position.players[0].pieces[WALL - 1] == 0
    assert [MIND.worth(table.state, seat) for seat in range(2)] == [VICTORY[2], -VICTORY[2]]


def test_if_nobody_is_ahead_at_the_end_it_is_worth_nothing() -> None:
    """All have passed, and lack equally many pieces."""
    table = Table()
    table.position.passes = 4
    assert table.state.result is not None
    assert table.state.result.winners == (0, 1)
    assert [MIND.worth(table.state, seat) for seat in range(2)] == [0, 0]


def test_a_trial_that_is_cut_short_is_worth_the_lead_but_no_more_than_a_victory() -> None:
    table = Table()
    table.left(0, wall=1)
    assert LEARNED.worth(table.state, 0) > VICTORY[2]
    assert [MIND.worth(table.state, seat) for seat in range(2)] == [VICTORY[2], -VICTORY[2]]
    state = near_the_end().state
    value = LEARNED.worth(state, 0)
    assert 0 < abs(value) < VICTORY[2]
    assert MIND.worth(state, 0) == value


def test_turns_that_are_far_behind_at_first_sight_are_not_tried() -> None:
    table = near_the_end()
    found, tried = (mind.turns(table.state.view(0), Patience()) for mind in (LEARNED, MIND))
    assert tried == [turn for turn in found if turn.worth >= found[0].worth - BEHIND[2]]
    table.left(0, wall=1)
    found, tried = (mind.turns(table.state.view(0), Patience()) for mind in (LEARNED, MIND))
    assert {turn.moves[0].kind for turn in tried} == {"wall"}, "a wall wins"
    assert {turn.moves[0].kind for turn in found} > {"wall"}


@pytest.mark.parametrize("near", [False, True])
def test_without_time_it_plays_as_the_master(near: bool) -> None:
    table = near_the_end() if near else Table(hands={0: "red1 red1 light-blue2 light-blue2"})
    view = table.state.view(0)
    assert level("burgrave").choose(view, Looks(0), Chance(1)) == level("master").choose(view, Looks(0), Chance(1))


def test_with_one_piece_to_go_it_ends_the_game() -> None:
    table = Table(hands={0: "red1 red1 light-blue2 light-blue2"})
    table.left(0, wall=1)
    assert str(level("burgrave").choose(table.state.view(0), Looks(3000), Chance(1))).startswith("wall 4 ")


def test_it_plays_to_the_end() -> None:
    """Every move is legal, though time runs out in most turns."""
    dealer, chance, bots = Dealer(1), Chance(1), [level("burgrave"), level("burgrave")]
    state = begin(2)
    dealer.deal(state)
    while state.turn is not None:
        move = bots[state.turn].choose(state.view(state.turn), Looks(300), chance)
        assert state.why_not(move) is None
        state.play(move)
        dealer.deal(state)
    assert state.result is not None
    assert state.result.end == "last-piece"


def test_tables_offer_it_in_place_of_the_master() -> None:
    assert offered_levels(Burgenland)[-2:] == ["foreman", "burgrave"]
    assert successor(Burgenland, "master") == "burgrave"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_does_not_search_before_the_end(seats: int) -> None:
    """It imagines no world, though there is time: it plays as the master."""
    view = Table(seats=seats, hands={0: "red1 red1 light-blue2 light-blue2"}).state.view(0)
    untouched = Chance(1)
    assert level("burgrave").choose(view, Looks(300), untouched) == LEARNED.turns(view, Patience())[0].moves[0]
    assert untouched.word() == Chance(1).word()
    assert level("master").choose(view, Looks(0), untouched) == level("burgrave").choose(view, Looks(0), untouched)


@pytest.mark.parametrize(("seats", "searches"), [(2, True), (3, False), (4, True)])
def test_near_the_end_it_searches_in_games_of_two_and_four(seats: int, searches: bool) -> None:
    view, chance = near_the_end(seats).state.view(0), Chance(1)
    assert view.why_not(level("burgrave").choose(view, Looks(300), chance)) is None
    assert (chance.word() != Chance(1).word()) == searches


@pytest.mark.parametrize("seat", [0, 1])
def test_the_others_in_its_trials_count_turns(seat: int) -> None:
    """The seat on turn is the first one. To itself it plays as the master does, to another seat as the planner does."""
    state = Table(seats=4, hands={0: "red1 red1 light-blue2 light-blue2 green1 green1"}).state
    own, others = LEARNED.quick(state, Patience()), Hurried(LEARNED).quick(state, Patience())
    assert tuple(own) != tuple(others)
    assert AmongFour(LEARNED, seat).quick(state, Patience()) == (own if seat == 0 else others)


def test_it_plays_a_game_of_four_to_the_end() -> None:
    """Every move is legal, though time runs out in many turns."""
    dealer, chance, bot = Dealer(1), Chance(1), level("burgrave")
    state = begin(4)
    dealer.deal(state)
    while state.turn is not None:
        move = bot.choose(state.view(state.turn), Looks(300), chance)
        assert state.why_not(move) is None
        state.play(move)
        dealer.deal(state)
    assert state.result is not None
    assert state.result.end == "last-piece"


@pytest.mark.parametrize("seats", Burgenland.seats)
def test_the_analysis_values_positions_of_two_by_weights_of_its_own(seats: int) -> None:
    judge, state = Burgenland.judge(DATA), Table(seats=seats, hands={0: "red1 red1"}).state
    assert judge.turns(state, Patience()) == LEARNED.turns(state, Patience())
    own = LEARNED if seats > 2 else Learned(read_weights(DATA[JUDGING]))
    assert judge.worth(state, 0) == own.worth(state, 0)
    assert (judge.worth(state, 0) != LEARNED.worth(state, 0)) == (seats == 2)
