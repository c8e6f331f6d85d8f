import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import client.window.closing
import client.window.leaving
from client.system.settings import load as load_settings
from client.window.stage import Stage
from net.api import Advanced, Closed, Moved, Opened, PeersChanged, Refused, Said
from net.gamefile import load
from rules.contract import Move
from rules.message import message
from tests.client.person import Person, wait
from tests.client.player import Player


@pytest.fixture
def game(person):
    """Anna and Ben play between two windows; Anna is the host."""
    anna, ben = person("Anna"), person("Ben")
    for one in (anna, ben):
        one.settings.flat_view = True
    anna.click("start-host")
    anna.click("host-page-start")
    ben.join(anna)
    anna.click("lobby-start")
    wait(lambda: anna.page == ben.page == "table-window")
    return anna, ben


def play(*people: Person, entries: int) -> None:
    """Play on until everybody has seen this many more entries."""
    players = [Player(one, place) for place, one in enumerate(people)]
    goal = {one: moves(one) + entries for one in people}

    def far_enough() -> bool:
        for player in players:
            player.step()
        return all(moves(one) >= goal[one] for one in people)

    wait(far_enough, "for the game to go on")


def moves(person: Person) -> int:
    return sum(isinstance(event, Advanced) for event in person.events)


def test_a_late_answer_to_leaving_changes_no_page(person, monkeypatch):
    """The window moves on when the node takes too long; the answer then concerns no visible page."""
    monkeypatch.setattr(client.window.leaving, "FAREWELL_MS", 0)
    anna = person("Anna")
    for game in (1, 2):
        anna.click("start-offline")
        anna.click("offline-page-start")
        wait(lambda: anna.page == "table-window")
        anna.events.clear()
        anna.click("leave")
        anna.click("leave-leave")
        wait(lambda: anna.page == "start-page")
        anna.click("start-settings")
        anna.heard(Closed)
        assert anna.page == "settings-page", game
        assert anna.see("notice-text") is None
        anna.click("settings-page-back")


def test_a_move_that_arrives_after_its_table_was_left_is_ignored(person):
    """A bot may still be thinking when the player leaves its table: then its move finds no table, or another one."""
    anna = person("Anna")
    anna.bridge.node.act(0, (Move("pass"),), 0)
    assert anna.heard(Refused).reason.key == "net.refused.no-table"
    assert anna.see("notice-text") is None
    anna.click("start-offline")
    anna.bridge.node.act(0, (Move("pass"),), 0)
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")


def test_closing_an_offline_game_asks_and_keeps_what_was_played(person):
    anna = person("Anna")
    anna.settings.flat_view = True
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    play(anna, entries=6)
    assert not anna.window.close()
    anna.click("leave-stay")
    assert anna.page == "table-window"
    play(anna, entries=2)
    file = anna.heard(Opened).file
    assert file is not None
    assert not anna.window.close()
    anna.click("leave-leave")
    wait(lambda: anna.ended, "for the window to close")
    assert anna.window.isHidden()
    played = len(load(file).entries)
    assert played >= 8
    again = Person(anna.home, "Anna")
    try:
        again.settings.flat_view = True
        again.click("saved-0-resume")
        wait(lambda: again.page == "table-window")
        assert again.heard(Opened).index == played
        play(again, entries=2)
    finally:
        again.close()


def test_closing_with_a_changed_board_asks_first(person):
    anna = person("Anna")
    pages = anna.window.pages
    pages.show_boards("torres", pages.show_settings)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space):
        QTest.keyClick(pages.boards_page.surface.view, key)
    assert pages.boards_page.unsaved
    pages.show_start()
    for answer in ("stay", "discard"):
        assert not anna.window.close()
        assert pages.currentWidget() is pages.boards_page
        anna.click(f"board-{answer}-answer")
    wait(lambda: anna.ended, "for the window to close")


def test_a_host_who_leaves_while_the_game_begins_is_asked_about_the_game(person):
    """The question about the lobby was still open, and its answer gave the seat of the host to a bot."""
    anna, ben = person("Anna"), person("Ben")
    anna.click("start-host")
    anna.click("host-page-start")
    ben.join(anna)
    wait(lambda: anna.find("lobby-start").isEnabled())
    anna.find("lobby-start").click()
    anna.window.leaving.ask()
    wait(lambda: anna.page == ben.page == "table-window")
    about = anna.text("leave-sentence")
    anna.click("leave-leave")
    wait(lambda: anna.text("leave-sentence") != about)
    anna.click("leave-pause")
    wait(lambda: anna.page == "start-page")
    assert wait(lambda: anna.see("saved-0-resume")), "the seat is kept"


def test_a_question_about_a_table_goes_with_the_table(person):
    """The table may be closed from elsewhere; the answer would then leave a table that is not there."""
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    anna.click("leave")
    anna.find("leave-question")
    anna.bridge.event.emit(Closed(message("net.error.internal")))
    wait(lambda: anna.see("leave-question") is None)
    assert anna.page == "start-page"


def test_leaving_to_the_start_page_and_going_on(person):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    first = anna.heard(Opened)
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
    anna.events.clear()
    anna.click("saved-0-resume")
    wait(lambda: anna.page == "table-window")
    again = anna.heard(Opened)
    assert again.file == first.file
    assert anna.settings.recent == [], "only files from elsewhere have to be remembered"


def test_a_rematch_that_comes_while_the_player_leaves_is_ignored(person, monkeypatch):
    monkeypatch.setattr(client.window.leaving, "FAREWELL_MS", 100)
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    monkeypatch.setattr(anna.bridge.node, "leave", lambda: None)
    anna.window.leaving.leave()
    anna.bridge.event.emit(Moved())
    assert anna.window.progress.stage is Stage.LEAVING
    wait(lambda: anna.page == "start-page")


def test_leaving_a_game_between_windows_informs_the_other(game):
    anna, ben = game
    play(anna, ben, entries=4)
    assert not ben.window.close()
    ben.click("leave-leave")
    wait(lambda: ben.ended, "for the window to close")
    changed = wait(lambda: next((event for event in anna.events if isinstance(event, PeersChanged) and taken(event)), None))
    assert changed.seats[1].kind == "bot"
    play(anna, entries=4)


def taken(event: PeersChanged) -> bool:
    """Whether a bot has taken the second seat."""
    return event.seats[1].kind == "bot"


def test_a_pause_is_announced_and_the_game_continues_where_it_was(game):
    anna, ben = game
    play(anna, ben, entries=4)
    ben.click("leave")
    ben.click("leave-pause")
    wait(lambda: ben.page == "start-page")
    said = anna.heard(Said)
    assert (said.name, said.mine) == ("Ben", False)
    wait(lambda: not anna.heard(PeersChanged).peers[1].linked)
    assert anna.heard(PeersChanged).seats[1].kind == "person", "his seat is kept"
    ben.events.clear()
    ben.click("saved-0-resume")
    wait(lambda: ben.page == "table-window")
    play(anna, ben, entries=4)


def test_the_network_keeps_running_behind_an_open_question(game):
    anna, ben = game
    assert not anna.window.close()
    anna.find("leave-stay")
    ben.bridge.node.say("Are you still there?")
    wait(lambda: any(isinstance(event, Said) and event.text == "Are you still there?" for event in anna.events))
    anna.click("leave-stay")
    assert anna.page == "table-window"


def test_a_table_that_cannot_be_left_does_not_keep_the_window_open(person, monkeypatch):
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    monkeypatch.setattr(anna.bridge.node, "leave", lambda: None)
    assert not anna.window.close()
    anna.click("leave-leave")
    wait(lambda: anna.ended, "for the window to close all the same")


def test_a_signal_pauses_a_game_and_the_seat_is_kept(game):
    anna, ben = game
    play(anna, ben, entries=4)
    ben.window.quit()
    wait(lambda: ben.ended, "for the window to close")
    wait(lambda: not anna.heard(PeersChanged).peers[1].linked)
    assert anna.heard(Said).name == "Ben"
    anna.bridge.node.say("still here")
    wait(lambda: anna.heard(Said).name == "Anna")
    assert anna.heard(PeersChanged).seats[1].kind == "person", "nobody else plays for Ben"


def test_logging_out_pauses_a_game_without_a_question(game, qapp):
    anna, ben = game
    play(anna, ben, entries=4)
    qapp.commitDataRequest.connect(ben.window.closing.expect_logout)
    qapp.commitDataRequest.emit(None)
    ben.window.close()
    assert ben.see("leave-sentence") is None
    wait(lambda: ben.ended, "for the window to close")
    wait(lambda: not anna.heard(PeersChanged).peers[1].linked)
    assert anna.heard(PeersChanged).seats[1].kind == "person"


def test_a_logout_that_was_called_off_is_forgotten(person, monkeypatch):
    monkeypatch.setattr(client.window.closing, "LOGOUT_SECONDS", 0.0)
    anna = person("Anna")
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    anna.window.closing.expect_logout()
    assert not anna.window.close()
    anna.click("leave-stay")


def test_a_failure_while_everything_ends_does_not_keep_the_window_open(person, monkeypatch):
    anna = person("Anna")
    with monkeypatch.context() as broken:
        broken.setattr(anna.settings, "save", lambda: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            anna.window.quit()
    assert anna.ended
    assert anna.window.isHidden()
    anna.window.content.pages.close_library()
    anna.bridge.close()


@pytest.mark.parametrize("setting", ["name", "port"])
def test_what_is_being_typed_when_the_window_closes_is_kept(person, setting):
    """A field hands over its content when the focus leaves it, which nothing else in a window that closes brings about."""
    anna = person("Anna")
    anna.window.activateWindow()
    wait(anna.window.isActiveWindow)
    anna.click("start-settings")
    field = anna.find(f"settings-{setting}")
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "4321")
    anna.window.close()
    wait(lambda: anna.ended)
    assert str(load_settings(anna.home)[0].choices()[setting]) == "4321"
