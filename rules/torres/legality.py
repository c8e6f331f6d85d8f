"""Legality: the choices open now and the reasons against others, for the table of kinds (:mod:`rules.torres.kinds`).

Listing and refusing look at the same masks and choices; a reason is sought only for a move not among them.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from rules.contract import Move
from rules.kinds import Kind
from rules.message import Message, message
from rules.native import mypyc_attr
from rules.torres.fans import BLOCK_ON, BUY, DROP_ON, FINISH, INSERT_ON, LIFT_FROM, MOVE_FROM, PLAY_CARD, STEP
from rules.torres.grid import ALL, BESIDE, CELLS, CORNERING, LEAPS, cells_of, connected
from rules.torres.kinds import ANY, ARITY, ON_CELLS
from rules.torres.position import CARRY, DROP, MAIN, OVER, TorresPosition
from rules.torres.stacks import Sizes, after_turn, spreads
from rules.torres.terms import CARDS, CLIMB, DIAGONAL, EXTRA, LEAP, MOVE_BLOCK, RELOCATE, SEVEN, SIX, THROUGH_GATES

KNIGHT_CARDS: Final = (CLIMB, THROUGH_GATES, DIAGONAL, RELOCATE, LEAP)
"""The cards that take a knight from one cell to another."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TorresLegality(TorresPosition):
    """A position that knows what may be done in it.

    Attributes:
        kinds: the table of moves, by stage and name.
    """

    kinds: ClassVar[dict[str, dict[str, Kind[Any]]]]

    # -- the contract --------------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Every legal move of the seat on turn: by kind in the order of the table, cells ascending."""
        if self._deals:
            return []
        if self.stage == MAIN:
            return self.actions()
        if self._choices is not None:
            return self._choices[:]
        found: list[Move] = []
        for row in self.kinds[self.stage].values():
            found += row.choices(self)
        return found

    def why_not(self, move: Move) -> Message | None:
        """None if the move is legal now, else the reason."""
        reason = self._refusal(move)
        if not reason:
            return None
        return self._refused(reason, move)

    def building_refusal(self, cell: int) -> Message | None:
        """Why no block may be placed on a cell, action points and stacks aside; None if one may."""
        if self.land.building() >> cell & 1:
            return None
        return self._refused(self._why_no_building(cell), Move("block", (cell,)))

    def _refused(self, reason: str, move: Move) -> Message:
        return message(
            f"torres.refusal.{reason}",
            seat=self.seat,
            step=self.stage,
            ap=self.ap,
            card=move.args[0] if move.kind == "card" and move.args else self.card,
            cost=self.cost(move),
            area=self._area_about(move),
            least=self.terms.box.least_castles,
            purchases=self.terms.box.purchases,
        )

    def _refusal(self, move: Move) -> str:
        """The last part of the reason's key, empty for a legal move."""
        kind, args = move
        if ARITY.get(kind) not in (ANY, len(args)):
            return "nonsense"
        if self._deals:
            return "dealing"
        if self.stage == OVER:
            return "over"
        row = self.kinds[self.stage].get(kind)
        if row is None:
            return "not-asked"
        if kind in ON_CELLS and not all(0 <= arg < CELLS for arg in args):
            return "off-board"
        if self.ap < row.price(self, move):
            return "action-points"
        return row.check(self, move)

    def cost(self, move: Move) -> int:
        """The cost of an action in action points, whether it is asked now or not."""
        row = self.kinds[MAIN].get(move.kind)
        return row.price(self, move) if row is not None else 0

    # -- listing -------------------------------------------------------------------------------------------------------

    def actions(self) -> list[Move]:
        """What the seat on turn may do in the main stage, in the order of the table.

        It is asked after every action, so all kinds are listed in one go.
        """
        land, box, ap = self.land, self.terms.box, self.ap
        knights = land.knights[self.seat]
        found: list[Move] = []
        if ap:
            taken, known = land.taken, land.known_reach
            if ap >= box.insert and len(knights) < box.knights:
                entries = 0
                for cell in knights:
                    entries |= (known[cell] or land.reach(cell)).entries
                INSERT_ON.add(found, entries ^ (entries & taken))
            if ap >= box.move:
                for cell in knights:
                    moves = (known[cell] or land.reach(cell)).moves
                    MOVE_FROM[cell].add(found, moves ^ (moves & taken))
            if ap >= box.block:
                BLOCK_ON.add(found, self.placing())
            if ap >= box.buy and self.can_buy():
                found.append(BUY)
        if not self.card_used and self.cards.hands[self.seat]:
            found += [PLAY_CARD[face] for face in self.playable() if self.doable(face)]
        if ap >= box.step:
            found.append(STEP)
        found.append(FINISH)
        return found

    def card_moves(self) -> list[Move]:
        """The moves of knights by the card being played."""
        found: list[Move] = []
        if self.card in KNIGHT_CARDS:
            for cell in self.land.knights[self.seat]:
                MOVE_FROM[cell].add(found, self.card_targets(self.card, cell))
        return found

    def card_block_moves(self) -> list[Move]:
        """The blocks that the card being played may place."""
        return [] if self._moves_something else BLOCK_ON.to(self.card_blocks(self.card))

    def lifts(self) -> list[Move]:
        """The blocks that the card being played may lift."""
        return LIFT_FROM.to(self.land.liftable(self.terms.box.least_castles)) if self.card == MOVE_BLOCK else []

    def drops(self) -> list[Move]:
        """The cells where the lifted block may come down."""
        return DROP_ON.to(self.land.drops(self.lifted, self.terms.box.least_castles))

    def stackings(self) -> list[Move]:
        """The ways in which the stacks may stand."""
        return [Move("stacks", sizes) for sizes in self.arrangements()]

    # -- what may be done: masks and choices ---------------------------------------------------------------------------

    def foundations(self) -> int:
        """The cells where a foundation may be laid in the master version (ruling U10)."""
        taken = 0
        for cell in cells_of(self.land.above[0]):
            taken |= self.terms.near[cell]
        return ALL & ~taken

    def inserting(self) -> int:
        """The cells where a knight of the seat on turn may be inserted, action points aside."""
        if len(self.land.knights[self.seat]) >= self.terms.box.knights:
            return 0
        return self.land.entries(self.seat)

    def placing(self) -> int:
        """The cells where the block action may place a block, action points aside."""
        stacks = self.stacks[self.seat]
        left = self.opened if self.opened >= 0 else stacks[0]
        return self.land.building() if left else 0

    def can_buy(self) -> bool:
        """Whether a card may be bought, action points aside (ruling U17)."""
        cards = self.cards
        return not cards.open and len(cards.fresh) < self.terms.box.purchases and bool(cards.deck(self.seat))

    def playable(self, public: bool = False) -> list[int]:
        """The cards that may be in the hand and may be played in this turn, as this copy knows, or as everybody knows."""
        return self.cards.playable(self.seat, self.terms.box.cards, public)

    def doable(self, face: int) -> bool:
        """Whether the action of a card can be done (ruling U21)."""
        if face in (SIX, SEVEN):
            return True
        if face in KNIGHT_CARDS:
            return any(self.card_targets(face, cell) for cell in self.land.knights[self.seat])
        if face == MOVE_BLOCK:
            land, least = self.land, self.terms.box.least_castles
            return any(land.drops(cell, least) for cell in cells_of(land.free_blocks()))
        return self.card_blocks(face) != 0

    def card_targets(self, card: int, cell: int) -> int:
        """The cells that the card takes a knight of the seat on turn to from this cell."""
        land = self.land
        if card == CLIMB:
            return land.climbs(cell)
        if card == THROUGH_GATES:
            return land.gate_exits(cell)
        if card == DIAGONAL:
            return land.diagonals(cell)
        if card == LEAP:
            return land.leaps(cell)
        return land.entries(self.seat, cell)

    def card_blocks(self, card: int) -> int:
        """Cells where the card puts a block: an extra one like any other, or one under a knight of the seat on turn (U20)."""
        land = self.land
        if card == EXTRA:
            return land.building() if self.supply else 0
        if not self.sizes() and self.opened <= 0:
            return 0
        return land.mask_of_knights(self.seat) & (land.buildable | land.apart())

    def sizes(self) -> list[int]:
        """The different sizes of the stacks not opened that have a block to give, from the largest."""
        found: list[int] = []
        for size in self.stacks[self.seat]:
            if size and size not in found:
                found.append(size)
        return found

    @property
    def _moves_something(self) -> bool:
        """Whether the card being played moves a knight or a block, and places none."""
        return self.card in KNIGHT_CARDS or self.card == MOVE_BLOCK

    def bottom_differs(self) -> bool:
        """Whether it makes a difference to put cards below the deck."""
        return bool(self.cards.deck(self.seat))

    def arrangements(self) -> tuple[Sizes, ...]:
        """How the stacks of the seat on turn may stand after its turn, or after the blocks carried over were put on them."""
        stacks, limit = self.stacks[self.seat], self.terms.stack_limit
        if self.stage == CARRY:
            return spreads(stacks, self.carried[self.seat], limit)
        return after_turn(stacks, self.opened, limit)

    # -- refusing ------------------------------------------------------------------------------------------------------

    def _area_about(self, move: Move) -> int:
        """The area of the castle that a refused move is about."""
        cell = move.args[-1] if move.args and move.kind in ON_CELLS else -1
        return self._area_after(cell) if 0 <= cell < CELLS else 0

    def why_no_foundation(self, cell: int) -> str:
        """Why no foundation may be laid on a cell (ruling U10)."""
        if self.foundations() >> cell & 1:
            return ""
        return "foundation-here" if self.land.levels[cell] else "foundation-near"

    def why_no_place(self, cell: int) -> str:
        """Why nothing can stand, or be lifted, here: there is no free block."""
        if self.land.free_blocks() >> cell & 1:
            return ""
        return "occupied" if self.land.taken >> cell & 1 else "no-block"

    def why_no_king(self, cell: int) -> str:
        """Why the king cannot be put on a cell."""
        return "king-is-here" if cell == self.land.king else self.why_no_place(cell)

    def why_no_insertion(self, cell: int) -> str:
        """Why no new knight can come in on a cell."""
        if self.inserting() >> cell & 1:
            return ""
        land = self.land
        if len(land.knights[self.seat]) >= self.terms.box.knights:
            return "no-knights-left"
        return self._entry_refusal(cell, land.mask_of_knights(self.seat))

    def _entry_refusal(self, cell: int, knights: int) -> str:
        """Why a knight cannot come in beside one of these."""
        if self.land.taken >> cell & 1:
            return "occupied"
        return "entry-too-high" if BESIDE[cell] & knights else "no-knight-beside"

    def _own_knight(self, cell: int) -> str:
        """Why this is no knight to move."""
        if cell in self.land.knights[self.seat]:
            return ""
        return "not-your-knight" if self.land.taken >> cell & 1 else "no-knight"

    def why_no_move(self, cell: int, target: int) -> str:
        """Why a knight cannot move so for action points."""
        reason = self._own_knight(cell)
        if reason:
            return reason
        land = self.land
        if land.goes(cell) >> target & 1:
            return ""
        if target == cell:
            return "same-place"
        if land.taken >> target & 1:
            return "occupied"
        return "step-too-high" if BESIDE[cell] >> target & 1 else self._gate_refusal(cell, target)

    def _gate_refusal(self, cell: int, target: int) -> str:
        """Why a knight does not come through a castle to a free cell that is not beside it."""
        land = self.land
        level = land.levels[cell]
        gates = BESIDE[cell] & land.above[level]
        if not gates:
            return "no-gate"
        if not land.gate_exits(cell) >> target & 1:
            return "no-way-out"
        return "exit-too-high" if land.levels[target] > level else "blocked-inside"

    def why_no_block(self, cell: int) -> str:
        """Why no block from a stack can be placed on a cell."""
        if self.placing() >> cell & 1:
            return ""
        if not (self.sizes() or self.opened >= 0):
            return "no-blocks"
        return "stack-used-up" if self.opened == 0 else self._why_no_building(cell)

    def _why_no_building(self, cell: int) -> str:
        """Why an ordinary block cannot be placed here."""
        land = self.land
        if land.taken >> cell & 1:
            return "occupied"
        if land.levels[cell]:
            return "tower-full"
        return "joins-castles" if BESIDE[cell] & land.above[0] else "no-castle-beside"

    def why_no_purchase(self) -> str:
        """Why no card can be bought (ruling U17)."""
        if self.can_buy():
            return ""
        if self.cards.open:
            return "no-deck"
        return "bought-enough" if len(self.cards.fresh) >= self.terms.box.purchases else "deck-empty"

    def why_no_card(self, face: int) -> str:
        """Why an action card cannot be played."""
        if not 0 < face <= len(CARDS):
            return "no-such-card"
        if self.card_used:
            return "one-card-a-turn"
        if face not in self.playable():
            fresh = [self.cards.faces[slot] for slot in self.cards.fresh if slot in self.cards.hands[self.seat]]
            return "just-bought" if face in fresh else "not-in-hand"
        return "" if self.doable(face) else "card-idle"

    def why_not_looked_at(self, slot: int) -> str:
        """Why a card is none of those that the seat on turn looks at."""
        return "" if slot in self.cards.looking else "not-looked-at"

    def why_not_below(self, slot: int) -> str:
        """Why a card cannot be put below the deck."""
        return self.why_not_looked_at(slot) or ("" if self.bottom_differs() else "bottom-is-top")

    def why_not_stacked(self, sizes: Sizes) -> str:
        """Why the stacks cannot stand so."""
        return "" if sizes in self.arrangements() else "no-such-stacks"

    def why_no_card_block(self, cell: int) -> str:
        """Why the card being played puts no block on a cell."""
        if self._moves_something:
            return "other-card"
        if self.card_blocks(self.card) >> cell & 1:
            return ""
        if self.card == EXTRA:
            return self._why_no_building(cell) if self.supply else "supply-empty"
        reason = self._own_knight(cell)
        if reason:
            return reason
        return "tower-full" if self.land.levels[cell] else "joins-castles"

    def why_no_card_move(self, cell: int, target: int) -> str:
        """Why the card being played does not move a knight so."""
        if self.card not in KNIGHT_CARDS:
            return "other-card"
        reason = self._own_knight(cell)
        if reason:
            return reason
        if self.card_targets(self.card, cell) >> target & 1:
            return ""
        if target == cell:
            return "same-place"
        land = self.land
        if land.taken >> target & 1:
            return "occupied"
        if self.card == RELOCATE:
            return self._entry_refusal(target, land.mask_of_knights(self.seat) & ~(1 << cell))
        if self.card == CLIMB:
            return "not-two-higher" if BESIDE[cell] >> target & 1 else "not-beside"
        if self.card == DIAGONAL:
            return "diagonal-too-high" if CORNERING[cell] >> target & 1 else "not-diagonal"
        if self.card == THROUGH_GATES:
            return "no-way-out" if BESIDE[cell] & land.above[land.levels[cell]] else "no-gate"
        over = [over for over, landing in LEAPS[cell] if landing >> target & 1]
        if not over:
            return "no-leap"
        return "leap-too-high" if land.taken & over[0] else "nobody-leapt"

    def why_no_lift(self, cell: int) -> str:
        """Why the card being played does not lift the block of a cell."""
        if self.card != MOVE_BLOCK:
            return "other-card"
        reason = self.why_no_place(cell)
        if reason:
            return reason
        return "" if self.land.drops(cell, self.terms.box.least_castles) else "block-stays"

    def why_no_drop(self, cell: int) -> str:
        """Why the lifted block cannot come down on a cell."""
        land = self.land
        source = self.lifted
        least = self.terms.box.least_castles
        if land.drops(source, least) >> cell & 1:
            return ""
        if cell == source:
            return "same-place"
        if land.taken >> cell & 1:
            return "occupied"
        rest = self._rest()
        built = land.above[0] if land.levels[source] > 1 else land.above[0] ^ (1 << source)
        if land.levels[cell]:
            if land.levels[cell] >= self._area_after(cell):
                return "tower-full"
        elif len({land.castle_at[other] for other in cells_of(BESIDE[cell] & built)}) > 1:
            return "joins-castles"
        if not rest:
            return "too-few-castles"
        return "area-too-small" if connected(rest) else "castle-parts"

    def _rest(self) -> int:
        """The rest of the castle without the lifted block."""
        land = self.land
        cells = land.castles[land.castle_at[self.lifted]]
        return cells if land.levels[self.lifted] > 1 else cells ^ (1 << self.lifted)

    def _area_after(self, cell: int) -> int:
        """The area of the castle on a cell, less a lifted ground block."""
        land = self.land
        if self.stage == DROP and land.castle_at[cell] == land.castle_at[self.lifted]:
            return self._rest().bit_count()
        return land.area(cell)
