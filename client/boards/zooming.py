"""A zoom that never waits: it scales the current picture first, and shows the sharp one once that is painted."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QPointF, QRect, QSize, QTimer
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

REST_MS = 120
"""How long the wheel must rest before the sharp picture is painted, in milliseconds."""

SMOOTH_UP_TO = 1_600_000
"""The largest scaled picture that is smoothed, in pixels; more would take longer than a frame."""


class Zoomed(Protocol):
    """What zooming needs from the view."""

    def viewport(self) -> QWidget:
        """The painted widget."""

    def viewportTransform(self) -> QTransform:
        """The transform from the scene to the viewport."""

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom at once; the point ``anchor`` stays in place."""

    def bare(self) -> QPixmap:
        """What stands on the table, without the table."""

    def most(self, factor: float) -> float:
        """The nearest factor within the board's limits."""

    def sharpen(self, factor: float, whole: bool) -> None:
        """Paint what this zoom needs, or the ``whole`` fitted board, and then call :meth:`Zooming.settle`."""

    def hold(self) -> None:
        """Stop that painting."""

    def shift(self, right: int, down: int) -> None:
        """Pan by so many pixels."""

    def fit(self) -> None:
        """Show the whole board at once."""

    def fit_soon(self) -> None:
        """Show the board in the middle as large as it is, and the whole board once that is painted."""


class Zooming(QObject):
    """The zoom under way.

    Attributes:
        picture: the board as it was when the zoom began; None while there is no zoom.
        course: the picture's current place, in pixels of the view.
        whole: whether the zoom ends with the whole fitted board.
    """

    def __init__(self, view: Zoomed, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self.picture: QPixmap | None = None
        self.course = QTransform()
        self.whole = False
        self._seen_from = QTransform()
        self._urgent = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._rested)

    def by(self, factor: float, anchor: QPointF | None) -> None:
        """Zoom in (above 1) or out, in addition to the zoom under way."""
        viewport = self._view.viewport()
        first = self.picture is None
        if first:
            self._begin(self._view.bare(), self._view.viewportTransform())
        self.whole = False
        self._view.hold()
        place = anchor if anchor is not None else QPointF(viewport.rect().center())
        total = self._view.most(self.course.m11() * factor)
        share = total / self.course.m11()
        away = QTransform.fromTranslate(-place.x(), -place.y())
        back = QTransform.fromTranslate(place.x(), place.y())
        self.course = self.course * away * QTransform.fromScale(share, share) * back
        if first:  # in a round of the event loop of its own, since taking the picture was work enough for one
            QTimer.singleShot(0, viewport, viewport.update)
        else:
            viewport.update()
        self._rest.start(REST_MS)

    def fitting(self, picture: QPixmap, seen_from: QTransform, factor: float, middle: QPointF) -> None:
        """Move the picture to where it shows the whole fitted board.

        Args:
            picture: what stands on the table, unless a zoom is under way.
            seen_from: the view's transform in that picture.
            factor: the zoom factor.
            middle: the scene point that comes to the middle of the view.
        """
        if self.picture is None:
            self._begin(picture, seen_from)
        self.whole = True
        self._view.hold()
        viewport = self._view.viewport()
        place, centre = self._seen_from.map(middle), QPointF(viewport.rect().center())
        away = QTransform.fromTranslate(-place.x(), -place.y())
        self.course = away * QTransform.fromScale(factor, factor) * QTransform.fromTranslate(centre.x(), centre.y())
        viewport.update()
        self._rest.start(REST_MS)

    def _begin(self, picture: QPixmap, seen_from: QTransform) -> None:
        self.picture, self.course, self._seen_from, self._urgent = picture, QTransform(), seen_from, False

    def hurry(self) -> None:
        """Something else is about to be shown: end the zoom as soon as that is done."""
        if self.picture is not None:
            self._urgent = True
            self._rest.start(0)

    def _rested(self) -> None:
        if self._urgent and self.whole:
            self.drop()
            self._view.fit_soon()
        elif self._urgent:
            self.settle()
        elif self.picture is not None:
            self._view.sharpen(self.course.m11(), self.whole)

    def settle(self) -> None:
        """Show the sharp picture now."""
        if self.picture is None:
            return
        course, whole = self.course, self.whole
        self.drop()
        if whole:
            self._view.fit()
            self._view.viewport().update()
            return
        grown, right, down = course.m11(), course.dx(), course.dy()
        if abs(grown - 1) < 1e-6:
            self._view.shift(round(-right), round(-down))
        else:
            self._view.zoom_by(grown, QPointF(right / (1 - grown), down / (1 - grown)))  # the point that stays in place
        self._view.viewport().update()

    def drop(self) -> None:
        """Forget the zoom under way."""
        self._rest.stop()
        self._view.hold()
        self.picture, self.whole = None, False

    def seen(self, room: QRect) -> QRect:
        """Where a part of the view is seen now; ``room`` is its place without the zoom under way."""
        return room if self.picture is None else self.course.mapRect(room)

    def paint(self, painter: QPainter, size: QSize) -> None:
        """Paint the picture in its current place."""
        if self.picture is not None:
            smooth = size.width() * size.height() <= SMOOTH_UP_TO
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
            painter.setTransform(self.course, True)
            painter.drawPixmap(0, 0, self.picture)
