"""Hand and stock as cards, with the effect of a click on each."""

from __future__ import annotations

from collections.abc import Mapping

from client.boards.burgenland.cards import HandCard
from client.boards.burgenland.facts import coins_of, colour_of
from client.boards.burgenland.picks import Picks
from client.boards.burgenland.reading import BurgenlandReading
from rules.contract import SEALED, Move

JOKER_HEAP = "hand-joker"
"""The key of the jokers in the hand."""

_TILES = {25: "five", 26: "plot", 27: "minus-ten", 28: "law-break"}
"""The drawings of ?-tiles, by face."""

LENSES: Mapping[str, str] = {
    "hand-swap": "swap",
    "hand-five": "five",
    "hand-plot": "plot",
    "hand-minus-ten": "minus-ten",
    "hand-law-break": "lawless",
}
"""Tiles in the hand by key, and how their moves begin."""


def hand_cards(reading: BurgenlandReading, picks: Picks, seat: int) -> list[HandCard]:
    """A seat's cards by colour, its jokers, swap tiles and ?-tiles."""
    player = reading.facts.players[seat]
    cards = [_heraldic(reading, picks, slot, face) for slot, face in sorted(player.hand, key=lambda card: (card[1], card[0]))]
    if player.jokers:
        cards.append(_heap(reading, picks, "joker", player.jokers))
    if player.swaps:
        cards.append(_heap(reading, picks, "swap", player.swaps))
    faces = [face for _, face in player.tiles]
    cards += [_heap(reading, picks, kind, faces.count(face)) for face, kind in _TILES.items() if face in faces]
    if SEALED in faces:
        cards.append(_heap(reading, picks, "tile", faces.count(SEALED)))
    return cards


def _heraldic(reading: BurgenlandReading, picks: Picks, slot: int, face: int) -> HandCard:
    say, key = reading.say, f"hand-{slot}"
    if face == SEALED:
        return HandCard(None, False, drawing="burgenland/back", name=say("card.sealed"), key=key, number=1)
    colour, coins = colour_of(face), coins_of(face)
    move = Move("pay", (colour, coins))
    can = reading.can(move)
    return HandCard(
        move,
        can,
        name=say("card.named", colour=colour, coins=coins, crest=colour),
        about=say("card.can" if can else "card.pick" if reading.picking else "card.about"),
        key=key,
        slot=slot,
        colour=colour,
        coins=coins,
        picked=int(slot in picks.slots),
    )


def _heap(reading: BurgenlandReading, picks: Picks, kind: str, count: int) -> HandCard:
    """Equal things as one card with their number."""
    say, key = reading.say, f"hand-{kind}"
    lens, move = LENSES.get(key, ""), Move("pay-joker") if kind == "joker" else None
    return HandCard(
        move,
        reading.can(move) if move is not None else bool(lens) and reading.offers(lens),
        number=count,
        drawing=f"burgenland/{kind}",
        name=say(f"heap.{kind}", count=count),
        about=say(f"heap.{kind}.about"),
        key=key,
        picked=picks.jokers if kind == "joker" else int(bool(lens) and lens == picks.lens),
    )


def stock_cards(reading: BurgenlandReading, picks: Picks) -> list[HandCard]:
    """The piles beside the map."""
    say, facts = reading.say, reading.facts
    price = reading.state.position.board.joker_price
    entries = (
        ("pile", "back", facts.pile, Move("draw")),
        ("discards", "discards", facts.discards, None),
        ("builder", "builder", facts.builder, None),
        ("joker", "joker", facts.jokers, Move("joker")),
        ("tiles", "tile", facts.tiles, None),
        ("swaps", "swap", facts.swaps, None),
    )
    return [
        HandCard(
            move,
            move is not None and reading.can(move) and (not picks.cards or picks.row_of(move) is not None),
            number=count,
            drawing=f"burgenland/{drawing}",
            name=say(f"stock.{key}", count=count),
            about=say(f"stock.{key}.about", count=count, price=price),
            key=f"stock-{key}",
        )
        for key, drawing, count, move in entries
    ]
