"""What may be done in Alcazar beyond Das neue Big Boss: bridges, tower cards with a purpose, moving and swapping nobles."""

from __future__ import annotations

from abc import abstractmethod

from rules.alcazar.bridges import BRIDGE_PRICE, BridgedBuildings
from rules.alcazar.grid import Grid
from rules.contract import Move
from rules.loop.terms import BARON, CAP, GRANDE
from rules.loop.turn import LoopState
from rules.message import Message, message

KINDS: dict[str, tuple[str, int]] = {"bridge": ("main", 2), "move": ("noble", 2), "swap": ("noble", 2)}
"""The step of each kind of move that only Alcazar has, and its number of arguments."""


class AlcazarLegality(LoopState):
    """A position that knows what may be done in it.

    Attributes:
        raised: whether a noble had to be withdrawn this turn to buy a card, so that no bridge may be built (E2).
        built: a cell of the building that was built on this turn; 0 if none was.
        exchange: whether nobles may be moved or swapped instead of placing one (B4).
    """

    buildings: BridgedBuildings
    board: Grid
    raised: bool
    built: int
    exchange: bool

    @abstractmethod
    def copy(self) -> AlcazarLegality:
        """An independent copy: playing on one never changes the other."""

    def _shape(self, kind: str) -> tuple[str, int] | None:
        return KINDS.get(kind) or super()._shape(kind)

    def _refusal(self, move: Move) -> str:
        reason = super()._refusal(move)
        if reason or move.kind not in KINDS:
            return reason
        one, other = move.args
        if not (1 <= one <= self.board.cells and 1 <= other <= self.board.cells):
            return "no-field"
        if move.kind == "bridge":
            return self._why_no_bridge(one, other) if one < other else "bridge-order"
        return self._why_no_move(one, other) if move.kind == "move" else self._why_no_swap(one, other)

    def why_not(self, move: Move) -> Message | None:
        """None if the move is legal now, else why not; the values are those of Big Boss, and ``other``, the second cell."""
        reason = super().why_not(move)
        if reason is None:
            return None
        return Message(reason.key, (*reason.values, ("other", move.args[1] if len(move.args) > 1 else 0)))

    def prompt(self) -> Message:
        """What the seat on turn is asked; in the noble step whether a noble can be placed, or only moved or swapped."""
        asked = super().prompt()
        if asked.kind == "main" and self.raised:
            return message("alcazar.prompt.must-buy", seat=self.seat)
        if asked.kind != "noble":
            return asked
        word = "noble" if self._may_place() else "exchange"
        return message(f"alcazar.prompt.{word}", seat=self.seat, card=self.card, value=self.buildings.value_at(self.built))

    # -- candidates ----------------------------------------------------------------------------------------------------

    def _candidates(self) -> list[Move]:
        found = super()._candidates()
        if self.step == "main":
            return found + self._bridge_moves()
        return [*found[:-1], *self._exchanges(), found[-1]] if self.step == "noble" else found

    def _bridge_moves(self) -> list[Move]:
        sites: list[tuple[int, int]] = []
        if self._affords(BRIDGE_PRICE) and self.buildings.bridges_left() and not self.raised:
            for cell in self.nobles.cells_of(self.seat):
                for _, far in self.board.lines[cell]:
                    site = (cell, far) if cell < far else (far, cell)
                    if site not in sites and not self._why_no_bridge(*site):
                        sites.append(site)
        return [Move("bridge", site) for site in sorted(sites)]

    def _exchanges(self) -> list[Move]:
        """Every way to move or swap nobles now (B4)."""
        if not self.exchange:
            return []
        own = self._own_in_built()
        moves = [Move("move", (cell, to)) for cell in own for to in self.places if not self._why_no_move(cell, to)]
        return moves + [Move("swap", (one, other)) for one in own for other in own if not self._why_no_swap(one, other)]

    def _own_in_built(self) -> list[int]:
        """The cells of the seat's nobles in the building that was just built on."""
        building = self.buildings.of[self.built]
        return [cell for cell in self.nobles.cells_of(self.seat) if self.buildings.of[cell] == building]

    def _may_place(self) -> bool:
        return self.places_left > 0 and any(
            not self._why_no_noble(cell, rank) for cell in self.places for rank in (BARON, GRANDE)
        )

    # -- bridges (B1) --------------------------------------------------------------------------------------------------

    def _why_no_bridge(self, one: int, other: int) -> str:
        """B1: two pillars of one height two apart, at least one under an own noble, over a lower middle, for 15 Real."""
        buildings, nobles = self.buildings, self.nobles
        if self.raised:
            return "must-buy"
        if not buildings.bridges_left():
            return "bridges-gone"
        middle = self.board.between(one, other)
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
        if buildings.bridged(one, other):
            return "bridge-over-bridge"
        if self._joins_at_cap(one, other):
            return "bridge-at-fifty"
        return "" if self._affords(BRIDGE_PRICE) else "dear-bridge"

    def _joins_at_cap(self, one: int, other: int) -> bool:
        """M3: whether the bridge would merge two castles of which one stands at 50."""
        buildings = self.buildings
        left, right = buildings.of[one], buildings.of[other]
        if left == right or not buildings.crest[left] or not buildings.crest[right]:
            return False
        return CAP in (buildings.value[left], buildings.value[right])

    # -- tower cards (W2) ----------------------------------------------------------------------------------------------

    def _why_no_tower_here(self, cell: int) -> str:
        """W2: under an own noble, or to raise a free pillar towards a higher one under an own noble."""
        reason = super()._why_no_tower_here(cell)
        if reason or self.nobles.on[cell]:
            return reason
        level = self.buildings.level[cell]
        seen = ""
        for _, far in self.board.lines[cell]:
            if self.nobles.is_of(far, self.seat) and self.buildings.level[far] > level:
                if not self.buildings.bridged(cell, far):
                    return ""
                seen = "tower-bridged"
        return seen or "tower-no-purpose"

    # -- the noble step (B4) -------------------------------------------------------------------------------------------

    def _why_no_exchange(self, cell: int) -> str:
        """What moving and swapping have in common: before anything is placed, an own noble of the building just built."""
        if not self.exchange:
            return "placed-already"
        if not self.nobles.on[cell]:
            return "nobody-there"
        if self.nobles.is_foreign(cell, self.seat):
            return "not-your-noble"
        return "" if self.buildings.of[cell] == self.buildings.of[self.built] else "other-building"

    def _why_no_move(self, cell: int, to: int) -> str:
        """An own noble of the building goes to a new free cell of it."""
        reason = self._why_no_exchange(cell)
        if reason:
            return reason
        if to not in self.places:
            return "not-new-cell"
        return "cell-taken" if self.nobles.on[to] else ""

    def _why_no_swap(self, one: int, other: int) -> str:
        """An own grande changes places with an own baron of the building."""
        reason = self._why_no_exchange(one) or self._why_no_exchange(other)
        if reason:
            return reason
        return "" if (self.nobles.on[one] & 3, self.nobles.on[other] & 3) == (GRANDE, BARON) else "swap-alike"

    def _price(self, kind: str) -> int:
        return BRIDGE_PRICE if kind == "bridge" else super()._price(kind)
