"""Two buttons in the corner of the board, which turn it by a quarter."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client.boards.corner import CornerButtons
from client.messages import Catalogue
from client.table.density import Density

WAYS = (("turn-left", 1, "["), ("turn-right", -1, "]"))
"""Each button's icon, its quarter turns, and the key that does the same."""


class TurnButtons(CornerButtons):
    """Stays in the lower right corner of its board.

    Signals:
        turned: one was pressed (quarter turns).
    """

    turned = Signal(int)

    def __init__(self, catalogue: Catalogue, board: QWidget) -> None:
        super().__init__("turning", Qt.Corner.BottomRightCorner, board)
        for icon, steps, sign in WAYS:
            button = self.add(icon, catalogue.text(f"table.{icon}", sign=sign))
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys do the same, and Tab moves on to the answers
            button.clicked.connect(lambda _=False, steps=steps: self.turned.emit(steps))
        self.set_density(Density())
