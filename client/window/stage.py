"""How far the window is with a table, and with its own end."""

from __future__ import annotations

from enum import Enum


class Stage(Enum):
    """How far the window is with a table. What the node tells of a table counts only from ``AWAITED`` on.

    ::

        AWAY ── a table is asked for ──> AWAITED ──> LOBBY ──> PLAYING ──> OVER
          ^                                  │          │          │         │
          └── the node has answered ── LEAVING <───────┴──────────┴─────────┘

    A game at this computer goes from ``AWAITED`` straight to ``PLAYING``. A table that closes, or does not come to be, leads to
    ``AWAY`` from anywhere.
    """

    AWAY = "away"
    AWAITED = "awaited"
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    """The game on the table has ended, or cannot go on here: nothing is lost by leaving."""
    LEAVING = "leaving"

    @property
    def has_game(self) -> bool:
        """Whether a game is on the table."""
        return self in (Stage.PLAYING, Stage.OVER)


class End(Enum):
    """How far the window is with its own end: it closes once the table is left in good order."""

    NOT_YET = "not yet"
    WANTED = "wanted"
    DONE = "done"
