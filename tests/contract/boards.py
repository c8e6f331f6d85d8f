"""Boards that their owner has corrected: some playable ones of every game, and spoilt ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from net.rulebook import shipped_file
from rules.contract import Facts
from rules.flaws import entries_of
from rules.registry import game

Data = dict[str, Any]


def shipped(name: str) -> Data:
    """A copy of the data of a game, to be changed."""
    return json.loads(json.dumps({file: shipped_file(file) for file in game(name).data}))


def corrected(name: str, seed: int) -> Data:
    """A board that differs from the shipped one and can be played."""
    data, chance = shipped(name), random.Random(f"{name} {seed}")
    before = json.dumps(data)
    while json.dumps(data) == before:
        if name in ("big-boss", "alcazar"):
            _turn_loop(data["loop-board"], chance)
        elif name == "torres":
            _move_starts(data["torres"], chance)
        else:
            _change_map(data["burgenland"]["ours"], chance)
    return data


def _turn_loop(board: Data, chance: random.Random) -> None:
    """The loop begins elsewhere, runs the other way, and lies mirrored on a board with another rim."""
    fields = board["fields"]
    start, across, down = chance.randrange(72), chance.randrange(3), chance.randrange(3)
    fields = fields[start:] + fields[:start]
    if chance.randrange(2):
        fields.reverse()
    if chance.randrange(2):
        fields = [[y, x] for x, y in fields]
    board["fields"] = [[x + across, y + down] for x, y in fields]
    board["columns"] += across + chance.randrange(2)
    board["rows"] += down + chance.randrange(2)


def _move_starts(box: Data, chance: random.Random) -> None:
    """Start squares turned and mirrored, and one or two of them left out; their blocks stay in the supply."""
    starts = box["starts"]
    if chance.randrange(2):
        starts = [8 * (cell % 8) + cell // 8 for cell in starts]
    if chance.randrange(2):
        starts = [63 - cell for cell in starts]
    for _ in range(chance.randrange(3)):
        starts.remove(chance.choice(starts))
    box["starts"] = sorted(starts)


def _change_map(ours: Data, chance: random.Random) -> None:
    """Rewards change places, other squares are blocked, and two roads lead elsewhere."""
    castles = list(ours["castles"].values())
    castles = [castle for castle in castles if isinstance(castle, dict)]
    rewards = [reward for castle in castles for reward in castle["squares"]]
    chance.shuffle(rewards)
    for castle in castles:
        castle["squares"] = [rewards.pop() for _ in range(3)]
    squares = [f"{number}{letter}" for number in range(1, 12) for letter in "abc"]
    for seats in "234":
        free = chance.sample(squares, len(squares))
        for piece in ("wall", "house", "palace"):
            ours["blocked"][seats][piece] = sorted(free.pop() for _ in ours["blocked"][seats][piece])
    for castle in chance.sample(castles, 2):
        castle["between"] = chance.sample("ABCDEFGH", 2)


def spoilt(name: str) -> Iterator[tuple[str, Data]]:
    """The shipped board with one entry changed, again and again: its path, and the data."""
    for entry, value in list(entries_of(shipped(name))):
        others: tuple[object, ...] = (value + 1, -1, 10**9, str(value)) if isinstance(value, int) else ("", f"{value}X", 7)
        for other in (*others, None, [], {}):
            data = shipped(name)
            *path, last = entry.split(".")
            there: Any = data
            for step in path:
                there = there[int(step) if isinstance(there, list) else step]
            there[int(last) if isinstance(there, list) else last] = other
            yield entry, data


def content(data: Data) -> dict[str, Facts]:
    """The same, as the rules take it."""
    return dict(data)
