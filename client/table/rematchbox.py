"""The way from a result to another game: a button, and who else would like to play again."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton

from client.look.oneclick import take_one_click
from client.look.plain import Label, give_tip
from client.messages import Catalogue
from net.api import RematchChanged


class RematchBox(Label):
    """A sentence about another game. The button stands elsewhere.

    Attributes:
        button: the button, to be put beside others.

    Signals:
        wanted: the person wants another game; True to open the table here in any case.
    """

    wanted = Signal(bool)

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__()
        self.setObjectName("rematch-said")
        self.setProperty("role", "soft")
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hide()
        self._catalogue = catalogue
        text = catalogue.text
        self._waiting = False
        self.button = QPushButton(text("table.rematch"))
        self.button.setObjectName("result-rematch")
        self.button.setProperty("role", "primary")
        give_tip(self.button, text("table.rematch.help"))
        self.button.setAccessibleDescription(text("table.rematch.help"))
        self.button.clicked.connect(lambda: self.wanted.emit(self._waiting))
        take_one_click(self.button)  # by the second one it opens a table here

    def show_rematch(self, rematch: RematchChanged) -> None:
        """Say who would like another game, and what the button does now."""
        text = self._catalogue.text
        self._waiting = rematch.mine and not rematch.offer
        if rematch.offer:
            self.button.setText(text("table.rematch.join", name=rematch.offer))
            said = text("table.rematch.offered", name=rematch.offer)
        elif rematch.mine:
            self.button.setText(text("table.rematch.here"))
            said = text("table.rematch.waiting")
        else:
            self.button.setText(text("table.rematch"))
            said = text("table.rematch.wish", names=self._catalogue.listed(rematch.names)) if rematch.names else ""
        self.setText(said)
        self.setVisible(bool(said))
