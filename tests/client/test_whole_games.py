"""Whole games played by clicks on the real widgets: one here against a bot, one between two windows over real sockets."""

from collections.abc import Sequence

import pytest

from client.pages.saved import saved_games
from net.api import Advanced, Opened
from net.gamefile import load, replay
from tests.client.chronicle import CONFIRMED, Chronicle
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
@pytest.mark.parametrize(
    "game", ["alcazar", *(pytest.param(game, marks=pytest.mark.thorough) for game in ("big-boss", "torres", "burgenland"))]
)
def test_a_whole_offline_game_by_clicks(person, game):
    anna = person("Anna")
    anna.settings.flat_view = True
    anna.click("start-offline")
    anna.click(f"game-{game}")
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
    ears = Chronicle(anna), Chronicle(ben)
    for one in (anna, ben):
        one.settings.flat_view = True
    anna.click("start-host")
    anna.click("game-big-boss")
    anna.click("host-page-start")
    ben.join(anna)
    anna.click("lobby-start")
    wait(lambda: anna.page == ben.page == "table-window")
    assert "arrival" in {name for _, name in ears[0].heard}, "Anna heard Ben come"
    for one in (anna, ben):  # everything is still laid out and clicked; the offline game is painted
        one.window.setUpdatesEnabled(False)
    ears[0].sit_down(2, ben)
    ears[1].sit_down(3, anna)

    def both_step() -> bool:
        for one in ears:
            one.step()
        return over(anna) and over(ben)

    wait(both_step, "for the end of the game", GAME)
    assert last(anna).position.digest() == last(ben).position.digest()
    assert last(anna).position.scores() == last(ben).position.scores()
    assert min(one.clicks for one in ears) > 20
    wait(lambda: all(one.marks[-1].text == CONFIRMED for one in ears), "for the last move to be confirmed")
    for one in ears:
        one.check_sounds()
        one.check_end()
        one.check_marks()
        one.get_up()
    counted = [ceremony(one) for one in (anna, ben)]
    assert counted[0] == counted[1]
    again(anna, ben, ears)


def ceremony(person: Person) -> list[tuple[str, list[int]]]:
    """The final scoring, step by step: its sentences, each with the points so far. The result follows the last one."""
    scoring = person.window.pages.currentWidget().scoring
    steps = []
    assert scoring.totals() == [0, 0]
    while person.see("result-title") is None:
        person.click("scoring-next")
        steps.append((person.text("scoring-line"), scoring.totals()))
    scores = last(person).position.scores()
    assert len(steps) == len(scoring.steps) > 1
    assert tuple(steps[-1][1]) == scores
    seats = person.heard(Opened).seats
    for seat in last(person).position.result.winners:
        assert seats[seat].name in person.text("result-title")
    return steps


def again(anna: Person, ben: Person, ears: Sequence[Chronicle]) -> None:
    """A rematch: the guest asks for it, the host agrees, the seats turn by one, and the first turn is played."""
    ben.click("result-rematch")
    wait(lambda: anna.see("rematch-said") and anna.text("rematch-said") == "Ben would like a rematch.", "to be asked")
    anna.click("result-rematch")
    wait(lambda: anna.page == ben.page == "lobby-page", "for both to be in the new lobby")
    ben.click("lobby-ready")
    anna.click("lobby-start")
    wait(lambda: anna.page == ben.page == "table-window", "for the next game")
    first, second = (event for event in anna.events if isinstance(event, Opened))
    assert [seat.name for seat in second.seats] == [seat.name for seat in reversed(first.seats)]
    assert second.file != first.file
    ears[0].sit_down(4, ben)
    ears[1].sit_down(5, anna)

    def confirmed() -> Chronicle | None:
        """The player whose first move the other has confirmed."""
        for one in ears:
            one.step()
        moved = [(one, one.first_move()) for one in ears]
        return next((one for one, made in moved if made is not None and one.confirmed(made.index)), None)

    mover = wait(confirmed, "for the first move of the rematch")
    made = mover.first_move()
    (other,) = (one for one in ears if one is not mover)
    came = wait(lambda: next((entry for _, _, entry in other.entries() if entry.index == made.index), None), "for the move")
    assert came.move == made.move
    assert came.position.digest() == made.position.digest()
    for one in ears:
        one.get_up()
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page", "to be back at the start")
