"""The scoring at the end of each phase: castles, the king's bonus, the master card, and the jumps on the track."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import ScoreLine
from rules.message import message
from rules.torres.grid import DIAGONALS as DIAGONAL_CELLS
from rules.torres.grid import EDGE as EDGE_CELLS
from rules.torres.grid import LINES, connected
from rules.torres.land import NO_CELL, Land
from rules.torres.terms import CASTLES, DIAGONALS, DIFFERENT, EDGE, MASTER_CARDS, ROW, SAME, SQUARE, Terms


def order_from(starter: int, seats: int) -> list[int]:
    """The seats in turn order, beginning with ``starter``."""
    return [(starter + place) % seats for place in range(seats)]


def highest(land: Land, seat: int) -> dict[int, int]:
    """By castle number the highest level on which a knight of the seat stands there, in order of the knights' cells."""
    levels: dict[int, int] = {}
    for cell in land.knights[seat]:
        castle = land.castle_at[cell]
        if castle and land.levels[cell] > levels.get(castle, 0):
            levels[castle] = land.levels[cell]
    return levels


def castle_points(land: Land, seat: int) -> int:
    """The sum, over all castles with a knight of the seat, of the area times its highest level there."""
    return sum(land.areas[castle] * level for castle, level in highest(land, seat).items())


def king_points(land: Land, seat: int, phase: int, terms: Terms) -> int:
    """The king's bonus: for a knight on the level of the phase in the castle on which the king stands now (U13)."""
    if land.king == NO_CELL:
        return 0
    castle = land.castles[land.castle_at[land.king]]
    wanted = terms.box.king_levels[phase - 1]
    stands = any(castle >> cell & 1 and land.levels[cell] == wanted for cell in land.knights[seat])
    return terms.box.king_points[phase - 1] if stands else 0


def advance(points: list[int], seat: int, gain: int) -> int:
    """Move a marker; returns how many totals it jumps because another marker is there (ruling U12)."""
    if gain == 0:
        return 0
    total = points[seat] + gain
    jump = 0
    points[seat] = 0  # off the track: it is not in its own way
    while total + jump in points:
        jump += 1
    points[seat] = total + jump
    return jump


# -- the master cards --------------------------------------------------------------------------------------------------


def _all(land: Land, seat: int, terms: Terms) -> bool:
    """Whether the seat has enough knights on the board to meet a card that asks for all knights (ruling U5)."""
    count = len(land.knights[seat])
    return count == terms.box.knights if terms.master_all else count >= 2


def shows_figure(card: int, land: Land, seat: int, terms: Terms) -> bool:
    """Whether the knights of a seat stand as this card asks; for the cards with a single number of points."""
    cells = land.knights[seat]
    mask = land.mask_of_knights(seat)
    levels = [land.levels[cell] for cell in cells]
    if card == SQUARE:
        return any(mask & corners == corners for corners in terms.squares)
    if not _all(land, seat, terms):
        return False
    if card == DIFFERENT:
        return len(set(levels)) == len(levels)
    if card == SAME:
        return len(set(levels)) == 1
    if card == ROW:
        return any(mask & ~line == 0 for line in LINES)
    return connected(mask)


def in_castles(land: Land, seat: int, phase: int, terms: Terms) -> bool:
    """Whether the knights stand in exactly as many castles as wanted in the phase (ruling U9)."""
    castles = [land.castle_at[cell] for cell in land.knights[seat]]
    if 0 in castles and not terms.castle_count:
        return False
    return len({castle for castle in castles if castle}) == terms.box.castles_wanted[phase - 1]


def master_lines(card: int, land: Land, phase: int, terms: Terms) -> list[ScoreLine]:
    """The points from the master card in this phase, seats ascending."""
    points = terms.box.master[card][phase - 1]
    if not points:
        return []
    seats = range(terms.seats)
    key = f"torres.score.{MASTER_CARDS[card - 1]}"
    if card in (EDGE, DIAGONALS):
        cells = EDGE_CELLS if card == EDGE else DIAGONAL_CELLS
        counts = [(land.mask_of_knights(seat) & cells).bit_count() for seat in seats]
        lines = [ScoreLine(seat, points * counts[seat], message(key, knights=counts[seat])) for seat in seats if counts[seat]]
        most = max(counts)
        if most and counts.count(most) == 1:
            lines.append(ScoreLine(counts.index(most), points, message(f"{key}-most", knights=most)))
        return lines
    if card == CASTLES:
        wanted = terms.box.castles_wanted[phase - 1]
        return [ScoreLine(seat, points, message(key, castles=wanted)) for seat in seats if in_castles(land, seat, phase, terms)]
    return [ScoreLine(seat, points, message(key)) for seat in seats if shows_figure(card, land, seat, terms)]


# -- a whole scoring ---------------------------------------------------------------------------------------------------


def scoring(
    land: Land, phase: int, starter: int, card: int, points: Sequence[int], terms: Terms
) -> tuple[list[ScoreLine], list[int]]:
    """The lines of a scoring held now, and where the markers stand after it; see :func:`scored`."""
    lines: list[ScoreLine] = []
    return lines, scored(land, phase, starter, card, points, terms, lines)


def scored(
    land: Land, phase: int, starter: int, card: int, points: Sequence[int], terms: Terms, lines: list[ScoreLine] | None
) -> list[int]:
    """Where the markers stand after a scoring held now; its lines are added to ``lines``, if anybody wants them.

    The order is: all castles, then the king's bonus, then the master card, each in turn order from ``starter``. A marker that
    would land on another goes on to the next free total (ruling U12). ``card`` is the master card, 0 for none.
    """
    totals = list(points)
    order = order_from(starter, terms.seats)
    for seat in order:
        gain = 0
        for castle, level in highest(land, seat).items():
            area = land.areas[castle]
            gain += area * level
            if lines is not None:
                cells = land.castles[castle]
                first = (cells & -cells).bit_length() - 1
                lines.append(ScoreLine(seat, area * level, message("torres.score.castle", cell=first, area=area, level=level)))
        _advance(lines, totals, seat, gain)
    for seat in order:
        gain = king_points(land, seat, phase, terms)
        if gain:
            if lines is not None:
                lines.append(ScoreLine(seat, gain, message("torres.score.king", level=terms.box.king_levels[phase - 1])))
            _advance(lines, totals, seat, gain)
    if card:
        bonus = master_lines(card, land, phase, terms)
        for seat in order:
            own = [line for line in bonus if line.seat == seat]
            if lines is not None:
                lines += own
            _advance(lines, totals, seat, sum([line.points for line in own]))
    return totals


def _advance(lines: list[ScoreLine] | None, totals: list[int], seat: int, gain: int) -> None:
    jump = advance(totals, seat, gain)
    if jump and lines is not None:
        lines.append(ScoreLine(seat, jump, message("torres.score.jump", total=totals[seat])))
