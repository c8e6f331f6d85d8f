"""A table of Torres over a fake bridge, and hands that make any move on it by clicks."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from client.boards.torres.view import TorresView
from rules.contract import Move, State
from tests.client.table.sitting import LEFT, Sitting, sit_down
from tests.client.table.tables import Dealer, Settings, begun

BUTTONS = ("step", "buy", "end", "stack", "opened", "keep", "top", "bottom", "stacks", "stay")


class TorresSitting(Sitting):
    """At a table of Torres."""

    @property
    def view(self) -> TorresView:
        assert isinstance(self.window.view, TorresView)
        return self.window.view

    def marked(self) -> set[int]:
        """The cells that glow, the same on both boards."""
        towers = {field - 1 for field in self.view.board.board.marked}
        assert {field - 1 for field in range(1, 65) if self.view.flat.button(field).can} == towers
        return towers

    def answers(self) -> set[str]:
        return {button.objectName() for button in self.window.frame.prompt.buttons}

    def cards(self) -> set[Move]:
        return {card.card.move for card in self.view.hand.cards if card.card.can}

    def spot(self, cell: int) -> QPoint | None:
        """A point of the view at which the top of a cell is not hidden by another tower."""
        board = self.view.board
        middle, tile = board.top(cell + 1), board.board.at.tile
        for away in range(0, tile // 2, 4):
            for right, down in ((0, 0), (-away, 0), (away, 0), (0, -away // 2), (0, away // 2)):
                spot = middle + QPoint(right, down)
                if board.board.fields_at(board.mapToScene(spot)) == cell + 1 and board.viewport().rect().contains(spot):
                    return spot
        return None

    def click(self, cell: int) -> None:
        """On the board in use; among the towers, from the first side that shows the cell, if there is one."""
        board = self.view.board
        for _ in range(4):
            if self.view.flat.isVisible():
                break
            spot = self.spot(cell)
            if spot is not None:
                QTest.mouseMove(board.viewport(), spot)
                QTest.mouseClick(board.viewport(), LEFT, pos=spot)
                return
            self.view.turn(1)
        self.window.frame.set_flat(True)
        QTest.mouseClick(self.view.flat.button(cell + 1), LEFT)

    def put_back(self) -> None:
        self.view.put_away()
        assert self.view.chosen == -1

    def make(self, move: Move) -> None:
        """Make this move by clicks alone."""
        assert self.window.turn is not None
        tried = len(self.window.turn.tried)
        if move.kind in BUTTONS:
            self.press(f"answer-{move}")
        elif move.kind == "card":
            QTest.mouseClick(next(card for card in self.view.hand.cards if card.card.move == move and card.card.can), LEFT)
        elif move.kind == "move":
            if self.view.chosen not in (-1, move.args[0]):
                self.click(self.view.chosen)
            if self.view.chosen == -1:
                self.click(move.args[0])
            assert self.view.chosen == move.args[0]
            self.click(move.args[1])
        else:
            if self.view.chosen >= 0:
                self.click(self.view.chosen)
            self.click(move.args[0])
            if len(self.window.turn.tried) == tried:
                self.press(f"menu-{move}")
        assert self.window.turn.tried[tried:] == (move,)

    def next_turn(self, rng: random.Random) -> None:
        """Confirm what is complete and let the others play, until it is the turn of seat 0, or the game is over."""
        if self.window.turn is not None and self.window.turn.complete:
            self.press("confirm")
        while self.node.state.turn not in (None, 0):
            self.node.turn_of(self.node.state.turn, rng.randrange(1000))


def played(seats: int, seed: int, options: dict[str, str], enough: Callable[[State, int], bool]) -> tuple[State, Dealer] | None:
    """Random play with all kinds of moves equally likely, up to a suitable position; None if none comes."""
    state, dealer = begun(seats, seed, options, name="torres")
    rng = random.Random(seed)
    count = 0
    while state.turn is not None:
        if enough(state, count):
            return state, dealer
        choices = state.moves()
        kind = rng.choice(list(dict.fromkeys(move.kind for move in choices)))
        state.play(rng.choice([move for move in choices if move.kind == kind]))
        dealer.settle(state)
        count += 1
    return None


def offering(kind: str, seats: int, options: dict[str, str]) -> tuple[State, Dealer]:
    """A position in which seat 0 can make such a move."""
    for seed in range(400):
        found = played(
            seats, seed, options, lambda state, _: state.turn == 0 and any(move.kind == kind for move in state.moves())
        )
        if found is not None:
            return found
    raise AssertionError(f"{kind} never comes")


@pytest.fixture
def table(styled, qtbot) -> Callable[..., TorresSitting]:
    """Opens a table with these ``kinds`` of seats: at ``start``, or after some random moves, once seat 0 is on turn."""

    def come(
        kinds: str = "hb",
        moves: int = 0,
        seed: int = 1,
        flat: bool = False,
        start: tuple[State, Dealer] | None = None,
        **options: str,
    ) -> TorresSitting:
        found = start or played(len(kinds), seed, options, lambda state, count: count >= moves and state.turn == 0)
        assert found is not None
        return TorresSitting(*sit_down(qtbot, "torres", found, kinds, Settings(flat_view=flat)))

    return come
