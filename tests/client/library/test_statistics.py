from pathlib import Path

from client.library.series import Match, evenings
from client.library.statistics import by_game, by_level, by_opponent, by_seats, games_of, grouped, tally
from tests.client.library.made import record

GAMES = [
    (1.0, record("torres", ("Anna", 100, 1), ("Ben", 90, 2))),
    (2.0, record("torres", ("Anna", 80, 1), ("Ben", 80, 1), ("Carla", 20, 3))),
    (3.0, record("alcazar", ("ANNA", 30, 2), bots=("greedy", "greedy"))),
    (4.0, record("torres", ("Ben", 5, 2), ("Anna", 60, 1), head="last")),
]


def of(person="anna"):
    return games_of(person, GAMES)


def test_a_tally_counts_games_wins_scores_and_streaks():
    found = tally(of())
    assert (found.played, found.won, found.total, found.best) == (4, 3, 270, 100)
    assert (found.streak, found.longest) == (1, 2)
    assert (found.average, found.share) == (67.5, 0.75)
    assert tally([]) == tally(of("nobody")) == (0, 0, 0, 0, 0, 0)
    assert tally([]).average == tally([]).share == 0


def test_a_shared_first_place_is_a_win():
    assert [game.won for game in of("ben")] == [False, True, False]


def test_a_copy_of_a_game_counts_once():
    assert len(games_of("anna", [*GAMES, (9.0, GAMES[0][1])])) == 4


def test_a_copy_in_which_the_cards_were_laid_open_counts_once_too():
    opened = GAMES[0][1]._replace(head="one entry later", entries=200)
    assert len(games_of("anna", [*GAMES, (9.0, opened)])) == 4
    (evening,) = evenings([Match(when, Path(f"{when}"), each) for when, each in ((1.0, GAMES[0][1]), (9.0, opened))])
    assert len(evening.matches) == 1


def test_two_ends_of_one_saved_game_are_two_games():
    other = GAMES[0][1]._replace(turns=90)
    assert len(games_of("anna", [*GAMES, (9.0, other)])) == 5


def test_a_seat_that_a_bot_took_over_does_not_count():
    when, game = GAMES[0]
    gone = game._replace(places=(game.places[0]._replace(stayed=False), game.places[1]))
    assert games_of("anna", [(when, gone)]) == []
    assert len(games_of("ben", [(when, gone)])) == 1


def test_groups_by_game_seats_opponents_and_levels():
    def played(by):
        return [(label, found.played, found.won) for label, found in grouped(of(), by)]

    assert played(by_game) == [("torres", 3, 3), ("alcazar", 1, 0)]
    assert played(by_seats) == [("2", 2, 2), ("3", 2, 1)]
    assert played(by_opponent) == [("Ben", 3, 3), ("Carla", 1, 1)]
    assert played(by_level) == [("greedy", 1, 0)]
