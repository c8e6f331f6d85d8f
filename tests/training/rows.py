"""What trainings share: playing a turn, the position after it, its features as they are and times what is left, and the file of
weights."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from net.deal.local import settle
from net.deal.seeded import SeededDeals
from rules.contract import Move, State
from rules.search.turns import show_known

PACE = 1000
"""Weights are thousandths."""


def after(view: Any, turn: Any) -> Any:
    """The position after a whole turn, as its seat sees it."""
    state = view.copy()
    for move in turn.moves:
        state.play_silently(move)
        show_known(state)
    return state


def taken(state: State, deals: SeededDeals, moves: Sequence[Move]) -> Iterator[Move]:
    """Play a turn; each move is yielded before it is played.

    The turn ends early at a deal that tells something new, since the rest of it is then thought over.
    """
    seat, number = state.turn, state.turn_number
    for move in moves:
        if (state.turn, state.turn_number) != (seat, number):
            return
        yield move
        state.play_silently(move)
        dealt = bool(state.deals) and state.deals[0].kind != "show"
        settle(state, deals)
        if dealt:
            return


def doubled(row: Sequence[float], left: float) -> list[float]:
    """Features as they are, and times the part of the game that is left."""
    return [*row, *(value * left for value in row)]


def commit() -> str:
    """The version that learns; empty outside a clone."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def kept(file: Path) -> dict[str, Any]:
    """The weights in a file and their origins, by the number of seats; nothing if there is no such file."""
    seats: dict[str, Any] = json.loads(file.read_text("utf-8"))["seats"] if file.exists() else {}
    return seats


def keep(file: Path, game: str, names: Sequence[str], seats: int, weights: Sequence[int], origin: Mapping[str, Any]) -> None:
    """Put weights into a file, beside those for other numbers of seats, and tell their origin."""
    all_seats = kept(file) | {str(seats): {"weights": list(weights), "origin": dict(origin)}}
    content = {"game": game, "commit": commit(), "features": list(names), "seats": all_seats}
    file.write_text(json.dumps(content) + "\n", "utf-8")
    sys.stdout.write(json.dumps({"seats": seats, **origin}) + "\n")
