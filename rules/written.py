"""Parts of the facts of positions, as text: most facts of a position are those of the position before it."""

from __future__ import annotations

from typing import Final

from msgspec import Raw
from msgspec.json import Encoder

_write: Final = Encoder(order="sorted").encode


def written(facts: object) -> Raw:
    """The text of a part of the facts, as it stands in the text of the whole."""
    return Raw(_write(facts))


def text_of(facts: object) -> str:
    """The same as text."""
    return _write(facts).decode("ascii")


class Written:
    """The text of one part of the facts as it last was, in whichever position. It only saves time.

    The part follows from lists of integers, and perhaps from an object that never changes, such as the board: while they are
    the same, so is the text.
    """

    def __init__(self) -> None:
        self._last: tuple[tuple[list[int], ...], object, Raw] = ((), None, Raw(b""))  # one value: no thread sees half of it

    def known(self, lists: tuple[list[int], ...], like: object = None) -> Raw | None:
        """The text that follows from these lists and this object, if it is the one that is remembered."""
        known, same, text = self._last
        return text if same is like and known == lists else None

    def write(self, lists: tuple[list[int], ...], facts: object, like: object = None) -> Raw:
        """Write the facts that follow from these lists and this object, and remember their text."""
        text = written(facts)
        self._last = tuple([each[:] for each in lists]), like, text
        return text
