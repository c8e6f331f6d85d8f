"""A zoom that never waits: at first the picture that is there grows or shrinks, and the sharp one comes when it is painted."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, QPointF, QRect, QSize, QTimer
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QWidget

REST_MS = 120
"""How long the wheel rests before the sharp picture is painted."""

SMOOTH_UP_TO = 1_600_000
"""Up to how many pixels the growing picture is smoothed: more would take longer than a frame lasts."""


class Zoomed(Protocol):
    """The view, as far as zooming needs it."""

    def viewport(self) -> QWidget:
        """The widget that is painted."""

    def viewportTransform(self) -> QTransform:
        """How it maps the scene."""

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom at once; the point at ``anchor`` stays where it is."""

    def bare(self) -> QPixmap:
        """What stands on the table, without it."""

    def most(self, factor: float) -> float:
        """The nearest factor that the board's limits allow."""

    def sharpen(self, factor: float, whole: bool) -> None:
        """Paint what this zoom needs, or the ``whole`` board as it fits, and call :meth:`Zooming.settle` when it is there."""

    def hold(self) -> None:
        """Stop doing so."""

    def shift(self, right: int, down: int) -> None:
        """Move the eye by so many pixels."""

    def fit(self) -> None:
        """Show the whole board at once."""


class Zooming(QObject):
    """The zoom under way.

    Attributes:
        picture: the board as it was when the zoom began; None while there is no zoom.
        course: where that picture lies now, in pixels of the view.
        whole: whether it ends with the whole board, as large as it fits.
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
        """Zoom in (above 1) or out, on top of the zoom under way."""
        viewport = self._view.viewport()
        if self.picture is None:
            self._begin(self._view.bare(), self._view.viewportTransform())
        self.whole = False
        self._view.hold()
        place = anchor if anchor is not None else QPointF(viewport.rect().center())
        total = self._view.most(self.course.m11() * factor)
        share = total / self.course.m11()
        away = QTransform.fromTranslate(-place.x(), -place.y())
        back = QTransform.fromTranslate(place.x(), place.y())
        self.course = self.course * away * QTransform.fromScale(share, share) * back
        viewport.update()
        self._rest.start(REST_MS)

    def fitting(self, picture: QPixmap, seen_from: QTransform, factor: float, middle: QPointF) -> None:
        """Lay the picture so that the whole board is seen as large as it will fit.

        Args:
            picture: what stands on the table, unless a zoom is under way.
            seen_from: how the view maps the scene in that picture.
            factor: by how much the board grows.
            middle: the point of the scene that comes to the middle of the view.
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
        """Something else is about to be shown: settle as soon as that is done."""
        if self.picture is not None:
            self._urgent = True
            self._rest.start(0)

    def _rested(self) -> None:
        if self._urgent:
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
            self._view.zoom_by(grown, QPointF(right / (1 - grown), down / (1 - grown)))  # the point that stays where it is
        self._view.viewport().update()

    def drop(self) -> None:
        """Forget the zoom under way."""
        self._rest.stop()
        self._view.hold()
        self.picture, self.whole = None, False

    def seen(self, room: QRect) -> QRect:
        """Where a part of the view, as it would be without the zoom under way, is seen now."""
        return room if self.picture is None else self.course.mapRect(room)

    def paint(self, painter: QPainter, size: QSize) -> None:
        """Paint the picture where it lies now."""
        if self.picture is not None:
            smooth = size.width() * size.height() <= SMOOTH_UP_TO
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
            painter.setTransform(self.course, True)
            painter.drawPixmap(0, 0, self.picture)
