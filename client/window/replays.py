"""The saved game that is replayed in the window."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from client.system.settings import Settings
    from client.table.replay import ReplayWindow
    from client.window.bridge import Bridge
    from client.window.content import Content
    from client.window.opentable import OpenTable
    from client.window.savedgames import SavedGames


class Replays:
    """Shows saved games, and finds the way back: to the table that is open, else to the list the person came from."""

    def __init__(
        self, bridge: Bridge, content: Content, settings: Settings, home: Path, table: OpenTable, saved: SavedGames
    ) -> None:
        """``home`` is the data folder; the worker of ``bridge`` analyses games."""
        self._bridge = bridge
        self._content = content
        self._settings = settings
        self._home = home
        self._table = table
        self._saved = saved
        self._kept: ReplayWindow | None = None

    def watch(self, file: Path, analysed: bool = False) -> None:
        """Replay a saved game, with its analysis if wanted. If a table is open, the way back leads there."""
        from client.table.replay import ReplayWindow

        content = self._content
        replay = ReplayWindow(
            file, content.catalogue, self._settings, self._home, analysed, self._bridge.work, content.likenesses
        )
        replay.left.connect(self.leave)
        replay.ready.connect(lambda over: self._note(file, over))
        content.put_up(replay)
        self._kept = replay

    def leave(self) -> None:
        """Go back; :meth:`look_again` closes the replay."""
        pages = self._content.pages
        if self._table.bring_back():
            return
        if pages.back == pages.show_library:
            pages.show_library()
        else:
            pages.show_start()

    def look_again(self) -> None:
        """Another page is shown, for instance because a rematch has begun: a replay that was on show is over."""
        kept = self._kept
        if kept is not None and self._content.pages.currentWidget() is not kept:
            self._kept = None
            self._content.take_down(kept)

    @property
    def shown(self) -> ReplayWindow | None:
        """The replay on show."""
        return self._kept

    @property
    def at_table(self) -> bool:
        """Whether the person plays on from a replay."""
        return self._kept is not None and self._kept.table is not None

    def _note(self, file: Path, over: bool) -> None:
        """The file has proved to be a game: remember it."""
        self._saved.remember(file)
        if over:
            self._saved.mark_finished(file)
