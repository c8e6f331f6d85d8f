"""A table being built: the page before stays until it is complete, and the player can give it up."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.table.prompt import Prompt
from client.table.slices import Slices
from client.table.window import TableWindow
from net.api import Opened
from tests.client.person import wait
from tests.golden import FOLDER as GOLDEN


def coming(person) -> TableWindow | None:
    """The table that is made beside the page that is shown."""
    pages = person.window.pages
    return next((table for table in pages.findChildren(TableWindow) if table is not pages.currentWidget()), None)


def test_the_page_before_stays_until_the_table_appears(person):
    anna = person("Anna")
    pages = anna.window.pages
    seen: list[tuple[str, bool]] = []
    pages.currentChanged.connect(lambda _: seen.append((anna.page, coming(anna) is None)))
    anna.window.play_at_once("big-boss", 2, "random")
    table = wait(lambda: coming(anna))
    assert anna.page == "wait-page"
    assert not table.geometry().intersects(pages.rect())
    wait(lambda: anna.page == "table-window")
    assert pages.currentWidget() is table
    assert table.geometry() == pages.rect()
    assert seen == [("wait-page", True), ("table-window", True)]


KEYS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_F1, Qt.Key.Key_F2, Qt.Key.Key_F3)


def press_all(anna, coming: QWidget) -> None:
    """Press Tab and the table's keys; the focus stays with what is seen."""
    for key in KEYS:
        QTest.keyClick(QApplication.focusWidget() or anna.window, key)
        focus = QApplication.focusWidget()
        assert focus is None or (focus is not coming and not coming.isAncestorOf(focus)), key


def test_no_key_reaches_a_table_on_its_way(person):
    anna = person("Anna")
    anna.window.activateWindow()
    anna.window.play_at_once("big-boss", 2, "random")
    table = wait(lambda: coming(anna))
    opening = table.findChild(Slices, options=Qt.FindChildOption.FindDirectChildrenOnly)
    while opening.running:
        opening.do_next()
        if opening.running:
            press_all(anna, table)
            assert anna.see("wait-cancel") is QApplication.focusWidget()
    assert not table.frame.help.isVisible()
    assert not table.frame.summary.isVisible()
    table.first_time.skip()
    QTest.keyClick(table.frame, Qt.Key.Key_F1)  # and now it does
    assert table.frame.help.isVisible()


def test_no_key_reaches_a_replay_on_its_way(person):
    anna = person("Anna")
    anna.window.activateWindow()
    anna.window.watch(sorted((GOLDEN / "torres").glob("*.alarife"))[0])
    replay = anna.window.pages.currentWidget()
    wait(lambda: replay.coming is not None)
    opening = replay.findChild(Slices, options=Qt.FindChildOption.FindDirectChildrenOnly)
    while opening.running:
        opening.do_next()
        if opening.running:
            press_all(anna, replay.frame)
    assert replay.coming is None
    assert not replay.frame.help.isVisible()
    QTest.keyClick(replay.bar.slider, Qt.Key.Key_Tab)
    assert replay.isAncestorOf(QApplication.focusWidget())


def test_a_screen_reader_speaks_the_first_sentence_once_the_table_is_on_show(person, monkeypatch):
    anna = person("Anna")
    spoken: list[tuple[bool, str]] = []
    say, begin = Prompt.say, TableWindow.begin
    at_once: list[tuple[bool, str]] = []

    def note(prompt: Prompt) -> None:
        spoken.append((prompt.isVisible() and anna.page == "table-window", prompt.text))
        say(prompt)

    def begins(table: TableWindow, sliced: bool) -> None:
        spoken.clear()
        begin(table)  # all of it at once, so that nothing else speaks in between
        at_once.extend(spoken)

    monkeypatch.setattr(Prompt, "say", note)
    monkeypatch.setattr(TableWindow, "begin", begins)
    anna.window.play_at_once("big-boss", 2, "random")
    wait(lambda: anna.page == "table-window" and at_once)
    assert at_once[-1][0]
    assert at_once[-1][1]


def test_a_table_being_built_can_be_given_up(person):
    anna = person("Anna")
    anna.window.play_at_once("torres", 2, "random")
    wait(lambda: coming(anna))
    anna.click("wait-cancel")
    wait(lambda: anna.page == "start-page")
    assert all(not isinstance(anna.window.pages.widget(place), TableWindow) for place in range(anna.window.pages.count()))


def test_a_table_that_opens_after_it_was_given_up_does_not_come_up(person):
    anna = person("Anna")
    anna.window.play_at_once("torres", 2, "random")
    anna.window.leaving.leave()
    anna.heard(Opened)
    wait(lambda: anna.page == "start-page")
    assert coming(anna) is None
    assert anna.window.table.opened is None


def test_resizing_the_window_completes_the_table_at_once(person):
    anna = person("Anna")
    anna.window.play_at_once("alcazar", 2, "random")
    wait(lambda: coming(anna))
    anna.window.resize(1000, 700)
    assert anna.page == "table-window"
    found = anna.window.findChild(QWidget, "top-bar")
    wait(lambda: found.isVisible() and found.width() == anna.window.pages.width())
