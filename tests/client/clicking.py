"""The actions of a person at a window: look at it, and click the middle of visible parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
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
