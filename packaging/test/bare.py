"""The package on a bare Debian: it installs with nothing but its dependencies, its window opens, and a game is played in it.

python packaging/test/bare.py dist/alarife_*.deb [--pictures FOLDER]
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from machine import HOME, Failed, System, base, complain_about_log, possible, say

GAME_SECONDS = 900


def check(package: Path, pictures: Path) -> None:
    """Do it; raises :class:`~machine.Failed`."""
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
        system.end(window)
        window = system.start("alarife", "play", "big-boss", "--bots", "random")
        system.hand("click", "flat")
        begun = time.monotonic()
        clicks = system.hand("play", 1, GAME_SECONDS)
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


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("package", type=Path)
    parser.add_argument("--pictures", type=Path, default=Path("build/pictures"))
    given = parser.parse_args()
    possible()
    check(given.package.absolute(), given.pictures.absolute())


if __name__ == "__main__":
    main()
