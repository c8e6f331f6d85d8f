"""A position of Alcazar: building a bridge (B2, B3, M5), the noble step (B4), how the game ends (E1), what counts (E4)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rules.alcazar.bridges import BRIDGE_PRICE, BridgedBuildings
from rules.alcazar.grid import Grid
from rules.alcazar.kinds import ALCAZAR_KINDS
from rules.alcazar.legality import AlcazarLegality
from rules.contract import Facts, ScoreLine
from rules.kinds import Told
from rules.loop.cards import Cards
from rules.loop.kinds import Kinds
from rules.loop.nobles import Nobles
from rules.loop.position import TRUTH
from rules.loop.terms import Setup
from rules.message import message
from rules.native import mypyc_attr
from rules.written import text_of

REAL_PER_POINT: Final = 50
"""Every full 50 Real are a victory point, and the money is kept for the tie-break (E4)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class AlcazarState(AlcazarLegality):
    """A position of Alcazar."""

    kinds: ClassVar[Kinds[Any]] = Kinds(ALCAZAR_KINDS)

    def __init__(
        self,
        setup: Setup,
        grid: Grid,
        buildings: BridgedBuildings,
        cards: Cards,
        nobles: Nobles,
        like: AlcazarState | None = None,
    ) -> None:
        super().__init__(setup, buildings, cards, nobles, like)
        self.bridged = buildings
        self.grid = grid
        self.must_buy = False
        self.built = 0
        self.may_exchange = False

    def copy(self) -> AlcazarState:
        """An independent copy: playing on one never changes the other."""
        twin = AlcazarState(self.setup, self.grid, self.bridged.copy(), self.cards.copy(), self.nobles.copy(), self)
        twin.must_buy = self.must_buy
        twin.built = self.built
        twin.may_exchange = self.may_exchange
        return twin

    def facts(self) -> Facts:
        """The facts of Das neue Big Boss, and those listed in :mod:`rules.alcazar`."""
        return {
            **super().facts(),
            "bridges": [list(bridge) for bridge in self.bridged.bridges],
            "bridges_left": self.bridged.bridges_left(),
            "built": self.built,
            "raised": self.must_buy,
        }

    def _bridges_text(self) -> tuple[str, str, str]:
        buildings = self.bridged
        return (
            f',"bridges":{text_of(buildings.bridges)},"bridges_left":{buildings.bridges_left()}',
            f',"built":{self.built}',
            f',"raised":{TRUTH[self.must_buy]}',
        )

    # -- bridges -------------------------------------------------------------------------------------------------------

    def build_bridge(self, first: int, last: int, told: Told) -> None:
        """B1 to B3 in the order of T2: pay, capture, build, merge, raise the nobles, be paid."""
        buildings, nobles, seat = self.buildings, self.nobles, self.seat
        middle = self.grid.between(first, last)
        self._change()
        self._earn(seat, -BRIDGE_PRICE)
        level = buildings.level[first] + 1
        self.tell(told, "bridge", seat=seat, first=first, middle=middle, last=last, level=level, real=BRIDGE_PRICE)
        if nobles.is_foreign(middle, seat):
            self._capture(middle, told)
        one, other = buildings.of[first], buildings.of[last]
        assert buildings.of[middle] in (0, one, other), "M5: an occupied middle belongs to a pillar's building"
        stays = self._survivor(one, other)
        goes = other if stays == one else one
        crest = buildings.crest[goes]
        self.bridged.span(first, middle, last, stays)
        self.tell(
            told, "spanned", seat=seat, cell=middle, level=level, crest=buildings.crest[stays], value=buildings.value[stays]
        )
        if not self.bridged.bridges_left():
            self.tell(told, "last-bridge", seat=seat)
        freed = 0
        if goes != stays:
            freed = buildings.merge(stays, goes)
            self.tell(
                told, "merged", seat=seat, cell=middle, stays=buildings.crest[stays], goes=crest, value=buildings.value[stays]
            )
        for cell in (first, middle, last):
            if nobles.on[cell]:
                self.tell(told, "rises", seat=seat, cell=cell, level=level)
        self._settle(stays, (first, middle, last), 1, freed, told)

    def withdraw(self, cell: int, told: Told) -> None:
        """Withdraw a noble. A player who had to, for the price of a card, must buy a card if the money is enough (E2)."""
        forced = self._must_withdraw()
        super().withdraw(cell, told)
        self.must_buy = forced

    # -- the noble step ------------------------------------------------------------------------------------------------

    def _settle(self, building: int, places: tuple[int, ...], nobles: int, freed: int, told: Told) -> None:
        """After any build, nobles of that building may be moved or swapped instead of placing one (B4)."""
        self.built = building
        self.may_exchange = True
        super()._settle(building, places, nobles, freed, told)

    def _ask_for_noble(self, told: Told) -> None:
        if self._may_place() or self.noble_moves() or self.noble_swaps():
            self.step = "noble"
        else:
            self.end_turn(told)

    def place(self, cell: int, rank: int, told: Told) -> None:
        """Place a noble; after that none may be moved or swapped (B4)."""
        self.may_exchange = False
        super().place(cell, rank, told)

    def move_noble(self, cell: int, to: int, told: Told) -> None:
        """Move a noble of the player to a new cell of his building (B4)."""
        noble = self.nobles.on[cell]
        self.nobles.move(cell, to)
        self.tell(told, "moved", seat=self.seat, cell=cell, to=to, rank=noble & 3)
        self.end_turn(told)

    def swap_nobles(self, cell: int, other: int, told: Told) -> None:
        """Let a grande and a baron of the player change places (B4)."""
        self.nobles.swap(cell, other)
        self.tell(told, "swapped", seat=self.seat, cell=cell, other=other)
        self.end_turn(told)

    def _awaits_noble(self) -> bool:
        return self.built != 0

    # -- the end -------------------------------------------------------------------------------------------------------

    def end_turn(self, told: Told) -> None:
        """Go on to the next player, or end the game (E1)."""
        self.must_buy = False
        self.built = 0
        self.may_exchange = False
        super().end_turn(told)

    def _ending(self) -> str:
        """How the game ends after this turn (E1): the blocks or bridges have run out, or everybody has passed; else empty."""
        if not self.buildings.blocks:
            return "blocks"
        if not self.bridged.bridges_left():
            return "bridges"
        return "passed" if self._all_passed() else ""

    def scores(self) -> tuple[int, ...]:
        """Victory points by seat: the level of each baron, twice the level of each grande, and 1 for every full 50 Real."""
        found = [(self.shown_money(seat) or 0) // REAL_PER_POINT for seat in range(self.seats)]
        for cell, seat, rank in self.nobles.standing():
            found[seat] += rank * self.buildings.level[cell]
        return tuple(found)

    def score_trace(self) -> list[ScoreLine]:
        """E4 line by line: each noble by his level, then the money."""
        lines = [
            ScoreLine(
                seat,
                rank * self.buildings.level[cell],
                message("alcazar.score.noble", seat=seat, cell=cell, rank=rank, level=self.buildings.level[cell]),
            )
            for cell, seat, rank in self.nobles.standing()
        ]
        lines += [
            ScoreLine(seat, money // REAL_PER_POINT, message("alcazar.score.money", seat=seat, real=money))
            for seat in range(self.seats)
            if (money := self.shown_money(seat)) is not None
        ]
        return lines

    def _rank_keys(self) -> list[tuple[int, ...]]:
        """E4: the most points win; on a tie, the player with more money wins."""
        return list(zip(self.scores(), self.money, strict=True))
