"""Add the golden games that the newest versions lack: ``python -m tests.golden.make [GAME ...]``.

A golden game that is there stays as it is, whatever its version.

For every seat count and every end of a game, random play of several styles is searched for the shortest of the first few games
that end that way; the house rules take turns, and a game with many of them gets a golden game of each setting that the contract
tests play. Ends that random play never reaches are played on purpose (``AIMS``).
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

from net.deal.seeded import seed_of
from net.first_charters import FIRST
from net.offline import record
from rules.registry import game, games
from tests.contract.settings import MANY, Setting, choices, settings
from tests.contract.styles import STYLES
from tests.contract.table import Moved, Table
from tests.golden import FOLDER, INDEX, told, torres_aims
from tests.golden.unreachable import UNREACHABLE

ENOUGH = 6
"""Games with the wanted end among which the shortest is taken."""

SEEDS = 2000
"""Games played in search of one."""

AIMS = {"torres": torres_aims}
"""The functions that play games to an aim, by game."""

NAMES = ("Anna", "Ben", "Cleo", "Dario", "Emma", "Farid")


class Found(NamedTuple):
    """A game that ended as wanted."""

    setting: Setting
    style: str
    seed: int
    moves: list[Moved]


def search(setting: Setting, end: str) -> Found:
    """A short game with this setting that ends this way; raises :class:`SystemExit` when there is none."""
    found: list[Found] = []
    for seed in range(SEEDS):
        style = list(STYLES)[seed % len(STYLES)]
        table = Table(setting, seed)
        for _ in table.run(STYLES[style](random.Random(seed))):
            pass
        if table.state.result is not None and table.state.result.end == end:
            found.append(Found(setting, style, seed, [step for step in table.steps if isinstance(step, Moved)]))
            if len(found) == ENOUGH:
                break
    if not found:
        raise SystemExit(f"no game of {setting} in {SEEDS} ended with {end}")
    return min(found, key=lambda game: len(game.moves))


def wanted(name: str) -> list[tuple[str, Setting]]:
    """The ends and settings that need a golden game."""
    rules = game(name)
    pairs = [(end, seats) for end in rules.ends for seats in rules.seats if (name, seats, end) not in UNREACHABLE]
    if len(choices(rules)) > max(MANY, len(pairs)):
        return [(end, setting) for end in rules.ends for setting in settings(name)]
    house_rules = cycle(choices(rules))
    return [(end, Setting(name, seats, next(house_rules))) for end, seats in pairs]


def aimed(aim: str, setting: Setting) -> Found:
    """A game that is played to an aim; raises :class:`SystemExit` when there is none."""
    aims = AIMS[setting.game]
    for seed in range(SEEDS):
        table = Table(setting, seed)
        while table.state.deals:
            table.step()
        if not aims.is_about(aim, table.state):
            continue
        for _ in table.run(aims.style(aim, random.Random(seed))):
            pass
        if aims.reached(aim, table.state):
            return Found(setting, aim, seed, [step for step in table.steps if isinstance(step, Moved)])
    raise SystemExit(f"no game of {setting} in {SEEDS} came to {aim}")


def folder_of(name: str) -> Path:
    """The folder of the golden games of a game's newest version."""
    version = game(name).version
    first = FIRST[name][0] if name in FIRST else 1
    return FOLDER / name if version == first else FOLDER / name / f"v{version}"


def make(name: str) -> Iterator[dict[str, object]]:
    """Write the golden files that the newest version of one game lacks; yields what the index says of each."""
    folder = folder_of(name)
    folder.mkdir(parents=True, exist_ok=True)
    games_wanted = wanted(name)
    single = len(games_wanted) == len({(end, setting.seats) for end, setting in games_wanted})
    for end, setting in games_wanted:
        chosen = [] if single else [value for _, value in setting.chosen]
        path = folder / f"{'-'.join([str(setting.seats), end, *chosen])}.alarife"
        if not path.exists():
            yield write(search(setting, end), path)
    for aim, setting in AIMS[name].games_wanted() if name in AIMS else ():
        path = folder / f"{setting.seats}-{aim}.alarife"
        if not path.exists():
            yield write(aimed(aim, setting), path)


def write(found: Found, path: Path) -> dict[str, object]:
    """Write one golden game with its trace; returns what the index says of it.

    Raises :class:`FileExistsError` where there is one already: golden games are added, never remade.
    """
    if path.exists() or path.with_suffix(".trace").exists():
        raise FileExistsError(f"{path} is a golden game already; it stays as it is")
    setting, rules = found.setting, found.setting.rules
    record(path, setting.game, setting.options, setting.seats, seed_of(str(found.seed)), found.moves, NAMES[: setting.seats])
    lines = list(told(path))
    path.with_suffix(".trace").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    print(f"{path.relative_to(FOLDER)}: {len(found.moves)} moves, {found.style}, seed {found.seed}", flush=True)
    return {
        "file": path.relative_to(FOLDER).as_posix(),
        "game": setting.game,
        "version": rules.version,
        "seats": setting.seats,
        "options": setting.options,
        "end": lines[-1]["end"],
        "style": found.style,
        "seed": found.seed,
        "moves": len(found.moves),
    }


def main(wanted: list[str]) -> None:
    """Add those of the games named, or of all."""
    index = json.loads(INDEX.read_text("utf-8"))
    for name in wanted or games():
        for entry in make(name):
            index.append(entry)  # at once: a file that is missing from the index now would never get there
            lines = ",\n".join(json.dumps(entry) for entry in sorted(index, key=lambda entry: entry["file"]))
            INDEX.write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
