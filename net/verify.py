"""Checking a game file: every signature, link, digest, contribution to the dealing, and move."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from net.gamefile import GameFileError, load, replay
from rules.message import Message, message


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check found.

    Attributes:
        holds: whether everything is as it must be.
        findings: sentences, in the order of checking; when something is wrong the last ones say what and where.
        entries: how many entries hold.
    """

    holds: bool
    findings: tuple[Message, ...]
    entries: int


def verify(path: Path) -> Verdict:
    """Check a game file from its first byte to its last; never raises for what is in the file.

    A last line that breaks off does not fail a file: it was never told to anybody. It is among the findings.
    """
    findings: list[Message] = []
    entries = 0
    try:
        recording = load(path)
        charter = recording.charter.charter
        findings.append(message("session.verify.charter", game=charter.game, version=charter.version, peers=len(charter.peers)))
        findings.append(message("session.verify.signatures", entries=len(recording.entries)))
        if recording.notice is not None:
            findings.append(recording.notice)
        result = None
        for step in replay(recording):
            entries, result = step.index, step.position.result
        findings.append(message("session.verify.moves", entries=entries))
        findings.append(message("session.verify.over" if result else "session.verify.unfinished"))
    except GameFileError as error:
        findings += [error.reason] if error.detail is None else [error.reason, error.detail]
        return Verdict(False, tuple(findings), entries)
    return Verdict(True, tuple(findings), entries)
