"""The boards look as stored. A reviewer sees every change of look, because it changes a stored sheet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QImage

from client.look import theme
from tests.client.boards.pictures import sheets

ALL = [(game, look, size) for game in sheets.GAMES for look in sheets.LOOKS for size in sheets.SIZES]

IN_TURN = [
    (game, sheets.LOOKS[(row + column) % len(sheets.LOOKS)], size)
    for row, game in enumerate(sheets.GAMES)
    for column, size in enumerate(sheets.SIZES)
]
"""Half of them: each game in every size and every look, and each size in every look. A look changes colours, a size places."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """With ``--soak``, as ``make soak`` has it, every sheet is painted."""
    if "look_of" in metafunc.fixturenames:
        chosen = ALL if metafunc.config.getoption("soak") else IN_TURN
        metafunc.parametrize(("game", "look_of", "size"), chosen, ids=["-".join(one) for one in chosen])


@pytest.fixture(autouse=True)
def look(styled) -> Iterator[None]:
    """Restore the theme for the other tests."""
    yield
    theme.apply(styled, "dark")


def test_twelve_positions_look_as_stored(game: str, look_of: str, size: str) -> None:
    kept = QImage(str(sheets.stored(game, look_of, size)))
    assert not kept.isNull(), "there is no stored sheet: make pictures"
    now = sheets.sheet(game, look_of, size)
    assert now.size() == kept.size()
    apart = [sheets.difference(*pair) for pair in zip(sheets.parts(now), sheets.parts(kept), strict=True)]
    changed = {number: one for number, one in enumerate(apart, 1) if not one.small}
    assert not changed, f"{sheets.stored(game, look_of, size).name}: positions {changed}; make gallery shows them"


@pytest.mark.parametrize("game", sheets.GAMES)
def test_the_tolerance_notices_the_next_moves(game: str) -> None:
    """Each further position of a game differs by more than another machine could cause."""
    view = sheets.open_board(game, sheets.SIZES["small"])
    found = sheets.positions(game)[: sheets.ACROSS]
    pictures = [sheets.paint(view, state, names).scaled(sheets.THUMB) for state, names in found]
    sheets.put_away(view)
    assert not any(sheets.difference(pictures[0], later).small for later in pictures[1:])


def test_the_tolerance_notices_another_theme() -> None:
    one, other = (sheets.parts(QImage(str(sheets.stored("torres", look, "small"))))[0] for look in sheets.LOOKS)
    assert not sheets.difference(one, other).small
