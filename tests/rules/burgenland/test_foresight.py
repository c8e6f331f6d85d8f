"""The burgrave: what a position is worth in its trials, and what it does when time is short."""

from __future__ import annotations

import json
from importlib.resources import files

from rules.burgenland import Burgenland
from rules.burgenland.cards import WALL
from rules.burgenland.foresight import FAR, PIECE, VICTORY, Foresight
from rules.burgenland.learned import WON, Learned, read_weights
from rules.contract import Bot
from rules.search.chance import Chance
from rules.search.turns import Looks
from tests.rules.burgenland.table import Table, begin
from tests.rules.dealing import Dealer

CONTENT = json.loads(files("resources").joinpath("bots", "burgenland.json").read_text("utf-8"))
MIND = Foresight(Learned(read_weights(CONTENT)))


def level(name: str) -> Bot:
    return Burgenland.bots[name].make({"burgenland": CONTENT})


def test_a_large_lead_during_the_game_counts_less_than_a_victory() -> None:
    table = Table()
    table.left(0, wall=1)
    assert MIND.learned.worth(table.state, 0) > FAR
    assert MIND.worth(table.state, 0) == FAR
    assert MIND.worth(table.state, 1) == -FAR


def test_a_small_lead_is_that_of_the_evaluation() -> None:
    state = Table(hands={0: "red1 red1"}).state
    value = MIND.learned.worth(state, 0)
    assert 0 < abs(value) < FAR
    assert MIND.worth(state, 0) == value


def test_at_the_end_the_strongest_of_the_others_counts() -> None:
    """One seat has built everything, the second lacks one piece, the third seven."""
    table = Table(seats=3, hands={0: "red1 red1 light-blue2 light-blue2"})
    table.left(0, wall=1)
    table.left(1, wall=1)
    table.left(2, wall=3, house=4)
    table.buy("wall 4 1", "red1 red1 light-blue2 light-blue2")
    assert table.state.result is not None
    assert table.position.players[0].pieces[WALL - 1] == 0
    assert [MIND.worth(table.state, seat) for seat in range(3)] == [PIECE + VICTORY, -PIECE - VICTORY, -7 * PIECE - VICTORY]
    assert MIND.learned.worth(table.state, 0) > WON // 2, "too much to be averaged with positions during the game"


def test_without_time_it_plays_as_the_master() -> None:
    view = Table(hands={0: "red1 red1 light-blue2 light-blue2"}).state.view(0)
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


def test_tables_do_not_offer_it() -> None:
    assert not Burgenland.bots["burgrave"].offered
