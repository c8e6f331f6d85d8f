"""Correcting a board on the board itself.

:mod:`.draft` is a board under correction, with undo. Each kind of board has a :class:`~.surface.Surface`, found by the name of
its data file. It shows the draft on the real board, and turns clicks and keys into corrections.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.boards.editing.surface import Surface
    from client.messages import Catalogue

_SURFACES = {
    "loop-board": ("client.boards.editing.loop", "LoopSurface"),
    "torres": ("client.boards.editing.torres", "TorresSurface"),
    "burgenland": ("client.boards.editing.burgenland", "BurgenlandSurface"),
}


def can_edit(of: str) -> bool:
    """Whether boards for this data file can be corrected here."""
    return of in _SURFACES


def surface_for(of: str, catalogue: Catalogue, editable: bool) -> Surface:
    """A surface for boards of this data file; raises :class:`KeyError` if there is none."""
    module, name = _SURFACES[of]
    surface: Surface = getattr(importlib.import_module(module), name)(catalogue, editable)
    return surface
