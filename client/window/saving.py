"""A bar shown while a game is not completely saved, with a way to save it on another disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout

from client.messages import Catalogue
from client.pages.bricks import button, label
from client.system.opening import SUFFIX

if TYPE_CHECKING:
    from net.api import SavingChanged


class SavingBar(QFrame):
    """Shown while entries of the open game are missing from its file.

    Signals:
        moved: the person wants the game to be kept in another file (its path).

    Attributes:
        news: the last report, or None while everything is saved.
    """

    moved = Signal(object)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setObjectName("saving")
        self.setProperty("role", "notice")
        self.news: SavingChanged | None = None
        self._catalogue = catalogue
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 8, 12, 8)
        row.setSpacing(12)
        self.sentence = label("", "error", "saving-text")
        row.addWidget(self.sentence, 1)
        row.addWidget(button(catalogue.text("client.saving.elsewhere"), "saving-elsewhere", self.choose))
        self.hide()

    def hear(self, news: SavingChanged) -> None:
        """Show the current state."""
        self.news = news if news.unsaved else None
        self.sentence.setText(self.words())
        self.setVisible(self.news is not None)

    def forget(self) -> None:
        """The game was closed."""
        self.news = None
        self.hide()

    def words(self) -> str:
        """That something is not saved, and why; empty when everything is."""
        if self.news is None:
            return ""
        why = self._catalogue.text(self.news.reason) if self.news.reason is not None else ""
        return self._catalogue.text("client.saving.missing", why=why)

    def choose(self) -> None:
        """Ask for another place, without interrupting anything."""
        from PySide6.QtCore import Qt
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self.window(), self._catalogue.text("client.saving.choose"))
        dialog.setObjectName("saving-dialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters([self._catalogue.text("client.start.files")])
        dialog.setDefaultSuffix(SUFFIX.lstrip("."))
        if self.news is not None and self.news.file is not None:
            dialog.selectFile(self.news.file.name)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.moved.emit(Path(name)))
        dialog.open()
