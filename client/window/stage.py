"""The window's stages: how far it is with a table, and with closing."""

from __future__ import annotations

from enum import Enum


class Stage(Enum):
    """How far the window is with a table. The node's events about a table count only from ``AWAITED`` on.

    ::

        AWAY ── a table is asked for ──> AWAITED ──> LOBBY ──> PLAYING ──> OVER
          ^                                  │          │          │         │
          └── the node has answered ── LEAVING <───────┴──────────┴─────────┘

    A game at this computer goes from ``AWAITED`` straight to ``PLAYING``. A table that closes, or fails to open, leads to
    ``AWAY`` from every stage.
    """

    AWAY = "away"
    AWAITED = "awaited"
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """The game on the table has ended, or cannot continue here: leaving loses nothing."""
    LEAVING = "leaving"

    @property
    def has_game(self) -> bool:
        """Whether a game is on the table."""
        return self in (Stage.PLAYING, Stage.OVER)


class End(Enum):
    """How far the window is with closing: it closes once it has left the table in good order."""

    NOT_YET = "not yet"
    WANTED = "wanted"
    DONE = "done"
