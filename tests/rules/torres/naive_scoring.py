"""A second, plain scoring of Torres, from the facts alone: the place where every marker would stand."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.rules.torres.naive import SQUARES, Square, neighbours, number

DIFFERENT, SAME, ROW, SQUARE, EDGE, CASTLES, DIAGONALS, NEIGHBOURS = range(1, 9)
LINES = (lambda at: at[0], lambda at: at[1], lambda at: at[0] + at[1], lambda at: at[0] - at[1])


def group(start: Square, of: set[Square]) -> set[Square]:
    """The squares that hang together with one."""
    found, todo = {start}, [start]
    while todo:
        new = [other for other in neighbours(todo.pop()) if other in of and other not in found]
        found.update(new)
        todo += new
    return found


def is_square(corners: tuple[Square, ...]) -> bool:
    """Four equal sides, and two equal diagonals half as long again and more."""
    lengths = sorted((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 for one, other in combinations(corners, 2))
    return lengths[0] == lengths[3] and lengths[4] == lengths[5] == 2 * lengths[0]


def upright(corners: tuple[Square, ...]) -> bool:
    return len({row for row, _ in corners}) == 2


class NaiveScoring:
    """A scoring held now."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.options: dict[str, str] = facts["options"]
        self.year: int = facts["phase"]
        self.card: int = facts["master"]
        self.heights = {square: facts["levels"][number(square)] for square in SQUARES}
        self.built = {square for square in SQUARES if self.heights[square]}
        self.seats: int = facts["seats"]
        self.round_the_table = [(facts["starter"] + place) % self.seats for place in range(self.seats)]
        self.knights: list[list[Square]] = [[] for _ in range(self.seats)]
        for cell, seat in facts["knights"]:
            self.knights[seat].append((cell // 8, cell % 8))
        self.king: Square | None = (facts["king"] // 8, facts["king"] % 8) if facts["king"] >= 0 else None
        self.totals: list[int] = [player["points"] for player in facts["players"]]

    def result(self) -> list[int]:
        """The totals after castles, king and master card."""
        for seat in self.round_the_table:
            self.go_on(seat, self.castles(seat))
        for seat in self.round_the_table:
            self.go_on(seat, self.bonus(seat))
        for seat in self.round_the_table:
            self.go_on(seat, self.master(seat))
        return self.totals

    def go_on(self, seat: int, points: int) -> None:
        total = self.totals[seat] + points
        while points and any(self.totals[other] == total for other in range(self.seats) if other != seat):
            total += 1
        self.totals[seat] = total

    def castles(self, seat: int) -> int:
        up = [square for square in self.knights[seat] if square in self.built]
        best: dict[frozenset[Square], int] = {}
        for square in up:
            castle = frozenset(group(square, self.built))
            best[castle] = max(best.get(castle, 0), self.heights[square])
        return sum(len(castle) * level for castle, level in best.items())

    def bonus(self, seat: int) -> int:
        if self.king is None:
            return 0
        castle = group(self.king, self.built)
        there = any(square in castle and self.heights[square] == self.year for square in self.knights[seat])
        return 5 * self.year if there else 0

    def master(self, seat: int) -> int:
        knights = self.knights[seat]
        if self.card in (EDGE, DIAGONALS):
            counts = [sum(map(self.is_counted, squares)) for squares in self.knights]
            alone = counts[seat] == max(counts) > 0 and counts.count(counts[seat]) == 1
            return (2, 5, 10)[self.year - 1] * (counts[seat] + alone)
        if self.card == CASTLES:
            castles = {frozenset(group(square, self.built)) for square in knights if square in self.built}
            spoilt = self.options["castle_card"] == "all" and any(square not in self.built for square in knights)
            return (5, 15, 30)[self.year - 1] if len(castles) == 3 + self.year and not spoilt else 0
        return self.figure(knights) if self.card and self.year == 3 else 0

    def is_counted(self, square: Square) -> bool:
        row, column = square
        return row in (0, 7) or column in (0, 7) if self.card == EDGE else row in (column, 7 - column)

    def figure(self, knights: list[Square]) -> int:
        if self.card == SQUARE:
            tilted = self.options["tilted_squares"] == "on"
            fours = [four for four in combinations(knights, 4) if is_square(four)]
            return 50 if any(tilted or upright(four) for four in fours) else 0
        if len(knights) < (6 if self.options["master_all"] == "six" else 2):
            return 0
        levels = {self.heights[square] for square in knights}
        if self.card == DIFFERENT:
            return 40 if len(levels) == len(knights) else 0
        if self.card == SAME:
            return 50 if len(levels) == 1 else 0
        if self.card == ROW:
            return 50 if any(len(set(map(line, knights))) == 1 for line in LINES) else 0
        return 40 if len(group(knights[0], set(knights))) == len(knights) else 0
