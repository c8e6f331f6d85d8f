"""The board of Das neue Big Boss."""

from __future__ import annotations

from client.boards.loop.view import LoopView


class BigBossView(LoopView):
    """The loop board with founding stones and tower cards; everything else is as on any loop board."""

    game = "big-boss"
