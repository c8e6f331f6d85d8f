"""The builds that a seat can make in one turn, each with the cards that pay for it, and the position that each would leave.

A build may need a free action first: stones swapped, an extra plot laid, jokers bought. Of the many ways to pay, only the one
with the cards that are missed least is used. The hand of the seat has to be known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.burgenland.board import CROSSINGS, PLOT_SQUARE
from rules.burgenland.cards import (
    HOUSE,
    LAW_BREAK,
    MINUS_TEN,
    PALACE,
    PIECES,
    PLOT,
    TOP_COIN,
    WALL,
    WELL,
    coins_of,
    colour_of,
)
from rules.burgenland.legality import CARD_MOVES, JOKER, PAY_JOKER, SWAP_MOVES, USE_MINUS_TEN
from rules.burgenland.planner import card_values
from rules.burgenland.position import Position
from rules.contract import SEALED, Move

ORDER: Final = ("J", "M4", "?", "M3", "S", "M2", "M1", "")
"""Rewards of squares, the best first; others come last."""

BOUGHT: Final = 2
"""Jokers that a seat buys at most for one build."""


def _reaching(one: int, other: int) -> tuple[tuple[Move, int, int], ...]:
    """The swaps that bring one of two crossings another stone, with the crossing that keeps its stone and that of the other."""
    found = []
    for move in SWAP_MOVES:
        first, second = move.args
        if (first in (one, other)) != (second in (one, other)):
            end, new = (first, second) if first in (one, other) else (second, first)
            found.append((move, other if end == one else one, new))
    return tuple(found)


REACHING: Final = {
    (one, other): _reaching(one, other)
    for one in range(1, len(CROSSINGS) + 1)
    for other in range(1, len(CROSSINGS) + 1)
    if one != other
}
"""By the crossings of a castle, see :func:`_reaching`."""


class Purchase(NamedTuple):
    """One build with its payment.

    Attributes:
        moves: all its moves: a swap or a plot, jokers bought, the build, the cards.
        piece: the piece that is built.
        castle: the castle; 0 is the large castle.
        square: the square; 0 in the large castle, and for a well.
        slots: the cards that it takes from the hand.
        tiles: the ?-tiles it takes, by slot.
        jokers: how many more or fewer jokers the seat has after paying.
        swap: the stones that change places first, or nothing.
    """

    moves: tuple[Move, ...]
    piece: int
    castle: int
    square: int
    slots: tuple[int, ...]
    tiles: tuple[int, ...] = ()
    jokers: int = 0
    swap: tuple[int, ...] = ()


class Hand:
    """The hand of the seat on turn, sorted for paying.

    Attributes:
        slots: its cards, the one that is missed least first; ``by_colour`` the same by colour.
        jokers: how many it has.
        tiles: a slot of each kind of ?-tile it has, by face.
    """

    def __init__(self, position: Position) -> None:
        player = position.players[position.active]
        self.faces = position.faces
        value = card_values(position)
        self.value = value
        known = [slot for slot in player.hand if position.faces[slot] != SEALED]
        self.slots = sorted(known, key=lambda slot: (value[slot], slot))
        self.by_colour: list[list[int]] = [[] for _ in range(len(position.stones) + 1)]
        for slot in self.slots:
            self.by_colour[colour_of(position.faces[slot])].append(slot)
        self.jokers = player.jokers
        self.tiles = {position.faces[slot]: slot for slot in player.tiles if position.faces[slot] != SEALED}

    def coins(self, slots: Sequence[int]) -> int:
        """What cards are worth in coins."""
        faces = self.faces
        return sum([coins_of(faces[slot]) for slot in slots])

    def without(self, taken: Sequence[int]) -> list[int]:
        """The cards that are left, in their order."""
        return [slot for slot in self.slots if slot not in taken]

    def pay_coins(self, amount: int, slots: Sequence[int]) -> tuple[int, ...] | None:
        """The cards among ``slots`` that pay an amount in coins and are missed least; None if they do not suffice."""
        by_coins: list[list[int]] = [[] for _ in range(TOP_COIN)]
        faces, fortune = self.faces, 0
        for slot in slots:
            coins = coins_of(faces[slot])
            by_coins[coins - 1].append(slot)
            fortune += coins
        if fortune < amount:
            return None
        ones, twos, threes = [self._sums(held) for held in by_coins]
        best: tuple[int, int, int] | None = None
        least = 0
        for one in range(min(len(ones) - 1, amount) + 1):
            for two in range(min(len(twos) - 1, -(-amount // 2)) + 1):
                for three in range(min(len(threes) - 1, -(-amount // 3)) + 1):
                    paid = one + 2 * two + 3 * three
                    if paid < amount:
                        continue
                    if paid - (1 if one else 2 if two else 3) >= amount:
                        break  # a card could be left out, and with one more as well
                    worth = ones[one] + twos[two] + threes[three]
                    if best is None or worth < least:
                        best, least = (one, two, three), worth
        if best is None:
            return None
        return tuple([slot for held, pick in zip(by_coins, best, strict=True) for slot in held[:pick]])

    def _sums(self, slots: Sequence[int]) -> list[int]:
        """The worth of the first so many of some cards, from none of them to all."""
        value, total, sums = self.value, 0, [0]
        for slot in slots:
            total += value[slot]
            sums.append(total)
        return sums

    def cards(self, slots: Sequence[int]) -> tuple[Move, ...]:
        """The moves that pay these cards."""
        faces = self.faces
        return tuple([CARD_MOVES[faces[slot] - 1] for slot in slots])


Coins = tuple[tuple[int, ...], ...]
"""The cards that buy each of some jokers."""


class Payment(NamedTuple):
    """What a seat pays: the cards of the first price and jokers, the cards of the builder, and whether with a -10 tile."""

    cards: tuple[int, ...]
    jokers: int
    builder: tuple[int, ...] = ()
    minus_ten: bool = False


def purchases(position: Position, castles: Sequence[int], tricks: bool) -> Iterator[Purchase]:
    """The builds that the seat on turn can make.

    Args:
        position: one in which the seat may act.
        castles: the small castles to consider, and 0 for the large one.
        tricks: whether to consider swaps, tiles and bought jokers.
    """
    hand = Hand(position)
    pieces = position.players[position.active].pieces
    for castle in castles:
        if castle:
            yield from _in_small(position, hand, castle, pieces, tricks)
        else:
            yield from _in_large(position, hand, pieces, tricks)
    if tricks and position.players[position.active].swaps:
        yield from _after_swaps(position, hand, castles, pieces)


def _in_small(position: Position, hand: Hand, castle: int, pieces: Sequence[int], tricks: bool) -> Iterator[Purchase]:
    """Builds in one castle between the stones that lie there now."""
    one, other = position.colours(castle)
    held = len(hand.by_colour[one]) + len(hand.by_colour[other])
    lacking = position.board.permission - held - hand.jokers
    ten = tricks and MINUS_TEN in hand.tiles
    if lacking > (BOUGHT if tricks else 0) and not ten:
        return
    bought = max(0, lacking)
    yield from _pieces_there(position, hand, castle, (one, other), pieces, bought, tricks, ())


def _pieces_there(
    position: Position,
    hand: Hand,
    castle: int,
    colours: tuple[int, int],
    pieces: Sequence[int],
    bought: int,
    tricks: bool,
    swap: tuple[int, ...],
) -> Iterator[Purchase]:
    squares = position.built[castle - 1]
    free = [square for square, there in enumerate(squares, 1) if not there]
    targets: list[tuple[str, int, int]] = []
    plot = tricks and not swap and PLOT in hand.tiles and len(squares) < PLOT_SQUARE
    law = tricks and not swap and LAW_BREAK in hand.tiles
    for piece in (WALL, HOUSE, PALACE):
        if not pieces[piece - 1]:
            continue
        lawful = piece == WALL or (
            PALACE not in squares if piece == PALACE else squares.count(WALL) > squares.count(HOUSE)
        )  # fmt: skip
        name = PIECES[piece - 1]
        if free and lawful:
            targets += [(name, piece, square) for square in _by_reward(position, castle, free)]
        elif free and law and piece != WALL:
            targets.append((f"lawless-{name}", piece, _by_reward(position, castle, free)[0]))
        elif not free and lawful and plot:
            targets.append((name, piece, len(squares) + 1))
    if castle == position.marker and pieces[WELL - 1]:
        targets.append(("well", WELL, 0))
    paid: dict[int, tuple[Payment, Coins] | None] = {}
    cards: dict[int, tuple[Move, ...]] = {}
    for name, piece, square in targets:
        builder = position.builders[0] if piece == PALACE else 0
        if builder not in paid:
            found = paid[builder] = _permission(position, hand, colours, builder, bought, tricks)
            if found is not None:
                payment = found[0]
                cards[builder] = (
                    *hand.cards(payment.cards), *[PAY_JOKER] * payment.jokers, *hand.cards(payment.builder)
                )  # fmt: skip
        found = paid[builder]
        if found is None:
            continue
        payment, coins = found
        if payment.minus_ten and swap:
            continue
        moves: list[Move] = [Move("swap", swap)] if swap else []
        tiles = [hand.tiles[MINUS_TEN]] if payment.minus_ten else []
        if square > len(squares):
            moves.append(Move("plot", (castle,)))
            tiles.append(hand.tiles[PLOT])
        if name.startswith("lawless"):
            tiles.append(hand.tiles[LAW_BREAK])
        moves += _bought(hand, coins)
        moves.append(Move(name, (castle,) if piece == WELL else (castle, square)))
        if payment.minus_ten:
            moves.append(USE_MINUS_TEN)
        moves += cards[builder]
        jokers = (0 if payment.minus_ten else bought) - payment.jokers
        slots = (*payment.cards, *payment.builder, *_flat(coins))
        yield Purchase(tuple(moves), piece, castle, square, slots, tuple(tiles), jokers, swap)


def _by_reward(position: Position, castle: int, free: Sequence[int]) -> list[int]:
    """The free squares, the best reward first; only one of those with equal rewards."""
    printed = position.plan(castle).squares
    best: dict[str, int] = {}
    for square in free:
        best.setdefault(printed[square - 1] if square <= len(printed) else "", square)
    return [best[reward] for reward in sorted(best, key=lambda reward: ORDER.index(reward) if reward in ORDER else len(ORDER))]


def _bought(hand: Hand, coins: Sequence[Sequence[int]]) -> list[Move]:
    """The moves that buy jokers, each with some cards."""
    return [move for cards in coins for move in (JOKER, *hand.cards(cards))]


def _buy(position: Position, hand: Hand, bought: int, slots: Sequence[int]) -> Coins | None:
    """The cards that buy this many jokers; None if that is impossible."""
    if bought > position.jokers:
        return None
    left, taken = list(slots), []
    for _ in range(bought):
        coins = hand.pay_coins(position.board.joker_price, left)
        if coins is None:
            return None
        taken.append(coins)
        left = [slot for slot in left if slot not in coins]
    return tuple(taken)


def _flat(coins: Coins) -> tuple[int, ...]:
    return tuple([slot for cards in coins for slot in cards])


def _permission(
    position: Position, hand: Hand, colours: tuple[int, int], builder: int, bought: int, tricks: bool
) -> tuple[Payment, Coins] | None:
    """How the four cards and a builder are paid, and the cards that buy the missing jokers; None if that is impossible."""
    amount = position.board.permission
    one, other = colours
    fitting = hand.by_colour[one] if one == other else hand.by_colour[one] + hand.by_colour[other]
    if bought <= BOUGHT and (tricks or not bought):
        for order in (hand.value.__getitem__, lambda slot: (coins_of(hand.faces[slot]), hand.value[slot])):
            taken = tuple(sorted(fitting, key=order)[:amount])
            jokers = amount - len(taken)
            if jokers > hand.jokers + bought:
                break
            rest = hand.without(taken)
            coins = _buy(position, hand, bought, rest)
            if coins is None:
                break
            paid = hand.pay_coins(builder, [slot for slot in rest if slot not in _flat(coins)]) if builder else ()
            if paid is not None:
                return Payment(taken, jokers, paid), coins
        if builder and not bought:  # fewer cards and more jokers leave more coins
            for cards in range(min(amount, len(fitting)) - 1, -1, -1):
                if amount - cards > hand.jokers:
                    break
                taken = tuple(sorted(fitting, key=lambda slot: (coins_of(hand.faces[slot]), hand.value[slot]))[:cards])
                paid = hand.pay_coins(builder, hand.without(taken))
                if paid is not None:
                    return Payment(taken, amount - cards, paid), ()
    if tricks and MINUS_TEN in hand.tiles:
        ten = hand.pay_coins(position.board.minus_ten, hand.slots)
        paid = None if ten is None else hand.pay_coins(builder, hand.without(ten)) if builder else ()
        if ten is not None and paid is not None:
            return Payment(ten, 0, paid, minus_ten=True), ()
    return None


def _in_large(position: Position, hand: Hand, pieces: Sequence[int], tricks: bool) -> Iterator[Purchase]:
    """Builds in the large castle, for cards of one colour and of different colours."""
    for piece in (WALL, HOUSE, PALACE):
        if not pieces[piece - 1]:
            continue
        same, different = position.board.large_prices[piece - 1]
        colour = max(range(1, len(hand.by_colour)), key=lambda each: len(hand.by_colour[each]))
        row = sorted([held[0] for held in hand.by_colour[1:] if held], key=lambda slot: (hand.value[slot], slot))
        for kind, cards, amount in (("large-same", hand.by_colour[colour], same), ("large-different", row, different)):
            taken = tuple(cards[:amount])
            jokers = amount - len(taken)
            bought = max(0, jokers - hand.jokers)
            if bought > (BOUGHT if tricks else 0):
                continue
            coins = _buy(position, hand, bought, hand.without(taken))
            if coins is None:
                continue
            moves = (*_bought(hand, coins), Move(kind, (piece,)), *hand.cards(taken), *[PAY_JOKER] * jokers)
            yield Purchase(moves, piece, 0, 0, (*taken, *_flat(coins)), (), bought - jokers)


def _after_swaps(position: Position, hand: Hand, castles: Sequence[int], pieces: Sequence[int]) -> Iterator[Purchase]:
    """Builds after a swap that brings a castle the colours of the hand: for each castle the swap that helps most."""
    held = [len(slots) for slots in hand.by_colour]
    amount, stones = position.board.permission, position.stones
    at = [held[stone] for stone in stones]
    for castle in castles:
        if not castle or (0 not in position.built[castle - 1] and castle != position.marker):
            continue
        ends = position.plan(castle).ends
        best = max(min(amount, at[ends[0] - 1] + at[ends[1] - 1]), amount - hand.jokers - 1)
        found: tuple[int, ...] | None = None
        for move, kept, new in REACHING[ends]:
            have = min(amount, at[kept - 1] + at[new - 1])
            if have > best:
                best, found = have, move.args
        if found is not None:
            colours = _swapped(position, castle, found)
            yield from _pieces_there(position, hand, castle, colours, pieces, 0, tricks=False, swap=found)


def _swapped(position: Position, castle: int, swap: tuple[int, ...]) -> tuple[int, int]:
    """The colours of a castle after a swap."""
    one, other = position.plan(castle).ends
    first, second = swap
    stones = position.stones
    one = second if one == first else first if one == second else one
    other = second if other == first else first if other == second else other
    return stones[one - 1], stones[other - 1]


def after(position: Position, bought: Purchase) -> Position:
    """The position that a purchase leaves, its rewards noted as still to come; only for judging it."""
    left = position.copy()
    seat = left.active
    player = left.players[seat]
    for slot in bought.slots:
        player.hand.remove(slot)
    for slot in bought.tiles:
        player.tiles.remove(slot)
    player.jokers += bought.jokers
    left.acted = True
    if bought.swap:
        first, second = bought.swap
        left.stones[first - 1], left.stones[second - 1] = left.stones[second - 1], left.stones[first - 1]
        player.swaps -= 1
    player.pieces[bought.piece - 1] -= 1
    reward = ""
    if bought.piece == WELL:
        left.wells[bought.castle - 1] = 1
        left.todo.append(("coins", left.table.marks[left.covered]))
        left.covered += 1
        left.marker = 0
    elif bought.castle:
        left.put(bought.castle, bought.square, bought.piece)
        printed = left.plan(bought.castle).squares
        reward = printed[bought.square - 1] if bought.square <= len(printed) else ""
        if bought.piece == PALACE:
            left.builders.append(left.builders.pop(0))
        if bought.piece == WALL:
            player.jokers += min(left.jokers, left.board.jokers_for_wall[left.count(bought.castle, WALL) - 1])
    else:
        left.large[bought.piece - 1] += 1
    if sum(player.pieces) == 0:
        left.winner = seat
    elif reward == "J":
        player.jokers += 1
    elif reward == "S":
        player.swaps += 1
    elif reward == "?":
        left.todo.append(("tile", 1))
    elif reward:
        left.todo.append(("coins", int(reward[1:])))
    return left
