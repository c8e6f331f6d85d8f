"""The window onto the map."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QTransform
from PySide6.QtWidgets import QWidget

from client.boards.burgenland.layout import Target
from client.boards.burgenland.scene import MapScene
from client.boards.sceneview import SceneView

_SMALLEST, _LARGEST = 0.4, 6.0


class MapView(SceneView):
    """Shows a :class:`~.scene.MapScene`; its places are targets."""

    def __init__(self, scene: MapScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, None, parent)
        self.map = scene
        scene.filling.connect(self.zooming.hurry)
        scene.touched.connect(self.note)

    # -- zoom and fit --------------------------------------------------------------------------------------------------

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

    def zoom_by(self, factor: float, anchor: QPointF | None = None) -> None:
        """Zoom in (above 1) or out; the point of the view at ``anchor`` (its middle by default) stays where it is."""
        self._fitted = False
        place = (anchor if anchor is not None else QPointF(self.viewport().rect().center())).toPoint()
        before = self.mapToScene(place)
        self._magnify(max(_SMALLEST, min(_LARGEST, self.magnified * factor)))
        moved = self.mapFromScene(before) - place
        self._pan(moved.x(), moved.y())

    def most(self, factor: float) -> float:
        """The nearest factor to zoom by that the map's limits allow."""
        return max(_SMALLEST / self.magnified, min(_LARGEST / self.magnified, factor))

    def _magnify(self, scale: float) -> None:
        self.setTransform(QTransform.fromScale(scale, scale))

    # -- places --------------------------------------------------------------------------------------------------------

    def room(self, place: Target) -> QRect:
        """The position of a place, in the view's own pixels."""
        assert self.map.layout is not None
        return self.mapFromScene(self.map.layout.room(place)).boundingRect()

    def place_at(self, spot: QPointF) -> Target | None:
        """The place visible at a point of the scene."""
        return self.map.at(spot)

    def light(self, place: Target | None) -> bool:
        """Show what the pointer is on; returns whether a click there does something now."""
        self.map.point(place)
        return place in self.map.marked
