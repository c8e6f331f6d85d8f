"""Legal moves in Alcazar beyond Das neue Big Boss: bridges, tower cards with a purpose, moving and swapping nobles."""

from __future__ import annotations

from abc import abstractmethod

from rules.alcazar.bridges import BRIDGE_PRICE, BridgedBuildings
from rules.alcazar.grid import Grid
from rules.contract import Move
from rules.loop.terms import BARON, CAP, GRANDE
from rules.loop.turn import LoopState
from rules.message import Message, message
from rules.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class AlcazarLegality(LoopState):
    """A position that knows what may be done in it.

    Attributes:
        bridged: the buildings, which have bridges here.
        grid: the board, which has cells for its gaps here.
        must_buy: whether a noble had to be withdrawn this turn to buy a card, so that no bridge may be built (E2).
        built: a cell of the building that was built on this turn; 0 if none was.
        may_exchange: whether nobles may be moved or swapped instead of placing one (B4).
    """

    bridged: BridgedBuildings
    grid: Grid
    must_buy: bool
    built: int
    may_exchange: bool

    @abstractmethod
    def copy(self) -> AlcazarLegality:
        """An independent copy: playing on one never changes the other."""

    def why_not(self, move: Move) -> Message | None:
        """None if the move is legal now, else why not; the values are those of Big Boss, and ``other``, the second cell."""
        reason = super().why_not(move)
        if reason is None:
            return None
        return Message(reason.key, (*reason.values, ("other", move.args[1] if len(move.args) > 1 else 0)))

    def prompt(self) -> Message:
        """The prompt for the seat on turn; in the noble step, whether a noble can be placed, or only moved or swapped."""
        asked = super().prompt()
        if asked.kind == "main" and self.must_buy:
            return message("alcazar.prompt.must-buy", seat=self.seat)
        if asked.kind != "noble":
            return asked
        word = "noble" if self._may_place() else "exchange"
        return message(f"alcazar.prompt.{word}", seat=self.seat, card=self.card, value=self.buildings.value_at(self.built))

    # -- choices -------------------------------------------------------------------------------------------------------

    def actions(self) -> list[Move]:
        """Everything that may be done in the main step, in the order of the table."""
        return super().actions() + self.bridge_moves()

    def bridge_moves(self) -> list[Move]:
        """Every bridge that may be built now, by its cells."""
        if self.must_buy or not self._affords(BRIDGE_PRICE) or not self.bridged.bridges_left():
            return []
        sites: list[tuple[int, int]] = []
        level, nobles, seat = self.buildings.level, self.nobles, self.seat
        for cell in nobles.own[seat]:
            height = level[cell]
            for middle, far in self.grid.lines[cell]:
                if level[far] == height and level[middle] < height and not nobles.is_foreign(far, seat):
                    one, other = (cell, far) if cell < far else (far, cell)
                    if self.bridged.has_bridge(one, other) or self._joins_at_cap(one, other) or (one, other) in sites:
                        continue
                    sites.append((one, other))
        return [Move("bridge", site) for site in sorted(sites)]

    def noble_moves(self) -> list[Move]:
        """Every way to move a noble of the building just built on to a new cell of it (B4)."""
        if not self.may_exchange:
            return []
        on = self.nobles.on
        free = [cell for cell in self.places if not on[cell]]
        return [Move("move", (cell, to)) for cell in self._own_in_built() for to in free] if free else []

    def noble_swaps(self) -> list[Move]:
        """Every way to swap a grande with a baron in the building just built on (B4)."""
        if not self.may_exchange:
            return []
        on, own = self.nobles.on, self._own_in_built()
        barons = [cell for cell in own if on[cell] & 3 == BARON]
        return [Move("swap", (cell, other)) for cell in own if on[cell] & 3 == GRANDE for other in barons]

    def _own_in_built(self) -> list[int]:
        """The cells of the seat's nobles in the building that was just built on."""
        building = self.buildings.of[self.built]
        return [cell for cell in self.nobles.own[self.seat] if self.buildings.of[cell] == building]

    # -- bridges (B1) --------------------------------------------------------------------------------------------------

    def why_no_bridge(self, one: int, other: int) -> str:
        """B1: two pillars of one height two apart, at least one under an own noble, over a lower middle, for 15 Real."""
        if not self._on_board(one, other):
            return "no-field"
        if one >= other:
            return "bridge-order"
        buildings, nobles = self.buildings, self.nobles
        if self.must_buy:
            return "must-buy"
        if not self.bridged.bridges_left():
            return "bridges-gone"
        middle = self.grid.between(one, other)
        if not middle:
            return "bridge-not-in-line"
        height = buildings.level[one]
        if not height or not buildings.level[other]:
            return "bridge-no-pillar"
        if nobles.is_foreign(one, self.seat) or nobles.is_foreign(other, self.seat):
            return "bridge-foreign"
        if not nobles.on[one] and not nobles.on[other]:
            return "bridge-not-yours"
        if height != buildings.level[other]:
            return "bridge-uneven"
        if buildings.level[middle] >= height:
            return "bridge-no-room"
        if self.bridged.has_bridge(one, other):
            return "bridge-over-bridge"
        if self._joins_at_cap(one, other):
            return "bridge-at-fifty"
        return "" if self._affords(BRIDGE_PRICE) else "dear-bridge"

    def _on_board(self, one: int, other: int) -> bool:
        return 1 <= one <= self.board.cells and 1 <= other <= self.board.cells

    def _joins_at_cap(self, one: int, other: int) -> bool:
        """M3: whether the bridge would merge two castles of which one stands at 50."""
        buildings = self.buildings
        left, right = buildings.of[one], buildings.of[other]
        if left == right or not buildings.crest[left] or not buildings.crest[right]:
            return False
        return CAP in (buildings.value[left], buildings.value[right])

    # -- tower cards (W2) ----------------------------------------------------------------------------------------------

    def tower_sites(self) -> list[int]:
        """W2: a tower card has a purpose only on a cell with an own noble, or two apart from one."""
        if not self.cards.towers[self.seat]:
            return []
        own = self.nobles.own[self.seat]
        near = {far: None for cell in own for _, far in self.grid.lines[cell]}
        return sorted([cell for cell in dict.fromkeys([*own, *near]) if not self._why_no_tower_here(cell)])

    def _why_no_tower_here(self, cell: int) -> str:
        """W2: under an own noble, or to raise a free pillar towards a higher one under an own noble."""
        reason = super()._why_no_tower_here(cell)
        if reason or self.nobles.on[cell]:
            return reason
        level = self.buildings.level[cell]
        seen = ""
        for _, far in self.grid.lines[cell]:
            if self.nobles.is_of(far, self.seat) and self.buildings.level[far] > level:
                if not self.bridged.has_bridge(cell, far):
                    return ""
                seen = "tower-bridged"
        return seen or "tower-no-purpose"

    # -- the noble step (B4) -------------------------------------------------------------------------------------------

    def _why_no_exchange(self, cell: int) -> str:
        """The common condition of moving and swapping: before anything is placed, an own noble of the building just built."""
        if not self.may_exchange:
            return "placed-already"
        if not self.nobles.on[cell]:
            return "nobody-there"
        if self.nobles.is_foreign(cell, self.seat):
            return "not-your-noble"
        return "" if self.buildings.of[cell] == self.buildings.of[self.built] else "other-building"

    def why_no_move(self, cell: int, to: int) -> str:
        """An own noble of the building goes to a new free cell of it."""
        if not self._on_board(cell, to):
            return "no-field"
        reason = self._why_no_exchange(cell)
        if reason:
            return reason
        if to not in self.places:
            return "not-new-cell"
        return "cell-taken" if self.nobles.on[to] else ""

    def why_no_swap(self, one: int, other: int) -> str:
        """An own grande changes places with an own baron of the building."""
        if not self._on_board(one, other):
            return "no-field"
        reason = self._why_no_exchange(one) or self._why_no_exchange(other)
        if reason:
            return reason
        return "" if (self.nobles.on[one] & 3, self.nobles.on[other] & 3) == (GRANDE, BARON) else "swap-alike"
