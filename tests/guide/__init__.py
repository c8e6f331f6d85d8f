"""Follows the guides for developers to the letter, in a copy of the sources."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.copies import PARTS, take_bytecode

ROOT = Path(__file__).parent.parent.parent

_STEP = re.compile(
    r"^(?P<how>Create|Add to|In) `(?P<path>[^`]+)`"
    r"(?:, after the line that begins with `(?P<after>[^`]+)`, add)?:\n\n```(?:\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_FENCE = re.compile(r"^```\w+$", re.MULTILINE)
_LEFT = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info", "*.alarife", "*.trace", "stored"
)


class Step(NamedTuple):
    """One change that a guide asks for.

    Attributes:
        path: of the file, from the root of the sources.
        text: what to put there.
        after: the beginning of the line to insert it after; empty for the end of the file (which may not exist yet).
        new: whether the file is created.
    """

    path: str
    text: str
    after: str
    new: bool


def steps(guide: Path) -> Iterator[Step]:
    """The changes that a guide asks for, in order; fails when a block of code belongs to none."""
    text = guide.read_text("utf-8")
    found = list(_STEP.finditer(text))
    assert len(found) == len(_FENCE.findall(text)), "a block of code has no sentence before it that says where it goes"
    for step in found:
        yield Step(step["path"], step["text"], step["after"] or "", step["how"] == "Create")


def copy_of_the_sources(folder: Path) -> Path:
    """A copy of the sources without recorded and built files."""
    shutil.copytree(ROOT, folder, ignore=_LEFT)
    take_bytecode(ROOT, folder, (*PARTS, "tests"))
    return folder


def follow(guide: Path, folder: Path) -> list[str]:
    """Make the changes of a guide in a copy of the sources; returns the files that it created."""
    created = []
    for step in steps(guide):
        path = folder / step.path
        if step.new:
            assert not path.exists(), step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, "utf-8")
            created.append(step.path)
            continue
        text = path.read_text("utf-8")
        if step.after:
            line = re.search(rf"^{re.escape(step.after)}.*\n", text, re.MULTILINE)
            assert line is not None, f"{step.path} has no line that begins with {step.after}"
            path.write_text(text[: line.end()] + step.text + text[line.end() :], "utf-8")
        else:
            path.write_text(f"{text}\n{step.text}", "utf-8")
    return created
