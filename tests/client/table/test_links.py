"""Connection states are sentences in the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication

from client.messages import catalogue
from client.table.chat import Conversation, Line
from client.table.window import TableWindow
from net import api
from rules.contract import NOBODY
from rules.message import message
from tests.client.clicking import click_tab
from tests.client.table.tables import FakeBridge, Settings, begun, opened, seats_of
from tests.client.table.test_window import child, click


def peers(sitting, lost: bool) -> api.PeersChanged:
    now = opened(sitting.bridge)
    me, other = now.peers
    if lost:
        other = replace(other, linked=False, status=message("session.status.reconnecting", name="Bruno"))
    return api.PeersChanged((me, other), now.seats)


def test_a_lost_link_is_shown_beside_its_player_and_above(table) -> None:
    sitting = table("hr")
    window = sitting.window
    assert window.frame.top.links.text() == "All connected"
    sitting.bridge.event.emit(peers(sitting, lost=True))
    assert window.frame.top.links.text() == "Reconnecting to Bruno…", "the name is said once"
    assert window.frame.top.links.property("mood") == "trouble"
    row = window.frame.players.rows[1]
    assert row.info.trouble
    assert row.info.remark
    assert row.info.remark in row.accessibleName()
    sitting.bridge.event.emit(peers(sitting, lost=False))
    assert window.frame.top.links.text() == "All connected"
    assert not window.frame.players.rows[1].info.trouble


def test_a_lost_link_does_not_affect_a_tried_turn(table) -> None:
    sitting = table("hr")
    click(sitting, "market-buy-tower")
    sitting.bridge.event.emit(peers(sitting, lost=True))
    assert sitting.window.turn.complete


def test_offline_nothing_is_said_about_links(table) -> None:
    sitting = table("hb")
    assert not sitting.window.frame.top.links.isVisible()


def test_a_notice_is_shown_and_logged(table) -> None:
    sitting = table("hr")
    sitting.bridge.event.emit(api.Notice(message("table.halted")))
    assert sitting.prompt == "The game has stopped because its copies differ."
    assert sitting.window.frame.prompt.mood == "notice"
    assert sitting.window.frame.talk.log.lines()[-1] == sitting.prompt


def test_out_of_step_stops_the_game_with_its_reason_and_the_report(table) -> None:
    sitting = table("hr")
    sitting.bridge.event.emit(api.OutOfStep(message("table.halted"), Path("/somewhere/report.json")))
    assert "/somewhere/report.json" in sitting.prompt
    assert sitting.window.frame.prompt.mood == "refused"
    assert sitting.window.turn is None
    assert not child(sitting, "confirm").isEnabled()


def test_a_seat_that_a_bot_has_taken_over_is_shown_as_one(table) -> None:
    sitting = table("hr")
    now = opened(sitting.bridge)
    seats = (now.seats[0], replace(now.seats[1], kind="bot", level="greedy"))
    sitting.bridge.event.emit(api.PeersChanged(now.peers, seats))
    assert sitting.window.frame.players.rows[1].info.remark == "bot"


def test_unread_chat_is_counted(table) -> None:
    sitting = table("hr")
    tabs = sitting.window.frame.talk.tabs
    sitting.bridge.event.emit(api.Said("Bruno", "hello", False))
    sitting.bridge.event.emit(api.Said("Bruno", "are you there?", False))
    assert tabs.tabText(1) == "Chat (2)"
    click_tab(tabs, 1)
    assert tabs.tabText(1) == "Chat"
    assert sitting.window.frame.talk.chat.lines.lines() == ["Bruno: hello", "Bruno: are you there?"]


def test_a_pause_is_called_a_pause(table) -> None:
    sitting = table("hr")
    now = opened(sitting.bridge)
    paused = replace(now.peers[1], linked=False, status=message("session.status.paused", name="Bruno"))
    sitting.bridge.event.emit(api.PeersChanged((now.peers[0], paused), now.seats))
    assert sitting.window.frame.top.links.text() == "Bruno has paused the game"
    assert sitting.window.frame.players.rows[1].info.remark == "paused"


def test_the_log_of_a_continued_game_says_what_was_taken_back(styled, qtbot) -> None:
    state, dealer = begun(2)
    bridge = FakeBridge(state, dealer, seats_of("hr"))
    note = message("session.back.done", name="Bruno")
    past = (api.Advanced(3, NOBODY, None, (), state.copy(), False, note),)
    window = TableWindow(bridge, replace(opened(bridge), past=past), catalogue(), Settings())
    qtbot.addWidget(window)
    assert window.frame.talk.log.lines() == ["Everyone agreed: the game was taken back, as Bruno asked."]


def test_earlier_chat_can_be_read_at_the_table(table) -> None:
    sitting = table("hr")
    talk = sitting.window.frame.talk
    sitting.window.recall(Conversation((Line("Bruno", "hello"), Line("Anna", "hi", True)), unread=1))
    assert talk.chat.lines.lines() == ["Bruno: hello", "Anna: hi"]
    assert talk.tabs.tabText(1) == "Chat (1)"
    sitting.bridge.event.emit(api.Said("Bruno", "ready?", False))
    assert talk.conversation == Conversation((Line("Bruno", "hello"), Line("Anna", "hi", True), Line("Bruno", "ready?")), 2)
    click_tab(talk.tabs, 1)
    assert talk.conversation.unread == 0


def test_a_sent_move_is_confirmed_by_all_or_names_who_has_not(table) -> None:
    sitting = table("hr")
    mark = sitting.window.frame.top.confirmed
    assert not mark.isVisible()
    for event, said, mood in (
        (api.Confirmed(3, 4, ()), "Sent…", "fine"),
        (api.Confirmed(3, 4, ("Bruno",)), "Unconfirmed: Bruno", "trouble"),
        (api.Confirmed(4, 4, ()), "✓ Confirmed", "fine"),
    ):
        sitting.bridge.event.emit(event)
        assert mark.isVisible()
        assert (mark.text(), mark.property("mood")) == (said, mood)


def test_the_taskbar_announces_a_turn_if_the_window_is_behind(table, monkeypatch) -> None:
    called = []
    monkeypatch.setattr(QApplication, "alert", lambda window: called.append(window))
    sitting = table("hr", start=1)
    monkeypatch.setattr(sitting.window.window(), "isActiveWindow", lambda: True, raising=False)
    sitting.node.turn_of(1)
    assert sitting.window.turn is not None
    assert called == []
    sitting.node.turn_of(0)
    monkeypatch.setattr(sitting.window.window(), "isActiveWindow", lambda: False, raising=False)
    sitting.node.turn_of(1)
    assert called == [sitting.window.window()]
