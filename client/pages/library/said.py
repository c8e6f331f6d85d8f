"""One-line descriptions of a recorded game."""

from __future__ import annotations

from client.library.record import Record
from client.messages import Catalogue


def result_text(catalogue: Catalogue, record: Record) -> str:
    """The winner and the scores of a finished game, in order of rank."""
    winners = [place.name for place in record.places if place.rank == 1]
    names = catalogue.listed(winners)
    key = "table.result.wins" if len(winners) == 1 else "table.result.shared"
    scores = catalogue.listed(
        (catalogue.text("client.library.score", name=place.name, score=place.score or 0) for _, place in record.ranking), "row"
    )
    return catalogue.text("client.library.result", result=catalogue.text(key, names=names), scores=scores)


def state_text(catalogue: Catalogue, record: Record) -> str:
    """How far the game in a file has got. A file that is not read yet may hold a whole game: it is only called saved."""
    text = catalogue.text
    if record.end:
        return text("client.library.over", turns=record.taken)
    return text("client.library.open-turn", turn=record.taken) if record.studied else text("client.library.open")
