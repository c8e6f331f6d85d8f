"""A position of Burgenland as plain data, as documented in :mod:`rules.burgenland`."""

from __future__ import annotations

from typing import Final

from msgspec import Raw

from rules.burgenland.cards import PIECES
from rules.burgenland.position import Bill, Position
from rules.contract import NOBODY, NOT_SHOWN, SEALED, Facts
from rules.written import Written

PLAYERS: Final = [Written() for _ in range(8)]
CROSSINGS: Final = Written()
CASTLES: Final = Written()
LARGE: Final = Written()
DISCARDS: Final = Written()


def facts(position: Position) -> Facts:
    """The whole position as this copy knows it."""
    return _told(position, False)


def public_facts(position: Position) -> Facts:
    """What everybody may see of the position, with the largest parts as text. These are the facts of a spectator's view."""
    return _told(position, True)


def _told(position: Position, public: bool) -> Facts:
    over, waiting = position.over, bool(position.pending)
    return {
        "game": "burgenland",
        "options": dict(position.named),
        "seats": position.seats,
        "turn": NOBODY if over or waiting else position.active,
        "step": step(position),
        "active": position.active,
        "start": position.start,
        "round": position.round,
        "acted": position.acted,
        "passes": position.passes,
        "winner": position.winner,
        "crossings": _public_crossings(position) if public else _crossings(position),
        "castles": _public_castles(position) if public else _castles(position),
        "large": _public_large(position) if public else _large(position),
        "marker": position.marker,
        "well_cards": position.well_cards[:],
        "marks": list(position.table.marks),
        "covered": position.covered,
        "builders": position.builders[:],
        "pile": len(position.pile),
        "discards": _public_discards(position) if public else _lying(position, position.discards, False),
        "jokers": position.jokers,
        "swaps": position.swaps,
        "used_swaps": position.used_swaps,
        "tiles": len(position.tile_pile),
        "used_tiles": _lying(position, position.used_tiles, public),
        "players": [_player(position, seat, public) for seat in range(position.seats)],
        "payment": _payment(position, position.bill, public) if position.bill else None,
        "todo": [list(entry) for entry in position.todo],
        "awaiting": str(position.awaiting) if position.awaiting else "",
        "pending": [[deal.kind, list(deal.slots), deal.seat, list(deal.faces)] for deal in position.pending],
    }


def step(position: Position) -> str:
    """The step of the turn: ``deal``, ``act``, ``pay``, ``free`` or ``over``."""
    if position.over:
        return "over"
    if position.pending:
        return "deal"
    if position.bill is not None:
        return "pay"
    return "free" if position.acted else "act"


def _crossings(position: Position) -> list[list[int]]:
    return [[*place, colour] for place, colour in zip(position.board.crossings, position.stones, strict=True)]


def _public_crossings(position: Position) -> Raw:
    board, lists = position.board, (position.stones,)
    return CROSSINGS.known(lists, board) or CROSSINGS.write(lists, _crossings(position), board)


def _castles(position: Position) -> list[Facts]:
    return [_castle(position, castle) for castle in range(1, len(position.built) + 1)]


def _public_castles(position: Position) -> Raw:
    board, lists = position.board, (position.wells, *position.built)
    return CASTLES.known(lists, board) or CASTLES.write(lists, _castles(position), board)


def _castle(position: Position, castle: int) -> Facts:
    printed = position.plan(castle)
    squares: list[object] = []
    for place, piece in enumerate(position.built[castle - 1]):
        squares.append([printed.squares[place] if place < len(printed.squares) else "", piece])
    return {"between": list(printed.ends), "squares": squares, "well": position.wells[castle - 1]}


def _large(position: Position) -> Facts:
    return {"around": list(position.board.large_castle), "pieces": position.large[:]}


def _public_large(position: Position) -> Raw:
    board, lists = position.board, (position.large,)
    return LARGE.known(lists, board) or LARGE.write(lists, _large(position), board)


def _face(position: Position, slot: int, public: bool) -> int:
    return SEALED if public and not position.bared[slot] else position.faces[slot]


def _lying(position: Position, slots: list[int], public: bool) -> list[list[int]]:
    """Slots with their faces."""
    return [[slot, _face(position, slot, public)] for slot in slots]


def _public_discards(position: Position) -> Raw:
    slots = position.discards
    lists = (slots, [_face(position, slot, True) for slot in slots])
    return DISCARDS.known(lists) or DISCARDS.write(lists, _lying(position, slots, True))


def _player(position: Position, seat: int, public: bool) -> Facts | Raw:
    player, pieces = position.players[seat], position.shown_pieces(seat)
    if pieces is None or (public and not position.over and position.options["screens"] == "on"):
        pieces = [NOT_SHOWN] * len(PIECES)
    hand, tiles = player.hand, player.tiles
    bared = [int(position.bared[slot]) for slot in hand]
    faces = [_face(position, slot, public) for slot in hand]
    under = [_face(position, slot, public) for slot in tiles]
    lists = ([player.jokers, player.swaps], pieces, hand, faces, bared, tiles, under)
    known = PLAYERS[seat].known(lists) if public else None
    if known is not None:
        return known
    told: Facts = {
        "pieces": pieces,
        "jokers": player.jokers,
        "swaps": player.swaps,
        "hand": [[slot, faces[place], bared[place]] for place, slot in enumerate(hand)],
        "tiles": [[slot, under[place]] for place, slot in enumerate(tiles)],
    }
    return PLAYERS[seat].write(lists, told) if public else told


def _payment(position: Position, bill: Bill, public: bool) -> Facts:
    return {
        "move": str(bill.move),
        "prices": [[price.kind, price.amount, *price.colours] for price in bill.prices],
        "cards": _lying(position, bill.cards, public),
        "jokers": bill.jokers,
        "spent": _lying(position, bill.spent, public),
        "spent_jokers": bill.spent_jokers,
    }
