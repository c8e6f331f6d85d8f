"""Two computers with nothing but the package, on one network: a table is hosted, found, joined and played to its end, all of it
through the windows. On the way a cable is pulled out, and the mark of confirmation names the player behind it; one of the two
has a loudspeaker, which is recorded; the final scoring is counted alike on both; and the next seat begins the rematch.
Then again by invite, on a network that carries no multicast.

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
"""After this many seconds pictures of both tables are taken; a game takes some minutes."""

APART_SECONDS = 25
"""How long the cable is out: long enough for a turn, and far below the two minutes after which a player counts as gone."""

CONFIRMED, UNCONFIRMED = "Confirmed", "Unconfirmed"
"""Words that the mark of confirmation contains."""

LEAST_HEARD = 1500
"""The least sound in a whole game, in milliseconds: more than one or two cues."""


def check(package: Path, pictures: Path) -> None:
    """Play on two systems with this package. Raises :class:`~machine.Failed` if anything goes wrong."""
    with ExitStack() as stack:
        network = stack.enter_context(Network("lan"))
        people = {name: stack.enter_context(System(name, base())) for name in ("anna", "ben")}
        for number, (name, system) in enumerate(people.items(), 1):
            say(f"installing for {name}")
            system.install(package)
            network.connect(system, number)
            system.display()
            if name == "anna":
                system.loudspeaker()
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
        _play(people, pictures, "discovery", network)
        _rematch(people, pictures)
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
            system.hand("click", "result-leave")
            system.hand("wait", "start-offline")
        for system in people.values():
            complain_about_log(system)


def _host(system: System) -> None:
    """Host a table for two with a free second seat."""
    system.hand("click", "start-host")
    system.hand("click", "game-big-boss")
    system.hand("click", "host-page-start")
    system.hand("wait", "invite-code")


def _play(people: dict[str, System], pictures: Path, called: str, network: Network | None = None) -> None:
    """From the lobby to the result: sit down, play to the end, count the points, compare what was saved.

    With a network, the cable of the second person is pulled out for a while near the beginning.
    """
    anna, ben = people.values()
    before = {name: _saved(system) for name, system in people.items()}
    silent = anna.heard()
    _begin(people, pictures, called)
    if network is not None:
        _pull_out(people, pictures, network)
    begun = time.monotonic()
    for number, system in enumerate(people.values()):
        system.order("play", number, GAME_SECONDS)
    time.sleep(MIDDLE_SECONDS)
    _shoot(people, pictures, f"{called}-table")
    played = [system.answer() for system in people.values()]
    clicks = [one["clicks"] for one in played]
    say(f"a game between the two was played to its end in {time.monotonic() - begun:.0f} s by these clicks: {clicks}")
    if not all(any(CONFIRMED in mark for mark in one["marks"]) for one in played):
        raise Failed(f"not everybody saw that the moves were confirmed: {[one['marks'] for one in played]}")
    if network is not None and (heard := anna.heard() - silent) < LEAST_HEARD:
        raise Failed(f"Anna's loudspeaker gave {heard} ms of sound in a whole game")
    say(f"Anna heard {(anna.heard() - silent) / 1000:.1f} s of sound; the marks said {[one['marks'] for one in played]}")
    _shoot(people, pictures, f"{called}-scoring")
    counted = [system.hand("ceremony") for system in people.values()]
    if counted[0] != counted[1] or len(set(counted[0])) < 2:
        raise Failed(f"the final scoring was counted differently: {counted}")
    say(f"the final scoring had {len(counted[0])} steps on both")
    ends = []
    for name, system in people.items():
        ends.append(system.hand("text", "result-title"))
        (file,) = _saved(system) - before[name]
        system.do("alarife", "verify", f"{GAMES}/{file}")
    _shoot(people, pictures, f"{called}-result")
    if ends[0] != ends[1]:
        raise Failed(f"the windows tell different ends: {ends}")
    if _log(anna, before["anna"]) != _log(ben, before["ben"]):
        raise Failed("the two have saved different games")


def _begin(people: dict[str, System], pictures: Path, called: str) -> None:
    """From the lobby to the first turn."""
    anna, ben = people.values()
    ben.hand("wait", "lobby-ready")
    if not ben.hand("ready", "lobby-ready"):
        ben.hand("click", "seat-1-action")
    ben.hand("click", "lobby-ready")
    _shoot(people, pictures, f"{called}-lobby")
    anna.hand("click", "lobby-start")
    for system in people.values():
        system.hand("wait", "prompt-sentence")
        if not system.hand("see", "field-1"):  # the way of looking at it is remembered
            system.hand("click", "flat")


def _pull_out(people: dict[str, System], pictures: Path, network: Network) -> None:
    """One player moves while the other cannot receive it. The mark must name that other player until the move has arrived."""
    network.plug(2, False)
    for number, system in enumerate(people.values()):
        system.order("play", number, APART_SECONDS, False)
    named = []
    for system, other in zip(people.values(), reversed(people), strict=True):
        marks = system.answer()["marks"]
        named += [mark for mark in marks if UNCONFIRMED in mark and other.title() in mark]
    _shoot(people, pictures, "apart")
    network.plug(2, True)
    if not named:
        raise Failed("nobody was told that the other has not confirmed")
    say(f"without the cable the mark said {named}")


def _rematch(people: dict[str, System], pictures: Path) -> None:
    """Both players ask for a rematch over the existing links, and the next seat begins. They leave it after some turns."""
    anna, ben = people.values()
    anna.hand("click", "result-rematch")
    ben.hand("say", "result-rematch", "Anna")
    ben.hand("click", "result-rematch")
    first = []
    for system in people.values():
        system.hand("wait", "seat-0-name")
        first.append(system.hand("text", "seat-0-name"))
    if any("Ben" not in name for name in first):
        raise Failed(f"after a game that Anna began, the first seat of the rematch is {first}")
    _begin(people, pictures, "rematch")
    for number, system in enumerate(people.values()):
        system.order("play", number, MIDDLE_SECONDS, False)
    played = [system.answer() for system in people.values()]
    _shoot(people, pictures, "rematch-table")
    say(f"the rematch was played for a while by these clicks: {[one['clicks'] for one in played]}")
    if not all(one["clicks"] for one in played):
        raise Failed("in the rematch not everybody came to play")
    for system in people.values():
        system.hand("click", "leave")
        system.hand("click", "leave-leave")
        system.hand("wait", "start-offline")


def _saved(system: System) -> set[str]:
    """The names of the games saved on a system."""
    return {file.name for file in (system.root / GAMES[1:]).glob("*.alarife")}


def _log(system: System, before: set[str]) -> list[tuple[object, ...]]:
    """The newest game in the form that both systems must share: every move, and the digest of the position after it."""
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
