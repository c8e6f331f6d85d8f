"""Every widget that takes the keyboard has a name for a screen reader, on every page and at every table."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget

from client.lessons.lesson import file_of, games_with_lessons, load
from client.messages import catalogue
from client.table.replay import ReplayWindow
from rules.registry import games
from tests.client.lessons.learner import Learner
from tests.client.person import wait
from tests.client.table.sitting import sit_down
from tests.client.table.tables import Settings, advanced, begun
from tests.client.test_start_page import PAGES

GOLDEN = Path(__file__).parents[1] / "golden"


def nameless(window: QWidget) -> list[str]:
    """The visible widgets that take the keyboard or a click and have no name."""
    for _ in range(3):
        QApplication.processEvents()
    found = []
    for widget in window.findChildren(QWidget):
        used = widget.focusPolicy() != Qt.FocusPolicy.NoFocus or isinstance(widget, QAbstractButton)
        if not widget.isVisible() or not widget.isEnabled() or not used or isinstance(widget, QScrollArea):
            continue
        if widget.focusProxy() is not None or not widget.visibleRegion().boundingRect().isValid():
            continue
        if widget.objectName().startswith("qt_") and widget.parentWidget() is not None:
            continue  # a part of a Qt widget that names itself
        read = QAccessible.queryAccessibleInterface(widget)
        if read is None or not read.text(QAccessible.Text.Name).strip():
            found.append(f"{type(widget).__name__} {widget.objectName()} in {widget.parentWidget().objectName()}")
    return found


@pytest.mark.parametrize("page", [*PAGES, "start", "lessons", "library", "statistics", "series", "lobby"])
def test_everything_on_a_page_has_a_name(person, page: str) -> None:
    anna = person("Anna")
    if page in PAGES:
        anna.click(page)
    elif page == "lessons":
        anna.window.pages.show_lessons()
    elif page in ("library", "statistics", "series"):
        anna.window.pages.show_library()
        if page != "library":
            anna.click(f"library-tab-{page}")
    elif page == "lobby":
        anna.click("start-host")
        anna.click("host-page-start")
        anna.find("lobby-start")
    assert nameless(anna.window) == []


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("flat", [False, True], ids=["towers", "flat"])
def test_everything_at_a_table_has_a_name(styled, qtbot, game: str, flat: bool) -> None:
    state, dealer = begun(3, 1, start=0, name=game)
    advanced(state, dealer, 6)
    window, _ = sit_down(qtbot, game, (state, dealer), "hbr", Settings(flat_view=flat, tips_seen=[]))
    assert nameless(window) == []
    window.frame.toggle_help()
    assert nameless(window) == []


@pytest.mark.parametrize("game", games_with_lessons())
def test_everything_in_a_lesson_has_a_name(styled, qtbot, game: str) -> None:
    learner = Learner(qtbot, load(file_of(f"{game}/first")))
    assert nameless(learner.window) == []


def test_everything_in_a_replay_has_a_name(styled, qtbot) -> None:
    window = ReplayWindow(GOLDEN / "torres" / "3-edge.alarife", catalogue(), Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(960, 600)  # as the main window has it: Qt then need not tell the platform of changing ones
    window.resize(1280, 720)
    window.show()
    wait(lambda: window.findChild(QWidget, "board") is not None, "for the game to be read")
    assert nameless(window) == []
