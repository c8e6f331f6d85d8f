"""A position of Das neue Big Boss: how the game ends, and what counts in the end (E1, E3)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rules.contract import ScoreLine
from rules.loop.kinds import LOOP_KINDS, Kinds
from rules.loop.turn import LoopState
from rules.message import message
from rules.native import mypyc_attr

UPPER_LEVEL: Final = 2
"""From this level on nobles count for the bonus."""

UPPER_REAL: Final = 30
"""The bonus for the most nobles on the upper levels, for every player who ties for it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BigBossState(LoopState):
    """A position of Das neue Big Boss."""

    kinds: ClassVar[Kinds[Any]] = Kinds(LOOP_KINDS)

    def copy(self) -> BigBossState:
        """An independent copy: playing on one never changes the other."""
        return BigBossState(self.setup, self.buildings.copy(), self.cards.copy(), self.nobles.copy(), self)

    def _ending(self) -> str:
        """How the game ends after this turn (E1): the blocks have run out, or everybody has passed; else empty."""
        if not self.buildings.blocks:
            return "blocks"
        return "passed" if self._all_passed() else ""

    def _upper_winners(self) -> list[int]:
        """The seats with the most nobles on upper levels, a baron and a grande counting one each; empty if there are none."""
        level = self.buildings.level
        count = [0] * self.seats
        for cell, seat, _ in self.nobles.standing():
            if level[cell] >= UPPER_LEVEL:
                count[seat] += 1
        most = max(count)
        return [seat for seat, number in enumerate(count) if number == most] if most else []

    def scores(self) -> tuple[int, ...]:
        """By seat, money, what the nobles pay, and the bonus; hidden money counts as 0."""
        found = [self.shown_money(seat) or 0 for seat in range(self.seats)]
        of, value = self.buildings.of, self.buildings.value
        for cell, seat, rank in self.nobles.standing():
            found[seat] += rank * value[of[cell]]
        for seat in self._upper_winners():
            found[seat] += UPPER_REAL
        return tuple(found)

    def score_trace(self) -> list[ScoreLine]:
        """E3 line by line: everybody's money, then each noble as if withdrawn, then the bonus."""
        lines = [
            ScoreLine(seat, money, message("big-boss.score.money", seat=seat))
            for seat in range(self.seats)
            if (money := self.shown_money(seat)) is not None
        ]
        for cell, seat, rank in self.nobles.standing():
            value = self.buildings.value_at(cell)
            lines.append(
                ScoreLine(
                    seat, self._income(cell), message("big-boss.score.noble", seat=seat, cell=cell, rank=rank, value=value)
                )
            )
        lines += [ScoreLine(seat, UPPER_REAL, message("big-boss.score.upper", seat=seat)) for seat in self._upper_winners()]
        return lines

    def _rank_keys(self) -> list[tuple[int, ...]]:
        """E3: the richest wins; on a tie, the player with more nobles on the board wins."""
        return [(score, len(self.nobles.own[seat])) for seat, score in enumerate(self.scores())]
