"""The 8 x 8 squares as bits of one integer.

A *cell* is a number from 0 to 63, ``8 * row + column`` from the top left. A *mask* is a set of cells: an integer whose bit
``1 << cell`` says that the cell is in it.

Where it is asked often, ``mask ^ (mask & other)`` is written for the cells that are not in the other mask: compiled code takes
twice as long for a negative number as ``~other`` is, as soon as one of the two masks has bit 62 or 63.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

SIDE: Final = 8
CELLS: Final = SIDE * SIDE
ALL: Final = (1 << CELLS) - 1

ROW: Final = (1 << SIDE) - 1
"""The top row."""

COLUMN: Final = sum(1 << (SIDE * row) for row in range(SIDE))
"""The leftmost column."""

_NOT_FIRST: Final = ALL & ~COLUMN
_NOT_LAST: Final = ALL & ~(COLUMN << (SIDE - 1))

ORTHOGONAL: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
_TILTED: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def at(row: int, column: int) -> int:
    """The cell there, or -1 outside the board."""
    return SIDE * row + column if 0 <= row < SIDE and 0 <= column < SIDE else -1


def mask_of(cells: Iterator[int] | tuple[int, ...] | list[int]) -> int:
    """The mask of some cells; -1, which is no cell, is left out."""
    mask = 0
    for cell in cells:
        if cell >= 0:
            mask |= 1 << cell
    return mask


_IN_ROW: Final[tuple[tuple[tuple[int, ...], ...], ...]] = tuple(
    tuple(tuple(SIDE * row + column for column in range(SIDE) if columns >> column & 1) for columns in range(1 << SIDE))
    for row in range(SIDE)
)
"""The cells of each row by the set of columns, a byte of the mask."""


def cells_of(mask: int) -> list[int]:
    """The cells of a mask, ascending."""
    cells: list[int] = []
    for row, columns in enumerate(mask.to_bytes(SIDE, "little")):
        if columns:
            cells += _IN_ROW[row][columns]
    return cells


def beside(mask: int) -> int:
    """The cells with an orthogonal neighbour in the mask (cells of the mask itself too, if they have one)."""
    return ((mask << SIDE) | (mask >> SIDE) | ((mask & _NOT_LAST) << 1) | ((mask & _NOT_FIRST) >> 1)) & ALL


def grown(seed: int, within: int) -> int:
    """The cells reachable from the seed over orthogonally neighbouring cells of ``within``."""
    mask = seed & within
    while True:
        larger = mask | (beside(mask) & within)
        if larger == mask:
            return mask
        mask = larger


def connected(mask: int) -> bool:
    """Whether the cells of a mask, at least one, form one orthogonally connected group."""
    return grown(mask & -mask, mask) == mask


def _around(steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(mask_of([at(cell // SIDE + down, cell % SIDE + right) for down, right in steps]) for cell in range(CELLS))


BESIDE: Final[tuple[int, ...]] = _around(ORTHOGONAL)
"""Per cell the mask of its two to four neighbours."""

CORNERING: Final[tuple[int, ...]] = _around(_TILTED)
"""Per cell the mask of the one to four cells that touch it at a corner."""


def _leaps(cell: int) -> tuple[tuple[int, int], ...]:
    row, column = divmod(cell, SIDE)
    landings = [(at(row + down, column + right), at(row + 2 * down, column + 2 * right)) for down, right in ORTHOGONAL]
    return tuple((1 << over, 1 << landing) for over, landing in landings if landing >= 0)


LEAPS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(map(_leaps, range(CELLS)))
"""Per cell the pairs of masks (cell leapt over, cell landed on) of straight leaps."""


def _near(distance: Callable[[int, int], bool]) -> tuple[int, ...]:
    return tuple(
        mask_of(
            [other for other in range(CELLS) if distance(abs(other // SIDE - cell // SIDE), abs(other % SIDE - cell % SIDE))]
        )
        for cell in range(CELLS)
    )


NEAR_PLUS: Final[tuple[int, ...]] = _near(lambda down, right: 0 in (down, right) and down + right <= 2)
"""Per cell itself and the cells in its row or column with fewer than two cells between (ruling U10)."""

NEAR_DIAMOND: Final[tuple[int, ...]] = _near(lambda down, right: down + right <= 2)
"""Per cell itself and every cell fewer than three steps away (ruling U10, option)."""

EDGE: Final = mask_of([cell for cell in range(CELLS) if cell // SIDE in (0, SIDE - 1) or cell % SIDE in (0, SIDE - 1)])
"""The 28 cells at the edge of the board (ruling U21)."""

DIAGONALS: Final = mask_of([cell for cell in range(CELLS) if cell // SIDE in (cell % SIDE, SIDE - 1 - cell % SIDE)])
"""The 16 cells of the two long diagonals (ruling U21)."""


def _lines() -> tuple[int, ...]:
    ways: list[Callable[[int, int], int]] = [
        lambda row, column: row,
        lambda row, column: column,
        lambda row, column: row + column,
        lambda row, column: row - column,
    ]
    lines: dict[int, None] = {}
    for way in ways:
        for number in range(1 - SIDE, 2 * SIDE):
            line = mask_of([cell for cell in range(CELLS) if way(cell // SIDE, cell % SIDE) == number])
            if line.bit_count() > 1:
                lines[line] = None
    return tuple(lines)


LINES: Final[tuple[int, ...]] = _lines()
"""Every row, column and diagonal line of at least two cells (ruling U7)."""


def _squares(tilted: bool) -> tuple[int, ...]:
    """The corners of every square whose side goes (down, right) and then the same turned by a quarter."""
    squares: dict[int, None] = {}
    for cell in range(CELLS):
        row, column = divmod(cell, SIDE)
        for down in range(SIDE):
            for right in range(1, SIDE):
                if down and not tilted:
                    continue
                corners = [
                    cell,
                    at(row + down, column + right),
                    at(row + down + right, column + right - down),
                    at(row + right, column - down),
                ]
                if -1 not in corners:
                    squares[mask_of(corners)] = None
    return tuple(squares)


SQUARES_UPRIGHT: Final[tuple[int, ...]] = _squares(tilted=False)
"""The corners of every square with sides along the rows and columns (option ``tilted_squares`` off)."""

SQUARES: Final[tuple[int, ...]] = _squares(tilted=True)
"""The corners of every square, tilted ones too (ruling U6)."""
