"""The versions of Burgenland that can be played, and where their rules differ.

Each difference is named after the rule that holds from that version on. The engine asks ``position.version >= NAME``.
"""

from __future__ import annotations

from typing import Final

OLDEST: Final = 2
"""The oldest version that can be played; no game of version 1 was saved."""

PASSES_COUNT_TURNS: Final = 3
"""``passes`` counts the turns in a row that ended by passing, with or without free actions. Before, a free action set it back
to 0, so that players who kept using free actions could pass for ever."""

ALL_PASSED_TWICE_ENDS: Final = 4
"""The game ends when every player has passed twice in a row. That happens only with a changed data file: with the one that is
shipped, somebody can always build or buy a joker. Before, such a game never ended."""
