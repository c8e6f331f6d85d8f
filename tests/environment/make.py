"""Store the place of each fact in an observation: ``python -m tests.environment.make [GAME ...]``, after a change of facts.

Games of every setting are played, at random and by bots, which gather more than chance does. A list whose length changes gets
twice the room of the longest that was seen, unless the rules limit it. The words of moves and score lines come from the message
catalogue, because play may not reach all of them. Words keep their numbers, and lists their places: new words follow the last,
and a list may only get longer.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from client.bots import chance_of, new_bot
from client.messages import texts_of
from net.deal.local import settle
from rules.contract import Game, offered_levels
from rules.loop.terms import ALCAZAR, FIELDS
from rules.registry import games
from rules.search.turns import Looks
from rules.torres.grid import CELLS
from tests.contract.settings import Setting, choices
from tests.contract.table import Table

FOLDER = Path(__file__).parents[2] / "resources" / "environment"
GAMES = 3
"""At random, of each setting; bots play one more."""

LEVELS = 3
"""How many levels play, the weakest first, in turn."""

LOOKS = 20
"""The looks of a bot for a search."""

LIMITS = {
    "alcazar": {("bridges",): ALCAZAR.bridges},
    "big-boss": {("players", "hand"): FIELDS, ("players", "shown"): FIELDS},
    "torres": {("castles", "cells"): CELLS},
}
"""The largest number of elements in lists of the facts, by their path, where the games that are played seldom come near it."""

LEFT_OUT = ("game", "options")
ROOM = 8
"""The least number of places beyond the longest list whose length changes."""


class Seen:
    """The values seen in one place of the facts."""

    def __init__(self) -> None:
        self.fields: dict[str, Seen] = {}
        self.element: Seen | None = None
        self.lengths: set[int] = set()
        self.phrase = False

    def look(self, value: object, words: set[str]) -> None:
        """Take up one more value."""
        if isinstance(value, dict):
            for name, inner in value.items():
                self.fields.setdefault(name, Seen()).look(inner, words)
        elif isinstance(value, list | tuple):
            self.element = self.element or Seen()
            self.lengths.add(len(value))
            for inner in value:
                self.element.look(inner, words)
        elif isinstance(value, str):
            word, *numbers = value.split(" ")
            words |= {word} - {""}
            self.phrase = self.phrase or bool(numbers)

    def shape(self) -> dict[str, Any]:
        """The layout."""
        if self.fields:
            assert self.element is None, "either fields or a list"
            return {"fields": {name: inner.shape() for name, inner in self.fields.items()}}
        if self.element is not None:
            most = max(self.lengths)
            room = 0 if self.lengths == {most} and most else max(ROOM, most)
            return {"most": most + room, "of": self.element.shape()}
        return {"phrase": True} if self.phrase else {}


def widened(shape: dict[str, Any], stored: dict[str, Any]) -> dict[str, Any]:
    """A layout with at least the places of the stored one."""
    if "fields" in shape:
        inside = stored.get("fields", {})
        return {"fields": {name: widened(inner, inside.get(name, {})) for name, inner in shape["fields"].items()}}
    if "most" in shape:
        return {"most": max(shape["most"], stored.get("most", 0)), "of": widened(shape["of"], stored.get("of", {}))}
    return shape


def told_of(rules: type[Game]) -> Iterator[str]:
    """The words of all moves and score lines of a game."""
    for key in texts_of("en", rules.id):
        own, _, word = key.partition(f"{rules.id}.")
        if not own and word.startswith(("move.", "score.")):
            yield word.partition(".")[2]


def named_in(rules: type[Game]) -> Iterator[str]:
    """The words in the data of a game, because random play may not reach all of them."""
    waiting = [json.loads(files("resources").joinpath("games", f"{name}.json").read_text("utf-8")) for name in rules.data]
    while waiting:
        value = waiting.pop()
        waiting += [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
        if isinstance(value, str) and re.fullmatch("[a-z][a-z-]{1,23}", value):
            yield value


def layout(game_id: str) -> dict[str, Any]:
    """The layout of a game, for every seat count."""
    rules = games()[game_id]
    words = {*rules.ends, *named_in(rules), *told_of(rules)}
    file = FOLDER / f"{game_id}.json"
    stored = json.loads(file.read_text("utf-8")) if file.exists() else {"words": [], "shapes": {}}
    shapes = {}
    for seats in rules.seats:
        seen = Seen()
        for chosen in choices(rules):
            for seed in range(GAMES + 1):
                table = Table(Setting(game_id, seats, chosen), seed)
                bots = [new_bot(game_id, offered_levels(rules)[seat % LEVELS]) for seat in range(seats)]
                settle(table.state, table.deals)
                while True:
                    for seat in range(seats):
                        facts = table.state.view(seat).facts()
                        seen.look({name: value for name, value in facts.items() if name not in LEFT_OUT}, words)
                    moves = table.state.moves()
                    words |= {move.kind for move in moves}
                    seat_on_turn = table.state.turn
                    if seat_on_turn is None:
                        break
                    move = table.random.choice(moves)
                    if seed == GAMES:
                        chance = chance_of(table.random.getrandbits(64))
                        move = bots[seat_on_turn].choose(table.state.view(seat_on_turn), Looks(LOOKS), chance)
                    table.state.play_silently(move)
                    settle(table.state, table.deals)
        shapes[str(seats)] = widened(seen.shape(), stored["shapes"].get(str(seats), {}))
        for path, most in LIMITS.get(game_id, {}).items():
            inner = shapes[str(seats)]
            for name in path:
                inner = inner.get("of", inner)["fields"][name]
            inner["most"] = most
    return {"words": [*stored["words"], *sorted(words - set(stored["words"]))], "shapes": shapes}


def main(names: list[str]) -> None:
    """Store the layouts of these games, or of all."""
    for game_id in names or sorted(games()):
        text = json.dumps(layout(game_id), separators=(",", ":"), ensure_ascii=False)
        (FOLDER / f"{game_id}.json").write_text(text + "\n", "utf-8")
        print(game_id, len(text))


if __name__ == "__main__":
    main(sys.argv[1:])
