"""A failing game as an ``.alarife`` file that any part of the program opens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from net.deal.seeded import seed_of
from net.offline import record
from rules.contract import Move
from tests.contract.settings import Setting

FOLDER = Path(__file__).parent.parent.parent / "build" / "failures"


def dump(setting: Setting, seed: int, moves: Sequence[tuple[int, Move]]) -> Path:
    """Write the game so far; moves that cannot even be replayed end the file. Returns where it is."""
    path = FOLDER / f"{setting}-{seed}.alarife"
    path.unlink(missing_ok=True)
    record(path, setting.game, setting.options, setting.seats, seed_of(str(seed)), moves)
    return path
