"""A click means what is painted under the pointer, from every side: a piece before the field behind it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGraphicsPixmapItem

from client.boards.stacks.pixmaps import Picture, covers
from tests.client.boards.alcazar.conftest import crossing

PAINTED = ("block", "bridge", "noble")
NUMBERS = ("number", "ground-number")


def painted(item: QGraphicsPixmapItem, spot: QPointF) -> bool:
    return covers(Picture(item.pixmap(), item.offset()), item.pos(), spot)


Solid = tuple[float, tuple[str, int], QRectF, QGraphicsPixmapItem]


def solids(scene) -> list[Solid]:
    """The solid things and the labels, each with its height in the drawing and the room that its picture takes."""
    return [
        (item.zValue(), key, item.sceneBoundingRect(), item)
        for key, item in scene.entries.items()
        if key[0] in PAINTED or (key[0] in NUMBERS and scene.aside(key[1]).cut)
    ]


def seen(things: list[Solid], spot: QPointF) -> tuple[str, int] | None:
    """The thing painted at a point: of the solid things there, the one drawn last."""
    there = [(height, key) for height, key, room, item in things if room.contains(spot) and painted(item, spot)]
    return max(there)[1][:2] if there else None


@pytest.mark.parametrize("side", range(4))
def test_a_click_on_any_part_of_a_noble_is_on_its_field(alcazar, side) -> None:
    sitting = alcazar(at=crossing())
    board = sitting.view.board
    sitting.view.turn(side)
    scene = board.board
    clicked, lit = [], []
    board.clicked.connect(clicked.append)
    for noble in scene.facts.nobles:
        item = scene.entries["noble", noble.cell]
        box = item.sceneBoundingRect()
        hit = 0
        for down in (0.18, 0.3, 0.45, 0.6, 0.75):
            pixel = board.mapFromScene(QPointF(box.center().x(), box.top() + box.height() * down))
            spot = board.mapToScene(pixel)
            if not painted(item, spot) or scene._offer_at(spot) or not board.viewport().rect().contains(pixel):
                continue
            top = seen(solids(scene), spot)
            over = top != ("noble", noble.cell)
            if top[0] in NUMBERS:
                continue  # the label of a hidden field
            if over and top[1] not in scene._hiding(scene.facts, noble):
                continue  # another piece, or an opaque tower
            QTest.mouseMove(board.viewport(), pixel)
            lit.append(scene._pointed)
            QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=pixel)
            assert clicked[-1] == lit[-1] == noble.cell
            if over:
                assert scene.entries["block", top[1], scene.facts.level(top[1])].opacity() < 1, "one sees what one clicks on"
            sitting.view.menu.hide()
            hit += 1
        assert hit or scene._hiding(scene.facts, noble), noble


BOTH = [
    pytest.param(seed, side, marks=() if side % 2 == turn else pytest.mark.thorough)
    for turn, seed in enumerate((2, 5))
    for side in range(4)
]
"""Two games from all sides: in every run, each side of one of them."""


@pytest.mark.parametrize(("seed", "side"), BOTH)
def test_the_painted_piece_lights_up_and_takes_the_click(alcazar, side, seed) -> None:
    sitting = alcazar("hbb", moves=80, seed=seed)
    board = sitting.view.board
    sitting.view.turn(side)
    scene = board.board
    things = solids(scene)
    right = wrong = 0
    room = board.viewport().rect()
    for y in range(room.top() + 20, room.bottom(), 13):
        for x in range(room.left() + 20, room.right(), 17):
            spot = board.mapToScene(x, y)
            there, cell = seen(things, spot), scene.fields_at(spot)
            if there is None or scene._offer_at(spot):
                continue
            hidden = [noble.cell for noble in scene.facts.nobles if there[1] in scene._hiding(scene.facts, noble)]
            if cell == there[1] or cell in hidden:
                right += 1
            else:
                assert there[0] != "noble", (there, cell)
                wrong += 1  # a painted shadow belongs to no piece
    assert right > 200
    assert wrong < 0.02 * right, (right, wrong)


def test_a_bridge_on_offer_comes_before_the_towers_it_is_painted_over(alcazar) -> None:
    sitting = alcazar(at=crossing())
    for side in range(4):
        board = sitting.view.board
        scene = board.board
        assert scene.offers
        for offer in scene.offers:
            pixel = board.mapFromScene(scene.at.top(offer.middle, offer.level))
            QTest.mouseMove(board.viewport(), pixel)
            assert scene._pointed == offer.middle, side
        sitting.view.turn(1)
