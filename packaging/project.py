"""Facts about the project for the programs in this folder. Only pyproject.toml states its version."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
BUILD = ROOT / "build"
DIST = ROOT / "dist"
FROZEN = BUILD / "frozen" / "alarife"
"""The folder with the program and everything it needs, as PyInstaller makes it."""

ID = "org.alarife.alarife"
"""The program's unique id on a desktop; the file names in packaging/linux and the name of the window agree with it."""

NOWHERE = "alarife.example"
"""The host in the maintainer's address if a package is not published; nobody can ever own this name (RFC 2606)."""

METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION: str = METADATA["version"]
SUMMARY: str = METADATA["description"]
AUTHORS: str = METADATA["authors"][0]["name"]


class BuildError(Exception):
    """Something that a package needs is missing or wrong. The text says what, and what to do if that is not obvious."""


def site() -> str:
    """The address at which this release is published, without a slash at the end: ``make release SITE=https://...``.

    Empty if ``SITE`` is not set; then no package contains such an address.
    """
    return os.environ.get("SITE", "").rstrip("/")


def maintainer() -> str:
    """The maintainer of a package, with an address."""
    return f"{AUTHORS} <alarife@{urlsplit(site()).hostname or NOWHERE}>"


def moment() -> int:
    """The time, in seconds since 1970, that everything in a package gets, so that building twice gives the same bytes.

    It is the time of the last commit. The files of a source archive have that time as well, so no git is needed there.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given:
        return int(given)
    if (ROOT / ".git").exists() and shutil.which("git"):
        asked = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False)
        if asked.returncode == 0 and asked.stdout.strip():
            return int(asked.stdout)
    return int((ROOT / "pyproject.toml").stat().st_mtime)


def run(*command: object, **rest: object) -> str:
    """Run a tool and return its output. Raises :class:`BuildError` with that output if the tool fails, or if it is missing."""
    words = [str(word) for word in command]
    beside = Path(sys.executable).parent / words[0]
    if beside.exists():  # a tool of this Python's
        words[0] = str(beside)
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, **rest)  # type: ignore[call-overload]
    except FileNotFoundError:
        raise BuildError(f"{words[0]} is missing on this machine") from None
    if done.returncode:
        raise BuildError(f"{' '.join(words[:3])} ... ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    output: str = done.stdout
    return output


def say(text: str) -> None:
    """Print a line about the current step."""
    print(f"packaging: {text}", flush=True)


def main(work: object) -> None:
    """Run a step; a :class:`BuildError` becomes its sentence and status 1."""
    assert callable(work)
    try:
        work()
    except BuildError as error:
        print(f"packaging: {error}", file=sys.stderr)
        sys.exit(1)
