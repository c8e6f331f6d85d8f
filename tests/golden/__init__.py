"""Golden games: recorded games of every game, seat count and end, replayed and compared line by line.

Beside each ``.alarife`` file lies a ``.trace``: one JSON object for each entry with the move, every event, the prompt and the
digest of the public facts, and a last one with the outcome. ``index.json`` says what each was made for.

Golden games are kept for good: those of a game's first version lie in its folder, those of each later version in a folder
``v<version>`` below. ``python -m tests.golden.make`` adds what the newest version lacks and touches nothing that is there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from net.gamefile import load, replay

FOLDER = Path(__file__).parent
INDEX = FOLDER / "index.json"


def told(path: Path) -> Iterator[dict[str, object]]:
    """The trace of a game file."""
    for step in replay(load(path)):
        yield {
            "n": step.index,
            "seat": step.seat,
            "move": str(step.move) if step.move else None,
            "events": [str(event) for event in step.events],
            "prompt": str(step.position.prompt()),
            "digest": step.position.digest(),
        }
    state = step.position
    result = state.result
    yield {
        "scores": list(state.scores()),
        "score_trace": [f"{line.seat} {line.points} {line.reason}" for line in state.score_trace()],
        "end": result.end if result else None,
        "ranks": list(result.ranks) if result else None,
    }
