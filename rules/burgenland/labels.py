"""A move as a sentence, for buttons, lists and screen readers."""

from __future__ import annotations

from typing import Final

from rules.contract import Move
from rules.message import Message, message

_VALUES: Final[dict[str, tuple[str, ...]]] = {
    "wall": ("castle", "square"),
    "house": ("castle", "square"),
    "palace": ("castle", "square"),
    "lawless-house": ("castle", "square"),
    "lawless-palace": ("castle", "square"),
    "well": ("castle",),
    "large-same": ("piece",),
    "large-different": ("piece",),
    "plot": ("castle",),
    "swap": ("one", "other"),
    "pay": ("colour", "coins"),
}


def label(move: Move) -> Message:
    """The label of a listed move, key ``burgenland.move.<kind>``."""
    return message(f"burgenland.move.{move.kind}", **dict(zip(_VALUES.get(move.kind, ()), move.args, strict=True)))
