"""Taking back beyond the turn, and who watches, in the table's window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from client.look import theme
from client.messages import catalogue
from client.table.window import TableWindow
from net import api
from tests.client.clicking import click_entry
from tests.client.table.sitting import Sitting, sit_down, whole
from tests.client.table.tables import FakeBridge, Settings, begun, opened, seats_of
from tests.client.table.test_window import child, click


def asked(**changes) -> api.TakeBackAsked:
    return replace(api.TakeBackAsked("Bruno", False, 3, 1, False, ("Anna",)), **changes)


def entries(menu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
def test_the_menu_offers_the_turns_that_can_be_taken_back(table) -> None:
    sitting = table("hr")
    node = sitting.bridge.node
    node.index = 5
    node.entry()
    sitting.bridge.event.emit(api.TakeBackChanged(((2, 0), (4, 1)), None))
    panel = sitting.window.frame.take_back
    click_entry(child(sitting, "take-back"), panel.menu, "To the start of Anna’s turn, 2 turns back")
    assert entries(panel.menu) == [
        "To the start of Bruno’s turn, one turn back",
        "To the start of Anna’s turn, 2 turns back",
    ]
    assert node.asked == [2]
    assert panel.isHidden()


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
def test_the_button_and_its_key_open_the_menu(table) -> None:
    sitting = table("hr")
    click(sitting, "take-back")
    menu = sitting.window.frame.take_back.menu
    assert menu.isVisible()
    assert entries(menu) == ["Nothing can be taken back: a card has since been revealed, or someone has joined or left."]
    assert not menu.actions()[0].isEnabled()
    menu.close()


def test_a_request_is_answered_in_a_panel(table) -> None:
    sitting = table("hr")
    panel = sitting.window.frame.take_back
    for name, yes in (("take-back-yes", True), ("take-back-no", False)):
        sitting.bridge.event.emit(api.TakeBackChanged((), asked()))
        assert panel.isVisible()
        assert panel.question.text().startswith("Bruno would like to go back to the start of")
        click(sitting, name)
        assert sitting.bridge.node.asked[-1] is yes
    sitting.bridge.event.emit(api.TakeBackChanged((), asked(answered=True, waiting=("Carla",))))
    assert panel.question.text() == "Waiting for Carla to agree."
    assert not child(sitting, "take-back-yes").isVisible()
    sitting.bridge.event.emit(api.TakeBackChanged(((2, 0),), None))
    assert panel.isHidden()


@pytest.mark.parametrize("size", [(800, 600), (1280, 720)])
def test_a_request_is_seen_where_the_column_is_folded(table, size) -> None:
    """A narrow table folds it by itself, and any player can."""
    sitting = table("hr", size=size)
    frame = sitting.window.frame
    if frame.left_column.isVisible():
        click(sitting, "left-panel")
    sitting.bridge.event.emit(api.TakeBackChanged((), asked()))
    assert frame.left_column.isVisible()
    click(sitting, "take-back-yes")
    assert sitting.bridge.node.asked == [True]
    click(sitting, "left-panel")
    sitting.bridge.event.emit(api.TakeBackChanged((), asked(answered=True, waiting=("Carla",))))
    assert not frame.left_column.isVisible(), "the player has seen it, and folded it again"


def test_a_request_is_scrolled_into_sight_and_the_players_when_it_has_gone(styled, qtbot) -> None:
    theme.apply(styled, "dark", 1.35)
    try:
        sitting = Sitting(*sit_down(qtbot, "burgenland", begun(4, start=0, name="burgenland"), "hrrr", language="de"))
        panel = sitting.window.frame.take_back
        sitting.bridge.event.emit(api.TakeBackChanged((), asked()))
        QCoreApplication.sendPostedEvents()  # the panel takes its room
        qtbot.waitUntil(lambda: all(map(whole, (panel.question, panel.yes, panel.no))))
        bar = sitting.window.frame.left_column.verticalScrollBar()
        assert bar.value() > 0
        sitting.bridge.event.emit(api.TakeBackChanged((), None))
        qtbot.waitUntil(lambda: bar.value() == 0, timeout=5000)
    finally:
        theme.apply(styled, "dark")


def test_a_narrow_table_shows_the_market_again_when_the_question_has_gone(table) -> None:
    sitting = table("hr", size=(900, 600))
    frame = sitting.window.frame
    sitting.bridge.event.emit(api.TakeBackChanged((), asked()))
    assert not frame.right_column.isVisible()
    sitting.bridge.event.emit(api.TakeBackChanged((), None))
    assert frame.right_column.isVisible()
    assert not frame.left_column.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
def test_people_at_one_computer_agree_among_themselves_first(table) -> None:
    sitting = table("hh")
    sitting.window.curtain.hide()
    sitting.bridge.node.entry()
    sitting.bridge.event.emit(api.TakeBackChanged(((0, 0),), None))
    panel = sitting.window.frame.take_back
    for name, said in (("take-back-no", []), ("take-back-yes", [0])):
        click_entry(child(sitting, "take-back"), panel.menu, "To the start of Anna’s turn, one turn back")
        assert "Does everyone at this computer agree?" in panel.question.text()
        click(sitting, name)
        assert sitting.bridge.node.asked == said
        assert panel.isHidden()


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
def test_the_host_sees_who_watches_and_decides_who_may(table) -> None:
    sitting = table("hr")
    button = sitting.window.frame.top.buttons["spectators"]
    assert button.isHidden()
    sitting.bridge.event.emit(api.AudienceChanged("code", ("Wanda", "Yann"), True, "alarife:abc", ("77", "79")))
    assert button.isVisible()
    assert sitting.window.frame.top.links.text() == "All connected · 2 spectators"
    menu = sitting.window.audience
    click_entry(button, menu, "Copy the code")
    assert [action.text() for action in menu.actions() if action.isChecked()] == ["Anyone with the code"]
    assert "Watching: Wanda and Yann" in entries(menu)
    assert QGuiApplication.clipboard().text() == "alarife:abc"
    click_entry(button, menu, "Anyone")
    click_entry(button, menu, "Send Yann away")
    assert sitting.bridge.node.asked == ["anybody", "79"]


def test_a_guest_sees_the_watchers_but_cannot_decide_about_them(table) -> None:
    sitting = table("hr")
    sitting.bridge.event.emit(api.AudienceChanged("code", ("Wanda",), False))
    assert sitting.window.frame.top.links.text() == "All connected · 1 spectator"
    assert sitting.window.frame.top.buttons["spectators"].isHidden()


def test_a_watcher_has_neither_turns_nor_chat(styled, qtbot) -> None:
    state, dealer = begun(2)
    bridge = FakeBridge(state, dealer, seats_of("rr"))
    window = TableWindow(bridge, replace(opened(bridge), watching=True), catalogue(), Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)
    window.resize(1280, 720)
    window.show()
    assert window.viewer is None
    assert window.turn_bar.isHidden()
    assert window.frame.talk.chat.field.isHidden()
    assert window.frame.top.buttons["take-back"].isHidden()
    bridge.node.turn_of(state.turn)
    assert window.turn is None
