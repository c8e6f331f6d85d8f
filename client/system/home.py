"""The folders of this program: identity, settings, saved games, log."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from rules.message import message

VARIABLE = "ALARIFE_HOME"
GAMES = "games"
KEY_FILE = "identity.pem"
LIBRARY = "library.sqlite"


class HomeError(Exception):
    """The system cannot tell where the data folder is, for instance in the home of a person whom it does not know.

    Attributes:
        reason: that, as a sentence.
    """

    def __init__(self, folder: Path, error: RuntimeError | OSError) -> None:
        why = getattr(error, "strerror", None) or str(error).rstrip(".")
        self.reason = message("client.error.home", folder=str(folder), why=why)
        super().__init__(str(self.reason))


def home_folder(chosen: Path | None = None) -> Path:
    """The data folder: as chosen on the command line, else ``ALARIFE_HOME``, else the system's place for data.

    Raises :class:`HomeError` if it is in the home (``~``) of somebody who has none, or in a working folder that is gone.
    """
    named = os.environ.get(VARIABLE)
    folder = chosen if chosen is not None else Path(named) if named else None
    try:
        return _usual() if folder is None else folder.expanduser().absolute()
    except (RuntimeError, OSError) as error:
        raise HomeError(folder or Path("~"), error) from error


def _usual() -> Path:
    """The system's place for data. Raises :class:`RuntimeError` if this person has no home."""
    if sys.platform.startswith("linux"):  # the base directory specification in two lines: a library takes 4 ms to load
        named = Path(os.environ.get("XDG_DATA_HOME", "").strip())
        return (named if named.is_absolute() else Path.home() / ".local" / "share") / "alarife"
    import platformdirs

    return platformdirs.user_data_path("alarife", appauthor=False)
