"""The actions of a person at a window: look at it, and click the middle of visible parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from client.look.scale import LEAST


def settle() -> None:
    """Let Qt lay out everything that has changed."""
    for _ in range(3):
        QApplication.processEvents()


@contextmanager
def unpainted(widget: QWidget) -> Iterator[None]:
    """Lay out a widget so that it can be clicked, but paint nothing: for tests that look at no picture."""
    widget.setUpdatesEnabled(False)
    try:
        yield
    finally:
        widget.setUpdatesEnabled(True)


def shown(qtbot: QtBot, window: QWidget, size: tuple[int, int] = (1280, 720)) -> None:
    """Show a window in this size, with the keyboard."""
    qtbot.addWidget(window)
    window.setMinimumSize(*LEAST)  # as the main window has it: Qt then need not tell the platform of changing ones
    window.resize(*size)
    window.show()
    window.activateWindow()
    with qtbot.waitActive(window):
        pass
    settle()


def click_middle(found: tuple[QWidget, QRect]) -> None:
    """Click the middle of a part of a widget, as far as it can be seen: whatever lies on top there gets the click."""
    widget, room = found
    spot = room.intersected(widget.rect()).center()
    on_top = widget.childAt(spot)
    if on_top is not None:
        widget, spot = on_top, on_top.mapFrom(widget, spot)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=spot)
    settle()


def double_click(widget: QWidget) -> None:
    """Click twice in a row."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    settle()
    second_click(widget)


def second_click(widget: QWidget) -> None:
    """The second click of a double click, of which Qt tells in its own way."""
    QTest.mouseDClick(widget, Qt.MouseButton.LeftButton)
    QTest.mouseRelease(widget, Qt.MouseButton.LeftButton)


def click_entry(opener: QWidget, menu: QMenu, text: str) -> None:
    """Open a menu by a click on its button, and click the entry with this text.

    Qt runs some menus in an event loop of their own, so a timer clicks the entry.
    """
    done: list[QAction | None] = []

    def choose() -> None:
        if not menu.isVisible():
            QTimer.singleShot(1, menu, choose)
            return
        entry = next((action for action in menu.actions() if action.text() == text and action.isEnabled()), None)
        done.append(entry)
        if entry is None:
            menu.close()
        else:
            QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(entry).center())

    assert opener.isVisible()
    assert opener.isEnabled()
    QTimer.singleShot(0, menu, choose)
    QTest.mouseClick(opener, Qt.MouseButton.LeftButton)
    while not done:
        QApplication.processEvents()
    assert done != [None], [action.text() for action in menu.actions()]
    assert not menu.isVisible()
    opener.window().activateWindow()  # a platform without a screen leaves that to the program
    settle()


def click_tab(tabs: QTabWidget, number: int) -> None:
    """Turn to a tab by a click on it."""
    QTest.mouseClick(tabs.tabBar(), Qt.MouseButton.LeftButton, pos=tabs.tabBar().tabRect(number).center())
    assert tabs.currentIndex() == number


def choose_by_keys(box: QComboBox, number: int) -> None:
    """Choose an entry of a list by the arrow keys."""
    box.setFocus()
    while box.currentIndex() != number:
        before = box.currentIndex()
        QTest.keyClick(box, Qt.Key.Key_Down if before < number else Qt.Key.Key_Up)
        assert box.currentIndex() != before
