"""The question asked before a running game is left. It stops nothing: the network lives in its own thread."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from client.messages import Catalogue
from client.pages.question import Question

WIDTH = 500


class LeaveQuestion(Question):
    """Asks whether to leave a table, and says what becomes of the game.

    The answers are ``leave``, ``pause``, ``elsewhere`` (to save the game in another place) and ``stay``.
    """

    def __init__(self, catalogue: Catalogue, about: str, missing: str, parent: QWidget) -> None:
        """Ask.

        Args:
            about: what is left: ``offline`` or ``peers`` for a running game, ``over`` for one that is over or only watched,
                ``lobby`` for a table that others sit at.
            missing: a sentence about unsaved entries; empty when all are saved.
        """
        text = catalogue.text
        saved = text(f"client.leave.{about}")
        lost = text("client.leave.unsaved.peers" if about == "peers" else "client.leave.unsaved", missing=missing)
        super().__init__("leave", text(f"client.leave.{about}.title"), lost if missing else saved, parent)
        self.offer("leave", text(f"client.leave.{about}.leave"), "leave-leave", "danger")
        if about == "peers":
            help = text("client.leave.peers.pause.help")
            self.offer("pause", text("client.leave.peers.pause"), "leave-pause", help=help)
        if missing:
            self.offer("elsewhere", text("client.saving.elsewhere"), "leave-elsewhere")
        self.part()
        self.ready(self.offer("stay", text(f"client.leave.{about}.stay"), "leave-stay"), WIDTH)
