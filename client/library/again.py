"""Another game like a recorded one: the same game, house rules, manners and people, and the next seat begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.library.record import Place, Record

if TYPE_CHECKING:
    from net.api import Plan, Seat


def again(record: Record, me: str, name: str = "") -> tuple[Plan, bool]:
    """The plan of another game on the same terms, and whether this computer has to host it for others.

    The first seat becomes the last. Seats of people at other computers are open, so that they can join.

    Args:
        record: the record of the game.
        me: the public key of this computer, in hex.
        name: the name of the person here.

    Raises :class:`~rules.contract.RulesError` when this program does not have the game or one of its house rules.
    """
    from net.api import PROGRAM, Plan
    from net.deal import LOCAL
    from net.session.format.manners import meant_manners
    from rules.contract import meant_options
    from rules.registry import game

    rules = game(record.game)
    hosting = record.dealer != LOCAL and any(place.peer != me for place in record.people)
    rotated = [*record.places[1:], *record.places[:1]]
    levels = [PROGRAM, *rules.bots]
    seats = tuple(_seat(place, me, hosting, levels) for place in rotated)
    options = meant_options(rules, dict(record.options), record.version or None)
    manners = meant_manners(dict(record.manners))
    return Plan(record.game, seats, options, name, manners=manners), hosting


def _seat(place: Place, me: str, hosting: bool, levels: list[str]) -> Seat:
    from net.api import Seat

    if place.kind == "bot":
        return Seat("bot", place.name, level=place.level if place.level in levels else levels[-1])
    if hosting and place.peer != me:
        return Seat("open")
    return Seat("person", place.name)
