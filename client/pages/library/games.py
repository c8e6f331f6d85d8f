"""The games of the library: a list to search, filter and sort, and the chosen game."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPixmap, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLineEdit, QListView, QVBoxLayout, QWidget

from client.library.index import SORTS, Row, Wanted
from client.library.library import Answer, Library
from client.library.record import BROKEN, OPEN, OVER
from client.look import theme
from client.look.choice import Choice
from client.messages import Catalogue
from client.pages.bricks import label
from client.pages.library.details import Details
from client.pages.library.later import later
from client.pages.library.rows import GameRows, Games, Pictures
from rules.registry import games

SEARCH_MS = 120
"""How long the list waits for another letter, in milliseconds."""

LONGEST_SEARCH = 200
"""The longest search, in characters; SQLite refuses a query with a thousand words."""

PAINT_MS = 150
"""How long the list waits after scrolling before it asks for thumbnails, in milliseconds."""

STATES = (OPEN, OVER, BROKEN)


class GamesTab(QWidget):
    """The list, and the chosen game.

    Signals:
        resume, watch: the person wants to continue the chosen game, or to look at it (its path).
        again: the person wants to play another game like the chosen one (its :class:`~client.library.record.Record`).
    """

    resume = Signal(object)
    watch = Signal(object)
    again = Signal(object)

    def __init__(self, catalogue: Catalogue, library: Library) -> None:
        super().__init__()
        self.setObjectName("library-games")
        self._catalogue = catalogue
        self._library = library
        self._pictures = Pictures()
        self._number = 0
        self._asked: Wanted | None = None
        self._listed: Wanted | None = None
        self._missing: dict[Path, Row] = {}
        self._chosen: Path | None = None
        self._all = self._unread = 0
        text = catalogue.text
        self.search = QLineEdit()
        self.search.setObjectName("library-search")
        self.search.setMaxLength(LONGEST_SEARCH)
        self.search.setPlaceholderText(text("client.library.search"))
        self.search.setAccessibleName(text("client.library.search"))
        self.search.setClearButtonEnabled(True)
        self.game = self._box("game", [("", "all-games"), *((name, f"{name}.title") for name in games())])
        self.person = self._box("person", [("", "all-people")])
        self.state = self._box("state", [("", "all-states"), *((name, f"state.{name}") for name in STATES)])
        self.sort = self._box("sort", [(name, f"sort.{name}") for name in SORTS])
        filters = QHBoxLayout()
        filters.setSpacing(10)
        filters.addWidget(self.search, 3)
        for box in (self.game, self.person, self.state, self.sort):
            filters.addWidget(box, 2)
        self.model = Games(catalogue)
        self.list = QListView()
        self.list.setObjectName("library-list")
        self.list.setProperty("role", "games")
        self.list.setAccessibleName(text("client.library.games"))
        self.list.setModel(self.model)
        self.rows = GameRows(catalogue, lambda number: self.model.rows[number], self._picture)
        self.list.setItemDelegate(self.rows)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.selectionModel().currentChanged.connect(self._show_chosen)
        self.status = label("", "soft", "library-status", wrap=False)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.list, 1)
        left.addWidget(self.status)
        self.details = Details(catalogue, library, self._picture)
        self.details.resume.connect(self.resume)
        self.details.watch.connect(self.watch)
        self.details.again.connect(self.again)
        self.list.activated.connect(lambda _: self.details.open_game())
        columns = QHBoxLayout()
        columns.setSpacing(16)
        columns.addLayout(left, 11)
        columns.addWidget(self.details, 7)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(filters)
        column.addLayout(columns, 1)
        self._later = later(self, SEARCH_MS, self.ask)
        self._paint_later = later(self, PAINT_MS, self._ask_for_pictures)
        self.search.textChanged.connect(lambda _: self._later.start())
        for box in (self.game, self.person, self.state, self.sort):
            box.currentIndexChanged.connect(lambda _: self.ask())
        library.answered.connect(self._show)
        library.changed.connect(self._refresh)
        library.painted.connect(self._painted)
        library.moved.connect(self._moved)

    def begin(self) -> None:
        """Show the current games."""
        self.ask()
        self.list.setFocus()

    @property
    def wanted(self) -> Wanted:
        """What the list should show now."""
        words = tuple(self.search.text().split())
        text = self._catalogue.text
        titles = tuple(tuple(name for name in games() if word.casefold() in text(f"{name}.title").casefold()) for word in words)
        person = self.person.currentData() or ""
        return Wanted(words, titles, self.game.currentData(), person, self.state.currentData(), self.sort.currentData())

    def ask(self) -> None:
        """Request the list anew."""
        self._later.stop()
        self._asked = self.wanted
        self._number = self._library.ask(self._asked)

    def _refresh(self) -> None:
        if self.isVisible():
            self.ask()

    def showEvent(self, event: QShowEvent) -> None:
        """Show what has changed meanwhile."""
        super().showEvent(event)
        self.ask()

    def _box(self, name: str, choices: list[tuple[str, str]]) -> Choice:
        box = Choice()
        box.setObjectName(f"library-{name}")
        box.setAccessibleName(self._catalogue.text(f"client.library.{name}"))
        box.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(10)
        for value, key in choices:
            box.addItem(self._catalogue.text(key if key.endswith(".title") else f"client.library.{key}"), value)
        return box

    # -- what comes back -----------------------------------------------------------------------------------------------

    def _show(self, answer: Answer) -> None:
        if answer.number != self._number:
            return
        top = self.list.verticalScrollBar().value()
        again, self._listed = self._listed == self._asked, self._asked
        if again and answer.people is None:
            return  # the same list as before, perhaps with a new game: the rest follows, and with it the chosen one
        self.model.show(answer.rows)
        self._all, self._unread = answer.all, answer.unread
        self._say_how_many()
        if answer.people is not None:
            self._offer_people(answer.people)
        rows = answer.rows
        number = next((place for place, row in enumerate(rows) if row.file == self._chosen), 0 if rows else -1)
        if number >= 0:
            self.list.selectionModel().setCurrentIndex(
                self.model.index(number), QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
        if again:
            self.list.verticalScrollBar().setValue(top)  # the list has scrolled to the chosen game
        self.details.show_row(rows[number] if number >= 0 else None)

    def _say_how_many(self) -> None:
        text = self._catalogue.text
        said = text("client.library.count", count=self._all)
        if not self._all:
            filtered = self.wanted != Wanted(sort=self.wanted.sort)
            said = text("client.library.none-found") if filtered else text("client.start.no-games")
        if self._unread:
            said = text("client.library.reading", said=said, count=self._unread)
        self.status.setText(said)

    def _offer_people(self, people: list[tuple[str, str]]) -> None:
        now = [(self.person.itemData(place), self.person.itemText(place)) for place in range(1, self.person.count())]
        if now == people:
            return
        chosen = self.person.currentData()
        with QSignalBlocker(self.person):
            while self.person.count() > 1:
                self.person.removeItem(1)
            for key, name in people:
                self.person.addItem(name, key)
            self.person.setCurrentIndex(max(0, self.person.findData(chosen)))

    def _show_chosen(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid():
            row = self.model.rows[index.row()]
            self._chosen = row.file
            self.details.show_row(row)

    def _moved(self, before: Path, after: Path | None) -> None:
        if self._chosen == before:
            self._chosen = after if after is not None else self._beside(before)

    def _beside(self, file: Path) -> Path | None:
        """The game below a file in the list, else the one above it."""
        files = [row.file for row in self.model.rows]
        if file not in files:
            return None
        place = files.index(file)
        beside = files[place + 1 : place + 2] or files[max(0, place - 1) : place]
        return beside[0] if beside else None

    # -- thumbnails ----------------------------------------------------------------------------------------------------

    def _picture(self, row: Row) -> QPixmap | None:
        look = theme.palette().name
        found = self._pictures.get(self._library.thumbnail(row.record, look))
        if found is None and row.record.head:
            self._missing[row.file] = row
            self._paint_later.start()
        return found

    def _ask_for_pictures(self) -> None:
        seen = self.list.viewport().rect()
        first = self.list.indexAt(QPoint(4, 4)).row()
        last = self.list.indexAt(QPoint(4, seen.height() - 4)).row()
        here = {row.file for row in self.model.rows[max(0, first) : (last if last >= 0 else len(self.model.rows)) + 1]}
        rows = [(file, row.record) for file, row in self._missing.items() if file in here or file == self._chosen]
        self._missing.clear()
        self._library.paint(rows, theme.palette().name)

    def _painted(self, _path: str) -> None:
        self.list.viewport().update()
        self.details.update_picture()

    def sizeHint(self) -> QSize:
        """All the available space."""
        return QSize(1000, 600)
