"""A board keeps unchanged items, and looks as if it had been built from scratch."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtGui import QImage, QPainter

from client.boards.alcazar.court import CourtScene
from client.boards.kept import Kept
from client.boards.loop.facts import read_facts as loop_facts
from client.boards.loop.scene import BoardScene
from client.boards.loop.spots import grid_spots, loop_spots
from client.boards.stacks.scene import StackScene
from client.boards.torres.facts import read_facts as torres_facts
from client.boards.torres.scene import TorresScene
from tests.client.table.tables import begun

SCENES: dict[str, tuple[Callable[[], StackScene], Callable[[Any], Any]]] = {
    "big-boss": (lambda: BoardScene(loop_spots(), 40), loop_facts),
    "alcazar": (lambda: CourtScene(grid_spots(), 40), loop_facts),
    "torres": (lambda: TorresScene(40), torres_facts),
}


def painted(scene: StackScene) -> QImage:
    picture = QImage(scene.sceneRect().size().toSize() / 2, QImage.Format.Format_RGB32)
    picture.fill(0)
    painter = QPainter(picture)
    scene.render(painter)
    painter.end()
    return picture


@pytest.mark.parametrize("name", SCENES)
def test_a_position_looks_the_same_after_others_as_alone(name: str, styled: object) -> None:
    make, read = SCENES[name]
    state, dealer = begun(3, 7, name=name)
    rng = random.Random(7)
    scene = make()
    before: set[int] = set()
    kept = 0
    for number in range(150):
        moves = state.moves()
        if not moves:
            break
        builds = [move for move in moves if move.kind not in ("done", "pass", "end") and not move.kind.startswith("buy")]
        state.play(rng.choice(builds or moves))
        dealer.settle(state)
        facts = read(state.facts())
        scene.show(facts)
        items = {id(item) for item in scene.entries.values()}
        kept += len(items & before)
        before = items
        if number % 15 == 14:
            alone = make()
            if isinstance(scene, TorresScene) and isinstance(alone, TorresScene):
                alone.roofs = scene.roofs  # a castle keeps its colour, which a new board cannot know
            alone.show(facts)
            assert set(alone.entries) == set(scene.entries)
            assert painted(alone) == painted(scene), number
            assert alone.headroom() == scene.headroom()
    assert kept > 500


def test_only_changed_items_are_made_again() -> None:
    made: list[str] = []
    gone: list[str] = []
    shown = Kept[str](gone.append)

    def show(*parts: tuple[str, int]) -> None:
        shown.begin()
        for key, content in parts:
            shown.ask((key,), content, lambda said=f"{key}{content}": made.append(said) or said)
        shown.end()

    show(("a", 1), ("b", 1))
    show(("a", 1), ("b", 2), ("c", 1))
    assert made == ["a1", "b1", "b2", "c1"]
    assert gone == ["b1"]
    show(("c", 1))
    assert sorted(gone) == ["a1", "b1", "b2"]
    assert shown.parts == {("c",): "c1"}
    shown.clear()
    assert shown.parts == {}
