"""Locks every library that Alarife is played, tested and packaged with, by version and by SHA-256 of each file: ``make lock``.

One resolution is valid for every system and every Python from 3.11 on, so the files in packaging/locked contain conditions. A
library has the same version in all three files.
"""

from __future__ import annotations

import sys
import tempfile
import tomllib
from pathlib import Path

from project import METADATA, PACKAGING, ROOT, main, run, say

LOCKED = PACKAGING / "locked"
PURPOSES = {"play": (), "test": ("test",), "package": ("package",)}
"""The files, each with the extras of pyproject.toml that it covers."""

HEADER = "# Made by `make lock`. pip checks every file that it installs against these hashes.\n"


def lock() -> Path:
    """Write the files in packaging/locked again, from the requirements in pyproject.toml."""
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
    """The tools that build the project itself, which is installed from its folder without a separate build environment."""
    requires: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    return requires


def _resolved(builder: Path, extras: object, within: Path | None) -> str:
    """The locked lines for these extras; ``within`` is an earlier resolution, from which the versions are taken."""
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
