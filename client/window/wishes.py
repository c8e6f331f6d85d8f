"""What the desktop wants the window to open."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from client.window.stage import Stage, TableProgress
from rules.message import message

if TYPE_CHECKING:
    from client.system.opening import Wish
    from client.window.content import Content
    from client.window.desktop import Desktop
    from client.window.lessons import Lessons
    from client.window.puzzles import Puzzles
    from client.window.replays import Replays


class Wishes:
    """Opens the invite or file that the desktop hands over, in place of the page shown now, unless that is a table."""

    def __init__(
        self,
        content: Content,
        progress: TableProgress,
        desktop: Desktop,
        lessons: Lessons,
        puzzles: Puzzles,
        replays: Replays,
    ) -> None:
        self._content = content
        self._progress = progress
        self._desktop = desktop
        self._lessons = lessons
        self._puzzles = puzzles
        self._replays = replays

    def fulfil(self, wish: Wish) -> None:
        """Come to the front and open a link or file. If a table is open, the wish has to wait, and a sentence says so."""
        self._desktop.bring_forward(wish.token)
        if self._progress.stage is not Stage.AWAY or self._lessons.at_table or self._replays.at_table:
            if wish.invite or wish.file:
                self._content.tell(message("desktop.busy.invite" if wish.invite else "desktop.busy.file"))
        elif wish.invite:
            self._make_room()
            self._content.pages.show_join()
            self._content.pages.join_page.offer(wish.invite)
        elif wish.file:
            file = Path(wish.file)
            if os.path.isfile(file):  # a path's own method raises where the name is too long, or the folder closed
                self._make_room()
                self._replays.watch(file)
            else:
                self._content.tell(message("desktop.file.none", file=wish.file))

    def _make_room(self) -> None:
        self._lessons.put_away()
        self._puzzles.put_away()
