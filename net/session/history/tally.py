"""The time that each seat has taken according to the log: the same at every peer.

The time of moves that all peers agree to take back still counts.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.contract import NOBODY


class Tally(NamedTuple):
    """The sums so far.

    Attributes:
        used: milliseconds that each seat has stated.
        turns: how many turns each seat has begun.
        last: the seat that is or was last to move.
    """

    used: tuple[int, ...]
    turns: tuple[int, ...]
    last: int

    @classmethod
    def fresh(cls, seats: int) -> Tally:
        """The state before the first move."""
        return cls((0,) * seats, (0,) * seats, NOBODY)

    def stated(self, seat: int, spent: int) -> Tally:
        """A seat has stated the time of a move."""
        return self._replace(used=_more(self.used, seat, spent))

    def to_move(self, seat: int | None) -> Tally:
        """``seat`` is to move now (None: nobody, for a moment): if it is another seat than before, it begins a turn."""
        if seat is None or seat == self.last:
            return self
        return self._replace(turns=_more(self.turns, seat, 1), last=seat)


def _more(sums: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(one + more if place == seat else one for place, one in enumerate(sums))
