"""A table of Burgenland: the real engine, the real window, a node that plays offline in the same thread."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Callable, Mapping
from importlib.resources import files

import pytest

from client.boards.burgenland.view import BurgenlandView
from client.messages import catalogue
from client.table.window import TableWindow
from rules.contract import State, complete_options
from rules.registry import game
from tests.client.table.tables import Dealer, FakeBridge, FakeNode, Settings, opened, seats_of

FREE = ("swap", "joker", "five", "end", "draw", "pass")


def data_of() -> dict[str, object]:
    text = files("resources").joinpath("games", "burgenland.json").read_text("utf-8")
    return {"burgenland": json.loads(text)}


def begun(seats: int, seed: int = 1, options: Mapping[str, str] | None = None) -> tuple[State, Dealer]:
    rules = game("burgenland")
    state = rules.start(seats, complete_options(rules, options or {}), data_of())
    dealer = Dealer(random.Random(seed))
    dealer.settle(state)
    return state, dealer


def played(state: State, dealer: Dealer, moves: int, seed: int = 1, draw: float = 0.6) -> None:
    """Play so many moves at random, building and drawing, then on until a turn of seat 0 begins."""
    rng = random.Random(seed)
    while state.turn is not None and (moves > 0 or state.turn != 0 or state.facts()["step"] != "act"):
        listed = state.moves()
        drawing = [move for move in listed if move.kind == "draw"] if rng.random() < draw else []
        builds = [move for move in listed if move.kind not in FREE]
        ends = [move for move in listed if move.kind in ("end", "pass", "draw")]
        state.play(rng.choice(drawing or builds or ends or listed))
        dealer.settle(state)
        moves -= 1


class Sitting:
    """A window and the node behind it."""

    def __init__(self, window: TableWindow, bridge: FakeBridge) -> None:
        self.window, self.bridge = window, bridge

    @property
    def node(self) -> FakeNode:
        return self.bridge.node

    @property
    def view(self) -> BurgenlandView:
        view = self.window.view
        assert isinstance(view, BurgenlandView)
        return view

    @property
    def prompt(self) -> str:
        return self.window.frame.prompt.text

    @property
    def state(self) -> State:
        assert self.window.turn is not None
        return self.window.turn.state


@pytest.fixture
def table(styled, qtbot) -> Callable[..., Sitting]:
    """Opens a table after so many random moves, at the beginning of a turn of seat 0."""

    def come(
        kinds: str = "hb",
        moves: int = 0,
        seed: int = 1,
        draw: float = 0.6,
        size: tuple[int, int] = (1280, 720),
        settings: Settings | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Sitting:
        state, dealer = begun(len(kinds), seed, options)
        played(state, dealer, moves, seed, draw)
        bridge = FakeBridge(state, dealer, seats_of(kinds))
        start = dataclasses.replace(opened(bridge), game="burgenland")
        window = TableWindow(bridge, start, catalogue(), settings or Settings())
        qtbot.addWidget(window)
        window.setMinimumSize(960, 600)
        window.resize(*size)
        window.show()
        window.activateWindow()
        with qtbot.waitActive(window):
            pass
        return Sitting(window, bridge)

    return come
