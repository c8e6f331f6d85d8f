"""A second, plain Burgenland, written from the reviews and the data file; it is told every move of a game.

It sees every hand. Cards are (colour, coins); it judges a payment when it is complete, by the cards laid down.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

Card = tuple[int, int]

WALL, HOUSE, PALACE, WELL = 1, 2, 3, 4
FIVE, PLOT, MINUS_TEN, LAW_BREAK = 25, 26, 27, 28
SAME = {WALL: 4, HOUSE: 5, PALACE: 6}
DIFFERENT = {WALL: 6, HOUSE: 7, PALACE: 8}


def card(face: int) -> Card:
    return (face - 1) // 3 + 1, (face - 1) % 3 + 1


def worth(cards: list[Card]) -> int:
    return sum(coins for _, coins in cards)


def least_sum(cards: list[Card], price: int) -> int:
    """The least that cards paying a price in coins can be worth; more than there is if they cannot pay it."""
    sums = {0}
    for _, coins in cards:
        sums |= {total + coins for total in sums}
    return min((total for total in sums if total >= price), default=10_000)


class Naive:
    """A whole game."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.hands = [[card(face) for _, face, _ in player["hand"]] for player in facts["players"]]
        self.tiles: list[list[int]] = [[] for _ in self.hands]
        self.jokers: list[int] = [player["jokers"] for player in facts["players"]]
        self.swaps = [0] * len(self.hands)
        self.left = [dict(zip((WALL, HOUSE, PALACE, WELL), player["pieces"], strict=True)) for player in facts["players"]]
        self.stock = 17 - sum(self.jokers)
        self.stones = [colour for _, _, colour in facts["crossings"]]
        self.between: list[list[int]] = [castle["between"] for castle in facts["castles"]]
        self.rewards = [[reward for reward, _ in castle["squares"]] for castle in facts["castles"]]
        self.squares = [[piece for _, piece in castle["squares"]] for castle in facts["castles"]]
        self.wells = [0] * len(self.squares)
        self.large = [0, 0, 0]
        self.marker: int = facts["marker"]
        self.marks: list[int] = facts["marks"]
        self.builder: int = facts["builders"][0]
        self.turn: int = facts["turn"]
        self.acted = False
        self.passes = 0
        self.winner = -1
        self.pile = 0
        self.promised: list[str] = []
        """The deals that the last move leads to, such as ``coins 4``; the number of cards left to draw is given."""

    # -- looking -------------------------------------------------------------------------------------------------------

    def colours(self, castle: int) -> list[int]:
        return [self.stones[crossing - 1] for crossing in self.between[castle - 1]]

    def can_pay(self, castle: int, builder: int) -> bool:
        """Four cards in the colours or jokers, or ten coins for a tile; the rest pays the builder."""
        hand, seat = self.hands[self.turn], self.turn
        fitting = sorted(coins for colour, coins in hand if colour in self.colours(castle))
        needed = max(0, 4 - self.jokers[seat])
        if len(fitting) >= needed and worth(hand) - sum(fitting[:needed]) >= builder:
            return True
        return MINUS_TEN in self.tiles[seat] and worth(hand) - least_sum(hand, 10) >= builder

    def moves(self) -> set[str]:
        """The moves while no payment is under way."""
        seat = self.turn
        found = set() if self.acted else self.actions()
        joker = self.stock > 0 and worth(self.hands[seat]) >= 6
        if joker:
            found.add("joker")
        if FIVE in self.tiles[seat] and self.pile:
            found.add("five")
        if PLOT in self.tiles[seat]:
            found |= {f"plot {castle}" for castle, squares in enumerate(self.squares, 1) if len(squares) == 3}
        if self.swaps[seat]:
            found |= {f"swap {one} {other}" for one, other in combinations(range(1, 9), 2)}
        if self.acted:
            found.add("end")
        elif not self.actions() and not (joker and self.passes >= len(self.hands) - 1):
            found.add("pass")
        return found

    def actions(self) -> set[str]:
        seat = self.turn
        found = {"draw"} if self.pile else set()
        for castle, squares in enumerate(self.squares, 1):
            for piece, word in ((WALL, "wall"), (HOUSE, "house"), (PALACE, "palace")):
                lawless = self.against_the_law(squares, piece)
                if not self.left[seat][piece] or (lawless and LAW_BREAK not in self.tiles[seat]):
                    continue
                if self.can_pay(castle, self.builder if piece == PALACE else 0):
                    word = f"lawless-{word}" if lawless else word
                    found |= {f"{word} {castle} {square}" for square, there in enumerate(squares, 1) if not there}
        if self.left[seat][WELL] and self.can_pay(self.marker, 0):
            found.add(f"well {self.marker}")
        return found | self.large_moves()

    def against_the_law(self, squares: list[int], piece: int) -> bool:
        if piece == PALACE:
            return PALACE in squares
        return piece == HOUSE and squares.count(HOUSE) >= squares.count(WALL)

    def large_moves(self) -> set[str]:
        colours = [colour for colour, _ in self.hands[self.turn]]
        jokers, found = self.jokers[self.turn], set()
        for piece in (WALL, HOUSE, PALACE):
            if self.left[self.turn][piece]:
                if max(map(colours.count, colours), default=0) + jokers >= SAME[piece]:
                    found.add(f"large-same {piece}")
                if len(set(colours)) + jokers >= DIFFERENT[piece]:
                    found.add(f"large-different {piece}")
        return found

    # -- paying --------------------------------------------------------------------------------------------------------

    def pays(self, move: str, piles: list[list[Card]], jokers: list[int], minus_ten: bool) -> bool:
        """Whether exactly these cards and jokers, one pile for each price, pay for a move."""
        kind, *args = move.split()
        first, *rest = piles
        colours = [colour for colour, _ in first]
        if kind == "joker":
            return self.exact(first, 6) and not jokers[0]
        if kind.startswith("large"):
            piece, same = int(args[0]), kind == "large-same"
            few = len(set(colours)) <= 1 if same else len(set(colours)) == len(colours)
            return few and len(first) + jokers[0] == (SAME if same else DIFFERENT)[piece]
        if rest and not (self.exact(rest[0], self.builder) and not jokers[1]):
            return False
        if minus_ten:
            return self.exact(first, 10) and not jokers[0]
        return set(colours) <= set(self.colours(int(args[0]))) and len(first) + jokers[0] == 4

    def exact(self, cards: list[Card], price: int) -> bool:
        """No change is given, and no card is paid that could be left out."""
        return bool(cards) and worth(cards) >= price > worth(cards) - min(coins for _, coins in cards)

    def spend(self, piles: list[list[Card]], jokers: list[int]) -> None:
        for paid in [paid for pile in piles for paid in pile]:
            self.hands[self.turn].remove(paid)
        self.jokers[self.turn] -= sum(jokers)
        self.stock += sum(jokers)

    # -- doing it ------------------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """A move that is not paid for, or one whose price has been paid."""
        kind, *words = move.split()
        args = [int(word) for word in words]
        seat = self.turn
        self.promised = []
        if kind in ("pass", "end"):
            self.passes = self.passes + 1 if kind == "pass" else 0
        if kind in ("end", "pass"):
            self.turn, self.acted = (seat + 1) % len(self.hands), False
        elif kind == "draw":
            self.acted = True
        elif kind == "joker":
            self.gain_jokers(1)
        elif kind == "five":
            self.tiles[seat].remove(FIVE)
            self.promised.append("coins 5")
        elif kind == "plot":
            self.tiles[seat].remove(PLOT)
            self.squares[args[0] - 1].append(0)
        elif kind == "swap":
            one, other = args[0] - 1, args[1] - 1
            self.swaps[seat] -= 1
            self.stones[one], self.stones[other] = self.stones[other], self.stones[one]
        else:
            self.acted = True
            self.build(kind, args)

    def build(self, kind: str, args: list[int]) -> None:
        piece = {"wall": WALL, "house": HOUSE, "palace": PALACE, "well": WELL}.get(kind.removeprefix("lawless-"), args[0])
        left = self.left[self.turn]
        left[piece] -= 1
        last = not any(left.values())
        if last:
            self.winner = self.turn
        if kind.startswith("large"):
            self.large[piece - 1] += 1
        elif kind == "well":
            self.wells[args[0] - 1] = 1
            self.promised += [] if last else [f"coins {self.marks[sum(self.wells) - 1]}"]
        else:
            self.squares[args[0] - 1][args[1] - 1] = piece
            if not last:
                self.reward(piece, self.rewards[args[0] - 1][args[1] - 1] if args[1] <= 3 else "")

    def reward(self, piece: int, printed: str) -> None:
        if piece == WALL:
            self.gain_jokers(1)
        if printed == "J":
            self.gain_jokers(1)
        elif printed == "S":
            self.swaps[self.turn] += 1
        elif printed == "?":
            self.promised.append("tile")
        elif printed:
            self.promised.append(f"coins {printed[1:]}")

    def gain_jokers(self, count: int) -> None:
        count = min(count, self.stock)
        self.stock -= count
        self.jokers[self.turn] += count

    def ranks(self) -> list[int]:
        left = [sum(pieces.values()) for pieces in self.left]
        return [1 + sum(other < mine for other in left) for mine in left]
