"""Parts of the facts of positions, as text: most facts of a position are those of the position before it."""

from __future__ import annotations

from typing import Final

from msgspec import Raw
from msgspec.json import Encoder

_write: Final = Encoder(order="sorted").encode


class Written:
    """The text of one part of the facts as it last was, in whichever position. It only saves time.

    The part follows from lists of integers: while they are the same, so is the text.
    """

    def __init__(self) -> None:
        self._last: tuple[tuple[list[int], ...], Raw] = ((), Raw(b""))  # one value, so that no thread sees half of it

    def known(self, lists: tuple[list[int], ...]) -> Raw | None:
        """The text that follows from these lists, if it is the one that is remembered."""
        known, text = self._last
        return text if known == lists else None

    def write(self, lists: tuple[list[int], ...], facts: object) -> Raw:
        """Write the facts that follow from these lists, and remember their text."""
        text = Raw(_write(facts))
        self._last = tuple([each[:] for each in lists]), text
        return text
