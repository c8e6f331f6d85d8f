"""The eight colours of cards and border stones, as drawn in ``resources/art/burgenland/crest-N.svg``."""

from __future__ import annotations

HUES = ("#8a8073", "#b4232c", "#e0741c", "#f4e33c", "#2f8a3e", "#7cc4ec", "#1c3a7c", "#7b3a96", "#6a4427")
"""By colour number; 0 is a stone that does not lie there yet."""

_DARK, _LIGHT = "#241a10", "#fff6e2"

INKS = (_LIGHT, _LIGHT, _DARK, _DARK, _LIGHT, _DARK, _LIGHT, _LIGHT, _LIGHT)
"""The ink that is legible on each colour."""


def crest(colour: int) -> str:
    """The drawing of a colour's shield."""
    return f"burgenland/crest-{colour}"
