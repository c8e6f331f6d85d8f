"""A position of Burgenland as plain data, as documented in :mod:`rules.burgenland`."""

from __future__ import annotations

from rules.burgenland.cards import PIECES
from rules.burgenland.position import Bill, Position
from rules.contract import NOBODY, NOT_SHOWN, Facts


def facts(position: Position) -> Facts:
    """The whole position as this copy knows it."""
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
        "crossings": [[*place, colour] for place, colour in zip(position.board.crossings, position.stones, strict=True)],
        "castles": [_castle(position, castle) for castle in range(1, len(position.built) + 1)],
        "large": {"around": list(position.board.large_castle), "pieces": position.large[:]},
        "marker": position.marker,
        "well_cards": position.well_cards[:],
        "marks": list(position.table.marks),
        "covered": position.covered,
        "builders": position.builders[:],
        "pile": len(position.pile),
        "discards": [[slot, position.faces[slot]] for slot in position.discards],
        "jokers": position.jokers,
        "swaps": position.swaps,
        "used_swaps": position.used_swaps,
        "tiles": len(position.tile_pile),
        "used_tiles": [[slot, position.faces[slot]] for slot in position.used_tiles],
        "players": [_player(position, seat) for seat in range(position.seats)],
        "payment": _payment(position, position.bill) if position.bill else None,
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


def _castle(position: Position, castle: int) -> Facts:
    printed = position.plan(castle)
    squares: list[object] = []
    for place, piece in enumerate(position.built[castle - 1]):
        squares.append([printed.squares[place] if place < len(printed.squares) else "", piece])
    return {"between": list(printed.ends), "squares": squares, "well": position.wells[castle - 1]}


def _player(position: Position, seat: int) -> Facts:
    player, pieces = position.players[seat], position.shown_pieces(seat)
    return {
        "pieces": [NOT_SHOWN] * len(PIECES) if pieces is None else pieces,
        "jokers": player.jokers,
        "swaps": player.swaps,
        "hand": [[slot, position.faces[slot], int(position.bared[slot])] for slot in player.hand],
        "tiles": [[slot, position.faces[slot]] for slot in player.tiles],
    }


def _payment(position: Position, bill: Bill) -> Facts:
    return {
        "move": str(bill.move),
        "prices": [[price.kind, price.amount, *price.colours] for price in bill.prices],
        "cards": [[slot, position.faces[slot]] for slot in bill.cards],
        "jokers": bill.jokers,
        "spent": [[slot, position.faces[slot]] for slot in bill.spent],
        "spent_jokers": bill.spent_jokers,
    }
