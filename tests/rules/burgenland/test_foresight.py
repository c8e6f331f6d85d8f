"""The burgrave: what a position is worth in its trials, what it does when time is short, and at larger tables."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from rules.burgenland import Burgenland
from rules.burgenland.cards import WALL
from rules.burgenland.features import NAMES
from rules.burgenland.foresight import FAR, PIECE, VICTORY, Foresight
from rules.burgenland.learned import WON, Learned, read_weights
from rules.contract import Bot, offered_levels
from rules.search.chance import Chance
from rules.search.turns import Looks, Patience
from tests.rules.burgenland.table import Table, begin
from tests.rules.dealing import Dealer

CONTENT = json.loads(files("resources").joinpath("bots", "burgenland.json").read_text("utf-8"))
LARGER = json.loads(files("resources").joinpath("bots", "burgenland-tables.json").read_text("utf-8"))
MIND = Foresight(Learned(read_weights(CONTENT)))


def level(name: str) -> Bot:
    return Burgenland.bots[name].make({"burgenland": CONTENT, "burgenland-tables": LARGER})


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
    assert offered_levels(Burgenland)[-1] == "master"


@pytest.mark.parametrize("seats", [3, 4])
def test_at_a_larger_table_it_does_not_search(seats: int) -> None:
    """It imagines no world, though there is time: it plays as the master, by the weights of larger tables."""
    view = Table(seats=seats, hands={0: "red1 red1 light-blue2 light-blue2"}).state.view(0)
    larger = Learned(read_weights(LARGER))
    untouched = Chance(1)
    assert level("burgrave").choose(view, Looks(300), untouched) == larger.turns(view, Patience())[0].moves[0]
    assert untouched.word() == Chance(1).word()
    assert level("master").choose(view, Looks(0), untouched) == level("burgrave").choose(view, Looks(0), untouched)


def test_the_weights_of_larger_tables_think_more_of_wells() -> None:
    """Among four the master builds its wells early; for the weights that the analysis keeps they can wait."""
    place = NAMES.index("wells")
    own, kept = (read_weights(content)[4] for content in (LARGER, CONTENT))
    begin_of_game = [weights[place] + weights[len(NAMES) + place] for weights in (own, kept)]
    assert begin_of_game[0] < 2 * begin_of_game[1] < 0


def test_the_weights_of_larger_tables_say_where_they_are_from() -> None:
    for seats in ("3", "4"):
        assert LARGER["seats"][seats]["origin"]["decisions"] > 0
    assert "2" not in LARGER["seats"]
