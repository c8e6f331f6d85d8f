"""Buttons in a corner of the board of Torres, which choose what the next click on the board does."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from client.boards.corner import CornerButtons
from client.boards.torres.reading import ACTIONS
from client.messages import Catalogue
from client.table.density import Density


class ActionButtons(CornerButtons):
    """Stays in the lower left corner of its board; shown only while there is a choice.

    Signals:
        chosen: an action was chosen (the kind of its moves), or the choice was cleared (empty).
    """

    chosen = Signal(str)

    def __init__(self, catalogue: Catalogue, board: QWidget) -> None:
        super().__init__("actions", Qt.Corner.BottomLeftCorner, board)
        for kind in ACTIONS:
            button = self.add(f"act-{kind}", catalogue.text(f"table.torres.act.{kind}"))
            button.setCheckable(True)
            button.clicked.connect(lambda on, kind=kind: self.chosen.emit(kind if on else ""))
        self.set_density(Density())
        self.hide()

    def offer(self, kinds: Iterable[str], chosen: str) -> None:
        """Show the possible actions, and which of them is chosen."""
        possible = set(kinds)
        for kind in ACTIONS:
            button = self.buttons[f"act-{kind}"]
            button.setVisible(kind in possible)
            button.setChecked(kind == chosen)
        self.setVisible(len(possible) > 1)
        self.place()
