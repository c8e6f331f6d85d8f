"""The page of the library, with tabs for games, statistics and series."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QStackedWidget

from client.library.library import Library
from client.messages import Catalogue
from client.pages.bricks import Page
from client.pages.library.games import GamesTab
from client.pages.library.series import SeriesTab
from client.pages.library.statistics import StatisticsTab
from client.system.settings import Settings


class LibraryPage(Page):
    """All saved games.

    Signals:
        resume, watch: the person wants to continue a saved game, or to look at it (its path).
        again: the person wants to play another game like a saved one (its :class:`~client.library.record.Record`).
        told: a sentence to show across the window.
    """

    resume = Signal(object)
    watch = Signal(object)
    again = Signal(object)
    told = Signal(object)

    def __init__(self, catalogue: Catalogue, library: Library, settings: Settings, home: Path) -> None:
        super().__init__(catalogue, "library-page", catalogue.text("client.library.title"))
        self.games = GamesTab(catalogue, library)
        self.statistics = StatisticsTab(catalogue, library, settings)
        self.series = SeriesTab(catalogue, library, home)
        self.tabs = QStackedWidget()
        self._group = QButtonGroup(self)
        for number, (name, tab) in enumerate((("games", self.games), ("statistics", self.statistics), ("series", self.series))):
            self.tabs.addWidget(tab)
            choice = QPushButton(catalogue.text(f"client.library.tab.{name}"))
            choice.setObjectName(f"library-tab-{name}")
            choice.setProperty("role", "choice")
            choice.setCheckable(True)
            self._group.addButton(choice, number)
            self.top.addWidget(choice)
        self._group.idClicked.connect(self.turn_to)
        self.columns.addWidget(self.tabs)
        self.games.resume.connect(self.resume)
        self.games.watch.connect(self.watch)
        self.games.again.connect(self.again)
        self.series.watch.connect(self.watch)
        self.series.told.connect(self.told)
        self._library = library

    def begin(self) -> None:
        """Show the tab that was open last, with current contents."""
        self.turn_to(max(0, self._group.checkedId()))

    def turn_to(self, number: int) -> None:
        """Open a tab."""
        self._group.button(number).setChecked(True)
        self.tabs.setCurrentIndex(number)
        (self.games, self.statistics, self.series)[number].begin()
