"""Files as earlier versions of the program wrote them, which every later version opens.

Each folder is named after the commit whose program wrote it and holds games, a home (identity, settings, address book),
invites, and ``expected.json``: what that program itself read in them. Nothing in a folder is ever changed or remade.
A new folder is written by ``python -m tests.ages.make NAME``, from the program of that moment.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from net.gamefile import load, replay
from net.verify import verify
from rules.contract import digest_of

FOLDER = Path(__file__).parent
AGES = tuple(sorted(path.parent.name for path in FOLDER.glob("*/expected.json")))


def found(path: Path) -> dict[str, object]:
    """What a program reads in a game file; ``course`` stands for the digests of all its positions, ``known`` for the last one
    as this file knows it."""
    recording = load(path)
    steps = list(replay(recording))
    verdict = verify(path)
    last = steps[-1].position
    return {
        "holds": verdict.holds,
        "findings": [finding.key for finding in verdict.findings],
        "entries": verdict.entries,
        "head": recording.entries[-1].hash.hex(),
        "digest": last.digest(),
        "known": digest_of(last.facts()),
        "course": hashlib.sha256("".join(step.position.digest() for step in steps).encode()).hexdigest(),
        "moves": sum(step.move is not None for step in steps),
        "scores": list(last.scores()),
        "end": last.result.end if last.result else None,
        "ranks": list(last.result.ranks) if last.result else None,
    }
