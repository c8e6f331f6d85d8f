"""``alarife soak``: whole games between peers that are killed and cut off again and again; one line for each game.

It needs Linux and the right to make network namespaces; where that is missing it says so.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from client.commands.choices import add_text, seat_count
from client.commands.output import print_record, print_text, trouble, words
from rules.registry import game, games

GAMES = 10
PEERS = 5
MINUTES = 30.0


def options(command: argparse.ArgumentParser) -> None:
    """What it takes."""
    command.add_argument("--games", type=int, default=GAMES, metavar="N", help=words("soak.help.games", games=GAMES))
    command.add_argument("--game", metavar="GAME", help=words("soak.help.game"))
    command.add_argument("--peers", type=int, default=PEERS, metavar="N", help=words("soak.help.peers", peers=PEERS))
    command.add_argument("--seed", type=int, default=1, metavar="S", help=words("soak.help.seed"))
    command.add_argument(
        "--minutes", type=float, default=MINUTES, metavar="M", help=words("soak.help.minutes", minutes=MINUTES)
    )
    command.add_argument("--keep", type=Path, metavar="DIR", help=words("soak.help.keep"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Play the games; 0 when every one ended as it must."""
    if given.games < 1:
        raise trouble("trouble.games")
    if not 2 <= given.peers <= PEERS:
        raise trouble("trouble.soak-peers", most=PEERS)
    if sys.platform != "linux":
        raise trouble("trouble.soak-here", why=sys.platform)
    chosen = [game(given.game)] if given.game else [one for one in games().values() if given.peers in one.seats]
    for one in chosen:
        seat_count(one, given.peers)

    import random

    from client.soak.chaos import Game, House, Unfit

    deadline = time.monotonic() + 60 * given.minutes
    ends: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="alarife-soak-") as passing:
        folder = given.keep or Path(passing)
        try:
            with House(given.peers, random.Random(given.seed)) as house:
                for seed in range(given.seed, given.seed + given.games):
                    if time.monotonic() > deadline:
                        break
                    one = Game(house, chosen[seed % len(chosen)].id, seed, folder / f"soak-{seed}")
                    record = one.play(deadline)
                    end = str(record["end"])
                    ends[end] = ends.get(end, 0) + 1
                    print_text(words("soak.game", seed=seed, **_told(record))) if given.text else print_record(record)
                    if end != "fault":
                        one.clear()
        except Unfit as problem:
            raise trouble("trouble.soak-here", why=str(problem)) from problem
    if not given.text:
        print_record({"games": sum(ends.values()), "ends": ends})
    return 1 if "fault" in ends else 0


def _told(record: dict[str, object]) -> dict[str, str | int]:
    """What is said of a game in a sentence."""
    kills = record["kills"]
    assert isinstance(kills, int)
    return {"game": f"{record['game']}", "end": f"{record['end']}", "kills": kills, "why": f"{record.get('why', '')}"}
