"""What is wrong with the start squares of Torres, square by square, and how two boards differ."""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import RulesError
from rules.flaws import Difference, Flaw, differing, without_about
from rules.message import message
from rules.torres.grid import CELLS, NEAR_PLUS
from rules.torres.terms import DATA, SEATS, read_box


def torres_flaws(data: Mapping[str, object]) -> list[Flaw]:
    """Start squares that are too near to each other, twice there or too few; the rest is left to the reader of the box."""
    starts = starts_of(data)
    if starts is None:
        return []
    found = []
    for index, cell in enumerate(starts):
        for other in starts[:index]:
            if cell == other:
                found.append(Flaw(message("boards.torres.twice", cell=cell), (str(cell),)))
            elif NEAR_PLUS[cell] >> other & 1:
                found.append(Flaw(message("boards.torres.near", one=other, other=cell), (str(other), str(cell))))
    if len(starts) <= max(SEATS):
        found.append(Flaw(message("boards.torres.few", count=len(starts), least=max(SEATS) + 1)))
    content = data[DATA]
    assert isinstance(content, Mapping)
    least = content.get("least_castles")
    if type(least) is int and len(starts) < least:
        found.append(Flaw(message("boards.torres.castles", count=len(starts), least=least)))
    return found or _too_many(data, starts)


def _too_many(data: Mapping[str, object], starts: list[int]) -> list[Flaw]:
    """Whether the blocks of the box suffice for all that lies on the board at the start."""
    try:
        read_box(data)
    except RulesError as error:
        if dict(error.reason.values).get("entry") == "blocks":
            return [Flaw(message("boards.torres.blocks", count=len(starts)))]
    return []


def torres_differences(old: Mapping[str, object], new: Mapping[str, object]) -> list[Difference]:
    """The start squares that are gone and those that are new, then all other entries."""
    before, after = starts_of(old), starts_of(new)
    if before is None or after is None:
        return differing(old, new)
    found = []
    for cell in range(CELLS):
        if (cell in before) != (cell in after):
            there = cell in after
            said = message("boards.torres.added" if there else "boards.torres.removed", cell=cell)
            found.append(
                Difference(f"{DATA}.starts.{cell}", None if there else cell, cell if there else None, said, (str(cell),))
            )
    if not found and before != after:
        found.append(Difference(f"{DATA}.starts", before, after, message("boards.torres.order")))
    return found + differing(_rest(old), _rest(new), DATA)


def starts_of(data: Mapping[str, object]) -> list[int] | None:
    """The start squares; None where the data do not name cells of the board."""
    content = data.get(DATA)
    starts = content.get("starts") if isinstance(content, Mapping) else None
    if not isinstance(starts, list) or not all(type(cell) is int and 0 <= cell < CELLS for cell in starts):
        return None
    return list(starts)


def _rest(data: Mapping[str, object]) -> object:
    content = without_about(data[DATA])
    assert isinstance(content, dict)
    return {key: value for key, value in content.items() if key != "starts"}
