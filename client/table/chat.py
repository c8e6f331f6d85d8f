"""The chat: what people say to each other, and a field to write in."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.table.log import TalkList
from client.table.unsent import Unsent


@dataclass(frozen=True)
class Line:
    """A chat message: who wrote it, its text, and whether it was written at this computer."""

    name: str
    text: str
    mine: bool = False


@dataclass(frozen=True)
class Conversation:
    """What was said at a table before its window opened: in the lobby, or before a pause.

    Attributes:
        lines: the oldest first.
        unread: how many of them nobody here has read.
    """

    lines: tuple[Line, ...] = ()
    unread: int = 0


LONGEST = 500
"""The longest message, in characters, as in :class:`net.api.Said`."""


class Chat(QWidget):
    """The messages so far, and a field for another.

    Signals:
        said: the person sends this message.

    Attributes:
        unsent: the messages from here that the table has not taken yet.
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
        self.unsent = Unsent(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.lines, 1)
        column.addWidget(self.field)

    def add(self, name: str, text: str, seat: int | None = None) -> None:
        """Show what somebody said."""
        self.lines.add(self._catalogue.text("table.chat.line", name=name, text=text), seat)

    def _say(self) -> None:
        text = self.unsent.send()
        if text:
            self.said.emit(text)
