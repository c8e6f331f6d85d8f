"""A position as a picture, painted without a window."""

from __future__ import annotations

import os
from pathlib import Path

from client.commands.choices import writing
from client.system.display import has_display
from rules.contract import State


def save(path: Path, game_id: str, state: State, names: list[str], seat: int | None = None) -> None:
    """Paint a position (as this seat sees it, if one is given) into a PNG file, and make its folder."""
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"

    from client.table.picture import save_picture

    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        save_picture(path, game_id, state, names, seat)
