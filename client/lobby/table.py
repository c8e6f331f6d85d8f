"""The table before the game: seats, ready players, house rules, invite and chat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from client.lobby.chat import ChatPanel
from client.lobby.invite import InvitePanel
from client.lobby.options import RulesPanel
from client.lobby.peerrow import GAP, PeerRow
from client.lobby.seats import SeatRows, SeatView
from client.lobby.setup import default_name
from client.look.likeness import Likenesses
from client.look.oneclick import take_one_click
from client.messages import Catalogue
from client.pages.bricks import Page, Panel, button, label, restyled, scrolled
from client.system.settings import Settings
from client.table.slices import finish, shown_in_turn
from client.window.bridge import Bridge
from net.api import Lobby, Peer, Seat
from net.session.format.manners import MANNERS
from rules.contract import Game, options_of
from rules.message import Message, message
from rules.registry import games

if TYPE_CHECKING:
    from client.lobby.boardoffer import BoardOffer
    from client.lobby.through import ThroughDialog


class LobbyPage(Page):
    """Shows each :class:`net.api.Lobby`, and turns what the person does into commands to the node.

    Signals:
        left: the person wants to leave the table.
        changed: a setting was changed (its name).
    """

    left = Signal()
    changed = Signal(str)

    def __init__(self, catalogue: Catalogue, settings: Settings, bridge: Bridge, likenesses: Likenesses | None = None) -> None:
        """``likenesses`` knows the portraits of the people at the table. The caller makes the parts with :meth:`made`."""
        super().__init__(catalogue, "lobby-page", "", back="client.lobby.leave")
        self.back_button.setShortcut("")  # a stray Escape must not give a seat away
        self.back.connect(self.left)
        self._settings = settings
        self._bridge = bridge
        self._likenesses = likenesses or Likenesses(settings)
        self._games = games()
        self._lobby: Lobby | None = None
        self._game: type[Game] | None = None
        self._peer_rows: dict[str, PeerRow] = {}
        self._through: ThroughDialog | None = None
        self.offer: BoardOffer | None = None

    def made(self) -> Iterator[None]:
        """Make the parts in slices."""
        catalogue, settings, text = self.catalogue, self._settings, self.catalogue.text
        left = QVBoxLayout()
        left.setSpacing(16)
        self.columns.addLayout(left, 5)
        self.seats_panel = seats_panel = Panel(text("client.setup.seats"))
        self.seats = SeatRows(catalogue, settings)
        self.seats.counted.connect(lambda count: self._bridge.node.set_seats(count))
        self.seats.chosen.connect(self._choose_kind)
        self.seats.named.connect(self._choose_name)
        self.seats.pressed.connect(self._press)
        self.seats.portrayed.connect(lambda: self.changed.emit("portrait"))
        seats_panel.body.addWidget(scrolled(self.seats, "seats"), 1)
        left.addWidget(seats_panel, 3)
        yield
        self.peers_panel = peers_panel = Panel(text("client.lobby.peers"), "peers")
        holder = QWidget()
        self._peers = QVBoxLayout(holder)
        self._peers.setContentsMargins(0, 0, 0, 0)
        self._peers.setSpacing(GAP)
        self._older = label("", "soft", "lobby-older")
        self._older.hide()
        self._peers.addWidget(self._older)
        self._peers.addStretch(1)
        peers_panel.body.addWidget(scrolled(holder, "peers-rows"))
        left.addWidget(peers_panel, 1)
        yield
        self.rules_panel = rules = RulesPanel(catalogue)
        self.options, self.manners = rules.options, rules.manners
        self.options.changed.connect(lambda values: self._bridge.node.set_options(values))
        self.manners.changed.connect(lambda values: self._bridge.node.set_manners(values))
        self.columns.addWidget(rules, 4)
        yield
        right = QVBoxLayout()
        right.setSpacing(16)
        self.invite = InvitePanel(catalogue)
        self.invite.stuck.connect(self._help_through)
        right.addWidget(self.invite)
        yield
        self.chat = ChatPanel(catalogue)
        self.chat.said.connect(lambda said: self._bridge.node.say(said))
        right.addWidget(self.chat, 1)
        self.columns.addLayout(right, 4)
        yield
        self.board_button = button(
            text("boards.offer.look"), "lobby-board", self._look_at_board, help=text("boards.offer.look.help")
        )
        self.foot.addWidget(self.board_button)
        self.blocked = label("", name="lobby-blocked")
        self.foot.addWidget(self.blocked, 1)
        self.ready_button = button(text("client.lobby.ready"), "lobby-ready", self._ready, "primary")
        self.ready_button.setCheckable(True)
        take_one_click(self.ready_button)
        self.foot.addWidget(self.ready_button)
        self.start_button = button(text("client.lobby.start"), "lobby-start", self._start, "primary")
        self.foot.addWidget(self.start_button)

    def shown(self) -> Iterator[None]:
        """Show the page part by part where it lies, which nobody sees: it is laid out, and each part painted once."""
        parts = [self.seats_panel, self.peers_panel, self.rules_panel, self.invite, self.chat]
        for part in parts:
            kept = part.sizePolicy()
            kept.setRetainSizeWhenHidden(True)  # otherwise each part that comes would push the others aside
            part.setSizePolicy(kept)
            part.hide()
            part.sizeHint()
            yield
        self.show()
        yield
        yield from shown_in_turn(iter(parts))
        for part in parts:
            kept = part.sizePolicy()
            kept.setRetainSizeWhenHidden(False)
            part.setSizePolicy(kept)

    def hideEvent(self, event: QHideEvent) -> None:
        """The game begins, or the table is gone: put away the windows that belong to this page."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._put_offer_away()
            if self._through is not None:
                self._through.hide()

    def open(self, lobby: Lobby) -> Iterator[None]:
        """Show a lobby, with an empty chat, in slices."""
        self._lobby = None
        self._game = None
        if self._through is not None:
            self._through.deleteLater()
            self._through = None
        self._put_offer_away()
        self._drop_peers(self._peer_rows)
        self.chat.clear()
        yield
        yield from self._show(lobby)

    def show_lobby(self, lobby: Lobby) -> None:
        """Show the current state of a lobby."""
        finish(self._show(lobby))

    def _show(self, lobby: Lobby) -> Iterator[None]:
        text = self.catalogue.text
        if self._lobby is not None and (self._lobby.board, self._lobby.asks) != (lobby.board, lobby.asks):
            self._put_offer_away()  # the offer shows another board
        self._lobby = lobby
        game = self._games.get(lobby.game)
        if game is None:
            return
        if game is not self._game:
            self._game = game
            self.seats.set_game(game, elsewhere=True, program=bool(self._settings.bot_program))
        host = lobby.peers[0].name if lobby.peers else ""
        self.title.setText(text("client.lobby.title", game=text(game.title), host=host))
        yield from self.seats.made(len(lobby.seats))
        self._show_seats(lobby, game)
        yield
        options = options_of(game, lobby.version)
        yield from self.options.made(game.id, options)
        yield from self.manners.made("manners", MANNERS)
        self.options.show_options(game.id, options, lobby.options, lobby.host)
        self.manners.show_options("manners", MANNERS, lobby.manners, lobby.host)
        yield
        self.invite.show_lobby(lobby)
        yield
        self._show_peers(lobby)
        self._show_foot(lobby)
        for area in self.findChildren(QScrollArea):
            area.updateGeometry()  # its least width is that of its contents, which were made since it was asked

    def _show_peers(self, lobby: Lobby) -> None:
        """Show who is there. The rows of those who were there already stay."""
        self._older.setText(self.catalogue.text(lobby.older) if lobby.older is not None else "")
        self._older.setVisible(lobby.older is not None)
        self._drop_peers(self._peer_rows.keys() - {peer.key for peer in lobby.peers})
        for place, peer in enumerate(lobby.peers, 1):
            row = self._peer_rows.get(peer.key)
            if row is None:
                row = self._peer_rows[peer.key] = PeerRow(self.catalogue, peer)
                row.sent_away.connect(partial(self._throw_out, peer.key))
            if self._peers.indexOf(row) != place:
                self._peers.insertWidget(place, row)
            row.show_peer(lobby, peer)

    def _drop_peers(self, keys: Iterable[str]) -> None:
        for key in tuple(keys):
            gone = self._peer_rows.pop(key)
            gone.hide()
            self._peers.removeWidget(gone)
            gone.deleteLater()

    def _throw_out(self, key: str) -> None:
        self._bridge.node.throw_out(key)

    def show_portraits(self) -> None:
        """Somebody at the table has changed portraits: show the new one."""
        if self._lobby is not None and self._game is not None:
            self._show_seats(self._lobby, self._game)

    def _show_seats(self, lobby: Lobby, game: type[Game]) -> None:
        pictures = self._likenesses.of_seats(lobby.seats, lobby.peers, lobby.me)
        own = {peer.key: peer.name for peer in lobby.peers}.get(lobby.me)
        here = [place for place, seat in enumerate(lobby.seats) if seat.here and seat.kind == "person"]
        mine = next((place for place in here if lobby.seats[place].name == own), here[0] if here else None)
        views = [
            replace(self._view(lobby, seat), picture=pictures[place], mine=place == mine)
            for place, seat in enumerate(lobby.seats)
        ]
        self.seats.show_seats(views, lobby.host and len(game.seats) > 1)

    def hear(self, said: Message) -> None:
        """Show a sentence from the table: in the chat, and where the person enters an answer code."""
        self.chat.add_notice(self.catalogue.text(said))
        if self._through is not None and said.key.startswith("answer."):
            self._through.say(said)

    def show_public(self, said: Message) -> None:
        """Show the news about the public address."""
        self.chat.add_notice(self.catalogue.text(said))
        if self._through is not None:
            self._through.show_public(said)

    def show_finding(self, said: Message, last: bool) -> None:
        """Show a finding about the connection."""
        if self._through is not None:
            self._through.show_finding(said, last)

    def _help_through(self) -> None:
        """A friend cannot join: guide the host through the answer code."""
        from client.lobby.through import ThroughDialog

        if self._through is None:
            self._through = ThroughDialog(self.catalogue, self._settings, self)
            self._through.asked.connect(lambda servers: self._bridge.node.learn_public(servers))
            self._through.answered.connect(lambda code: self._bridge.node.take_answer(code))
            self._through.checked.connect(lambda servers: self._bridge.node.check_connection(servers))
            self._through.changed.connect(self.changed)
        self._through.show()

    def hosts_guests(self) -> bool:
        """Whether others sit at a table that was opened here."""
        return self._lobby is not None and self._lobby.host and len(self._lobby.peers) > 1

    def _show_foot(self, lobby: Lobby) -> None:
        text = self.catalogue.text
        me = _peer_of(lobby, lobby.me)
        ready = me is not None and me.ready
        self.start_button.setVisible(lobby.host)
        self.start_button.setEnabled(lobby.blocked is None)
        self.ready_button.setVisible(not lobby.host)
        self.ready_button.setChecked(ready)
        restyled(self.ready_button, "" if ready else "primary")
        self.ready_button.setText(text("client.lobby.not-ready" if ready else "client.lobby.ready"))
        seated = any(seat.here for seat in lobby.seats)
        self.ready_button.setEnabled(seated and not lobby.asks)
        self.board_button.setVisible(bool(lobby.board) or lobby.asks)
        restyled(self.board_button, "primary" if lobby.asks else "")
        if lobby.host:
            said = lobby.blocked or message("client.lobby.can-start")
        elif lobby.asks:
            said = message("boards.offer.asks")
        elif not seated:
            said = message("client.lobby.take-seat")
        else:
            said = message("client.lobby.wait-host" if ready else "client.lobby.say-ready")
        self.blocked.setText(text(said))

    def _view(self, lobby: Lobby, seat: Seat) -> SeatView:
        if lobby.host and (seat.here or seat.kind != "person"):
            return SeatView(seat.kind, seat.name, seat.level, changeable=True, nameable=seat.kind != "open")
        owner = _peer_of(lobby, seat.peer)
        if seat.kind == "open":
            return SeatView("open", self._own_name(lobby), nameable=True, action="sit")
        if seat.kind == "bot":
            return SeatView("bot", seat.name, seat.level)
        if seat.here:
            return SeatView("person", seat.name, action="stand")
        note = None
        if owner is not None:
            note = message("client.lobby.seat-ready" if owner.ready or owner is lobby.peers[0] else "client.lobby.seat-waits")
        return SeatView(
            "person",
            seat.name,
            action="free" if lobby.host else "",
            note=note,
            here=False,
            good=note is not None and note.kind == "seat-ready",
        )

    def _own_name(self, lobby: Lobby) -> str:
        """The name for the next seat taken here: the person's own, or a neutral one for a second person."""
        me = _peer_of(lobby, lobby.me)
        free = self._settings.name or (me.name if me is not None else "")
        if not free or any(seat.here and seat.name == free for seat in lobby.seats):
            taken = {seat.name for seat in lobby.seats}
            names = (default_name(self.catalogue, "person", number) for number in range(len(lobby.seats) + 1))
            free = next(name for name in names if name not in taken)
        return free

    def _choose_kind(self, seat: int, kind: str, level: str) -> None:
        lobby = self._lobby
        if lobby is None:
            return
        old = lobby.seats[seat]
        name = old.name if old.kind == kind else self._own_name(lobby) if kind == "person" else ""
        self._bridge.node.set_seat(seat, kind, name or default_name(self.catalogue, kind, seat), level)

    def _choose_name(self, seat: int, name: str) -> None:
        lobby = self._lobby
        if lobby is None or not lobby.host:
            return  # a guest sends the name when taking the seat
        old = lobby.seats[seat]
        self._bridge.node.set_seat(seat, old.kind, name or default_name(self.catalogue, old.kind, seat), old.level)

    def _press(self, seat: int, action: str, name: str) -> None:
        if action == "sit":
            self._bridge.node.sit(seat, name or default_name(self.catalogue, "person", seat))
        elif action == "stand":
            self._bridge.node.stand(seat)
        else:
            self._bridge.node.set_seat(seat, "open")

    def _ready(self) -> None:
        self._bridge.node.ready(self.ready_button.isChecked())

    def _look_at_board(self) -> None:
        """Show the table's board, and take the person's answer."""
        from client.lobby.boardoffer import BoardOffer

        lobby = self._lobby
        if lobby is not None and self._game is not None:
            self._put_offer_away()
            self.offer = BoardOffer(self.catalogue, self._game, lobby.board, lobby.asks, self)
            self.offer.accepted_board.connect(lambda board: self._bridge.node.accept_board(board))
            self.offer.finished.connect(self._put_offer_away)
            self.offer.open()

    def _put_offer_away(self) -> None:
        offer, self.offer = self.offer, None
        if offer is not None:
            offer.hide()
            offer.deleteLater()

    def _start(self) -> None:
        self._bridge.node.start()


def _peer_of(lobby: Lobby, key: str) -> Peer | None:
    return next((peer for peer in lobby.peers if peer.key == key), None)
