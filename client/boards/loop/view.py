"""The window onto the board: zoom, pan, fit, and which field the pointer is on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPixmap, QRadialGradient, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from client import theme
from client.boards.loop.facts import LoopFacts
from client.boards.loop.ground import ground_bounds
from client.boards.loop.projection import BORDER, EDGE, HEADROOM, Spots, fitting_tile
from client.boards.loop.scene import BoardScene

_STEP = 1.15
_DRAG = 6


class BoardView(QGraphicsView):
    """Shows a :class:`~.scene.BoardScene`.

    Signals:
        clicked: a field was clicked (its number).
        pointed: the pointer is on another field now (its number, or 0).

    Attributes:
        covered: pixels at the top of the view that something else covers; the fitted board keeps clear of them.
    """

    clicked = Signal(int)
    pointed = Signal(int)

    def __init__(self, spots: Spots, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.board = self.make_scene(spots)
        self.setScene(self.board)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.covered = 0
        self._backdrop = QPixmap()
        self._fitted = True
        self._headroom = HEADROOM
        self._pressed: QPoint | None = None
        self._dragged = False
        self._under = 0

    def make_scene(self, spots: Spots) -> BoardScene:
        """The scene to show; another board of stacks may bring its own."""
        return BoardScene(spots, 64)

    # -- zoom, pan, fit ------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole board as large as it fits, and keep doing so when the window changes."""
        self._fitted = True
        area = QRectF(self.viewport().rect()).adjusted(6, self.covered, -6, -6)
        self._headroom = self.board.headroom()
        self._zoom(fitting_tile(self.board.spots, area, self._headroom))
        at = self.board.at
        slab = at.slab(BORDER).boundingRect()
        needed = slab.adjusted(0, -at.tile * self._headroom, 0, at.tile * EDGE)
        self.centerOn(needed.center() - QPointF(0, self.covered / 2))

    def refit(self) -> None:
        """Fit again if the person has not chosen another zoom."""
        if self._fitted:
            self.fit()

    def show_facts(self, facts: LoopFacts) -> None:
        """Show a position; if its towers rise higher over the rear corner than before, they get the room."""
        self.board.show(facts)
        if self._fitted and self.board.headroom() != self._headroom:
            self.fit()

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom in (above 1) or out; the point of the view at ``anchor`` (its middle by default) stays where it is."""
        self._fitted = False
        place = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        before = self.board.at.tile
        on_board = self.mapToScene(place.toPoint())
        step = 2 if factor > 1 else -2
        tile = round(before * factor / 2) * 2
        self._zoom(before + step if tile == before else tile)
        moved = on_board * (self.board.at.tile / before)
        middle = QPointF(self.viewport().rect().center())
        self.centerOn(moved - (place - middle))

    def _zoom(self, tile: int) -> None:
        ratio = self.devicePixelRatioF()
        if (tile, ratio, theme.palette().name) != (
            self.board.at.tile,
            self.board.pictures.ratio,
            self.board.pictures.colours.name,
        ):
            self.board.zoom(tile, ratio)

    def restyle(self) -> None:
        """Take the colours of the theme as it is now."""
        self._backdrop = QPixmap()
        self._zoom(self.board.at.tile)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit again, unless the person has chosen another zoom."""
        super().resizeEvent(event)
        self._backdrop = QPixmap()
        self.refit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom round the pointer."""
        turned = event.angleDelta().y()
        if turned:
            self.zoom_by(_STEP ** (turned / 120), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus, minus, 0 and the arrow keys move the eye."""
        steps = {
            Qt.Key.Key_Left: (-60, 0),
            Qt.Key.Key_Right: (60, 0),
            Qt.Key.Key_Up: (0, -60),
            Qt.Key.Key_Down: (0, 60),
        }
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_by(_STEP)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom_by(1 / _STEP)
        elif event.key() in (Qt.Key.Key_0, Qt.Key.Key_Home):
            self.fit()
        elif event.key() in steps and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._pan(*steps[Qt.Key(event.key())])
        else:
            event.ignore()

    def _pan(self, right: int, down: int) -> None:
        self._fitted = False
        across, along = self.horizontalScrollBar(), self.verticalScrollBar()
        across.setValue(across.value() + right)
        along.setValue(along.value() + down)

    # -- the pointer ---------------------------------------------------------------------------------------------------

    def place_of(self, cell: int) -> QPoint:
        """Where the top of a field's stack is, in the view's own pixels."""
        return self.mapFromScene(self.board.top(cell))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The start of a click or of a drag."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed = event.position().toPoint()
            self._dragged = False
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the board, or tell which field the pointer is on."""
        place = event.position().toPoint()
        if self._pressed is not None:
            moved = place - self._pressed
            if self._dragged or moved.manhattanLength() > _DRAG:
                self._dragged = True
                self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
                self._pan(-moved.x(), -moved.y())
                self._pressed = place
            return
        self._tell(self.board.fields_at(self.mapToScene(place)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """The end of a drag, or a click."""
        pressed, self._pressed = self._pressed, None
        self.viewport().unsetCursor()
        if pressed is not None and not self._dragged and event.button() == Qt.MouseButton.LeftButton:
            cell = self.board.fields_at(self.mapToScene(event.position().toPoint()))
            if cell:
                self.clicked.emit(cell)
        event.accept()

    def event(self, event: QEvent) -> bool:
        """On a screen of another density the pictures are painted anew."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.restyle()
        return super().event(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is on no field."""
        self._tell(0)
        super().leaveEvent(event)

    def _tell(self, cell: int) -> None:
        if cell != self._under:
            self._under = cell
            self.board.point(cell)
            hand = cell and self.board.usable(cell)
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
            self.pointed.emit(cell)

    # -- the table below -----------------------------------------------------------------------------------------------

    def drawBackground(self, painter: QPainter, _rect: QRectF | QRect) -> None:
        """The table, lit from above the board."""
        if self._backdrop.isNull():
            self._backdrop = self._table()
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(0, 0, self._backdrop)
        painter.restore()

    def _table(self) -> QPixmap:
        colours = theme.palette()
        ratio = self.devicePixelRatioF()
        size = self.viewport().size()
        made = QPixmap(size * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(QColor(colours.table))
        light = QRadialGradient(QPointF(), 1.0)
        light.setColorAt(0, QColor(colours.table_light))
        light.setColorAt(1, QColor(colours.table))
        painter = QPainter(made)
        painter.translate(size.width() / 2, size.height() / 2)
        painter.scale(size.width() / 2, size.height() / 2)
        painter.fillRect(QRectF(-1, -1, 2, 2), light)
        painter.end()
        return made

    def picture_bounds(self) -> QRectF:
        """What a picture of the board alone has to show, in the scene."""
        return ground_bounds(self.board.at)
