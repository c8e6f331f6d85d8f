"""Text that comes from people: names and chat."""

from __future__ import annotations

import unicodedata

NAME_LENGTH = 24
"""Characters of a name."""

CHAT_LENGTH = 500
"""Characters of one thing said."""

_DIRECTIONS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that reorder the text around them: a name could make a sentence read backwards."""


def plain(text: str, limit: int) -> str:
    """One line of at most ``limit`` characters without control characters, text direction marks or outer spaces."""
    kept = "".join(
        " " if unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Zs") else letter
        for letter in text
        if letter not in _DIRECTIONS and unicodedata.category(letter) not in ("Cs", "Co")
    )
    return " ".join(kept.split())[:limit].rstrip()
