"""The view of a board: zoom, pan, the place under the pointer, and the lit table below."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from client.boards.zooming import Zooming
from client.look import surface, theme
from client.look.abstract import QtAbstract
from client.system.garbage import give_back

STEP = 1.15
"""The zoom factor of one step of the wheel or the plus key."""

REST_MS = 80
"""Milliseconds for which a board must stay unchanged before it is cached as a picture, so that motions over it cost little.
"""

DOZE_MS = 5000
"""Milliseconds after which a cached board gives back the picture of its ground, which only a board that changes needs."""

_EVERY_MS, SLICE = 8, 0.003
"""How often pictures are painted in advance (milliseconds), and for how long each time (seconds), so that no frame is late."""

_DRAG = 6
_PAN = 60
_BY_KEY = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
_ARROWS = {
    Qt.Key.Key_Left: (-_PAN, 0),
    Qt.Key.Key_Right: (_PAN, 0),
    Qt.Key.Key_Up: (0, -_PAN),
    Qt.Key.Key_Down: (0, _PAN),
}


STRIP = 400_000
"""Pixels of a large picture that are painted at once."""


def strips_of(picture: QPixmap) -> Iterator[QRect]:
    """Cut a picture into strips that end between two of its pixels."""
    ratio, size = picture.devicePixelRatio(), picture.deviceIndependentSize().toSize()
    high = size.height() + 1  # where half a pixel was lost
    if (_WHOLE * ratio).is_integer():
        high = max(1, round(STRIP / max(1, picture.width() * ratio) / _WHOLE)) * _WHOLE
    for top in range(0, size.height() + 1, high):
        yield QRect(0, top, size.width() + 1, high)


_WHOLE = 20
"""Strips are so many pixels high, or a multiple of that: on every usual screen, that is a whole number of its pixels."""


class SceneView(QGraphicsView, metaclass=QtAbstract):
    """Shows a scene of places. Each board has its own type of place (a number, a target); a false value means no place.

    Signals:
        clicked: a place was clicked.
        pointed: the pointer is on another place now, or on none.

    Attributes:
        covered: the pixels at the top of the view that something else covers; the fitted board stays clear of them.
        swift: whether a zoom first scales the current picture, and paints a sharp one some frames later.
        zooming: the zoom under way.
    """

    clicked = Signal(object)
    pointed = Signal(object)

    def __init__(self, scene: QGraphicsScene, nowhere: object, parent: QWidget | None = None) -> None:
        """``nowhere`` stands for no place."""
        super().__init__(parent)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.viewport().setAutoFillBackground(False)  # the table covers all of it
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.covered = 0
        self.swift = False
        self.zooming = Zooming(self, self)
        self._nowhere = nowhere
        self._under = nowhere
        self._fitted = True
        self._backdrop = QPixmap()
        self._floor: QPixmap | None = None
        self._floor_of: tuple[object, ...] = ()
        self._pressed: QPoint | None = None
        self._dragged = False
        self._reached = self._bare = self._direct = False
        self._painted = self._aside = self._put_off = False
        self._pictures: Iterator[None] | None = None
        self._ahead = QTimer(self)
        self._ahead.setInterval(_EVERY_MS)
        self._ahead.timeout.connect(self._paint_ahead)
        self._changed = True
        self._still: QPixmap | None = None
        self._laying: tuple[tuple[object, ...], QPixmap, Iterator[QRect]] | None = None  # what it shows, and what is left of it
        self._seen: tuple[object, ...] = ()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self.keep)
        self._doze = QTimer(self)
        self._doze.setSingleShot(True)
        self._doze.setInterval(DOZE_MS)
        self._doze.timeout.connect(self.doze)
        scene.changed.connect(self.note)  # for changes to items that nobody reports

    # -- what each board defines -----------------------------------------------------------------------------------

    @abstractmethod
    def room(self, place: Any) -> QRect:
        """The rectangle of a place, in pixels of the view."""

    @abstractmethod
    def place_at(self, spot: QPointF) -> Any:
        """The place visible at a point of the scene."""

    @abstractmethod
    def light(self, place: Any) -> bool:
        """Show that the pointer is on a place, or on none; returns whether a click there does something now."""

    @abstractmethod
    def fit(self) -> None:
        """Show the whole board as large as it fits, and keep fitting when the window is resized."""

    @abstractmethod
    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom in (above 1) or out at once; the view's point ``anchor`` (its middle by default) stays in place."""

    @abstractmethod
    def most(self, factor: float) -> float:
        """The nearest zoom factor within the board's limits."""

    @abstractmethod
    def fitting(self) -> tuple[float, QPointF]:
        """The factor by which fitting the board zooms, and the scene point that is then in the middle."""

    @abstractmethod
    def pictures_for(self, factor: float, whole: bool) -> Iterator[None]:
        """Paint step by step what a zoom by this factor needs, or what the ``whole`` fitted board needs."""

    def sharpen(self, factor: float, whole: bool) -> None:
        """Paint step by step what the zoom under way needs, then settle it."""
        self.paint_ahead(chain(self._table_ahead(), self.pictures_for(factor, whole)))

    def _table_ahead(self) -> Iterator[None]:
        self._set_table()
        yield

    def paint_ahead(self, pictures: Iterator[None]) -> None:
        """Paint pictures step by step, and use them once all are ready."""
        self._pictures = pictures
        self._ahead.start()

    def hold(self) -> None:
        """Stop painting in advance."""
        self._ahead.stop()
        self._pictures = None

    def _paint_ahead(self) -> None:
        begun = before = time.perf_counter()
        for _ in self._pictures or ():
            now = time.perf_counter()
            if 2 * now - before - begun > SLICE:  # the next step may take as long as this one
                return
            before = now
        if self.zooming.picture is not None:
            self.zooming.settle()
        else:
            self.refit()

    def put_off(self) -> None:
        """Leave the first fit to :meth:`fitted_in_slices`, which the caller uses once the view has its size."""
        self._put_off = True

    def fitted_in_slices(self) -> Iterator[None]:
        """Fit the board for the first time; what takes long to paint is painted before, in slices."""
        self._put_off = False
        if not self.isVisible():
            return
        begun = time.perf_counter()
        for _ in self.pictures_for(self.fitting()[0], True):
            if time.perf_counter() - begun > SLICE:
                yield
                begun = time.perf_counter()
        yield
        self.refit()

    def fit_soon(self) -> None:
        """Show the board in the middle as large as it is, and the whole board once that is painted."""
        self._fitted = True
        factor, middle = self.fitting()
        self.centerOn(middle)
        self.viewport().update()
        self.paint_ahead(self.pictures_for(factor, True))

    # -- zoom, pan, fit ------------------------------------------------------------------------------------------------

    def nearer(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom as a person does with the wheel or a key, without a wait."""
        self.lose_pointer()
        if not self.swift or not self.isVisible():
            self.zoom_by(factor, anchor)
            return
        self._fitted = False
        self.zooming.by(factor, anchor)

    def whole(self) -> None:
        """Show the whole board, and keep fitting when the window is resized."""
        if not self._shown_already:
            self.zooming.drop()
            self.fit()
            return
        self._fitted = True
        picture = self.zooming.picture
        self.zooming.fitting(picture if picture is not None else self.bare(), self.viewportTransform(), *self.fitting())

    @property
    def _shown_already(self) -> bool:
        """Whether a picture of the board can stand in for some frames, until the sharp one is painted."""
        return self.swift and self._painted and self.isVisible()

    def shift(self, right: int, down: int) -> None:
        """Pan by so many pixels."""
        self._fitted = False
        self._pan(right, down)

    def refit(self) -> None:
        """Fit again, unless the person has chosen another zoom."""
        if self._fitted:
            self.fit()

    def cover(self, pixels: int) -> None:
        """Something covers this many pixels at the top: fit the board below it, as when the person wants the whole board."""
        self.covered = pixels
        if self._fitted:
            self.whole()

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        self.zooming.settle()
        self._backdrop, self._changed = QPixmap(), True
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit again, unless the person has chosen another zoom.

        While the size keeps changing, the current picture is scaled.
        """
        if self._aside:
            return
        fitted = self._fitted and self._shown_already and event.oldSize().isValid() and not event.oldSize().isEmpty()
        picture, seen_from = self.zooming.picture, self.viewportTransform()
        if fitted and picture is None:
            picture = self._bare_at(event.oldSize())
        elif picture is not None and not (fitted and self.zooming.whole):
            self.zooming.settle()
        super().resizeEvent(event)
        if fitted and picture is not None:
            self.zooming.fitting(picture, seen_from, *self.fitting())
        elif not self._put_off:
            self.refit()

    def _bare_at(self, size: QSize) -> QPixmap:
        """The picture of what stood on the table at another size of the view."""
        now = self.viewport().size()
        self._aside = True
        self.viewport().resize(size)
        taken = self.bare()
        self.viewport().resize(now)
        self._aside = False
        return taken

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer."""
        turned = event.angleDelta().y()
        if turned:
            self.nearer(STEP ** (turned / 120), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus, minus and 0 zoom, the arrow keys pan."""
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.nearer(STEP)
        elif key == Qt.Key.Key_Minus:
            self.nearer(1 / STEP)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.lose_pointer()
            self.whole()
        elif key in _ARROWS and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self.lose_pointer()
            self.zooming.settle()
            self.shift(*_ARROWS[key])
        else:
            event.ignore()

    def _pan(self, right: int, down: int) -> None:
        across, along = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + right)
        along.setValue(along.value() + down)

    def event(self, event: QEvent) -> bool:
        """Paint the pictures anew on a screen of another density."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.restyle()
        return super().event(event)

    # -- the focus -----------------------------------------------------------------------------------------------------

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show a frame when the board gets the keyboard; after a click no frame is needed."""
        super().focusInEvent(event)
        self._reached = event.reason() in _BY_KEY
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remove the frame."""
        super().focusOutEvent(event)
        self._reached = False
        self.viewport().update()

    def drawForeground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """Paint the frame."""
        if self._reached:
            painter.save()
            painter.resetTransform()
            painter.setPen(QPen(QColor(theme.palette().focus), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -2, -2))
            painter.restore()

    # -- the pointer ---------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start a click or a drag."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self.zooming.settle()
            self._pressed = event.position().toPoint()
            self._dragged = False
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the board, or report the place under the pointer."""
        spot = event.position().toPoint()
        if self._pressed is not None:
            moved = spot - self._pressed
            if self._dragged or moved.manhattanLength() > _DRAG:
                self._dragged, self._fitted = True, False
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self._pan(-moved.x(), -moved.y())
                self._pressed = spot
            return
        if self.zooming.picture is None:
            self._tell(self.place_at(self.mapToScene(spot)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag, or click."""
        pressed, self._pressed = self._pressed, None
        self.viewport().unsetCursor()
        if pressed is not None and not self._dragged and event.button() == Qt.MouseButton.LeftButton:
            place = self.place_at(self.mapToScene(event.position().toPoint()))
            if place:
                self.clicked.emit(place)
        event.accept()

    def lose_pointer(self) -> None:
        """The board moves away under the pointer: until the pointer moves as well, it is on no place."""
        self._tell(self._nowhere)

    def leaveEvent(self, event: QEvent) -> None:
        """Report that the pointer is on no place."""
        self.lose_pointer()
        super().leaveEvent(event)

    def _tell(self, place: object) -> None:
        if place != self._under:
            self._under = place
            hand = self.light(place)
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(place)

    # -- the table below -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the board; during a zoom its scaled picture, and without changes the cached one."""
        self._painted = True
        if self._direct:
            super().paintEvent(event)
        elif self.zooming.picture is not None:
            painter = QPainter(self.viewport())
            self._paint_table(painter)
            self.zooming.paint(painter, self.viewport().size())
            painter.end()
        elif self._moved() or self._still is None:
            self._still = None
            super().paintEvent(event)
            self._rest.start()
        else:
            painter = QPainter(self.viewport())
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.drawPixmap(0, 0, self._still)
            painter.end()

    def _moved(self) -> bool:
        """Whether the board or the view has changed since the last painting."""
        size, ratio = self.viewport().size(), self.devicePixelRatioF()
        seen = (self.viewportTransform(), size, ratio, self._backdrop.cacheKey(), self._reached)
        moved = self._changed or seen != self._seen
        self._changed, self._seen = False, seen
        return moved

    def note(self) -> None:
        """Something on the board has changed."""
        self._changed = True

    def keep(self) -> None:
        """Cache the board as it looks now, so that it is only copied until something changes."""
        QCoreApplication.sendPostedEvents(self.scene(), QEvent.Type.MetaCall)  # a scene reports changes by such events
        if self._moved():
            self._still = None
            self._rest.start()
        elif self.zooming.picture is None and self.isVisible():
            if not self._lay_floor():
                QTimer.singleShot(_EVERY_MS, self, self.keep)
                return
            self._still = self._taken(QColor(theme.palette().table))
            self._rest.stop()
            self._doze.start()

    def doze(self) -> None:
        """Give back the picture of the ground of a board that has been at rest; two repaints of a changed one bring it back."""
        if self._still is not None:
            self._floor, self._floor_of = None, ()
            give_back()

    def drawBackground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """Paint the table, lit from above the board, and the board's ground on it.

        As long as neither changes they are copied as one picture, since blending a large ground takes much of a repaint.
        """
        ground = self.ground()
        floor = self._floor_with(ground) if ground is not None and not self._bare else None
        painter.save()
        painter.resetTransform()
        if floor is not None:
            painter.drawPixmap(0, 0, floor)
        elif not self._bare:
            self._paint_table(painter)
        painter.restore()
        if ground is not None and floor is None:
            self.paint_ground(painter)

    @abstractmethod
    def ground(self) -> object:
        """What tells one look of the board's ground from another; None if there is no ground yet."""

    def relaid(self, before: Any, now: Any) -> Sequence[QRectF] | None:
        """The areas of the scene in which two looks of the ground differ; None if they are not known, or all of it."""
        return None

    @abstractmethod
    def paint_ground(self, painter: QPainter) -> None:
        """Paint what lies below everything that moves, in places of the scene; what the painter clips away may be missing."""

    def _floor_with(self, ground: object) -> QPixmap | None:
        """The table and this ground in one picture; None while one of them is new, or moves."""
        seen, before = self._floor_now(ground), self._floor_of
        if seen == before:
            if self._floor is None:
                self._floor = QPixmap(self._backdrop)
                self._paint_floor(self._floor, None)
            return self._floor
        self._floor_of = seen
        areas = self.relaid(before[2], ground) if self._floor is not None and seen[:2] == before[:2] else None
        if self._floor is not None and areas is not None:
            self._paint_floor(self._floor, areas)
        else:
            self._floor = None
        return self._floor

    def _floor_now(self, ground: object) -> tuple[object, ...]:
        """What the picture of the table and the ground depends on, as it is now."""
        self._set_table()
        return self.viewportTransform(), self._backdrop.cacheKey(), ground

    def _lay_floor(self) -> bool:
        """Paint some of the table and the ground in one picture, which the next repaint would need.

        Returns whether nothing is left to paint.
        """
        ground = self.ground()
        seen = self._floor_now(ground)
        if ground is None or self._floor is not None or seen != self._floor_of:
            return True
        if self._laying is None or self._laying[0] != seen:
            floor = QPixmap.fromImage(QImage(self._backdrop.size(), self._backdrop.toImage().format()))
            floor.setDevicePixelRatio(self._backdrop.devicePixelRatio())
            self._laying = seen, floor, strips_of(self._backdrop)
        _, floor, strips = self._laying
        begun = time.perf_counter()
        for strip in strips:
            painter = QPainter(floor)
            painter.setRenderHints(self.renderHints())
            painter.setClipRect(strip)
            painter.drawPixmap(0, 0, self._backdrop)
            painter.setTransform(self.viewportTransform())
            self.paint_ground(painter)
            painter.end()
            if time.perf_counter() - begun > SLICE:
                return False
        self._floor, self._laying = floor, None
        return True

    def _paint_floor(self, floor: QPixmap, areas: Sequence[QRectF] | None) -> None:
        """Paint the ground on a picture of the table; with areas of the scene, paint only these, with the table."""
        painter = QPainter(floor)
        painter.setRenderHints(self.renderHints())
        for area in (None,) if areas is None else areas:
            painter.resetTransform()
            if area is not None:
                painter.setClipRect(self.viewportTransform().mapRect(area).toAlignedRect().adjusted(-2, -2, 2, 2))
                painter.drawPixmap(0, 0, self._backdrop)
            painter.setTransform(self.viewportTransform())
            self.paint_ground(painter)
        painter.end()

    def _paint_table(self, painter: QPainter) -> None:
        """Paint the table; while the view takes other sizes, as it was at the last one at which it rested."""
        if self._backdrop.isNull() or not self.zooming.whole:
            self._set_table()
        if self._table_fits:
            painter.drawPixmap(0, 0, self._backdrop)
        else:
            painter.drawPixmap(self.viewport().rect(), self._backdrop)

    @property
    def _table_fits(self) -> bool:
        """Whether the picture of the table is as large as the view."""
        return self._backdrop.size() == self.viewport().size() * self.devicePixelRatioF()

    def _set_table(self) -> None:
        """Paint the picture of the table anew if it has another size."""
        if self._backdrop.isNull() or not self._table_fits:
            self._backdrop = surface.painted(self.viewport().size(), self.devicePixelRatioF())

    def bare(self) -> QPixmap:
        """What stands on the table, without the table.

        The caller is about to move it, so the pictures of the board as it stands are of no more use. Their memory serves for
        this one: touching fresh memory takes longer than painting.
        """
        self._still = self._floor = self._laying = None
        self._floor_of = ()
        self._bare = True
        taken = self._taken(QColor(0, 0, 0, 0))
        self._bare = False
        return taken

    def _taken(self, ground: QColor) -> QPixmap:
        """A picture of the view on a ground of this colour."""
        viewport, ratio = self.viewport(), self.devicePixelRatioF()
        made = QPixmap(viewport.size() * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(ground)
        self._direct = True
        viewport.render(made, QPoint(), QRegion(), QWidget.RenderFlag(0))
        self._direct = False
        return made
