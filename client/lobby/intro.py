"""A short introduction for somebody who chooses a game: a picture, the number of players, length, difficulty and subject."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from client.lessons.lesson import games_with_lessons
from client.look import theme
from client.messages import Catalogue
from client.pages.bricks import button, label
from client.pictures.frame import PictureFrame
from client.pictures.picture import COVER, pictured
from client.table.topics import Measure, measure_of
from rules.contract import Game

SIZE = QSize(270, 162)
"""The picture's size, in pixels at the usual text size."""

LEAST_WIDE = 560
"""The least width with space for the picture, at the usual text size."""


class Introduction(QWidget):
    """Introduces a game.

    Signals:
        learn: the person wants to learn it.
        elsewhere: the person would rather host it (on a page that plays here), or play it here (on one that hosts).
    """

    learn = Signal()
    elsewhere = Signal()

    def __init__(self, catalogue: Catalogue, page: str, hosting: bool) -> None:
        """``page`` is the prefix of the widgets' names."""
        super().__init__()
        self._catalogue = catalogue
        self._pictured = True
        text = catalogue.text
        self.picture = PictureFrame(catalogue, SIZE, f"{page}-picture")
        self.measure = label("", "strong", f"{page}-measure")
        self.about = label("", "soft", f"{page}-about")
        self._words = words = QVBoxLayout()
        words.setSpacing(8)
        words.addWidget(self.measure)
        words.addWidget(self.about)
        words.addStretch(1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self.lessons = button(text("client.setup.learn"), f"{page}-learn", self.learn.emit)
        buttons.addWidget(self.lessons)
        other = "client.setup.play-here" if hosting else "client.setup.host"
        buttons.addWidget(button(text(other), f"{page}-elsewhere", self.elsewhere.emit))
        buttons.addStretch(1)
        words.addLayout(buttons)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.picture)
        row.addLayout(words, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the picture if space is short, since the text matters more."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.picture.setVisible(self._pictured and self.width() >= LEAST_WIDE * theme.scale())

    def minimumSizeHint(self) -> QSize:
        """The size without the picture."""
        return QSize(self._words.minimumSize().width(), super().minimumSizeHint().height())

    def show_game(self, game: type[Game]) -> None:
        """Introduce this game. The picture and the lessons are there only if the game has them."""
        text = self._catalogue.text
        if pictured(game.id) != self._pictured:
            self._pictured = not self._pictured
            self._fit()
        self.lessons.setVisible(game.id in games_with_lessons())
        self.picture.show_picture(game.id, COVER, text("client.setup.picture", game=text(game.title)))
        self.about.setText(text(f"{game.id}.about"))
        few, most = game.seats[0], game.seats[-1]
        said = [
            text("client.setup.players-always", count=few) if few == most else text("client.setup.players", few=few, many=most)
        ]
        measure = measure_of(game.id)
        if measure is not None:
            said += [self._turns(measure, few, most), text(f"client.setup.level.{measure.level}")]
        self.measure.setText(" · ".join(said))

    def _turns(self, measure: Measure, few: int, most: int) -> str:
        """How long a game is with the fewest and with the most players."""
        if few == most:
            return self._catalogue.text("client.setup.turns-always", turns=measure.turns[0])
        return self._catalogue.text("client.setup.turns", few=few, many=most, long=measure.turns[0], short=measure.turns[1])
