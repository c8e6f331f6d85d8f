"""Another game from the result of a finished one, by clicks."""

import pytest
from PySide6.QtWidgets import QFileDialog

from client.table.replay import ReplayWindow
from net.api import Opened
from tests.client.clicking import click_entry
from tests.client.library.made import finished
from tests.client.person import wait


def at_the_result(person, home):
    """Somebody who has opened a finished game again, and its file."""
    file = finished(home / "Anna" / "games")
    anna = person("Anna")
    anna.window.starting.resume(file)
    anna.click("scoring-skip")
    return anna, file


def test_at_one_computer_a_rematch_begins_at_once_with_the_next_player_first(person, home):
    anna, file = at_the_result(person, home)
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


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
def test_a_picture_can_be_saved_although_the_rematch_has_begun(person, home):
    """The dialog stays open while the table goes, and with it the board that the picture shows."""
    anna, _ = at_the_result(person, home)
    share = anna.find("result-share")
    click_entry(share, share.menu(), "Save the picture…")
    dialog = anna.find("share-dialog")
    assert isinstance(dialog, QFileDialog)
    gone = []
    share.destroyed.connect(lambda: gone.append(True))
    anna.bridge.node.rematch(False)
    wait(lambda: gone, "the table to go")
    dialog.fileSelected.emit(str(home / "end.png"))
    wait(lambda: (home / "end.png").is_file(), "the picture")


def test_a_rematch_that_begins_during_the_replay_of_the_game_ends_the_replay(person, home):
    """Each such replay stayed in the window for the rest of the evening, with the work of its analysis."""
    anna, _ = at_the_result(person, home)
    anna.click("result-analyse")
    wait(lambda: anna.page == "replay-window" and anna.see("replay-bar"))
    anna.bridge.node.rematch(False)
    wait(lambda: anna.page == "table-window" and anna.see("result") is None)
    wait(lambda: not anna.window.findChildren(ReplayWindow), "the replay to go")
