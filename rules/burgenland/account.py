"""The check that every card, tile and piece of a position is in exactly one place."""

from __future__ import annotations

from collections.abc import Iterator

from rules.burgenland.board import CASTLES
from rules.burgenland.cards import LAW_BREAK, PIECES, PLOT, WELL
from rules.burgenland.facts import step
from rules.burgenland.payment import settled, superfluous
from rules.burgenland.position import Position, first_position
from rules.burgenland.versions import PASSES_COUNT_TURNS
from rules.contract import SEALED


def problems(position: Position) -> list[str]:
    """The impossible facts of the position, in plain words; empty when all is accounted for."""
    return [*_cards(position), *_stock(position), *_pieces(position), *_open_cards(position), *_turn(position)]


def _cards(position: Position) -> Iterator[str]:
    bill = position.bill
    cards = [*position.pile, *position.discards, *(slot for player in position.players for slot in player.hand)]
    if bill is not None:
        cards += [*bill.cards, *bill.spent]
    tiles = [*position.tile_pile, *position.used_tiles, *(slot for player in position.players for slot in player.tiles)]
    for name, slots, all_slots, unshuffled in (
        ("cards", cards, position.card_slots, "shuffle-cards"),
        ("tiles", tiles, position.tile_slots, "shuffle-tiles"),
    ):
        if (unshuffled, 0) in position.todo:
            if slots:
                yield f"{name} are out before they were shuffled"
        elif sorted(slots) != list(all_slots):
            yield f"the {name} are not each in one place"
    for face, left in enumerate(position.unseen()):
        if left < 0:
            yield f"face {face} is there {-left} times too often"
    for kind, faces in ((position.card_slots, position.board.cards), (position.tile_slots, position.board.tiles)):
        if any(position.faces[slot] != SEALED and position.faces[slot] not in faces for slot in kind):
            yield "a slot has a face of another kind of card"
    if any(position.bared[slot] and position.faces[slot] == SEALED for slot in range(len(position.faces))):
        yield "a face that everybody knows is not known"
    if any(position.faces[slot] != SEALED for slot in position.pile + position.tile_pile):
        yield "a face in a face-down pile is known"
    open_slots = [*position.discards, *position.used_tiles, *([*bill.cards, *bill.spent] if bill else [])]
    if not all(position.bared[slot] for slot in open_slots):
        yield "a card or tile that lies open is not known to everybody"


def _stock(position: Position) -> Iterator[str]:
    jokers = position.jokers + sum(player.jokers for player in position.players)
    swaps = position.swaps + position.used_swaps + sum(player.swaps for player in position.players)
    if position.bill is not None:
        jokers += position.bill.jokers + position.bill.spent_jokers
    if jokers != position.board.jokers:
        yield f"there are {jokers} jokers"
    if swaps != position.board.swaps:
        yield f"there are {swaps} swap tiles"
    if min(position.jokers, position.swaps, *(min(player.jokers, player.swaps) for player in position.players)) < 0:
        yield "a stock is below nothing"


def _pieces(position: Position) -> Iterator[str]:
    standing = [sum(squares.count(piece) for squares in position.built) for piece in range(1, WELL)]
    standing = [*(there + large for there, large in zip(standing, position.large, strict=True)), sum(position.wells)]
    blocked = [sum(block[2] == piece for block in position.table.blocked) for piece in range(1, len(PIECES) + 1)]
    for place, name in enumerate(PIECES):
        left = [player.pieces[place] for player in position.players]
        if not all(0 <= count <= position.table.pieces[place] for count in left):
            yield f"a seat has too many of: {name}, or fewer than none"
        total = position.seats * position.table.pieces[place] + blocked[place]
        if standing[place] + sum(left) != total:
            yield f"there are {standing[place] + sum(left)} of: {name}"
    for castle, squares in enumerate(position.built, 1):
        printed = len(position.plan(castle).squares)
        if not printed <= len(squares) <= printed + 1:
            yield f"castle {castle} has {len(squares)} squares"
    start = first_position(position.board, position.seats, position.options, position.named, position.version)
    law_breaks = _used(position, LAW_BREAK)
    if position.lawless() > start.lawless() + law_breaks:
        yield "a law was broken without a tile"
    plots = sum(map(len, position.built)) - sum(map(len, start.built))
    if plots != _used(position, PLOT):
        yield "there is an extra plot without a tile"


def _used(position: Position, face: int) -> int:
    return sum(position.faces[slot] == face for slot in position.used_tiles)


def _open_cards(position: Position) -> Iterator[str]:
    known = [cost for cost in position.builders if cost]
    left = list(position.board.builders)
    for cost in known:
        if cost not in left:
            yield f"there are too many builders of cost {cost}"
        else:
            left.remove(cost)
    if len(position.builders) != len(position.board.builders):
        yield "a builder card is missing"
    if len(dict.fromkeys(position.well_cards)) != len(position.well_cards):
        yield "a well card came twice"
    if position.covered != sum(position.wells):
        yield "wells and covered marks differ"
    if position.marker and (position.wells[position.marker - 1] or position.well_cards[-1] != position.marker):
        yield "the red marker is on the wrong castle"
    if any(position.wells[castle - 1] and castle not in position.well_cards for castle in range(1, CASTLES + 1)):
        yield "a well stands where no well card sent it"
    if any(position.stones) and sorted(position.stones) != list(range(1, len(position.stones) + 1)):
        yield "the border stones are not each on one crossing"


def _turn(position: Position) -> Iterator[str]:
    for seat in range(position.seats):
        finished = position.pieces_left(seat) == 0
        if finished != (seat == position.winner):
            yield f"seat {seat} has {position.pieces_left(seat)} pieces left and the winner is {position.winner}"
    if position.over and (position.pending or position.bill):
        yield "the game is over and something is still to be done"
    if step(position) != "deal" and position.todo and not position.over:
        yield "something that was still to be dealt is forgotten"
    if not position.pile and position.discards and not position.over and step(position) != "deal":
        yield "the discards were not shuffled into a new pile"
    if position.passes and position.pile and position.version < PASSES_COUNT_TURNS:
        yield "somebody passed although there was a card to draw"
    bill = position.bill
    if bill is not None and not position.pending:
        paid = position.paid()
        if settled(bill.prices[0], paid) or superfluous(bill.prices[0], paid):
            yield "a price that is met is still asked for"
