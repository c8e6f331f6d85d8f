"""The caption: what has just happened, shown for a moment in a corner of the board, in two lines at most."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from client.look import theme
from client.look.lies_on import lies_on
from client.table.density import Density

STAYS_MS = 5000
LINES = 2
"""As many lines as fit several sentences. A first sentence that does not fit by itself has one line more."""

PART, WIDEST = 0.34, 0.49
"""The largest share of the board's width for a caption, and for a single sentence that would otherwise be cut off."""


class Caption(QWidget):
    """A plate with the colour of a seat at its edge. Clicks go through it to the board.

    It shows whole sentences from the beginning of its text, as many as fit. If one that matters most would be left out, those
    that matter come first.

    Attributes:
        below: pixels at the bottom of the board that it leaves free for the board's buttons.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("caption")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._sentences: list[str] = []
        self._told: list[str] = []  # the same in the order in which they are shown
        self._weighty: Collection[str] = ()
        self._seat = -1
        self.below = 0
        self._density = Density()
        self._lines: list[str] = []
        self._over = QTimer(self)
        self._over.setSingleShot(True)
        self._over.setInterval(STAYS_MS)
        self._over.timeout.connect(self.hide)
        self.hide()

    @property
    def text(self) -> str:
        """The whole text."""
        return " ".join(self._sentences)

    def say(self, sentences: list[str], seat: int, weighty: Collection[str] = ()) -> None:
        """Show what a seat did, sentence by sentence. What does not fit into two lines is in the log.

        ``weighty`` are the sentences that matter most.
        """
        self._sentences, self._seat, self._weighty = sentences, seat, weighty
        self.setAccessibleName(self.text)
        if not sentences:
            self.hide()
            return
        self.place()
        self.show()
        self.raise_()
        self.update()
        self._over.start()

    def set_density(self, density: Density) -> None:
        """Fit the available space."""
        self._density = density
        self.place()

    def place(self) -> None:
        """Move to the lower left corner, which no board fills, above any buttons that the board has there."""
        self._told = self._sentences
        self._fit()
        shown = " ".join(self._lines)
        if any(said not in shown for said in self._weighty):
            self._told = sorted(self._sentences, key=lambda said: said not in self._weighty)
            self._fit()

    def _fit(self) -> None:
        board = lies_on(self)
        px = self._density.px
        metrics = QFontMetrics(self._font())
        most = max(px(180), round(board.width() * PART))
        widest = round(board.width() * WIDEST)
        while most < widest and len(_broken(self._told[0] if self._told else "", metrics, most - px(28))) > LINES:
            most = min(widest, most + px(20))
        needed = metrics.horizontalAdvance(self.text) + px(30)
        self.setFixedWidth(min(most, needed))
        self._lines = self.shown_lines()
        high = metrics.lineSpacing() * max(1, len(self._lines)) + px(14)
        self.setFixedHeight(high)
        self.move(8, board.height() - high - 8 - self.below)

    def shown_lines(self) -> list[str]:
        """The painted text: the sentences that fit. The first one gets another line if it needs it, and is cut off then."""
        metrics = QFontMetrics(self._font())
        room = self.width() - self._density.px(28)
        lines = _broken(self._told[0], metrics, room) if self._told else []
        for count in range(2, len(self._told) + 1):
            longer = _broken(" ".join(self._told[:count]), metrics, room)
            if len(longer) > LINES:
                break
            lines = longer
        lines[LINES:] = [metrics.elidedText(rest, Qt.TextElideMode.ElideRight, room) for rest in lines[LINES:]]
        return lines

    def _font(self) -> QFont:
        return theme.font(self._density.px(14), QFont.Weight.DemiBold)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the plate and its lines."""
        colours, px = theme.palette(), self._density.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colours.line))
        painter.setBrush(QColor(colours.panel))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), px(8), px(8))
        if self._seat >= 0:
            painter.fillRect(QRect(0, px(6), px(5), self.height() - px(12)), theme.seat_colour(self._seat))
        painter.setFont(self._font())
        painter.setPen(QColor(colours.text))
        step = painter.fontMetrics().lineSpacing()
        for number, line in enumerate(self._lines):
            box = QRect(px(14), px(7) + number * step, self.width() - px(22), step)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, line)
        painter.end()


def _broken(text: str, metrics: QFontMetrics, room: int) -> list[str]:
    """A text broken between words into lines of this width; text beyond ``LINES`` lines gives one line more."""
    lines: list[str] = []
    words = text.split()
    while words:
        if len(lines) == LINES:
            return [*lines, " ".join(words)]
        line = words.pop(0)
        while words and metrics.horizontalAdvance(f"{line} {words[0]}") <= room:
            line = f"{line} {words.pop(0)}"
        lines.append(line)
    return lines
