"""A person at a main window, who clicks and types only on what is visible."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QEventLoop, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from client.system.settings import Settings, load
from client.window.bridge import Bridge
from client.window.main import MainWindow

PATIENCE = 240.0
"""Seconds that a test waits for something before it fails; nothing waits longer than it has to."""

LONGEST_PAUSE = 0.01
"""Seconds between two looks: looking more often takes the processor from the program that the test waits for."""

Found = TypeVar("Found")


def wait(what: Callable[[], Found | None], why: str = "", patience: float = PATIENCE) -> Found:
    """Let the program run until ``what`` gives something true; fails after ``patience`` seconds."""
    deadline = time.monotonic() + patience
    pause = 0.001
    while True:
        found = what()
        if found:
            return found
        if time.monotonic() > deadline:
            raise AssertionError(f"waited in vain {why or what}")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        time.sleep(pause)
        pause = min(LONGEST_PAUSE, pause * 1.3)


class Person:
    """Plays with a window of their own, on real sockets of this computer."""

    def __init__(self, home: Path, name: str) -> None:
        self.home = home
        self.name = name
        home.mkdir(exist_ok=True)
        self.settings: Settings = load(home)[0]
        self.settings.name = name
        self.settings.language = "en"
        self.settings.theme = "dark"
        self.settings.reduced_motion = True
        self.bridge = Bridge(home, thinking_ms=50, loopback=True)
        self.events: list[object] = []
        self.bridge.event.connect(self.events.append)
        self.window = MainWindow(self.bridge, self.settings, home)
        self.ended = False
        self.window.ended.connect(self._end)
        self.window.show()

    def _end(self) -> None:
        self.ended = True

    # -- seeing --------------------------------------------------------------------------------------------------------

    def see(self, name: str) -> QWidget | None:
        """The visible widget of this name, or None. What is made beside the window, to come up later, cannot be seen yet."""
        for widget in [*self.window.findChildren(QWidget, name)]:
            beside = widget.window() is self.window and widget.mapTo(self.window, QPoint()).x() >= self.window.width()
            if widget.isVisible() and not beside:
                return widget
        return None

    def find(self, name: str) -> QWidget:
        """The widget of this name, as soon as it is visible."""
        return wait(lambda: self.see(name), f"to see {name}")

    def text(self, name: str) -> str:
        """The text that a label, a field, a button or a list shows."""
        widget = self.find(name)
        if isinstance(widget, QComboBox):
            return widget.currentText()
        assert isinstance(widget, QLabel | QLineEdit | QAbstractButton), name
        return widget.text()

    @property
    def page(self) -> str:
        """The name of the page shown."""
        return self.window.pages.currentWidget().objectName()

    # -- doing ---------------------------------------------------------------------------------------------------------

    def join(self, host: Person) -> None:
        """Come to the host's lobby with a copied invite, take the second seat, and be ready."""
        host.click("invite-copy")
        for name in ("start-join", "join-paste", "join-go", "seat-1-action", "lobby-ready"):
            self.click(name)

    def click(self, name: str) -> None:
        """Click on a widget that can be seen and is enabled."""
        wait(lambda: (widget := self.see(name)) is not None and widget.isEnabled(), f"to click {name}")
        widget = self.find(name)
        assert widget.width() > 0, f"{name} has no width"
        spot = QPoint(8, widget.height() // 2) if not isinstance(widget, QAbstractButton) else widget.rect().center()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=spot)

    def type(self, name: str, text: str) -> None:
        """Replace the content of a field and leave it with Enter."""
        field = self.find(name)
        assert isinstance(field, QLineEdit), name
        QTest.mouseClick(field, Qt.MouseButton.LeftButton)
        field.selectAll()
        QTest.keyClick(field, Qt.Key.Key_Delete)
        for letter in text:  # QTest's own keys end the program at a letter that is not ASCII
            for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
                QApplication.sendEvent(field, QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter))
        QTest.keyClick(field, Qt.Key.Key_Return)

    def choose(self, name: str, words: str) -> None:
        """Choose an entry of a list by the keyboard."""
        box = self.find(name)
        assert isinstance(box, QComboBox), name
        goal = box.findText(words)
        assert goal >= 0, [box.itemText(place) for place in range(box.count())]
        box.setFocus()
        while box.currentIndex() != goal:
            QTest.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < goal else Qt.Key.Key_Up)

    def heard(self, kind: type[Found]) -> Found:
        """The latest event of a kind, as soon as there is one."""
        return wait(
            lambda: next((event for event in reversed(self.events) if isinstance(event, kind)), None), f"for {kind.__name__}"
        )

    def close(self) -> None:
        """End whatever is going on, without a question."""
        if not self.ended:
            self.window.quit()
            wait(lambda: self.ended, "for the window to end")
        self.window.deleteLater()
        self.bridge.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
