"""The architect: where its trials go to the end of the game, what counts there, and what it does when time is short."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from rules.big_boss import BigBoss
from rules.big_boss.architect import NEAR, ROUND_THE_TABLE, TO_THE_END, VICTORY, Architect
from rules.big_boss.game import steward
from rules.big_boss.learned import Learned
from rules.contract import State
from rules.loop.terms import BLOCKS
from rules.search.chance import Chance
from rules.search.search import Searcher, rank
from rules.search.turns import Looks, Turn
from rules.search.winning import Winning
from tests.rules.big_boss.table import Table, begin
from tests.rules.dealing import Dealer

BOTS = files("resources").joinpath("bots")
DATA = {name: json.loads(BOTS.joinpath(f"{name}.json").read_text("utf-8")) for name in BigBoss.bot_data}
LEARNED = Learned(steward(DATA), sensible=True)
ENDING = Winning(LEARNED, VICTORY)


def architect() -> Architect:
    found = BigBoss.bots["architect"].make(DATA)
    assert isinstance(found, Architect)
    return found


def played_until(left: int, seats: int) -> State:
    """A view of the seat on turn in a game of moves by chance, once no more than this part of all blocks is left."""
    dealer, state = Dealer(3), begin(seats)
    dealer.deal(state)
    while LEARNED.left(state) > left or state.step != "main":
        state.play(dealer.any_move(state))
        dealer.deal(state)
    assert state.turn is not None
    return state.view(state.turn)


def ended(*money: int) -> Table:
    """A game that is over because all have passed, and nobody has nobles on the board."""
    table = Table(seats=len(money))
    table.money(*money)
    table.nothing_for_sale()
    for seat in range(len(money)):
        table.hand(seat)
    for _ in money:
        table.play("pass")
    assert table.state.result is not None
    return table


def test_at_the_end_of_a_trial_nothing_but_winning_counts() -> None:
    state = ended(9, 30, 10, 30, 29).state
    assert [ENDING.worth(state, seat) for seat in range(5)] == [-VICTORY, VICTORY, -VICTORY, VICTORY, -VICTORY]


def test_a_trial_that_is_cut_short_is_worth_the_lead_but_no_more_than_a_victory() -> None:
    table = Table(seats=5)
    own = LEARNED.worth(table.state, 0)
    assert abs(own) < VICTORY
    assert ENDING.worth(table.state, 0) == own
    table.money(90, 10, 10, 10, 10)
    assert LEARNED.worth(table.state, 0) > VICTORY
    assert LEARNED.worth(table.state, 1) < 0
    assert ENDING.worth(table.state, 0) == VICTORY
    assert ENDING.worth(table.state, 1) == max(-VICTORY, LEARNED.worth(table.state, 1))


def searched(view: State) -> tuple[tuple[Turn, int], ...]:
    """The turn that each search finds, and the chance that is left after it: the architect's, round the table, to the end."""
    found, chances = [], [Chance(1) for _ in range(3)]
    found.append(architect().search(view, Looks(4000), chances[0]))
    found.append(Searcher(LEARNED, ROUND_THE_TABLE).search(view, Looks(4000), chances[1]))
    found.append(rank(view, ENDING, Looks(4000), chances[2], TO_THE_END)[0].turn)
    return tuple((turn, chance.word()) for turn, chance in zip(found, chances, strict=True))


@pytest.mark.parametrize("seats", BigBoss.seats)
def test_trials_go_to_the_end_near_the_end_of_large_games(seats: int) -> None:
    own, round_the_table, to_the_end = searched(played_until(300, seats))
    assert round_the_table != to_the_end
    assert own == (to_the_end if seats in NEAR else round_the_table)


@pytest.mark.parametrize("seats", NEAR)
def test_before_the_end_trials_go_round_the_table(seats: int) -> None:
    view = played_until(400, seats)
    assert LEARNED.left(view) > NEAR[seats]
    own, round_the_table, to_the_end = searched(view)
    assert round_the_table != to_the_end
    assert own == round_the_table


def test_with_the_last_block_it_ends_a_game_that_it_then_wins() -> None:
    table = Table(seats=5)
    table.blocks(1)
    table.money(40, 20, 20, 20, 20)
    assert LEARNED.left(table.state) == 1000 // BLOCKS
    assert architect().choose(table.state.view(0), Looks(3000), Chance(1)).kind == "play"


def test_without_time_it_plays_as_the_steward() -> None:
    view = played_until(300, 5)
    assert architect().choose(view, Looks(0), Chance(1)) == LEARNED.turns(view, Looks(0))[0].moves[0]


@pytest.mark.parametrize("seats", NEAR)
def test_it_plays_large_games_to_the_end(seats: int) -> None:
    """Every move is legal, though time runs out in most turns."""
    dealer, chance, bot = Dealer(1), Chance(1), architect()
    state = begin(seats)
    dealer.deal(state)
    while state.turn is not None:
        move = bot.choose(state.view(state.turn), Looks(200), chance)
        assert state.why_not(move) is None
        state.play(move)
        dealer.deal(state)
    assert state.result is not None
