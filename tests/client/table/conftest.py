"""A table window over a fake bridge, for every test of the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.client.table.sitting import Sitting, sit_down
from tests.client.table.tables import Settings, advanced, begun


@pytest.fixture
def table(styled, qtbot) -> Callable[..., Sitting]:
    """Opens a table after a number of random moves; ``kinds`` of the seats as in :func:`seats_of`."""

    def come(
        kinds: str = "hb",
        moves: int = 0,
        seed: int = 1,
        start: int | None = 0,
        settings: Settings | None = None,
        size: tuple[int, int] = (1280, 720),
        painted: bool = True,
    ) -> Sitting:
        state, dealer = begun(len(kinds), seed, start=start)
        advanced(state, dealer, moves, seed)
        return Sitting(*sit_down(qtbot, "big-boss", (state, dealer), kinds, settings, size, painted=painted))

    return come
