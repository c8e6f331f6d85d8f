"""Locks every library that Alarife is played, tested and packaged with, by version and by SHA-256 of each file: ``make lock``.

One resolution serves every system and every Python from 3.11 on, so each file in packaging/locked carries conditions. The three
files agree: a library has the same version in all of them.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path

from project import METADATA, PACKAGING, ROOT, main, run, say

LOCKED = PACKAGING / "locked"
PURPOSES = {"play": (), "test": ("test",), "package": ("package",)}
"""The files, and the extras of pyproject.toml that each of them serves."""

HEADER = "# Made by `make lock`. pip checks every file that it installs against these hashes.\n"


def lock() -> Path:
    """Write packaging/locked anew from what pyproject.toml asks for."""
    LOCKED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        builder = Path(folder, "builder.in")
        builder.write_text("\n".join(_builder()) + "\n", "utf-8")
        together = Path(folder, "together.txt")
        together.write_text(_resolved(builder, METADATA["optional-dependencies"], None), "utf-8")
        for purpose, extras in PURPOSES.items():
            (LOCKED / f"{purpose}.txt").write_text(HEADER + _resolved(builder, extras, together), "utf-8")
            say(f"packaging/locked/{purpose}.txt")
    return LOCKED


def _builder() -> list[str]:
    """The tools that build the project itself: it is installed from its folder without a separate build environment."""
    requires: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    return requires


def _resolved(builder: Path, extras: object, within: Path | None) -> str:
    """The locked lines for these extras, with the versions of an earlier resolution if one is given."""
    assert isinstance(extras, tuple | dict)
    chosen = [word for extra in extras if extra != "fuzz" for word in ("--extra", extra)]
    constraint = ["--constraint", within] if within is not None else []
    return run(
        *(sys.executable, "-m", "uv", "pip", "compile", "--universal", "--generate-hashes", "--python-version", "3.11"),
        *("--quiet", "--no-header", "--no-annotate", *chosen, *constraint, ROOT / "pyproject.toml", builder),
        cwd=ROOT,
    )  # fmt: skip


if __name__ == "__main__":
    main(lock)
