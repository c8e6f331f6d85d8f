"""The analysis from the result of a game, by clicks, and the way back."""

from client.table.replay import ReplayWindow
from rules.registry import game
from tests.client.library.made import finished
from tests.client.person import wait


def test_from_the_result_to_the_analysis_and_back(person, home):
    file = finished(home / "Anna" / "games")
    anna = person("Anna")
    anna.window.starting.resume(file)
    anna.click("scoring-skip")
    anna.click("result-analyse")
    wait(lambda: anna.page == "replay-window")
    assert anna.find("analysis")
    replay = anna.window.pages.currentWidget()
    assert isinstance(replay, ReplayWindow)
    assert replay.watched.position(len(replay.watched.steps)).result is not None
    anna.click("leave")
    wait(lambda: anna.page == "table-window")
    assert anna.find("result-analyse")
    anna.click("leave")
    wait(lambda: anna.page == "start-page" or anna.see("leave-leave"))


def test_a_game_without_an_evaluation_offers_no_analysis(person, home, monkeypatch):
    file = finished(home / "Anna" / "games")
    monkeypatch.setattr(game("big-boss"), "judge", lambda _data: None)
    anna = person("Anna")
    anna.window.starting.resume(file)
    anna.click("scoring-skip")
    assert anna.see("result-share")
    assert not anna.see("result-analyse")
