"""A table of Burgenland: the real engine, the real window, a node that plays offline in the same thread."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest

from client.boards.burgenland.view import BurgenlandView
from rules.contract import State
from tests.client.table import tables
from tests.client.table.sitting import Sitting, sit_down
from tests.client.table.tables import Dealer, Settings

FREE = ("swap", "joker", "five", "end", "draw", "pass")


def begun(seats: int, seed: int = 1, options: Mapping[str, str] | None = None) -> tuple[State, Dealer]:
    return tables.begun(seats, seed, options, name="burgenland")


def played(state: State, dealer: Dealer, moves: int, seed: int = 1, draw: float = 0.6) -> None:
    """Build and draw at random for a number of moves, then play on until a turn of seat 0 begins."""
    rng = random.Random(seed)
    while state.turn is not None and (moves > 0 or state.turn != 0 or state.facts()["step"] != "act"):
        listed = state.moves()
        drawing = [move for move in listed if move.kind == "draw"] if rng.random() < draw else []
        builds = [move for move in listed if move.kind not in FREE]
        ends = [move for move in listed if move.kind in ("end", "pass", "draw")]
        state.play(rng.choice(drawing or builds or ends or listed))
        dealer.settle(state)
        moves -= 1


class BurgenlandSitting(Sitting):
    """At a table of Burgenland."""

    @property
    def view(self) -> BurgenlandView:
        view = self.window.view
        assert isinstance(view, BurgenlandView)
        return view


@pytest.fixture
def table(styled, qtbot) -> Callable[..., BurgenlandSitting]:
    """Opens a table after a number of random moves, at the beginning of a turn of seat 0."""

    def come(
        kinds: str = "hb",
        moves: int = 0,
        seed: int = 1,
        draw: float = 0.6,
        size: tuple[int, int] = (1280, 720),
        settings: Settings | None = None,
        options: Mapping[str, str] | None = None,
    ) -> BurgenlandSitting:
        state, dealer = begun(len(kinds), seed, options)
        played(state, dealer, moves, seed, draw)
        return BurgenlandSitting(*sit_down(qtbot, "burgenland", (state, dealer), kinds, settings, size))

    return come
