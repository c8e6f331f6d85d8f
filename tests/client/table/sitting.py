"""A person at a table window over a fake bridge, for any game."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from client.messages import catalogue
from client.table.window import TableWindow
from rules.contract import Move, State
from tests.client.table.tables import Dealer, FakeBridge, FakeNode, Settings, opened, seats_of

LEFT = Qt.MouseButton.LeftButton


class Sitting:
    """A window, the node behind it, and what a person in front of it sees and does."""

    def __init__(self, window: TableWindow, bridge: FakeBridge) -> None:
        self.window, self.bridge = window, bridge

    @property
    def node(self) -> FakeNode:
        return self.bridge.node

    @property
    def prompt(self) -> str:
        return self.window.frame.prompt.text

    @property
    def state(self) -> State:
        """The position, including the turn being tried."""
        assert self.window.turn is not None
        return self.window.turn.state

    @property
    def moves(self) -> list[Move]:
        turn = self.window.turn
        return turn.state.moves() if turn is not None and turn.open else []

    @property
    def tried(self) -> list[str]:
        return [str(move) for move in self.window.turn.tried] if self.window.turn is not None else []

    def press(self, name: str) -> None:
        """Click on a button that can be seen and is enabled."""
        widget = self.window.findChild(QWidget, name)
        assert widget is not None, name
        assert widget.isVisible(), name
        assert widget.isEnabled(), name
        QTest.mouseClick(widget, LEFT)


def sit_down(
    qtbot: QtBot,
    game: str,
    start: tuple[State, Dealer],
    kinds: str,
    settings: Settings | None = None,
    size: tuple[int, int] = (1280, 720),
    language: str = "en",
    painted: bool = True,
) -> tuple[TableWindow, FakeBridge]:
    """Open a window on a position; ``kinds`` of its seats as in :func:`~.tables.seats_of`, and more if there may be more.

    A window that is not painted is quicker, and laid out all the same.
    """
    bridge = FakeBridge(*start, seats_of(kinds[: start[0].seats]))
    window = TableWindow(bridge, opened(bridge, game), catalogue(language), settings or Settings())
    qtbot.addWidget(window)
    window.setMinimumSize(
        min(960, size[0]), min(600, size[1])
    )  # as the main window has it: Qt then need not tell the platform of changing ones
    window.resize(*size)
    window.setUpdatesEnabled(painted)
    window.show()
    window.activateWindow()
    with qtbot.waitActive(window):
        pass
    return window, bridge


def whole(part: QWidget) -> bool:
    """Whether all of a part can be seen."""
    return part.visibleRegion().boundingRect() == part.rect()
