"""The first page: play here, host, join, or continue a saved game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from client.boards.posters import POSTERS
from client.look import theme
from client.look.plain import Label
from client.messages import Catalogue
from client.pages.bricks import Panel, button, emptied, label, middle_of, scrolled
from client.pages.gamecards import GameCard
from client.pages.portraitbutton import PortraitButton
from client.pages.saved import SavedGame
from client.system.settings import NAME_LENGTH, Settings, tidy_name
from client.table import art

ICON_PIXELS = 34

NARROW, LOW = 1000, 660
"""The least size that shows all actions in full. A narrower page stacks them; a lower one also drops the explanations."""


class Action(QPushButton):
    """A large button with a drawing, a title, and a line that explains it."""

    def __init__(self, name: str, drawing: str, title: str, explained: str, pressed: Callable[[], object]) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("role", "action")
        self.setAccessibleName(title)
        self.setAccessibleDescription(explained)
        self.setAutoDefault(True)
        self.setMinimumHeight(round(48 * theme.scale()))
        self.setMaximumHeight(round(124 * theme.scale()))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.clicked.connect(lambda: pressed())
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 16, 6)
        row.setSpacing(14)
        picture = Label()
        ratio = self.devicePixelRatioF()
        picture.setPixmap(art.pixmap(f"icons/{drawing}", ICON_PIXELS, theme.palette().text, ratio))
        row.addWidget(picture)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(label(title, "title"))
        self.explained = label(explained, "soft")
        words.addWidget(self.explained)
        words.addStretch(1)
        row.addLayout(words, 1)

    def sizeHint(self) -> QSize:
        """As large as its text needs."""
        inside = self.layout()
        return inside.sizeHint() if inside is not None else super().sizeHint()


class StartPage(QWidget):
    """The page from which everything starts.

    Signals:
        offline, learn, host, join, preferences, about: the person wants that page.
        resume: the person wants to continue a saved game (its path).
        watch: the person wants to look at a saved game (its path).
        removed: the person wants a file that is no game out of the way (its path).
        renamed: the person's name was changed in the settings.
        answered: the person has answered the offer of lessons at the first start.
        library: the person wants to see all games.
        puzzles: the person wants to solve puzzles.
        play_game, host_game, learn_game: the person wants to play this game here, host it or learn it (its id).
    """

    offline = Signal()
    learn = Signal()
    host = Signal()
    join = Signal()
    preferences = Signal()
    about = Signal()
    resume = Signal(object)
    watch = Signal(object)
    removed = Signal(object)
    renamed = Signal()
    answered = Signal()
    library = Signal()
    puzzles = Signal()
    play_game = Signal(str)
    host_game = Signal(str)
    learn_game = Signal(str)

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("start-page")
        self._catalogue = catalogue
        self._settings = settings
        self._saved: list[SavedGame] | None = None
        text = catalogue.text
        outer = QHBoxLayout(self)
        outer.setContentsMargins(36, 28, 36, 24)
        column = QVBoxLayout(middle_of(outer))
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(14)
        column.addLayout(self._top())
        column.addLayout(self._cards(), 6)
        below = QHBoxLayout()
        below.setSpacing(14)
        below.addLayout(self._actions(), 10)
        below.addWidget(self._shelf(), 11)
        column.addLayout(below, 5)
        self.setAccessibleName(text("client.start.title"))

    def begin(self) -> None:
        """Show the page with the person's current name."""
        self.name.setText(self._settings.name)
        self.offline_button.setFocus()

    def show_games(self, saved: Sequence[SavedGame]) -> None:
        """List these saved games."""
        if self._saved == list(saved):
            return
        self._saved = list(saved)
        emptied(self._games)
        if not saved:
            self._games.addWidget(label(self._catalogue.text("client.start.no-games"), "soft", "saved-none"))
        for number, game in enumerate(saved):
            self._games.addWidget(self._game(number, game))
        self._games.addStretch(1)

    def choose_file(self) -> None:
        """Ask for a game file, without blocking anything."""
        from PySide6.QtCore import Qt  # the page is shown without either
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self, self._catalogue.text("client.start.choose-file"))
        dialog.setObjectName("open-dialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self._catalogue.text("client.start.files"), self._catalogue.text("client.start.all-files")])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.watch.emit(Path(name)))
        dialog.open()

    def _top(self) -> QHBoxLayout:
        """The program's name, and the person's name."""
        text = self._catalogue.text
        row = QHBoxLayout()
        row.setSpacing(10)
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(label(text("client.start.title"), "display", "start-title", wrap=False))
        titles.addWidget(label(text("client.start.tagline"), "soft"))
        row.addLayout(titles, 1)
        self.name = QLineEdit()
        self.name.setObjectName("start-name")
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setMinimumWidth(round(150 * theme.scale()))
        self.name.setPlaceholderText(text("client.start.your-name"))
        self.name.setAccessibleName(text("client.start.you"))
        self.name.editingFinished.connect(self._rename)
        self.portrait = PortraitButton(self._catalogue, self._settings, "start-portrait", 30)
        row.addWidget(self.portrait)
        row.addWidget(self.name)
        help = text("client.start.puzzles.help")
        row.addWidget(button(text("client.start.puzzles"), "start-puzzles", self.puzzles.emit, "link", help))
        row.addWidget(button(text("client.settings.title"), "start-settings", self.preferences.emit, "link"))
        row.addWidget(button(text("client.about.title"), "start-about", self.about.emit, "link"))
        return row

    def _cards(self) -> QHBoxLayout:
        """An illustrated card for each game."""
        row = QHBoxLayout()
        row.setSpacing(14)
        self.cards = [GameCard(self._catalogue, game) for game in POSTERS]
        for card in self.cards:
            card.clicked.connect(lambda _=False, game=card.game: self.play_game.emit(game))
            card.hosted.connect(lambda game=card.game: self.host_game.emit(game))
            card.taught.connect(lambda game=card.game: self.learn_game.emit(game))
            row.addWidget(card, 1)
        return row

    def _actions(self) -> QGridLayout:
        """The actions that lead to a table."""
        text = self._catalogue.text
        self._grid = grid = QGridLayout()
        grid.setSpacing(12)
        actions = (
            ("offline", self.offline.emit),
            ("learn", self.learn.emit),
            ("host", self.host.emit),
            ("join", self.join.emit),
        )
        self._ways: list[Action] = []
        for name, pressed in actions:
            title, explained = text(f"client.start.{name}"), text(f"client.start.{name}.help")
            self._ways.append(Action(f"start-{name}", name, title, explained, pressed))
        self.offline_button = self._ways[0]
        self._across = 0
        return grid

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the new size."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Fit another theme or text size, which may come after the window's size has changed."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "cards"):
            self._fit()

    def _fit(self) -> None:
        """Put two actions beside each other if their texts fit, and keep cards no taller than they are wide."""
        scale = theme.scale()
        across = 2 if self.width() >= NARROW * scale else 1
        if across != self._across:
            self._across = across
            for place, way in enumerate(self._ways):
                self._grid.addWidget(way, place // across, place % across)
                self._grid.setRowStretch(place // across, 100)
            self._grid.setColumnStretch(1, across - 1)
            self._grid.setColumnStretch(0, 1)
            self._grid.setRowStretch(4, 1)
        told = across == 2 or self.height() >= LOW * scale
        highest = round(min(self.width(), 1360 * scale) / len(self.cards))
        for way in self._ways:
            way.explained.setVisible(told)
        for card in self.cards:
            card.setMaximumHeight(highest)

    def _shelf(self) -> Panel:
        """The saved games."""
        text = self._catalogue.text
        saved = Panel(name="saved")
        saved.setAccessibleName(text("client.start.saved"))
        above = QHBoxLayout()
        heading = label(text("client.start.saved").upper(), "heading", wrap=False)
        heading.setAccessibleName(text("client.start.saved"))
        above.addWidget(heading)
        above.addStretch(1)
        about = text("client.start.open.help")
        above.addWidget(button(text("client.start.open"), "start-open", self.choose_file, "link", about))
        help = text("client.start.library.help")
        above.addWidget(button(text("client.start.library"), "start-library", self.library.emit, help=help))
        saved.body.addLayout(above)
        if not self._settings.lessons_offered:
            saved.body.addWidget(self._offer())
        holder = QWidget()
        self._games = QVBoxLayout(holder)
        self._games.setContentsMargins(0, 0, 6, 0)
        self._games.setSpacing(8)
        listed = scrolled(holder, "saved-list")
        listed.setMinimumHeight(48)
        listed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # the height left by the entries above
        saved.body.addWidget(listed, 1)
        return saved

    def _offer(self) -> QFrame:
        """The question at the first start: begin with a lesson?"""
        text = self._catalogue.text
        self.offer = frame = QFrame()
        frame.setObjectName("lessons-offer")
        frame.setProperty("role", "inset")
        column = QVBoxLayout(frame)
        column.setContentsMargins(14, 9, 10, 9)
        column.addWidget(label(text("client.start.new"), "strong", "lessons-offer-about"))
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(button(text("client.start.new.no"), "lessons-offer-no", lambda: self._answer(False), "link"))
        row.addWidget(button(text("client.start.new.yes"), "lessons-offer-yes", lambda: self._answer(True), "primary"))
        column.addLayout(row)
        return frame

    def _answer(self, yes: bool) -> None:
        self.end_offer()
        if yes:
            self.learn.emit()

    def end_offer(self) -> None:
        """Remove the offer of lessons: the person has answered it, or found the lessons."""
        if not self._settings.lessons_offered:
            self._settings.lessons_offered = True
            self.offer.hide()
            self.answered.emit()

    def _game(self, number: int, game: SavedGame) -> QFrame:
        text = self._catalogue.text
        frame = QFrame()
        frame.setObjectName(f"saved-{number}")
        frame.setProperty("role", "inset")
        row = QHBoxLayout(frame)
        row.setContentsMargins(14, 9, 10, 9)
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(2)
        title = text(game.title)
        words.addWidget(label(title, "strong", f"saved-{number}-title"))
        when = self._catalogue.moment(game.changed)
        if game.problem is None:
            state = text("client.saved.over" if game.over else "client.saved.open")
            told = self._catalogue.listed(game.players, "row")
            if game.record is not None:
                from client.pages.library.said import result_text, state_text

                state = state_text(self._catalogue, game.record)
                told = result_text(self._catalogue, game.record) if game.record.end else told
            words.addWidget(label(told, name=f"saved-{number}-players"))
            words.addWidget(label(text("client.saved.line", when=when, state=state), "soft", f"saved-{number}-state"))
        else:
            words.addWidget(label(text(game.problem), "error", f"saved-{number}-problem"))
            words.addWidget(label(game.file.name, "soft"))
        row.addLayout(words, 1)
        frame.setAccessibleName(text("client.saved.name", game=title, players=self._catalogue.listed(game.players), when=when))
        if game.problem is not None:
            remove = text("client.saved.remove")
            row.addWidget(button(remove, f"saved-{number}-remove", lambda: self.removed.emit(game.file), "link"))
        else:
            watch = button(text("client.saved.watch"), f"saved-{number}-watch", lambda: self.watch.emit(game.file), "link")
            row.addWidget(watch)
            if not game.over:
                row.addWidget(button(text("client.saved.go-on"), f"saved-{number}-resume", lambda: self.resume.emit(game.file)))
        return frame

    def _rename(self) -> None:
        name = tidy_name(self.name.text())
        self.name.setText(name)
        if name != self._settings.name:
            self._settings.name = name
            self.renamed.emit()
