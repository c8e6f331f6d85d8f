"""A bot that plans its hand: it estimates how many turns it still needs, and makes the move that leaves the fewest.

Everything is counted in hundredths: of a turn, of a card. A piece takes one turn to build and the cards it costs; two cards
take one turn to draw. The values of rewards, jokers and tiles in cards are only estimates.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final

from rules.burgenland.cards import (
    FIVE,
    HOUSE,
    LAW_BREAK,
    MINUS_TEN,
    PALACE,
    PLOT,
    TOP_COIN,
    WALL,
    WELL,
    coins_of,
    colour_of,
)
from rules.burgenland.kinds import legal_moves, refusal
from rules.burgenland.legality import BUILDS, Means
from rules.burgenland.payment import COINS, SAME, Paid, settled, superfluous
from rules.burgenland.position import Bill, Position
from rules.burgenland.state import BurgenlandState
from rules.contract import SEALED, Budget, Move, Rng, State

CARD: Final = 100
PLENTY: Final = 10
"""With this many cards in the hand, each further one is worth less: drawing on leaves the good squares to the others."""

SPARE_CARD: Final = 60
"""The value of each card beyond :data:`PLENTY`."""

JOKER: Final = 140
SWAP: Final = 30
COIN: Final = 57
"""The value of one coin of a reward: a card is worth 1.8 coins on average, and the last card may bring more."""

TILE: Final = {FIVE: 290, PLOT: 20, MINUS_TEN: 60, LAW_BREAK: 50, SEALED: 110}
"""The value of each kind of ?-tile; a tile still to be drawn may be of any kind."""

BUILDER: Final = 170
"""The average cost of a builder."""

LARGE: Final = {WALL: 450, HOUSE: 550, PALACE: 650}
"""The cost of a piece in the large castle, for which the right cards take long to come."""

LACKING: Final = 12
"""The delay for each card that is lacking for the next build, in hundredths of a turn."""

AFAR: Final = 1_000_000


class Planner:
    """Looks one turn ahead, and at the use of its hand afterwards."""

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The move that leaves the fewest turns to go; of equally good moves, the first."""
        assert isinstance(view, BurgenlandState)
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        if view.position.bill is not None:
            return payment_move(view.position)
        if Move("five") in moves:
            return Move("five")
        if view.position.acted:
            return Move("end")
        return _best_action(view, moves, budget)


def _best_action(view: BurgenlandState, moves: Sequence[Move], budget: Budget) -> Move:
    seat = view.position.active
    best, found = AFAR, moves[0]
    for move in moves:
        worth = _after(view, move, seat)
        if worth < best:
            best, found = worth, move
    # A free action is worth its price only if it makes a better build possible at once.
    for move in moves:
        if move.kind in ("joker", "plot", "swap") and budget.left():
            eased = _done(view, move)
            known = dict.fromkeys(moves)
            for build in legal_moves(eased.position):
                if build.kind in BUILDS and (build not in known or move.kind == "joker"):
                    worth = _after(eased, build, seat)
                    if worth < best:
                        best, found = worth, move
    # The cards paid for a joker are cards to draw: if everybody passed, the game would stand still.
    return Move("joker") if found.kind == "pass" and Move("joker") in moves else found


def _after(view: BurgenlandState, move: Move, seat: int) -> int:
    """The turns to go after an action that ends the turn; a free action has none."""
    if move.kind == "draw":
        cards = min(view.position.board.draw, len(view.position.pile) + len(view.position.discards))
        return turns_to_go(view.position, seat, drawn=cards)
    if move.kind == "pass":
        return turns_to_go(view.position, seat)
    if move.kind not in BUILDS:
        return AFAR
    return turns_to_go(_done(view, move).position, seat)


def _done(view: BurgenlandState, move: Move) -> BurgenlandState:
    """The position after a move and the payment that goes with it."""
    after = view.copy()
    after.play_silently(move)
    while True:
        if after.deals:
            answer = after.known(after.deals[0])
            if answer is None:
                return after
            after.learn_silently(after.deals[0], answer)
        elif after.position.bill is not None:
            after.play_silently(payment_move(after.position))
        else:
            return after


# -- how far it is -----------------------------------------------------------------------------------------------------


def turns_to_go(position: Position, seat: int, drawn: int = 0) -> int:
    """The time that the seat still needs to build everything with extra cards in its hand, in hundredths of a turn."""
    if position.winner == seat:
        return -AFAR
    player = position.players[seat]
    pieces = sum(player.pieces)
    need, cards = _need(position, player.pieces), len(player.hand) + drawn
    spare = max(0, cards - PLENTY)
    have = (cards - spare) * CARD + spare * SPARE_CARD + player.jokers * JOKER + player.swaps * SWAP
    have += sum(TILE[position.faces[slot]] for slot in player.tiles)
    if position.active == seat:
        have += sum(TILE[SEALED] if what == "tile" else amount * COIN for what, amount in position.todo)
    return 100 * pieces + max(0, need - have) // 2 + LACKING * cards_lacking(position, seat)


def _need(position: Position, pieces: Sequence[int]) -> int:
    """The cards (in hundredths) that these pieces cost, as far as there is room in the small castles."""
    free = [squares.count(0) for squares in position.built]
    room = {
        WALL: sum(free),
        HOUSE: sum(min(squares.count(0), max(0, squares.count(WALL) - squares.count(HOUSE))) for squares in position.built),
        PALACE: sum(PALACE not in squares and 0 in squares for squares in position.built),
    }
    price = position.board.permission * CARD
    costs = {WALL: price - JOKER * position.board.jokers_for_wall[0], HOUSE: price, PALACE: price + BUILDER}
    need = 0
    for piece, cost in costs.items():
        small = min(pieces[piece - 1], room[piece])
        # Every square brings something; the large castle nothing.
        need += small * (cost - TILE[SEALED]) + (pieces[piece - 1] - small) * LARGE[piece]
    marks = position.table.marks[position.covered : position.covered + pieces[WELL - 1]]
    return need + pieces[WELL - 1] * price - sum(marks) * COIN


def cards_lacking(position: Position, seat: int) -> int:
    """How many cards the hand lacks for the castle it can pay for soonest, where a piece of the seat has a place."""
    player = position.players[seat]
    held = [0] * (len(position.stones) + 1)
    for slot in player.hand:
        held[colour_of(position.faces[slot])] += position.faces[slot] != SEALED
    least = position.board.permission
    for castle, squares in enumerate(position.built, 1):
        room = 0 in squares and (
            player.pieces[WALL - 1]
            or (player.pieces[HOUSE - 1] and squares.count(WALL) > squares.count(HOUSE))
            or (player.pieces[PALACE - 1] and PALACE not in squares)
        )
        if room or (castle == position.marker and player.pieces[WELL - 1]):
            one, other = position.colours(castle)
            least = min(least, position.board.permission - held[one] - held[other] - player.jokers)
    return max(0, least)


# -- paying ------------------------------------------------------------------------------------------------------------


def payment_move(position: Position) -> Move:
    """The next card of the payment that costs least."""
    bill = position.bill
    assert bill is not None
    price = bill.prices[0]
    value = card_values(position)
    cards = sorted([(value[slot], slot) for slot in position.players[position.active].hand])
    if price.kind == COINS:
        return _coins(position, bill, cards)
    if price.kind == SAME and not bill.cards:
        cards = _by_plenty(position, price.amount, cards)
    means = Means(position)
    for _, slot in cards:
        face = position.faces[slot]
        move = Move("pay", (colour_of(face), coins_of(face)))
        if refusal(position, move, means) is None:
            return move
    joker = Move("pay-joker")
    return joker if refusal(position, joker, means) is None else Move("minus-ten")


def _by_plenty(position: Position, amount: int, cards: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cards by colour: first the colour that takes the fewest jokers; of equal ones, the one missed least."""
    worths: dict[int, list[int]] = {}
    for worth, slot in cards:
        worths.setdefault(colour_of(position.faces[slot]), []).append(worth)
    order = {colour: (-min(len(held), amount), sum(held[:amount]), colour) for colour, held in worths.items()}
    return sorted(cards, key=lambda card: order[colour_of(position.faces[card[1]])])


def _coins(position: Position, bill: Bill, cards: Sequence[tuple[int, int]]) -> Move:
    """The most valuable card of the cheapest way to pay the coins that leaves enough for the builder afterwards."""
    rest = bill.prices[1].amount if len(bill.prices) > 1 else 0
    paid = position.paid().faces
    by_coins: list[list[tuple[int, int]]] = [[] for _ in range(TOP_COIN)]
    for worth, slot in cards:
        by_coins[coins_of(position.faces[slot]) - 1].append((worth, slot))
    fortune = sum(coins * len(held) for coins, held in enumerate(by_coins, 1))
    least, found = AFAR, cards[0][1]
    for picks in product(*(range(min(len(held), bill.prices[0].amount) + 1) for held in by_coins)):
        chosen = [card for held, pick in zip(by_coins, picks, strict=True) for card in held[:pick]]
        coins = sum(coins * pick for coins, pick in enumerate(picks, 1))
        all_paid = Paid((*paid, *(position.faces[slot] for _, slot in chosen)))
        worth = sum(worth for worth, _ in chosen)
        if (
            worth < least
            and settled(bill.prices[0], all_paid)
            and not superfluous(bill.prices[0], all_paid)
            and fortune - coins >= rest
        ):
            least, found = worth, chosen[-1][1]
    face = position.faces[found]
    return Move("pay", (colour_of(face), coins_of(face)))


def card_values(position: Position) -> dict[int, int]:
    """By slot, the worth of each card to the seat on turn: more coins, and colours it collects, make a card more valuable."""
    seat = position.active
    player = position.players[seat]
    held = [0] * (len(position.stones) + 1)
    for slot in player.hand:
        held[colour_of(position.faces[slot])] += 1
    use = held[:]
    for castle, squares in enumerate(position.built, 1):
        if 0 in squares or castle == position.marker:
            one, other = position.colours(castle)
            use[one] = max(use[one], held[one] + held[other])
            use[other] = max(use[other], held[one] + held[other])
    dear = 12 if player.pieces[PALACE - 1] else 5
    values = {}
    for slot in player.hand:
        face = position.faces[slot]
        values[slot] = CARD + 8 * min(use[colour_of(face)], 6) + dear * (coins_of(face) - 1)
    return values
