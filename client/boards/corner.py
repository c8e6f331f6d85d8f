"""Buttons in a lower corner of a board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from client.look.plain import give_tip
from client.table import art
from client.table.density import Density

_MARGIN = 10


class CornerButtons(QWidget):
    """A row of buttons that stays in a lower corner of its board.

    Attributes:
        buttons: by the names of their icons.
    """

    def __init__(self, name: str, corner: Qt.Corner, board: QWidget) -> None:
        """``corner`` is one of the two lower ones."""
        super().__init__(board)
        self.setObjectName(name)
        self._corner = corner
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)
        self.buttons: dict[str, QToolButton] = {}
        board.installEventFilter(self)

    def add(self, icon: str, said: str) -> QToolButton:
        """Add a button with an icon and a sentence about it."""
        button = QToolButton()
        button.setObjectName(icon)
        button.setProperty("role", "over")
        give_tip(button, said)
        button.setAccessibleName(said)
        self._row.addWidget(button)
        self.buttons[icon] = button
        return button

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        size = density.px(22)
        for button in self.buttons.values():
            button.setIconSize(QSize(size, size))
        self.restyle()
        self.place()

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        for icon, button in self.buttons.items():
            button.setIcon(art.icon(icon))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the board's size changes."""
        if event.type() == QEvent.Type.Resize and watched is self.parentWidget():
            self.place()
        return False

    def place(self) -> None:
        """Lie in the corner."""
        self.adjustSize()
        room = self.parentWidget().rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)  # type: ignore[union-attr]
        left = room.left() if self._corner == Qt.Corner.BottomLeftCorner else room.right() - self.width()
        self.move(left, room.bottom() - self.height())
