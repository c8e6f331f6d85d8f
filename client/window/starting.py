"""The beginnings of a table: what the person asks the node for, and the way back when it fails."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from client.window.stage import Stage, TableProgress
from rules.message import Message, message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from client.library.record import Record
    from client.system.settings import Settings
    from client.window.bridge import Bridge
    from client.window.content import Content
    from client.window.savedgames import SavedGames
    from net import api


DAMAGE = frozenset(f"session.file.{fault}" for fault in ("json", "field", "disagrees", "form", "link", "signature"))
"""Why a line of a saved game cannot be read. A copy of the lines before it can be."""


class Starting:
    """Asks the node for a table in each of the ways there are: play, host, join, watch or resume.

    While the node has not answered, the window waits, and :meth:`fail` returns to the page that the person came from.
    """

    def __init__(
        self, bridge: Bridge, content: Content, settings: Settings, progress: TableProgress, saved: SavedGames
    ) -> None:
        self._bridge = bridge
        self._content = content
        self._settings = settings
        self._progress = progress
        self._saved = saved
        self._resuming: Path | None = None

    # -- ways to a table -----------------------------------------------------------------------------------------------

    def play(self, plan: api.Plan) -> None:
        """Begin a game at this computer."""
        self._await_table("client.wait.dealing")
        self._bridge.node.offline(plan)

    def play_at_once(self, game_id: str, players: int, bots: str, options: Mapping[str, str] | None = None) -> None:
        """Begin a game against bots of a level, with these house rules, without further questions."""
        from client.lobby.setup import first_seats
        from net import api
        from rules.contract import RulesError
        from rules.registry import game as game_called

        try:
            rules = game_called(game_id)
        except RulesError as error:
            self._content.tell(error.reason)
            return
        seats = first_seats(self._content.catalogue, rules, players, self._settings.name, hosting=False, level=bots)
        self.play(api.Plan(game_id, tuple(seats), dict(options or {}), name=self._own_name()))

    def play_again(self, record: Record) -> None:
        """Begin another game with the set-up of a saved one: here, or at a new table for friends."""
        from client.library.again import again
        from rules.contract import RulesError

        try:
            plan, hosting = again(record, self._bridge.node.identity.key.hex(), self._own_name())
        except RulesError as error:
            self._content.tell(error.reason)
            return
        (self.host if hosting else self.play)(plan)

    def host(self, plan: api.Plan) -> None:
        """Open a table for others."""
        self._content.save_settings()
        self._await_table("client.wait.opening")
        chosen = self._settings
        self._bridge.node.host(
            plan, chosen.port, chosen.announce, chosen.strangers, chosen.spectators, ask_router=chosen.router
        )

    def rematch(self, open_here: bool) -> None:
        """Begin another game with the people of the finished one."""
        chosen = self._settings
        self._bridge.node.rematch(open_here, chosen.announce, chosen.strangers, chosen.spectators)

    def join(self, code: str) -> None:
        """Join a table by its code, which was pasted, typed or chosen."""
        self._content.pages.back = self._content.pages.show_join
        self._await_table("client.wait.joining")
        self._bridge.node.join(code, self._settings.name, answers=True)  # without a name, the fingerprint provides one

    def watch_table(self, code: str) -> None:
        """Watch the running game at a table by its code, which was pasted, typed or chosen."""
        self._content.pages.back = self._content.pages.show_join
        self._await_table("client.wait.joining")
        self._bridge.node.watch(code, self._settings.name)

    def resume(self, file: Path) -> None:
        """Continue a saved game."""
        self._resuming = file
        self._await_table("client.wait.resuming")
        self._bridge.node.resume(file, self._settings.port)

    # -- what becomes of it --------------------------------------------------------------------------------------------

    def succeed(self) -> None:
        """The node has opened a game."""
        self._resuming = None

    def offer_answer(self, reason: Message) -> None:
        """The invite led nowhere, for this reason: an answer code may help."""
        if self._progress.stage is Stage.AWAITED:
            page = self._content.pages.answer_page
            page.begin(reason)
            self._content.pages.setCurrentWidget(page)

    def fail(self, reason: Message, watch: str = "") -> None:
        """Return to the page that the person came from, and show the reason; ``watch`` is a code to watch instead."""
        self._progress.stage = Stage.AWAY
        content, pages = self._content, self._content.pages
        pages.back()
        if pages.shows("join_page"):
            pages.join_page.show_problem(reason, watch)
            return
        content.tell(reason, stay=True)
        file, self._resuming = self._resuming, None
        if file is not None and _damaged(reason):
            content.notice.offer(content.catalogue.text("client.saved.repair"), lambda: self._saved.repair(file))

    def _await_table(self, key: str) -> None:
        """From now on the node's events about a table are meant for this person."""
        self._progress.stage = Stage.AWAITED
        self._content.show_waiting(message(key))

    def _own_name(self) -> str:
        from client.lobby.setup import default_name

        return self._settings.name or default_name(self._content.catalogue, "person", 0)


def _damaged(reason: Message) -> bool:
    """Whether a file cannot be opened for a reason that spares its beginning: the first line holds what all others need."""
    line = dict(reason.values).get("line", 0)
    return reason.key in DAMAGE and isinstance(line, int) and line > 1
