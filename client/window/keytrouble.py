"""The question about an unreadable key, before the network starts: it states the consequences, and the person decides."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.pages.bricks import button, label
from client.pages.keypanel import ask_for_backup, restore
from net.key_file import IdentityError, set_aside

WIDTH = 560


class KeyTrouble(QDialog):
    """Asks for a backup or a new key. It is accepted once the key file is in order, or a new key may be made."""

    def __init__(self, catalogue: Catalogue, file: Path, parent: QWidget) -> None:
        """``file`` is the key that cannot be read."""
        super().__init__(parent)
        self.setObjectName("key-trouble")
        self._catalogue = catalogue
        self._file = file
        text = catalogue.text
        self.setWindowTitle(text("client.key.damaged.title"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(label(text("client.key.damaged.title"), "title"))
        column.addWidget(label(text("client.key.damaged", file=str(file)), name="key-trouble-sentence"))
        self.problem = label("", "error", "key-trouble-problem")
        self.problem.hide()
        column.addWidget(self.problem)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(button(text("client.key.restore"), "key-trouble-restore", self._choose))
        row.addWidget(button(text("client.key.new"), "key-trouble-new", self._renew))
        row.addStretch(1)
        row.addWidget(button(text("client.key.quit"), "key-trouble-quit", self.reject))
        column.addLayout(row)
        self.resize(WIDTH, column.heightForWidth(WIDTH))

    def restore(self, backup: Path) -> None:
        """Use the key of a backup."""
        try:
            restore(backup, self._file)
        except IdentityError as error:
            self._complain(error)
        else:
            self.accept()

    def _choose(self) -> None:
        dialog = ask_for_backup(self, self._catalogue)
        dialog.fileSelected.connect(lambda name: self.restore(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _renew(self) -> None:
        try:
            set_aside(self._file)
        except IdentityError as error:
            self._complain(error)
        else:
            self.accept()

    def _complain(self, error: IdentityError) -> None:
        self.problem.setText(self._catalogue.text(error.reason))
        self.problem.show()
        self.adjustSize()
