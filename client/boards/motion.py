"""Movement that explains: motions that bring what a move has put on a board to where it belongs.

The position is on the board already; a motion starts items elsewhere and brings them where they belong, so that ending it at
any moment leaves the board as it should be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from rules.contract import Event

DROP_MS, RISE_MS = 260, 240
"""How long a piece takes to fall into its place, and to move to another, at normal speed."""

FALL = QEasingCurve(QEasingCurve.Type.OutBounce)
EASE = QEasingCurve(QEasingCurve.Type.InOutCubic)
"""How a piece falls, and how it goes from place to place."""


class Tween(NamedTuple):
    """One motion: from ``start`` on for ``lasts`` milliseconds, ``apply`` is called with a share from 0 to 1."""

    start: int
    lasts: int
    apply: Callable[[float], None]


class Steps:
    """Turns the events of a move into tweens on a scene that shows the position after them.

    An event of the kind ``built`` is seen by the method ``_built`` of a game's own class.

    Attributes:
        now: the millisecond at which the next motion begins.
    """

    def __init__(self) -> None:
        self.now = 0
        self._tweens: list[Tween] = []

    def tweens(self, events: Sequence[Event]) -> list[Tween]:
        """The motions for these events, one after the other."""
        for event in events:
            step = getattr(self, f"_{event.kind.replace('-', '_')}", None)
            if step is not None:
                step(event)
        return self._tweens

    def add(self, lasts: int, apply: Callable[[float], None], after: int = 0) -> None:
        """One motion, beginning so many milliseconds from now."""
        self._tweens.append(Tween(self.now + after, lasts, apply))

    def set_off(self, lasts: int, go: Callable[[], None]) -> None:
        """Something else starts now, once; not where all motion is ended before its turn comes."""
        gone = False

        def apply(share: float) -> None:
            nonlocal gone
            if share > 0 and not gone:
                gone = True
                if share < 1:
                    go()

        self.add(lasts, apply)


class Motion(QObject):
    """Runs tweens by one clock.

    Signals:
        ended: all have come to their end.
        moved: something has moved.
    """

    ended = Signal()
    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tweens: list[Tween] = []
        self._done: set[int] = set()
        self._clock = QVariantAnimation(self)
        self._clock.valueChanged.connect(self._tick)
        self._clock.finished.connect(self.finish)

    @property
    def running(self) -> bool:
        """Whether anything moves."""
        return bool(self._tweens)

    def play(self, tweens: Sequence[Tween], speed: float) -> None:
        """Start these motions; those still running are ended first."""
        self.finish()
        if not tweens:
            return
        self._tweens = list(tweens)
        self._done = set()
        total = max(tween.start + tween.lasts for tween in tweens)
        for tween in tweens:
            tween.apply(0.0)
        self.moved.emit()
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(float(total))
        self._clock.setDuration(max(1, round(total / speed)))
        self._clock.start()

    def _tick(self, now: float) -> None:
        for number, tween in enumerate(self._tweens):
            share = (now - tween.start) / tween.lasts
            if share >= 0 and number not in self._done:
                tween.apply(min(1.0, share))
                if share >= 1:
                    self._done.add(number)
        self.moved.emit()

    def stop(self) -> None:
        """End with the board: nothing is brought to its place any more, and nobody is told."""
        self._clock.stop()
        self._tweens = []

    def finish(self) -> None:
        """Bring everything to its end at once."""
        self._clock.stop()
        tweens, self._tweens = self._tweens, []
        for number, tween in enumerate(tweens):
            if number not in self._done:
                tween.apply(1.0)
        if tweens:
            self.moved.emit()
            self.ended.emit()
