"""The games as PettingZoo environments, by PettingZoo's own tests and by ours."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import textwrap
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the extra env is not installed: pip install -e '.[env]'")
pytest.importorskip("numpy", reason="the extra env is not installed: pip install -e '.[env]'")

import numpy as np
from pettingzoo.test import api_test, performance_benchmark, seed_test

from net.environment import MOST_CHOICES, GameEnv, Layout, env, layout_of
from rules.alcazar.kinds import ALCAZAR_KINDS
from rules.burgenland.kinds import KINDS as BURGENLAND_KINDS
from rules.contract import RulesError
from rules.loop.kinds import LOOP_KINDS
from rules.loop.terms import ALCAZAR
from rules.registry import games
from rules.torres.kinds import KINDS as TORRES_KINDS
from rules.torres.position import STAGES
from rules.torres.terms import MASTER_CARDS
from tests.contract import laws
from tests.contract.settings import choices

EVERY = sorted((rules.id, seats) for rules in games().values() for seats in rules.seats)

EXPECTED = (
    "Observation is not a NumPy array",  # it is a dictionary of arrays, for PettingZoo's own games as well
    "Observation space for each agent probably should be gymnasium.spaces.box",
    "The observation contains negative numbers and is in the shape of a graphical observation",
    "Action mask is all zeros",
    "Action mask numpy array is all zeros",  # of an agent that is not on turn
)


def play(made: GameEnv, seed: int, moves: int = 10_000) -> int:
    """Play at random to the end, or up to a number of moves; returns the number played."""
    made.reset(seed)
    chance = random.Random(seed)
    count = 0
    while count < moves and not made.terminations[made.agent_selection]:
        made.step(chance.choice(np.flatnonzero(made.observe(made.agent_selection)["action_mask"]).tolist()))
        count += 1
    return count


def test_the_bound_of_actions_is_that_of_the_contract():
    assert MOST_CHOICES == laws.MOST_CHOICES


@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_pettingzoo_finds_nothing_wrong(game_id, seats):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(game_id, seats), num_cycles=60, verbose_progress=False)
    said = [str(warning.message) for warning in caught if issubclass(warning.category, UserWarning)]
    assert [text for text in said if not any(expected in text for expected in EXPECTED)] == []


@pytest.mark.parametrize("game_id", sorted(games()))
def test_equal_seeds_give_equal_games(game_id):
    seed_test(lambda: env(game_id), num_cycles=40)


def test_the_benchmark_of_pettingzoo_runs(monkeypatch, capsys):
    hours = iter(range(1000))
    monkeypatch.setattr(time, "time", lambda: 4.0 * next(hours))  # one round of it; its speed does not matter
    performance_benchmark(env("alcazar"))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_whole_games_of_every_setting_fit_the_layout(game_id, seats):
    for number, chosen in enumerate(choices(games()[game_id])):
        made = GameEnv(game_id, seats, dict(chosen))
        play(made, 1000 + number)
        assert all(made.terminations.values())
        assert sum(made.rewards.values()) == pytest.approx(0)
        assert max(made.rewards.values()) <= 1
        assert {made.infos[agent]["rank"] for agent in made.agents} >= {1}
        for agent in made.agents:
            assert made.observation_space(agent).contains(made.observe(agent))
        assert made.layout.cuts == 0


def test_every_kind_of_move_has_a_word():
    kinds = {
        "alcazar": set(ALCAZAR_KINDS),
        "big-boss": set(LOOP_KINDS),
        "burgenland": set(BURGENLAND_KINDS),
        "torres": {kind for rows in TORRES_KINDS.values() for kind in rows},
    }
    assert kinds.keys() == games().keys()
    for game_id, named in kinds.items():
        assert named <= set(layout_of(game_id, 2).words)


def test_every_stage_and_score_line_of_torres_has_a_word():
    lines = {*MASTER_CARDS, "diagonals-most", "edge-most", "steps", "castle", "king", "jump"}
    assert {*STAGES, *lines} <= set(layout_of("torres", 2).words)


@pytest.mark.parametrize(
    ("game_id", "facts"),
    [
        ("alcazar", {"bridges": [[1, 2, 3, 1, 0]] * ALCAZAR.bridges}),
        ("big-boss", {"players": [{"hand": [[1, 2]] * 72, "shown": [1] * 72}]}),
        ("torres", {"castles": [{"cells": [1] * 64}]}),
    ],
)
def test_as_much_as_the_rules_allow_has_a_place(game_id, facts):
    for seats in games()[game_id].seats:
        layout = GameEnv(game_id, seats).layout
        before = layout.cuts
        layout.observed(0, facts)
        assert layout.cuts == before


def test_facts_without_a_place_are_counted_and_not_fatal():
    layout = Layout(["play"], {"fields": {"hand": {"most": 2, "of": {}}, "what": {"phrase": True}}})
    assert list(layout.observed(1, {"hand": [7, 8], "what": "play 3 4"})) == [1, 2, 7, 8, 1, 3, 4, 0]
    assert layout.cuts == 0
    assert list(layout.observed(0, {"hand": [7, 8, 9], "what": "fly"})) == [0, 3, 7, 8, 2, 0, 0, 0]
    assert list(layout.observed(0, {"hand": [], "what": None})) == [0] * 8
    assert layout.cuts == 2
    with pytest.raises(ValueError, match="lacks"):
        layout.observed(0, {"another": 1})


def test_the_rows_of_moves_say_what_the_moves_are():
    layout = layout_of("torres", 2)
    made = GameEnv("torres", 2)
    made.reset(5)
    seen = made.observe(made.agent_selection)
    moves = made.infos[made.agent_selection]["moves"]
    for row, move in zip(seen["moves"], moves, strict=False):
        kind, *args = move.split(" ")
        assert layout.words[row[0] - 1] == kind
        assert list(row[1 : 1 + len(args)]) == [int(arg) for arg in args]
    assert seen["action_mask"].sum() == len(moves)


@pytest.mark.parametrize(("game_id", "seats"), EVERY)
def test_an_agent_observes_only_what_its_seat_may_know(game_id, seats):
    """Every hidden face is exchanged; the observation stays the same."""
    from random import Random

    from rules.search.worlds import imagine

    class Lots:
        def __init__(self, seed):
            self._random = Random(seed)

        def below(self, bound):
            return self._random.randrange(bound)

    made = GameEnv(game_id, seats)
    play(made, 8, 14)
    if all(made.terminations.values()):
        pytest.skip("the game ended early")
    truth = made.position
    for seat, agent in enumerate(made.possible_agents):
        made.position = truth
        before = made.observe(agent)
        other, _ = imagine(truth.view(seat), Lots(seat))
        made.position = other
        after = made.observe(agent)
        assert np.array_equal(before["observation"], after["observation"])


def test_the_agent_on_turn_sees_different_positions_differently():
    made = GameEnv("alcazar", 2)
    seen = set()
    for moves in range(20):
        play(made, 4, moves)
        seen.add(made.observe("player_0")["observation"].tobytes())
    assert len(seen) > 15


def test_a_seed_determines_the_games_that_follow():
    made, again = GameEnv("alcazar"), GameEnv("alcazar")
    made.reset(7)
    again.reset(7)
    firsts = []
    for one in (made, again):
        one.reset()
        firsts.append(one.observe("player_0")["observation"].tobytes())
        one.reset()
        firsts.append(one.observe("player_0")["observation"].tobytes())
    assert firsts[:2] == firsts[2:]


def test_an_illegal_action_ends_the_game_of_its_agent():
    made = env("torres")
    made.reset(1)
    agent = made.agent_selection
    made.step(MOST_CHOICES - 1)
    assert made.rewards[agent] == -1
    assert all(made.terminations.values())


def test_impossible_settings_get_a_sentence():
    with pytest.raises(RulesError):
        env("chess")
    with pytest.raises(RulesError):
        env("torres", 9)
    with pytest.raises(RulesError):
        env("torres", 2, {"no such rule": "on"})
    made = GameEnv("torres", render_mode="ansi")
    assert made.render() is None
    made.reset(1)
    shown = made.render()
    assert shown is not None
    assert json.loads(shown)["game"] == "torres"


def test_the_program_never_loads_pettingzoo():
    code = (
        "import sys, client.cli, client.app, net.node, client.table.window, client.league.games;"
        "print(*[name for name in ('numpy', 'gymnasium', 'pettingzoo', 'net.environment') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == ""


def test_the_example_of_the_guide_plays_a_game():
    guide = (Path(__file__).parents[2] / "docs" / "writing-a-bot.md").read_text("utf-8")
    block = guide[guide.index("    from net.environment") :].split("\n\n\n")[0].partition("\n\nAn action")[0]
    names: dict[str, Any] = {}
    exec(textwrap.dedent(block), names)
    assert names["ended"]
    assert names["game"].agents == []
