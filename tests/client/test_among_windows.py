"""What two or more windows tell each other on real sockets: names, chat, a take-back and a pause, all by clicks and keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.table.window import TableWindow
from net.api import Opened
from rules.contract import State
from tests.client.clicking import click_entry, click_tab
from tests.client.person import Person, wait


def table_of(person: Person) -> TableWindow:
    """The table on show."""
    table = wait(lambda: (found := person.window.pages.currentWidget()) is not None and person.page == "table-window" and found)
    assert isinstance(table, TableWindow)
    return table


def log_of(person: Person) -> list[str]:
    return table_of(person).frame.talk.log.lines()


def can_move(person: Person) -> bool:
    """Whether this person is on turn, and sees it."""
    table = table_of(person)
    return table.up_to_date and table.turn is not None and table.turn.open


def position_of(person: Person) -> State:
    return table_of(person).position


@pytest.fixture
def lobby(person) -> Callable[[], tuple[Person, Person]]:
    """Anna hosts a game for two; Ben has no name yet and gives one when he joins. He sits down, and both have talked."""

    def come() -> tuple[Person, Person]:
        anna, ben = person("Anna"), person("Ben")
        ben.settings.name = ""
        for one in (anna, ben):
            one.window.resize(1280, 720)
            one.window.setUpdatesEnabled(False)  # everything is still laid out and clicked
        anna.click("start-host")
        anna.click("game-big-boss")
        anna.click("host-page-start")
        anna.click("invite-copy")
        ben.click("start-join")
        ben.type("join-name", "Ben")
        ben.click("join-paste")
        ben.click("join-go")
        ben.click("seat-1-action")
        anna.type("chat-line", "Hello Ben")
        wait(lambda: "Hello Ben" in ben.find("chat-log").toPlainText())
        ben.type("chat-line", "Hello Anna")
        ben.click("lobby-ready")
        return anna, ben

    return come


@pytest.fixture
def game(lobby) -> tuple[Person, Person]:
    """Anna and Ben at the table: the one on turn comes first."""
    anna, ben = lobby()
    anna.click("lobby-start")
    wait(lambda: can_move(anna) or can_move(ben), "for a turn")
    return (anna, ben) if can_move(anna) else (ben, anna)


def buy_a_tower(mover: Person, other: Person) -> None:
    """A whole turn that reveals no card."""
    mover.click("market-buy-tower")
    mover.click("confirm")
    wait(lambda: can_move(other), "for the other's turn")


def test_a_guest_has_one_name_from_the_lobby_to_the_table(lobby) -> None:
    anna, ben = lobby()
    wait(lambda: "Ben: Hello Anna" in anna.find("chat-log").toPlainText())
    assert anna.text("seat-1-name") == "Ben"
    assert ben.settings.name == "Ben"
    ben.click("seat-1-action")  # stands up, and sits down under another name
    wait(lambda: not ben.find("lobby-ready").isEnabled())
    ben.type("seat-1-name", "Benno")
    ben.click("seat-1-action")
    wait(lambda: anna.text("seat-1-name") == "Benno")
    ben.type("chat-line", "Another name")
    wait(lambda: "Benno: Another name" in anna.find("chat-log").toPlainText())
    anna.click("lobby-start")
    assert [seat.name for seat in anna.heard(Opened).seats] == ["Anna", "Benno"]
    assert [peer.name for peer in anna.heard(Opened).peers] == ["Anna", "Benno"]
    assert [row.info.name for row in table_of(anna).frame.players.rows] == ["Anna", "Benno"]


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
def test_a_whole_turn_is_taken_back_and_a_later_spectator_reads_of_it(game, person) -> None:
    first, other = game
    before = position_of(first).digest()
    buy_a_tower(first, other)
    buy_a_tower(other, first)
    table = table_of(first)
    opener, menu = first.find("take-back"), table.frame.take_back.menu
    click_entry(opener, menu, f"To the start of {first.name}’s turn, 2 turns back")
    other.click("take-back-yes")
    for one in game:
        wait(lambda one=one: position_of(one).digest() == before, "for the beginning of the turn")
    wait(lambda: can_move(first))
    assert not first.find("undo").isEnabled(), "nothing of the turn is left"
    assert first.see("take-back-panel") is other.see("take-back-panel") is None
    said = f"Everyone agreed: the game was taken back, as {first.name} asked."
    assert [log_of(one).count(said) for one in game] == [1, 1]
    anna = next(one for one in game if one.name == "Anna")
    watchers = [person(name) for name in ("Carla", "carla")]
    for watcher in watchers:
        watcher.click("start-join")
        watcher.type("join-code", anna.window.pages.lobby_page.invite.code.text())
        watcher.click("join-go")
        watcher.click("join-watch")
        assert said in log_of(watcher), "and not only moves that no longer count"
    wait(lambda: anna.text("links").endswith("2 spectators"))
    anna.click("spectators")
    wait(lambda: "Watching: Carla and carla 2" in [entry.text() for entry in table_of(anna).audience.actions()])
    table_of(anna).audience.close()


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
def test_talk_and_log_outlast_the_lobby_and_a_pause(game) -> None:
    first, other = game
    for one in game:
        assert table_of(one).frame.talk.chat.lines.lines() == ["Anna: Hello Ben", "Ben: Hello Anna"]
    buy_a_tower(first, other)
    click_entry(
        first.find("take-back"), table_of(first).frame.take_back.menu, f"To the start of {first.name}’s turn, one turn back"
    )
    other.click("take-back-yes")
    wait(lambda: can_move(first))
    click_tab(table_of(first).frame.talk.tabs, 1)
    first.type("chat-field", "A moment, please")
    tabs = table_of(other).frame.talk.tabs
    wait(lambda: tabs.tabText(1) == "Chat (1)")
    other.click("leave")
    other.click("leave-pause")
    wait(lambda: other.page == "start-page")
    wait(lambda: first.text("links") == f"{other.name} has paused the game", "to read that it is a pause")
    other.click("saved-0-resume")
    talk = table_of(other).frame.talk
    assert talk.tabs.tabText(1) == "Chat (1)"
    assert talk.chat.lines.lines()[-1] == f"{first.name}: A moment, please"
    assert f"Everyone agreed: the game was taken back, as {first.name} asked." in talk.log.lines()
    wait(lambda: first.text("links") == "All connected")
