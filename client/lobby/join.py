"""Joining a table: a list of tables on the local network, and a field for an invite or an address."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from client.look.plain import give_tip
from client.messages import Catalogue
from client.pages.bricks import Page, Panel, button, emptied, label, scrolled
from client.pages.portraitbutton import PortraitButton
from client.system.settings import Settings, tidy_name
from net.api import FoundTable
from net.invite import Invite, InviteError, read
from net.session.format.text import NAME_LENGTH
from rules.message import Message, message
from rules.registry import games


class JoinPage(Page):
    """Finds a table and joins it. The page checks the text, so that it can explain a mistake before anything is sent.

    Signals:
        chosen: the invite, address or code of the table to join.
        watched: the same, to watch a running game.
        renamed: the person's name was changed in the settings.
    """

    chosen = Signal(str)
    watched = Signal(str)
    renamed = Signal()

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        super().__init__(catalogue, "join-page", catalogue.text("client.join.title"))
        text = catalogue.text
        self._settings = settings
        you = label(text("client.start.you"), wrap=False)
        self.top.addWidget(you)
        self.name = QLineEdit()
        self.name.setObjectName("join-name")
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setFixedWidth(240)
        self.name.setPlaceholderText(text("client.start.your-name"))
        self.name.setAccessibleName(text("client.start.you"))
        self.name.setAccessibleDescription(text("client.settings.name.help"))
        give_tip(self.name, text("client.settings.name.help"))
        self.name.editingFinished.connect(self._rename)
        you.setBuddy(self.name)
        self.top.addWidget(self.name)
        self.portrait = PortraitButton(catalogue, settings, "join-portrait", 30)
        self.top.addWidget(self.portrait)
        self._tables: tuple[FoundTable, ...] | None = None

        near = Panel(text("client.join.near"), "tables")
        near.body.addWidget(label(text("client.join.near.help"), "soft"))
        holder = QWidget()
        self._list = QVBoxLayout(holder)
        self._list.setContentsMargins(0, 0, 6, 0)
        self._list.setSpacing(8)
        near.body.addWidget(scrolled(holder, "tables-list"), 1)
        self.columns.addWidget(near, 3)

        far = Panel(text("client.join.far"))
        far.body.addWidget(label(text("client.join.far.help"), "soft"))
        row = QHBoxLayout()
        self.code = QLineEdit()
        self.code.setObjectName("join-code")
        self.code.setPlaceholderText(text("client.join.example"))
        self.code.setAccessibleName(text("client.join.code"))
        self.code.setAccessibleDescription(text("client.join.far.help"))
        self.code.setMaxLength(2000)
        self.code.textChanged.connect(self._check)
        self.code.returnPressed.connect(self._join)
        row.addWidget(self.code, 1)
        row.addWidget(button(text("client.paste"), "join-paste", self.paste))
        far.body.addLayout(row)
        self.offered = label("", "strong", "join-offered")
        self.offered.hide()
        far.body.addWidget(self.offered)
        self.problem = label("", "error", "join-problem")
        far.body.addWidget(self.problem)
        self._begun = ""
        self.watch_button = button(text("client.join.watch"), "join-watch", lambda: self.watched.emit(self._begun), "primary")
        self.watch_button.hide()
        watch_row = QHBoxLayout()
        watch_row.addWidget(self.watch_button)
        watch_row.addStretch(1)
        far.body.addLayout(watch_row)
        join_row = QHBoxLayout()
        join_row.addStretch(1)
        self.join_button = button(text("client.join.join"), "join-go", self._join, "primary")
        join_row.addWidget(self.join_button)
        far.body.addLayout(join_row)
        far.body.addSpacing(12)
        far.body.addWidget(label(text("client.join.reach"), "soft"))
        far.body.addStretch(1)
        self.columns.addWidget(far, 2)
        self.show_tables(None)
        self._check()

    def begin(self) -> None:
        """Show the page afresh: clear the last problem, keep the typed text."""
        self._check()
        self.portrait.refresh()
        self.name.setText(self._settings.name)
        (self.code if self._settings.name else self.name).setFocus()

    def show_portraits(self) -> None:
        """Show the current portrait."""
        self.portrait.refresh()

    def offer(self, code: str) -> None:
        """Show an invite from a link and where it leads. Nothing happens until the person wants it."""
        self.code.setText(code.strip())
        try:
            found = read(code)
        except InviteError:
            return  # the page explains what is wrong with the code
        addresses = found.addresses if isinstance(found, Invite) else (found,)
        said = message("desktop.link.offered", addresses=self.catalogue.listed(map(str, addresses)))
        self.offered.setText(self.catalogue.text(said))
        self.offered.show()
        self.back_button.setFocus()  # so that a stray key does not join

    def show_tables(self, tables: Sequence[FoundTable] | None) -> None:
        """Show the tables on the local network; None while the list is not known yet."""
        tables = None if tables is None else tuple(tables)
        if tables is not None and tables == self._tables:
            return
        self._tables = tables
        emptied(self._list)
        if not tables:
            words = "client.join.looking" if tables is None else "client.join.no-tables"
            self._list.addWidget(label(self.catalogue.text(words), "soft", "tables-none"))
        known = games()
        for number, table in enumerate(tables or ()):
            game = known.get(table.game)
            self._list.addWidget(self._row(number, table, self.catalogue.text(game.title) if game else table.game))
        self._list.addStretch(1)

    def show_problem(self, reason: Message, watch: str = "") -> None:
        """Say why joining failed; ``watch`` is the code of a game to watch instead."""
        self.problem.setText(self.catalogue.text(reason))
        self._begun = watch
        self.watch_button.setVisible(bool(watch))
        if watch:
            self.watch_button.setFocus()

    def paste(self) -> None:
        """Paste the invite from the clipboard."""
        self.code.setText(QGuiApplication.clipboard().text().strip())
        self.code.setFocus()

    def _row(self, number: int, table: FoundTable, game: str) -> QFrame:
        text = self.catalogue.text
        frame = QFrame()
        frame.setProperty("role", "inset")
        frame.setObjectName(f"table-{number}")
        row = QHBoxLayout(frame)
        row.setContentsMargins(14, 10, 12, 10)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(label(text("client.join.table", host=table.host, game=game), "strong", f"table-{number}-title"))
        words.addWidget(label(self._state(table), "soft"))
        fingerprint = label(table.words, "soft", f"table-{number}-words")
        give_tip(fingerprint, text("client.invite.compare"))
        words.addWidget(fingerprint)
        row.addLayout(words, 1)
        signal = self.watched if table.running else self.chosen
        word = "watch" if table.running else "join"
        join = button(text(f"client.join.{word}"), f"table-{number}-{word}", lambda: signal.emit(table.code))
        join.setAccessibleName(text(f"client.join.{word}-table", host=table.host, game=game))
        row.addWidget(join, 0, Qt.AlignmentFlag.AlignVCenter)
        return frame

    def _state(self, table: FoundTable) -> str:
        if table.running:
            return self.catalogue.text("client.join.running")
        return self.catalogue.text("client.join.seats", seats=table.seats, free=table.free)

    def _check(self, *_: object) -> None:
        self.offered.hide()
        self.watch_button.hide()
        typed = self.code.text().strip()
        why: Message | None = None
        if typed:
            try:
                read(typed)
            except InviteError as error:
                why = error.reason
        self.problem.setText(self.catalogue.text(why) if why else "")
        self.join_button.setEnabled(bool(typed) and why is None)

    def _rename(self) -> None:
        name = tidy_name(self.name.text())
        self.name.setText(name)
        if name != self._settings.name:
            self._settings.name = name
            self.renamed.emit()

    def _join(self) -> None:
        if self.join_button.isEnabled():
            self.chosen.emit(self.code.text().strip())
