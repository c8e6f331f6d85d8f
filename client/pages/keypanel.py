"""The key of this installation: how to back it up, how to restore it, and what depends on it."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from client.messages import Catalogue
from client.pages.bricks import Panel, button, label
from net.identity import Identity
from net.key_file import IdentityError, load, save, set_aside
from net.words import fingerprint
from rules.message import Message, message

BACKUP = "alarife-key.pem"
"""The default file name of a backup."""


def restore(backup: Path, file: Path) -> Identity:
    """Replace the key here with a backup, and set the old file aside.

    Raises :class:`~net.key_file.IdentityError`. If the backup cannot be read, or the disk is full, nothing has changed.
    """
    identity = load(backup)
    fresh = file.with_name(f"{file.name}.restored")
    save(identity, fresh)  # on a full disk, before the old key has given way
    try:
        set_aside(file)
        os.replace(fresh, file)
    except OSError as error:
        raise IdentityError(message("net.error.key-file", file=str(file), why=error.strerror or str(error))) from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
    return identity


def ask_for_backup(parent: QWidget, catalogue: Catalogue) -> QFileDialog:
    """A dialog that asks for the backup file."""
    dialog = QFileDialog(parent, catalogue.text("client.key.restore"))
    dialog.setObjectName("key-dialog")
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters([catalogue.text("client.key.files"), catalogue.text("client.start.all-files")])
    return dialog


class KeyPanel(Panel):
    """Shows the words of the key, and offers to back it up and to restore it.

    Signals:
        restored: the key was replaced; the network has to restart with the new one.
        told: a sentence about the outcome.
    """

    restored = Signal()
    told = Signal(object)

    def __init__(self, catalogue: Catalogue, file: Path) -> None:
        """``file`` is the key file."""
        super().__init__(catalogue.text("client.key"), "key")
        self._catalogue = catalogue
        self._file = file
        text = catalogue.text
        self.words = label("", "strong", "key-words")
        self.body.addWidget(self.words)
        self.body.addWidget(label(text("client.key.help"), "soft"))
        for made in (  # one below the other: side by side they are too wide for the least window
            button(text("client.key.back-up"), "key-back-up", self.choose_place),
            button(text("client.key.restore"), "key-restore", self.choose_backup),
        ):
            self.body.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(label(text("client.key.restore.help"), "soft"))

    def begin(self) -> None:
        """Show the current key."""
        try:
            self.words.setText(fingerprint(load(self._file).key))
        except IdentityError:
            self.words.setText(self._catalogue.text("client.key.none"))

    def choose_place(self) -> None:
        """Ask where to save the backup."""
        dialog = QFileDialog(self.window(), self._catalogue.text("client.key.back-up"))
        dialog.setObjectName("key-dialog")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(BACKUP)
        dialog.fileSelected.connect(lambda name: self.back_up(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def choose_backup(self) -> None:
        """Ask which backup to restore."""
        dialog = ask_for_backup(self.window(), self._catalogue)
        dialog.fileSelected.connect(lambda name: self.restore(Path(name)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def back_up(self, place: Path) -> None:
        """Copy the key to a place that the person has chosen."""
        self._tell(lambda: save(load(self._file), place), message("client.key.backed-up", file=str(place)))

    def restore(self, backup: Path) -> None:
        """Use the key of a backup."""
        if self._tell(lambda: restore(backup, self._file), message("client.key.restored")):
            self.restored.emit()
            self.begin()

    def _tell(self, do: Callable[[], object], done: Message) -> bool:
        try:
            do()
        except IdentityError as error:
            self.told.emit(error.reason)
            return False
        self.told.emit(done)
        return True
