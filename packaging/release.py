"""Builds everything of a release that this machine can, in dist/: packages, source, pictures, notes, signed SHA-256 sums."""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

import changes
import deb
import freeze
import portable
import sign
from project import DIST, PACKAGING, ROOT, VERSION, BuildError, main, run, say, site

SUMS = DIST / f"alarife-{VERSION}-SHA256SUMS"
NOTES = DIST / f"alarife-{VERSION}-notes.md"


def build() -> Path:
    """Build all of it. Raises :class:`~project.BuildError` if the tree has uncommitted changes."""
    if run("git", "status", "--porcelain", cwd=ROOT).strip():
        raise BuildError("there are changes that no commit has: a release could not be built again from its source")
    freeze.freeze()
    made = [deb.pack(), portable.pack(), source(), notes()]
    pictures = DIST / "screenshots"
    shutil.rmtree(pictures, ignore_errors=True)
    run(sys.executable, PACKAGING / "screenshots.py")  # Qt draws without windows here already, for the icons
    sums([*made, *sorted(pictures.iterdir())])
    say(f"{SUMS.relative_to(ROOT)} lists what stands in {DIST.relative_to(ROOT)} now")
    say(f"to be published at {site()}" if site() else "no package names a place where it is published: SITE=https://... would")
    return DIST


def source() -> Path:
    """Pack the source of this commit."""
    package = DIST / f"alarife-{VERSION}-source.tar.gz"
    run("git", "archive", "--format=tar.gz", f"--prefix=alarife-{VERSION}/", f"--output={package}", "HEAD", cwd=ROOT)
    return package


def notes() -> Path:
    """Write the changelog's entry for this version to a file."""
    latest = changes.releases()[0]
    NOTES.write_text(f"# Alarife {latest.version}{', ' + latest.when if latest.when else ''}\n\n{latest.text}", "utf-8")
    return NOTES


def sums(files: list[Path]) -> Path:
    """Write the checksum of each file, as ``sha256sum --check`` reads it in dist/, and sign the list."""
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(DIST)}" for file in files]
    SUMS.write_text("\n".join(lines) + "\n", "utf-8")
    run("sha256sum", "--check", "--quiet", SUMS.name, cwd=DIST)
    sign.sign(SUMS)
    return SUMS


if __name__ == "__main__":
    main(build)
