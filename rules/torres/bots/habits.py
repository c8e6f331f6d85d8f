"""What a player thinks of while it plans a turn."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.torres.bots.worth import Forecast

WIDEST: Final = 6000
LONGEST: Final = 100


class Habits(NamedTuple):
    """What a player thinks of while it plans a turn; a weaker one leaves things out, as people do.

    Attributes:
        widest: so many ways of each length it follows at most.
        longest: so many actions it thinks ahead at most, a tower raised in one go aside.
        climbs: whether it raises a tower beside a knight in one go to step up there.
        cards: whether it buys and plays action cards.
        others: whether it looks at what the others have and may still gain.
        king: whether it thinks of the king's bonus.
        knights: by year, tenths of a point that a knight on the board is worth to it beyond the usual; the first is not used.
        spoils: whether it thinks of blocks that take away a step up from somebody else.
        forecast: what it expects of the rest of the game, if it sees every position from the end of its turn
            (:func:`~rules.torres.bots.worth.forecast`); None if it does not, as most levels and the analysis.
    """

    widest: int = WIDEST
    longest: int = LONGEST
    climbs: bool = True
    cards: bool = True
    others: bool = True
    king: bool = True
    knights: tuple[int, int, int, int] = (0, 0, 0, 0)
    spoils: bool = False
    forecast: Forecast | None = None
