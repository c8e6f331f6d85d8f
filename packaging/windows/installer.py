"""Builds dist/alarife-VERSION-windows-MACHINE-setup.exe, a setup program, on Windows with NSIS."""

from __future__ import annotations

import platform
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import freeze
from icons import ICONS
from project import DIST, FROZEN, ROOT, VERSION, BuildError, main, run, say

SCRIPT = Path(__file__).with_name("alarife.nsi")
PACKAGE = DIST / f"alarife-{VERSION}-windows-{platform.machine().lower()}-setup.exe"


def build() -> Path:
    """Freeze and pack."""
    if sys.platform != "win32":
        raise BuildError("a program for Windows can only be frozen on Windows")
    freeze.freeze()
    DIST.mkdir(exist_ok=True)
    compiled(FROZEN, PACKAGE)
    say(f"{PACKAGE.relative_to(ROOT)}: {PACKAGE.stat().st_size / 1e6:.1f} MB")
    return PACKAGE


def compiled(folder: Path, package: Path) -> Path:
    """Compile a setup program that installs the content of a folder. NSIS can do this on every system."""
    words = {"VERSION": VERSION, "NUMBERS": numbers(VERSION), "SOURCE": folder, "ICONS": ICONS, "OUTPUT": package}
    run("makensis", "-V2", "-WX", *(f"-D{name}={value}" for name, value in words.items()), SCRIPT)
    return package


def numbers(version: str) -> str:
    """A version as the four numbers that Windows requires: ``1.2.0rc1`` is ``1.2.0.0``."""
    found = re.match(r"(\d+)\.(\d+)\.(\d+)", version)
    if found is None:
        raise BuildError(f"{version} is no version of three numbers")
    return ".".join([*found.groups(), "0"])


if __name__ == "__main__":
    main(build)
