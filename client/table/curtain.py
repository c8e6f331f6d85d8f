"""The curtain hides the hands between the turns of several people at one computer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from client.look import theme
from client.look.plain import Label
from client.messages import Catalogue


class Curtain(QWidget):
    """Covers the table until the person whose turn it is lifts it.

    Signals:
        lifted: this seat's person is in front of the screen.
    """

    lifted = Signal(int)

    def __init__(self, catalogue: Catalogue, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("curtain")
        self._catalogue = catalogue
        self.seat = -1
        self._mark = Label()
        self._mark.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._title = Label()
        self._title.setObjectName("curtain-title")
        self._title.setProperty("role", "display")
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._about = Label()
        self._about.setProperty("role", "soft")
        self._about.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton()
        self.button.setObjectName("curtain-lift")
        self.button.setProperty("role", "primary")
        self.button.clicked.connect(lambda: self.lifted.emit(self.seat))
        column = QVBoxLayout(self)
        column.addStretch(1)
        for widget in (self._mark, self._title, self._about):
            column.addWidget(widget)
            column.addSpacing(10)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.button)
        row.addStretch(1)
        column.addSpacing(12)
        column.addLayout(row)
        column.addStretch(1)
        self.hide()

    def draw(self, seat: int, name: str) -> None:
        """Close the curtain for the person of a seat."""
        self.seat = seat
        self._mark.setPixmap(theme.seat_icon(seat, 72, 2.0))
        self._title.setText(self._catalogue.text("table.curtain", name=name))
        self._about.setText(self._catalogue.text("table.curtain.about", name=name))
        self.button.setText(self._catalogue.text("table.curtain.lift", name=name))
        self.show()
        self.raise_()
        self.button.setFocus()

    def focusNextPrevChild(self, _forward: bool) -> bool:
        """Keep the focus: the Tab key would lead to what is covered."""
        return True

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the table's colour, so that nothing shows through."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.palette().table))
        painter.end()


class HandCover(QWidget):
    """Shown in place of the hand while no hand is shown; it offers those that may be looked at.

    Signals:
        asked: the person of this seat wants to see their hand.
    """

    asked = Signal(int)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setObjectName("hand-cover")
        self._catalogue = catalogue
        self.buttons: list[QPushButton] = []
        self._label = Label()
        self._label.setProperty("role", "soft")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(12)
        self._row.addWidget(self._label)
        self._row.addStretch(1)

    def offer(self, people: Sequence[tuple[int, str]]) -> None:
        """Offer to show the hand of these people: seat and name."""
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.setParent(None)
            button.deleteLater()
        self.buttons = []
        self._label.setText(self._catalogue.text("table.cover.people" if people else "table.cover.nobody"))
        for number, (seat, name) in enumerate(people):
            button = QPushButton(self._catalogue.text("table.cover.show", name=name))
            button.setObjectName(f"cover-{seat}")
            button.clicked.connect(lambda _=False, seat=seat: self.asked.emit(seat))
            self._row.insertWidget(1 + number, button)
            self.buttons.append(button)
