"""The folders of this program: identity, settings, saved games, log."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "ALARIFE_HOME"
GAMES = "games"
KEY_FILE = "identity.pem"
LIBRARY = "library.sqlite"


def home_folder(chosen: Path | None = None) -> Path:
    """The data folder: the one chosen on the command line, else ``ALARIFE_HOME``, else the system's place for such things."""
    if chosen is not None:
        return chosen.expanduser().absolute()
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    if sys.platform.startswith("linux"):  # one line of the base directory specification: the library for it takes 4 ms to load
        return Path(os.environ.get("XDG_DATA_HOME", "").strip() or Path.home() / ".local" / "share") / "alarife"
    import platformdirs

    return platformdirs.user_data_path("alarife", appauthor=False)
