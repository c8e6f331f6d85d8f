"""The board of Das neue Big Boss."""

from __future__ import annotations

from client.boards.contract import Shown
from client.boards.loop.view import LoopView
from rules.message import Message


class BigBossView(LoopView):
    """The loop board with founding stones and tower cards."""

    game = "big-boss"

    def asks(self, shown: Shown) -> Message:
        """The prompt; after the first noble of a new castle it asks for the second one."""
        asked, facts = shown.position.prompt(), self.facts_of(shown.position)
        second = asked.kind == "noble" and facts.places > 1 and facts.places_left == 1
        return Message("table.loop.prompt.second-noble", asked.values) if second else asked
