"""``alarife soak``: whole games between peers that are killed and cut off again and again; a line for each game.

After each comes an evening: the same game on a simulated internet, with links of all kinds. The former need Linux and the right
to make network namespaces, and the command says so if they are missing. Evenings need nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from client.commands.choices import add_text, seat_count, writing
from client.commands.output import print_record, print_text, trouble, words
from rules import contract
from rules.registry import game, games

GAMES = 10
PEERS = 5
MINUTES = 30
_FEWER = 0.15
"""The share of games with fewer peers than possible."""


def options(command: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    command.add_argument("--games", type=int, default=GAMES, metavar="N", help=words("soak.help.games", games=GAMES))
    command.add_argument("--game", metavar="GAME", help=words("soak.help.game"))
    command.add_argument("--peers", type=int, default=PEERS, metavar="N", help=words("soak.help.peers", peers=PEERS))
    command.add_argument("--seed", type=int, default=1, metavar="S", help=words("soak.help.seed"))
    command.add_argument(
        "--minutes", type=float, default=MINUTES, metavar="M", help=words("soak.help.minutes", minutes=MINUTES)
    )
    command.add_argument("--kills", type=int, default=0, metavar="N", help=words("soak.help.kills"))
    command.add_argument("--evenings", type=int, default=None, metavar="N", help=words("soak.help.evenings"))
    command.add_argument("--keep", type=Path, metavar="DIR", help=words("soak.help.keep"))
    add_text(command)


def run(given: argparse.Namespace) -> int:
    """Play the games; returns 0 if every one ended as it must."""
    if given.games < 1:
        raise trouble("trouble.games")
    if not 2 <= given.peers <= PEERS:
        raise trouble("trouble.soak-peers", most=PEERS)
    if given.keep is not None:
        with writing(given.keep):
            given.keep.mkdir(parents=True, exist_ok=True)
    if given.kills:
        return _kill(given)
    if given.evenings:
        return _play_evenings(given)
    if sys.platform != "linux":
        raise trouble("trouble.soak-here", why=sys.platform)
    chosen = [game(given.game)] if given.game else [one for one in games().values() if min(one.seats) <= given.peers]
    if given.game:
        seat_count(chosen[0], given.peers)

    from client.soak.chaos import Game
    from client.soak.evening import evenings
    from client.soak.house import House, Unfit

    deadline = time.monotonic() + 60 * given.minutes
    sums: dict[str, Counter[str]] = {"ends": Counter(), "entries": Counter(), "kinds": Counter(), "evenings": Counter()}
    with tempfile.TemporaryDirectory(prefix="alarife-soak-") as passing:
        folder = given.keep or Path(passing)
        try:
            with House(given.peers + 1, random.Random(given.seed)) as house:
                for seed in range(given.seed, given.seed + given.games):
                    if time.monotonic() > deadline:
                        break
                    rules = chosen[seed % len(chosen)]
                    peers = _peers(rules, given.peers, seed)
                    one = Game(house, rules.id, peers, seed, folder / f"soak-{seed}")
                    record = one.play()
                    _add(sums, record)
                    print_text(words("soak.game", seed=seed, **_told(record))) if given.text else print_record(record)
                    if record["end"] != "fault":
                        one.clear()
                    if given.evenings is None:
                        for evening in evenings([(rules.id, peers)], [seed], folder):
                            _tell_evening(evening, given.text)
                            sums["evenings"][f"{evening['end']}"] += 1
        except Unfit as problem:
            raise trouble("trouble.soak-here", why=str(problem)) from problem
    if not given.text:
        print_record({"games": sums["ends"].total(), **{name: dict(counts) for name, counts in sums.items()}})
    return 1 if sums["ends"]["fault"] or sums["evenings"]["fault"] else 0


def _kill(given: argparse.Namespace) -> int:
    """Kill peers so often, in as many games as that takes; returns 0 if nothing was lost."""
    from client.soak.kills import KILLS_A_GAME, kills

    chosen = [game(given.game)] if given.game else [one for one in games().values() if min(one.seats) <= given.peers]
    ends: Counter[str] = Counter()
    done, seed = 0, given.seed
    while done < given.kills and not ends["fault"]:
        rules = chosen[seed % len(chosen)]
        with tempfile.TemporaryDirectory(prefix="alarife-kills-") as passing:
            peers = max(count for count in rules.seats if count <= given.peers)
            wanted = min(KILLS_A_GAME, given.kills - done)
            for record in kills(rules.id, peers, wanted, seed, Path(passing)):
                print_record(record)
                if "end" in record:
                    ends[f"{record['end']}"] += 1
                else:
                    done += 1
        seed += 1
    print_record({"kills": done, "ends": dict(ends)})
    return 1 if ends["fault"] else 0


def _play_evenings(given: argparse.Namespace) -> int:
    """Play so many games on a simulated internet; returns 0 if every one ended as it must."""
    from client.soak.evening import evenings

    chosen = [game(given.game)] if given.game else [one for one in games().values() if min(one.seats) <= given.peers]
    tables = [(rules.id, max(count for count in rules.seats if count <= given.peers)) for rules in chosen]
    ends: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="alarife-evenings-") as passing:
        for record in evenings(tables, range(given.seed, given.seed + given.evenings), given.keep or Path(passing)):
            _tell_evening(record, given.text)
            ends[f"{record['end']}"] += 1
    if not given.text:
        print_record({"evenings": ends.total(), "ends": dict(ends)})
    return 1 if ends["fault"] else 0


def _tell_evening(record: dict[str, object], text: bool) -> None:
    if text:
        print_text(words("soak.evening", seed=str(record["evening"]), **_told({"happened": [], **record})))
    else:
        print_record(record)


def _peers(rules: type[contract.Game], most: int, seed: int) -> int:
    """The number of peers in a game: as many as it allows, and now and then fewer."""
    fit = [count for count in rules.seats if 2 <= count <= most]
    rng = random.Random(f"soak peers {seed}")
    return rng.choice(fit) if rng.random() < _FEWER else max(fit)


def _add(sums: dict[str, Counter[str]], record: dict[str, object]) -> None:
    sums["ends"][f"{record['end']}"] += 1
    for name in ("entries", "kinds"):
        counts = record[name]
        assert isinstance(counts, dict)
        sums[name].update(counts)


def _told(record: dict[str, object]) -> dict[str, str | int]:
    """The values for the sentence about a game."""
    happened = record["happened"]
    assert isinstance(happened, list)
    return {"game": f"{record['game']}", "end": f"{record['end']}", "count": len(happened), "why": f"{record.get('why', '')}"}
