"""The view of the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QWidget

from client.boards.burgenland.layout import Target
from client.boards.burgenland.scene import MapScene
from client.boards.sceneview import SceneView

_SMALLEST, _LARGEST = 0.4, 6.0


class MapView(SceneView):
    """Shows a :class:`~.scene.MapScene`. Its places are targets."""

    def __init__(self, scene: MapScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, None, parent)
        self.map = scene
        scene.filling.connect(self.zooming.hurry)
        scene.touched.connect(self.note)

    # -- zoom and fit --------------------------------------------------------------------------------------------------

    @property
    def magnified(self) -> float:
        """Pixels per unit of the map."""
        return self.transform().m11()

    def fit(self) -> None:
        """Show the whole map as large as it fits, and keep fitting when the window is resized."""
        self._fitted = True
        self.hold()
        if self.map.layout is None:
            return
        scale, middle = self._fits()
        self._magnify(scale)
        self.centerOn(middle)

    def fitting(self) -> tuple[float, QPointF]:
        """The factor by which fitting the map zooms, and the point that is then in the middle."""
        scale, middle = self._fits()
        return scale / self.magnified, middle

    def _fits(self) -> tuple[float, QPointF]:
        """The pixels per unit at which the whole map fits, and the point in the middle."""
        if self.map.layout is None:
            return self.magnified, QPointF()
        bounds = self.map.layout.bounds.adjusted(-6, -6, 6, 12)
        area = QRectF(self.viewport().rect()).adjusted(4, self.covered, -4, 0)
        scale = max(_SMALLEST, min(area.width() / bounds.width(), area.height() / bounds.height()))
        return scale, bounds.center() - QPointF(0, self.covered / 2 / scale)

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom in (above 1) or out; the view's point ``anchor`` (its middle by default) stays in place."""
        self._fitted = False
        place = (anchor if anchor is not None else QPointF(self.viewport().rect().center())).toPoint()
        before = self.mapToScene(place)
        self._magnify(self._limited(self.magnified * factor))
        moved = self.mapFromScene(before) - place
        self._pan(moved.x(), moved.y())

    def most(self, factor: float) -> float:
        """The nearest zoom factor within the map's limits."""
        return max(_SMALLEST / self.magnified, min(_LARGEST / self.magnified, factor))

    def pictures_for(self, factor: float, whole: bool) -> Iterator[None]:
        """Paint step by step what a zoom by this factor needs, or what the ``whole`` fitted map needs."""
        scale = self._fits()[0] if whole else self._limited(self.magnified * factor)
        return self.map.pictures_at(scale, self.devicePixelRatioF())

    @staticmethod
    def _limited(scale: float) -> float:
        return max(_SMALLEST, min(_LARGEST, scale))

    def _magnify(self, scale: float) -> None:
        self.setTransform(QTransform.fromScale(scale, scale))

    def ground(self) -> object:
        """The country with everything that lies on it."""
        return self.map.lying if self.map.layout is not None else None

    def relaid(self, before: int | None, now: int | None) -> Sequence[QRectF] | None:
        """The places of what has come to lie on the map, or lies there no longer."""
        return self.map.relaid(before) if before is not None and now is not None else None

    def paint_ground(self, painter: QPainter) -> None:
        """Paint the country with everything that lies on it."""
        self.map.paint_lying(painter)

    # -- places --------------------------------------------------------------------------------------------------------

    def room(self, place: Target) -> QRect:
        """The rectangle of a place, in pixels of the view."""
        assert self.map.layout is not None
        return self.mapFromScene(self.map.layout.room(place)).boundingRect()

    def place_at(self, spot: QPointF) -> Target | None:
        """The place visible at a point of the scene."""
        return self.map.at(spot)

    def light(self, place: Target | None) -> bool:
        """Highlight the place under the pointer; returns whether a click there does something now."""
        self.map.point(place)
        return place in self.map.marked
