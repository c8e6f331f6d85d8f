"""The heaviest possible board, for measurements: five levels on every field, a noble on every second one."""

from __future__ import annotations

import time

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from client.boards.loop.boardview import BoardView
from client.boards.loop.facts import Building, LoopFacts, Noble
from client.boards.loop.spots import loop_spots
from client.boards.sceneview import SceneView

LEVELS = 5
CASTLES = 8


def full_facts() -> LoopFacts:
    """Eight castles of nine fields, five levels high and worth 50 each."""
    spots = loop_spots()
    cells = list(spots.numbered)
    share = len(cells) // CASTLES
    return LoopFacts(
        turn=0,
        step="main",
        card=0,
        round=0,
        levels=(LEVELS,) * len(cells),
        stones=(1, 7, 13, 25, 37, 43, 49, 61),
        buildings=tuple(
            Building(tuple(cells[number * share : (number + 1) * share]), 50, number + 1) for number in range(CASTLES)
        ),
        nobles=tuple(Noble(cell, cell // 2 % 5, 1 + (cell % 4 == 0)) for cell in cells[::2]),
        blocks=0,
        founding_stones=0,
        towers=0,
        market=(),
        pile=0,
        players=(),
    )


def full_board(size: QSize) -> BoardView:
    """A shown view of that board, ready to be repainted."""
    view = BoardView(loop_spots())
    view.resize(size)
    view.show()
    view.show_facts(full_facts())
    QApplication.processEvents()
    view.viewport().repaint()
    return view


def repaints(view: SceneView, seconds: float, changed: bool = False) -> float:
    """Full repaints per second of an unchanged board, or of one that has ``changed`` each time.

    The seconds are those for which the processor works in this thread, so that other programs disturb little.
    """
    view.viewport().repaint()
    for _ in range(2):  # the first repaints handle pending changes
        view.keep()
    count, start = 0, time.thread_time()
    while time.thread_time() - start < seconds:
        if changed:
            view.note()
        view.viewport().repaint()
        count += 1
    return count / (time.thread_time() - start)
