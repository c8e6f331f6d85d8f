"""The main window itself: every event has its place, and nothing unforeseen stops it."""

import json
import typing
from importlib.resources import files
from itertools import cycle

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from client.look import theme
from client.look.scale import LEAST
from client.messages import languages
from client.pages.about import version_of
from client.system.settings import load
from client.window.bridge import Bridge
from net import api
from rules.message import message
from tests.client.person import wait


def test_every_event_of_a_node_is_known_to_the_window():
    """A new kind of event needs its place in the window, or this test fails."""
    import ast
    import inspect
    import textwrap

    from client.window.news import News

    tree = ast.parse(textwrap.dedent(inspect.getsource(News.hear)))
    handled = {
        case.cls.attr for case in ast.walk(tree) if isinstance(case, ast.MatchClass) and isinstance(case.cls, ast.Attribute)
    }
    assert handled == {kind.__name__ for kind in typing.get_args(api.NetEvent)}


def test_events_come_in_order_and_in_the_window_thread(home, qtbot):
    """This also holds for a listener that is a plain function, and for events from the node's own thread."""
    from PySide6.QtCore import QThread

    bridge = Bridge(home, loopback=True)
    heard = []
    bridge.event.connect(lambda event: heard.append((QThread.currentThread() is QObject().thread(), event)))
    try:
        bridge.node.leave()
        bridge.node.say("nobody")
        bridge.node.offline(api.Plan("no such game", (api.Seat("person", "Anna"),)))
        wait(lambda: len(heard) == 3)
        assert all(here for here, _ in heard)
        assert [type(event) for _, event in heard] == [api.Refused] * 3
        assert heard[0][1].reason == heard[1][1].reason != heard[2][1].reason
    finally:
        bridge.close()


def test_no_event_arrives_after_closing(home, qtbot):
    bridge = Bridge(home, loopback=True)
    heard = []
    bridge.event.connect(heard.append)
    bridge.node.say("nobody")
    bridge.close()
    qtbot.wait(50)
    assert heard == []
    bridge.close()


def test_a_sentence_about_an_error_is_shown_and_the_window_goes_on(person):
    anna = person("Anna")
    anna.window.tell(message("client.error.unexpected", what="ValueError", file="alarife.log"))
    assert "ValueError" in anna.text("notice-text")
    anna.click("start-about")
    assert anna.page == "about-page"


@pytest.mark.parametrize(("language", "look"), list(zip(languages(), cycle(("light", "dark")), strict=False)))
def test_every_page_can_be_shown_in_every_language_and_both_themes(person, language, look):
    anna = person("Anna")
    anna.settings.language = language
    anna.settings.theme = look
    anna.window.restyle()
    for page in ("offline", "host", "join", "settings", "about"):
        anna.click(f"start-{page}")
        anna.click(f"{page}-page-back")


@pytest.mark.parametrize("language", languages())
def test_the_least_window_cuts_no_frame_of_a_page(person, language):
    anna = person("Anna")
    anna.settings.language = language
    anna.window.resize(*LEAST)
    anna.window.restyle()
    pages = anna.window.pages
    for show in (pages.show_start, pages.show_settings, pages.show_join, pages.show_offline, pages.show_host):
        show()
        QApplication.processEvents()
        layout = pages.currentWidget().layout()
        assert layout.minimumSize().width() <= LEAST[0], anna.page
        high = layout.minimumHeightForWidth(LEAST[0]) if layout.hasHeightForWidth() else layout.minimumSize().height()
        middle = layout.itemAt(0).widget()
        assert high <= LEAST[1], anna.page
        assert middle.layout().minimumHeightForWidth(middle.width()) <= middle.height(), anna.page


def test_the_window_follows_the_system_if_wanted(person, qtbot, monkeypatch):
    """The answer of the system is kept for the next start, whose first frame does not wait for one."""
    anna = person("Anna")
    anna.settings.theme = "system"
    for look in ("light", "contrast", "dark"):
        monkeypatch.setattr(theme, "system_look", lambda look=look: look)
        anna.window.follow_system()
        qtbot.wait(20)
        assert theme.palette().name == look
        assert load(anna.home)[0].look == look
    anna.settings.theme = "light"
    anna.window.restyle()
    anna.window.follow_system()
    assert theme.palette().name == "light"


def test_another_look_of_the_system_waits_for_a_board_that_is_not_saved(person, monkeypatch):
    """A desktop that turns dark in the evening must not take away what the person has corrected."""
    anna = person("Anna")
    anna.settings.theme = "system"
    anna.click("start-settings")
    anna.click("boards-torres")
    page = anna.window.pages.boards_page
    starts = page.draft.content["starts"]
    page.surface.edited.emit({**page.draft.content, "starts": starts[1:]})
    monkeypatch.setattr(theme, "system_look", lambda: "light")
    anna.window.follow_system()
    assert anna.window.pages.currentWidget() is page
    assert page.draft.content["starts"] == starts[1:]
    page.undo()
    anna.click("boards-page-back")
    anna.click("settings-page-back")
    wait(lambda: anna.window.pages.known("boards_page") is None, "for pages in the new look")
    assert anna.page == "start-page"
    assert theme.palette().name == "light"


def test_another_look_of_the_system_leaves_a_table_as_far_as_it_is_set_up(person, monkeypatch):
    anna = person("Anna")
    anna.settings.theme = "system"
    anna.click("start-offline")
    anna.click("game-torres")
    anna.click("seats-4")
    monkeypatch.setattr(theme, "system_look", lambda: "light")
    anna.window.follow_system()
    assert anna.page == "offline-page"
    plan = anna.window.pages.offline_page.plan()
    assert (plan.game, len(plan.seats)) == ("torres", 4)
    anna.click("offline-page-back")
    wait(lambda: anna.window.pages.known("offline_page") is None, "for pages in the new look")


def test_the_credits_name_what_is_installed():
    credits = json.loads(files("resources").joinpath("credits.json").read_text("utf-8"))
    for entry in credits:
        assert entry["licence"]
        assert entry["address"].startswith("https://")
        assert "package" not in entry or version_of(entry["package"])
