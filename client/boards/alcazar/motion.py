"""The motions that only Alcazar has: bridges come down on their pillars, nobles move and change places."""

from __future__ import annotations

from client.boards.loop.choreography import Choreography
from client.boards.motion import DROP_MS, EASE, RISE_MS
from rules.contract import Event


class AlcazarChoreography(Choreography):
    """See :class:`~client.boards.loop.choreography.Choreography`."""

    def _bridge(self, event: Event) -> None:
        """Pay for the bridge, and lower its parts from both ends to the middle."""
        middle, level = event.number("middle"), event.number("level")
        self.place = middle
        self.fly_money(-event.number("real"), middle, event.number("seat"))
        for after, name in ((0, "first"), (0, "last"), (DROP_MS // 2, "middle")):
            self.drop(self.scene.entries.get(("bridge", event.number(name), level)), after)
        for name in ("first", "middle", "last"):
            self.show_number(event.number(name), DROP_MS)
        self.now += DROP_MS * 3 // 2

    def _moved(self, event: Event) -> None:
        self._walk(event.number("cell"), event.number("to"))

    def _swapped(self, event: Event) -> None:
        cell, other = event.number("cell"), event.number("other")
        start = self.now
        self._walk(cell, other)
        self.now = start
        self._walk(other, cell)

    def _walk(self, cell: int, to: int) -> None:
        """Move the noble that now stands on ``to`` there from ``cell``."""
        item = self.scene.entries.get(("noble", to))
        if item is not None:
            self.move(item, self.scene.top(cell) - self.scene.top(to), RISE_MS, EASE, fade=False)
            self.now += RISE_MS
