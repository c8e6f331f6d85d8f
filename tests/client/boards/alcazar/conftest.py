"""A table of Alcazar over a fake bridge, and positions with bridges on it."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from client.boards.alcazar.reading import AlcazarReading
from client.boards.alcazar.view import AlcazarView
from rules.alcazar.state import AlcazarState
from rules.contract import Move
from tests.client.table.sitting import LEFT, Sitting, sit_down
from tests.client.table.tables import Dealer, Settings, begun
from tests.rules.alcazar.table import AlcazarTable

LIKED = ("bridge", "play-tower", "grande", "baron", "castle", "play")


def dealt(seats: int, seed: int = 1, start: int | None = None) -> tuple[AlcazarState, Dealer]:
    """A game with its cards dealt; ``start`` chooses who begins."""
    state, dealer = begun(seats, seed, start=start, name="alcazar")
    assert isinstance(state, AlcazarState)
    return state, dealer


def advanced(state: AlcazarState, dealer: Dealer, moves: int, seed: int = 1) -> AlcazarState:
    """Play a number of random moves; build a bridge wherever the rules allow one."""
    rng = random.Random(seed)
    for _ in range(moves):
        listed = state.moves()
        if not listed:
            break
        bridges = [move for move in listed if move.kind == "bridge"]
        liked = bridges or [move for move in listed if move.kind in LIKED]
        state.play(rng.choice(liked or listed))
        dealer.settle(state)
    return state


def crossing() -> AlcazarTable:
    """Castles joined over gaps by bridges from 17 to 67 and, higher, from 6 to the first one's middle; seat 0 is on turn.

    One more bridge lies from 20 to 22 over the free field 21. Barons of seat 0 stand on 17 and 20, a grande on 6. Two more
    bridges are possible, from 40 to 42 and from 42 to 44.
    """
    table = AlcazarTable(hands={0: [40, 41]})
    table.castle(16, (1, 2, 1))
    table.castle(66, (1, 2, 2))
    table.castle(6, (3, 1, 1))
    table.villa(20)
    table.villa(22)
    table.noble(17, 0)
    table.noble(20, 0)
    table.noble(6, 0, 2)
    table.money(100, 40)
    table.play("bridge 17 67", "done", "buy-tower", "bridge 20 22", "done", "buy-tower")
    table.play(f"bridge 6 {table.at(6, 3)}", "done", "buy-tower")
    table.castle(40, (2, 1, 2, 1, 2))
    table.noble(42, 0)
    return table


class AlcazarSitting(Sitting):
    """At a table of Alcazar."""

    @property
    def view(self) -> AlcazarView:
        assert isinstance(self.window.view, AlcazarView)
        return self.window.view

    @property
    def reading(self) -> AlcazarReading:
        assert isinstance(self.view.reading, AlcazarReading)
        return self.view.reading

    @property
    def state(self) -> AlcazarState:
        state = super().state
        assert isinstance(state, AlcazarState)
        return state

    def spot(self, cell: int) -> QPoint | None:
        """The point at which the view of the towers shows a cell, or the offer above it; None if it is hidden."""
        board = self.view.board
        scene = board.board
        levels = [scene.facts.level(cell), *(offer.level for offer in scene.offers if offer.middle == cell)]
        for level in levels:
            middle = board.mapFromScene(scene.at.top(cell, level))
            for right, down in ((0, 0), (-12, 0), (12, 0), (0, -8), (0, 8), (-8, 14), (8, 14)):
                spot = middle + QPoint(right, down)
                if scene.fields_at(board.mapToScene(spot)) == cell:
                    return spot
        return None

    def click_cell(self, cell: int) -> None:
        """On the board of towers if it is visible there, else on the flat board."""
        spot = None if self.window.frame.is_flat else self.spot(cell)
        if spot is None:
            flat = self.window.frame.is_flat
            self.window.frame.set_flat(True)
            QTest.mouseClick(self.view.flat.button(cell), LEFT)
            if not self.view.menu.isVisible():
                self.window.frame.set_flat(flat)
        else:
            QTest.mouseMove(self.view.board.viewport(), spot)
            QTest.mouseClick(self.view.board.viewport(), LEFT, pos=spot)

    def ask(self, move: Move) -> None:
        """Ask for a move by clicks."""
        cells = self.reading.fields_of(move)
        if cells:
            self.click_cell(cells[0])
            menu = self.view.menu
            if menu.isVisible():
                self.press(f"menu-{move}")
                self.window.frame.set_flat(False)
        elif move.kind.startswith("buy"):
            name = "market-" + (str(move.args[0]) if move.args else move.kind)
            self.press(name)
        else:
            self.press(f"answer-{move}")


@pytest.fixture
def alcazar(styled, qtbot) -> Callable[..., AlcazarSitting]:
    """Opens a table of Alcazar at a position, or after a number of random moves."""

    def come(
        kinds: str = "hb", moves: int = 0, seed: int = 1, at: AlcazarTable | None = None, settings: Settings | None = None
    ) -> AlcazarSitting:
        state, dealer = dealt(len(kinds), seed, 0)
        if at is not None:
            state, dealer = at.state, Dealer(random.Random(seed), dict(at.face))
        advanced(state, dealer, moves, seed)
        return AlcazarSitting(*sit_down(qtbot, "alcazar", (state, dealer), kinds, settings))

    return come
