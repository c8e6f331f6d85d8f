"""Two computers with nothing but the package, on one network: a table is hosted, found, joined and played to its end, all of it
through the windows. Then again by invite, on a network that carries no multicast.

python packaging/test/acceptance.py dist/alarife_*.deb [--pictures FOLDER]
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import ExitStack
from pathlib import Path

from machine import HOME, Failed, Network, System, base, complain_about_log, possible, say

GAMES = f"{HOME}/.local/share/alarife/games"
GAME_SECONDS = 1800
MIDDLE_SECONDS = 60
"""When pictures of both tables are taken; a game played like this takes some minutes."""


def check(package: Path, pictures: Path) -> None:
    """Do it; raises :class:`~machine.Failed`."""
    with ExitStack() as stack:
        network = stack.enter_context(Network("lan"))
        people = {name: stack.enter_context(System(name, base())) for name in ("anna", "ben")}
        for number, (name, system) in enumerate(people.items(), 1):
            say(f"installing for {name}")
            system.install(package)
            network.connect(system, number)
            system.display()
            system.start("alarife")
        anna, ben = people.values()
        for name, system in people.items():
            system.hand("write", "start-name", name.title())
        say("by discovery")
        _host(anna)
        ben.hand("click", "start-join")
        ben.hand("say", "table-0-title", "Anna")
        _shoot(people, pictures, "found")
        ben.hand("click", "table-0-join")
        _play(people, pictures, "discovery")
        say("by invite, without multicast")
        network.carry_multicast(False)
        _host(anna)
        ben.hand("click", "start-join")
        invite = str(anna.hand("text", "invite-code"))
        ben.hand("wait", "tables-none")
        ben.hand("write", "join-code", invite)
        ben.hand("wait", "tables-none")
        _shoot(people, pictures, "invite")
        ben.hand("click", "join-go")
        _play(people, pictures, "invited")
        for system in people.values():
            complain_about_log(system)


def _host(system: System) -> None:
    """Open a table for two, the second seat free."""
    system.hand("click", "start-host")
    system.hand("click", "game-big-boss")
    system.hand("click", "host-page-start")
    system.hand("wait", "invite-code")


def _play(people: dict[str, System], pictures: Path, called: str) -> None:
    """From the lobby to the start page again: sit down, play to the end, look at the result, compare what was saved."""
    anna, ben = people.values()
    before = {name: _saved(system) for name, system in people.items()}
    ben.hand("wait", "lobby-ready")
    if not ben.hand("ready", "lobby-ready"):
        ben.hand("click", "seat-1-action")
    ben.hand("click", "lobby-ready")
    _shoot(people, pictures, f"{called}-lobby")
    anna.hand("click", "lobby-start")
    for system in people.values():
        system.hand("click", "flat")
    begun = time.monotonic()
    for number, system in enumerate(people.values()):
        system.order("play", number, GAME_SECONDS)
    time.sleep(MIDDLE_SECONDS)
    _shoot(people, pictures, f"{called}-table")
    clicks = [system.answer() for system in people.values()]
    say(f"a game between the two was played to its end in {time.monotonic() - begun:.0f} s by these clicks: {clicks}")
    ends = []
    for name, system in people.items():
        system.hand("click", "scoring-skip")
        system.hand("wait", "result-leave")
        ends.append(system.hand("text", "result-title"))
        (file,) = _saved(system) - before[name]
        system.do("alarife", "verify", f"{GAMES}/{file}")
    _shoot(people, pictures, f"{called}-result")
    if ends[0] != ends[1]:
        raise Failed(f"the windows tell different ends: {ends}")
    if _log(anna, before["anna"]) != _log(ben, before["ben"]):
        raise Failed("the two have saved different games")
    for system in people.values():
        system.hand("click", "result-leave")
        system.hand("wait", "start-offline")


def _saved(system: System) -> set[str]:
    """The names of the games kept there."""
    return {file.name for file in (system.root / GAMES[1:]).glob("*.alarife")}


def _log(system: System, before: set[str]) -> list[tuple[object, ...]]:
    """The newest game as both must have it: every move, and the digest of the position after it."""
    (file,) = _saved(system) - before
    lines = map(json.loads, system.do("alarife", "trace", f"{GAMES}/{file}").splitlines())
    return [(line["n"], line["seat"], line["move"], line["digest"]) for line in lines]


def _shoot(people: dict[str, System], pictures: Path, called: str) -> None:
    for name, system in people.items():
        system.shoot(pictures / f"{called}-{name}.png")


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
