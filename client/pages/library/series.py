"""The series of the library: evenings and seasons of the same people, with standings."""

from __future__ import annotations

from datetime import date, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDateEdit,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from client.cldr import day_pattern
from client.library.index import Row
from client.library.library import Library
from client.library.series import (
    LONGEST_NAME,
    Match,
    Season,
    Series,
    evenings,
    group_of,
    groups,
    load,
    save,
    season_of,
    standings,
)
from client.look.choice import Choice
from client.messages import Catalogue
from client.pages.bricks import Panel, button, emptied, label, scrolled
from client.pages.library.later import COUNT_MS, later
from client.pages.library.rows import when_text
from client.pages.library.said import result_text
from client.pages.library.table import Figures
from rules.message import message

MOST_EVENINGS = 300
MOST_MATCHES = 100


class SeriesTab(QWidget):
    """The list of seasons and evenings, and the one that is chosen.

    Signals:
        watch: the person wants to look at a game (its path).
        told: a sentence for the person.
    """

    watch = Signal(object)
    told = Signal(object)

    def __init__(self, catalogue: Catalogue, library: Library, home: Path) -> None:
        """``home`` is the data folder, which has the seasons."""
        super().__init__()
        self.setObjectName("library-series")
        self._catalogue = catalogue
        self._library = library
        self._home = home
        self._rows: list[Row] | None = None
        self._matches: list[Match] = []
        self._series: list[Series] = []
        text = catalogue.text
        self.list = QListWidget()
        self.list.setObjectName("series-list")
        self.list.setProperty("role", "games")
        self.list.setAccessibleName(text("client.library.series"))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._show_series)
        self.new_button = button(text("client.library.season.new"), "season-new", self._open_form)
        self.form = self._form()
        self.form.hide()
        left = Panel(text("client.library.series"))
        left.body.addWidget(self.list, 1)
        left.body.addWidget(self.form)
        left.body.addWidget(self.new_button)
        self.title = label("", "page", "series-title")
        self.about = label("", "soft", "series-about")
        columns = [text(f"client.library.standing.{name}") for name in ("player", "place", "played", "won", "beaten")]
        self.table = Figures("series-standings", columns)
        self._games = QVBoxLayout()
        self._games.setSpacing(8)
        self.remove_button = button(text("client.library.season.remove"), "season-remove", self._remove, "link")
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 6, 0)
        inner.setSpacing(14)
        inner.addWidget(self.table)
        inner.addWidget(label(text("client.library.beaten.help"), "small"))
        inner.addLayout(self._games)
        inner.addStretch(1)
        right = Panel()
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.remove_button)
        right.body.addLayout(top)
        right.body.addWidget(self.about)
        right.body.addWidget(scrolled(holder, "series-scroll"), 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(left, 7)
        row.addWidget(right, 11)
        self._right = right
        self._later = later(self, COUNT_MS, self.begin)
        library.finished.connect(self._take)
        library.changed.connect(self._refresh)

    def _form(self) -> QFrame:
        """The fields of a new season."""
        text = self._catalogue.text
        frame = QFrame()
        frame.setObjectName("season-form")
        frame.setProperty("role", "inset")
        grid = QGridLayout(frame)
        self.season_name = QLineEdit()
        self.season_name.setObjectName("season-name")
        self.season_name.setMaxLength(LONGEST_NAME)
        self.people = Choice()
        self.people.setObjectName("season-people")
        self.people.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.since = QDateEdit()
        self.since.setObjectName("season-since")
        self.until = QDateEdit(QDate.currentDate())
        self.until.setObjectName("season-until")
        for day in (self.since, self.until):
            day.setLocale(QLocale(self._catalogue.language))
            day.setDisplayFormat(day_pattern(self._catalogue.language))
        self.open = QCheckBox(text("client.library.season.open"))
        self.open.setObjectName("season-open")
        self.open.toggled.connect(lambda on: self.until.setEnabled(not on))
        self.open.setChecked(True)
        fields: tuple[tuple[str, QWidget], ...] = (
            ("name", self.season_name),
            ("people", self.people),
            ("since", self.since),
            ("until", self.until),
        )
        for line, (name, field) in enumerate(fields):
            caption = label(text(f"client.library.season.{name}"), wrap=False)
            caption.setBuddy(field)
            field.setAccessibleName(text(f"client.library.season.{name}"))
            grid.addWidget(caption, line, 0)
            grid.addWidget(field, line, 1)
        grid.addWidget(self.open, 4, 1)
        grid.setColumnStretch(1, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(text("client.cancel"), "season-cancel", frame.hide, "link"))
        row.addWidget(button(text("client.library.season.add"), "season-add", self._add, "primary"))
        grid.addLayout(row, 5, 0, 1, 2)
        return frame

    def begin(self) -> None:
        """Show the current series."""
        self._library.ask_finished()

    def _refresh(self) -> None:
        """Look again while the library reads more files."""
        if self.isVisible() and not self._later.isActive():
            self._later.start()

    def _take(self, rows: list[Row]) -> None:
        if rows == self._rows:
            return
        self._rows = rows
        self._matches = [Match(row.changed, row.file, row.record) for row in rows]
        before = self.people.currentText()
        self.people.clear()
        for names in groups(self._matches):
            self.people.addItem(self._catalogue.listed(names, "row"), names)
        self.people.setCurrentIndex(max(0, self.people.findText(before)))
        self.new_button.setEnabled(self.people.count() > 0)
        number = self.list.currentRow()
        shown = self._series[number] if 0 <= number < len(self._series) else None
        self._list()
        same = (place for place, series in enumerate(self._series) if shown is not None and _begins_like(series, shown))
        self.list.setCurrentRow(next(same, self.list.currentRow()))

    def _list(self, chosen: int = 0) -> None:
        text = self._catalogue.text
        seasons = [season_of(season, self._matches) for season in load(self._home)]
        self._series = [*seasons, *evenings(self._matches)[:MOST_EVENINGS]]
        self.list.clear()
        for series in self._series:
            said = text(
                "client.library.series-line",
                title=self._title(series),
                people=self._catalogue.listed(series.people, "row"),
                count=len(series.matches),
            )
            self.list.addItem(QListWidgetItem(said))
        self._right.setVisible(bool(self._series))
        if self._series:
            self.list.setCurrentRow(min(max(0, chosen), len(self._series) - 1))
        else:
            self.list.addItem(QListWidgetItem(text("client.library.no-series")))
            self.list.item(0).setFlags(Qt.ItemFlag.NoItemFlags)

    def _title(self, series: Series) -> str:
        if series.season is not None:
            return series.season.name
        return self._catalogue.text("client.library.evening", day=self._day(datetime.fromtimestamp(series.matches[0].when)))

    def _day(self, day: date) -> str:
        return self._catalogue.day(day)

    def _show_series(self, number: int) -> None:
        if not 0 <= number < len(self._series):
            return
        series = self._series[number]
        text = self._catalogue.text
        self.title.setText(self._title(series))
        about = self._catalogue.listed(series.people)
        if series.season is not None:
            since = self._day(series.season.since)
            if series.season.until is None:
                about = text("client.library.season-open", people=about, since=since)
            else:
                about = text("client.library.season-closed", people=about, since=since, until=self._day(series.season.until))
        self.about.setText(about)
        self.remove_button.setVisible(series.season is not None)
        lines = standings(series)
        rows = [[line.name, f"{line.place}.", str(line.played), str(line.won), str(line.beaten)] for line in lines]
        self.table.show_rows(rows, strong=sum(line.place == 1 for line in lines))
        emptied(self._games)
        for place, match in enumerate(reversed(series.matches[-MOST_MATCHES:])):
            self._games.addWidget(self._match(place, match))

    def _match(self, number: int, match: Match) -> QFrame:
        text = self._catalogue.text
        frame = QFrame()
        frame.setObjectName(f"series-game-{number}")
        frame.setProperty("role", "inset")
        row = QHBoxLayout(frame)
        row.setContentsMargins(14, 8, 10, 8)
        words = QVBoxLayout()
        words.setSpacing(2)
        title = text(
            "client.library.match", game=text(f"{match.record.game}.title"), when=when_text(self._catalogue, match.when)
        )
        words.addWidget(label(title, "strong"))
        words.addWidget(label(result_text(self._catalogue, match.record)))
        row.addLayout(words, 1)
        watch = partial(self.watch.emit, match.file)
        row.addWidget(button(text("client.library.watch"), f"series-watch-{number}", watch, "link"))
        return frame

    # -- seasons -------------------------------------------------------------------------------------------------------

    def _open_form(self) -> None:
        """Show the fields of a new season, which by default begins with the first game."""
        if self.form.isHidden() and self._matches:
            self.since.setDate(QDate(*datetime.fromtimestamp(self._matches[0].when).date().timetuple()[:3]))
        self.form.show()

    def _add(self) -> None:
        name = " ".join(self.season_name.text().split())
        people = self.people.currentData()
        if not name or not people:
            self.season_name.setFocus()
            return
        since = _date(self.since.date())
        until = None if self.open.isChecked() else _date(self.until.date())
        if until is not None and until < since:
            self.told.emit(message("client.library.season.too-early"))
            self.until.setFocus()
            return
        season = Season(name, tuple(people), since, until)
        if self._keep([season, *load(self._home)]):
            self.season_name.clear()
            self.form.hide()
            self._list()

    def _remove(self) -> None:
        number = self.list.currentRow()
        seasons = load(self._home)
        if 0 <= number < len(seasons):
            del seasons[number]
            if self._keep(seasons):
                self._list(number)

    def _keep(self, seasons: list[Season]) -> bool:
        try:
            save(self._home, seasons)
        except OSError as error:
            self.told.emit(message("client.library.season.not-kept", why=error.strerror or str(error)))
            return False
        return True


def _begins_like(series: Series, before: Series) -> bool:
    """Whether this is the same season, or the same evening, perhaps with more games."""
    if series.season is not None or before.season is not None:
        return series.season == before.season
    return series.matches[0].when == before.matches[0].when and group_of(series.people) == group_of(before.people)


def _date(day: QDate) -> date:
    return date(day.year(), day.month(), day.day())
