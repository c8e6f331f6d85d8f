"""The puzzle that is shown in the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.puzzles.puzzle import Puzzle
    from client.puzzles.window import PuzzleWindow
    from client.system.settings import Settings
    from client.window.bridge import Bridge
    from client.window.content import Content
    from client.window.desktop import Desktop


class Puzzles:
    """Owns the puzzle on show, of which there is at most one."""

    def __init__(self, bridge: Bridge, content: Content, settings: Settings, home: Path, desktop: Desktop) -> None:
        """``home`` is the data folder; the worker of ``bridge`` judges answers."""
        self._bridge = bridge
        self._content = content
        self._settings = settings
        self._home = home
        self._desktop = desktop
        self._shown: PuzzleWindow | None = None

    @property
    def on_show(self) -> bool:
        """Whether the person sees a puzzle."""
        return self._shown is not None and self._content.pages.currentWidget() is self._shown

    def solve(self, puzzle: Puzzle) -> None:
        """Show a puzzle."""
        from client.puzzles.puzzle import PuzzleError
        from client.puzzles.shelf import opened
        from client.puzzles.window import PuzzleWindow

        content, page = self._content, self._content.pages.puzzles_page
        try:
            found = opened(puzzle, self._home)
        except PuzzleError as error:
            page.leave_out(puzzle, error.reason)
            self._go_back()
            content.tell(error.reason, stay=True)
            return
        self.put_away()
        name = self._settings.name
        self._shown = shown = PuzzleWindow(found, content.catalogue, self._settings, page.record, self._bridge.work, name)
        shown.left.connect(self._go_back)
        shown.next.connect(lambda: page.go_on())
        shown.sounded.connect(self._desktop.play)
        shown.told.connect(content.tell)
        content.put_up(shown)

    def put_away(self) -> None:
        """Take the puzzle down; another page comes up next."""
        shown, self._shown = self._shown, None
        if shown is not None:
            self._content.pages.take_down(shown)

    def _go_back(self) -> None:
        self.put_away()
        self._content.pages.show_puzzles()
