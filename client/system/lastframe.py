"""When the window was painted last: long work waits for the next turn of the event loop if that was in this one."""

from __future__ import annotations

import time

JUST_NOW_S = 0.002
"""A frame that ended so many seconds ago belongs to this turn of the event loop, or nearly."""

_frames = 0
_ended = 0.0


def painted() -> None:
    """The window has painted a frame."""
    global _frames, _ended
    _frames += 1
    _ended = time.monotonic()


class LastFrame:
    """Tells one piece of work about each frame once, so that the work goes on however often the window paints."""

    def __init__(self) -> None:
        self._known = _frames

    def new(self) -> bool:
        """Whether a frame has just ended that this piece of work has not heard of."""
        if self._known == _frames:
            return False
        self._known = _frames
        return time.monotonic() - _ended < JUST_NOW_S
