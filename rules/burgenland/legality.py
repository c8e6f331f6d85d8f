"""Legality: the one place that says whether a move is legal, and if not, why."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from rules.burgenland.board import CASTLES, CROSSINGS, PLOT_SQUARE
from rules.burgenland.cards import (
    CARD_FACES,
    COLOURS,
    FIVE,
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
    face_of,
)
from rules.burgenland.payment import (
    COINS,
    DIFFERENT,
    NOTHING,
    PERMISSION,
    SAME,
    Paid,
    Price,
    can_pay,
    suits,
    superfluous,
    wanted,
)
from rules.burgenland.position import Bill, Position
from rules.contract import SEALED, Move
from rules.message import Message, Value, message

ARGUMENTS = {
    "draw": 0,
    "wall": 2,
    "house": 2,
    "palace": 2,
    "lawless-house": 2,
    "lawless-palace": 2,
    "well": 1,
    "large-same": 1,
    "large-different": 1,
    "joker": 0,
    "five": 0,
    "plot": 1,
    "swap": 2,
    "pay": 2,
    "pay-joker": 0,
    "minus-ten": 0,
    "end": 0,
    "pass": 0,
}
"""Every kind of move with the number of its arguments, in the order in which they are listed."""

SMALL = {"wall": WALL, "house": HOUSE, "palace": PALACE, "lawless-house": HOUSE, "lawless-palace": PALACE}
"""The moves that begin a build on a square of a small castle, and the piece each of them builds."""

LARGE = {"large-same": SAME, "large-different": DIFFERENT}
"""The moves that begin a build in the large castle, and how each of them is paid."""

BUILDS = (*SMALL, "well", *LARGE)
PAYMENTS = ("pay", "pay-joker", "minus-ten")
LAWLESS = ("lawless-house", "lawless-palace")

DRAW, JOKER, USE_FIVE, PAY_JOKER, USE_MINUS_TEN, END, PASS = map(
    Move, ("draw", "joker", "five", "pay-joker", "minus-ten", "end", "pass")
)
CARD_MOVES = tuple(Move("pay", (colour_of(face), coins_of(face))) for face in range(1, CARD_FACES + 1))
"""The move that pays a card, by its face (from place 0 on)."""

SWAP_MOVES = tuple(Move("swap", pair) for pair in combinations(range(1, len(CROSSINGS) + 1), 2))
"""Every swap of two stones."""


class Means:
    """The means of the seat on turn in one position, worked out once for many moves.

    Attributes:
        purse: its cards and jokers; ``paid`` what lies on the table already.
        tiles: known ?-tiles by face; ``hidden`` counts those not known, ``unseen`` says what they may be.
    """

    def __init__(self, position: Position, certain: bool = False) -> None:
        """With ``certain`` only what this copy knows for sure counts: then "it can" means that it can whatever is hidden."""
        self.position = position
        self.purse = position.purse(position.active)
        self.tiles: dict[int, int] = {}
        for slot in position.players[position.active].tiles:
            face = position.faces[slot]
            self.tiles[face] = self.tiles.get(face, 0) + 1
        self.hidden = self.tiles.get(SEALED, 0)
        self.unseen = position.unseen() if self.hidden else []
        if certain:
            self.purse = self.purse.known()
            self.hidden = 0
        self.paid = position.paid()
        self._payable: bool | None = None
        self._payable_after: dict[tuple[int, bool], bool] = {}
        self._affordable: dict[tuple[tuple[Price, ...], bool], bool] = {}

    def tile(self, *faces: int) -> bool:
        """Whether the seat has these ?-tiles (all different), or might have them."""
        lacking = [face for face in faces if not self.tiles.get(face)]
        return len(lacking) <= self.hidden and all(self.unseen[face] for face in lacking)

    def piece(self, piece: int) -> bool:
        """Whether the seat has this piece left."""
        return self.position.players[self.position.active].pieces[piece - 1] > 0

    def payable(self) -> bool:
        """Whether the hand can go on to pay the price that is due, without a -10 tile."""
        if self._payable is None:
            bill = self.position.bill
            self._payable = bill is not None and can_pay(self.purse, bill.prices[0], self.paid, _rest(bill))
        return self._payable

    def payable_after(self, bill: Bill, face: int) -> bool:
        """Whether the hand can go on to pay everything after a card that suits the price that is due."""
        price = bill.prices[0]
        by_colour = price.kind in (SAME, DIFFERENT)
        # Cards that differ only in what the price does not ask about leave the same.
        key = (colour_of(face) if by_colour else coins_of(face), self.purse.cards[face] > 0)
        if key not in self._payable_after:
            after = Paid((*self.paid.faces, face), self.paid.jokers)
            self._payable_after[key] = can_pay(self.purse.without(face), price, after, _rest(bill))
        return self._payable_after[key]

    def permission(self, castle: int) -> bool:
        """Whether the hand can pay for building in this castle, a builder aside, perhaps with a -10 tile."""
        return self.afford((permission_of(self.position, castle),), self.tile(MINUS_TEN))

    def cost_of(self, kind: str, castle: int) -> bool:
        """Whether the hand can pay what this kind of build costs in a small castle."""
        prices: tuple[Price, ...] = (permission_of(self.position, castle),)
        if SMALL.get(kind) == PALACE:
            prices = (*prices, Price(COINS, self.position.builders[0]))
        return self.afford(prices, self.minus_ten_for(kind))

    def minus_ten_for(self, kind: str) -> bool:
        """Whether a -10 tile can pay for this kind of build, besides the tile that a lawless one uses up."""
        return self.tile(MINUS_TEN, LAW_BREAK) if kind in LAWLESS else self.tile(MINUS_TEN)

    def afford(self, prices: tuple[Price, ...], minus_ten: bool) -> bool:
        """Whether the hand meets these prices, perhaps with a -10 tile instead of the first."""
        key = (prices, minus_ten)
        if key not in self._affordable:
            rest = prices[1].amount if len(prices) > 1 else 0
            ten = Price(COINS, self.position.board.minus_ten)
            self._affordable[key] = can_pay(self.purse, prices[0], NOTHING, rest) or (
                minus_ten and can_pay(self.purse, ten, NOTHING, rest)
            )
        return self._affordable[key]


def permission_of(position: Position, castle: int) -> Price:
    """The cards that every build in this small castle costs."""
    return Price(PERMISSION, position.board.permission, position.colours(castle))


def prices_of(position: Position, move: Move) -> tuple[Price, ...]:
    """The cost of a well-formed move that begins a payment, in order of paying."""
    board = position.board
    if move.kind == "joker":
        return (Price(COINS, board.joker_price),)
    if move.kind in LARGE:
        same, different = board.large_prices[move.args[0] - 1]
        return (Price(LARGE[move.kind], same if LARGE[move.kind] == SAME else different),)
    permission = permission_of(position, move.args[0])
    if SMALL.get(move.kind) == PALACE:
        return permission, Price(COINS, position.builders[0])
    return (permission,)


def legal_moves(position: Position) -> list[Move]:
    """Every legal move, in the order of :data:`ARGUMENTS` and of the numbers."""
    if position.pending or position.over:
        return []
    means = Means(position)
    if position.bill is not None:
        return _payments(position, position.bill, means)
    found: list[Move] = []
    if not position.acted:
        if position.pile:
            found.append(DRAW)
        found += _builds(position, means)
    if position.jokers and means.afford(prices_of(position, JOKER), minus_ten=False):
        found.append(JOKER)
    if position.pile and means.tile(FIVE):
        found.append(USE_FIVE)
    if means.tile(PLOT):
        found += [_at_castle("plot", castle) for castle, squares in enumerate(position.built, 1) if len(squares) < PLOT_SQUARE]
    if position.players[position.active].swaps:
        found += SWAP_MOVES
    if position.acted:
        found.append(END)
    elif _pass(position) is None:
        found.append(PASS)
    return found


def refusal(position: Position, move: Move, means: Means | None = None) -> Message | None:
    """None if the move is legal, else the reason. ``means`` spares working them out for every move."""
    kind, args = move
    if position.over:
        return _no("over")
    if position.pending:
        return _no("dealing")
    if ARGUMENTS.get(kind) != len(args):
        return _no("unknown")
    if kind in PAYMENTS:
        if position.bill is None:
            return _no("nothing-to-pay")
        return _payment(position, position.bill, move, means or Means(position))
    if position.bill is not None:
        return _no("pay-first")
    if position.acted and (kind in BUILDS or kind in ("draw", "pass")):
        return _no("acted")
    if kind in BUILDS:
        return _build(position, move, means or Means(position))
    if kind == "draw":
        return None if position.pile else _no("no-cards")
    if kind == "end":
        return None if position.acted else _no("not-acted")
    if kind == "pass":
        return _pass(position)
    if kind == "swap":
        return _swap(position, *args)
    return _free_action(position, move, means or Means(position))


@cache
def _on_square(kind: str, castle: int, square: int) -> Move:
    return Move(kind, (castle, square))


@cache
def _at_castle(kind: str, number: int) -> Move:
    return Move(kind, (number,))


def _payments(position: Position, bill: Bill, means: Means) -> list[Move]:
    """Every legal way to go on with the payment under way."""
    found: list[Move] = []
    price, paid, purse = bill.prices[0], means.paid, means.purse
    if means.payable():
        colours = wanted(price, paid)
        for face, move in enumerate(CARD_MOVES, 1):
            if (
                purse.could_hold(face)
                and colour_of(face) in colours
                and not (price.kind == COINS and superfluous(price, Paid((*paid.faces, face), paid.jokers)))
                and means.payable_after(bill, face)
            ):
                found.append(move)
        if purse.jokers and price.kind != COINS:
            found.append(PAY_JOKER)
    if _minus_ten(position, bill, means) is None:
        found.append(USE_MINUS_TEN)
    return found


def _builds(position: Position, means: Means) -> list[Move]:
    """Every build that can be begun now."""
    found: list[Move] = []
    castles = enumerate(position.built, 1)
    open_castles = [(castle, squares) for castle, squares in castles if 0 in squares and means.permission(castle)]
    for kind, piece in SMALL.items() if open_castles else ():
        lawless = kind in LAWLESS
        if not means.piece(piece) or (lawless and not means.tile(LAW_BREAK)):
            continue
        for castle, squares in open_castles:
            if (_broken_law(squares, piece) != "") == lawless and means.cost_of(kind, castle):
                found += [_on_square(kind, castle, square) for square, there in enumerate(squares, 1) if not there]
    if position.marker and means.piece(WELL) and means.cost_of("well", position.marker):
        found.append(_at_castle("well", position.marker))
    for kind in LARGE:
        for piece in range(1, WELL):
            if means.piece(piece):
                move = _at_castle(kind, piece)
                if means.afford(prices_of(position, move), minus_ten=False):
                    found.append(move)
    return found


def _broken_law(squares: list[int], piece: int) -> str:
    """The rule of small castles that forbids this piece, as the last word of the reason's key; empty if none does."""
    if piece == PALACE:
        return "palace-stands" if PALACE in squares else ""
    return "no-wall" if piece == HOUSE and squares.count(HOUSE) >= squares.count(WALL) else ""


def _pass(position: Position) -> Message | None:
    means = Means(position, certain=True)
    if position.pile or _builds(position, means):
        return _no("can-act")
    # Else all could pass for ever. The cards paid for a joker are cards to draw; once no joker is left to buy, 17 of them and
    # 80 cards are in so few hands that one of these can build.
    all_others_passed = position.passes >= position.seats - 1
    return _no("all-passed") if all_others_passed and _free_action(position, JOKER, means) is None else None


def without_cards(position: Position) -> str:
    """The options of the seat on turn when there is no card to draw, as the last word of its prompt.

    Returns:
        ``build`` where something can be built, ``buy-joker`` where a seat that cannot build may not pass either,
        ``pass`` where only passing is left; ``act-no-cards`` where this copy knows too little of the player to tell.
    """
    why_not = _pass(position)
    if why_not is not None:
        return "build" if why_not.kind == "can-act" else "buy-joker"
    means = Means(position)
    return "act-no-cards" if means.purse.hidden or means.hidden else "pass"


def _no(reason: str, **values: Value) -> Message:
    return message(f"burgenland.refusal.{reason}", **values)


# -- builds ------------------------------------------------------------------------------------------------------------


def _build(position: Position, move: Move, means: Means) -> Message | None:
    if move.kind in LARGE:
        return _large(position, move, means)
    castle = move.args[0]
    if not 1 <= castle <= CASTLES:
        return _no("no-castle", castle=castle)
    found = _site(position, move, means)
    if found is not None:
        return found
    if move.kind in LAWLESS and not means.tile(LAW_BREAK):
        return _no("no-law-break")
    prices = prices_of(position, move)
    minus_ten = means.minus_ten_for(move.kind)
    if means.afford(prices, minus_ten):
        return None
    if means.afford(prices[:1], minus_ten):
        return _no("short-builder", coins=prices[1].amount)
    one, other = prices[0].colours
    return _no("short-permission", castle=castle, cards=prices[0].amount, one=one, other=other)


def _site(position: Position, move: Move, means: Means) -> Message | None:
    """Whether the place itself takes the piece; what it costs comes later."""
    castle = move.args[0]
    if move.kind == "well":
        if not means.piece(WELL):
            return _no("no-piece", piece=WELL)
        return None if castle == position.marker else _no("marker", castle=castle, marker=position.marker)
    piece, square = SMALL[move.kind], move.args[1]
    squares = position.built[castle - 1]
    if not 1 <= square <= PLOT_SQUARE:
        return _no("no-square", castle=castle)
    if square > len(squares):
        return _no("no-plot", castle=castle)
    if squares[square - 1]:
        return _no("taken", castle=castle, square=square, piece=squares[square - 1])
    if not means.piece(piece):
        return _no("no-piece", piece=piece)
    law = _broken_law(squares, piece)
    if move.kind in LAWLESS:
        return None if law else _no("lawful", castle=castle, piece=piece)
    return _no(law, castle=castle) if law else None


def _large(position: Position, move: Move, means: Means) -> Message | None:
    piece = move.args[0]
    if piece == WELL:
        return _no("large-well")
    if not 1 <= piece <= len(PIECES):
        return _no("no-such-piece")
    if not means.piece(piece):
        return _no("no-piece", piece=piece)
    (price,) = prices_of(position, move)
    if means.afford((price,), minus_ten=False):
        return None
    return _no(f"short-{price.kind}", piece=piece, cards=price.amount)


# -- free actions ------------------------------------------------------------------------------------------------------


def _free_action(position: Position, move: Move, means: Means) -> Message | None:
    if move.kind == "joker":
        if not position.jokers:
            return _no("no-jokers")
        prices = prices_of(position, move)
        return None if means.afford(prices, minus_ten=False) else _no("short-joker", coins=prices[0].amount)
    if move.kind == "five":
        if not means.tile(FIVE):
            return _no("no-five")
        return None if position.pile else _no("five-wasted")
    castle = move.args[0]
    if not 1 <= castle <= CASTLES:
        return _no("no-castle", castle=castle)
    if len(position.built[castle - 1]) == PLOT_SQUARE:
        return _no("plot-there", castle=castle)
    return None if means.tile(PLOT) else _no("no-plot-tile")


def _swap(position: Position, one: int, other: int) -> Message | None:
    for crossing in (one, other):
        if not 1 <= crossing <= len(CROSSINGS):
            return _no("no-crossing")
    if one == other:
        return _no("same-crossing")
    if one > other:
        return _no("crossing-order")
    return None if position.players[position.active].swaps else _no("no-swap")


# -- payments ----------------------------------------------------------------------------------------------------------


def _payment(position: Position, bill: Bill, move: Move, means: Means) -> Message | None:
    if move.kind == "minus-ten":
        return _minus_ten(position, bill, means)
    if move.kind == "pay":
        return _card(bill, move.args, means)
    if not means.purse.jokers:
        return _no("no-joker")
    if bill.prices[0].kind == COINS:
        return _no("joker-worthless")
    return None if means.payable() else _no("only-minus-ten")


def _rest(bill: Bill) -> int:
    """The cost of the builder, if he is still to be paid after the price that is due."""
    return bill.prices[1].amount if len(bill.prices) > 1 else 0


def _card(bill: Bill, args: tuple[int, ...], means: Means) -> Message | None:
    price, rest = bill.prices[0], _rest(bill)
    purse, paid, (colour, coins) = means.purse, means.paid, args
    if not (1 <= colour <= len(COLOURS) and 1 <= coins <= TOP_COIN):
        return _no("no-such-card")
    face = face_of(colour, coins)
    if not purse.could_hold(face):
        return _no("not-in-hand", colour=colour, coins=coins)
    if not suits(price, paid, face):
        return _unsuited(price, paid, colour)
    if not means.payable():
        return _no("only-minus-ten")
    after = Paid((*paid.faces, face), paid.jokers)
    if superfluous(price, after):
        return _no("superfluous", coins=min(map(coins_of, after.faces)))
    if means.payable_after(bill, face):
        return None
    if price.kind == SAME:
        return _no("too-few-same", colour=colour, cards=price.amount)
    if price.kind == COINS and can_pay(purse.without(face), price, after):
        return _no("leaves-builder", coins=rest)
    return _no("wasted", coins=coins) if price.kind == COINS else _no("leaves-builder", coins=rest)


def _unsuited(price: Price, paid: Paid, colour: int) -> Message:
    if price.kind == PERMISSION:
        one, other = price.colours
        return _no("wrong-colour", colour=colour, one=one, other=other)
    if price.kind == SAME:
        return _no("colour-differs", colour=colour, first=colour_of(paid.faces[0]))
    return _no("colour-repeats", colour=colour)


def _minus_ten(position: Position, bill: Bill, means: Means) -> Message | None:
    price = bill.prices[0]
    if price.kind != PERMISSION:
        return _no("minus-ten-elsewhere")
    if bill.cards or bill.jokers:
        return _no("minus-ten-late")
    if not means.tile(MINUS_TEN):
        return _no("no-minus-ten")
    ten = Price(COINS, position.board.minus_ten)
    return None if can_pay(means.purse, ten, NOTHING, _rest(bill)) else _no("short-minus-ten", coins=ten.amount)
