"""What the node tells, and where in the window it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from client.window.stage import Stage, TableProgress
from rules.message import Message, message

if TYPE_CHECKING:
    from client.window.closing import Closing
    from client.window.cominglobby import ComingLobby
    from client.window.content import Content
    from client.window.desktop import Desktop
    from client.window.leaving import Leaving
    from client.window.opentable import OpenTable
    from client.window.starting import Starting
    from net import api


class News(QObject):
    """Hands each event of the node to the part of the window that it concerns at the present stage.

    It keeps nothing itself. Much of a running game is not here: the table listens to the node, too.
    """

    def __init__(
        self,
        content: Content,
        progress: TableProgress,
        desktop: Desktop,
        lobby: ComingLobby,
        table: OpenTable,
        starting: Starting,
        leaving: Leaving,
        closing: Closing,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._content = content
        self._progress = progress
        self._desktop = desktop
        self._lobby = lobby
        self._table = table
        self._starting = starting
        self._leaving = leaving
        self._closing = closing

    @Slot(object)
    def hear(self, event: api.NetEvent) -> None:
        """Take an event of the node. An event for a lobby that is still being made waits."""
        from net import api

        if self._lobby.holds(event):
            return
        self._desktop.sounds.hear(event)
        pages, stage = self._content.pages, self._progress.stage
        match event:
            case api.TablesFound():
                pages.join_page.show_tables(event.tables)
            case api.LobbyChanged():
                self._show_lobby(event.lobby)
            case api.Opened():
                self._open(event)
            case api.Advanced():
                self._table.note_end(event.position.result is not None)
            case api.BotTurn():
                pass  # the bridge answers it
            case api.Confirmed():
                pass  # the table shows it
            case (
                api.TakeBackChanged() | api.ClocksChanged() | api.Reachable() | api.PublishingChanged() | api.AudienceChanged()
            ):
                pass  # the table shows it
            case api.AbsenceChanged() | api.RematchChanged():
                pass  # likewise
            case api.Moved():
                self._move()
            case api.SavingChanged():
                self._show_saving(event)
            case api.PeersChanged():
                if self._table.shown is None:
                    pages.wait_page.show_peers(event.peers)
            case api.PortraitsChanged():
                self._content.likenesses.hear(event.portraits)
                if stage is Stage.LOBBY:
                    pages.lobby_page.show_portraits()
            case api.Said():
                if stage is Stage.LOBBY:
                    pages.lobby_page.chat.add(event.name, event.text, event.mine)
            case api.Notice():
                self._note(event.text)
            case api.Refused():
                self._refuse(event.reason)
            case api.OutOfStep():
                if stage.has_game:
                    self._progress.stage = Stage.OVER
                self._note(event.reason)
            case api.Unreached():
                self._starting.offer_answer(event.reason)
            case api.AnswerReady():
                pages.answer_page.show_code(event.code, event.minutes, event.public)
            case api.ConnectionFound():
                if stage is Stage.LOBBY:
                    pages.lobby_page.show_finding(event.text, event.last)
            case api.PublicChanged():
                if stage is Stage.LOBBY:
                    pages.lobby_page.show_public(event.text)
            case api.Closed():
                self._close(event.reason, event.watch)

    def _show_lobby(self, lobby: api.Lobby) -> None:
        pages = self._content.pages
        if self._progress.stage is Stage.LOBBY:
            pages.lobby_page.show_lobby(lobby)
        elif self._progress.stage is Stage.AWAITED:
            self._progress.stage = Stage.LOBBY
            pages.back = pages.show_start
            self._lobby.begin(lobby)

    def _open(self, opened: api.Opened) -> None:
        if self._progress.stage not in (Stage.AWAY, Stage.LEAVING):
            self._starting.succeed()
            self._table.open(opened)

    def _move(self) -> None:
        """Leave the finished table for another one, which is still to come."""
        if self._progress.stage is Stage.LEAVING:
            return
        self._table.finish()
        self._progress.stage = Stage.AWAITED
        if self._table.shown is not None:
            self._content.pages.back = self._content.pages.show_start
            self._content.show_waiting(message("client.wait.rematch"))
        self._table.put_away()

    def _show_saving(self, news: api.SavingChanged) -> None:
        if self._progress.stage in (Stage.AWAY, Stage.LEAVING):
            return
        self._content.saving.hear(news)
        if news.file is not None and self._table.note_file(news.file):
            self._content.tell(message("client.saving.moved", file=str(news.file)))

    def _note(self, said: Message) -> None:
        """Show a sentence from the table: in the chat before the game, at the table during it."""
        pages = self._content.pages
        if self._progress.stage is Stage.LOBBY:
            pages.lobby_page.hear(said)
        elif pages.shows("wait_page") and self._progress.stage is not Stage.LEAVING:
            pages.wait_page.say(said)
        elif self._table.shown is None:
            self._content.tell(said)

    def _refuse(self, reason: Message) -> None:
        stage = self._progress.stage
        if stage is Stage.LOBBY and reason.key == "net.refused.not-linked":
            self._content.pages.lobby_page.chat.unsent.refused()
        if reason.key == "net.refused.no-table" and stage is not Stage.LEAVING:
            self._leaving.is_late()
            return  # it is about the previous table, for instance a bot's move that came after the person left
        if stage is Stage.LEAVING:
            self._leaving.end()  # the node had already left
        elif stage.has_game:
            pass  # the table shows it
        elif stage is Stage.AWAITED:
            self._starting.fail(reason)
        elif stage is Stage.LOBBY and reason.key.startswith("answer."):
            self._content.pages.lobby_page.hear(reason)
        else:
            self._content.tell(reason)

    def _close(self, reason: Message, watch: str) -> None:
        if self._leaving.is_late():
            return
        expected = self._progress.stage is Stage.LEAVING
        self._leaving.end()
        if not expected and not self._closing.wanted:
            if watch:
                self._content.pages.back = self._content.pages.show_join
            self._starting.fail(reason, watch)
