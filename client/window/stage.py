"""The window's stages: how far it is with a table, and with closing."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum


class Stage(Enum):
    """How far the window is with a table. The node's events about a table count only from ``AWAITED`` on.

    A table that closes, or fails to open, leads to ``AWAY`` from every stage.
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


STAGES: Mapping[Stage, frozenset[Stage]] = {
    Stage.AWAY: frozenset({Stage.AWAITED}),
    Stage.AWAITED: frozenset({Stage.LOBBY, Stage.PLAYING, Stage.LEAVING, Stage.AWAY}),
    Stage.LOBBY: frozenset({Stage.PLAYING, Stage.LEAVING, Stage.AWAY}),
    Stage.PLAYING: frozenset({Stage.OVER, Stage.LEAVING, Stage.AWAY}),
    Stage.OVER: frozenset({Stage.AWAITED, Stage.LEAVING, Stage.AWAY}),
    Stage.LEAVING: frozenset({Stage.AWAY}),
}
"""The stages that may follow each stage; ARCHITECTURE.md shows them."""


class TableProgress:
    """The stage that the window has reached with its table. All parts of the window share one.

    Attributes:
        stage: the present stage; :data:`STAGES` says which may follow.
    """

    def __init__(self) -> None:
        self.stage = Stage.AWAY


class End(Enum):
    """How far the window is with closing: it closes once it has left the table in good order."""

    NOT_YET = "not yet"
    WANTED = "wanted"
    DONE = "done"
