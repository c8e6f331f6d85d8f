"""Checking a game file: every signature, link, digest, dealing contribution and move, and under the seals, if they are open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from net.deal import FAIR_VERSIONS, LOCAL, Dealer, Place
from net.deal.fair.audit import AuditingDealer, Ledger
from net.gamefile import GameFileError, Recording, courses, load
from net.session.history.course import Course
from rules.message import Message, message


@dataclass(frozen=True, slots=True)
class Verdict:
    """The findings of a check.

    Attributes:
        holds: whether everything is valid.
        findings: sentences, in the order of checking; if something is wrong, the last ones say what and where.
        entries: the number of valid entries.
    """

    holds: bool
    findings: tuple[Message, ...]
    entries: int


def verify(path: Path) -> Verdict:
    """Check a game file from its first byte to its last; never raises because of the content.

    A last line that breaks off is a finding, but no failure: that entry was never sent to anybody.
    """
    findings: list[Message] = []
    entries = 0
    try:
        recording = load(path)
        charter = recording.charter.charter
        findings.append(
            message("session.verify.charter", game=f"{charter.game}.title", version=charter.version, peers=len(charter.peers))
        )
        findings.append(message("session.verify.signatures", entries=len(recording.entries)))
        if recording.notice is not None:
            findings.append(recording.notice)
        if not recording.ended:
            findings.append(message("session.file.unended", file=path.name, line=len(recording.entries) + 1))
        ledger = Ledger()
        course: Course | None = None
        for course in _played(recording, ledger):
            entries = course.index
        findings.append(message("session.verify.moves", entries=entries))
        findings += _under_the_seals(recording, ledger)
        findings.append(message("session.verify.over" if course and course.state.result else "session.verify.unfinished"))
        if course is not None and recording.published is not None and course.state.problems():
            raise GameFileError(message("session.verify.unaccounted", what="; ".join(course.state.problems())))
    except GameFileError as error:
        findings += [error.reason] if error.detail is None else [error.reason, error.detail]
        return Verdict(False, tuple(findings), entries)
    return Verdict(True, tuple(findings), entries)


def _played(recording: Recording, ledger: Ledger) -> Iterator[Course]:
    """The course of the game after every entry, checked under the seals if all of them can be opened."""

    def dealer(place: Place) -> Dealer:
        made = AuditingDealer(*place, version=FAIR_VERSIONS[recording.charter.charter.dealer])
        made.ledger = ledger
        return made

    return courses(recording, dealer if recording.charter.charter.dealer in FAIR_VERSIONS else None)


def _under_the_seals(recording: Recording, ledger: Ledger) -> list[Message]:
    """The findings about the hidden cards."""
    if recording.charter.charter.dealer == LOCAL:
        return [message("session.verify.seed")]
    if recording.charter.charter.dealer not in FAIR_VERSIONS:
        return []
    if recording.published is None:
        return [message("session.verify.sealed")]
    found = {"cards": ledger.cards, "shuffles": ledger.shuffles, "dealt": ledger.dealt, "lots": ledger.lots}
    return [message("session.verify.open", **found)]
