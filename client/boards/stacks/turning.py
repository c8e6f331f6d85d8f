"""Two buttons in the corner of the board, which turn it by a quarter."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from client.look.plain import give_tip
from client.messages import Catalogue
from client.table import art
from client.table.density import Density

_MARGIN = 10

WAYS = (("turn-left", 1, "["), ("turn-right", -1, "]"))
"""Each button's icon, its quarter turns, and the key that does the same."""


class TurnButtons(QWidget):
    """Stays in the lower right corner of its board.

    Signals:
        turned: one was pressed (quarter turns).
    """

    turned = Signal(int)

    def __init__(self, catalogue: Catalogue, board: QWidget) -> None:
        super().__init__(board)
        self.setObjectName("turning")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        self.buttons: dict[str, QToolButton] = {}
        for name, steps, sign in WAYS:
            button = QToolButton()
            button.setObjectName(name)
            button.setProperty("role", "over")
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys do the same, and Tab moves on to the answers
            said = catalogue.text(f"table.{name}", sign=sign)
            give_tip(button, said)
            button.setAccessibleName(said)
            button.clicked.connect(lambda _=False, steps=steps: self.turned.emit(steps))
            row.addWidget(button)
            self.buttons[name] = button
        board.installEventFilter(self)
        self.set_density(Density())

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        size = density.px(22)
        for name, button in self.buttons.items():
            button.setIcon(art.icon(name))
            button.setIconSize(QSize(size, size))
        self._place()

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        for name, button in self.buttons.items():
            button.setIcon(art.icon(name))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the board's size changes."""
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
            self._place()
        return False

    def _place(self) -> None:
        self.adjustSize()
        room = self.parentWidget().rect()  # type: ignore[union-attr]
        self.move(room.right() - _MARGIN - self.width(), room.bottom() - _MARGIN - self.height())
