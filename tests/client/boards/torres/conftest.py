"""A table of Torres over a fake bridge, and hands that make any move on it by clicks."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from client.boards.torres.view import TorresView
from client.messages import catalogue
from client.table.window import TableWindow
from rules.contract import Move, State, complete_options
from rules.torres import Torres
from tests.client.table.tables import Dealer, FakeBridge, FakeNode, Settings, opened, seats_of

LEFT = Qt.MouseButton.LeftButton
BUTTONS = ("step", "buy", "end", "stack", "opened", "keep", "top", "bottom", "stacks", "stay")


class Sitting:
    """A window, the node behind it, and what somebody in front of it can do."""

    def __init__(self, window: TableWindow, bridge: FakeBridge) -> None:
        self.window, self.bridge = window, bridge

    @property
    def node(self) -> FakeNode:
        return self.bridge.node

    @property
    def view(self) -> TorresView:
        assert isinstance(self.window.view, TorresView)
        return self.window.view

    @property
    def prompt(self) -> str:
        return self.window.frame.prompt.text

    @property
    def moves(self) -> list[Move]:
        turn = self.window.turn
        return turn.state.moves() if turn is not None and turn.open else []

    @property
    def state(self) -> State:
        assert self.window.turn is not None
        return self.window.turn.state

    def marked(self) -> set[int]:
        """The cells that glow, the same on both boards."""
        towers = {field - 1 for field in self.view.board.board.marked}
        assert {field - 1 for field in range(1, 65) if self.view.flat.button(field).can} == towers
        return towers

    def answers(self) -> set[str]:
        return {button.objectName() for button in self.window.frame.prompt.buttons}

    def cards(self) -> set[Move]:
        return {card.card.move for card in self.view.hand.cards if card.card.can}

    def press(self, name: str) -> None:
        widget = self.window.findChild(QWidget, name)
        assert widget is not None, name
        assert widget.isVisible(), name
        assert widget.isEnabled(), name
        QTest.mouseClick(widget, LEFT)

    def spot(self, cell: int) -> QPoint | None:
        """Where in the view of the towers a cell's top is seen, not behind another tower."""
        board = self.view.board
        middle, tile = board.top(cell + 1), board.board.at.tile
        for away in range(0, tile // 2, 4):
            for right, down in ((0, 0), (-away, 0), (away, 0), (0, -away // 2), (0, away // 2)):
                spot = middle + QPoint(right, down)
                if board.board.fields_at(board.mapToScene(spot)) == cell + 1 and board.viewport().rect().contains(spot):
                    return spot
        return None

    def click(self, cell: int) -> None:
        """On the board in use; among the towers from the first side from which the cell is seen, if there is one."""
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


def begun(seats: int, seed: int, options: dict[str, str]) -> tuple[State, Dealer]:
    """A game with its cards dealt."""
    data = {name: json.loads(files("resources").joinpath("games", f"{name}.json").read_text("utf-8")) for name in Torres.data}
    state = Torres.start(seats, complete_options(Torres, options), data)
    dealer = Dealer(random.Random(seed))
    dealer.settle(state)
    return state, dealer


def played(seats: int, seed: int, options: dict[str, str], enough: Callable[[State, int], bool]) -> tuple[State, Dealer] | None:
    """Random play, every kind of move as likely as every other, up to a position that will do; None if none comes."""
    state, dealer = begun(seats, seed, options)
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
def table(styled, qtbot) -> Callable[..., Sitting]:
    """Opens a table: ``kinds`` of the seats, after so many random moves and when seat 0 is on turn; or at ``start``."""

    def come(
        kinds: str = "hb",
        moves: int = 0,
        seed: int = 1,
        flat: bool = False,
        start: tuple[State, Dealer] | None = None,
        **options: str,
    ) -> Sitting:
        found = start or played(len(kinds), seed, options, lambda state, count: count >= moves and state.turn == 0)
        assert found is not None
        bridge = FakeBridge(*found, seats_of(kinds))
        window = TableWindow(bridge, replace(opened(bridge), game="torres"), catalogue(), Settings(flat_view=flat))
        qtbot.addWidget(window)
        window.setMinimumSize(960, 600)
        window.resize(1280, 720)
        window.show()
        window.activateWindow()
        with qtbot.waitActive(window):
            pass
        return Sitting(window, bridge)

    return come
