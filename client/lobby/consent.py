"""The question whether Alarife may ask servers on the internet for this computer's public address, and what they learn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.pages.bricks import label


class ConsentSettings(Protocol):
    """The settings that keep the answer."""

    stun: bool
    stun_servers: list[str]


class Consent(QWidget):
    """A switch and two sentences. The settings keep the answer, so that the person answers once."""

    def __init__(
        self, catalogue: Catalogue, settings: ConsentSettings, name: str, answered: Callable[[], None], narrow: bool = False
    ) -> None:
        """``answered`` is called when the person changes the answer; ``narrow`` is for places with little space."""
        super().__init__()
        self._settings = settings
        self._answered = answered
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self.switch = QCheckBox(catalogue.text("answer.consent.narrow" if narrow else "answer.consent"))
        self.switch.setObjectName(name)
        column.addWidget(self.switch, 0, Qt.AlignmentFlag.AlignLeft)
        self._catalogue = catalogue
        self._explained = label("", "soft", f"{name}-help")
        column.addWidget(self._explained)
        self.begin()
        self.switch.toggled.connect(self._answer)

    def begin(self) -> None:
        """Show the current answer, and the servers that it is about."""
        servers = self._catalogue.listed(self._settings.stun_servers)
        explained = self._catalogue.text("answer.consent.help", servers=servers)
        self._explained.setText(explained)
        self.switch.setAccessibleDescription(explained)
        self.switch.setChecked(self._settings.stun)

    @property
    def servers(self) -> list[str]:
        """The servers that may be asked."""
        return list(self._settings.stun_servers) if self._settings.stun else []

    def _answer(self, yes: bool) -> None:
        if yes != self._settings.stun:
            self._settings.stun = yes
            self._answered()
