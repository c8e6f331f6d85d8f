"""The files of saved games, as far as the window takes care of them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from client.system.home import GAMES
from net.disk import is_same
from rules.message import message

if TYPE_CHECKING:
    from client.system.settings import Settings
    from client.window.content import Content


class SavedGames:
    """Remembers in the settings which files there are and which games are over, and mends or removes files on request."""

    def __init__(self, content: Content, settings: Settings, home: Path) -> None:
        """``home`` is the data folder."""
        self._content = content
        self._settings = settings
        self._home = home

    def remember(self, file: Path) -> None:
        """List a file from another folder on the start page, too."""
        if not is_same(file.parent, self._home / GAMES):  # which a link may lead to
            self._settings.remember(file)
            self._content.save_settings()

    def mark_finished(self, file: Path) -> None:
        """The game in this file is over."""
        self._settings.mark_finished(file)
        self._content.save_settings()

    def repair(self, file: Path) -> None:
        """Save the intact part of a damaged file in a copy."""
        from net.gamefile import GameFileError, repair

        try:
            copy, _ = repair(file)
        except GameFileError:
            self._content.tell(message("client.saved.not-repaired", file=file.name))
        else:
            self._content.tell(message("client.saved.repaired", file=file.name, copy=copy.name))
            self._content.pages.show_start()

    def remove(self, file: Path) -> None:
        """Move a file that is no game out of the way."""
        try:
            folder = file.parent / "removed"
            folder.mkdir(exist_ok=True)
            place, number = folder / file.name, 1
            while os.path.lexists(place):  # an earlier file of this name
                number += 1
                place = folder / f"{file.stem}-{number}{file.suffix}"
            os.rename(file, place)
        except OSError as error:
            self._content.tell(message("client.saved.not-removed", file=file.name, why=error.strerror or str(error)))
        else:
            self._content.tell(message("client.saved.removed", file=file.name))
            self._content.pages.show_start()
