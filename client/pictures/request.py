"""A request for a picture, which is also its key in the cache."""

from __future__ import annotations

from typing import NamedTuple


class Request(NamedTuple):
    """A picture to paint.

    Attributes:
        game, name: the picture's game and name.
        look: ``dark``, ``light`` or ``contrast``.
        language: the language of its texts.
        size: its width and height in screen pixels.
        scale: the scale of its contents.
    """

    game: str
    name: str
    look: str
    language: str
    size: tuple[int, int]
    scale: float
