"""The verdict on a file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tests.witness.charter import Damaged, NotCovered
from tests.witness.course import Course
from tests.witness.file import read_file
from tests.witness.opening import check_open

HOLDS, FAILS, NOT_COVERED = "holds", "fails", "not covered"


class Verdict(NamedTuple):
    """The verdict.

    Attributes:
        word: ``holds``, ``fails`` or ``not covered``.
        reason: why a file fails or is not covered; else empty.
        entries: the entries that hold.
        head: the hash of the last of them, hex.
    """

    word: str
    reason: str = ""
    entries: int = 0
    head: str = ""


def verify(path: Path) -> Verdict:
    """Check everything in a file."""
    try:
        content = path.read_bytes()
    except OSError as reason:
        return Verdict(FAILS, str(reason))
    return verify_bytes(content)


def verify_bytes(content: bytes) -> Verdict:
    """Check everything in the bytes of a file."""
    course = None
    try:
        recording = read_file(content)
        course = Course(recording.charter, recording.me, recording.private)
        for line in recording.lines:
            course.add(line)
        if course.published is not None:
            check_open(course, course.published)
    except NotCovered as reason:
        return Verdict(NOT_COVERED, str(reason))
    except Damaged as reason:
        if course is None:
            return Verdict(FAILS, str(reason))
        return Verdict(FAILS, f"entry {course.count}: {reason}", course.count, course.head.hex())
    return Verdict(HOLDS, "", course.count, course.head.hex())
