"""The effects of moves and of answers to deals: the only place where a position changes."""

from __future__ import annotations

from collections.abc import Sequence

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
from rules.contract import NOBODY, SEALED, Deal, Event, Move
from rules.message import Value, message


def begin(position: Position) -> None:
    """State the first deal of a new game."""
    go_on(position)


def learn(position: Position, deal: Deal, answer: Sequence[int]) -> list[Event]:
    """Take the answer to the first pending deal; raises :class:`ValueError` when it cannot be."""
    if not position.pending or deal != position.pending[0]:
        raise ValueError(f"not the deal that is awaited: {deal}")
    _check(position, deal, answer)
    del position.pending[0]
    if deal.kind == "lot":
        events = _lot(position, answer[0])
    elif deal.kind == "shuffle":
        events = _shuffled(position, deal)
    elif deal.kind == "draw":
        events = _drawn(position, deal, answer)
    elif deal.kind == "open":
        events = _opened(position, deal.slots[0], answer[0])
    else:
        events = _shown(position, answer[0], deal.faces[0])
    return events + go_on(position)


def _event(kind: str, **values: Value) -> Event:
    return message(f"burgenland.event.{kind}", **values)


# -- moves -------------------------------------------------------------------------------------------------------------


def draw(position: Position, move: Move) -> list[Event]:
    """The action: draw cards."""
    position.acted = True
    position.todo.append(("draw", position.board.draw))
    return []


def swap(position: Position, move: Move) -> list[Event]:
    """Use a swap tile: two border stones change places."""
    seat, (one, other), stones = position.active, move.args, position.stones
    position.players[seat].swaps -= 1
    position.used_swaps += 1
    stones[one - 1], stones[other - 1] = stones[other - 1], stones[one - 1]
    return [_event("swapped", seat=seat, one=one, other=other, colour=stones[other - 1], for_colour=stones[one - 1])]


def end_turn(position: Position, move: Move) -> list[Event]:
    """The turn ends, or is passed."""
    seat = position.active
    position.active = (seat + 1) % position.seats
    position.round += 1
    position.acted = False
    events = [_event("ended" if move.kind == "end" else "passed", seat=seat)]
    return [*events, _event("all-passed")] if position.all_passed else events


def pay_joker(position: Position, move: Move) -> list[Event]:
    """Lay down a joker towards what is being paid."""
    bill = position.bill
    assert bill is not None
    position.players[position.active].jokers -= 1
    bill.jokers += 1
    return [_event("paid-joker", seat=position.active), *_settle(position)]


def pay_card(position: Position, move: Move) -> list[Event]:
    """Lay down a card towards what is being paid."""
    return _show(position, move, face_of(*move.args), position.players[position.active].hand)


def use_tile(position: Position, move: Move, face: int) -> list[Event]:
    """Use up a ?-tile."""
    return _show(position, move, face, position.players[position.active].tiles)


def _show(position: Position, move: Move, face: int, held: list[int]) -> list[Event]:
    """Lay down a card or tile: one that everybody knows goes first, else the seat has to show that it has it."""
    for slot in held:
        if position.bared[slot] and position.faces[slot] == face:
            return _laid(position, move, slot)
    position.awaiting = move
    sealed = tuple(slot for slot in held if not position.bared[slot])
    position.pending.append(Deal("show", sealed, position.active, (face,)))
    return []


def _laid(position: Position, move: Move, slot: int) -> list[Event]:
    """Carry out a move whose card or tile lies open now."""
    seat, player = position.active, position.players[position.active]
    if move.kind == "pay":
        assert position.bill is not None
        player.hand.remove(slot)
        position.bill.cards.append(slot)
        colour, coins = move.args
        return [_event("paid", seat=seat, colour=colour, coins=coins), *_settle(position)]
    player.tiles.remove(slot)
    position.used_tiles.append(slot)
    if move.kind == "five":
        position.todo.append(("coins", position.board.five))
        return [_event("five", seat=seat, coins=position.board.five)]
    if move.kind == "plot":
        position.built[move.args[0] - 1].append(0)
        return [_event("plot", seat=seat, castle=move.args[0])]
    if move.kind == "minus-ten":
        assert position.bill is not None
        position.bill.prices[0] = Price(COINS, position.board.minus_ten)
        return [_event("minus-ten", seat=seat, coins=position.board.minus_ten)]
    return [_event("law-break", seat=seat), *begin_payment(position, move, small_price(position, move))]


def begin_payment(position: Position, move: Move, prices: tuple[Price, ...]) -> list[Event]:
    """Begin to pay for a build or a joker."""
    position.bill = Bill(move, list(prices))
    seat, (kind, args) = position.active, move
    if kind == "joker":
        return [_event("buys-joker", seat=seat)]
    if kind == "well":
        return [_event("begins-well", seat=seat, castle=args[0])]
    if kind in SMALL:
        return [_event("begins", seat=seat, piece=SMALL[kind], castle=args[0], square=args[1])]
    return [_event("begins-large", seat=seat, piece=args[0])]


def _settle(position: Position) -> list[Event]:
    """Go on to the next price when one is met; carry out what has been paid for when all are."""
    bill = position.bill
    assert bill is not None
    if not settled(bill.prices[0], position.paid()):
        return []
    del bill.prices[0]
    bill.spent += bill.cards
    bill.spent_jokers += bill.jokers
    bill.cards, bill.jokers = [], 0
    if bill.prices:
        return []
    # All cards are paid before any reward is drawn, so the discards are complete here.
    position.discards += bill.spent
    position.jokers += bill.spent_jokers
    position.bill = None
    if bill.move.kind == "joker":
        position.players[position.active].jokers += 1
        position.jokers -= 1
        return [_event("bought-joker", seat=position.active)]
    position.acted = True
    return _built(position, bill.move)


# -- builds and rewards ------------------------------------------------------------------------------------------------


def _built(position: Position, move: Move) -> list[Event]:
    seat, (kind, args) = position.active, move
    if kind == "well":
        position.wells[args[0] - 1] = 1
        position.covered += 1
        position.marker = 0
        events, piece = [_event("built-well", seat=seat, castle=args[0])], WELL
    elif kind in SMALL:
        castle, square = args
        piece = SMALL[kind]
        position.built[castle - 1][square - 1] = piece
        event = "built-lawless" if kind in LAWLESS else "built"
        events = [_event(event, seat=seat, piece=piece, castle=castle, square=square)]
    else:
        piece = args[0]
        position.large[piece - 1] += 1
        events = [_event("built-large", seat=seat, piece=piece)]
    pieces = position.players[seat].pieces
    pieces[piece - 1] -= 1
    if sum(pieces) == 0:
        # No joker, reward, well draw or builder for the last piece: the game is over at once.
        position.winner = seat
        return [*events, _event("last-piece", seat=seat)]
    if kind == "well":
        return events + _well_rewards(position)
    if kind in SMALL:
        return events + _square_rewards(position, piece, *args)
    return events


def _well_rewards(position: Position) -> list[Event]:
    coins = position.table.marks[position.covered - 1]
    position.todo += [("coins", coins), ("well", 0)]
    return [_event("covered", seat=position.active, coins=coins)]


def _square_rewards(position: Position, piece: int, castle: int, square: int) -> list[Event]:
    seat, events = position.active, []
    if piece == PALACE:
        position.builders.append(position.builders.pop(0))
        if position.builders[0]:
            events.append(_event("builder", coins=position.builders[0]))
        else:
            position.todo.append(("builder", 0))
    if piece == WALL:
        events += _jokers(position, position.board.jokers_for_wall[position.count(castle, WALL) - 1])
    rewards = position.plan(castle).squares
    reward = rewards[square - 1] if square <= len(rewards) else ""
    if reward == "J":
        events += _jokers(position, 1)
    elif reward == "S":
        position.swaps -= 1
        position.players[seat].swaps += 1
        events.append(_event("swap-tile", seat=seat))
    elif reward == "?":
        position.todo.append(("tile", 1))
    elif reward:
        position.todo.append(("coins", int(reward[1:])))
        events.append(_event("coins", seat=seat, coins=int(reward[1:])))
    return events


def _jokers(position: Position, promised: int) -> list[Event]:
    """Jokers as a reward, as far as their pile reaches."""
    count = min(promised, position.jokers)
    position.jokers -= count
    position.players[position.active].jokers += count
    if promised == 0:
        return []
    return [_event("jokers" if count else "no-jokers", seat=position.active, jokers=count)]


# -- deals -------------------------------------------------------------------------------------------------------------


def go_on(position: Position) -> list[Event]:
    """Do what is still to do until something has to be dealt or nothing is left."""
    events: list[Event] = []
    while not position.pending and not position.over:
        if not position.pile and position.discards:
            slots = tuple(sorted(position.discards))
            faces = tuple(sorted(position.faces[slot] for slot in slots))
            position.pending.append(Deal("shuffle", slots, NOBODY, faces))
        elif not position.todo:
            break
        else:
            events += _next(position)
    return events


def _next(position: Position) -> list[Event]:
    """Take up the first thing to do: state its deal, or strike it off when it is done."""
    what, amount = position.todo[0]
    deals: list[Deal] = []
    events: list[Event] = []
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
            events.append(_event("no-more-cards", seat=position.active))
        del position.todo[0]
    position.pending += deals
    return events


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
    """Raise :class:`ValueError` for an answer that cannot be."""
    possible = all(type(number) is int for number in answer)
    if deal.kind == "shuffle":
        possible = len(answer) == 0
    elif possible and deal.kind == "lot":
        possible = len(answer) == 1 and 0 <= answer[0] < deal.faces[0]
    elif possible and deal.kind == "show":
        possible = len(answer) == 1 and answer[0] in deal.slots
        if possible and position.faces[answer[0]] == SEALED:
            possible = position.unseen()[deal.faces[0]] > 0
        elif possible:
            possible = position.faces[answer[0]] == deal.faces[0]
    elif possible:
        faces = position.board.tiles if deal.slots[0] in position.tile_slots else position.board.cards
        told = [face for face in answer if face != SEALED or deal.kind == "open"]
        unseen = position.unseen()
        possible = len(answer) == len(deal.slots) and all(face in faces and told.count(face) <= unseen[face] for face in told)
    if not possible:
        raise ValueError(f"cannot be the answer to {deal}: {answer}")


def _lot(position: Position, number: int) -> list[Event]:
    what, _ = position.todo.pop(0)
    if what == "start":
        position.start = position.active = number
        position.round = 1
        return [_event("started", seat=number)]
    if what == "stones":
        position.stones = _order(len(position.stones), number)
        return [_event("stone", crossing=crossing, colour=colour) for crossing, colour in enumerate(position.stones, 1)]
    if what == "builder":
        position.builders[0] = _unseen_builders(position)[number]
        return [_event("builder", coins=position.builders[0])]
    position.marker = _unseen_well_cards(position)[number]
    position.well_cards.append(position.marker)
    return [_event("marker", castle=position.marker)]


def _shuffled(position: Position, deal: Deal) -> list[Event]:
    position.mix(deal.slots, tuple(sorted(deal.faces)))
    for slot in deal.slots:
        position.faces[slot] = SEALED
        position.bared[slot] = False
    if deal.slots[0] in position.tile_slots:
        position.tile_pile = list(deal.slots)
        del position.todo[0]
        return []
    position.pile = list(deal.slots)
    if position.discards:
        position.discards = []
        return [_event("reshuffled", cards=len(deal.slots))]
    del position.todo[0]
    return []


def _drawn(position: Position, deal: Deal, answer: Sequence[int]) -> list[Event]:
    seat, what = deal.seat, position.todo[0][0]
    player = position.players[seat]
    for slot, face in zip(deal.slots, answer, strict=True):
        position.faces[slot] = face
    if what == "tile":
        position.tile_pile.remove(deal.slots[0])
        player.tiles = sorted([*player.tiles, *deal.slots])
        del position.todo[0]
        events = [_event("tile", seat=seat)]
        return events + [_event("tile-face", only=seat, tile=face - CARD_FACES) for face in answer if face != SEALED]
    del position.pile[: len(deal.slots)]
    player.hand = sorted([*player.hand, *deal.slots])
    if what == "draw":
        position.todo[0] = (what, position.todo[0][1] - len(deal.slots))
        events = [_event("drew", seat=seat, cards=len(deal.slots))]
    else:
        if not position.pending:
            del position.todo[0]
        events = [_event("dealt", seat=seat, cards=len(deal.slots), jokers=player.jokers)]
    return events + [
        _event("drew-card", only=seat, colour=colour_of(face), coins=coins_of(face)) for face in answer if face != SEALED
    ]


def _opened(position: Position, slot: int, face: int) -> list[Event]:
    player = position.players[position.active]
    position.faces[slot], position.bared[slot] = face, True
    position.pile.remove(slot)
    player.hand = sorted([*player.hand, slot])
    what, coins = position.todo[0]
    position.todo[0] = (what, max(0, coins - coins_of(face)))
    return [_event("opened", seat=position.active, colour=colour_of(face), coins=coins_of(face))]


def _shown(position: Position, slot: int, face: int) -> list[Event]:
    move = position.awaiting
    assert move is not None
    position.awaiting = None
    position.faces[slot], position.bared[slot] = face, True
    return _laid(position, move, slot)


# -- what lots decide --------------------------------------------------------------------------------------------------


def _unseen_builders(position: Position) -> list[int]:
    """The costs of the builder cards never seen, ascending: which of them comes next a lot decides."""
    left = list(position.board.builders)
    for cost in position.builders:
        if cost:
            left.remove(cost)
    return left


def _unseen_well_cards(position: Position) -> list[int]:
    """The castles whose well cards have not been turned up, ascending."""
    return [castle for castle in range(1, len(position.wells) + 1) if castle not in position.well_cards]


def _orders(count: int) -> int:
    """How many orders so many stones can lie in."""
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
