"""The bridge between the node and the window: the answers of bots at this computer, and when they still count."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from client.bots import choose_move
from client.window.bridge import LOCK_SECONDS, Bridge
from net.api import Advanced, BotTurn, Opened, PeersChanged, Plan, Refused, Seat
from rules.contract import Move


class SlowThinker:
    """A worker that answers when it is told to."""

    def __init__(self) -> None:
        self.asked = []

    def ask(self, task, answer) -> None:
        self.asked.append((task, answer))

    def answer(self) -> None:
        task, answer = self.asked.pop(0)
        answer(choose_move(task.game, "random", task.view, seed=1))

    def forget(self) -> None:
        self.asked.clear()

    def close(self) -> None:
        self.asked.clear()


@pytest.fixture
def bots(monkeypatch):
    """The bots of every bridge."""
    thinker = SlowThinker()
    monkeypatch.setattr("client.bots.BotPool", lambda _failed: thinker)
    return thinker


def test_a_bots_answer_about_moves_taken_back_is_dropped(qtbot, tmp_path, bots):
    bridge = Bridge(tmp_path, loopback=True)
    heard = []
    bridge.event.connect(heard.append)

    def last():
        return next(event for event in reversed(heard) if isinstance(event, Advanced | Opened))

    def wait_for_turn(seat):
        qtbot.waitUntil(lambda: any(isinstance(event, Opened) for event in heard) and last().position.turn is not None)
        while last().position.turn != seat:
            index = last().index
            if last().position.turn == 0:
                bridge.node.act(0, (last().position.moves()[0],), index)
            else:
                qtbot.waitUntil(lambda: bool(bots.asked))
                bots.answer()
            qtbot.waitUntil(lambda index=index: last().index > index and last().position.turn is not None)

    try:
        seats = (Seat("person", "Ana", here=True), Seat("bot", "Bea", level="random", here=True))
        bridge.node.offline(Plan("torres", seats, {"mode": "base"}, file=Path()))
        wait_for_turn(0)
        before = last().index
        wait_for_turn(1)
        qtbot.waitUntil(lambda: bool(bots.asked))
        bridge.node.propose_take_back(before)
        qtbot.waitUntil(lambda: last().position.turn == 0)
        bots.answer()
        bots.asked.clear()
        wait_for_turn(1)
        assert any(isinstance(event, BotTurn) for event in heard)
        assert not [event for event in heard if isinstance(event, Refused)]
    finally:
        bridge.close()


class Seated:
    """A node that notes its commands."""

    def __init__(self, _home, listener, _loopback) -> None:
        self.done = []
        self.tell = listener

    def portray(self, portrait) -> None:
        """It has no portrait."""

    def act(self, *given) -> None:
        self.done.append(given)

    def close(self) -> None:
        self.done.clear()


def test_a_bots_answer_is_dropped_once_its_player_is_back(qtbot, tmp_path, bots, monkeypatch):
    monkeypatch.setattr("net.node.TableNode", Seated)
    bridge = Bridge(tmp_path, loopback=True)
    node = bridge.node
    mine, gone = Seat("person", "Ana", here=True), Seat("bot", "Ben", level="random", here=True)
    for back in (False, True):
        node.tell(BotTurn(1, "random", SimpleNamespace(turn=1, turn_number=4), 7))
        seats = (mine, Seat("person", "Ben") if back else gone)
        node.tell(PeersChanged((), seats))
        _, answer = bots.asked.pop()
        answer(Move("stop"))
        assert node.done == [(1, (Move("stop"),), 7)]
    bridge.close()


def test_the_network_never_keeps_the_window_waiting_for_long(tmp_path, bots, monkeypatch):
    asked = []
    monkeypatch.setattr(sys, "setswitchinterval", asked.append)
    bridge = Bridge(tmp_path, loopback=True)
    assert not asked, "alone, the window's thread shares the lock with nobody"
    assert bridge.node is not None
    assert asked == [LOCK_SECONDS]
    bridge.close()
