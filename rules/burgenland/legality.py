"""Legality: the choices open now and the reasons against others, for the table of kinds (:mod:`rules.burgenland.kinds`)."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Final

from rules.burgenland.board import CASTLES, CROSSINGS, PLOT_SQUARE
from rules.burgenland.cards import (
    CARD_FACES,
    COINS_OF,
    COLOUR_OF,
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
    ALL_COLOURS,
    COINS,
    DIFFERENT,
    NOTHING,
    PERMISSION,
    SAME,
    Paid,
    Price,
    can_pay,
    highest_of_use,
    most_of,
    suits,
    superfluous,
    wanted,
)
from rules.burgenland.position import Bill, Position
from rules.contract import SEALED, Move
from rules.message import Message, Value, message

SMALL: Final = {"wall": WALL, "house": HOUSE, "palace": PALACE, "lawless-house": HOUSE, "lawless-palace": PALACE}
"""The moves that begin a build on a square of a small castle, and the piece each of them builds."""

LARGE: Final = {"large-same": SAME, "large-different": DIFFERENT}
"""The moves that begin a build in the large castle, and how each of them is paid."""

BUILDS: Final = (*SMALL, "well", *LARGE)
LAWLESS: Final = ("lawless-house", "lawless-palace")
UNBUILDERED: Final = ("wall", "house", "well")
"""The lawful builds in a small castle that cost no builder."""

DRAW: Final = Move("draw")
JOKER: Final = Move("joker")
USE_FIVE: Final = Move("five")
PAY_JOKER: Final = Move("pay-joker")
USE_MINUS_TEN: Final = Move("minus-ten")
END: Final = Move("end")
PASS: Final = Move("pass")
CARD_MOVES: Final = tuple(Move("pay", (colour_of(face), coins_of(face))) for face in range(1, CARD_FACES + 1))
"""The move that pays a card, by its face (from place 0 on)."""

SWAP_MOVES: Final = tuple(Move("swap", pair) for pair in combinations(range(1, len(CROSSINGS) + 1), 2))
"""Every swap of two stones."""


class Means:
    """The means of the seat on turn in one position, worked out once for many moves.

    Attributes:
        purse: its cards and jokers; ``paid`` what lies on the table already.
        tiles: known ?-tiles by face; ``hidden`` counts those not known, ``unseen`` says what they may be.
    """

    def __init__(self, position: Position, certain: bool = False) -> None:
        """With ``certain``, only what this copy knows counts: then "can" means "can, whatever is hidden"."""
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
        self._minus_ten: bool | None = None
        self._permissions: dict[int, bool] = {}
        self._payable: bool | None = None
        self._open_castles: list[tuple[int, list[int]]] | None = None
        self._payable_after: dict[tuple[int, bool], bool] = {}
        self._affordable: dict[tuple[tuple[Price, ...], bool], bool] = {}

    def tile(self, *faces: int) -> bool:
        """Whether the seat has these ?-tiles (all different), or might have them."""
        if not self.tiles:
            return False
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
        key = (COLOUR_OF[face] if by_colour else COINS_OF[face], self.purse.cards[face] > 0)
        found = self._payable_after.get(key)
        if found is None:
            after = Paid((*self.paid.faces, face), self.paid.jokers)
            found = self._payable_after[key] = can_pay(self.purse.without(face), price, after, _rest(bill))
        return found

    def open_castles(self) -> list[tuple[int, list[int]]]:
        """The small castles with a free square in which the hand can pay for building, each with its squares."""
        if self._open_castles is None:
            castles = enumerate(self.position.built, 1)
            self._open_castles = [(castle, squares) for castle, squares in castles if 0 in squares and self.permission(castle)]
        return self._open_castles

    def permission(self, castle: int) -> bool:
        """Whether the hand can pay for building in this castle, a builder aside, perhaps with a -10 tile."""
        found = self._permissions.get(castle)
        if found is None:
            one, other = self.position.colours(castle)
            found = self.purse.of_two(one, other) >= self.position.board.permission
            if not found and self.minus_ten():
                found = self.afford((permission_of(self.position, castle),), True)
            self._permissions[castle] = found
        return found

    def cost_of(self, kind: str, castle: int) -> bool:
        """Whether the hand can pay what this kind of build costs in a small castle."""
        if kind in UNBUILDERED:
            return self.permission(castle)
        prices: tuple[Price, ...] = (permission_of(self.position, castle),)
        if SMALL.get(kind) == PALACE:
            prices = (*prices, Price(COINS, self.position.builders[0]))
        return self.afford(prices, self.minus_ten_for(kind))

    def minus_ten(self) -> bool:
        """Whether the seat has a -10 tile, or might have one."""
        if self._minus_ten is None:
            self._minus_ten = self.tile(MINUS_TEN)
        return self._minus_ten

    def minus_ten_for(self, kind: str) -> bool:
        """Whether a -10 tile can pay for this kind of build, besides the tile that a lawless one uses up."""
        return self.tile(MINUS_TEN, LAW_BREAK) if kind in LAWLESS else self.minus_ten()

    def afford(self, prices: tuple[Price, ...], minus_ten: bool) -> bool:
        """Whether the hand meets these prices, perhaps with a -10 tile instead of the first."""
        key = (prices, minus_ten)
        found = self._affordable.get(key)
        if found is None:
            rest = prices[1].amount if len(prices) > 1 else 0
            found = can_pay(self.purse, prices[0], NOTHING, rest)
            if minus_ten and not found:
                found = can_pay(self.purse, Price(COINS, self.position.board.minus_ten), NOTHING, rest)
            self._affordable[key] = found
        return found


def permission_of(position: Position, castle: int) -> Price:
    """The cards that every build in this small castle costs."""
    return Price(PERMISSION, position.board.permission, position.colours(castle))


# -- prices ------------------------------------------------------------------------------------------------------------


def joker_price(position: Position, move: Move) -> tuple[Price, ...]:
    """A joker costs coins."""
    return (Price(COINS, position.board.joker_price),)


def small_price(position: Position, move: Move) -> tuple[Price, ...]:
    """Every build in a small castle costs cards in the colours of its stones; a palace its builder, too."""
    permission = permission_of(position, move.args[0])
    if SMALL.get(move.kind) == PALACE:
        return permission, Price(COINS, position.builders[0])
    return (permission,)


def large_price(position: Position, move: Move) -> tuple[Price, ...]:
    """A build in the large castle costs cards of one colour or of different colours."""
    same, different = position.board.large_prices[move.args[0] - 1]
    return (Price(LARGE[move.kind], same if LARGE[move.kind] == SAME else different),)


# -- choices -----------------------------------------------------------------------------------------------------------


@cache
def _on_square(kind: str, castle: int, square: int) -> Move:
    return Move(kind, (castle, square))


@cache
def _at_castle(kind: str, number: int) -> Move:
    return Move(kind, (number,))


def draw_moves(means: Means) -> list[Move]:
    """Drawing, if there is a card."""
    return [DRAW] if means.position.pile else []


def small_moves(means: Means, kind: str) -> list[Move]:
    """Every build of this kind that can be begun on a square of a small castle."""
    piece, lawless = SMALL[kind], kind in LAWLESS
    if (lawless and not means.tile(LAW_BREAK)) or not means.piece(piece):
        return []
    found: list[Move] = []
    for castle, squares in means.open_castles():
        if (_broken_law(squares, piece) != "") == lawless and means.cost_of(kind, castle):
            found += [_on_square(kind, castle, square) for square, there in enumerate(squares, 1) if not there]
    return found


def well_moves(means: Means) -> list[Move]:
    """The well, if it can be begun."""
    marker = means.position.marker
    return [_at_castle("well", marker)] if marker and means.piece(WELL) and means.cost_of("well", marker) else []


def large_moves(means: Means, kind: str) -> list[Move]:
    """Every build of this kind that can be begun in the large castle."""
    payment = LARGE[kind]
    most = most_of(means.purse, payment, ALL_COLOURS) + means.purse.jokers
    prices = enumerate(means.position.board.large_prices, 1)
    cards = [(piece, same if payment == SAME else different) for piece, (same, different) in prices]
    return [_at_castle(kind, piece) for piece, price in cards if price <= most and means.piece(piece)]


def builds(means: Means) -> list[Move]:
    """Every build that can be begun."""
    found = [move for kind in SMALL for move in small_moves(means, kind)]
    return found + well_moves(means) + [move for kind in LARGE for move in large_moves(means, kind)]


def joker_moves(means: Means) -> list[Move]:
    """Buying a joker, if one is there and the hand can pay for it."""
    return [JOKER] if means.position.jokers and means.afford(joker_price(means.position, JOKER), minus_ten=False) else []


def five_moves(means: Means) -> list[Move]:
    """Using a +5 tile, if the seat has one and there is a card to draw."""
    return [USE_FIVE] if means.position.pile and means.tile(FIVE) else []


def plot_moves(means: Means) -> list[Move]:
    """Laying an extra plot, if the seat has one, in every castle without one."""
    if not means.tile(PLOT):
        return []
    castles = enumerate(means.position.built, 1)
    return [_at_castle("plot", castle) for castle, squares in castles if len(squares) < PLOT_SQUARE]


def swap_moves(means: Means) -> list[Move]:
    """Every swap, if the seat has a swap tile."""
    return list(SWAP_MOVES) if means.position.players[means.position.active].swaps else []


def pass_moves(means: Means) -> list[Move]:
    """Passing, if the seat may."""
    return [] if means.position.pile or _why_no_pass(means.position) is not None else [PASS]


def card_moves(means: Means) -> list[Move]:
    """Every card that may be paid now."""
    bill = means.position.bill
    if bill is None or not means.payable():
        return []
    price, paid, purse = bill.prices[0], means.paid, means.purse
    colours = wanted(price, paid)
    held = purse.cards
    of_use = highest_of_use(price, paid)
    found: list[Move] = []
    for face in range(1, CARD_FACES + 1):
        suiting = COLOUR_OF[face] in colours and COINS_OF[face] <= of_use
        if suiting and (held[face] or (purse.hidden and purse.unseen[face])) and means.payable_after(bill, face):
            found.append(CARD_MOVES[face - 1])
    return found


def paid_joker_moves(means: Means) -> list[Move]:
    """Paying a joker, if it is worth anything now."""
    return [PAY_JOKER] if means.purse.jokers and why_no_joker_paid(means, PAY_JOKER) is None else []


def minus_ten_moves(means: Means) -> list[Move]:
    """Using a -10 tile, if that is possible now."""
    return [USE_MINUS_TEN] if means.minus_ten() and why_no_minus_ten(means, USE_MINUS_TEN) is None else []


# -- the action --------------------------------------------------------------------------------------------------------


def _broken_law(squares: list[int], piece: int) -> str:
    """The rule of small castles that forbids this piece, as the last word of the reason's key; empty if none does."""
    if piece == PALACE:
        return "palace-stands" if PALACE in squares else ""
    return "no-wall" if piece == HOUSE and squares.count(HOUSE) >= squares.count(WALL) else ""


def why_no_draw(means: Means, move: Move) -> Message | None:
    """There may be no card."""
    return None if means.position.pile else _no("no-cards")


def why_no_pass(means: Means, move: Move) -> Message | None:
    """A seat that can surely do something may not pass; nor, once all others have passed, one that can surely buy a joker."""
    return _why_no_pass(means.position)


def _why_no_pass(position: Position) -> Message | None:
    if position.pile:
        return _no("can-act")
    sure = Means(position, certain=True)
    if builds(sure):
        return _no("can-act")
    # Else all could pass forever. The cards paid for a joker are cards to draw; once no joker is left to buy, 17 of them and
    # 80 cards are in so few hands that one of these can build.
    all_others_passed = position.passes >= position.seats - 1
    return _no("all-passed") if all_others_passed and why_no_joker(sure, JOKER) is None else None


def without_cards(position: Position) -> str:
    """The options of the seat on turn when there is no card to draw, as the last word of its prompt.

    Returns:
        ``build`` where something can be built, ``buy-joker`` where a seat that cannot build may not pass either,
        ``pass`` where only passing is left; ``act-no-cards`` where this copy knows too little of the player to tell.
    """
    why_not = _why_no_pass(position)
    if why_not is not None:
        return "build" if why_not.kind == "can-act" else "buy-joker"
    means = Means(position)
    return "act-no-cards" if means.purse.hidden or means.hidden else "pass"


def _no(reason: str, **values: Value) -> Message:
    return message(f"burgenland.refusal.{reason}", **values)


# -- builds ------------------------------------------------------------------------------------------------------------


def why_no_small_build(means: Means, move: Move) -> Message | None:
    """Why nothing can be begun so in a small castle."""
    position = means.position
    castle = move.args[0]
    if not 1 <= castle <= CASTLES:
        return _no("no-castle", castle=castle)
    found = _site(position, move, means)
    if found is not None:
        return found
    if move.kind in LAWLESS and not means.tile(LAW_BREAK):
        return _no("no-law-break")
    prices = small_price(position, move)
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


def why_no_large_build(means: Means, move: Move) -> Message | None:
    """Why nothing can be begun so in the large castle."""
    piece = move.args[0]
    if piece == WELL:
        return _no("large-well")
    if not 1 <= piece <= len(PIECES):
        return _no("no-such-piece")
    if not means.piece(piece):
        return _no("no-piece", piece=piece)
    (price,) = large_price(means.position, move)
    if means.afford((price,), minus_ten=False):
        return None
    return _no(f"short-{price.kind}", piece=piece, cards=price.amount)


# -- free actions ------------------------------------------------------------------------------------------------------


def why_no_joker(means: Means, move: Move) -> Message | None:
    """There may be no joker to buy, or too few coins."""
    if not means.position.jokers:
        return _no("no-jokers")
    prices = joker_price(means.position, move)
    return None if means.afford(prices, minus_ten=False) else _no("short-joker", coins=prices[0].amount)


def why_no_five(means: Means, move: Move) -> Message | None:
    """There may be no +5 tile, or nothing to draw for it."""
    if not means.tile(FIVE):
        return _no("no-five")
    return None if means.position.pile else _no("five-wasted")


def why_no_plot(means: Means, move: Move) -> Message | None:
    """There may be no tile for an extra plot, or one lies in the castle."""
    castle = move.args[0]
    if not 1 <= castle <= CASTLES:
        return _no("no-castle", castle=castle)
    if len(means.position.built[castle - 1]) == PLOT_SQUARE:
        return _no("plot-there", castle=castle)
    return None if means.tile(PLOT) else _no("no-plot-tile")


def why_no_swap(means: Means, move: Move) -> Message | None:
    """Two different crossings, in order, and a swap tile."""
    one, other = move.args
    for crossing in (one, other):
        if not 1 <= crossing <= len(CROSSINGS):
            return _no("no-crossing")
    if one == other:
        return _no("same-crossing")
    if one > other:
        return _no("crossing-order")
    return None if means.position.players[means.position.active].swaps else _no("no-swap")


# -- payments ----------------------------------------------------------------------------------------------------------


def why_no_joker_paid(means: Means, move: Move) -> Message | None:
    """Why no joker can be paid now."""
    bill = _bill(means)
    if not means.purse.jokers:
        return _no("no-joker")
    if bill.prices[0].kind == COINS:
        return _no("joker-worthless")
    return None if means.payable() else _no("only-minus-ten")


def _bill(means: Means) -> Bill:
    bill = means.position.bill
    assert bill is not None
    return bill


def _rest(bill: Bill) -> int:
    """The cost of the builder, if he is still to be paid after the price that is due."""
    return bill.prices[1].amount if len(bill.prices) > 1 else 0


def why_no_card(means: Means, move: Move) -> Message | None:
    """Why a card cannot be paid now."""
    bill, args = _bill(means), move.args
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


def why_no_minus_ten(means: Means, move: Move) -> Message | None:
    """Why no -10 tile can take the place of the cards that are due."""
    bill = _bill(means)
    price = bill.prices[0]
    if price.kind != PERMISSION:
        return _no("minus-ten-elsewhere")
    if bill.cards or bill.jokers:
        return _no("minus-ten-late")
    if not means.tile(MINUS_TEN):
        return _no("no-minus-ten")
    ten = Price(COINS, means.position.board.minus_ten)
    return None if can_pay(means.purse, ten, NOTHING, _rest(bill)) else _no("short-minus-ten", coins=ten.amount)
