"""The box about a place is whole, whatever it says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from client.boards.hint import Hint

LONG = "A wall in the large castle, for cards of different colours, of which one stands there already."


@pytest.mark.parametrize("near", [QRect(0, 0, 30, 20), QRect(360, 270, 30, 20)])
def test_lines_that_are_wider_than_the_board_wrap(styled: object, qtbot: QtBot, near: QRect) -> None:
    board = QWidget()
    qtbot.addWidget(board)
    board.resize(400, 300)
    board.show()
    hint = Hint(board)
    hint.tell("Field 8", [LONG], [(LONG, "+14", [LONG])], near)
    said = hint.findChild(QLabel)
    assert board.rect().contains(hint.geometry())
    assert said.heightForWidth(said.width()) <= said.height()
    hint.tell("Field 8", ["Free"], [], near)
    assert hint.width() < 150
    assert not said.wordWrap()
