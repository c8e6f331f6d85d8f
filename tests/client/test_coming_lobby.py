"""A lobby that has come up hears what happened while it was made, a little in each turn. An unseen page does nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QLabel, QWidget

from client.lobby.waiting import WaitPage
from client.messages import catalogue
from client.window.cominglobby import ComingLobby
from net import api
from rules.message import message


class Pages:
    """Pages whose lobby is made in three slices."""

    lobby_page = None

    def __init__(self) -> None:
        self.up = False

    def open_lobby(self, _lobby: object) -> Iterator[None]:
        for _ in range(3):
            yield

    def bring_up(self, _page: object) -> None:
        self.up = True

    def known(self, _name: str) -> None:
        return None


class Content:
    def __init__(self) -> None:
        self.pages = Pages()


@pytest.fixture
def coming(styled):
    """A lobby that is being made, its pages, and what it has heard: events, and a number for each turn of the event loop."""
    parent, content = QObject(), Content()
    lobby = ComingLobby(content, parent)
    story: list[object] = []
    lobby.heard.connect(story.append)
    lobby.begin(None)
    turns = QTimer(parent)
    turns.timeout.connect(lambda: story.append("turn") if content.pages.up else None)
    turns.start(0)
    yield lobby, content.pages, story
    turns.stop()


def changed(number: int) -> api.LobbyChanged:
    return api.LobbyChanged(number)


SAID = api.Said("Bert", "hello", False)


def test_what_happened_meanwhile_is_heard_in_turns_and_of_states_in_a_row_only_the_last(coming, qtbot) -> None:
    lobby, pages, story = coming
    for event in (changed(1), changed(2), SAID, changed(3), changed(4)):
        assert lobby.holds(event)
    assert not story
    late: list[bool] = []
    lobby.heard.connect(lambda _: late or QTimer.singleShot(0, lambda: late.append(lobby.holds(changed(5)))))
    qtbot.waitUntil(lambda: changed(5) in story)
    assert pages.up
    assert late[0], "it must not overtake what waits"
    events = [one for one in story if one != "turn"]
    assert events == [changed(2), SAID, changed(5)]
    places = [story.index(event) for event in events]
    assert all("turn" in story[one:other] for one, other in pairwise(places))
    qtbot.waitUntil(lambda: not lobby.holds(changed(6)))


def test_a_table_that_opens_finds_the_lobby_complete(coming) -> None:
    lobby, pages, story = coming
    assert lobby.holds(changed(1))
    assert lobby.holds(SAID)
    opened = object.__new__(api.Opened)
    assert not lobby.holds(opened), "what comes after it must not be missed"
    assert pages.up
    assert story == [changed(1), SAID]


def test_a_page_that_is_not_shown_makes_no_rows_for_the_links(styled, qtbot) -> None:
    window, page = QWidget(), WaitPage(catalogue("en"))
    qtbot.addWidget(window)
    page.setParent(window)
    page.hide()
    window.show()
    page.begin(message("client.wait.leaving"))
    before = len(page.findChildren(QLabel))
    peers = [api.Peer("aa", "Bert", True, True, message("client.wait.leaving"))]
    page.show_peers(peers)
    assert len(page.findChildren(QLabel)) == before
    page.show()
    page.show_peers(peers)
    rows = page.findChildren(QLabel)
    assert len(rows) == before + 2
    page.show_peers(peers)
    assert page.findChildren(QLabel) == rows, "nothing has changed"
