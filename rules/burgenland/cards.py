"""The meaning of the slots and faces of Burgenland.

Slots 1..80 are the heraldic cards, 81..93 the ?-tiles. A face says what is printed on the front; cards that look alike
share a face:

========= =====================================================================================
face      front
========= =====================================================================================
1..24     heraldic card of colour ``(face - 1) // 3 + 1`` with ``(face - 1) % 3 + 1`` coins
25..28    ?-tile: :data:`FIVE`, :data:`PLOT`, :data:`MINUS_TEN`, :data:`LAW_BREAK`
========= =====================================================================================
"""

from __future__ import annotations

from typing import Final

COLOURS: Final = ("red", "orange", "yellow", "green", "light-blue", "dark-blue", "purple", "brown")
"""The eight colours of cards and border stones; a colour's number is its place here, counted from 1."""

PIECES: Final = ("wall", "house", "palace", "well")
"""The pieces; a piece's number is its place here, counted from 1."""

WALL: Final = 1
HOUSE: Final = 2
PALACE: Final = 3
WELL: Final = 4

TILES: Final = ("five", "plot", "minus-ten", "law-break")
"""The kinds of ?-tiles: +5, extra plot, -10 and law-break; a tile's face is :data:`FIVE` and so on."""

TOP_COIN: Final = 3
"""The highest coin value on a card."""

CARD_FACES: Final = len(COLOURS) * TOP_COIN
"""Faces from 1 to this are heraldic cards."""

FIVE: Final = CARD_FACES + 1
PLOT: Final = CARD_FACES + 2
MINUS_TEN: Final = CARD_FACES + 3
LAW_BREAK: Final = CARD_FACES + 4


def face_of(colour: int, coins: int) -> int:
    """The face of a heraldic card of this colour (1..8) and coin value (1..3)."""
    return (colour - 1) * TOP_COIN + coins


def colour_of(face: int) -> int:
    """The colour (1..8) of a heraldic card."""
    return (face - 1) // TOP_COIN + 1


def coins_of(face: int) -> int:
    """The coin value (1..3) of a heraldic card."""
    return (face - 1) % TOP_COIN + 1


COLOUR_OF: Final = (0, *map(colour_of, range(1, CARD_FACES + 1)))
COINS_OF: Final = (0, *map(coins_of, range(1, CARD_FACES + 1)))
"""The colour and the coin value of each face."""
