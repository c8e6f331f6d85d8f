"""How the window leaves its table in good order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMainWindow

from client.window.stage import Stage, TableProgress
from rules.message import message

if TYPE_CHECKING:
    from client.pages.question import Question
    from client.window.bridge import Bridge
    from client.window.cominglobby import ComingLobby
    from client.window.content import Content
    from client.window.opentable import OpenTable

FAREWELL_MS = 3000
"""The time allowed for leaving a table in good order before the window continues anyway."""


class Leaving(QObject):
    """Asks the person if something is at stake, tells the node, and waits for its answer, but not for ever.

    Signals:
        done: the table is gone.
        declined: the person stays at the table after all.
    """

    done = Signal()
    declined = Signal()

    def __init__(
        self,
        window: QMainWindow,
        bridge: Bridge,
        content: Content,
        progress: TableProgress,
        lobby: ComingLobby,
        table: OpenTable,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._bridge = bridge
        self._content = content
        self._progress = progress
        self._lobby = lobby
        self._table = table
        self._owed = False  # whether the node still owes the answer to a leave that the window stopped waiting for
        self._question: Question | None = None
        self._asked_about = ""
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(FAREWELL_MS)
        self._patience.timeout.connect(self._end_without_answer)

    @property
    def waiting(self) -> bool:
        """Whether the node has still time for its answer."""
        return self._patience.isActive()

    def at_stake(self) -> str:
        """What leaving would end, as :func:`~client.window.leavequestion.leave_question` names it; empty for nothing."""
        opened, stage = self._table.opened, self._progress.stage
        if stage.has_game and opened is not None:
            if stage is Stage.OVER or opened.watching:
                return "over" if self._content.saving.news is not None else ""
            return "offline" if len(opened.peers) <= 1 else "peers"
        if stage is Stage.LOBBY and self._content.pages.lobby_page.hosts_guests():
            return "lobby"
        return ""

    def ask(self) -> None:
        """Leave the table; ask first if something is at stake."""
        from client.window.leavequestion import leave_question

        about = self.at_stake()
        if not about:
            self.leave()
        elif self._question is None:
            content = self._content
            self._asked_about = about
            self._question = leave_question(content.catalogue, about, content.saving.words(), self._window)
            self._question.answered.connect(self._answer)
            self._question.open()

    def _answer(self, answer: str) -> None:
        self._question = None
        if answer == "leave" and self._asked_about == "lobby" and self._progress.stage.has_game:
            self.ask()  # the game has begun meanwhile, and the question did not say what leaving it means
        elif answer == "leave":
            self.leave()
        elif answer == "pause":
            self.pause()
            self._bridge.renew()
            self.end()
        else:
            self.declined.emit()
            if answer == "elsewhere":
                self._content.saving.choose()

    def pause(self) -> None:
        """Tell the others that the seats here stay reserved."""
        if self.at_stake() == "peers":
            self._bridge.node.say(self._content.catalogue.text("client.pause.said"))
            self._bridge.node.pause()

    def leave(self) -> None:
        """Leave in good order. The window continues when the node has answered, or after too long a wait."""
        self._lobby.finish()
        self._table.leave_for_good()
        self._progress.stage = Stage.LEAVING
        self._content.show_waiting(message("client.wait.leaving"))
        self._content.pages.wait_page.cancel_button.setEnabled(False)
        self._patience.start()
        self._bridge.node.leave()

    def is_late(self) -> bool:
        """Whether what the node says now answers a leave that the window stopped waiting for. It answers each leave once."""
        late = self._owed and self._progress.stage is not Stage.LEAVING
        if late:
            self._owed = False
        return late

    def end(self) -> None:
        """The table is gone: put it away, and a question about it."""
        self._patience.stop()
        question, self._question = self._question, None
        if question is not None:
            question.answered.disconnect(self._answer)
            question.close()
        content = self._content
        content.pages.wait_page.cancel_button.setEnabled(True)
        self._progress.stage = Stage.AWAY
        if self._table.shown is not None and content.pages.back != content.pages.show_library:
            content.pages.back = content.pages.show_start
        self._table.put_away()
        content.name_window()
        self.done.emit()

    def _end_without_answer(self) -> None:
        """The node takes too long: continue without it, and ignore its late answer."""
        self._owed = True
        self.end()
