"""Builds dist/alarife-VERSION-macos-MACHINE.dmg on a Mac: a disk image with the program as an app.

The app is signed for this machine only (``codesign --sign -``), as Apple's processors require of every program. If you have a
developer certificate, name it: ``CODESIGN_IDENTITY=...``; without one, a Mac asks before the first start.
"""

from __future__ import annotations

import os
import platform
import plistlib
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import freeze
from icons import ICONS
from project import BUILD, DIST, FROZEN, ID, ROOT, VERSION, BuildError, main, run, say

APP = FROZEN.with_name("Alarife.app")
STAGE = BUILD / "macos"
PACKAGE = DIST / f"alarife-{VERSION}-macos-{platform.machine()}.dmg"


def build() -> Path:
    """Freeze, sign and pack."""
    if sys.platform != "darwin":
        raise BuildError("a program for the Mac can only be frozen on a Mac")
    freeze.freeze()
    stage(APP)
    app = STAGE / APP.name
    run("codesign", "--force", "--deep", "--sign", os.environ.get("CODESIGN_IDENTITY") or "-", app)
    run("codesign", "--verify", "--deep", "--strict", app)
    told = run(app / "Contents/MacOS/alarife", "--version").strip()
    if told != f"alarife {VERSION}":
        raise BuildError(f"the app says “{told}”, pyproject.toml says {VERSION}")
    DIST.mkdir(exist_ok=True)
    run("hdiutil", "create", "-volname", "Alarife", "-srcfolder", STAGE, "-format", "UDZO", "-ov", PACKAGE)
    say(f"{PACKAGE.relative_to(ROOT)}: {PACKAGE.stat().st_size / 1e6:.1f} MB")
    return PACKAGE


def stage(app: Path) -> None:
    """Lay out the content of the image: the app, with the icon of game files, and a link to the applications folder."""
    shutil.rmtree(STAGE, ignore_errors=True)
    goal = STAGE / app.name
    shutil.copytree(app, goal, symlinks=True)
    shutil.copyfile(ICONS / "game-file.icns", goal / "Contents/Resources/game-file.icns")
    complain(goal)
    (STAGE / "Applications").symlink_to("/Applications")


def complain(app: Path) -> None:
    """Raise unless the app declares what a Mac has to know: its version, its links and its files."""
    told = plistlib.loads((app / "Contents/Info.plist").read_bytes())
    if (told["CFBundleIdentifier"], told["CFBundleShortVersionString"]) != (ID, VERSION):
        raise BuildError(f"the app is {told['CFBundleIdentifier']} {told['CFBundleShortVersionString']}")
    schemes = [scheme for kind in told["CFBundleURLTypes"] for scheme in kind["CFBundleURLSchemes"]]
    icons = [kind["CFBundleTypeIconFile"] for kind in told["CFBundleDocumentTypes"]]
    if schemes != ["alarife"] or not all((app / "Contents/Resources" / icon).is_file() for icon in icons):
        raise BuildError("the app does not take invite links, or lacks the icon of game files")


if __name__ == "__main__":
    main(build)
