"""A second, plain Das neue Big Boss, written from the rule book; it is told every move of a game.

It keeps no values: it counts a building block by block whenever its value is needed. Moves are words, as in
the notation. It starts from the facts after the deal, with every hand open, and is told every card that is drawn or turned up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules.contract import State
from tests.rules.dealing import Dealer, told

FIELDS = range(1, 73)
BARON, GRANDE = 1, 2


def after(field: int) -> int:
    return field % 72 + 1


def before(field: int) -> int:
    return (field - 2) % 72 + 1


def dealt(dealer: Dealer, state: State) -> int:
    """Answer all deals; returns the number of the card that was drawn or turned up last, 0 for none."""
    events = dealer.deal(state)
    numbers = [values[-2] for values in told(events, "drew")] + [values[0] for values in told(events, "refilled")]
    return int(numbers[-1]) if numbers else 0


class Naive:
    """A whole game."""

    def __init__(self, facts: dict[str, Any], spots: list[list[int]]) -> None:
        players = facts["players"]
        self.spots = dict(zip(FIELDS, spots, strict=True))
        self.seats = len(players)
        self.turn: int = facts["turn"]
        self.hands = [{number for _, number in player["hand"]} for player in players]
        self.row: set[int] = set(facts["market"])
        self.pile: int = facts["pile"]
        self.tower_stack = 20
        self.towers = [0] * self.seats
        self.money = [30] * self.seats
        self.homes = [{BARON: 6, GRANDE: 2} for _ in players]
        self.heights = dict.fromkeys(FIELDS, 0)
        self.building: dict[int, int] = {}
        self.crests: dict[int, int] = {}
        self.nobles: dict[int, tuple[int, int]] = {}
        self.blocks, self.stones, self.founded = 84, 8, 0
        self.step, self.card, self.end = "main", 0, ""
        self.withdrawn = False
        self.places: list[int] = []
        self.left = 0
        self.at = 0
        self.passed: set[int] = set()
        self.out: set[int] = set()

    # -- looking -------------------------------------------------------------------------------------------------------

    def cells(self, building: int) -> list[int]:
        return [field for field in self.heights if self.building.get(field) == building]

    def value(self, building: int) -> int:
        return min(50, sum(sum(range(1, self.heights[field] + 1)) for field in self.cells(building)))

    def pays(self, field: int) -> int:
        """The income of the noble's owner from the building there."""
        return self.value(self.building[field]) * self.nobles[field][1]

    def foreign(self, field: int) -> bool:
        return field in self.nobles and self.nobles[field][0] != self.turn

    def waiting(self) -> list[int]:
        """Villas that are worth a castle, by their lowest field."""
        names = dict.fromkeys(self.building[field] for field in self.heights if field in self.building)
        return [name for name in names if name not in self.crests and self.value(name) >= 5]

    def sites(self) -> list[int]:
        """The places of a founding stone that cover the field of the card."""
        if not self.stones or len(self.crests) == 8:
            return []
        firsts = (before(before(self.card)), before(self.card), self.card)
        return [first for first in firsts if self.has_room(first, after(first), after(after(first)))]

    def has_room(self, *three: int) -> bool:
        if not self.fits(three) or any(self.heights[field] for field in three):
            return False
        for step, end in ((before, three[0]), (after, three[2])):
            field, free = step(end), 0
            if self.heights[field]:
                return False
            while field not in three:
                if not self.heights[field]:
                    free += 1
                elif self.building[field] in self.crests:
                    if free < 3:
                        return False
                    break
                field = step(field)
        return True

    def fits(self, three: tuple[int, ...]) -> bool:
        """A founding stone is rigid."""
        return any(len({self.spots[field][way] for field in three}) == 1 for way in (0, 1))

    # -- what may be done ----------------------------------------------------------------------------------------------

    def moves(self) -> set[str]:
        match self.step:
            case "main":
                return self.main_moves()
            case "found":
                return {"villa", *(f"castle {first}" for first in self.sites())}
            case "keep":
                return {f"keep {self.crests[self.building[step(self.card)]]}" for step in (before, after)}
            case "crest":
                return {f"crest {self.cells(name)[0]}" for name in self.waiting()}
        return {"done", *self.noble_moves()}

    def main_moves(self) -> set[str]:
        seat, money = self.turn, self.money[self.turn]
        cards = {f"play {number}" for number in self.hands[seat]}
        if self.towers[seat]:
            cards |= {f"play-tower {field}" for field in self.heights if self.takes_tower(field)}
        if money >= 5:
            cards |= {f"buy-card {number}" for number in self.row} | ({"buy-pile"} if self.pile else set())
        if money >= 10 and self.tower_stack:
            cards.add("buy-tower")
        own = [] if self.withdrawn else [field for field, (owner, _) in self.nobles.items() if owner == seat]
        price = 5 if self.row or self.pile else 10 if self.tower_stack else 0
        if own and not self.hands[seat] and not self.towers[seat] and money < price:
            return {f"withdraw {field}" for field in [field for field in own if money + self.pays(field) >= price] or own}
        return {f"withdraw {field}" for field in own} | (cards or {"pass"})

    def takes_tower(self, field: int) -> bool:
        return 0 < self.heights[field] < 5 and not self.foreign(field)

    def noble_moves(self) -> set[str]:
        found = set()
        for field in self.places if self.left else ():
            for word, rank in (("baron", BARON), ("grande", GRANDE)):
                cost = rank * self.value(self.building[field])
                if field not in self.nobles and self.homes[self.turn][rank] and self.money[self.turn] >= cost:
                    found.add(f"{word} {field}")
        return found

    # -- doing it ------------------------------------------------------------------------------------------------------

    def play(self, text: str, told: int) -> None:
        """Make a move; ``told`` is the card that was drawn or turned up after it, 0 for none."""
        kind, _, rest = text.partition(" ")
        number = int(rest or 0)
        if self.step == "main" and kind != "pass":
            self.passed.clear()
        match kind:
            case "withdraw":
                self.leave(number)
                self.withdrawn = True
            case "buy-card" | "buy-pile":
                self.money[self.turn] -= 5
                self.hands[self.turn].add(number or told)
                if number:
                    self.row = self.row - {number} | ({told} if told else set())
                self.pile -= bool(told)
                self.end_turn()
            case "buy-tower":
                self.money[self.turn] -= 10
                self.tower_stack -= 1
                self.towers[self.turn] += 1
                self.end_turn()
            case "pass":
                if not self.withdrawn:
                    self.passed.add(self.turn)
                if not (self.hands[self.turn] or self.towers[self.turn] or self.row or self.pile or self.tower_stack):
                    self.out.add(self.turn)
                self.end_turn()
            case "play":
                self.hands[self.turn].discard(number)
                self.card = number
                self.play_card()
            case "play-tower":
                self.towers[self.turn] -= 1
                self.raise_on(number)
            case "villa":
                self.found_villa()
            case "castle":
                self.found_castle([number, after(number), after(after(number))])
            case "keep":
                name = next(name for name, crest in self.crests.items() if crest == number)
                self.join_castles(name)
            case "crest":
                self.give_crest(self.building[number])
                self.be_paid()
            case "baron" | "grande":
                self.place(number, BARON if kind == "baron" else GRANDE)
            case _:
                self.end_turn()

    def play_card(self) -> None:
        sides = [self.building.get(step(self.card), 0) for step in (before, after)]
        names = [name for name in dict.fromkeys(sides) if name]
        if self.heights[self.card]:
            if self.foreign(self.card):
                self.leave(self.card)
            self.raise_on(self.card)
        elif not names and self.sites():
            self.step = "found"
        elif not names:
            self.found_villa()
        elif len(names) == 1:
            self.put(self.card, names[0])
            self.built(names[0], [self.card], 1)
        elif not all(name in self.crests for name in names):
            stays = next((name for name in names if name in self.crests), names[0])
            self.put(self.card, stays)
            self.merge(stays, names[1 - names.index(stays)])
            self.built(stays, [self.card], 1)
        else:
            self.meet(*names)

    def meet(self, one: int, other: int) -> None:
        """Two castles, and the block between them."""
        values = self.value(one), self.value(other)
        if 50 in values:
            self.blocks -= 1
            self.money[self.turn] += 50
            self.end_turn()
        elif abs(values[0] - values[1]) <= 1 and any(self.foreign(field) for field in self.cells(one) + self.cells(other)):
            self.step = "keep"
        elif values[0] == values[1]:
            self.join_castles(min(one, other, key=self.crests.__getitem__))
        else:
            self.join_castles(one if values[0] > values[1] else other)

    def join_castles(self, stays: int) -> None:
        goes = next(self.building[step(self.card)] for step in (before, after) if self.building[step(self.card)] != stays)
        for field in self.cells(goes):
            if self.foreign(field):
                self.leave(field)
        self.put(self.card, stays)
        self.merge(stays, goes)
        self.built(stays, [self.card], 1, crest_free=True)

    def merge(self, stays: int, goes: int) -> None:
        for field in self.cells(goes):
            self.building[field] = stays
        self.crests.pop(goes, None)

    def raise_on(self, field: int) -> None:
        self.put(field, self.building[field])
        self.built(self.building[field], [field], 0 if field in self.nobles else 1)

    def put(self, field: int, name: int) -> None:
        self.blocks -= 1
        self.heights[field] += 1
        self.building[field] = name

    def found_villa(self) -> None:
        self.founded += 1
        self.put(self.card, self.founded)
        self.built(self.founded, [self.card], 1)

    def found_castle(self, three: list[int]) -> None:
        self.founded += 1
        self.stones -= 1
        for field in three:
            self.heights[field], self.building[field] = 1, self.founded
        self.put(self.card, self.founded)
        self.built(self.founded, three, 2)

    def built(self, name: int, places: list[int], nobles: int, crest_free: bool = False) -> None:
        self.places, self.left, self.at = places, nobles, places[0]
        if name not in self.crests and self.value(name) >= 5 and len(self.crests) < 8:
            self.give_crest(name)
        waiting = self.waiting() if crest_free else []
        if len(waiting) > 1:
            self.step = "crest"
            return
        for villa in waiting:
            self.give_crest(villa)
        self.be_paid()

    def give_crest(self, name: int) -> None:
        self.crests[name] = next(crest for crest in range(1, 9) if crest not in self.crests.values())

    def be_paid(self) -> None:
        self.money[self.turn] += self.value(self.building[self.at])
        self.ask_for_nobles()

    def ask_for_nobles(self) -> None:
        if self.noble_moves():
            self.step = "noble"
        else:
            self.end_turn()

    def place(self, field: int, rank: int) -> None:
        self.money[self.turn] -= rank * self.value(self.building[field])
        self.homes[self.turn][rank] -= 1
        self.nobles[field] = (self.turn, rank)
        self.left -= 1
        self.ask_for_nobles()

    def leave(self, field: int) -> None:
        """A noble goes home and is paid, whether he was withdrawn or captured."""
        owner, rank = self.nobles[field]
        self.money[owner] += self.pays(field)
        self.homes[owner][rank] += 1
        del self.nobles[field]

    def end_turn(self) -> None:
        self.step, self.card, self.withdrawn, self.left = "main", 0, False, 0
        if not self.blocks:
            self.end = "blocks"
        elif all(seat in self.out or seat in self.passed for seat in range(self.seats)):
            self.end = "passed"
        else:
            self.turn = (self.turn + 1) % self.seats
            while self.turn in self.out:
                self.turn = (self.turn + 1) % self.seats

    # -- the end -------------------------------------------------------------------------------------------------------

    def wealth(self) -> list[int]:
        """The money of each player if the game ended now."""
        found = self.money[:]
        upper = [0] * self.seats
        for field, (owner, _) in self.nobles.items():
            found[owner] += self.pays(field)
            upper[owner] += self.heights[field] >= 2
        return [real + 30 * (0 < high == max(upper)) for real, high in zip(found, upper, strict=True)]

    def ranks(self) -> list[int]:
        housed = [sum(owner == seat for owner, _ in self.nobles.values()) for seat in range(self.seats)]
        keys = list(zip(self.wealth(), housed, strict=True))
        return [1 + sum(other > key for other in keys) for key in keys]


S = TypeVar("S", bound=State)
N = TypeVar("N", bound=Naive)
Known = dict[str, Any]


def play_both(
    state: S, begin: Callable[[S], N], dealer: Dealer, weights: dict[str, float], known: Callable[[S, N], tuple[Known, Known]]
) -> None:
    """A random game by the engine and by the naive one, compared by moves, knowledge and ranks.

    ``weights`` are the weights with which kinds of moves are chosen; 1 if not listed.
    """
    dealt(dealer, state)
    naive = begin(state)
    while state.turn is not None:
        moves = state.moves()
        assert {str(move) for move in moves} == naive.moves()
        move = dealer.random.choices(moves, [weights.get(move.kind, 1) for move in moves])[0]
        state.play(move)
        naive.play(str(move), dealt(dealer, state))
        engine, mirror = known(state, naive)
        assert engine == mirror, move
    assert state.result is not None
    assert list(state.result.ranks) == naive.ranks()
