"""What a picture is asked for with: also its name in the cache."""

from __future__ import annotations

from typing import NamedTuple


class Request(NamedTuple):
    """A picture to paint.

    Attributes:
        game, name: which.
        look: ``dark``, ``light`` or ``contrast``.
        language: of the words in it.
        size: its width and height in pixels of the screen.
        scale: how much larger than usual what is in it is.
    """

    game: str
    name: str
    look: str
    language: str
    size: tuple[int, int]
    scale: float
