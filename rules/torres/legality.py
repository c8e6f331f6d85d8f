"""Legality: what may be done now, and why other moves may not.

``moves()`` lists and ``why_not()`` looks up the same masks and choices; a reason is sought only for a move not among them.
"""

from __future__ import annotations

from rules.contract import Move
from rules.message import Message, message
from rules.torres.fans import (
    BLOCK_ON,
    BUY,
    DROP_ON,
    FINISH,
    FOUND_ON,
    INSERT_ON,
    KING_TO,
    LIFT_FROM,
    MOVE_FROM,
    OPENED,
    PLACE_ON,
    STAY,
    STEP,
)  # fmt: skip
from rules.torres.grid import ALL, BESIDE, CELLS, CORNERING, LEAPS, cells_of, connected
from rules.torres.position import (
    BACK,
    CARD,
    CARRY,
    DROP,
    FOUND,
    KEEP,
    KING,
    MAIN,
    MOVE_KING,
    OVER,
    PLACE,
    STACK,
    STACKS,
    TorresPosition,
)  # fmt: skip
from rules.torres.stacks import Sizes, after_turn, spreads
from rules.torres.terms import CARDS, CLIMB, DIAGONAL, EXTRA, LEAP, MOVE_BLOCK, RELOCATE, SEVEN, SIX, THROUGH_GATES

KNIGHT_CARDS = (CLIMB, THROUGH_GATES, DIAGONAL, RELOCATE, LEAP)
"""The cards that take a knight from one cell to another."""

ASKED: dict[str, tuple[str, ...]] = {
    FOUND: ("found",),
    PLACE: ("place",),
    KING: ("king",),
    MAIN: ("insert", "move", "block", "buy", "card", "step", "end"),
    STACK: ("stack", "opened"),
    KEEP: ("keep",),
    BACK: ("top", "bottom"),
    CARD: ("move", "block", "lift"),
    DROP: ("drop",),
    STACKS: ("stacks",),
    CARRY: ("stacks",),
    MOVE_KING: ("king", "stay"),
    OVER: (),
}
"""The kinds of moves that belong to each stage of a turn."""

SHAPE: dict[str, int] = {
    "found": 1, "place": 1, "king": 1, "insert": 1, "move": 2, "block": 1, "buy": 0, "card": 1, "step": 0, "end": 0,
    "stack": 1, "opened": 0, "keep": 1, "top": 1, "bottom": 1, "lift": 1, "drop": 1, "stay": 0,
}  # fmt: skip
"""The number of arguments of each kind; ``stacks`` has one for each stack."""

ON_CELLS = ("found", "place", "king", "insert", "move", "block", "lift", "drop")
"""The kinds whose arguments are cells."""


class TorresLegality(TorresPosition):
    """A position that knows what may be done in it."""

    # -- the contract --------------------------------------------------------------------------------------------------

    def moves(self) -> list[Move]:
        """Every legal move of the seat on turn: by kind in the order of ASKED, cells ascending."""
        if self._deals or self.stage == OVER:
            return []
        found: list[Move] = []
        if self.stage == MAIN:
            self._list_main(found)
        else:
            self._list_choices(found)
        return found

    def why_not(self, move: Move) -> Message | None:
        """None if the move is legal now, else the reason."""
        reason = self._refusal(move.kind, move.args)
        if not reason:
            return None
        return self._refused(reason, move)

    def building_refusal(self, cell: int) -> Message | None:
        """Why no block may be placed on a cell, action points and stacks aside; None if one may."""
        if self.land.building() >> cell & 1:
            return None
        return self._refused(self._building_refusal(cell), Move("block", (cell,)))

    def _refused(self, reason: str, move: Move) -> Message:
        return message(
            f"torres.refusal.{reason}",
            seat=self.seat,
            step=self.stage,
            ap=self.ap,
            card=move.args[0] if move.kind == "card" and move.args else self.card,
            cost=self.cost(move.kind),
            area=self._area_about(move),
            least=self.terms.box.least_castles,
            purchases=self.terms.box.purchases,
        )

    # -- listing -------------------------------------------------------------------------------------------------------

    def _list_main(self, found: list[Move]) -> None:
        ap, box = self.ap, self.terms.box
        if ap >= box.move or ap >= box.insert:
            self._list_knights(found, ap >= box.insert, ap >= box.move)
        if ap >= box.block:
            BLOCK_ON.add(found, self.placing())
        if ap >= box.buy and self.can_buy():
            found.append(BUY)
        if self.cards.hands[self.seat] and not self.card_used:
            found += [Move("card", (face,)) for face in self.playable() if self.doable(face)]
        if ap >= box.step:
            found.append(STEP)
        found.append(FINISH)

    def _list_knights(self, found: list[Move], insert: bool, move: bool) -> None:
        """The moves of knights: new ones come in, those on the board move."""
        land = self.land
        free, known = ~land.taken, land.known_targets
        knights = land.knights[self.seat]
        entries = 0
        steps: list[Move] = []
        for cell in knights:
            targets, entry = known.get(cell) or land.targets(cell)
            entries |= entry
            steps += MOVE_FROM[cell][targets & free]
        if insert and len(knights) < self.terms.box.knights:
            found += INSERT_ON[entries & free]
        if move:
            found += steps

    def _list_choices(self, found: list[Move]) -> None:
        stage = self.stage
        if stage == FOUND:
            found += FOUND_ON[self.foundations()]
        elif stage == PLACE:
            found += PLACE_ON[self.land.free_blocks()]
        elif stage == KING:
            found += KING_TO[self.land.free_blocks()]
        elif stage == MOVE_KING:
            found += KING_TO[self.land.free_blocks()]
            found.append(STAY)
        elif stage == STACK:
            found += [Move("stack", (size,)) for size in self.sizes()]
            if self.card and self.opened > 0:
                found.append(OPENED)
        elif stage == KEEP:
            found += [Move("keep", (slot,)) for slot in self.cards.looking]
        elif stage == BACK:
            found += [Move("top", (slot,)) for slot in self.cards.looking]
            if self.bottom_differs():
                found += [Move("bottom", (slot,)) for slot in self.cards.looking]
        elif stage == CARD:
            if self.card in KNIGHT_CARDS:
                for cell in self.land.knights[self.seat]:
                    found += MOVE_FROM[cell][self.card_targets(self.card, cell)]
            elif self.card == MOVE_BLOCK:
                found += LIFT_FROM[self.land.liftable(self.terms.box.least_castles)]
            else:
                found += BLOCK_ON[self.card_blocks(self.card)]
        elif stage == DROP:
            found += DROP_ON[self.land.drops(self.lifted, self.terms.box.least_castles)]
        else:
            found += [Move("stacks", sizes) for sizes in self.arrangements()]

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
        return land.mask_of_knights(self.seat) & (land.raisable | land.joinable() | land.apart())

    def sizes(self) -> list[int]:
        """The different sizes of the stacks not opened that have a block to give, from the largest."""
        return [size for size in dict.fromkeys(self.stacks[self.seat]) if size]

    def bottom_differs(self) -> bool:
        """Whether it makes a difference to put cards below the deck."""
        return bool(self.cards.deck(self.seat))

    def arrangements(self) -> tuple[Sizes, ...]:
        """How the stacks of the seat on turn may stand after its turn, or after the blocks carried over were put on them."""
        stacks, limit = self.stacks[self.seat], self.terms.stack_limit
        if self.stage == CARRY:
            return spreads(stacks, self.carried[self.seat], limit)
        return after_turn(stacks, self.opened, limit)

    def cost(self, kind: str) -> int:
        """The cost of an action in action points."""
        box = self.terms.box
        return {"insert": box.insert, "move": box.move, "block": box.block, "buy": box.buy, "step": box.step}.get(kind, 0)

    # -- refusing ------------------------------------------------------------------------------------------------------

    def _refusal(self, kind: str, args: tuple[int, ...]) -> str:
        """The last part of the reason's key, empty for a legal move."""
        if kind != "stacks" and SHAPE.get(kind) != len(args):
            return "nonsense"
        if self._deals:
            return "dealing"
        if self.stage == OVER:
            return "over"
        if kind not in ASKED[self.stage]:
            return "not-asked"
        if kind in ON_CELLS and not all(0 <= arg < CELLS for arg in args):
            return "off-board"
        if self.stage == CARD:
            return self._card_refusal(kind, args)
        if self.stage == MAIN and self.ap < self.cost(kind):
            return "action-points"
        match kind:
            case "found":
                return self._found_refusal(args[0])
            case "place":
                return self._block_needed(args[0])
            case "king":
                return "king-is-here" if args[0] == self.land.king else self._block_needed(args[0])
            case "insert":
                return self._insert_refusal(args[0])
            case "move":
                return self._move_refusal(*args)
            case "block":
                return self._place_refusal(args[0])
            case "buy":
                return self._buy_refusal()
            case "card":
                return self._play_refusal(args[0])
            case "stack":
                return "" if args[0] in self.sizes() else "no-such-stack"
            case "opened":
                return "" if self.card and self.opened > 0 else "no-such-stack"
            case "keep" | "top":
                return "" if args[0] in self.cards.looking else "not-looked-at"
            case "bottom":
                if args[0] not in self.cards.looking:
                    return "not-looked-at"
                return "" if self.bottom_differs() else "bottom-is-top"
            case "drop":
                return self._drop_refusal(args[0])
            case "stacks":
                return "" if args in self.arrangements() else "no-such-stacks"
        return ""  # step, end and stay need nothing more

    def _area_about(self, move: Move) -> int:
        """The area of the castle that a refused move is about."""
        cell = move.args[-1] if move.args and move.kind in ON_CELLS else -1
        return self._area_after(cell) if 0 <= cell < CELLS else 0

    def _found_refusal(self, cell: int) -> str:
        if self.foundations() >> cell & 1:
            return ""
        return "foundation-here" if self.land.levels[cell] else "foundation-near"

    def _block_needed(self, cell: int) -> str:
        if self.land.free_blocks() >> cell & 1:
            return ""
        return "occupied" if self.land.taken >> cell & 1 else "no-block"

    def _insert_refusal(self, cell: int) -> str:
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

    def _move_refusal(self, cell: int, target: int) -> str:
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

    def _place_refusal(self, cell: int) -> str:
        if self.placing() >> cell & 1:
            return ""
        if not (self.sizes() or self.opened >= 0):
            return "no-blocks"
        return "stack-used-up" if self.opened == 0 else self._building_refusal(cell)

    def _building_refusal(self, cell: int) -> str:
        """Why an ordinary block cannot be placed here."""
        land = self.land
        if land.taken >> cell & 1:
            return "occupied"
        if land.levels[cell]:
            return "tower-full"
        return "joins-castles" if BESIDE[cell] & land.above[0] else "no-castle-beside"

    def _buy_refusal(self) -> str:
        if self.can_buy():
            return ""
        if self.cards.open:
            return "no-deck"
        return "bought-enough" if len(self.cards.fresh) >= self.terms.box.purchases else "deck-empty"

    def _play_refusal(self, face: int) -> str:
        if not 0 < face <= len(CARDS):
            return "no-such-card"
        if self.card_used:
            return "one-card-a-turn"
        if face not in self.playable():
            fresh = [self.cards.faces[slot] for slot in self.cards.fresh if slot in self.cards.hands[self.seat]]
            return "just-bought" if face in fresh else "not-in-hand"
        return "" if self.doable(face) else "card-idle"

    def _card_refusal(self, kind: str, args: tuple[int, ...]) -> str:
        if kind != ("move" if self.card in KNIGHT_CARDS else "lift" if self.card == MOVE_BLOCK else "block"):
            return "other-card"
        if kind == "move":
            return self._card_move_refusal(*args)
        if kind == "lift":
            return self._lift_refusal(args[0])
        if self.card_blocks(self.card) >> args[0] & 1:
            return ""
        if self.card == EXTRA:
            return self._building_refusal(args[0]) if self.supply else "supply-empty"
        reason = self._own_knight(args[0])
        if reason:
            return reason
        return "tower-full" if self.land.levels[args[0]] else "joins-castles"

    def _card_move_refusal(self, cell: int, target: int) -> str:
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

    def _lift_refusal(self, cell: int) -> str:
        reason = self._block_needed(cell)
        if reason:
            return reason
        return "" if self.land.drops(cell, self.terms.box.least_castles) else "block-stays"

    def _drop_refusal(self, cell: int) -> str:
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
