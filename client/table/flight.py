"""A picture that flies over the table, such as money to its owner."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QPoint, QPropertyAnimation, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QWidget

FLIGHT_MS = 300


class Flight(QLabel):
    """A flying picture, which removes itself when it arrives.

    Attributes:
        goal: where its top left corner will be then.
    """

    def __init__(self, picture: QPixmap, start: QPoint, end: QPoint, speed: float, over: QWidget) -> None:
        """``start`` and ``end`` are centres in the coordinates of ``over``."""
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setPixmap(picture)
        self.adjustSize()
        half = QPoint(self.width() // 2, self.height() // 2)
        self.move(start - half)
        self.show()
        self.raise_()
        self._course = QPropertyAnimation(self, b"pos", self)
        self._course.setDuration(max(1, round(FLIGHT_MS / speed)))
        self._course.setStartValue(start - half)
        self.goal = end - half
        self._course.setEndValue(self.goal)
        self._course.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._course.finished.connect(self.land)
        self._course.start()

    def land(self) -> None:
        """Remove it at once."""
        self._course.stop()
        self.hide()
        self.deleteLater()
