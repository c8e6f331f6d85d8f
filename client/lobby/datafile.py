"""The data file of a game whose data people may correct: the shipped file, or a corrected copy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from client.messages import Catalogue
from client.pages.bricks import button, label
from net import corrections
from rules.contract import Game, RulesError
from rules.message import Message, message


class DataFileRow(QWidget):
    """Shows which file is in use, saves a copy to correct, loads a corrected one, and restores the shipped one.

    Shown only for games with a text about their data file (``<game>.help`` in the catalogue).

    Signals:
        changed: the person has loaded a corrected file, or gone back to the shipped one, if that was possible.
    """

    changed = Signal()

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._name = ""
        text = catalogue.text
        self.said = label("", "soft", "data-file-said")
        self.load_button = button(
            text("client.data-file.load"), "data-file-load", self._load, help=text("client.data-file.load.about")
        )
        self.back_button = button(
            text("client.data-file.back"), "data-file-back", self._give_back, help=text("client.data-file.back.about")
        )
        self.copy_button = button(
            text("client.data-file.copy"), "data-file-copy", self._copy, help=text("client.data-file.copy.about")
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.said)
        for one in (self.copy_button, self.load_button, self.back_button):
            column.addWidget(one, 0, Qt.AlignmentFlag.AlignLeft)

    def show_game(self, game: type[Game]) -> None:
        """Show the data file of a game."""
        concerned = bool(game.data) and self._catalogue.has(f"{game.id}.help")
        self.setVisible(concerned)
        self._name = game.data[0] if concerned else ""
        if concerned:
            self._show(None)

    def _show(self, trouble: Message | None) -> None:
        file = corrections.corrected(self._name)
        if trouble is None and file is not None:
            trouble = _attempt(lambda: corrections.read_correction(self._name, file))
        used = message(
            "client.data-file.corrected" if file is not None else "client.data-file.shipped", file=f"{self._name}.json"
        )
        self.said.setText(self._catalogue.text(trouble if trouble is not None else used))
        self.said.setProperty("role", "error" if trouble is not None else "soft")
        self.said.style().polish(self.said)
        self.back_button.setVisible(file is not None)

    def _copy(self) -> None:
        text = self._catalogue.text
        chosen, _ = QFileDialog.getSaveFileName(
            self, text("client.data-file.copy"), f"{self._name}.json", text("client.data-file.kind")
        )
        if chosen:
            self._show(_attempt(lambda: corrections.copy_shipped(self._name, Path(chosen))))

    def _load(self) -> None:
        text = self._catalogue.text
        chosen, _ = QFileDialog.getOpenFileName(self, text("client.data-file.load"), "", text("client.data-file.kind"))
        if chosen:
            self.take(Path(chosen))

    def take(self, file: Path) -> None:
        """Use this corrected file, if it has no faults."""
        self._show(_attempt(lambda: corrections.take_correction(self._name, file)))
        self.changed.emit()

    def _give_back(self) -> None:
        self._show(_attempt(lambda: corrections.drop_correction(self._name)))
        self.changed.emit()


def _attempt(deed: Callable[[], object]) -> Message | None:
    """Call ``deed``; returns the sentence why it failed, or None."""
    try:
        deed()
    except RulesError as error:
        return error.reason
    return None
