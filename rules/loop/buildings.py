"""Villas and castles: what stands on the loop, what it is worth, and where a new castle may be founded."""

from __future__ import annotations

from typing import Final

from rules.contract import Facts
from rules.loop.board import LoopBoard
from rules.loop.terms import BLOCKS, CAP, CASTLE_VALUE, CRESTS, DISTANCE, FIELDS, Terms
from rules.native import mypyc_attr
from rules.written import text_of

ALL_CRESTS: Final = (1 << CRESTS + 1) - 2
"""Bits 1 to 8: every crest is in the supply."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Buildings:
    """All buildings, and the supplies they are built from.

    A building is named by the cell of its first block. A cell leaves its building only when that merges into another one, so
    no name is ever used twice. 0 stands for no building.

    Attributes:
        level: by cell, how many levels are filled; 0 if nothing stands there.
        of: by cell, the building it belongs to.
        value: by building, its value, at most 50 (T6).
        crest: by building, its crest; 0 for a villa. Copies share this list: it is replaced, never changed.
        stones: first fields of the founding stones in play, in order of placing; each covers that field and the next two.
            Copies share this list likewise.
        blocks: blocks in the supply.
        lost: blocks that left the game unbuilt (M3).
        crest_supply: the crests in the supply, as bits 1 to 8.

    The texts of the levels and of the buildings are kept, and go along with copies, until what they say changes.
    """

    __slots__ = (
        "_levels_text", "_text", "blocks", "board", "crest", "crest_supply", "level", "lost", "of", "stones", "terms", "value",
    )  # fmt: skip

    def __init__(
        self,
        terms: Terms,
        board: LoopBoard,
        level: list[int],
        of: list[int],
        value: list[int],
        crest: list[int],
        stones: list[int],
    ) -> None:
        self.terms = terms
        self.board = board
        self.level = level
        self.of = of
        self.value = value
        self.crest = crest
        self.stones = stones
        self.blocks = BLOCKS
        self.lost = 0
        self.crest_supply = ALL_CRESTS
        self._levels_text = ""
        self._text = ""

    def copy(self) -> Buildings:
        """An independent copy."""
        twin = Buildings(self.terms, self.board, self.level[:], self.of[:], self.value[:], self.crest, self.stones)
        twin._be_like(self)
        return twin

    def _be_like(self, other: Buildings) -> None:
        """Take over what is no list."""
        self.blocks = other.blocks
        self.lost = other.lost
        self.crest_supply = other.crest_supply
        self._levels_text = other._levels_text
        self._text = other._text

    # -- looking -------------------------------------------------------------------------------------------------------

    def value_at(self, cell: int) -> int:
        """The value of the building on that cell; 0 if there is none."""
        return self.value[self.of[cell]]

    def crest_at(self, cell: int) -> int:
        """The crest of the building on that cell; 0 for a villa, or nothing."""
        return self.crest[self.of[cell]]

    def cells(self, building: int) -> list[int]:
        """The cells of a building, lowest first."""
        return [cell for cell, owner in enumerate(self.of) if owner == building and cell]

    def all(self) -> list[int]:
        """Every building, by its lowest cell."""
        return [building for building in dict.fromkeys(self.of) if building]

    def waiting(self) -> list[int]:
        """The villas that are worth a castle and wait for a crest (V2), by their lowest cell."""
        return [building for building in self.all() if self.value[building] >= CASTLE_VALUE and not self.crest[building]]

    def stones_left(self) -> int:
        """Founding stones in the supply."""
        return self.terms.founding_stones - len(self.stones)

    def told(self) -> list[Facts]:
        """The cells, the value and the crest of each building, by lowest cell."""
        found = self._by_building()
        return [{"cells": own, "value": self.value[name], "crest": self.crest[name]} for name, own in found.items()]

    def text(self) -> str:
        """The same as text, as it stands in the text of the facts."""
        if not self._text:
            value, crest = self.value, self.crest
            each = [
                f'{{"cells":{text_of(own)},"crest":{crest[name]},"value":{value[name]}}}'
                for name, own in self._by_building().items()
            ]
            self._text = f"[{','.join(each)}]"
        return self._text

    def levels_text(self) -> str:
        """The levels of each cell, from cell 1 on, as text."""
        if not self._levels_text:
            self._levels_text = text_of(self.level[1:])
        return self._levels_text

    def _by_building(self) -> dict[int, list[int]]:
        """The cells of each building, lowest first; the buildings by lowest cell."""
        found: dict[int, list[int]] = {}
        for cell, name in enumerate(self.of):
            if name and cell:
                if name in found:
                    found[name].append(cell)
                else:
                    found[name] = [cell]
        return found

    # -- where a castle may be founded ---------------------------------------------------------------------------------

    def why_no_castle(self, first: int, card: int) -> str:
        """Why no castle can be founded with that card on a field and the two after it; empty if one can (F1 to F3)."""
        three = self.board.three(first)
        if card not in three:
            return "castle-elsewhere"
        if self.terms.straight and not self.board.straight[first]:
            return "castle-not-straight"
        if self.level[first] or self.level[three[1]] or self.level[three[2]]:
            return "castle-covers"
        return self._why_too_near(self.board.before, first) or self._why_too_near(self.board.after, three[2])

    def _why_too_near(self, way: tuple[int, ...], end: int) -> str:
        """Whether something stands too near one end of a new castle, going outward along the loop (F3)."""
        cell = way[end]
        if self.level[cell]:
            return "castle-near-castle" if self.crest[self.of[cell]] else "castle-near-villa"
        free = 1
        for _ in range(FIELDS - 4):
            cell = way[cell]
            if not self.level[cell]:
                free += 1
                if free == DISTANCE:
                    return ""
            elif self.crest[self.of[cell]]:
                return "castle-near-castle"
        return ""

    def castle_sites(self, card: int) -> list[int]:
        """The first fields of every place where a castle can be founded with that card, in order along the loop (F4)."""
        return [first for first in self._threes_with(card) if not self.why_no_castle(first, card)]

    def may_found(self, card: int) -> bool:
        """Whether a castle can be founded anywhere with that card."""
        return any(not self.why_no_castle(first, card) for first in self._threes_with(card))

    def _threes_with(self, card: int) -> tuple[int, ...]:
        """The first fields of the places that contain the card's field; none if the supply has nothing left to found with."""
        if (
            not self.crest_supply
            or self.blocks < self.terms.founding_blocks
            or (self.terms.founding_stones and not self.stones_left())
        ):
            return ()
        one = self.board.before[card]
        return self.board.before[one], one, card

    # -- building ------------------------------------------------------------------------------------------------------

    def found_villa(self, cell: int) -> None:
        """Found a villa: one block on a free field."""
        self.blocks -= 1
        self.level[cell] = 1
        self.of[cell] = cell
        self.value[cell] = 1
        self._forget()

    def found_castle(self, first: int, card: int) -> int:
        """Found a castle on three fields, with a block on top of the card's field. Returns its crest, the lowest left (F5)."""
        for cell in self.board.three(first):
            self.level[cell] = 1
            self.of[cell] = card
        self.level[card] = 2
        self._forget()
        self.blocks -= self.terms.founding_blocks
        self.value[card] = CASTLE_VALUE
        if self.terms.founding_stones:
            self.stones = [*self.stones, first]
        return self.give_crest(card)

    def add_block(self, cell: int, building: int) -> None:
        """Put one block on top of whatever stands on the cell, as a part of that building; its value rises."""
        self.blocks -= 1
        self.of[cell] = building
        self.level[cell] += 1
        self._forget()
        self._add_value(building, self.terms.worth(self.level[cell]))

    def merge(self, stays: int, goes: int) -> int:
        """Join two buildings. Returns the crest that becomes free, or 0."""
        for cell, owner in enumerate(self.of):
            if owner == goes:
                self.of[cell] = stays
        freed = self.crest[goes]
        self._add_value(stays, self.value[goes])
        self.value[goes] = 0
        self._mark(goes, 0)
        if freed:
            self.crest_supply |= 1 << freed
        return freed

    def lose_block(self) -> None:
        """Remove a block from the game without building it (M3)."""
        self.blocks -= 1
        self.lost += 1

    def give_crest(self, building: int) -> int:
        """Give a building the lowest crest in the supply (F5), and return that crest."""
        crest = (self.crest_supply & -self.crest_supply).bit_length() - 1
        self.crest_supply &= ~(1 << crest)
        self._mark(building, crest)
        return crest

    def _forget(self) -> None:
        """Forget the texts: the levels of a cell change, and with them a building."""
        self._levels_text = ""
        self._text = ""

    def _mark(self, building: int, crest: int) -> None:
        """Note the crest of a building."""
        self._text = ""
        self.crest = [*self.crest[:building], crest, *self.crest[building + 1 :]]

    def deserves_crest(self, building: int) -> bool:
        """Whether a villa becomes a castle now (V1)."""
        return bool(self.value[building] >= CASTLE_VALUE and not self.crest[building] and self.crest_supply)

    def _add_value(self, building: int, by: int) -> None:
        self._text = ""
        value = self.value[building] + by
        self.value[building] = value if value < CAP else CAP

    # -- conservation --------------------------------------------------------------------------------------------------

    def _blocks_on(self, cell: int) -> int:
        """How many levels of a cell are blocks or a founding stone."""
        return self.level[cell]

    def _worth(self, building: int) -> int:
        """The value of a building, calculated from its parts."""
        return sum(self.terms.worth(level) for cell in self.cells(building) for level in range(1, self.level[cell] + 1))

    def problems(self) -> list[str]:
        """The impossible facts about the buildings."""
        found: list[str] = []
        built = sum(map(self._blocks_on, range(1, self.board.cells + 1))) - 3 * len(self.stones)
        if built + self.blocks + self.lost != BLOCKS or self.blocks < 0:
            found.append(f"blocks: {built} built, {self.blocks} in the supply, {self.lost} lost")
        if self.stones_left() < 0:
            found.append(f"founding stones: {len(self.stones)}")
        covered = [cell for first in self.stones for cell in self.board.three(first)]
        if len(set(covered)) != len(covered) or not all(self.level[cell] for cell in covered):
            found.append(f"founding stones overlap or float: {self.stones}")
        crests = sorted(crest for crest in self.crest if crest)
        if crests != [crest for crest in range(1, CRESTS + 1) if not self.crest_supply >> crest & 1]:
            found.append(f"crests: {crests} on the board, {self.crest_supply:b} in the supply")
        for cell in range(1, self.board.cells + 1):
            if bool(self.level[cell]) != bool(self.of[cell]):
                found.append(f"cell {cell}: {self.level[cell]} levels, building {self.of[cell]}")
            after = self.board.after[cell]
            if self.of[cell] and self.of[after] and self.of[cell] != self.of[after]:
                found.append(f"cells {cell} and {after} are neighbours in two buildings")
        if self.level[0] or self.of[0] or self.value[0] or self.crest[0]:
            found.append("something stands on no cell")
        for building in self.all():
            worth = self._worth(building)
            if self.of[building] != building:
                found.append(f"building {building} does not hold its first cell")
            if self.value[building] != min(worth, CAP):
                found.append(f"building {building}: value {self.value[building]}, its blocks are worth {worth}")
            if self.crest[building] and self.value[building] < CASTLE_VALUE:
                found.append(f"castle {building} is worth only {self.value[building]}")
        for building in range(1, self.board.cells + 1):
            if (self.value[building] or self.crest[building]) and building not in self.of:
                found.append(f"building {building} is nowhere")
        return found


def empty_loop(terms: Terms, board: LoopBoard) -> Buildings:
    """The loop before the first building."""
    zeros = [0] * (board.cells + 1)
    return Buildings(terms, board, zeros, zeros[:], zeros[:], zeros[:], [])
