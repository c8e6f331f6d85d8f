"""The transition to another page: it fades in from the table's colour. It never blocks a click."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QEvent, QObject, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from client.look import theme
from client.look.lies_on import lies_on

TURN_MS = 170
"""How long a page takes to appear."""

_THICK = 0.85
"""The veil's opacity at first, from 0 to 1."""

_HIGH = 64
"""The height of the strips that it is painted of, in pixels."""


class Veil(QWidget):
    """Covers the pages while one appears, and lets every click and key through."""

    def __init__(self, pages: QWidget) -> None:
        super().__init__(pages)
        self.setObjectName("veil")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._left = 0.0
        self._motion = QVariantAnimation(self)
        self._motion.setStartValue(_THICK)
        self._motion.setEndValue(0.0)
        self._motion.setDuration(TURN_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._thin)
        self._motion.finished.connect(self.hide)
        self._strip = QPixmap()
        """A strip of the table's colour. Qt copies it faster than it fills an area that lets something show through: for that
        it waits for threads of its own.
        """
        self._of = QColor()
        pages.installEventFilter(self)
        self.hide()

    def draw(self) -> None:
        """Cover the page that has just come, and fade out."""
        self.setGeometry(lies_on(self).rect())
        self._left = _THICK
        self.show()
        self.raise_()
        self._motion.stop()
        self._motion.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the pages."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(lies_on(self).rect())
        return False

    def _thin(self, left: object) -> None:
        assert isinstance(left, float)
        self._left = left
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the table's colour with the current opacity."""
        colour = QColor(theme.palette().table)
        if self._strip.width() != self.width() or colour != self._of:
            self._strip, self._of = QPixmap(self.width(), _HIGH), colour
            self._strip.fill(colour)
        painter = QPainter(self)
        painter.setOpacity(self._left)
        for top in range(0, self.height(), _HIGH):
            painter.drawPixmap(0, top, self._strip)
        painter.end()
