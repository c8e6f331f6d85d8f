"""A panel beside the board: a heading with contents below it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from client.look.plain import Label
from client.table.density import Density


class Panel(QFrame):
    """A framed box with a heading; contents go into :attr:`body`.

    Attributes:
        heading: the label above; ``remark`` is a short text to its right.
        body: the layout below.
    """

    def __init__(self, heading: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setObjectName(name)
        self.heading = Label()
        self.heading.setProperty("role", "heading")
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setMinimumWidth(1)  # a long heading gives way when a scroll bar takes space
        self.remark = Label()
        self.remark.setProperty("role", "small")
        self.remark.setTextFormat(Qt.TextFormat.PlainText)
        top = QHBoxLayout()
        top.addWidget(self.heading)
        top.addStretch(1)
        top.addWidget(self.remark)
        self._column = QVBoxLayout(self)
        self._column.addLayout(top)
        self.body = QVBoxLayout()
        self._column.addLayout(self.body)
        self._column.addStretch(1)
        self.set_heading(heading)
        self.set_density(Density())

    def set_heading(self, heading: str) -> None:
        """Set the heading."""
        self.setAccessibleName(heading)
        self.heading.setText(heading.upper())
        self.heading.setAccessibleName(heading)

    def set_density(self, density: Density) -> None:
        """Fit the margins to the available space."""
        side, top = density.px(9 if density.compact else 12), density.px(6 if density.compact else 10)
        self._column.setContentsMargins(side, top, side, density.px(8 if density.compact else 11))
        self._column.setSpacing(density.px(4 if density.compact else 7))
        self.body.setSpacing(density.px(4 if density.compact else 6))


def wrapped(name: str, role: str = "") -> Label:
    """A label of a panel that wraps its text."""
    label = Label()
    label.setObjectName(name)
    label.setProperty("role", role)
    label.setWordWrap(True)
    return label
