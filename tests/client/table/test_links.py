"""Connection states are sentences in the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from net import api
from rules.message import message
from tests.client.table.tables import opened
from tests.client.table.test_window import child, click


def peers(sitting, lost: bool) -> api.PeersChanged:
    now = opened(sitting.bridge)
    me, other = now.peers
    if lost:
        other = replace(other, linked=False, status=message("net.status.reconnecting"))
    return api.PeersChanged((me, other), now.seats)


def test_a_lost_link_is_told_beside_its_player_and_above(table) -> None:
    sitting = table("hr")
    window = sitting.window
    assert window.frame.top.links.text() == "2 linked"
    sitting.bridge.event.emit(peers(sitting, lost=True))
    assert "Bruno" in window.frame.top.links.text()
    assert window.frame.top.links.property("mood") == "trouble"
    row = window.frame.players.rows[1]
    assert row.info.trouble
    assert row.info.remark
    assert row.info.remark in row.accessibleName()
    sitting.bridge.event.emit(peers(sitting, lost=False))
    assert window.frame.top.links.text() == "2 linked"
    assert not window.frame.players.rows[1].info.trouble


def test_a_lost_link_takes_nothing_of_a_tried_turn(table) -> None:
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
    assert sitting.prompt == "The game has stopped: the copies of it differ."
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
    tabs.setCurrentIndex(1)
    assert tabs.tabText(1) == "Chat"
    assert sitting.window.frame.talk.chat.lines.lines() == ["Bruno: hello", "Bruno: are you there?"]
