"""The chat of the lobby: what people have said, and a field to write in."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit

from client.messages import Catalogue
from client.pages.bricks import Panel, button
from client.table.chat import Line
from client.table.unsent import Unsent

TEXT_LENGTH = 500
"""The longest message, in characters, as in :class:`net.api.Said`."""

MOST = 500
"""The messages that are kept and shown: anybody at the table may write any number of them."""

LEAST = 84
"""The least height of the messages, in pixels: about four lines. They get more if the invite leaves some."""


class ChatPanel(Panel):
    """The chat of a lobby.

    Signals:
        said: the person sends this message.

    Attributes:
        lines: what was said at this table, the last :data:`MOST` messages.
        unsent: the messages from here that the table has not taken yet.
    """

    said = Signal(str)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue.text("client.chat.title"), "chat")
        self._catalogue = catalogue
        self.lines: deque[Line] = deque(maxlen=MOST)
        self.log = QPlainTextEdit()
        self.log.setObjectName("chat-log")
        self.log.setReadOnly(True)
        self.log.setMaximumBlockCount(MOST)
        self.log.setAccessibleName(catalogue.text("client.chat.title"))
        self.log.setTabChangesFocus(True)
        self.log.setMinimumHeight(LEAST)
        self.body.addWidget(self.log, 1)
        row = QHBoxLayout()
        self.line = QLineEdit()
        self.line.setObjectName("chat-line")
        self.line.setMaxLength(TEXT_LENGTH)
        self.line.setPlaceholderText(catalogue.text("client.chat.say"))
        self.line.setAccessibleName(catalogue.text("client.chat.say"))
        self.line.returnPressed.connect(self._say)
        self.unsent = Unsent(self.line)
        row.addWidget(self.line, 1)
        row.addWidget(button(catalogue.text("client.chat.send"), "chat-send", self._say))
        self.body.addLayout(row)

    def add(self, name: str, text: str, mine: bool = False) -> None:
        """Show what somebody said."""
        if mine:
            self.unsent.taken()
        self.lines.append(Line(name, text, mine))
        self.log.appendPlainText(self._catalogue.text("client.chat.line", name=name, text=text))

    def add_notice(self, text: str) -> None:
        """Show a sentence from the table itself."""
        self.log.appendPlainText(text)

    def clear(self) -> None:
        """Forget all messages, because another table begins."""
        self.lines.clear()
        self.log.clear()
        self.line.clear()
        self.unsent.forget()

    def _say(self) -> None:
        text = self.unsent.send()
        if text:
            self.said.emit(text)
