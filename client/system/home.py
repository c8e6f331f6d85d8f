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
    """The data folder is in the home of a person whom this computer does not know.

    Attributes:
        reason: that, as a sentence.
    """

    def __init__(self, folder: Path, error: RuntimeError) -> None:
        self.reason = message("client.error.home", folder=str(folder), why=str(error).rstrip("."))
        super().__init__(str(self.reason))


def home_folder(chosen: Path | None = None) -> Path:
    """The data folder: as chosen on the command line, else ``ALARIFE_HOME``, else the system's place for data.

    Raises :class:`HomeError` if it begins with the home (``~``) of somebody who has none.
    """
    named = os.environ.get(VARIABLE)
    folder = chosen if chosen is not None else Path(named) if named else None
    if folder is not None:
        try:
            return folder.expanduser().absolute()
        except RuntimeError as error:
            raise HomeError(folder, error) from error
    if sys.platform.startswith("linux"):  # the base directory specification in a line: a library takes 4 ms to load
        return Path(os.environ.get("XDG_DATA_HOME", "").strip() or Path.home() / ".local" / "share") / "alarife"
    import platformdirs

    return platformdirs.user_data_path("alarife", appauthor=False)
