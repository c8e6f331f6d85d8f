"""The question asked before a running game is left. It stops nothing: the network lives in its own thread."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from client.look import theme
from client.look.tight import tighten
from client.messages import Catalogue
from client.pages.bricks import button, label

WIDTH = 500


class LeaveQuestion(QDialog):
    """Asks whether to leave a table, and says what becomes of the game.

    Signals:
        answered: ``leave``, ``pause``, ``elsewhere`` (to save the game in another place) or ``stay``.
    """

    answered = Signal(str)

    def __init__(self, catalogue: Catalogue, about: str, missing: str, parent: QWidget) -> None:
        """Ask.

        Args:
            about: what is left: ``offline`` or ``peers`` for a running game, ``over`` for one that is over or only watched,
                ``lobby`` for a table that others sit at.
            missing: a sentence about unsaved entries; empty when all are saved.
        """
        super().__init__(parent)
        self.setObjectName("leave-question")
        self.setModal(True)
        text = catalogue.text
        self.setWindowTitle(text(f"client.leave.{about}.title"))
        self._answer = "stay"
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        column.addWidget(label(text(f"client.leave.{about}.title"), "title"))
        saved = text(f"client.leave.{about}")
        lost = text("client.leave.unsaved.peers" if about == "peers" else "client.leave.unsaved", missing=missing)
        column.addWidget(label(lost if missing else saved, name="leave-sentence"))
        column.addSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(button(text(f"client.leave.{about}.leave"), "leave-leave", lambda: self._choose("leave"), "danger"))
        if about == "peers":
            pause = text("client.leave.peers.pause.help")
            row.addWidget(button(text("client.leave.peers.pause"), "leave-pause", lambda: self._choose("pause"), help=pause))
        if missing:
            row.addWidget(button(text("client.saving.elsewhere"), "leave-elsewhere", lambda: self._choose("elsewhere")))
        row.addStretch(1)
        stay = button(text(f"client.leave.{about}.stay"), "leave-stay", lambda: self._choose("stay"))
        stay.setDefault(True)
        row.addWidget(stay)
        column.addLayout(row)
        stay.setFocus()
        tighten(self, theme.scale())
        wide = min(WIDTH, parent.width()) if parent is not None else WIDTH
        self.resize(wide, column.heightForWidth(wide))
        self.finished.connect(self._finish)

    def _choose(self, answer: str) -> None:
        self._answer = answer
        self.close()

    def _finish(self) -> None:
        self.answered.emit(self._answer)
        self.deleteLater()
