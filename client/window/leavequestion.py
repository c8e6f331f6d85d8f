"""The question asked before a running game is left."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from client.messages import Catalogue
from client.pages.question import STAY, Answer, Question


def leave_question(catalogue: Catalogue, about: str, missing: str, parent: QWidget) -> Question:
    """A question whether to leave a table, which says what happens to the game.

    Its answers are ``leave``, ``pause``, ``elsewhere`` (to save the game in another place) and ``stay``.

    Args:
        catalogue: the texts.
        about: what is left: ``offline`` or ``peers`` for a running game, ``over`` for one that is over or only watched,
            ``lobby`` for a table that others sit at.
        missing: a sentence about what is not saved; empty when everything is.
        parent: the window.
    """
    text = catalogue.text
    saved = text(f"client.leave.{about}")
    lost = text("client.leave.unsaved.peers" if about == "peers" else "client.leave.unsaved", missing=missing)
    ways = [Answer("leave", "leave-leave", text(f"client.leave.{about}.leave"), "danger")]
    if about == "peers":
        ways.append(
            Answer("pause", "leave-pause", text("client.leave.peers.pause"), help=text("client.leave.peers.pause.help"))
        )
    if missing:
        ways.append(Answer("elsewhere", "leave-elsewhere", text("client.saving.elsewhere")))
    stay = Answer(STAY, "leave-stay", text(f"client.leave.{about}.stay"))
    return Question(parent, "leave", text(f"client.leave.{about}.title"), lost if missing else saved, ways, [stay])
