"""On a small screen one column is folded, and everything that a player needs lies inside the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from client.look import theme
from client.look.scale import scale_for
from tests.client.table.test_layout import place


@pytest.fixture(params=[(800, 600), (853, 533), (1024, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
def small(request, table):
    """Five players, late in the game, in a small window with the scale that belongs to it."""
    from PySide6.QtCore import QSize

    app = QApplication.instance()
    theme.apply(app, "dark", scale_for(QSize(*request.param)))
    return table("hbbbb", moves=60, seed=3, start=None, size=request.param)


def test_everything_that_a_turn_needs_is_in_the_window(small) -> None:
    window, frame = small.window, small.window.frame
    assert window.minimumSizeHint().width() <= window.width()
    assert window.minimumSizeHint().height() <= window.height()
    parts = [frame.top, frame.centre, frame.right_column, frame.dock, window.view.hand, window.turn_bar.confirm_button]
    for part in (*parts, *(button for button in frame.top.buttons.values() if button.isVisible())):
        assert part.isVisible(), part.objectName()
        assert window.rect().contains(place(part, small)), part.objectName()


def test_a_narrow_table_shows_one_column_at_a_time(small) -> None:
    frame = small.window.frame
    left, right = frame.top.buttons["left-panel"], frame.top.buttons["right-panel"]
    narrow = small.window.width() < 900 and theme.scale() == 1.0
    assert (left.isChecked(), right.isChecked()) == (not narrow, True)
    left.setChecked(True)
    assert frame.left_column.isVisible()
    assert frame.right_column.isVisible() is not narrow
    right.setChecked(True)
    assert frame.right_column.isVisible()
    small.window.resize(1280, 720)
    assert frame.left_column.isVisible()
    assert frame.right_column.isVisible()
