"""The cards of the games on the start page: a scene, the game's name, and the ways to play it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout

from client.boards.posters import POSTERS, painted, sketch
from client.look import theme
from client.look.plain import give_tip
from client.messages import Catalogue
from client.table import art

MARGIN = 7
"""Pixels of the card around its picture."""

WORDS = 50
"""Pixels below the picture, for the text."""

LEAST = QSize(150, 176)
"""The smallest card."""

MARK = 28
"""The size of a card's small buttons, in pixels."""

SETTLED_MS = 120
"""How long a card must keep its size before its picture is painted anew, in milliseconds."""


class MarkButton(QPushButton):
    """A small button of a card: a drawing, with its text in a tooltip."""

    def __init__(self, name: str, drawing: str, said: str, pressed: Callable[[], object]) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setProperty("role", "mark")
        self.setAccessibleName(said)
        give_tip(self, said)
        self.setAutoDefault(True)
        self._drawing = drawing
        side = round(MARK * theme.scale())
        self.setFixedSize(side, side)
        self.clicked.connect(lambda: pressed())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the drawing in the middle."""
        super().paintEvent(event)
        high = round(self.height() * 0.62)
        drawn = art.pixmap(f"icons/{self._drawing}", high, theme.palette().text, self.devicePixelRatioF())
        size = drawn.deviceIndependentSize()
        painter = QPainter(self)
        painter.drawPixmap(QPointF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2), drawn)
        painter.end()


class GameCard(QPushButton):
    """One game: a press starts it here; the small buttons host it or teach it.

    In the first frame the picture is a sketch; the whole scene follows when there is time.

    Signals:
        hosted, taught: the person wants to host a table of this game, or to learn it.
    """

    hosted = Signal()
    taught = Signal()

    def __init__(self, catalogue: Catalogue, game: str) -> None:
        super().__init__()
        self.game = game
        self._scene = QPixmap()
        self._scene_of: tuple[QSize, bool] | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._paint_scene)
        text, poster = catalogue.text, POSTERS[game]
        title = text(f"poster.{game}.title")  # not the game's own key: that would read all of the game's texts
        if poster.few == poster.many:
            about = text("poster.about-always", count=poster.few, minutes=poster.minutes)
        else:
            about = text("poster.about", few=poster.few, many=poster.many, minutes=poster.minutes)
        self.setObjectName(f"start-game-{game}")
        self.setProperty("role", "action")
        self.setAccessibleName(text("poster.play", game=title))
        self.setAccessibleDescription(f"{about}. {text(f'poster.{game}')}")
        give_tip(self, text(f"poster.{game}"))
        self.setAutoDefault(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        scale = theme.scale()
        self.setMinimumSize(LEAST * scale)
        self._catalogue, self._title, self._about = catalogue, title, about

    def _add_marks(self) -> None:
        """Add the small buttons, which can wait until the page is shown."""
        text, margin = self._catalogue.text, round(MARGIN * theme.scale())
        column = QVBoxLayout(self)
        column.setContentsMargins(margin + 5, margin + 5, margin + 5, margin)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addStretch(1)
        host, learn = (text(f"poster.{what}", game=self._title) for what in ("host", "learn"))
        row.addWidget(MarkButton(f"start-host-{self.game}", "host", host, self.hosted.emit))
        row.addWidget(MarkButton(f"start-learn-{self.game}", "learn", learn, self.taught.emit))
        column.addLayout(row)
        column.addStretch(1)

    def sizeHint(self) -> QSize:
        """As much space as the page has for it."""
        return self.minimumSize() * 1.4

    def _place(self) -> QRect:
        """The picture's rectangle: everything above the text."""
        margin = round(MARGIN * theme.scale())
        return QRect(margin, margin, self.width() - 2 * margin, max(1, self.height() - margin - round(WORDS * theme.scale())))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture above the text, with the card's round corners."""
        super().paintEvent(event)
        margin, colours = round(MARGIN * theme.scale()), theme.palette()
        place = QRectF(self._place())
        frame = QPainterPath()
        frame.addRoundedRect(place, margin, margin)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipPath(frame)
        wanted = (self._place().size(), colours.dark)
        if self._scene_of is None:
            sketch(painter, self.game, place)
        else:
            painter.drawPixmap(place, self._scene, QRectF(self._scene.rect()))
        if self._scene_of != wanted and not self._soon.isActive():
            self._soon.start(0 if self._scene_of is None else SETTLED_MS)
        painter.setClipping(False)
        if self._scene_of is not None:  # in the first frame no pen is set, because that makes all enumerations of Qt
            painter.setPen(QPen(QColor(colours.line), 1))
            painter.drawPath(frame)
        self._paint_words(painter, place)
        painter.end()

    def _paint_words(self, painter: QPainter, above: QRectF) -> None:
        scale, colours = theme.scale(), theme.palette()
        left, room = above.left() + 5 * scale, int(above.width() - 8 * scale)
        lines = (
            (self._title, theme.font(14 * scale, QFont.Weight.DemiBold), colours.text, 21),
            (self._about, theme.font(12 * scale), colours.soft, 38),
        )
        for said, font, colour, down in lines:
            painter.setFont(font)
            if self._scene_of is not None:
                painter.setPen(QColor(colour))
            metrics = painter.fontMetrics()
            if metrics.horizontalAdvance(said) > room:
                from PySide6.QtCore import Qt  # imported late for the sake of the first frame: see client.pages.bricks

                said = metrics.elidedText(said, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QPointF(left, above.bottom() + down * scale), said)

    def _paint_scene(self) -> None:
        """Paint the whole scene, at the current size and in the current colours."""
        if self.layout() is None:
            self._add_marks()
        size, dusk = self._place().size(), theme.palette().dark
        self._scene = painted(self.game, size, dusk, self.devicePixelRatioF())
        self._scene_of = (size, dusk)
        self.update()
