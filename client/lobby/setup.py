"""Setting up a table: the game, its seats and its house rules. Playing here and hosting share this page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from client.library.opponents import Suited, ladder, suited
from client.lobby.advanced import Advanced
from client.lobby.boardrow import BoardRow
from client.lobby.datafile import DataFileRow
from client.lobby.intro import Introduction
from client.lobby.levels import level_text
from client.lobby.options import RulesPanel
from client.lobby.seats import SeatRows, SeatView
from client.look.choice import Choice
from client.look.likeness import Likenesses
from client.look.plain import give_tip
from client.messages import Catalogue
from client.pages.bricks import Page, Panel, button, label, scrolled
from client.pages.portfield import PortField
from client.system.settings import SPECTATORS, Settings
from net.api import PROGRAM, Plan, Seat
from net.session.format.manners import MANNERS, OFFLINE
from net.session.format.text import name_key
from rules.contract import Game, offered_levels
from rules.message import Message, message
from rules.registry import games

if TYPE_CHECKING:
    from client.library.record import Record


def first_seats(
    catalogue: Catalogue,
    game: type[Game],
    count: int,
    name: str,
    hosting: bool,
    level: str = "",
    kept: Sequence[Seat] = (),
) -> list[Seat]:
    """The initial seats: the owner, then free seats or bots of ``level`` (the strongest if there is no such level).

    Seats that are ``kept`` come first in place of the owner.
    """
    if level not in game.bots and level != PROGRAM:
        level = offered_levels(game)[-1]
    seats = list(kept[:count]) or [Seat("person", name or default_name(catalogue, "person", 0))]
    for seat in range(len(seats), count):
        seats.append(Seat("open") if hosting else Seat("bot", default_name(catalogue, "bot", seat, seats), level=level))
    return seats


def default_name(catalogue: Catalogue, kind: str, seat: int, others: Sequence[Seat] = ()) -> str:
    """The default name of a player; a bot is not called like one of the ``others``."""
    if kind == "open":
        return ""
    if kind == "bot":
        names = [name.strip() for name in catalogue.text("client.bot-names").split(",")]
        taken = {name_key(other.name) for other in others if other.name}
        names = names[seat % len(names) :] + names[: seat % len(names)]
        return next((name for name in names if name_key(name) not in taken), names[0])
    return catalogue.text("client.player", number=seat + 1)


def same_names(seats: list[Seat] | tuple[Seat, ...]) -> Message | None:
    """A sentence that names two players with the same name, or None."""
    seen = set()
    for seat in seats:
        if seat.name and seat.name.casefold() in seen:
            return message("client.setup.same-names", name=seat.name)
        seen.add(seat.name.casefold())
    return None


class SetupPage(Page):
    """Choose a game, its seats and its house rules.

    Signals:
        done: the person wants to start (the :class:`net.api.Plan`). When hosting, the port and the announcement are in the
        settings.
        learn: the person wants to learn the game first (its id).
        correct: the person wants to correct a board of this game (its id).
        portrayed: the person's portrait was changed.
        remembered: the bots' level was stored in the settings.
        elsewhere: the person wants the other page: to host this game instead, or to play it here (its id).
    """

    done = Signal(object)
    learn = Signal(str)
    elsewhere = Signal(str)
    correct = Signal(str)
    portrayed = Signal()
    remembered = Signal()

    def __init__(self, catalogue: Catalogue, settings: Settings, hosting: bool) -> None:
        name = "host-page" if hosting else "offline-page"
        super().__init__(catalogue, name, catalogue.text(f"client.{'host' if hosting else 'offline'}.title"))
        self._settings = settings
        self._hosting = hosting
        self._games = games()
        self._game: type[Game] | None = None
        self._seats: list[Seat] = []
        self._offered = False
        self._finished: Sequence[Record] = ()
        self._suited = Suited("")
        self._picked = False  # whether the person has chosen a bot since choosing the game
        self._options: dict[str, dict[str, str]] = {}
        self._shown_network: dict[str, object] = {}
        text = catalogue.text

        both = QWidget()
        left = QVBoxLayout(both)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(16)
        game_panel = Panel(text("client.setup.game"))
        self._group = QButtonGroup(self)
        row = QHBoxLayout()
        row.setSpacing(8)
        for number, (game_id, game) in enumerate(self._games.items()):
            choice = button(text(game.title), f"game-{game_id}", lambda: None, "choice")
            choice.setCheckable(True)
            few, most = game.seats[0], game.seats[-1]
            always = few == most
            choice.setAccessibleDescription(
                text("client.setup.seats-always", count=few) if always else text("client.setup.seats-of", few=few, many=most)
            )
            self._group.addButton(choice, number)
            row.addWidget(choice)
        row.addStretch(1)
        game_panel.body.addLayout(row)
        self.intro = Introduction(catalogue, name, hosting)
        self.intro.learn.connect(self._learn)
        self.intro.elsewhere.connect(self._go_elsewhere)
        game_panel.body.addWidget(self.intro)
        self._group.idClicked.connect(lambda number: self.choose_game(list(self._games)[number]))
        left.addWidget(game_panel)
        seats_panel = Panel(text("client.setup.seats"))
        self.seats = SeatRows(catalogue, settings)
        self.seats.counted.connect(self.choose_count)
        self.seats.chosen.connect(self._choose_kind)
        self.seats.named.connect(self._choose_name)
        self.seats.portrayed.connect(self.portrayed)
        seats_panel.body.addWidget(self.seats, 1)
        self.hint = label("", "soft", f"{name}-hint")
        seats_panel.body.addWidget(self.hint)
        self.advice = label("", "soft", f"{name}-advice")
        self.next_button = button("", f"{name}-next-level", self._climb)
        advised = QHBoxLayout()
        advised.addWidget(self.advice, 1)
        advised.addWidget(self.next_button)
        seats_panel.body.addLayout(advised)
        left.addWidget(seats_panel, 1)
        self.columns.addWidget(scrolled(both, "setup"), 3)  # in a low window, the game and its seats scroll together

        rules = RulesPanel(catalogue)
        self.options, self.manners = rules.options, rules.manners
        self.options.changed.connect(self._choose_options)
        self.manners.show_options("manners", MANNERS if hosting else OFFLINE, {}, True)
        self.board = BoardRow(catalogue)
        self.board.correct.connect(self._correct)
        rules.add(self.board)
        self.data_file = DataFileRow(catalogue)
        self.data_file.changed.connect(self._list_boards)
        self.advanced = Advanced(catalogue, self.data_file)
        rules.add(self.advanced)
        self.columns.addWidget(rules, 2)

        if hosting:
            self.foot.addWidget(self._network())
        self.blocked = label("", "error", f"{name}-blocked")
        self.foot.addWidget(self.blocked, 1)
        words = "client.host.open" if hosting else "client.offline.start"
        self.start_button = button(text(words), f"{name}-start", self._finish, "primary")
        self.foot.addWidget(self.start_button)

    def begin(self, game: str = "") -> None:
        """Show the page afresh, with the person's current name, and with this game if one is named."""
        self.start_button.setFocus()
        if self._hosting:
            self._show_network()
        if self._game is not None:
            self.board.show_game(self._game)
            self.data_file.show_game(self._game)
            if self._offered != bool(self._settings.bot_program):
                self._offer(self._game)  # the person may have named or removed a bot program meanwhile
                self._show()
        if game:
            self.choose_game(game)
        elif self._game is None:
            self.choose_game(next(iter(self._games)))
        elif self._seats and self._seats[0].kind == "person" and self._settings.name:
            self._seats[0] = replace(self._seats[0], name=self._settings.name)
            for place, seat in enumerate(self._seats):
                if seat.kind == "bot" and name_key(seat.name) == name_key(self._settings.name):
                    self._seats[place] = replace(seat, name=self._default_name("bot", place))
            self._show()

    def show_portraits(self) -> None:
        """Show the current portrait."""
        if self._game is not None:
            self._show()

    def choose_game(self, game_id: str) -> None:
        """Choose a game by its id."""
        self._game = game = self._games[game_id]
        self._group.button(list(self._games).index(game_id)).setChecked(True)
        count = len(self._seats) if len(self._seats) in game.seats else game.seats[0]
        self._picked = False
        self._suit(game)
        self._seats = first_seats(self.catalogue, game, count, self._settings.name, self._hosting, self._suited.level)
        self._offer(game)
        self.intro.show_game(game)
        self.board.show_game(game)
        self.advanced.show_game(game)
        self._show()

    def _offer(self, game: type[Game]) -> None:
        self._offered = bool(self._settings.bot_program)
        self.seats.set_game(game, self._hosting, self._offered)

    def choose_count(self, count: int) -> None:
        """Choose the number of seats. The remaining seats keep their players."""
        if self._game is not None:
            name, level = self._settings.name, self._level()
            self._seats = first_seats(self.catalogue, self._game, count, name, self._hosting, level, self._seats)
            self._show()

    def know(self, finished: Sequence[Record]) -> None:
        """Take the finished games, oldest first, and suggest the level of bots that suits the person."""
        self._finished = finished
        if self._game is None:
            return
        self._suit(self._game)
        if not self._picked and not self._hosting:
            self._set_level(self._suited.level)
        self._show()

    def _suit(self, game: type[Game]) -> None:
        settings = self._settings
        chosen = settings.levels.get(game.id, "")
        if chosen == PROGRAM and settings.bot_program:
            self._suited = Suited(PROGRAM)
        else:
            self._suited = suited(game, self._finished, settings.key, settings.name, chosen)

    def _level(self) -> str:
        """The level for a new bot: that of the present ones."""
        return next((seat.level for seat in self._seats if seat.kind == "bot"), self._suited.level)

    def _set_level(self, level: str) -> None:
        self._seats = [replace(seat, level=level) if seat.kind == "bot" else seat for seat in self._seats]

    def _climb(self) -> None:
        """Choose the next level up."""
        if self._suited.next:
            self._picked = True
            self._set_level(self._suited.next)
            self._show()

    def _advise(self) -> None:
        """Say which level suits the person, as long as the bots play it."""
        game, suits = self._game, self._suited
        bots = {seat.level for seat in self._seats if seat.kind == "bot"}
        said = None
        if game is not None and not self._hosting and bots == {suits.level}:
            level = level_text(self.catalogue, game.id, suits.level)
            if suits.next:
                said = message("client.level.next", level=level, next=level_text(self.catalogue, game.id, suits.next))
                self.next_button.setText(self.catalogue.text("client.level.take", next=dict(said.values)["next"]))
            elif suits.first and suits.level == ladder(game)[0] and ladder(game)[1:]:
                said = message("client.level.first", level=level)
        self.advice.setText(self.catalogue.text(said) if said is not None else "")
        self.advice.setVisible(said is not None)
        self.next_button.setVisible(said is not None and bool(suits.next))

    def plan(self) -> Plan:
        """The plan as chosen now."""
        assert self._game is not None
        options = self._options.get(self._game.id, {})
        people = [seat.name for seat in self._seats if seat.kind == "person"]
        name = people[0] if people else self._settings.name
        manners, board = self.manners.values(), self.board.board()
        return Plan(self._game.id, tuple(self._seats), options, name, manners=manners, board=board)

    def _network(self) -> QWidget:
        text = self.catalogue.text
        network = QWidget()
        rows = QVBoxLayout(network)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(8)
        self.announce = self._switch("announce")
        self.strangers = self._switch("strangers")
        self.spectators = Choice()
        self.spectators.setObjectName("host-spectators")
        give_tip(self.spectators, text("client.host.spectators.help"))
        self.spectators.setAccessibleName(text("client.host.spectators"))
        self.spectators.setAccessibleDescription(text("client.host.spectators.help"))
        for setting in SPECTATORS:
            self.spectators.addItem(text(f"client.host.spectators.{setting}"), setting)
        port_label = label(text("client.host.port"), wrap=False)
        self.port = PortField(self.catalogue, "host-port", self._settings.port)
        port_label.setBuddy(self.port)
        self.router = self._switch("router")
        for widgets in ((self.announce, self.strangers), (self.spectators, self.router, port_label, self.port)):
            row = QHBoxLayout()
            row.setSpacing(18)
            for widget in widgets:
                row.addWidget(widget)
            row.addStretch(1)
            rows.addLayout(row)
        self._show_network()
        return network

    def _show_network(self) -> None:
        """Show what has changed in the settings about the network; other choices on this page stay."""
        settings, before = self._settings, self._shown_network
        for name, switch in (("announce", self.announce), ("strangers", self.strangers), ("router", self.router)):
            if before.get(name) != getattr(settings, name):
                switch.setChecked(getattr(settings, name))
        if before.get("spectators") != settings.spectators:
            self.spectators.setCurrentIndex(self.spectators.findData(settings.spectators))
        if before.get("port") != settings.port:
            self.port.setValue(settings.port)
        names = ("announce", "strangers", "router", "spectators", "port")
        self._shown_network = {name: getattr(settings, name) for name in names}

    def _switch(self, name: str) -> QCheckBox:
        made = QCheckBox(self.catalogue.text(f"client.host.{name}"))
        made.setObjectName(f"host-{name}")
        explained = self.catalogue.text(f"client.host.{name}.help")
        give_tip(made, explained)
        made.setAccessibleDescription(explained)
        return made

    def _choose_kind(self, seat: int, kind: str, level: str) -> None:
        self._picked |= kind == "bot"
        old = self._seats[seat]
        kept = old.kind == kind and old.name
        fresh = self._settings.name if kind == "person" and seat == 0 else ""
        name = old.name if kept else fresh or self._default_name(kind, seat)
        self._seats[seat] = Seat(kind, name, level=level)
        self._show()

    def _choose_name(self, seat: int, name: str) -> None:
        old = self._seats[seat]
        self._seats[seat] = replace(old, name=name or self._default_name(old.kind, seat))
        self._show()

    def _default_name(self, kind: str, seat: int) -> str:
        others = [other for place, other in enumerate(self._seats) if place != seat]
        return default_name(self.catalogue, kind, seat, others)

    def _list_boards(self) -> None:
        """The person has another data file now, which brings another board."""
        if self._game is not None:
            self.board.show_game(self._game)

    def _learn(self) -> None:
        if self._game is not None:
            self.learn.emit(self._game.id)

    def _correct(self) -> None:
        if self._game is not None:
            self.correct.emit(self._game.id)

    def _go_elsewhere(self) -> None:
        if self._game is not None:
            self.elsewhere.emit(self._game.id)

    def _choose_options(self, values: dict[str, str]) -> None:
        if self._game is not None:
            self._options[self._game.id] = values

    def _show(self) -> None:
        assert self._game is not None
        key = self._settings.key
        owned = [replace(seat, peer=key) for seat in self._seats]
        me = next((place for place, seat in enumerate(owned) if seat.kind == "person"), None)
        pictures = Likenesses(self._settings).of_seats(owned, {key: owned[me].name} if me is not None else {})
        views = [
            SeatView(seat.kind, seat.name, seat.level, True, seat.kind != "open", picture=pictures[place], mine=place == me)
            for place, seat in enumerate(self._seats)
        ]
        self.seats.show_seats(views, countable=len(self._game.seats) > 1)
        self.options.show_options(self._game.id, self._game.options, self._options.get(self._game.id, {}), True)
        self.hint.setText(self.catalogue.text(self._hint()))
        self._advise()
        why = same_names(self._seats)
        self.blocked.setText(self.catalogue.text(why) if why else "")
        self.start_button.setEnabled(why is None)

    def _hint(self) -> Message:
        people = sum(seat.kind == "person" for seat in self._seats)
        if people > 1:
            return message("client.setup.hidden-hands")
        return message("client.setup.free-seats" if self._hosting else "client.setup.beside-bots")

    def _finish(self) -> None:
        if self._hosting:
            self._settings.announce = self.announce.isChecked()
            self._settings.strangers = self.strangers.isChecked()
            self._settings.spectators = self.spectators.currentData()
            self._settings.port = self.port.value()
            self._settings.router = self.router.isChecked()
        elif self._game is not None and any(seat.kind == "bot" for seat in self._seats):
            self._settings.levels[self._game.id] = self._level()
            self.remembered.emit()
        self.done.emit(self.plan())
