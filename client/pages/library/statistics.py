"""The statistics of the library: what a person has played, won and scored."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from client.library.index import Row
from client.library.library import Library
from client.library.statistics import Played, Tally, by_game, by_level, by_opponent, by_seats, games_of, grouped, tally
from client.lobby.levels import level_text
from client.look import theme
from client.look.choice import Choice
from client.messages import Catalogue
from client.pages.bricks import Panel, label, scrolled
from client.pages.library.chart import MEAN_OF, Chart
from client.pages.library.later import COUNT_MS, later
from client.pages.library.table import Figures
from client.system.settings import Settings
from net.session.format.text import name_key
from rules.registry import games

NARROW = 1000
"""In a window narrower than this (pixels at the usual size), the panels stand below each other."""

GROUPS = ("game", "seats", "opponent", "level")


class StatisticsTab(QWidget):
    """Figures and a chart for one person, and for one game or all."""

    def __init__(self, catalogue: Catalogue, library: Library, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("library-statistics")
        self._catalogue = catalogue
        self._library = library
        self._settings = settings
        self._rows: list[Row] = []
        text = catalogue.text
        self.person = Choice()
        self.person.setObjectName("statistics-person")
        self.person.setAccessibleName(text("client.library.person"))
        self.game = Choice()
        self.game.setObjectName("statistics-game")
        self.game.setAccessibleName(text("client.library.game"))
        self.game.addItem(text("client.library.all-games"), "")
        for name in games():
            self.game.addItem(text(f"{name}.title"), name)
        self.seats = Choice()
        self.seats.setObjectName("statistics-seats")
        self.seats.setAccessibleName(text("client.library.seats"))
        self.seats.addItem(text("client.library.all-seats"), 0)
        for count in sorted({count for rules in games().values() for count in rules.seats}):
            self.seats.addItem(text("client.seats.count-of", number=count), count)
        filters = QHBoxLayout()
        filters.setSpacing(10)
        for box in (self.person, self.game, self.seats):
            filters.addWidget(box, 1)
            box.currentIndexChanged.connect(lambda _: self.show_figures())
        filters.addStretch(2)
        self.none = label(text("client.library.no-finished"), "soft", "statistics-none")
        self._captions = {name: label("", "", f"statistics-{name}", wrap=False) for name in ("played", "won", "streak")}
        summary = QHBoxLayout()
        summary.setSpacing(32)
        for name, figure in self._captions.items():
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(figure)
            pair.addWidget(label(text(f"client.library.figure.{name}"), "soft", wrap=False))
            summary.addLayout(pair)
        summary.addStretch(1)
        self.none.hide()
        self.chart = Chart()
        room = self.chart.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # else the figures would spread over its room
        self.chart.setSizePolicy(room)
        left = Panel(text("client.library.overview"))
        left.body.addWidget(self.none)
        left.body.addLayout(summary)
        left.body.addWidget(self.chart, 1)
        left.body.addWidget(label(text("client.library.private"), "small", "statistics-private"))
        headings = [text(f"client.library.column.{name}") for name in ("played", "won", "average", "best", "longest")]
        self.tables = {name: Figures(f"statistics-{name}", [text(f"client.library.by.{name}"), *headings]) for name in GROUPS}
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 6, 0)
        inner.setSpacing(22)
        for table in self.tables.values():
            inner.addWidget(table)
        inner.addStretch(1)
        self.groups = right = Panel(text("client.library.in-groups"))
        right.body.addWidget(scrolled(holder, "statistics-tables"), 1)
        columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        columns.setSpacing(16)
        columns.addWidget(left, 1)
        columns.addWidget(right, 1)
        self._panels = columns
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(filters)
        column.addLayout(columns, 1)
        self._later = later(self, COUNT_MS, self.begin)
        library.finished.connect(self._take)
        library.changed.connect(self._refresh)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the tables below the chart if there is no space beside it."""
        super().resizeEvent(event)
        narrow = self.width() < NARROW * theme.scale()
        self._panels.setDirection(QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight)

    def begin(self) -> None:
        """Count the current games."""
        self._library.ask_finished()

    def _refresh(self) -> None:
        """Count again while the library reads more files."""
        if self.isVisible() and not self._later.isActive():
            self._later.start()

    def _take(self, rows: list[Row]) -> None:
        self._rows = rows
        names: dict[str, tuple[int, str]] = {}
        for row in rows:
            for place in row.record.people:
                key = name_key(place.name)
                names[key] = (names.get(key, (0, ""))[0] + 1, place.name)
        own = name_key(self._settings.name) if self._settings.name else ""
        order = sorted(names, key=lambda key: (key != own, -names[key][0], key))
        chosen = self.person.currentData()
        with QSignalBlocker(self.person):
            self.person.clear()
            for key in order:
                self.person.addItem(names[key][1], key)
            self.person.setCurrentIndex(max(0, self.person.findData(chosen)))
        for part in (self.person, self.game, self.seats, self.groups):
            part.setVisible(bool(order))  # without a game there is nothing to choose from
        self.show_figures()

    def show_figures(self) -> None:
        """Count again for the chosen person and games."""
        text = self._catalogue.text
        person, game, seats = (box.currentData() for box in (self.person, self.game, self.seats))
        finished = [(row.changed, row.record) for row in self._rows]
        played = games_of(person, finished) if person else []
        played = [one for one in played if game in ("", one.record.game) and seats in (0, len(one.record.places))]
        whole = tally(played)
        self.none.setVisible(not played)
        self.chart.setVisible(bool(played))
        self._captions["played"].setText(str(whole.played))
        self._captions["won"].setText(text("client.library.share", won=whole.won, percent=round(100 * whole.share)))
        self._captions["streak"].setText(str(whole.streak))
        for caption in self._captions.values():
            caption.setFont(theme.font(30 * theme.scale(), serif=True))
        for name, by in zip(GROUPS, (by_game, by_seats, by_opponent, self._levels), strict=True):
            self.tables[name].show_rows([self._row(name, game, found) for found in grouped(played, by)])
        if game:
            self.tables["game"].hide()
        if seats:
            self.tables["seats"].hide()
        won, lost, mean = (text(f"client.library.chart.{name}", count=MEAN_OF) for name in ("won", "lost", "mean"))
        if game:
            said = text("client.library.chart.scores", game=text(f"{game}.title"), count=whole.played, won=whole.won)
            self.chart.show_scores([(one.score, one.won) for one in played], said, (won, lost, mean))
        else:
            said = text("client.library.chart.games", count=whole.played, won=whole.won)
            bars = [(text(f"{name}.title"), found.won, found.played) for name, found in grouped(played, by_game)]
            self.chart.show_bars(bars, said, (won, text("client.library.chart.all"), ""))

    def _row(self, by: str, game: str, group: tuple[str, Tally]) -> list[str]:
        name, found = group
        text = self._catalogue.text
        if by == "game":
            name = text(f"{name}.title")
        elif by == "seats":
            name = text("client.seats.count-of", number=int(name))
        alike = bool(game) or by == "game"
        average = self._catalogue.number(found.average, 1)
        scores = (average, str(found.best)) if alike else ("–", "–")  # scores of different games are not comparable
        return [name, str(found.played), str(found.won), *scores, str(found.longest)]

    def _levels(self, played: Played) -> list[str]:
        """The names of the bots' levels. A level has a name of its own in each game: the groups are those of the names."""
        return [level_text(self._catalogue, played.record.game, level) for level in by_level(played)]
