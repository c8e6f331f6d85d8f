"""A second, plain Torres, written from the rule book, to count the same moves in another way.

Squares are (row, column); a castle is found anew by walking over neighbouring towers whenever one is asked for. It reads a
position from its facts and plays one turn of the seat on turn.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from itertools import product
from typing import Any

Square = tuple[int, int]
SQUARES = [(row, column) for row in range(8) for column in range(8)]
CLIMB, UNDER, EXTRA, GATES, DIAGONAL, SIX, SEVEN, MOVE_BLOCK, RELOCATE, LEAP = range(1, 11)


def number(square: Square) -> int:
    return 8 * square[0] + square[1]


def neighbours(square: Square) -> list[Square]:
    row, column = square
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [other for other in around if 0 <= other[0] < 8 and 0 <= other[1] < 8]


class Naive:
    """A turn, with only the data that a turn needs."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.heights: dict[Square, int] = {square: facts["levels"][number(square)] for square in SQUARES}
        self.knights: dict[Square, int] = {divmod(place, 8): seat for place, seat in facts["knights"]}  # type: ignore[misc]
        self.king: Square | None = divmod(facts["king"], 8) if facts["king"] >= 0 else None
        self.seat: int = facts["turn"]
        self.step: str = facts["step"]
        self.ap: int = facts["ap"]
        self.options: dict[str, str] = facts["options"]
        player = facts["players"][self.seat]
        self.stacks: list[int] = list(player["stacks"])
        self.opened: int | None = facts["opened"] if facts["opened"] >= 0 else None
        self.hand: list[int] = [face for slot, face, _ in player["hand"] if slot not in facts["fresh"]]
        self.can_buy = (
            facts["options"]["mode"] != "master" and len(facts["fresh"]) < 2 and bool(player["deck"] or facts["deck"])
        )
        self.card_used: bool = facts["card_used"]
        self.card: int = facts["card"]
        self.lifted: Square | None = divmod(facts["lifted"], 8) if facts["lifted"] >= 0 else None
        self.limit = 3 if facts["options"]["stack_limit"] == "always" or facts["seats"] == 2 else 99
        self.over = False

    # -- the board -----------------------------------------------------------------------------------------------------

    def free(self, square: Square) -> bool:
        return square not in self.knights and square != self.king

    def castle_of(self, square: Square) -> frozenset[Square]:
        found: set[Square] = set()
        todo = [square] if self.heights[square] else []
        while todo:
            here = todo.pop()
            if here not in found:
                found.add(here)
                todo += [other for other in neighbours(here) if self.heights[other]]
        return frozenset(found)

    def castles(self) -> set[frozenset[Square]]:
        return {self.castle_of(square) for square in SQUARES if self.heights[square]}

    def sound(self) -> bool:
        return all(self.heights[square] <= len(castle) for castle in self.castles() for square in castle)

    def castles_beside(self, square: Square) -> set[frozenset[Square]]:
        return {self.castle_of(other) for other in neighbours(square) if self.heights[other]}

    def may_build(self, square: Square, found: bool = False) -> bool:
        """Whether one more block fits on the square, whoever stands there."""
        if self.heights[square]:
            return self.heights[square] < len(self.castle_of(square))
        count = len(self.castles_beside(square))
        return count == 1 or (found and count == 0)

    def own(self) -> list[Square]:
        return [square for square in SQUARES if self.knights.get(square) == self.seat]

    def through(self, start: Square, mode: str, any_height: bool = False) -> set[Square]:
        """The squares where a knight leaves the castles that it can enter, walking through them storey by storey."""
        level = self.heights[start]
        out: set[Square] = set()
        todo = [(gate, level) for gate in neighbours(start) if self.heights[gate] > level]
        seen = set(todo)
        while todo:
            here, storey = todo.pop()
            for other in neighbours(here):
                free_exit = self.heights[other] < self.heights[here] and (any_height or self.heights[other] <= level)
                on_storey = {"free": True, "sinking": self.heights[other] <= storey, "storey": self.heights[here] > level}[mode]
                if self.free(other) and other != start and free_exit and on_storey:
                    out.add(other)
            around = [(other, storey) for other in neighbours(here) if self.heights[other]]
            if mode == "free":
                moves = around
            else:
                moves = [(other, at) for other, at in around if self.heights[other] > at]
                if mode == "sinking" and storey:
                    moves.append((here, storey - 1))
            for move in moves:
                if move not in seen:
                    seen.add(move)
                    todo.append(move)
        return out

    # -- what may be done ----------------------------------------------------------------------------------------------

    def walks(self, start: Square) -> set[Square]:
        steps = {other for other in neighbours(start) if self.free(other) and self.heights[other] <= self.heights[start] + 1}
        return steps | self.through(start, self.options["gates"])

    def entries(self, standing: list[Square]) -> set[Square]:
        return {
            other
            for square in standing
            for other in neighbours(square)
            if self.free(other) and self.heights[other] <= self.heights[square]
        }

    def card_walks(self, card: int, start: Square) -> set[Square]:
        row, column = start
        level = self.heights[start]
        if card == CLIMB:
            return {other for other in neighbours(start) if self.free(other) and self.heights[other] == level + 2}
        if card == GATES:
            return self.through(start, "free", any_height=True)
        if card == DIAGONAL:
            corners = [(row + down, column + right) for down, right in product((-1, 1), repeat=2)]
            return {
                other for other in corners if other in self.heights and self.free(other) and self.heights[other] <= level + 1
            }
        if card == LEAP:
            found = set()
            for other in neighbours(start):
                landing = (2 * other[0] - row, 2 * other[1] - column)
                if (
                    not self.free(other)
                    and landing in self.heights
                    and self.free(landing)
                    and self.heights[landing] <= level + 1
                ):
                    found.add(landing)
            return found
        return self.entries([square for square in self.own() if square != start]) - {start}

    def drops(self, source: Square) -> Iterator[Square]:
        """Every target after which the board is one that the card allows."""
        before = self.castle_of(source)
        for target in SQUARES:
            if target == source or not self.free(target):
                continue
            after = copy.copy(self)
            after.heights = {**self.heights, source: self.heights[source] - 1}
            joined = after.castles_beside(target)
            foreign = {part for part in joined if not part <= before}
            if not after.heights[target] and (len(foreign) > 1 or (foreign and len(joined) > len(foreign))):
                continue
            after.heights = {**after.heights, target: after.heights[target] + 1}
            remaining = [square for square in before if after.heights[square] and square != target]
            whole = all(square in after.castle_of(remaining[0]) for square in remaining) if remaining else True
            if whole and after.sound() and len(after.castles()) >= 6:
                yield target

    def doable(self, card: int) -> bool:
        if card == MOVE_BLOCK:
            return any(True for square in SQUARES if self.heights[square] and self.free(square) for _ in self.drops(square))
        return bool(self.card_choices(card))

    def card_choices(self, card: int) -> list[str]:
        if card in (SIX, SEVEN):
            return ["points"]
        if card == UNDER:
            if not any(self.stacks) and not self.opened:
                return []
            return [f"block {number(square)}" for square in self.own() if self.may_build(square, found=True)]
        if card == EXTRA:
            return [f"block {number(square)}" for square in SQUARES if self.free(square) and self.may_build(square)]
        if card == MOVE_BLOCK:
            tops = [square for square in SQUARES if self.heights[square] and self.free(square)]
            return [f"lift {number(square)}" for square in tops if any(True for _ in self.drops(square))]
        return [
            f"move {number(square)} {number(target)}"
            for square in self.own()
            for target in sorted(self.card_walks(card, square))
        ]

    def stack_choices(self) -> list[str]:
        found = [f"stack {size}" for size in set(self.stacks) if size]
        return [*found, "opened"] if self.card and self.opened else found

    def arrangements(self) -> set[tuple[int, ...]]:
        """Every result of handing out the rest of one stack block by block."""
        if self.opened is not None:
            starts = [(self.stacks, self.opened)]
        else:
            starts = [(self.stacks[:place] + self.stacks[place + 1 :], size) for place, size in enumerate(self.stacks)]
        found: set[tuple[int, ...]] = set()
        todo = [(tuple(stacks), rest) for stacks, rest in starts]
        while todo:
            stacks, rest = todo.pop()
            room = [place for place, size in enumerate(stacks) if size < self.limit]
            if not rest or not room:
                found.add(tuple(sorted(stacks, reverse=True)))
                continue
            todo += [((*stacks[:place], stacks[place] + 1, *stacks[place + 1 :]), rest - 1) for place in room]
        return found

    def moves(self) -> list[str]:
        if self.over:
            return []
        if self.step == "stack":
            return self.stack_choices()
        if self.step == "card":
            return self.card_choices(self.card)
        if self.step == "drop":
            assert self.lifted is not None
            return [f"drop {number(square)}" for square in self.drops(self.lifted)]
        if self.step == "stacks":
            return [" ".join(["stacks", *map(str, sizes)]) for sizes in self.arrangements()]
        found = ["end"]
        if self.ap >= 1:
            found.append("step")
            found += [f"move {number(square)} {number(target)}" for square in self.own() for target in self.walks(square)]
            if self.opened if self.opened is not None else any(self.stacks):
                found += [f"block {number(square)}" for square in SQUARES if self.free(square) and self.may_build(square)]
            if self.can_buy:
                found.append("buy")
        if self.ap >= 2 and len(self.own()) < 6:
            found += [f"insert {number(square)}" for square in self.entries(self.own())]
        if not self.card_used:
            found += [f"card {card}" for card in sorted(set(self.hand)) if self.doable(card)]
        return found

    # -- doing it ------------------------------------------------------------------------------------------------------

    def after(self, move: str) -> Naive:
        """The turn after a move and after everything that leaves no choice."""
        twin = copy.copy(self)
        twin.heights, twin.knights = dict(self.heights), dict(self.knights)
        twin.stacks, twin.hand = list(self.stacks), list(self.hand)
        twin.do(move)
        while not twin.over:
            if twin.step != "main":
                choices = twin.moves()
                if len(choices) != 1:
                    break
                twin.do(choices[0])
            elif twin.ap == 0 and (twin.card_used or not any(twin.doable(card) for card in twin.hand)):
                twin.do("end")
            else:
                break
        return twin

    def do(self, move: str) -> None:
        kind, *words = move.split(" ")
        places = [divmod(int(word), 8) for word in words]
        card, was_card = self.card, self.card != 0
        if kind == "move":
            self.knights[places[1]] = self.knights.pop(places[0])
        elif kind == "insert":
            self.knights[places[0]] = self.seat
            self.ap -= 2
        elif kind == "block":
            self.heights[places[0]] += 1
            if card == UNDER or (not was_card and self.opened is None):
                self.step = "stack"
                self.ap -= not was_card
                return
            if not was_card:
                assert self.opened
                self.opened -= 1
        elif kind == "stack":
            self.stacks.remove(int(words[0]))
            if was_card:
                self.stacks = sorted([*self.stacks, int(words[0]) - 1], reverse=True)
            else:
                self.opened = int(words[0]) - 1
            self.card, self.step = 0, "main"
            return
        elif kind == "opened":
            assert self.opened
            self.opened -= 1
        elif kind == "card":
            self.card, self.card_used = int(words[0]), True
            self.hand.remove(self.card)
            self.step = "card"
            if self.card in (SIX, SEVEN):
                self.ap += self.card - 5
                self.card, self.step = 0, "main"
            return
        elif kind == "lift":
            self.lifted, self.step = places[0], "drop"
            return
        elif kind == "drop":
            assert self.lifted is not None
            self.heights[self.lifted] -= 1
            self.heights[places[0]] += 1
            self.lifted = None
        elif kind == "end":
            self.ap, self.step = 0, "stacks"
            return
        elif kind in ("stacks", "buy"):  # after these this model does not go on
            self.over = True
            return
        if kind in ("move", "block", "step") and not was_card:
            self.ap -= 1
        self.card, self.step = 0, "main"


def perft(turn: Naive, depth: int) -> int:
    """The number of different sequences of this length in the turn; a turn that ends earlier counts once."""
    moves = turn.moves()
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(turn.after(move), depth - 1) for move in moves)
