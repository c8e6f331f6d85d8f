"""Explanatory motion: each event as a short animation of its pieces on the map, which already shows the position after it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QPointF

from client.boards.burgenland.scene import MapScene, Picture
from client.boards.motion import DROP_MS, EASE, FALL, Steps
from rules.contract import Event

SLIDE_MS, FLY_MS = 280, 150
"""How long a swap of stones and a flight to a seat take, in milliseconds at normal speed."""


class MapSteps(Steps):
    """The animation of a move's events.

    Args:
        scene: the map.
        fly: called when something leaves the stock for a seat (its drawing, its pile, the seat).
    """

    def __init__(self, scene: MapScene, fly: Callable[[str, str, int], None]) -> None:
        super().__init__()
        self._scene = scene
        self._fly = fly

    # -- what each event looks like ------------------------------------------------------------------------------------

    def _built(self, event: Event) -> None:
        self._drop(self._scene.entries.get(("piece", event.number("castle"), event.number("square"))))

    _built_lawless = _built

    def _built_well(self, event: Event) -> None:
        self._drop(self._scene.entries.get(("well", event.number("castle"))))

    def _built_large(self, _event: Event) -> None:
        self._drop(self._scene.entries.get(("large",)), 14)

    def _plot(self, event: Event) -> None:
        self._drop(self._scene.entries.get(("place", event.number("castle"), 4)))

    def _marker(self, event: Event) -> None:
        item = self._scene.entries.get(("marker",))
        if item is not None and item.content == event.number("castle"):
            self._drop(item)

    def _swapped(self, event: Event) -> None:
        layout = self._scene.layout
        one = self._scene.entries.get(("stone", event.number("one")))
        other = self._scene.entries.get(("stone", event.number("other")))
        if one is None or other is None or layout is None:
            return
        way = layout.stones[event.number("other") - 1].center() - layout.stones[event.number("one") - 1].center()
        self._move(one, way, SLIDE_MS, EASE)
        self._move(other, -way, SLIDE_MS, EASE)
        self.now += SLIDE_MS

    def _opened(self, event: Event) -> None:
        self._send(f"burgenland/crest-{event.number('colour')}", "stock-pile", event.number("seat"))

    def _drew(self, event: Event) -> None:
        for _ in range(event.number("cards")):
            self._send("burgenland/back", "stock-pile", event.number("seat"))

    def _jokers(self, event: Event) -> None:
        self._send("burgenland/joker", "stock-joker", event.number("seat"))

    _bought_joker = _jokers

    def _swap_tile(self, event: Event) -> None:
        self._send("burgenland/swap", "stock-swaps", event.number("seat"))

    def _tile(self, event: Event) -> None:
        self._send("burgenland/tile", "stock-tiles", event.number("seat"))

    # -- motions -------------------------------------------------------------------------------------------------------

    def _drop(self, item: Picture | None, height: float = 70) -> None:
        if item is not None:
            self._move(item, QPointF(0, -height), DROP_MS, FALL)
            self.now += DROP_MS

    def _move(self, item: Picture, away: QPointF, lasts: int, curve: QEasingCurve) -> None:
        def apply(share: float) -> None:
            item.setPos(away * (1 - curve.valueForProgress(share)))

        self.add(lasts, apply)

    def _send(self, drawing: str, pile: str, seat: int) -> None:
        self.set_off(FLY_MS, lambda: self._fly(drawing, pile, seat))
        self.now += FLY_MS
