"""The motions on the loop board: each event of a move as a short motion of its pieces."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QPointF
from PySide6.QtWidgets import QGraphicsPixmapItem

from client.boards.loop.scene import BoardScene
from client.boards.motion import DROP_MS, EASE, FALL, RISE_MS, Steps
from rules.contract import Event

LEAVE_MS, FLAG_MS, FLY_MS, HOP_MS, WAVE_MS = 280, 200, 150, 220, 30
"""How long each motion takes, in milliseconds at normal speed; the last is a wave's delay from field to field."""

_GO = QEasingCurve(QEasingCurve.Type.InCubic)


class Choreography(Steps):
    """The animation of a move's events; a game adds methods for its own events.

    Args:
        scene: the board.
        fly: called when money leaves for a seat (the amount, the field it comes from, the seat).

    Attributes:
        scene: the board.
        place: the last built cell, from which money comes; 0 if there is none.
    """

    def __init__(self, scene: BoardScene, fly: Callable[[int, int, int], None]) -> None:
        super().__init__()
        self.scene = scene
        self._fly = fly
        self.place = 0

    # -- what each event looks like ------------------------------------------------------------------------------------

    def _villa(self, event: Event) -> None:
        self._drop_block(event.number("cell"), 1)

    def _castle(self, event: Event) -> None:
        first, card = event.number("first"), event.number("card")
        for step in range(3):
            cell = self.scene.spots.along(first, step)
            self.drop(self.scene.entries.get(("block", cell, 1)), 0)
            if cell != card:
                self.show_number(cell, DROP_MS)
        self.now += DROP_MS // 2
        self._drop_block(card, 2)
        self._raise_flag(event.number("card"))

    def _built(self, event: Event) -> None:
        self._drop_block(event.number("cell"), event.number("level"))

    def _crest(self, event: Event) -> None:
        self._raise_flag(event.number("cell"))

    def _merged(self, event: Event) -> None:
        self._recolour(event.number("cell"))
        self._raise_flag(event.number("cell"))

    def _rises(self, event: Event) -> None:
        cell = event.number("cell")
        item = self.scene.entries.get(("noble", cell))
        if item is not None:
            lift = QPointF(0, self.scene.at.rise)
            self.move(item, lift, RISE_MS, EASE, fade=False)
            self.now += RISE_MS // 2

    def _placed(self, event: Event) -> None:
        cell = event.number("cell")
        self.fly_money(-event.number("real"), cell, event.number("seat"))
        item = self.scene.entries.get(("noble", cell))
        if item is not None:
            self.drop(item, 0)
            self.now += DROP_MS

    def _withdrew(self, event: Event) -> None:
        self._leave(event)

    def _captured(self, event: Event) -> None:
        self._leave(event)

    def _paid(self, event: Event) -> None:
        if self.place:
            self.fly_money(event.number("real"), self.place, event.number("seat"))
            self.now += FLY_MS

    # -- motions -------------------------------------------------------------------------------------------------------

    def _drop_block(self, cell: int, level: int) -> None:
        self.place = cell
        self.drop(self.scene.entries.get(("block", cell, level)), 0)
        self.show_number(cell, DROP_MS)
        self.now += DROP_MS

    def drop(self, item: QGraphicsPixmapItem | None, after: int) -> None:
        """Let an item fall into place, beginning so many milliseconds from now."""
        if item is not None:
            self.move(item, QPointF(0, -self.scene.at.tile * 1.3), DROP_MS, FALL, after=after)

    def move(
        self,
        item: QGraphicsPixmapItem,
        away: QPointF,
        lasts: int,
        curve: QEasingCurve,
        after: int = 0,
        fade: bool = True,
    ) -> None:
        """Bring an item into place from ``away``; with ``fade`` it also fades in."""
        home = item.pos()

        def apply(share: float) -> None:
            item.setPos(home + away * (1 - curve.valueForProgress(share)))
            if fade:
                item.setOpacity(min(1.0, share * 4))

        self.add(lasts, apply, after)

    def show_number(self, cell: int, after: int) -> None:
        """Show the number on a stack when the stack has landed, so many milliseconds from now."""
        item = self.scene.entries.get(("number", cell))
        if item is not None:
            self.add(1, lambda share: item.setOpacity(1.0 if share >= 1 else 0.0), after)

    def _recolour(self, start: int) -> None:
        """Let the tops of a castle hop one after the other, from a cell outward, to show that all now have one colour."""
        scene, facts = self.scene, self.scene.facts
        building = facts.building_at.get(start) if facts else None
        if building is None:
            return
        x, y = scene.spots.of(start)
        for cell in building.cells:
            far = abs(scene.spots.of(cell)[0] - x) + abs(scene.spots.of(cell)[1] - y)
            for key in (("block", cell, scene.level(cell)), ("number", cell)):
                item = scene.entries.get(key)
                if item is not None:
                    self._hop(item, far * WAVE_MS)
        self.now += HOP_MS

    def _hop(self, item: QGraphicsPixmapItem, after: int) -> None:
        home, high = item.pos(), self.scene.at.tile * 0.22

        def apply(share: float) -> None:
            item.setPos(home - QPointF(0, high * math.sin(math.pi * share)) if share < 1 else home)

        self.add(HOP_MS, apply, after)

    def _raise_flag(self, cell: int) -> None:
        facts = self.scene.facts
        building = facts.building_at.get(cell) if facts else None
        if building is None:
            return
        for part in ("mast", "flag"):
            item = self.scene.entries.get((part, building.cells[0]))
            if item is not None:
                self.move(item, QPointF(0, self.scene.at.tile * 0.4), FLAG_MS, EASE)
        self.now += FLAG_MS // 2

    def _leave(self, event: Event) -> None:
        """Let a picture of a removed noble rise and fade, and pay its owner."""
        cell, seat = event.number("cell"), event.number("seat")
        scene = self.scene
        picture = scene.pictures.noble(seat, event.number("rank"))
        item = scene.put(picture, scene.top(cell), scene.at.order(cell) + 90)
        home = item.pos()

        def apply(share: float) -> None:
            if share >= 1:
                if item.scene() is not None:
                    scene.removeItem(item)
                return
            gone = _GO.valueForProgress(share)
            item.setPos(home - QPointF(0, scene.at.tile * 0.9 * gone))
            item.setOpacity(1 - gone)

        self.add(LEAVE_MS, apply)
        self.fly_money(event.number("real"), cell, seat)
        self.now += LEAVE_MS // 2

    def fly_money(self, real: int, cell: int, seat: int) -> None:
        """Send money from a cell to a seat, or back if it is negative."""
        self.set_off(FLY_MS, lambda: self._fly(real, cell, seat))
