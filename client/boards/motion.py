"""Explanatory motion: animations that bring pieces to where a move has put them.

The board already shows the final position. A motion starts items elsewhere and brings them into place, so the board is right
whenever a motion is cut short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

from rules.contract import Event

DROP_MS, RISE_MS = 260, 240
"""How long a piece takes to fall into place, and to move to another place, in milliseconds at normal speed."""

FALL = QEasingCurve(QEasingCurve.Type.OutBounce)
EASE = QEasingCurve(QEasingCurve.Type.InOutCubic)
"""The easing of a falling piece, and of one that moves from place to place."""


class Tween(NamedTuple):
    """A motion: for ``lasts`` milliseconds after ``start``, ``apply`` is called with a share from 0 to 1."""

    start: int
    lasts: int
    apply: Callable[[float], None]


class Steps:
    """Turns the events of a move into tweens, on a scene that shows the position after them.

    The method ``_built`` of a game's own class handles events of the kind ``built``.

    Attributes:
        now: the time at which the next motion begins, in milliseconds.
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
        """Add a motion that begins ``after`` milliseconds from :attr:`now`."""
        self._tweens.append(Tween(self.now + after, lasts, apply))

    def set_off(self, lasts: int, go: Callable[[], None]) -> None:
        """Add a call of ``go``, which starts something else. It is dropped if all motion ends before its time."""
        gone = False

        def apply(share: float) -> None:
            nonlocal gone
            if share > 0 and not gone:
                gone = True
                if share < 1:
                    go()

        self.add(lasts, apply)


class Motion(QObject):
    """Runs tweens with one timer.

    Signals:
        ended: all tweens have ended.
        moved: something has moved.
    """

    ended = Signal()
    moved = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tweens: list[Tween] = []
        self._done: set[int] = set()
        self._clock = QVariantAnimation(self)
        self._clock.valueChanged.connect(self.tick)
        self._clock.finished.connect(self.finish)

    @property
    def running(self) -> bool:
        """Whether a tween is running."""
        return bool(self._tweens)

    def play(self, tweens: Sequence[Tween], speed: float) -> None:
        """Start these tweens; those still running are finished first."""
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

    def tick(self, now: float) -> None:
        """Set everything to where it is after so many milliseconds."""
        for number, tween in enumerate(self._tweens):
            share = (now - tween.start) / tween.lasts
            if share >= 0 and number not in self._done:
                tween.apply(min(1.0, share))
                if share >= 1:
                    self._done.add(number)
        self.moved.emit()

    def stop(self) -> None:
        """Stop without finishing or signalling anything, because the board goes away."""
        self._clock.stop()
        self._tweens = []

    def finish(self) -> None:
        """Finish all tweens at once."""
        self._clock.stop()
        tweens, self._tweens = self._tweens, []
        for number, tween in enumerate(tweens):
            if number not in self._done:
                tween.apply(1.0)
        if tweens:
            self.moved.emit()
            self.ended.emit()
