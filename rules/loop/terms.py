"""The amounts that both games of the box have in common, and a table of their differences."""

from __future__ import annotations

from typing import Final, NamedTuple

FIELDS: Final = 72
"""Numbered fields, and construction cards: one for each."""

BLOCKS: Final = 84
CRESTS: Final = 8
"""Crests and flags go together (F5): one number stands for both."""

TOWER_CARDS: Final = 20
HAND: Final = 10
"""Construction cards that each player starts with."""

ROW: Final = 6
"""Construction cards for sale face up."""

CARD_PRICE: Final = 5
TOWER_PRICE: Final = 10
CASTLE_VALUE: Final = 5
"""From this value on a villa is a castle, if there is a crest for it (V1); a founded castle is worth it at once."""

CAP: Final = 50
"""No building is worth more (T6)."""

TOWER_LEVELS: Final = 5
"""The highest level that a tower card builds (W1)."""

DISTANCE: Final = 3
"""Free fields between a founded castle and the next castle on either side (F3)."""

BARON: Final = 1
GRANDE: Final = 2
"""A noble's rank is how many times the building's value he costs and pays."""

SUPPLY: Final = (0, 6, 2)
"""Nobles of each rank that a player has."""


class Terms(NamedTuple):
    """The differences between the games: one row of the table for each.

    Attributes:
        game: the game's id, with which its message keys begin.
        money: Real that each player starts with.
        founding_stones: founding stones in the box; 0 if castles are founded with blocks alone.
        founding_blocks: blocks that a founding takes from the supply.
        straight: whether the three fields of a founding have to lie in a straight line (F1, F2).
        height_counts: whether a block above level 1 adds its level's number to the value, else 2 (W3).
        merger_captures: whether foreign nobles leave a castle that another one absorbs (M2).
        bridges: bridges in the box; 0 if none are built.
    """

    game: str
    money: int
    founding_stones: int
    founding_blocks: int
    straight: bool
    height_counts: bool
    merger_captures: bool
    bridges: int

    def worth(self, level: int) -> int:
        """The value that a block on this level (from 1) adds to its building."""
        return level if self.height_counts or level < 2 else 2


# The two games side by side:
# fmt: off
#                       game         money  stones  blocks  straight  height counts  captures  bridges
BIG_BOSS: Final = Terms("big-boss",     30,      8,      1,     True,          True,     True,       0)
ALCAZAR: Final  = Terms("alcazar",      40,      0,      4,    False,         False,    False,      20)
# fmt: on


class Setup(NamedTuple):
    """The constants of a game, apart from the board.

    Attributes:
        terms: the game's row of the table.
        seats: number of players.
        hidden_money: whether players do not see each other's money (an option, T5).
        options: the house rules that the facts name, in the game's order.
        options_text: the same as text, as it stands in the text of the facts.
    """

    terms: Terms
    seats: int
    hidden_money: bool
    options: tuple[tuple[str, str], ...]
    options_text: str
