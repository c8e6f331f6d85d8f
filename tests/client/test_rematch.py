"""Another game from the result of a finished one, by clicks."""

from net.api import Opened
from tests.client.library.made import finished
from tests.client.person import wait


def test_at_one_computer_a_rematch_begins_at_once_with_the_next_player_first(person, home):
    file = finished(home / "Anna" / "games")
    anna = person("Anna")
    anna.window.starting.resume(file)
    anna.click("scoring-skip")
    anna.click("result-rematch")
    wait(lambda: sum(isinstance(event, Opened) for event in anna.events) == 2)
    opened = anna.heard(Opened)
    assert [seat.name for seat in opened.seats] == ["Ben", "Anna"]
    assert opened.position.result is None
    assert opened.file != file
    wait(lambda: anna.page == "table-window" and anna.see("result") is None)
    anna.click("leave")
    wait(lambda: anna.see("leave-leave"))
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
