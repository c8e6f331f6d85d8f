"""A table window over a fake bridge, for every test of the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.messages import catalogue
from client.table.window import TableWindow
from tests.client.table.tables import FakeBridge, FakeNode, Settings, advanced, begun, opened, seats_of


class Sitting:
    """A window and the node behind it."""

    def __init__(self, window: TableWindow, bridge: FakeBridge) -> None:
        self.window, self.bridge = window, bridge

    @property
    def node(self) -> FakeNode:
        return self.bridge.node

    @property
    def prompt(self) -> str:
        return self.window.frame.prompt.text


@pytest.fixture
def table(styled, qtbot) -> Callable[..., Sitting]:
    """Opens a table: ``kinds`` of the seats (see :func:`seats_of`), after so many random moves."""

    def come(
        kinds: str = "hb",
        moves: int = 0,
        seed: int = 1,
        start: int | None = 0,
        settings: Settings | None = None,
        size: tuple[int, int] = (1280, 720),
    ) -> Sitting:
        state, dealer = begun(len(kinds), seed, start=start)
        advanced(state, dealer, moves, seed)
        bridge = FakeBridge(state, dealer, seats_of(kinds))
        window = TableWindow(bridge, opened(bridge), catalogue(), settings or Settings())
        qtbot.addWidget(window)
        window.setMinimumSize(960, 600)  # as the main window has it: Qt then need not tell the platform of changing ones
        window.resize(*size)
        window.show()
        window.activateWindow()
        with qtbot.waitActive(window):
            pass
        return Sitting(window, bridge)

    return come
