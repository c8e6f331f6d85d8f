"""``alarife play``: straight to a table against bots.

Where there is no display, the same game is played in the terminal by peers on this computer: this program hosts, the others
are processes of their own that join over the loopback. The final board is saved as a picture.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time

from client.commands.choices import bot_levels, seat_count
from client.commands.output import print_text, trouble, words
from client.display import has_display
from rules.contract import Game
from rules.registry import game

GOODBYE_SECONDS = 30


def options(command: argparse.ArgumentParser) -> None:
    """What it takes."""
    command.add_argument("game", metavar="GAME", help=words("help.game"))
    command.add_argument("--players", type=int, metavar="N", help=words("help.players"))
    command.add_argument("--bots", metavar="LEVEL", help=words("play.help.bots"))


def run(given: argparse.Namespace) -> int:
    """Open the window, or play without one."""
    rules = game(given.game)
    seats = seat_count(rules, given.players)
    level = bot_levels(rules, given.bots, 1)[0]
    if not has_display():
        return in_terminal(rules, seats, level)

    from client.app import run

    return run(game=rules.id, players=seats, bots=level)


def in_terminal(rules: type[Game], seats: int, level: str) -> int:
    """A game between peers on this computer, told in sentences."""
    from client.commands.headless import HeadlessPeer
    from client.commands.peer import Narrator, standing
    from client.commands.picture import save
    from client.home import GAMES, home_folder

    print_text(words("play.no-display", players=seats))
    name = f"{rules.id}-{time.strftime('%Y%m%d-%H%M%S')}"
    file = home_folder() / GAMES / f"{name}.alarife"
    guests: list[subprocess.Popen[str]] = []
    with HeadlessPeer(level, words("peer.host"), loopback=True, watch=Narrator()) as host:
        try:
            lobby = host.host(rules.id, seats, {}, file=file)
            for number in range(1, seats):
                guests.append(join(lobby.invite, level, f"{words('peer.guest')} {number}"))
            outcome = host.play()
            ends = [end_of(guest) for guest in guests]
        finally:
            for guest in guests:
                guest.kill()
                guest.wait()
    for line in standing(outcome):
        print_text(line)
    if any(end["head"] != outcome.head or end["digest"] != outcome.digest for end in ends):
        raise trouble("trouble.heads")
    print_text(words("play.agreed", players=seats, head=outcome.head, digest=outcome.digest))
    print_text(words("play.saved", file=str(file)))
    picture = home_folder() / "pictures" / f"{name}.png"
    save(picture, rules.id, outcome.position, list(outcome.names))
    print_text(words("play.picture", file=str(picture)))
    return 0


def join(invite: str, level: str, name: str) -> subprocess.Popen[str]:
    """A peer in a process of its own that joins the table."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "client.cli"]
    arguments = ["peer", "--join", invite, "--bot", level, "--name", name, "--loopback"]
    return subprocess.Popen([*program, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)


def end_of(guest: subprocess.Popen[str]) -> dict[str, object]:
    """The last record that a peer prints."""
    told, _ = guest.communicate(timeout=GOODBYE_SECONDS)
    lines = told.splitlines()
    if guest.returncode or not lines:
        raise trouble("trouble.guest", status=guest.returncode)
    last: dict[str, object] = json.loads(lines[-1])
    return last
