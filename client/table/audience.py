"""The watchers of a running game, and the host's choice of who may watch."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMenu, QToolButton

from client.messages import Catalogue
from net.api import AudienceChanged

SETTINGS = ("nobody", "code", "anybody")
"""As in :class:`net.api.AudienceChanged`."""


class AudienceMenu(QMenu):
    """The host's menu: who may watch, the code to hand out, and the current watchers.

    Signals:
        chosen: the host now lets these people watch, one of :data:`SETTINGS`.
        sent_away: the host wants this watcher (a key) to leave.
    """

    chosen = Signal(str)
    sent_away = Signal(str)

    def __init__(self, catalogue: Catalogue, opener: QToolButton) -> None:
        super().__init__(opener)
        self.setObjectName("audience-menu")
        self._catalogue = catalogue
        self._opener = opener
        self._known = AudienceChanged("nobody", (), False)
        opener.clicked.connect(self._open)

    def hear(self, known: AudienceChanged) -> None:
        """The watchers, or the setting, have changed."""
        self._known = known
        self._opener.setVisible(known.mine)
        if self.isVisible():
            self.fill()

    def _open(self) -> None:
        self.fill()
        self.popup(self._opener.mapToGlobal(QPoint(0, self._opener.height())))

    def fill(self) -> None:
        """Fill the menu with the current watchers and setting."""
        text = self._catalogue.text
        self.clear()
        self.addAction(text("table.audience.who")).setEnabled(False)
        group = QActionGroup(self)
        for setting in SETTINGS:
            action = self.addAction(text(f"table.audience.{setting}"))
            action.setCheckable(True)
            action.setChecked(setting == self._known.setting)
            action.triggered.connect(lambda _=False, setting=setting: self.chosen.emit(setting))
            group.addAction(action)
        self.addSeparator()
        copy = self.addAction(text("table.audience.copy"))
        copy.setEnabled(bool(self._known.code) and self._known.setting != "nobody")
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText(self._known.code))
        self.addSeparator()
        names = self._catalogue.listed(self._known.names)
        self.addAction(text("table.audience.now", names=names) if names else text("table.audience.none")).setEnabled(False)
        for name, key in zip(self._known.names, self._known.keys, strict=False):
            away = self.addAction(text("table.audience.send-away", name=name))
            away.triggered.connect(lambda _=False, key=key: self.sent_away.emit(key))
