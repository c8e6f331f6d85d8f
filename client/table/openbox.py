"""Laying all cards open after the end: an explanation, the players who agreed, and the button to agree."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from client.look.plain import Label
from client.messages import Catalogue
from net.api import PublishingChanged


class OpenBox(QFrame):
    """Shows each :class:`net.api.PublishingChanged`. Hidden at tables without sealed cards.

    Signals:
        agreed: the people here agree.
    """

    agreed = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setObjectName("open-box")
        self._catalogue = catalogue
        self.about = Label()
        self.about.setObjectName("open-about")
        self.about.setProperty("role", "soft")
        self.who = Label()
        self.who.setObjectName("open-who")
        for label in (self.about, self.who):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton(catalogue.text("table.open.agree"))
        self.button.setObjectName("open-agree")
        self.button.clicked.connect(self.agreed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.about)
        column.addWidget(self.who)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.hide()

    def show_publishing(self, news: PublishingChanged) -> None:
        """Show how far the agreement is."""
        text = self._catalogue.text
        self.about.setText(text("table.open.done" if news.open else "table.open.about"))
        self.button.setVisible(not news.open and not news.mine)
        said = []
        if news.agreed:
            said.append(text("table.open.agreed", names=self._catalogue.listed(news.agreed)))
        if news.waiting:
            said.append(text("table.open.waiting", names=self._catalogue.listed(news.waiting)))
        self.who.setText("  ".join(said))
        self.who.setVisible(bool(news.agreed) and not news.open)
        self.show()
