"""While a player is away, the table shows how to find each other again; then the panel goes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from client.messages import catalogue
from client.table.window import TableWindow
from net import api
from net.addresses import Address
from net.invite import Invite
from rules.message import message
from tests.client.table.sitting import Sitting
from tests.client.table.tables import FakeBridge, Settings, begun, opened, seats_of
from tests.client.table.test_links import peers
from tests.client.table.test_window import child, click

CODE = str(Invite(bytes(32), b"", (Address("192.0.2.1", 4711),)))
WAY = api.Reachable(CODE, ("192.0.2.1:4711",), "eight words")
OUTSIDE = api.Reachable(CODE, ("192.0.2.1:4711", "5.5.5.5:4711"), "eight words", True)


@pytest.fixture
def sitting(table):
    sitting = table("hr")
    sitting.bridge.event.emit(peers(sitting, lost=True))
    sitting.bridge.event.emit(WAY)
    return sitting


def test_the_missing_player_is_named_and_the_code_can_be_copied(sitting) -> None:
    panel = sitting.window.frame.away
    assert panel.isVisible()
    assert panel.sentence.text() == "Not connected: Bruno."
    assert not panel.way.isVisible()
    click(sitting, "away-find")
    click(sitting, "way-copy")
    assert QGuiApplication.clipboard().text() == CODE
    assert panel.way.copy.text() == "Copied"
    click(sitting, "way-close")
    assert not panel.way.isVisible()


def test_a_pasted_code_is_tried(sitting, qtbot) -> None:
    click(sitting, "away-find")
    field = child(sitting, "way-code")
    assert not child(sitting, "way-link").isEnabled()
    field.setText("nonsense")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert sitting.node.reached == []
    field.setText(f"  {CODE}\n")
    click(sitting, "way-link")
    click(sitting, "away-find")
    field.setText("192.0.2.7:4711")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert sitting.node.reached == [CODE, "192.0.2.7:4711"]
    assert field.text() == ""
    click(sitting, "away-find")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not sitting.window.frame.away.way.isVisible()


def test_the_player_has_to_consent_before_a_server_is_asked(sitting) -> None:
    click(sitting, "away-find")
    assert "only within one network" in child(sitting, "way-public").text()
    assert child(sitting, "way-ask").isHidden()
    assert sitting.node.asked_servers == []
    with_settings = []
    sitting.window.learned.connect(lambda: with_settings.append(sitting.window.settings.stun))
    child(sitting, "way-consent").click()
    assert with_settings == [True], "the answer is kept"
    assert sitting.node.asked_servers == [["stun.example:3478"]]
    sitting.bridge.event.emit(api.PublicChanged(message("answer.public.no-server"), ""))
    assert "No server has answered" in child(sitting, "way-public").text()
    click(sitting, "way-ask")
    assert len(sitting.node.asked_servers) == 2
    sitting.bridge.event.emit(OUTSIDE)
    assert child(sitting, "way-public").text() == "The code contains your public address."
    assert not child(sitting, "way-consent").isVisible()
    assert child(sitting, "way-ask").isHidden()


def test_a_player_who_has_agreed_before_is_not_asked_again(sitting) -> None:
    sitting.bridge.event.emit(peers(sitting, lost=False))
    sitting.window.settings.stun = True
    for lost in (True, True, False, True):
        sitting.bridge.event.emit(peers(sitting, lost=lost))
        sitting.bridge.event.emit(OUTSIDE)
    assert len(sitting.node.asked_servers) == 2, "once each time that somebody gets lost"


def test_both_steps_are_explained(sitting) -> None:
    click(sitting, "away-find")
    assert child(sitting, "way-first").text().startswith("1. Send your code")
    assert child(sitting, "way-second").text().startswith("2. Paste their code")
    assert "Both of you" in child(sitting, "way-second").text()


def test_the_panel_goes_when_everybody_is_there(sitting) -> None:
    panel = sitting.window.frame.away
    sitting.bridge.event.emit(peers(sitting, lost=False))
    assert not panel.isVisible()
    sitting.bridge.event.emit(peers(sitting, lost=True))
    assert panel.isVisible()


def test_a_player_who_has_left_is_not_missing(sitting) -> None:
    now = opened(sitting.bridge)
    me, other = now.peers
    left = api.Peer(other.key, other.name, True, False, message("session.status.left", name=other.name))
    sitting.bridge.event.emit(api.PeersChanged((me, left), now.seats))
    assert not sitting.window.frame.away.isVisible()


def left(sitting, linked=False):
    """The other player has left, and may have opened the program again."""
    now = opened(sitting.bridge)
    me, other = now.peers
    gone = api.Peer(other.key, other.name, True, linked, message("session.status.left", name=other.name))
    return api.PeersChanged((me, gone), now.seats)


def test_players_who_have_left_can_come_back_by_a_code(sitting) -> None:
    """Nobody waits for them, so there is no panel; but both sides need a code if one of them has moved."""
    sitting.window.settings.stun = True
    sitting.bridge.event.emit(left(sitting))
    way = sitting.window.frame.away.way
    assert not way.isVisible()
    assert sitting.node.asked_servers == []
    click(sitting, "find")
    assert way.isVisible()
    assert sitting.node.asked_servers == [["stun.example:3478"]], "only when the player wants it"
    sitting.bridge.event.emit(OUTSIDE)
    sitting.bridge.event.emit(left(sitting))
    assert way.isVisible(), "it stays while it is used"
    click(sitting, "way-copy")
    assert QGuiApplication.clipboard().text() == CODE
    child(sitting, "way-code").setText(CODE)
    click(sitting, "way-link")
    assert sitting.node.reached == [CODE]
    click(sitting, "find")
    sitting.bridge.event.emit(left(sitting, linked=True))
    assert not way.isVisible()
    assert child(sitting, "find").isHidden()


def test_the_code_is_offered_in_one_place_only(sitting) -> None:
    """While somebody is missing, the panel has the button."""
    assert child(sitting, "find").isHidden()
    sitting.bridge.event.emit(left(sitting))
    assert not child(sitting, "find").isHidden()
    sitting.bridge.event.emit(peers(sitting, lost=False))
    assert child(sitting, "find").isHidden()


def test_without_a_network_the_panel_says_so(sitting) -> None:
    sitting.bridge.event.emit(api.Reachable("", (), "eight words"))
    panel = sitting.window.frame.away
    click(sitting, "away-find")
    assert "no network" in panel.way.sentence.text()
    assert not panel.way.copy.isVisible()


def test_several_missing_players_are_named(table) -> None:
    sitting = table("hrr")
    now = opened(sitting.bridge)
    me, *others = now.peers
    gone = [api.Peer(one.key, one.name, True, False, message("session.status.gone", name=one.name)) for one in others]
    sitting.bridge.event.emit(WAY)
    sitting.bridge.event.emit(api.PeersChanged((me, *gone), now.seats))
    assert sitting.window.frame.away.sentence.text() == f"Not connected: {others[0].name} and {others[1].name}."
    assert sitting.window.frame.top.links.text() == "2 of the others are not connected"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_panel_has_room_for_its_sentences_in_every_language(styled, qtbot, language) -> None:
    bridge = FakeBridge(*begun(2, start=0), seats_of("hr"))
    settings = Settings(stun_servers=["stun.nextcloud.com:443", "stun.sipgate.net:3478", "stun.cloudflare.com:3478"])
    window = TableWindow(bridge, opened(bridge), catalogue(language), settings)
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)
    window.resize(1280, 720)
    window.show()
    sitting = Sitting(window, bridge)
    bridge.event.emit(peers(sitting, lost=True))
    bridge.event.emit(WAY)
    click(sitting, "away-find")
    way = window.frame.away.way
    qtbot.waitUntil(lambda: way.parentWidget().rect().contains(way.geometry()))
    for part in way.findChildren(QLabel):
        assert not part.isVisible() or part.height() >= part.heightForWidth(part.width()), part.objectName()
    switch = child(sitting, "way-consent")
    assert switch.width() >= switch.sizeHint().width()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (2560, 1440)])
def test_the_table_has_room_for_the_panel(table, qtbot, width, height) -> None:
    sitting = table("hrrrr", size=(width, height))
    now = opened(sitting.bridge)
    me, *others = now.peers
    gone = [api.Peer(one.key, one.name, True, False, message("session.status.gone", name=one.name)) for one in others]
    sitting.bridge.event.emit(WAY)
    sitting.bridge.event.emit(api.PeersChanged((me, *gone), now.seats))
    window: TableWindow = sitting.window
    panel = window.frame.away
    rows = window.frame.players.rows
    qtbot.waitUntil(lambda: all(one.geometry().bottom() < other.geometry().top() for one, other in pairwise(rows)))
    assert window.size().toTuple() == (width, height), "nothing pushes the window wider"
    assert panel.sentence.height() >= panel.sentence.heightForWidth(panel.sentence.width())
    parts = [window.frame.players, panel, window.frame.talk]
    for above, below in pairwise(parts):
        assert above.geometry().bottom() < below.geometry().top()
    talk = window.frame.talk
    assert talk.height() > 90
    assert talk.parentWidget().rect().contains(talk.geometry()), "it can be scrolled to at least"
    click(sitting, "away-find")
    way = panel.way
    assert way.parentWidget().rect().contains(way.geometry())
    for part in way.findChildren(QLabel):
        if part.isVisible() and part.wordWrap():
            assert part.height() >= part.heightForWidth(part.width()), part.objectName()
