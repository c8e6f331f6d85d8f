"""Facts of a position of Burgenland for the top bar and for each player."""

from __future__ import annotations

from client.boards.burgenland.facts import PIECE_NAMES, BurgenlandFacts, Player
from client.boards.contract import Count, PlayerLine
from rules.message import Message, Value, message


def headline(facts: BurgenlandFacts) -> list[Message]:
    """The turn's number, and the draw pile."""
    return [
        message("table.burgenland.turn", turn=facts.round),
        message("table.burgenland.pile", count=facts.pile),
    ]


def player_line(player: Player, hidden: bool = False) -> PlayerLine:
    """The pieces left, by kind, unless they are hidden, and the player's other possessions."""
    hidden = hidden or min(player.pieces) < 0
    left = sum(player.pieces)
    values: dict[str, Value] = {} if hidden else {"count": left}
    return PlayerLine(
        main=None if hidden else left,
        main_said=message(f"table.burgenland.player.{'hidden' if hidden else 'left'}", **values),
        counts=tuple(
            _count(PIECE_NAMES[piece], f"left.{piece}", count) for piece, count in enumerate(player.pieces, 1) if not hidden
        ),
        more=(
            _count("back", "cards", len(player.hand)),
            _count("joker", "jokers", player.jokers),
            _count("tile", "tiles", len(player.tiles)),
            _count("swap", "swaps", player.swaps),
        ),
        drawing="burgenland/wall",
    )


def _count(drawing: str, key: str, number: int) -> Count:
    return Count(f"burgenland/{drawing}", number, message(f"table.burgenland.player.{key}", count=number))
