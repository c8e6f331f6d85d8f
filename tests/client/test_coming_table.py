"""A table on its way: the page before stays until all of it is there, and it may be given up."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from client.table.window import TableWindow
from tests.client.person import wait


def test_the_page_before_stays_until_the_table_comes_up(person):
    anna = person("Anna")
    pages = anna.window.pages
    seen: list[tuple[str, bool]] = []
    pages.currentChanged.connect(lambda _: seen.append((anna.page, anna.window._coming is None)))
    anna.window.play_at_once("big-boss", 2, "random")
    wait(lambda: anna.window._coming is not None)
    assert anna.page == "wait-page"
    coming = anna.window._coming
    assert not coming.geometry().intersects(pages.rect())
    wait(lambda: anna.page == "table-window")
    assert anna.window._table is coming
    assert coming.geometry() == pages.rect()
    assert seen == [("wait-page", True), ("table-window", True)]


def test_a_table_on_its_way_is_given_up(person):
    anna = person("Anna")
    anna.window.play_at_once("torres", 2, "random")
    wait(lambda: anna.window._coming is not None)
    anna.window._leave()
    assert anna.window._coming is None
    wait(lambda: anna.page == "start-page")
    assert anna.window._table is None
    assert all(not isinstance(anna.window.pages.widget(place), TableWindow) for place in range(anna.window.pages.count()))


def test_a_window_of_another_size_has_the_table_at_once(person):
    anna = person("Anna")
    anna.window.play_at_once("alcazar", 2, "random")
    wait(lambda: anna.window._coming is not None)
    anna.window.resize(1000, 700)
    assert anna.page == "table-window"
    found = anna.window.findChild(QWidget, "top-bar")
    wait(lambda: found.isVisible() and found.width() == anna.window.pages.width())
