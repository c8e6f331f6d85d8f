"""The board in play: blocks, castles, knights and the king, and where blocks and knights may go.

A *castle* is a group of orthogonally connected towers. Its number is arbitrary and not part of the facts: the number of a
castle that is gone may be used again.

The mask ``above[n]`` holds the cells whose tower is higher than ``n``; it is what makes questions about levels one operation
for the whole board. A knight's *level* is the height of the tower under it.
"""

from __future__ import annotations

from typing import Final

from rules.native import mypyc_attr
from rules.torres.grid import ALL, BESIDE, CELLS, CORNERING, LEAPS, beside, cells_of, connected, grown

FREE: Final = 0
SINKING: Final = 1
STOREY: Final = 2
"""How knights may walk inside a castle (ruling U2, option ``gates``)."""

SPARE: Final = 3
"""How many empty masks ``above`` has beyond the highest tower, so that no caller has to check its length."""

NO_CELL: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class Reach:
    """Where a knight on one cell may go, other pieces aside. It never changes, so that positions share it.

    Attributes:
        moves: mask of the cells that the knight may move to.
        entries: the cells where another knight may be inserted beside it.
        relies: the cells whose blocks decide both.
    """

    __slots__ = ("entries", "moves", "relies")

    moves: int
    entries: int
    relies: int

    def __init__(self, moves: int, entries: int, relies: int) -> None:
        self.moves = moves
        self.entries = entries
        self.relies = relies


_NOTHING_KNOWN: Final[list[Reach | None]] = [None] * CELLS


@mypyc_attr(allow_interpreted_subclasses=True)
class Land:
    """The pieces on the board.

    Attributes:
        levels: number of blocks on each cell.
        above: mask of the cells higher than the index, up to some levels above the highest tower.
        castle_at: number of the castle on each cell, 0 for none.
        castles: the cells of each castle, 0 for a number not in use; number 0 is none.
        areas: the number of cells of each castle.
        skirts: the cells beside each castle, some of the castle itself among them.
        near_any: the cells beside at least one castle, ``near_several`` those beside two or more.
        raisable: the cells of castles whose tower is lower than the castle's area, pieces on them or not.
        buildable: the cells where a block may be placed, pieces on them or not: ``raisable`` and ``joinable()``.
        taken: the cells with a knight or the king.
        knights: the cells of each seat's knights, ascending.
        king: his cell, or -1.
        walking: FREE, SINKING or STOREY.
        known_reach: by cell, the last result of ``reach``, as long as none of the blocks that decide it has changed; None for
            a cell that nobody has asked about.
    """

    __slots__ = (
        "_exits", "above", "areas", "buildable", "castle_at", "castles", "king", "knights", "known_reach", "levels", "near_any",
        "near_several", "raisable", "skirts", "taken", "walking",
    )  # fmt: skip

    levels: list[int]
    above: list[int]
    castle_at: list[int]
    castles: list[int]
    areas: list[int]
    skirts: list[int]
    near_any: int
    near_several: int
    raisable: int
    buildable: int
    taken: int
    knights: list[tuple[int, ...]]
    king: int
    walking: int
    known_reach: list[Reach | None]
    _exits: list[dict[int, int]]

    def __init__(self, seats: int, walking: int, like: Land | None = None) -> None:
        """An empty board, or one like another."""
        self.walking = walking
        if like is None:
            self.levels = [0] * CELLS
            self.above = [0] * SPARE
            self.castle_at = [0] * CELLS
            self.castles = [0]
            self.areas = [0]
            self.skirts = [0]
            self.near_any = 0
            self.near_several = 0
            self.raisable = 0
            self.buildable = 0
            self.taken = 0
            self.knights = [()] * seats
            self.king = NO_CELL
            self._exits = [{}]
            self.known_reach = _NOTHING_KNOWN[:]
        else:
            self.levels = like.levels[:]
            self.above = like.above[:]
            self.castle_at = like.castle_at[:]
            self.castles = like.castles[:]
            self.areas = like.areas[:]
            self.skirts = like.skirts[:]
            self.near_any = like.near_any
            self.near_several = like.near_several
            self.raisable = like.raisable
            self.buildable = like.buildable
            self.taken = like.taken
            self.knights = like.knights[:]
            self.king = like.king
            self._exits = like._exits[:]  # these depend on the blocks alone; new ones replace them on a change
            self.known_reach = like.known_reach

    def copy(self) -> Land:
        """An independent copy."""
        return Land(0, self.walking, self)

    def forget(self) -> None:
        """Forget remembered results, so that equal positions have equal attributes."""
        self._exits = [{} for _ in self.castles]
        self.known_reach = _NOTHING_KNOWN[:]

    # -- blocks --------------------------------------------------------------------------------------------------------

    def area(self, cell: int) -> int:
        """The number of cells of the castle on this cell, 0 where there is none."""
        return self.areas[self.castle_at[cell]]

    def count(self) -> int:
        """The number of castles."""
        return len(self.castles) - self.castles.count(0)

    def around(self, cell: int) -> list[int]:
        """The numbers of the different castles beside a cell, ascending."""
        return sorted({self.castle_at[other] for other in cells_of(BESIDE[cell] & self.above[0])})

    def build(self, cell: int) -> bool:
        """Put a block on a cell, under whatever stands there; returns whether that founds a castle.

        Trusts its caller that it joins no two castles and keeps to the height.
        """
        bit = 1 << cell
        level = self.levels[cell]
        above = self.above
        castle = self.castle_at[cell]
        founded = False
        if level == 0:
            near = BESIDE[cell] & above[0]
            castle = self.castle_at[near.bit_length() - 1] if near else 0
            if castle == 0:
                founded = True
                castle = self.unused()
                self.skirts[castle] = 0
            self.castle_at[cell] = castle
            self.castles[castle] |= bit
            self.areas[castle] += 1
            near = BESIDE[cell]
            skirt = self.skirts[castle]
            more = near ^ (near & skirt)
            self.skirts[castle] = skirt | near
            self.near_several |= self.near_any & more
            self.near_any |= more
        above[level] |= bit
        if level + SPARE >= len(above):
            above.append(0)
        self.levels[cell] = level + 1
        self._changed(castle, bit)
        return founded

    def shift(self, source: int, target: int) -> None:
        """Move the top block from one cell to another."""
        level = self.levels[source] - 1
        bit = 1 << source
        self.above[level] ^= bit
        self.levels[source] = level
        if level == 0:
            castle = self.castle_at[source]
            self.castle_at[source] = 0
            self.castles[castle] ^= bit
            self.areas[castle] -= 1
            self.skirts[castle] = beside(self.castles[castle])
            self.raisable &= ~bit
            self.near_any, self.near_several = self._near()
            self._changed(castle, bit)
        else:
            self._changed(self.castle_at[source], bit)
        self.build(target)

    def unused(self) -> int:
        """A number for a new castle."""
        for number in range(1, len(self.castles)):
            if not self.castles[number]:
                return number
        self.castles.append(0)
        self.areas.append(0)
        self.skirts.append(0)
        self._exits.append({})
        return len(self.castles) - 1

    def _changed(self, castle: int, bit: int) -> None:
        """Forget the results that depend on this castle and this cell, which have changed."""
        cells = self.castles[castle]
        highest = self.areas[castle] - 1
        full = self.above[highest] if 0 <= highest < len(self.above) else 0
        self.raisable = (self.raisable | cells) ^ (cells & full)
        self.buildable = self.raisable | self.joinable()
        self._exits[castle] = {}
        known, kept = self.known_reach, _NOTHING_KNOWN[:]
        for knights in self.knights:
            for cell in knights:
                reach = known[cell]
                if reach is not None and not reach.relies & bit:
                    kept[cell] = reach
        self.known_reach = kept  # a new list, for copies of this board share the old one

    def joinable(self) -> int:
        """The cells without a block beside exactly one castle, pieces on them or not."""
        near = self.near_any
        return near ^ (near & (self.near_several | self.above[0]))

    def _near(self, but: int = 0) -> tuple[int, int]:
        """The cells beside at least one, and beside at least two castles, when the castle ``but`` does not count."""
        any_castle = several = 0
        for number, skirt in enumerate(self.skirts):
            if number != but:
                several |= any_castle & skirt
                any_castle |= skirt
        return any_castle, several

    def _near_one(self, but: int) -> int:
        """The cells beside exactly one castle, when the castle ``but`` does not count."""
        any_castle, several = self._near(but)
        return any_castle & ~several

    def building(self) -> int:
        """The cells where a block may be placed: free, beside one castle only or on a tower lower than the castle's area."""
        mask = self.buildable
        return mask ^ (mask & self.taken)

    def apart(self) -> int:
        """The cells without a block and without a castle beside them: where a castle may be founded."""
        return ALL ^ (self.above[0] | self.near_any)

    def drops(self, source: int, least: int) -> int:
        """The cells that the top block of a free tower may move to, at least ``least`` castles remaining (ruling U19)."""
        bit = 1 << source
        if self.levels[source] > 1:
            return self._anywhere() & ~bit
        free = ALL & ~self.taken & ~bit
        above = self.above
        number = self.castle_at[source]
        rest = self.castles[number] ^ bit
        built = above[0] ^ bit
        ground = ~built & free
        alone = ground & ~beside(built)
        if not rest:
            elsewhere = self.raisable | (self._near_one(number) & ground)
            return alone | (elsewhere & free if self.count() > least else 0)
        foreign = beside(built & ~rest)
        joining = ground & ~foreign
        if not connected(rest):  # the target has to join all the parts again
            while rest:
                part = grown(rest & -rest, rest)
                joining &= beside(part)
                rest ^= part
            return joining
        joining &= beside(rest)
        area = rest.bit_count()
        if area < len(above) and rest & above[area]:  # a smaller area could not carry the tower
            return joining
        lower = rest & ~above[area - 1] if area - 1 < len(above) else rest
        others = (self.raisable & ~rest) | (self._near_one(number) & ground & ~beside(rest))
        return joining | alone | ((lower | others) & free)

    def _anywhere(self) -> int:
        """The cells that a block may move to whose absence changes no castle."""
        return (self.buildable | self.apart()) & ~self.taken

    def liftable(self, least: int) -> int:
        """The cells whose top block may be moved somewhere."""
        anywhere, free = self._anywhere(), self.free_blocks()
        raised = free & self.above[1]
        mask = raised if anywhere else 0
        if anywhere.bit_count() == 1:
            mask ^= mask & anywhere  # no block goes back to where it was
        for cell in cells_of(free ^ raised):
            if self.drops(cell, least):
                mask |= 1 << cell
        return mask

    # -- pieces --------------------------------------------------------------------------------------------------------

    def put_knight(self, seat: int, cell: int) -> None:
        """Put a knight of the seat on a free cell."""
        self.knights[seat] = tuple(sorted((*self.knights[seat], cell)))
        self.taken |= 1 << cell

    def move_knight(self, seat: int, cell: int, target: int) -> None:
        """Move a knight of the seat from one cell to a free one."""
        self.knights[seat] = tuple(sorted([target if other == cell else other for other in self.knights[seat]]))
        self.taken ^= (1 << cell) | (1 << target)

    def put_king(self, cell: int) -> None:
        """Put the king on a free cell."""
        if self.king != NO_CELL:
            self.taken ^= 1 << self.king
        self.king = cell
        self.taken |= 1 << cell

    def free_blocks(self) -> int:
        """The cells with a block on which nobody stands."""
        mask = self.above[0]
        return mask ^ (mask & self.taken)

    def mask_of_knights(self, seat: int) -> int:
        """The cells of a seat's knights."""
        mask = 0
        for cell in self.knights[seat]:
            mask |= 1 << cell
        return mask

    def open_steps(self, cell: int, level: int) -> int:
        """The free cells beside this one, a level above it."""
        steps = BESIDE[cell] & self.above[level]
        if steps:
            steps ^= steps & (self.above[level + 1] | self.taken)
        return steps

    # -- where knights may go ------------------------------------------------------------------------------------------

    def entries(self, seat: int, but: int = NO_CELL) -> int:
        """Cells where a knight may be inserted beside one of the seat (``but`` that on this cell): at its level or lower."""
        mask = 0
        for cell in self.knights[seat]:
            if cell != but:
                mask |= (self.known_reach[cell] or self.reach(cell)).entries
        return mask ^ (mask & self.taken)

    def goes(self, cell: int) -> int:
        """The cells that a knight on this cell may move to for one action point: a step, or through a castle."""
        moves = (self.known_reach[cell] or self.reach(cell)).moves
        return moves ^ (moves & self.taken)

    def reach(self, cell: int) -> Reach:
        """Where a knight on this cell may go, calculated afresh."""
        level = self.levels[cell]
        near = BESIDE[cell]
        moves = near ^ (near & self.above[level + 1])
        gates = near & self.above[level]
        relies = near | 1 << cell
        entries = near ^ gates
        while gates:
            number = self.castle_at[gates.bit_length() - 1]
            cells = self.castles[number]
            entered = gates & cells
            moves |= self.through(number, entered, level)
            relies |= cells | self.skirts[number]
            gates ^= entered
        found = self.known_reach[cell] = Reach(moves, entries, relies)
        return found

    def through(self, number: int, gates: int, level: int) -> int:
        """The cells where a knight on this level may come out of a castle, free or not, if it enters by these gates (U2)."""
        if self.walking == FREE:
            exits = self._exits[number].get(level)
            return self._exits_of(number, level) if exits is None else exits
        return self._exits_inside(self.castles[number], gates, level)

    def _exits_of(self, number: int, level: int) -> int:
        """The cells up to this level beside a higher tower of the castle."""
        known = self._exits[number]
        mask = known.get(level)
        if mask is None:
            above = self.above
            mask = self.skirts[number]
            mask ^= mask & above[0]
            cells = self.castles[number]
            for storey in range(1, min(level + 1, len(above))):
                walls = cells & above[storey]
                if not walls:
                    break
                mask |= beside(walls) & ~above[storey]
            known[level] = mask
        return mask

    def _exits_inside(self, cells: int, gates: int, level: int) -> int:
        """The cells that can be reached when walking on one storey counts (options ``sinking`` and ``storey``)."""
        inside = grown(gates, cells & self.above[level])
        mask = beside(inside) & ~self.above[level]
        if self.walking == STOREY:
            return mask
        mask &= self.above[level - 1] if level else ALL
        for storey in range(level - 1, -1, -1):
            inside = grown(inside, cells & self.above[storey])
            mask |= beside(inside) & ~self.above[storey] & (self.above[storey - 1] if storey else ALL)
        return mask

    # -- where action cards let them go --------------------------------------------------------------------------------

    def climbs(self, cell: int) -> int:
        """The cells exactly two levels up and one step away (ruling U20)."""
        level = self.levels[cell]
        return BESIDE[cell] & self.above[level + 1] & ~self.above[level + 2] & ~self.taken

    def gate_exits(self, cell: int) -> int:
        """The cells reached through a castle, on any level; walking inside is free whatever the option says (ruling U3)."""
        mask = 0
        gates = BESIDE[cell] & self.above[self.levels[cell]]
        while gates:
            number = self.castle_at[gates.bit_length() - 1]
            mask |= self._exits_of(number, len(self.above))
            gates &= ~self.castles[number]
        return mask & ~self.taken

    def diagonals(self, cell: int) -> int:
        """The cells that touch this one at a corner, at most one level up."""
        return CORNERING[cell] & ~self.above[self.levels[cell] + 1] & ~self.taken

    def leaps(self, cell: int) -> int:
        """The cells reached by leaping straight over one piece, at most one level up."""
        mask = 0
        for over, landing in LEAPS[cell]:
            if self.taken & over:
                mask |= landing
        return mask & ~self.above[self.levels[cell] + 1] & ~self.taken
