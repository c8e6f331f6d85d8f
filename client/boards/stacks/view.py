"""The view of a board of stacks."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from client.boards.sceneview import SceneView
from client.boards.stacks.projection import BORDER, EDGE, HEADROOM, LARGEST, SMALLEST, Spots, fitting_tile, turned
from client.boards.stacks.scene import StackScene
from client.look import theme

_IDLE_MS = 20
"""How often a board at rest paints one of the pictures that it may need next, in milliseconds."""

_LITTLE = 0.0015
"""How long it paints, each time, pictures that it will certainly need, in seconds."""


class StackView(SceneView):
    """Shows a :class:`~.scene.StackScene`. Its places are field numbers; 0 is none.

    Attributes:
        steady: whether the board keeps its size although its towers grow.
        patient: whether it may take a new size some frames later, once the pictures of that size are painted.
    """

    def __init__(self, spots: Spots, parent: QWidget | None = None) -> None:
        self.board = self.make_scene(spots)
        super().__init__(self.board, 0, parent)
        self.board.filling.connect(self.zooming.hurry)
        self.board.touched.connect(self.note)
        self.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self.steady = self.patient = False
        self._headroom = HEADROOM
        self._likely: Iterator[None] = iter(())
        self._coming: Iterator[None] = iter(())
        self._idle = QTimer(self)
        self._idle.setInterval(_IDLE_MS)
        self._idle.timeout.connect(self._foresee)

    def keep(self) -> None:
        """Cache the board as it looks now, and paint in advance what the next moves may need."""
        super().keep()
        if self.swift and self._still is not None:
            self._likely = self.board.pictures.likely()
            self._idle.start()

    def foresee(self, steps: Iterator[None]) -> None:
        """Paint in advance, step by step, what a position needs that is known and comes soon."""
        if self.swift and self.isVisible():
            self._coming = steps
            self._idle.start()

    def _foresee(self) -> None:
        """Paint some of the pictures to come, those that are certain first, and schedule the next."""
        begun = time.perf_counter()
        for _ in self._coming:
            if time.perf_counter() - begun > _LITTLE:
                return
        if self._rest.isActive():
            self._idle.stop()  # the board moves; when it is at rest again, this begins anew
        elif next(self._likely, self) is self:
            self._idle.stop()

    def hold(self) -> None:
        """Stop painting in advance."""
        self._idle.stop()
        super().hold()

    @abstractmethod
    def make_scene(self, spots: Spots) -> StackScene:
        """The scene to show."""

    def show_facts(self, facts: Any) -> None:
        """Show a position, with more space at the rear if its towers rise higher there than before.

        The space stays the same while a person here is in the middle of a turn (:attr:`steady`): what they are about to click
        must not move away.
        """
        self.board.show(facts)
        headroom = self.board.headroom()
        if not self._fitted or self.steady or headroom == self._headroom:
            return
        tile = fitting_tile(self.board.spots, self._area(), headroom)
        if not self.patient or tile == self.board.at.tile:
            self.fit()
        elif not self._ahead.isActive():
            self.paint_ahead(self.board.pictures_at(tile))

    # -- zoom and fit --------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole board as large as it fits, and keep fitting when the window is resized."""
        self._fitted = True
        self._headroom = self.board.headroom()
        self._zoom(fitting_tile(self.board.spots, self._area(), self._headroom))
        self.centerOn(self._middle() - QPointF(0, self.covered / 2))

    def fitting(self) -> tuple[float, QPointF]:
        """The factor by which fitting the board zooms, and the scene point that is then in the middle."""
        self._headroom = self.board.headroom()
        factor = fitting_tile(self.board.spots, self._area(), self._headroom) / self.board.at.tile
        return factor, self._middle() - QPointF(0, self.covered / 2 / factor)

    def _middle(self) -> QPointF:
        """The middle of the board with its towers."""
        at = self.board.at
        slab = at.slab(BORDER).boundingRect()
        return slab.adjusted(0, -at.tile * self._headroom, 0, at.tile * EDGE).center()

    def lie(self, spots: Spots) -> None:
        """Use another arrangement of the fields.

        The ground, which takes long to paint, is painted once, at the fitting size.
        """
        tile = 0
        if self._fitted:
            self._headroom = self.board.headroom()
            tile = fitting_tile(turned(spots, self.board.side), self._area(), self._headroom)
        self.board.lie(spots, tile)
        self.refit()

    def _area(self) -> QRectF:
        """The area for the board."""
        return QRectF(self.viewport().rect()).adjusted(6, self.covered, -6, -6)

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom in (above 1) or out; the view's point ``anchor`` (its middle by default) stays in place."""
        self._fitted = False
        place = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        before = self.board.at.tile
        on_board = self.mapToScene(place.toPoint())
        self._zoom(self._tile_after(factor))
        moved = on_board * (self.board.at.tile / before)
        middle = QPointF(self.viewport().rect().center())
        self.centerOn(moved - (place - middle))

    def _tile_after(self, factor: float) -> int:
        before = self.board.at.tile
        tile = round(before * factor / 2) * 2
        if tile == before:
            tile += 2 if factor > 1 else -2
        return max(SMALLEST, min(LARGEST, tile))

    def most(self, factor: float) -> float:
        """The nearest zoom factor within the board's limits."""
        tile = self.board.at.tile
        return max(SMALLEST / tile, min(LARGEST / tile, factor))

    def pictures_for(self, factor: float, whole: bool) -> Iterator[None]:
        """Paint step by step what a zoom by this factor needs, or what the ``whole`` fitted board needs."""
        fits = fitting_tile(self.board.spots, self._area(), self.board.headroom()) if whole else 0
        return self.board.pictures_at(fits or self._tile_after(factor))

    def _zoom(self, tile: int) -> None:
        self.hold()
        ratio, made = self.devicePixelRatioF(), self.board.pictures
        empty = made.empty and not self.testAttribute(Qt.WidgetAttribute.WA_Resized)  # its size is still to come
        if (tile, ratio, theme.palette().name, empty) != (self.board.at.tile, made.ratio, made.colours.name, made.empty):
            self.board.zoom(tile, ratio, empty)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Make the pictures first, if a board is seen before it was given a size."""
        if self.board.pictures.empty:
            self.board.zoom(self.board.at.tile, self.devicePixelRatioF())
        super().paintEvent(event)

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        self._zoom(self.board.at.tile)
        super().restyle()

    def ground(self) -> object:
        """The board itself, with its shadows."""
        ground = self.board.ground
        return (ground.pixmap().cacheKey(), self.board.cast) if ground is not None else None

    def relaid(self, before: Any, now: Any) -> Sequence[QRectF] | None:
        """The areas of the shadows that have changed."""
        return self.board.shaded(before[1] ^ now[1]) if before is not None and before[0] == now[0] else None

    def paint_ground(self, painter: QPainter) -> None:
        """Paint the board itself."""
        if self.board.ground is not None:
            self.board.ground.lay(painter)

    # -- places --------------------------------------------------------------------------------------------------------

    def top(self, cell: int) -> QPoint:
        """The top of a field's stack, in pixels of the view."""
        return self.mapFromScene(self.board.top(cell))

    def room(self, place: int) -> QRect:
        """The rectangle around the top of a field's stack."""
        middle, half = self.top(place), self.board.at.tile // 2
        return QRect(middle.x() - half, middle.y() - half // 2, half * 2, half)

    def place_at(self, spot: QPointF) -> int:
        """The field visible at a point of the scene, or 0."""
        return self.board.fields_at(spot)

    def light(self, place: int) -> bool:
        """Show that the pointer is on a field; returns whether a click there does something now."""
        self.board.point(place)
        return place > 0 and self.board.usable(place)
