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
    """The data folder: as chosen on the command line, else ``ALARIFE_HOME``, else the system's place for data."""
    if chosen is not None:
        return chosen.expanduser().absolute()
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser().absolute()
    if sys.platform.startswith("linux"):  # the base directory specification in a line: a library takes 4 ms to load
        return Path(os.environ.get("XDG_DATA_HOME", "").strip() or Path.home() / ".local" / "share") / "alarife"
    import platformdirs

    return platformdirs.user_data_path("alarife", appauthor=False)
