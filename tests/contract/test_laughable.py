"""No level plays the moves that made people laugh at earlier bots. A few seeded games between equals, limited by looks.

Das neue Big Boss once put almost all nobles into castles worth 5 in the first turns, and then bought from the pile thirteen
times in a row. Burgenland kept its palaces until only the large castle was left, and drew for ever. Torres used one or two
knights after the first year, and left the castles of the others alone.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from itertools import groupby

import pytest

from client.bots import new_bot
from net.deal.seeded import Chance, seed_of
from net.offline import play_out
from rules.burgenland.state import BurgenlandState
from rules.contract import Move, State, complete_options, offered_levels
from rules.loop.turn import LoopState
from rules.registry import game
from rules.search.turns import Looks
from rules.torres.grid import BESIDE
from rules.torres.state import TorresState

LOOKS = {"big-boss": 40, "torres": 12}
"""The number of looks for a turn, at which searching levels stop."""

SEED = 3

Played = tuple[State, Move]
"""The view of a seat, and its move."""


@cache
def played(name: str, level: str) -> tuple[State, tuple[tuple[Played, ...], ...]]:
    """A game between two bots of a level: its last position, and the moves of each seat."""
    chance = random.Random(f"{name} {level}")
    done: list[list[Played]] = [[], []]
    bots = [new_bot(name, level) for _ in done]
    budgets: dict[tuple[int, int], Looks] = {}

    def chooser(seat: int) -> Callable[[State], Move]:
        def choose(view: State) -> Move:
            budget = budgets.setdefault((seat, view.turn_number), Looks(LOOKS.get(name, 1000)))
            before = view.copy()
            move = bots[seat].choose(view, budget, Chance(seed_of(str(chance.getrandbits(64))), 0))
            done[seat].append((before, move))
            return move

        return choose

    end = play_out(name, complete_options(game(name), {}), seed_of(f"laughable {SEED}"), [chooser(0), chooser(1)])
    return end.state, tuple(map(tuple, done))


def turns(moves: Iterable[Played]) -> list[list[Played]]:
    """The moves of a seat, turn by turn."""
    found: dict[int, list[Played]] = defaultdict(list)
    for view, move in moves:
        found[view.turn_number].append((view, move))
    return list(found.values())


def longest(kinds: Iterable[str], kind: str) -> int:
    """The longest run of moves of one kind."""
    return max((len(list(run)) for each, run in groupby(kinds) if each == kind), default=0)


def levels(name: str) -> list[str]:
    return offered_levels(game(name))


@pytest.mark.parametrize("name", ["alcazar", "big-boss", "burgenland", "torres"])
def test_every_game_has_five_levels_and_none_plays_at_random(name: str) -> None:
    assert len(levels(name)) >= 5
    assert "random" not in levels(name)


@pytest.mark.parametrize("level", levels("big-boss"))
def test_big_boss_keeps_nobles_for_better_castles(level: str) -> None:
    for moves in played("big-boss", level)[1]:
        early = [step for turn in turns(moves)[:4] for step in turn]
        cheap = 0
        for view, move in early:
            assert isinstance(view, LoopState)
            cheap += move.kind in ("baron", "grande") and view.buildings.value_at(move.args[0]) <= 5
        assert cheap <= 5


@pytest.mark.parametrize("level", levels("big-boss"))
def test_big_boss_does_not_buy_from_the_pile_again_and_again(level: str) -> None:
    for moves in played("big-boss", level)[1]:
        actions = [next((move.kind for _, move in turn if move.kind != "withdraw"), "") for turn in turns(moves)]
        assert longest(actions, "buy-pile") <= 8


@pytest.mark.parametrize("level", levels("big-boss"))
def test_nobody_in_big_boss_goes_broke(level: str) -> None:
    assert min(played("big-boss", level)[0].scores()) >= 200


@pytest.mark.parametrize("level", levels("burgenland"))
def test_burgenland_builds_palaces_while_there_is_room_and_does_not_draw_forever(level: str) -> None:
    for moves in played("burgenland", level)[1]:
        assert longest([move.kind for _, move in moves if move.kind not in ("end", "five", "pay", "pay-joker")], "draw") <= 10
        assert sum(move.kind in ("palace", "lawless-palace") for _, move in moves) >= 2
        for view, move in moves:
            assert isinstance(view, BurgenlandState)
            hand = len(view.position.players[view.position.active].hand)
            assert move.kind != "draw" or hand < 30


@pytest.mark.parametrize("level", levels("torres"))
def test_torres_brings_its_knights_into_play(level: str) -> None:
    state, moves = played("torres", level)
    assert isinstance(state, TorresState)
    knights = [len(own) for own in state.land.knights]
    assert sum(knights) >= 6, knights
    inserted = [view for own in moves for view, move in own if move.kind == "insert"]
    later = [view for view in inserted if isinstance(view, TorresState) and view.phase > 1]
    assert later or sum(knights) == 12, "knights come after the first year, too"


@pytest.mark.parametrize("level", levels("torres")[-2:])
def test_the_best_levels_of_torres_spoil_the_castles_of_the_others(level: str) -> None:
    """They take away another player's step up, or move into a castle where so far only others stand."""
    spoilt = 0
    for seat, own in enumerate(played("torres", level)[1]):
        for view, move in own:
            assert isinstance(view, TorresState)
            if move.kind in ("block", "insert", "move"):
                land, cell = view.land, move.args[-1]
                theirs = [each for other, cells in enumerate(land.knights) if other != seat for each in cells]
                castle = land.castle_at[cell]
                mine = {land.castle_at[each] for each in land.knights[seat]}
                step = any(BESIDE[each] >> cell & 1 and land.levels[cell] == land.levels[each] + 1 for each in theirs)
                shared = castle not in (0, *mine) and castle in [land.castle_at[one] for one in theirs]
                spoilt += step or (move.kind != "block" and shared)
    assert spoilt >= 2
