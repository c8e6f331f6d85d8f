"""The board with its gaps: bridges may span them, and one may build on a bridge there as on any other cell."""

from __future__ import annotations

from rules.loop.board import LoopBoard
from rules.native import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Grid(LoopBoard):
    """The loop with a cell for every gap, numbered from 73 row by row, and the lines along which bridges lie.

    Attributes:
        lines: by cell, the pairs of middle and far cell of the bridges that could begin there: to the left, up, right and down.
    """

    def __init__(self, fields: list[tuple[int, int]], columns: int, rows: int) -> None:
        """``fields`` are the columns and rows of the numbered fields, counted from 1, in order."""
        gaps = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1) if (x, y) not in fields]
        super().__init__(fields, gaps)
        at = {spot: cell for cell, spot in enumerate(self.spots) if cell}
        lines: list[tuple[tuple[int, int], ...]] = [()]
        for x, y in self.spots[1:]:
            found = []
            for across, down in ((-1, 0), (0, -1), (1, 0), (0, 1)):
                middle, far = (x + across, y + down), (x + 2 * across, y + 2 * down)
                if far in at:
                    found.append((at[middle], at[far]))
            lines.append(tuple(found))
        self.lines: tuple[tuple[tuple[int, int], ...], ...] = tuple(lines)

    def between(self, one: int, other: int) -> int:
        """The cell in the middle of two that lie two apart in a row or column; 0 if they do not."""
        for middle, far in self.lines[one]:
            if far == other:
                return middle
        return 0
