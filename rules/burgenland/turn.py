"""The effects of moves and of answers to deals: the only place where a position changes."""

from __future__ import annotations

from collections.abc import Sequence

from rules.burgenland.board import PLOT_SQUARE
from rules.burgenland.cards import (
    CARD_FACES,
    PALACE,
    WALL,
    WELL,
    coins_of,
    colour_of,
    face_of,
)
from rules.burgenland.legality import LAWLESS, SMALL, small_price
from rules.burgenland.payment import COINS, Price, settled
from rules.burgenland.position import Bill, Position
from rules.contract import NOBODY, SEALED, Deal, Move
from rules.kinds import Told
from rules.message import Value, message


def begin(position: Position) -> None:
    """State the first deal of a new game."""
    go_on(position, None)


def learn(position: Position, deal: Deal, answer: Sequence[int], told: Told) -> None:
    """Take the answer to the first pending deal. Raises :class:`ValueError` if it is impossible."""
    if not position.pending or deal != position.pending[0]:
        raise ValueError(f"not the deal that is awaited: {deal}")
    _check(position, deal, answer)
    del position.pending[0]
    if deal.kind == "lot":
        _lot(position, answer[0], told)
    elif deal.kind == "shuffle":
        _shuffled(position, deal, told)
    elif deal.kind == "draw":
        _drawn(position, deal, answer, told)
    elif deal.kind == "open":
        _opened(position, deal.slots[0], answer[0], told)
    else:
        _shown(position, answer[0], deal.faces[0], told)
    go_on(position, told)


def _tell(told: Told, kind: str, **values: Value) -> None:
    """Add an event to ``told``, if there is such a list."""
    if told is not None:
        told.append(message(f"burgenland.event.{kind}", **values))


# -- moves -------------------------------------------------------------------------------------------------------------


def draw(position: Position, move: Move, told: Told) -> None:
    """The action: draw cards."""
    position.acted = True
    position.todo.append(("draw", position.board.draw))


def swap(position: Position, move: Move, told: Told) -> None:
    """Use a swap tile: two border stones change places."""
    seat, (one, other), stones = position.active, move.args, position.stones
    position.players[seat].swaps -= 1
    position.used_swaps += 1
    stones[one - 1], stones[other - 1] = stones[other - 1], stones[one - 1]
    _tell(told, "swapped", seat=seat, one=one, other=other, colour=stones[other - 1], for_colour=stones[one - 1])


def end_turn(position: Position, move: Move, told: Told) -> None:
    """The turn ends, or is passed."""
    seat = position.active
    position.active = (seat + 1) % position.seats
    position.round += 1
    position.acted = False
    _tell(told, "ended" if move.kind == "end" else "passed", seat=seat)
    if position.all_passed:
        _tell(told, "all-passed")


def pay_joker(position: Position, move: Move, told: Told) -> None:
    """Lay down a joker towards what is being paid."""
    bill = position.bill
    assert bill is not None
    position.players[position.active].jokers -= 1
    bill.jokers += 1
    _tell(told, "paid-joker", seat=position.active)
    _settle(position, told)


def pay_card(position: Position, move: Move, told: Told) -> None:
    """Lay down a card towards what is being paid."""
    colour, coins = move.args
    _show(position, move, face_of(colour, coins), position.players[position.active].hand, told)


def use_tile(position: Position, move: Move, face: int, told: Told) -> None:
    """Use up a ?-tile."""
    _show(position, move, face, position.players[position.active].tiles, told)


def _show(position: Position, move: Move, face: int, held: list[int], told: Told) -> None:
    """Lay down a card or tile: one that everybody knows goes first, else the seat has to show that it has it."""
    for slot in held:
        if position.bared[slot] and position.faces[slot] == face:
            _laid(position, move, slot, told)
            return
    position.awaiting = move
    sealed = tuple([slot for slot in held if not position.bared[slot]])
    position.pending.append(Deal("show", sealed, position.active, (face,)))


def _laid(position: Position, move: Move, slot: int, told: Told) -> None:
    """Carry out a move whose card or tile lies open now."""
    seat, player = position.active, position.players[position.active]
    if move.kind == "pay":
        assert position.bill is not None
        player.hand.remove(slot)
        position.bill.cards.append(slot)
        colour, coins = move.args
        _tell(told, "paid", seat=seat, colour=colour, coins=coins)
        _settle(position, told)
        return
    player.tiles.remove(slot)
    position.used_tiles.append(slot)
    if move.kind == "five":
        position.todo.append(("coins", position.board.five))
        _tell(told, "five", seat=seat, coins=position.board.five)
    elif move.kind == "plot":
        position.put(move.args[0], PLOT_SQUARE, 0)
        _tell(told, "plot", seat=seat, castle=move.args[0])
    elif move.kind == "minus-ten":
        assert position.bill is not None
        position.bill.prices[0] = Price(COINS, position.board.minus_ten)
        _tell(told, "minus-ten", seat=seat, coins=position.board.minus_ten)
    else:
        _tell(told, "law-break", seat=seat)
        begin_payment(position, move, small_price(position, move), told)


def begin_payment(position: Position, move: Move, prices: tuple[Price, ...], told: Told) -> None:
    """Begin to pay for a build or a joker."""
    position.bill = Bill(move, list(prices))
    seat, (kind, args) = position.active, move
    if kind == "joker":
        _tell(told, "buys-joker", seat=seat)
    elif kind == "well":
        _tell(told, "begins-well", seat=seat, castle=args[0])
    elif kind in SMALL:
        _tell(told, "begins", seat=seat, piece=SMALL[kind], castle=args[0], square=args[1])
    else:
        _tell(told, "begins-large", seat=seat, piece=args[0])


def _settle(position: Position, told: Told) -> None:
    """Go on to the next price when one is met; carry out what has been paid for when all are."""
    bill = position.bill
    assert bill is not None
    if not settled(bill.prices[0], position.paid()):
        return
    del bill.prices[0]
    bill.spent += bill.cards
    bill.spent_jokers += bill.jokers
    bill.cards, bill.jokers = [], 0
    if bill.prices:
        return
    # All cards are paid before any reward is drawn, so the discards are complete here.
    position.discards += bill.spent
    position.jokers += bill.spent_jokers
    position.bill = None
    if bill.move.kind == "joker":
        position.players[position.active].jokers += 1
        position.jokers -= 1
        _tell(told, "bought-joker", seat=position.active)
        return
    position.acted = True
    _built(position, bill.move, told)


# -- builds and rewards ------------------------------------------------------------------------------------------------


def _built(position: Position, move: Move, told: Told) -> None:
    seat, (kind, args) = position.active, move
    if kind == "well":
        position.wells[args[0] - 1] = 1
        position.covered += 1
        position.marker = 0
        piece = WELL
        _tell(told, "built-well", seat=seat, castle=args[0])
    elif kind in SMALL:
        castle, square = args
        piece = SMALL[kind]
        position.put(castle, square, piece)
        event = "built-lawless" if kind in LAWLESS else "built"
        _tell(told, event, seat=seat, piece=piece, castle=castle, square=square)
    else:
        piece = args[0]
        position.large[piece - 1] += 1
        _tell(told, "built-large", seat=seat, piece=piece)
    pieces = position.players[seat].pieces
    pieces[piece - 1] -= 1
    if sum(pieces) == 0:
        # No joker, reward, well draw or builder for the last piece: the game is over at once.
        position.winner = seat
        _tell(told, "last-piece", seat=seat)
    elif kind == "well":
        _well_rewards(position, told)
    elif kind in SMALL:
        _square_rewards(position, piece, args[0], args[1], told)


def _well_rewards(position: Position, told: Told) -> None:
    coins = position.table.marks[position.covered - 1]
    position.todo += [("coins", coins), ("well", 0)]
    _tell(told, "covered", seat=position.active, coins=coins)


def _square_rewards(position: Position, piece: int, castle: int, square: int, told: Told) -> None:
    seat = position.active
    if piece == PALACE:
        position.builders.append(position.builders.pop(0))
        if position.builders[0]:
            _tell(told, "builder", coins=position.builders[0])
        else:
            position.todo.append(("builder", 0))
    if piece == WALL:
        _jokers(position, position.board.jokers_for_wall[position.count(castle, WALL) - 1], told)
    rewards = position.plan(castle).squares
    reward = rewards[square - 1] if square <= len(rewards) else ""
    if reward == "J":
        _jokers(position, 1, told)
    elif reward == "S":
        position.swaps -= 1
        position.players[seat].swaps += 1
        _tell(told, "swap-tile", seat=seat)
    elif reward == "?":
        position.todo.append(("tile", 1))
    elif reward:
        position.todo.append(("coins", int(reward[1:])))
        _tell(told, "coins", seat=seat, coins=int(reward[1:]))


def _jokers(position: Position, promised: int, told: Told) -> None:
    """Give jokers as a reward, as far as there are any left."""
    count = min(promised, position.jokers)
    position.jokers -= count
    position.players[position.active].jokers += count
    if promised:
        _tell(told, "jokers" if count else "no-jokers", seat=position.active, jokers=count)


# -- deals -------------------------------------------------------------------------------------------------------------


def go_on(position: Position, told: Told) -> None:
    """Do what is still to do until something has to be dealt or nothing is left."""
    while not position.pending and not position.over:
        if not position.pile and position.discards:
            slots = tuple(sorted(position.discards))
            faces = tuple(sorted([position.faces[slot] for slot in slots]))
            position.pending.append(Deal("shuffle", slots, NOBODY, faces))
        elif not position.todo:
            break
        else:
            _next(position, told)


def _next(position: Position, told: Told) -> None:
    """Take up the first thing to do: state its deal, or strike it off when it is done."""
    what, amount = position.todo[0]
    deals: list[Deal] = []
    if what == "start":
        deals.append(Deal("lot", faces=(position.seats,)))
    elif what == "stones":
        deals.append(Deal("lot", faces=(_orders(len(position.stones)),)))
    elif what == "builder":
        deals.append(Deal("lot", faces=(len(_unseen_builders(position)),)))
    elif what == "well":
        deals.append(Deal("lot", faces=(len(_unseen_well_cards(position)),)))
    elif what == "shuffle-cards":
        deals.append(Deal("shuffle", tuple(position.card_slots), NOBODY, position.board.cards))
    elif what == "shuffle-tiles":
        deals.append(Deal("shuffle", tuple(position.tile_slots), NOBODY, position.board.tiles))
    elif what == "hands":
        deals = _hands(position)
    elif what == "tile":
        deals.append(Deal("draw", (position.tile_pile[0],), position.active))
    elif amount > 0 and position.pile:
        if what == "draw":
            deals.append(Deal("draw", tuple(position.pile[:amount]), position.active))
        else:
            deals.append(Deal("open", (position.pile[0],)))
    else:
        if amount > 0:
            _tell(told, "no-more-cards", seat=position.active)
        del position.todo[0]
    position.pending += deals


def _hands(position: Position) -> list[Deal]:
    """The start hands, seat by seat from the start player."""
    board = position.board
    sizes = board.balanced_hands if position.options["balanced_start"] == "on" else board.start_hands
    deals, taken = [], 0
    for place in range(position.seats):
        seat = (position.start + place) % position.seats
        deals.append(Deal("draw", tuple(position.pile[taken : taken + sizes[place]]), seat))
        taken += sizes[place]
    return deals


def _check(position: Position, deal: Deal, answer: Sequence[int]) -> None:
    """Raise :class:`ValueError` for an impossible answer."""
    possible = True
    for number in answer:
        possible = possible and type(number) is int
    if deal.kind == "shuffle":
        possible = len(answer) == 0
    elif possible and deal.kind == "lot":
        possible = len(answer) == 1 and 0 <= answer[0] < deal.faces[0]
    elif possible and deal.kind == "show":
        possible = len(answer) == 1 and answer[0] in deal.slots
        if possible and position.faces[answer[0]] == SEALED:
            possible = position.left_of(deal.faces[0]) > 0
        elif possible:
            possible = position.faces[answer[0]] == deal.faces[0]
    elif possible:
        tiles = deal.slots[0] > len(position.board.cards)
        told = [face for face in answer if face != SEALED or deal.kind == "open"]
        possible = len(answer) == len(deal.slots)
        for face in told:
            kind = 0 < face < len(position.board.counts) and (face > CARD_FACES) == tiles
            possible = possible and kind and told.count(face) <= position.left_of(face)
    if not possible:
        raise ValueError(f"cannot be the answer to {deal}: {answer}")


def _lot(position: Position, number: int, told: Told) -> None:
    what, _ = position.todo.pop(0)
    if what == "start":
        position.start = position.active = number
        position.round = 1
        _tell(told, "started", seat=number)
    elif what == "stones":
        position.stones = _order(len(position.stones), number)
        for crossing, colour in enumerate(position.stones, 1):
            _tell(told, "stone", crossing=crossing, colour=colour)
    elif what == "builder":
        position.builders[0] = _unseen_builders(position)[number]
        _tell(told, "builder", coins=position.builders[0])
    else:
        position.marker = _unseen_well_cards(position)[number]
        position.well_cards.append(position.marker)
        _tell(told, "marker", castle=position.marker)


def _shuffled(position: Position, deal: Deal, told: Told) -> None:
    position.mix(deal.slots, tuple(sorted(deal.faces)))
    for slot in deal.slots:
        position.faces[slot] = SEALED
        position.bared[slot] = False
    if deal.slots[0] in position.tile_slots:
        position.tile_pile = list(deal.slots)
        del position.todo[0]
        return
    position.pile = list(deal.slots)
    if position.discards:
        position.discards = []
        _tell(told, "reshuffled", cards=len(deal.slots))
    else:
        del position.todo[0]


def _drawn(position: Position, deal: Deal, answer: Sequence[int], told: Told) -> None:
    seat, what = deal.seat, position.todo[0][0]
    player = position.players[seat]
    for slot, face in zip(deal.slots, answer, strict=True):
        position.faces[slot] = face
    if what == "tile":
        position.tile_pile.remove(deal.slots[0])
        player.tiles = sorted([*player.tiles, *deal.slots])
        del position.todo[0]
        _tell(told, "tile", seat=seat)
        for face in answer:
            if face != SEALED:
                _tell(told, "tile-face", only=seat, tile=face - CARD_FACES)
        return
    del position.pile[: len(deal.slots)]
    player.hand = sorted([*player.hand, *deal.slots])
    if what == "draw":
        position.todo[0] = (what, position.todo[0][1] - len(deal.slots))
        _tell(told, "drew", seat=seat, cards=len(deal.slots))
    else:
        if not position.pending:
            del position.todo[0]
        _tell(told, "dealt", seat=seat, cards=len(deal.slots), jokers=player.jokers)
    if told is not None:
        for face in answer:
            if face != SEALED:
                _tell(told, "drew-card", only=seat, colour=colour_of(face), coins=coins_of(face))


def _opened(position: Position, slot: int, face: int, told: Told) -> None:
    player = position.players[position.active]
    position.faces[slot], position.bared[slot] = face, True
    position.pile.remove(slot)
    player.hand = sorted([*player.hand, slot])
    what, coins = position.todo[0]
    position.todo[0] = (what, max(0, coins - coins_of(face)))
    _tell(told, "opened", seat=position.active, colour=colour_of(face), coins=coins_of(face))


def _shown(position: Position, slot: int, face: int, told: Told) -> None:
    move = position.awaiting
    assert move is not None
    position.awaiting = None
    position.faces[slot], position.bared[slot] = face, True
    _laid(position, move, slot, told)


# -- what lots decide --------------------------------------------------------------------------------------------------


def _unseen_builders(position: Position) -> list[int]:
    """The costs of the builder cards never seen, ascending; a lot decides which of them comes next."""
    left = list(position.board.builders)
    for cost in position.builders:
        if cost:
            left.remove(cost)
    return left


def _unseen_well_cards(position: Position) -> list[int]:
    """The castles whose well cards have not been turned up, ascending."""
    return [castle for castle in range(1, len(position.wells) + 1) if castle not in position.well_cards]


def _orders(count: int) -> int:
    """The number of orders in which this many stones can lie."""
    orders = 1
    for factor in range(2, count + 1):
        orders *= factor
    return orders


def _order(count: int, number: int) -> list[int]:
    """The ``number``-th order of 1 to ``count``, counting from 0."""
    left = list(range(1, count + 1))
    order = []
    for remaining in range(count, 0, -1):
        number, place = divmod(number, remaining)
        order.append(left.pop(place))
    return order
