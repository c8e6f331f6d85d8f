"""The games as PettingZoo environments, for people who train agents: the extra ``env``.

``env("torres", 2)`` is an AEC environment with the rules, the dealing and the views of a table. No other module imports this
one; it needs PettingZoo, Gymnasium and NumPy. ``docs/writing-a-bot.md`` shows how to use it.

Moves are words with integers, and house rules add to them: if each move had a number, there would be more numbers than a neural
network can have outputs. An action is therefore the place of a move in the list of legal moves, whose order is fixed. The moves
themselves stand beside the position: ``moves`` has a row for each, with its word and its integers. A policy scores the rows;
one that only looks at the mask still plays legal moves.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from net.deal.local import settle
from net.deal.seeded import SeededDeals, seed_of
from net.rulebook import start
from rules.contract import Facts, Move, State, complete_options
from rules.registry import game

MOST_CHOICES = 400
"""Actions: every position of every game has fewer legal moves (the contract suite checks it)."""

MOST_ARGS = 3
"""The most integers shown for a move."""

MOST = 1_000_000
"""The largest number in a position."""

LEFT_OUT = ("game", "options")
"""Facts that are the same in all positions of an environment."""

Shape = dict[str, Any]
"""How facts are laid out: ``{"fields": {name: shape}}``, ``{"most": length, "of": shape}``, ``{"phrase": true}`` for a
word with integers, or ``{}`` for one number or word."""


class Layout:
    """The place of each fact of a game in an observation: the same fact is always in the same place.

    Attributes:
        words: the words of the game's moves and facts; word k is shown as k + 1, and an unknown word as one more than the last.
        size: the numbers in an observation.
        cuts: the number of lists that were longer than their places, plus the number of unknown words. The length before a
            list is the true one even if the list is cut.
    """

    def __init__(self, words: list[str], shape: Shape) -> None:
        self._shape = shape
        self.cuts = 0
        self.words = words
        self._numbers = {word: number for number, word in enumerate(words, 1)}
        self.size = 1 + _size(shape)

    def observed(self, seat: int, facts: Facts) -> np.ndarray:
        """The seat and the facts, as numbers."""
        shown = {name: value for name, value in facts.items() if name not in LEFT_OUT}
        return np.array([seat, *self._laid_out(self._shape, shown)], dtype=np.int32)

    def listed(self, moves: list[Move]) -> np.ndarray:
        """A row for each move: its word and its integers, the rest 0."""
        rows: np.ndarray = np.zeros((MOST_CHOICES, 1 + MOST_ARGS), dtype=np.int32)
        for row, move in enumerate(moves):
            rows[row, 0] = self._word(move.kind)
            rows[row, 1 : 1 + len(move.args)] = move.args
        return rows

    def _word(self, word: str) -> int:
        self.cuts += word not in self._numbers
        return self._numbers.get(word, len(self.words) + 1)

    def _laid_out(self, shape: Shape, value: object) -> Iterator[int]:
        if "fields" in shape:
            named = value if isinstance(value, Mapping) else {}
            if not named.keys() <= shape["fields"].keys():
                raise ValueError(f"the layout of this game lacks {sorted(named.keys() - shape['fields'].keys())}")
            for name, inner in shape["fields"].items():
                yield from self._laid_out(inner, named.get(name))
        elif "most" in shape:
            values = value if isinstance(value, list | tuple) else [] if value is None else [value]
            self.cuts += len(values) > shape["most"]
            yield len(values)
            for place in range(shape["most"]):
                yield from self._laid_out(shape["of"], values[place] if place < len(values) else None)
        elif "phrase" in shape:
            word, *numbers = str(value).split(" ") if value else [""]
            yield self._word(word) if word else 0
            yield from (int(numbers[place]) if place < len(numbers) else 0 for place in range(MOST_ARGS))
        elif isinstance(value, str):
            yield self._word(value) if value else 0
        else:
            assert value is None or isinstance(value, int), value
            yield int(value or 0)


def _size(shape: Shape) -> int:
    if "fields" in shape:
        return sum(map(_size, shape["fields"].values()))
    if "phrase" in shape:
        return 1 + MOST_ARGS
    return 1 + int(shape["most"]) * _size(shape["of"]) if "most" in shape else 1


@cache
def layout_of(game_id: str, seats: int) -> Layout:
    """The layout of a game; raises :class:`FileNotFoundError` if it has none yet."""
    stored = json.loads(files("resources").joinpath("environment", f"{game_id}.json").read_text("utf-8"))
    return Layout(stored["words"], stored["shapes"][str(seats)])


class GameEnv(AECEnv):
    """A game as an AEC environment. Agents are the seats: ``player_0`` and so on, in turn order.

    One agent may move several times running. An observation has ``observation`` (the seat and the facts of its view, see
    :class:`Layout`), ``moves`` (a row for each legal move) and ``action_mask``. It shows what the seat may know, and nothing
    else. The reward comes at the end: 1 for the only winner, and all rewards add up to 0. A seat's info holds its legal moves
    as text, and at the end its rank and score.
    """

    metadata = {"render_modes": ["ansi"], "name": "alarife", "is_parallelizable": False}  # noqa: RUF012  # PettingZoo's

    def __init__(
        self,
        game_id: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Prepare; :meth:`reset` begins a game.

        Args:
            game_id: a game, for instance ``torres``.
            seats: the number of agents; by default as few as the game allows.
            options: house rules that differ from the defaults.
            render_mode: ``ansi`` or None.

        Raises :class:`~rules.contract.RulesError` for what cannot be played.
        """
        super().__init__()
        rules = game(game_id)
        self.game = game_id
        self.seats = rules.seats[0] if seats is None else seats
        self.options = complete_options(rules, options or {})
        start(game_id, self.seats, self.options)
        self.render_mode = render_mode
        self.layout = layout_of(game_id, self.seats)
        self._chance = random.Random()
        self.position: State | None = None
        self._moves: list[Move] = []
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        observation = Dict(
            {
                "observation": Box(-MOST, MOST, (self.layout.size,), np.int32),
                "moves": Box(-MOST, MOST, (MOST_CHOICES, 1 + MOST_ARGS), np.int32),
                "action_mask": Box(0, 1, (MOST_CHOICES,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: Discrete(MOST_CHOICES) for agent in self.possible_agents}

    def __str__(self) -> str:
        return f"alarife_{self.game}"

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The places in the list of legal moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; equal seeds give equal deals, and without a seed the random numbers go on from the last one."""
        if seed is not None:
            self._chance = random.Random(seed)
        self._deals = SeededDeals(seed_of(str(self._chance.getrandbits(64))))
        self.position = start(self.game, self.seats, self.options)
        settle(self.position, self._deals)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The position as an agent may see it; only the agent on turn has legal moves."""
        assert self.position is not None, "reset() begins a game"
        seat = self.possible_agents.index(agent)
        moves = self._moves if self.position.turn == seat else []
        mask: np.ndarray = np.zeros(MOST_CHOICES, dtype=np.int8)
        mask[: len(moves)] = 1
        return {
            "observation": self.layout.observed(seat, self.position.view(seat).facts()),
            "moves": self.layout.listed(moves),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Make the move at a place in the list of legal moves."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.position is not None
        if action is None or not 0 <= action < len(self._moves):
            raise ValueError(f"{agent} has {len(self._moves)} legal moves and none at {action}")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos[agent] = {}
        self.position.play_silently(self._moves[action])
        settle(self.position, self._deals)
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The facts that everybody may know, as JSON; None without a render mode."""
        if self.render_mode is None or self.position is None:
            return None
        return json.dumps(self.position.view(None).facts(), ensure_ascii=False)

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def _go_on(self) -> None:
        """Select the agent on turn, or end the game."""
        assert self.position is not None
        seat, result = self.position.turn, self.position.result
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            self._moves = self.position.view(seat).moves()
            self.infos[self.agent_selection] = {"moves": [str(move) for move in self._moves]}
            return
        assert result is not None
        self._moves = []
        scores = self.position.scores()
        for place, agent in enumerate(self.possible_agents):
            share = (place in result.winners) / len(result.winners)
            self.rewards[agent] = (share * self.seats - 1) / (self.seats - 1)
            self.terminations[agent] = True
            self.infos[agent] = {"rank": result.ranks[place], "score": scores[place]}


def env(
    game_id: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """A game as a PettingZoo environment: an illegal action ends the game, with reward -1 for the agent."""
    made = GameEnv(game_id, seats, options, render_mode)
    ended = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))
