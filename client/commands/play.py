"""``alarife play``: straight to a table against bots.

Without a display, peers on this computer play the same game in the terminal: this program hosts, and separate processes join
over the loopback interface. The final board is saved as a picture.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from client.commands.choices import one_bot, seat_count
from client.commands.output import print_text, trouble, words
from client.programs import Choice
from client.system.display import has_display
from rules.contract import Game
from rules.registry import game

GOODBYE_SECONDS = 30
ENDING_SECONDS = 10


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("game", metavar="GAME", help=words("help.game"))
    command.add_argument("--players", type=int, metavar="N", help=words("help.players"))
    command.add_argument("--bots", metavar="LEVEL", help=words("play.help.bots"))


def run(given: argparse.Namespace) -> int:
    """Open the window, or play without one."""
    rules = game(given.game)
    seats = seat_count(rules, given.players)
    bot = one_bot(rules, given.bots)
    if not has_display():
        return in_terminal(rules, seats, bot)

    from client.app import run
    from net.api import PROGRAM

    if isinstance(bot, str):
        return run(game=rules.id, players=seats, bots=bot)
    return run(game=rules.id, players=seats, bots=PROGRAM, command=bot.command_line)


def in_terminal(rules: type[Game], seats: int, bot: Choice) -> int:
    """Play a game between peers on this computer, narrated in sentences."""
    from client.commands.headless import HeadlessPeer
    from client.commands.peer import Narrator, standing, stop_on_signals
    from client.commands.picture import save
    from client.system.home import GAMES, home_folder

    stop_on_signals()
    print_text(words("play.no-display", players=seats))
    name = f"{rules.id}-{time.strftime('%Y%m%d-%H%M%S')}"
    folder = home_folder() / GAMES
    lacking = _why_not_writable(folder)
    if lacking:
        print_text(words("play.unsaved", folder=str(folder), why=lacking))
    tied, tie = os.pipe()
    guests: list[subprocess.Popen[str]] = []
    with HeadlessPeer(bot, words("peer.host"), loopback=True, watch=Narrator()) as host:
        file = None if lacking else folder / f"{name}.alarife"
        try:
            lobby = host.host(rules.id, seats, {}, file=file)
            for number in range(1, seats):
                guests.append(join(lobby.invite, bot, f"{words('peer.guest')} {number}", tied))
            os.close(tied)
            outcome = host.play()
            ends = [end_of(guest) for guest in guests]
        finally:
            os.close(tie)
            dismiss(guests)
    for line in standing(outcome):
        print_text(line)
    if any(end["head"] != outcome.head or end["digest"] != outcome.digest for end in ends):
        raise trouble("trouble.heads")
    print_text(words("play.agreed", players=seats, head=outcome.head, digest=outcome.digest))
    if file is None:
        return 0
    print_text(words("play.saved", file=str(file)))
    picture = home_folder() / "pictures" / f"{name}.png"
    save(picture, rules.id, outcome.position, list(outcome.names))
    print_text(words("play.picture", file=str(picture)))
    return 0


def _why_not_writable(folder: Path) -> str:
    """Why no file can be made in a folder, in the system's words; empty if one can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def dismiss(guests: Sequence[subprocess.Popen[str]]) -> None:
    """Wait for the other peers to end; nothing ties them to this process any more."""
    for guest in guests:
        try:
            guest.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            guest.kill()
            guest.wait()
        assert guest.stdout is not None
        guest.stdout.close()


def join(invite: str, bot: Choice, name: str, tied: int) -> subprocess.Popen[str]:
    """Start a peer in a separate process that joins the table. It ends when the other end of the pipe ``tied`` closes."""
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "client.cli"]
    level = bot if isinstance(bot, str) else f"exec:{bot.command_line}"
    arguments = ["peer", "--join", invite, "--bot", level, "--name", name, "--loopback", "--tied"]
    return subprocess.Popen([*program, *arguments], stdin=tied, stdout=subprocess.PIPE, text=True)


def end_of(guest: subprocess.Popen[str]) -> dict[str, object]:
    """The last record that a peer printed."""
    told, _ = guest.communicate(timeout=GOODBYE_SECONDS)
    lines = told.splitlines()
    if guest.returncode or not lines:
        raise trouble("trouble.guest", status=guest.returncode)
    last: dict[str, object] = json.loads(lines[-1])
    return last
