"""The level of bots that suits a person, from the games that the person has finished."""

import pytest

from client.library.opponents import WINS, Suited, suited
from client.library.record import Place, Record
from rules.contract import offered_levels
from rules.registry import game, games

KEY, OTHER = "ab" * 32, "cd" * 32


def played(level, won=True, game_id="big-boss", name="Anna", peer=KEY, stayed=True, end="cards"):
    me = Place("person", name, peer, "", stayed, 10, 1 if won else 2)
    return Record(game=game_id, places=(me, Place("bot", "Idris", peer, level, True, 5, 2 if won else 1)), end=end)


def suits(finished=(), chosen="", game_id="big-boss", name="Anna"):
    return suited(game(game_id), list(finished), KEY, name, chosen)


@pytest.mark.parametrize("game_id", list(games()))
def test_a_newcomer_meets_the_easiest_bot_that_has_an_aim(game_id):
    levels = offered_levels(game(game_id))
    assert suits(game_id=game_id) == Suited(next((level for level in levels if level != "random"), "random"), first=True)


@pytest.mark.parametrize("game_id", ["alcazar", "big-boss", "burgenland", "torres"])
def test_a_newcomer_never_meets_the_strongest_bot(game_id):
    assert suits(game_id=game_id).level != offered_levels(game(game_id))[-1]


def test_only_finished_games_of_this_kind_count():
    others = [
        played("page", game_id="alcazar"),
        played("page", end=""),
        played("page", stayed=False),
        played("page", peer=OTHER),
    ]
    assert suits(others) == Suited("page", first=True)
    assert not suits([*others, played("page", won=False)]).first


def test_the_last_choice_stays_whoever_won():
    won = [played("page")] * 5
    assert suits(won, chosen="page").level == "page"
    assert suits(chosen="architect") == Suited("architect", first=True)
    assert suits([played("mason", won=False)], chosen="greedy") == Suited("greedy")


def test_without_a_choice_it_is_the_level_of_the_last_game():
    assert suits([played("mason"), played("greedy", won=False)]).level == "greedy"


def test_wins_in_a_row_against_a_level_offer_the_next():
    assert WINS == 2
    assert suits([played("page")], chosen="page").next == ""
    assert suits([played("page")] * 2, chosen="page").next == "greedy"
    assert suits([played("page")] * 2 + [played("page", won=False)], chosen="page").next == ""
    assert suits([played("page")] * 2 + [played("architect", won=False)], chosen="page").next == "greedy"
    assert suits([played("architect")] * 2, chosen="architect").next == "", "there is nothing above the strongest"


def test_wins_of_another_person_at_this_computer_do_not_count():
    beside = Place("person", "Ben", KEY, "", True, 4, 2)
    record = played("page")
    both = record._replace(places=(*record.places, beside))
    assert suits([both] * 2, chosen="page").next == "greedy"
    assert suits([both] * 2, chosen="page", name="Ben").next == ""
    assert suits([both] * 2, chosen="page", name="Carl") == Suited("page", first=True)


def test_the_successor_of_a_level_takes_its_place():
    assert suits(chosen="master", game_id="burgenland") == Suited("burgrave", first=True)
    assert suits([played("master", game_id="burgenland")], game_id="burgenland") == Suited("burgrave")


def test_a_level_that_no_longer_exists_is_replaced():
    assert suits(chosen="champion") == Suited("page", first=True)
    assert suits([played("champion")]) == Suited("page", first=True)
    assert suits(chosen="random", game_id="torres") == Suited("settler", first=True)
