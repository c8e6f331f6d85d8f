"""Whole games played by clicks on the real widgets: one here against a bot, one between two windows over real sockets."""

import pytest

from client.pages.saved import saved_games
from net.api import Advanced, Opened
from net.gamefile import load, replay
from tests.client.person import Person, wait
from tests.client.player import Player

GAME = 400.0
"""Seconds that a whole game may take on a busy machine."""


def over(person: Person) -> bool:
    entries = [event for event in person.events if isinstance(event, Advanced)]
    return bool(entries) and entries[-1].position.result is not None


def score_and_leave(person: Person) -> None:
    """Through the final scoring, line by line at first, then at once, and back to the start page."""
    person.click("scoring-next")
    person.click("scoring-next")
    person.click("scoring-skip")
    person.click("result-leave")
    wait(lambda: person.page == "start-page", "to be back at the start")


def last(person: Person) -> Advanced:
    return [event for event in person.events if isinstance(event, Advanced)][-1]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_whole_offline_game_by_clicks(person):
    anna = person("Anna")
    anna.settings.flat_view = True
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    player = Player(anna, 1)
    wait(lambda: over(anna) or (player.step() and False), "for the end of the game", GAME)
    assert player.clicks > 20
    file = anna.heard(Opened).file
    assert file is not None
    score_and_leave(anna)
    assert anna.see("notice-text") is None
    # What was saved is the game that was played.
    *_, end = replay(load(file))
    assert end.position.digest() == last(anna).position.digest()
    listed = saved_games(anna.home / "games", anna.settings.recent, anna.settings.finished)
    assert [game.over for game in listed] == [True]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_whole_game_of_two_windows_by_clicks(person):
    anna, ben = person("Anna"), person("Ben")
    for one in (anna, ben):
        one.settings.flat_view = True
    anna.click("start-host")
    anna.click("host-page-start")
    anna.click("invite-copy")
    ben.click("start-join")
    ben.click("join-paste")
    ben.click("join-go")
    ben.click("seat-1-action")
    ben.click("lobby-ready")
    anna.click("lobby-start")
    wait(lambda: anna.page == ben.page == "table-window")
    for one in (anna, ben):  # everything is still laid out and clicked; the offline game is painted
        one.window.setUpdatesEnabled(False)
    players = [Player(anna, 2), Player(ben, 3)]

    def both_step() -> bool:
        for player in players:
            player.step()
        return over(anna) and over(ben)

    wait(both_step, "for the end of the game", GAME)
    assert last(anna).position.digest() == last(ben).position.digest()
    assert last(anna).position.scores() == last(ben).position.scores()
    assert min(player.clicks for player in players) > 20
    again(anna, ben)


def again(anna: Person, ben: Person) -> None:
    """A rematch: the guest asks for it, the host opens it, and the seats turn by one."""
    for one in (ben, anna):
        one.click("scoring-skip")
        one.click("result-rematch")
    wait(lambda: anna.page == ben.page == "lobby-page", "for both to be in the new lobby")
    ben.click("lobby-ready")
    anna.click("lobby-start")
    wait(lambda: anna.page == ben.page == "table-window", "for the next game")
    first, second = (event for event in anna.events if isinstance(event, Opened))
    assert [seat.name for seat in second.seats] == [seat.name for seat in reversed(first.seats)]
    assert second.file != first.file
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page", "to be back at the start")
