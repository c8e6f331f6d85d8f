"""The text of the purse: the payment, the purchases of picked cards, or the uses of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from client.boards.burgenland.facts import PIECES, coins_of
from client.boards.burgenland.picks import Picks
from client.boards.burgenland.reading import BurgenlandReading
from rules.burgenland import label
from rules.contract import Move


class Account(NamedTuple):
    """A sentence, the cards and jokers it is about, and the number of card places still empty."""

    words: str
    faces: Sequence[int] = ()
    jokers: int = 0
    still_open: int = 0


def account_of(reading: BurgenlandReading, picks: Picks) -> Account:
    """The contents of the purse."""
    bill = reading.facts.payment
    if bill is not None:
        left, coins = max(0, bill.left), bill.kind == "coins"
        words = reading.say("pays.coins" if coins else "pays.cards", what=reading.catalogue.text(label(bill.move)), left=left)
        return Account(words, bill.faces, bill.jokers, 0 if coins else left)
    if picks.cards:
        faces = sorted(reading.faces(sorted(picks.slots)))
        return Account(_bought(reading, picks, faces), faces, picks.jokers)
    return Account(_affordable(reading))


def _bought(reading: BurgenlandReading, picks: Picks, faces: Sequence[int]) -> str:
    """The purchases that the picked cards allow."""
    said = reading.say("picked", cards=picks.cards, coins=sum(map(coins_of, faces)))
    things = list(dict.fromkeys(_thing(reading, row[0]) for row in picks.rows))
    if things:
        return f"{said} {reading.say('picked.buys', things=reading.words.several(things))}"
    return f"{said} {reading.say('picked.nothing')}"


def _thing(reading: BurgenlandReading, move: Move) -> str:
    """The name of a purchase, without the square."""
    if move.kind in PIECES:
        return reading.say("thing.castle", piece=PIECES[move.kind], castle=move.args[0])
    if move.kind == "well":
        return reading.say("thing.well", castle=move.args[0])
    if move.kind == "joker":
        return reading.say("thing.joker")
    return reading.say("thing.large", piece=move.args[0])


def _affordable(reading: BurgenlandReading) -> str:
    """The possible uses of the whole hand."""
    say, several = reading.say, reading.words.several
    if not reading.castle_offers:
        return say("purse.nothing-known")
    castles = [str(castle) for castle, offer in reading.castle_offers.items() if not offer.lacking]
    if len(castles) == len(reading.castle_offers):
        said = say("purse.every-castle")
    else:
        said = say("purse.castles", castles=several(castles)) if castles else say("purse.no-castle")
    large = sorted({piece for (piece, _), offer in reading.large_offers.items() if not offer.lacking})
    if large:
        pieces = [reading.catalogue.text(f"burgenland.piece.{piece}") for piece in large]
        said += " " + say("purse.large", pieces=several(pieces))
    if reading.picking:
        said += " " + say("purse.pick")
    return said
