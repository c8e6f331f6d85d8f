"""The window onto the map: zoom, pan, fit, and what the pointer is on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QRadialGradient, QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from client import theme
from client.boards.burgenland.layout import Target
from client.boards.burgenland.scene import MapScene

_STEP = 1.15
_DRAG = 6
_SMALLEST, _LARGEST = 0.4, 6.0


class MapView(QGraphicsView):
    """Shows a :class:`~.scene.MapScene`.

    Signals:
        clicked: something was clicked (its target).
        pointed: the pointer is on something else now (its target, or None).

    Attributes:
        covered: pixels at the top of the view that something else covers; the fitted map keeps clear of them.
    """

    clicked = Signal(object)
    pointed = Signal(object)

    def __init__(self, scene: MapScene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.map = scene
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.covered = 0
        self._fitted = True
        self._pressed: QPoint | None = None
        self._dragged = False
        self._under: Target | None = None

    # -- zoom, pan, fit ------------------------------------------------------------------------------------------------

    @property
    def magnified(self) -> float:
        """Pixels to a unit of the map."""
        return self.transform().m11()

    def fit(self) -> None:
        """Show the whole map as large as it fits, and keep doing so when the window changes."""
        self._fitted = True
        if self.map.layout is None:
            return
        bounds = self.map.layout.bounds.adjusted(-6, -6, 6, 12)
        area = QRectF(self.viewport().rect()).adjusted(4, self.covered, -4, -4)
        scale = min(area.width() / bounds.width(), area.height() / bounds.height())
        self._magnify(max(_SMALLEST, scale))
        self.centerOn(bounds.center() - QPointF(0, self.covered / 2 / self.magnified))

    def refit(self) -> None:
        """Fit again if the person has not chosen another zoom."""
        if self._fitted:
            self.fit()

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom in (above 1) or out; the point of the view at ``anchor`` (its middle by default) stays where it is."""
        self._fitted = False
        place = (anchor if anchor is not None else QPointF(self.viewport().rect().center())).toPoint()
        before = self.mapToScene(place)
        self._magnify(max(_SMALLEST, min(_LARGEST, self.magnified * factor)))
        moved = self.mapFromScene(before) - place
        self._pan(moved.x(), moved.y())

    def _magnify(self, scale: float) -> None:
        self.setTransform(QTransform.fromScale(scale, scale))

    def _pan(self, right: int, down: int) -> None:
        across, along = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + right)
        along.setValue(along.value() + down)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit again, unless the person has chosen another zoom."""
        super().resizeEvent(event)
        self.refit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom round the pointer."""
        turned = event.angleDelta().y()
        if turned:
            self.zoom_by(_STEP ** (turned / 120), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus, minus, 0 and the arrow keys move the eye."""
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Left: (-60, 0), Qt.Key.Key_Right: (60, 0), Qt.Key.Key_Up: (0, -60), Qt.Key.Key_Down: (0, 60)}
        if key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(_STEP)
        elif key == Qt.Key.Key_Minus:
            self.zoom_by(1 / _STEP)
        elif key in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.fit()
        elif key in steps and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._fitted = False
            self._pan(*steps[key])
        else:
            event.ignore()

    # -- the pointer ---------------------------------------------------------------------------------------------------

    def room(self, target: Target) -> QRect:
        """Where something is, in the view's own pixels."""
        assert self.map.layout is not None
        return self.mapFromScene(self.map.layout.room(target)).boundingRect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The start of a click or of a drag."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed = event.position().toPoint()
            self._dragged = False
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the map, or tell what the pointer is on."""
        place = event.position().toPoint()
        if self._pressed is not None:
            moved = place - self._pressed
            if self._dragged or moved.manhattanLength() > _DRAG:
                self._dragged = True
                self._fitted = False
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self._pan(-moved.x(), -moved.y())
                self._pressed = place
            return
        self._tell(self.map.at(self.mapToScene(place)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The end of a drag, or a click."""
        pressed, self._pressed = self._pressed, None
        self.viewport().unsetCursor()
        if pressed is not None and not self._dragged and event.button() == Qt.MouseButton.LeftButton:
            target = self.map.at(self.mapToScene(event.position().toPoint()))
            if target is not None:
                self.clicked.emit(target)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is on nothing."""
        self._tell(None)
        super().leaveEvent(event)

    def _tell(self, target: Target | None) -> None:
        if target != self._under:
            self._under = target
            self.map.point(target)
            hand = target is not None and target in self.map.marked
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(target)

    # -- the table below -----------------------------------------------------------------------------------------------

    def drawBackground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """The table, lit from above the map."""
        colours = theme.palette()
        painter.save()
        painter.resetTransform()
        size = self.viewport().size()
        painter.fillRect(QRect(QPoint(), size), QColor(colours.table))
        light = QRadialGradient(QPointF(), 1.0)
        light.setColorAt(0, QColor(colours.table_light))
        light.setColorAt(1, QColor(colours.table))
        painter.translate(size.width() / 2, size.height() / 2)
        painter.scale(size.width() / 2, size.height() / 2)
        painter.fillRect(QRectF(-1, -1, 2, 2), light)
        painter.restore()
