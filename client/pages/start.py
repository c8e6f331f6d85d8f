"""The first page: play here, host, join, or go on with a saved game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
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

from client.look import theme
from client.look.plain import Label
from client.messages import Catalogue
from client.pages.bricks import Panel, button, emptied, label, middle_of, scrolled
from client.pages.saved import SavedGame
from client.system.settings import NAME_LENGTH, Settings, tidy_name
from client.table import art

ICON_PIXELS = 34


class Picture(QWidget):
    """A drawing, as large as its place allows."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._size = art.drawing(name).viewBoxF().size().toSize()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 140)

    def sizeHint(self) -> QSize:
        """The drawing's own size."""
        return self._size

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it in the middle."""
        scale = min(self.width() / self._size.width(), self.height() / self._size.height())
        width, height = scale * self._size.width(), scale * self._size.height()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        art.paint(painter, self._name, QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height))
        painter.end()


class Action(QPushButton):
    """A large button with a drawing, a title and what it does in a line."""

    def __init__(self, name: str, drawing: str, title: str, explained: str, pressed: Callable[[], object]) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("role", "action")
        self.setAccessibleName(title)
        self.setAccessibleDescription(explained)
        self.setAutoDefault(True)
        self.setMinimumHeight(92)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.clicked.connect(lambda: pressed())
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 12, 16, 12)
        row.setSpacing(14)
        picture = Label()
        ratio = self.devicePixelRatioF()
        picture.setPixmap(art.pixmap(f"icons/{drawing}", ICON_PIXELS, theme.palette().text, ratio))
        row.addWidget(picture)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(label(title, "title"))
        words.addWidget(label(explained, "soft"))
        words.addStretch(1)
        row.addLayout(words, 1)

    def sizeHint(self) -> QSize:
        """As large as its words need."""
        inside = self.layout()
        return inside.sizeHint() if inside is not None else super().sizeHint()


class StartPage(QWidget):
    """The way into everything.

    Signals:
        offline, learn, host, join, preferences, about: the person wants that page.
        resume: a saved game is to go on (its path).
        watch: a saved game is to be looked at (its path).
        removed: a file that is no game is to go out of the way (its path).
        renamed: the person's name was changed in the settings.
        answered: the person has said whether to see the lessons, at the first start.
        library: the person wants to see all games.
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

    def __init__(self, catalogue: Catalogue, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("start-page")
        self._catalogue = catalogue
        self._settings = settings
        self._saved: list[SavedGame] | None = None
        text = catalogue.text
        outer = QHBoxLayout(self)
        outer.setContentsMargins(36, 28, 36, 24)
        halves = QHBoxLayout(middle_of(outer))
        halves.setContentsMargins(0, 0, 0, 0)
        halves.setSpacing(36)
        halves.addLayout(self._left(), 9)
        halves.addLayout(self._right(), 11)
        self.setAccessibleName(text("client.start.title"))

    def begin(self) -> None:
        """Show the page with the person's name of now."""
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
        """Ask for a game file, without stopping anything."""
        from PySide6.QtCore import Qt  # neither of which anybody needs to see the page
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self, self._catalogue.text("client.start.choose-file"))
        dialog.setObjectName("open-dialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self._catalogue.text("client.start.files"), self._catalogue.text("client.start.all-files")])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.watch.emit(Path(name)))
        dialog.open()

    def _left(self) -> QVBoxLayout:
        text = self._catalogue.text
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(label(text("client.start.title"), "hero", "start-title", wrap=False))
        column.addWidget(label(text("client.start.tagline"), "soft"))
        column.addWidget(Picture("castles"), 1)
        row = QHBoxLayout()
        row.setSpacing(10)
        you = label(text("client.start.you"), wrap=False)
        row.addWidget(you)
        self.name = QLineEdit()
        self.name.setObjectName("start-name")
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setMaximumWidth(240)
        self.name.setPlaceholderText(text("client.start.your-name"))
        self.name.setAccessibleName(text("client.start.you"))
        self.name.editingFinished.connect(self._rename)
        you.setBuddy(self.name)
        row.addWidget(self.name, 1)
        row.addStretch(1)
        row.addWidget(button(text("client.settings.title"), "start-settings", self.preferences.emit, "link"))
        row.addWidget(button(text("client.about.title"), "start-about", self.about.emit, "link"))
        column.addLayout(row)
        return column

    def _right(self) -> QVBoxLayout:
        text = self._catalogue.text
        column = QVBoxLayout()
        column.setSpacing(16)
        grid = QGridLayout()
        grid.setSpacing(12)
        actions = (
            ("offline", self.offline.emit),
            ("learn", self.learn.emit),
            ("host", self.host.emit),
            ("join", self.join.emit),
        )
        made = []
        for place, (name, pressed) in enumerate(actions):
            title, explained = text(f"client.start.{name}"), text(f"client.start.{name}.help")
            made.append(Action(f"start-{name}", name, title, explained, pressed))
            grid.addWidget(made[-1], place // 2, place % 2)
        self.offline_button = made[0]
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        saved = Panel(name="saved")
        saved.setAccessibleName(text("client.start.saved"))
        above = QHBoxLayout()
        heading = label(text("client.start.saved").upper(), "heading", wrap=False)
        heading.setAccessibleName(text("client.start.saved"))
        above.addWidget(heading)
        above.addStretch(1)
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
        listed.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # what the entries above leave
        saved.body.addWidget(listed, 1)
        below = QHBoxLayout()
        below.addStretch(1)
        about = text("client.start.open.help")
        below.addWidget(button(text("client.start.open"), "start-open", self.choose_file, "link", about))
        saved.body.addLayout(below)
        column.addWidget(saved, 1)
        return column

    def _offer(self) -> QFrame:
        """The question of the first start: begin with a lesson?"""
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
        self._settings.lessons_offered = True
        self.offer.hide()
        self.answered.emit()
        if yes:
            self.learn.emit()

    def _game(self, number: int, game: SavedGame) -> QFrame:
        from PySide6.QtCore import QDateTime, QLocale  # not before there is a game to list

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
        when = QLocale(self._catalogue.language).toString(
            QDateTime.fromSecsSinceEpoch(int(game.changed.timestamp())), text("client.date-format")
        )
        if game.problem is None:
            state = text("client.saved.over" if game.over else "client.saved.open")
            told = ", ".join(game.players)
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
        frame.setAccessibleName(text("client.saved.name", game=title, players=", ".join(game.players), when=when))
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
