"""Tests the package on a bare Debian: it installs with its dependencies alone, its window opens, and a game is played in it.
Programs that it opens get none of its libraries, and after its removal only the player's own files are left.

python packaging/test/bare.py dist/alarife_*.deb [--pictures FOLDER]
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from machine import HOME, Failed, System, base, complain_about_log, possible, say

GAME_SECONDS = 900

OF_THE_SYSTEM = (
    *("var/lib/dpkg/", "var/lib/apt/", "var/log/", "var/cache/", "etc/ld.so.cache", "tmp/", "run/", "dev/", "proc/"),
    "etc/resolv.conf",
    f"{HOME[1:]}/.cache/fontconfig/",
)
"""The folders of the package system, the fonts' library and the test itself."""

OF_THE_PLAYER = (f"{HOME[1:]}/.local/share/alarife/",)
"""The files that may stay after Alarife is removed, so that the player has them after reinstalling it."""


def check(package: Path, pictures: Path) -> None:
    """Install, play and remove this package. Raises :class:`~machine.Failed` if anything goes wrong."""
    with System("bare", base(), network=False) as system:
        say("installing")
        system.install(package)
        if (system.root / "usr/bin/python3").exists():
            raise Failed("there is a Python on the system: this proves nothing")
        system.display()
        told = system.do("alarife", "games").splitlines()
        if not any(json.loads(line)["id"] == "big-boss" for line in told):
            raise Failed(f"no games: {told}")
        begun = time.monotonic()
        window = system.start("alarife")
        system.hand("wait", "start-offline")
        say(f"the window is there after {time.monotonic() - begun:.1f} s, seen from outside")
        system.shoot(pictures / "bare-start.png")
        system.hand("click", "start-offline")
        system.hand("click", "offline-page-start")
        system.hand("wait", "prompt-sentence")
        system.hand("click", "flat")
        system.shoot(pictures / "bare-table.png")
        system.hand("click", "leave")
        system.hand("click", "leave-leave")
        system.hand("wait", "start-offline")
        complain_about_opening(system)
        system.end(window)
        window = system.start("alarife", "play", "big-boss", "--bots", "random")
        system.hand("click", "flat")
        begun = time.monotonic()
        clicks = system.hand("play", 1, GAME_SECONDS)["clicks"]
        say(f"a game against a bot was played to its end in {time.monotonic() - begun:.0f} s by these clicks: {clicks}")
        system.shoot(pictures / "bare-scoring.png")
        system.hand("click", "scoring-skip")
        system.hand("wait", "result-leave")
        system.shoot(pictures / "bare-result.png")
        system.hand("click", "result-leave")
        system.hand("wait", "start-offline")
        complain_about_log(system)
        games = list((system.root / HOME[1:] / ".local/share/alarife/games").glob("*.alarife"))
        system.do("alarife", "verify", f"{HOME}/.local/share/alarife/games/{games[0].name}")
        status = system.end(window)
        if status != 0 or len(games) != 2:
            raise Failed(f"the program ended with {status} and left {games}")
        say("removing")
        complain_about_remains(system)


def complain_about_opening(system: System) -> None:
    """Open the licences from the window. A stand-in for the desktop's opener records what it was given.

    Raises :class:`~machine.Failed` if that is not the licences, or if the opener gets Alarife's libraries.
    """
    opener = system.root / "usr/local/bin/xdg-open"
    opener.write_text(f"#!/bin/sh\n(env; echo opened=$1) > {HOME}/opened.new && mv {HOME}/opened.new {HOME}/opened\n")
    opener.chmod(0o755)
    system.hand("click", "start-about")
    system.hand("click", "about-licences")
    told = system.root / HOME[1:] / "opened"
    system.wait_for(told)
    given = dict(line.split("=", 1) for line in told.read_text("utf-8").splitlines() if "=" in line)
    if not given["opened"].endswith("/licences"):
        raise Failed(f"asked to open {given['opened']}")
    leaked = sorted(name for name in given if name.startswith(("LD_", "PYTHON", "QT_PLUGIN", "QML")))
    if leaked:
        raise Failed(f"a program opened from Alarife gets Alarife's own libraries: {leaked}")
    told.unlink()
    opener.unlink()
    system.hand("click", "about-page-back")


def complain_about_remains(system: System) -> None:
    """Remove the package and its dependencies. Raises if any new file is left outside the player's own folder."""
    system.inside("apt-get", "purge", "-y", "-qq", "--autoremove", "alarife")
    remains = [name for name in system.changed() if not name.startswith((*OF_THE_SYSTEM, *OF_THE_PLAYER))]
    if remains:
        raise Failed("left behind: " + ", ".join(remains))


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--pictures", type=Path, default=Path("dist/acceptance"))
    given = parser.parse_args()
    possible()
    check(given.package.absolute(), given.pictures.absolute())


if __name__ == "__main__":
    main()
