"""Log and chat as the tabs of one panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QFrame, QTabWidget, QVBoxLayout

from client.messages import Catalogue
from client.table.chat import Chat, Conversation, Line
from client.table.density import Density
from client.table.log import Log

_LEAST = 100
"""Its least height in pixels, whatever stands above it."""


class Talk(QFrame):
    """The panel.

    Attributes:
        log: what has happened; ``chat``: what people have said.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setObjectName("talk")
        self._catalogue = catalogue
        self._unread = 0
        self._said: list[Line] = []
        self.log = Log(catalogue)
        self.chat = Chat(catalogue)
        self.tabs = QTabWidget()
        self.tabs.setObjectName("talk-tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setDrawBase(False)
        self.tabs.addTab(self.log, catalogue.text("table.log"))
        self.tabs.addTab(self.chat, catalogue.text("table.chat"))
        self.tabs.currentChanged.connect(self._turned)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.tabs)
        self.set_density(Density())

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        for lines in (self.log, self.chat.lines):
            lines.setIconSize(QSize(density.px(13), density.px(13)))
        self.setMinimumHeight(density.px(_LEAST))
        side = density.px(6 if density.compact else 9)
        self._column.setContentsMargins(side, density.px(2), side, side)

    def sizeHint(self) -> QSize:
        """The least height, since it gets what the other panels leave."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def hear(self, name: str, text: str, seat: int | None, mine: bool) -> None:
        """Show a message; the tab counts unread ones."""
        self._said.append(Line(name, text, mine))
        self.chat.add(name, text, seat)
        if self.tabs.currentWidget() is not self.chat and not mine:
            self._mark(self._unread + 1)

    def recall(self, before: Conversation, seats: Sequence[str]) -> None:
        """Show what was said before; ``seats`` are the players' names, which give each line its mark."""
        for line in before.lines:
            self._said.append(line)
            self.chat.add(line.name, line.text, seats.index(line.name) if line.name in seats else None)
        self._mark(before.unread)

    @property
    def conversation(self) -> Conversation:
        """What has been said so far."""
        return Conversation(tuple(self._said), self._unread)

    def _mark(self, unread: int) -> None:
        self._unread = unread
        text = self._catalogue.text
        self.tabs.setTabText(1, text("table.chat.unread", count=unread) if unread else text("table.chat"))

    def _turned(self) -> None:
        if self.tabs.currentWidget() is self.chat:
            self._mark(0)
