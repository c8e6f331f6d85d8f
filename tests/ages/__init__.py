"""Files as earlier versions of the program wrote them, which every later version opens.

Each folder is named after the commit whose program wrote it. It holds games, a home (identity, settings and address book; in
later ages also boards, seasons and the index of the games), invites, and ``expected.json``: what that program itself read in
them. Nothing in a folder is ever changed or remade. A new folder is written by ``python -m tests.ages.make NAME``, from the
program of that moment; some hold only the games that a change concerned.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from client.library.reading import study
from client.library.record import Record
from client.library.statistics import by_game, games_of, grouped
from net.boards import boards_of, chosen, flaws_of
from net.corrections import correct
from net.gamefile import load, replay
from net.session.format.text import name_key
from net.verify import verify
from rules.contract import digest_of
from rules.registry import games

FOLDER = Path(__file__).parent
AGES = tuple(sorted(path.parent.name for path in FOLDER.glob("*/expected.json")))


def found(path: Path) -> dict[str, object]:
    """A summary of a game file as this program reads it.

    ``course`` stands for the digests of all its positions, ``known`` for the last one as this file knows it.
    """
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


def shelved(path: Path) -> str:
    """The path under which the index of an age lists a game; no real folder has it."""
    return f"/games/{path.parent.name}/{path.name}"


def known(path: Path) -> dict[str, object]:
    """The record of a game file in the library."""
    record = _record(path)
    return {
        "game": record.game,
        "version": record.version,
        "state": record.state,
        "turns": record.turns,
        "end": record.end,
        "mine": record.mine,
        "players": [[place.name, place.kind, place.stayed, place.score, place.rank] for place in record.places],
    }


def tallied(files: Sequence[Path]) -> dict[str, list[list[object]]]:
    """The statistics of everybody who has finished one of these games: by game, what was played and won, and the points."""
    records = [(float(number), _record(path)) for number, path in enumerate(files)]
    finished = [(when, record) for when, record in records if record.end]
    people = sorted({place.name for _, record in finished for place in record.people})
    return {
        person: [[game, *counted] for game, counted in grouped(games_of(name_key(person), finished), by_game)]
        for person in people
    }


@cache
def _record(path: Path) -> Record:
    return study(path)[0]


def named_boards(kept: Path) -> dict[str, list[list[object]]]:
    """The boards in a folder, by data file: their names, whether they can be played on, and the digests of their content."""
    correct(kept)
    try:
        return {
            of: [
                [board.name, not flaws_of(of, board.content), digest_of(board.content)]
                for board in boards_of(of)
                if board.content is not None
            ]
            for of in _data_files()
        }
    finally:
        correct(None)


def chosen_boards(kept: Path) -> dict[str, str]:
    """The digests of the boards for new games that take the place of shipped ones."""
    assert correct(kept) == []
    try:
        contents = {of: chosen(of) for of in _data_files()}
        return {of: digest_of(content) for of, content in contents.items() if content is not None}
    finally:
        correct(None)


def _data_files() -> list[str]:
    return list(dict.fromkeys(name for rules in games().values() for name in rules.data))
