"""The cards of a position: a hand, the face-up row and the piles, each with its current use or price."""

from __future__ import annotations

from client.boards.cards import Card
from client.boards.loop.reading import Reading
from rules.contract import Move
from rules.loop.terms import CARD_PRICE, TOWER_PRICE

TOWER_CARD = Move("play-tower", (0,))
"""The move that a click on the tower cards in the hand begins; the player then chooses its field."""

HAND_TOWER = "hand-tower"
"""The name of the tower cards in the hand."""


def hand_cards(reading: Reading, seat: int) -> list[Card]:
    """A player's construction cards in order, then the tower cards as one."""
    player = reading.facts.players[seat]
    cards = [_construction_card(reading, face, Move("play", (face,)), "hand") for face in player.cards]
    if player.towers:
        can = any(move.kind == "play-tower" for move in reading.shown.moves)
        cards.append(
            Card(
                TOWER_CARD,
                can,
                number=player.towers,
                drawing="pieces/tower",
                caption=reading.said("table.loop.tower-card.caption") if can else "",
                name=reading.said("table.loop.tower-cards", count=player.towers),
                about=reading.said("table.loop.tower-card.can" if can else "table.loop.tower-card.about"),
                key=HAND_TOWER,
            )
        )
    return cards


def row_cards(reading: Reading) -> list[Card]:
    """The face-up construction cards for sale."""
    return [
        _construction_card(reading, face, Move("buy-card", (face,)), "market") if face else _coming(reading)
        for face in reading.facts.market
    ]


def _coming(reading: Reading) -> Card:
    """A place in the row whose card is not turned up yet."""
    said = reading.said("table.loop.card.coming")
    return Card(None, False, drawing="pieces/cardback", name=said, about=said, key="market-coming")


def _construction_card(reading: Reading, face: int, move: Move, where: str) -> Card:
    can = reading.can(move)
    crests: tuple[int, ...] = ()
    above, caption, about = "", "", reading.field(face)
    if can and move.kind == "play":
        done = reading.outcome(move)
        crests, caption = done.crests, done.net
        above = "pieces/block" if done.founds else "pieces/villa"
        about = f"{about} {reading.deed_sentence(move)}"
    return Card(
        move,
        can,
        number=face,
        caption=caption,
        crests=crests,
        drawing_above=above,
        name=reading.said("table.loop.card" if where == "hand" else "table.loop.card.for-sale", card=face),
        about=about,
        key=f"{where}-{face}",
    )


def pile_cards(reading: Reading) -> list[Card]:
    """The draw pile and the tower cards, with the numbers left and the prices."""
    facts = reading.facts
    return [
        Card(
            move,
            reading.can(move),
            number=count,
            drawing=drawing,
            caption=str(price),
            name=reading.said(f"table.loop.{move.kind}", count=count, real=price),
            about=reading.said(f"table.loop.{move.kind}.about"),
            key=f"market-{move.kind}",
        )
        for move, count, drawing, price in (
            (Move("buy-pile"), facts.pile, "pieces/cardback", CARD_PRICE),
            (Move("buy-tower"), facts.towers, "pieces/tower", TOWER_PRICE),
        )
    ]
