"""The motions of Torres: blocks drop, pieces move from their old places."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsPixmapItem

from client.boards.motion import DROP_MS, RISE_MS, Tween
from client.boards.torres.scene import TorresScene
from rules.contract import Event

_BLOCKS = ("built", "castle", "dropped", "founded")
_PIECES = ("moved", "inserted", "placed", "king")


def tweens_of(scene: TorresScene, events: Sequence[Event]) -> list[Tween]:
    """The motions for these events, one after the other, on a scene that shows the position after them."""
    found: list[Tween] = []
    now = 0
    for event in events:
        if event.kind in _BLOCKS:
            cell = event.number("cell")
            item, lasts = scene.entries.get(("block", cell, scene.level(cell + 1))), DROP_MS
            away = QPointF(0, -scene.at.tile * 1.3)
        elif event.kind in _PIECES:
            cell = event.number("cell")
            item, lasts = scene.entries.get(("king",) if event.kind == "king" else ("knight", cell)), RISE_MS
            source = dict(event.values).get("source", -1)
            away = QPointF(0, -scene.at.tile)
            if isinstance(source, int) and source >= 0:
                away = scene.top(source + 1) - scene.top(cell + 1)
        else:
            continue
        if item is not None:
            found.append(_coming(item, away, now, lasts))
            now += lasts
    return found


def _coming(item: QGraphicsPixmapItem, away: QPointF, start: int, lasts: int) -> Tween:
    home = item.pos()
    return Tween(start, lasts, lambda share: item.setPos(home + away * (1 - share) ** 2))
