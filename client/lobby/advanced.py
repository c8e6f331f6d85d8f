"""A fold for what most people never need: where a game's numbers come from, and its data file."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from client.lobby.datafile import DataFileRow
from client.messages import Catalogue
from client.pages.bricks import button, label
from net import corrections
from rules.contract import Game


class Advanced(QWidget):
    """A button that unfolds the contents below it; shown only for games that have any (``<game>.help``)."""

    def __init__(self, catalogue: Catalogue, data_file: DataFileRow) -> None:
        super().__init__()
        self._catalogue = catalogue
        text = catalogue.text
        self.button = button(
            text("client.setup.advanced"), "advanced", self._turn, "link", help=text("client.setup.advanced.about")
        )
        self.button.setCheckable(True)
        self._data_file = data_file
        self._remark = label("", "soft", "advanced-remark")
        self._folded = QWidget()
        inside = QVBoxLayout(self._folded)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(8)
        inside.addWidget(self._remark)
        inside.addWidget(data_file)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 6, 0)
        column.setSpacing(8)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._folded)

    def show_game(self, game: type[Game]) -> None:
        """Show the contents for this game, unfolded if a corrected file is in use."""
        remark = f"{game.id}.help"
        concerned = self._catalogue.has(remark)
        self.setVisible(concerned)
        self._remark.setText(self._catalogue.text(remark) if concerned else "")
        self._data_file.show_game(game)
        self.unfold(concerned and any(corrections.corrected(name) is not None for name in game.data))

    def unfold(self, on: bool) -> None:
        """Unfold or fold the contents."""
        self.button.setChecked(on)
        self._turn()

    def _turn(self) -> None:
        on = self.button.isChecked()
        self._folded.setVisible(on)
        self.button.setText(f"{'▾' if on else '▸'} {self._catalogue.text('client.setup.advanced')}")
        self.button.setAccessibleName(self._catalogue.text("client.setup.advanced"))
