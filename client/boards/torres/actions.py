"""Buttons in a corner of the board of Torres, which choose what the next click on the board does."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from client.boards.torres.reading import ACTIONS
from client.look.plain import give_tip
from client.messages import Catalogue
from client.table import art
from client.table.density import Density

_MARGIN = 10


class ActionButtons(QWidget):
    """Stays in the lower left corner of its board; shown only while there is a choice.

    Signals:
        chosen: an action was chosen (the kind of its moves), or the choice was cleared (empty).
    """

    chosen = Signal(str)

    def __init__(self, catalogue: Catalogue, board: QWidget) -> None:
        super().__init__(board)
        self.setObjectName("actions")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.buttons: dict[str, QToolButton] = {}
        for kind in ACTIONS:
            button = QToolButton()
            button.setObjectName(f"act-{kind}")
            button.setProperty("role", "over")
            button.setCheckable(True)
            said = catalogue.text(f"table.torres.act.{kind}")
            give_tip(button, said)
            button.setAccessibleName(said)
            button.clicked.connect(lambda on, kind=kind: self.chosen.emit(kind if on else ""))
            row.addWidget(button)
            self.buttons[kind] = button
        board.installEventFilter(self)
        self.set_density(Density())
        self.hide()

    def offer(self, kinds: Iterable[str], chosen: str) -> None:
        """Show the possible actions, and which of them is chosen."""
        possible = set(kinds)
        for kind, button in self.buttons.items():
            button.setVisible(kind in possible)
            button.setChecked(kind == chosen)
        self.setVisible(len(possible) > 1)
        self._place()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        size = density.px(22)
        for button in self.buttons.values():
            button.setIconSize(QSize(size, size))
        self.restyle()
        self._place()

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        for kind, button in self.buttons.items():
            button.setIcon(art.icon(f"act-{kind}"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the board's size changes."""
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
            self._place()
        return False

    def _place(self) -> None:
        self.adjustSize()
        room = self.parentWidget().rect()  # type: ignore[union-attr]
        self.move(room.left() + _MARGIN, room.bottom() - _MARGIN - self.height())
