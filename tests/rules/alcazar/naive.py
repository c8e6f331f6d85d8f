"""A second, plain Alcazar on top of the naive Big Boss: only the rules that differ.

Every place keeps what lies on each of its levels: a block, a bridge, or nothing (under a bridge).
"""

from __future__ import annotations

from typing import Any

from tests.rules.big_boss.naive import BARON, GRANDE, Naive, after, before


class NaiveAlcazar(Naive):
    """A whole game."""

    def __init__(self, facts: dict[str, Any], spots: list[list[int]]) -> None:
        super().__init__(facts, spots)
        gaps = [[x, y] for y in range(1, 12) for x in range(1, 12) if [x, y] not in spots]
        self.spots.update(enumerate(gaps, 73))
        self.place_at = {tuple(spot): place for place, spot in self.spots.items()}
        self.levels: dict[int, list[str]] = {place: [] for place in self.spots}
        self.heights = dict.fromkeys(self.spots, 0)
        self.bridges: dict[tuple[int, int], list[int]] = {}
        self.money = [40] * self.seats
        self.straight: bool = facts["options"]["straight_founding"] == "on"
        self.forced = False
        self.may_exchange = False

    # -- looking -------------------------------------------------------------------------------------------------------

    def value(self, building: int) -> int:
        total = 0
        for place in self.cells(building):
            for level, what in enumerate(self.levels[place], 1):
                if what == "block":
                    total += 1 if level == 1 else 2
                elif what == "bridge":
                    total += level  # three places, three times the level
        return min(50, total)

    def fits(self, three: tuple[int, ...]) -> bool:
        return super().fits(three) if self.straight else True

    def sites(self) -> list[int]:
        self.stones = 8  # none are used here
        return super().sites() if self.blocks >= 4 else []

    def beyond(self, place: int) -> list[tuple[int, int]]:
        """The places two away in a row or column, each with the one between."""
        x, y = self.spots[place]
        ways = [((x + dx, y + dy), (x + 2 * dx, y + 2 * dy)) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        return [(self.place_at[middle], self.place_at[far]) for middle, far in ways if far in self.place_at]

    def own(self, place: int) -> bool:
        return place in self.nobles and self.nobles[place][0] == self.turn

    # -- what may be done ----------------------------------------------------------------------------------------------

    def takes_tower(self, field: int) -> bool:
        if not super().takes_tower(field):
            return False
        if self.own(field):
            return True
        higher = [far for _, far in self.beyond(field) if self.own(far) and self.heights[far] > self.heights[field]]
        return any((min(field, far), max(field, far)) not in self.bridges for far in higher)

    def main_moves(self) -> set[str]:
        found = super().main_moves()
        return found if self.forced else found | {f"bridge {one} {other}" for one, other in self.bridge_sites()}

    def bridge_sites(self) -> list[tuple[int, int]]:
        if self.money[self.turn] < 15 or sum(map(len, self.bridges.values())) == 20:
            return []
        pairs = {(min(one, far), max(one, far)): middle for one in self.heights for middle, far in self.beyond(one)}
        return [pair for pair, middle in pairs.items() if self.bridge_fits(*pair, middle)]

    def bridge_fits(self, one: int, other: int, middle: int) -> bool:
        height = self.heights[one]
        if not 0 < height == self.heights[other] > self.heights[middle]:
            return False
        if self.foreign(one) or self.foreign(other) or not (self.own(one) or self.own(other)) or (one, other) in self.bridges:
            return False
        names = {self.building[one], self.building[other]}
        castles = len(names) == 2 and all(name in self.crests for name in names)
        return not (castles and any(self.value(name) == 50 for name in names))

    def noble_moves(self) -> set[str]:
        return super().noble_moves() | (self.exchanges() if self.may_exchange else set())

    def exchanges(self) -> set[str]:
        name = self.building[self.at]
        own = [place for place in self.cells(name) if self.own(place)]
        moves = {f"move {place} {to}" for place in own for to in self.places if to not in self.nobles}
        ranks = {place: self.nobles[place][1] for place in own}
        return moves | {f"swap {one} {two}" for one in own for two in own if (ranks[one], ranks[two]) == (GRANDE, BARON)}

    # -- doing it ------------------------------------------------------------------------------------------------------

    def play(self, text: str, told: int) -> None:
        kind, _, rest = text.partition(" ")
        if kind == "withdraw" and not any(move.startswith(("play", "buy")) or move == "pass" for move in self.moves()):
            self.forced = True
        if kind == "bridge":
            self.passed.clear()
            self.build_bridge(*map(int, rest.split()))
        elif kind in ("move", "swap"):
            one, other = map(int, rest.split())
            self.nobles[one], self.nobles[other] = self.nobles.get(other, (-1, 0)), self.nobles[one]
            self.nobles = {place: noble for place, noble in self.nobles.items() if noble[1]}
            self.end_turn()
        else:
            super().play(text, told)

    def build_bridge(self, one: int, other: int) -> None:
        middle = next(middle for middle, far in self.beyond(one) if far == other)
        self.money[self.turn] -= 15
        if self.foreign(middle):
            self.leave(middle)
        level = self.heights[one] + 1
        self.bridges.setdefault((one, other), []).append(level)
        stays, goes = self.building[one], self.building[other]
        assert self.building.get(middle, stays) in (stays, goes)
        if goes in self.crests and (stays not in self.crests or self.value(goes) > self.value(stays)):
            stays, goes = goes, stays
        freed = stays != goes and goes in self.crests
        for place in (one, middle, other):
            lying = self.levels[place]
            lying += ["nothing"] * (level - 1 - len(lying)) + ["bridge"]
            self.heights[place] = level
            self.building.setdefault(place, stays)
        if stays != goes:
            self.merge(stays, goes)
        self.built(stays, [one, middle, other], 1, crest_free=freed)

    def put(self, field: int, name: int) -> None:
        super().put(field, name)
        self.levels[field].append("block")

    def found_castle(self, three: list[int]) -> None:
        self.founded += 1
        for field in three:
            self.put(field, self.founded)
        self.put(self.card, self.founded)
        self.built(self.founded, three, 2)

    def meet(self, one: int, other: int) -> None:
        if 50 in (self.value(one), self.value(other)):
            super().meet(one, other)
        else:
            self.join_castles(one if self.value(one) >= self.value(other) else other)

    def join_castles(self, stays: int) -> None:
        goes = next(self.building[step(self.card)] for step in (before, after) if self.building[step(self.card)] != stays)
        self.put(self.card, stays)
        self.merge(stays, goes)
        self.built(stays, [self.card], 1, crest_free=True)

    def built(self, name: int, places: list[int], nobles: int, crest_free: bool = False) -> None:
        self.may_exchange = True
        super().built(name, places, nobles, crest_free)

    def place(self, field: int, rank: int) -> None:
        self.may_exchange = False
        super().place(field, rank)

    def end_turn(self) -> None:
        self.may_exchange = self.forced = False
        super().end_turn()
        if not self.end and sum(map(len, self.bridges.values())) == 20:
            self.end = "bridges"

    # -- the end -------------------------------------------------------------------------------------------------------

    def wealth(self) -> list[int]:
        """The points of each player's nobles and money at this moment."""
        found = [money // 50 for money in self.money]
        for place, (owner, rank) in self.nobles.items():
            found[owner] += rank * self.heights[place]
        return found

    def ranks(self) -> list[int]:
        keys = list(zip(self.wealth(), self.money, strict=True))
        return [1 + sum(other > key for other in keys) for key in keys]
