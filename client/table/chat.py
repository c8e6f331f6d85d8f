"""The chat: what people say to each other, and a line to say something."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.table.log import TalkList


@dataclass(frozen=True)
class Line:
    """Something said: by whom, what, and whether at this computer."""

    name: str
    text: str
    mine: bool = False


@dataclass(frozen=True)
class Conversation:
    """What was said at a table before it was opened here: in its lobby, or before a pause.

    Attributes:
        lines: the oldest first.
        unread: how many of them nobody here has looked at.
    """

    lines: tuple[Line, ...] = ()
    unread: int = 0


LONGEST = 500
"""Characters that can be said at once, as in :class:`net.api.Said`."""


class Chat(QWidget):
    """The lines said so far and a field for another.

    Signals:
        said: the person wants to say this.
    """

    said = Signal(str)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue
        self.lines = TalkList("chat-lines", catalogue.text("table.chat"))
        self.field = QLineEdit()
        self.field.setObjectName("chat-field")
        self.field.setMaxLength(LONGEST)
        self.field.setPlaceholderText(catalogue.text("table.chat.say"))
        self.field.setAccessibleName(catalogue.text("table.chat.say"))
        self.field.returnPressed.connect(self._say)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.lines, 1)
        column.addWidget(self.field)

    def add(self, name: str, text: str, seat: int | None = None) -> None:
        """Show what somebody said."""
        self.lines.add(self._catalogue.text("table.chat.line", name=name, text=text), seat)

    def _say(self) -> None:
        text = self.field.text().strip()
        if text:
            self.said.emit(text)
            self.field.clear()
