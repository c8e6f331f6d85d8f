"""The map of Burgenland shows a position: plots, walls that rise, the large castle, the scaffold."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from client.boards.burgenland import stones
from client.boards.burgenland.facts import HOUSE, PALACE, WALL, BurgenlandFacts, Castle, Payment, read_facts
from client.boards.burgenland.ground import paint_ground
from client.boards.burgenland.largecastle import paint_large
from client.boards.burgenland.layout import LARGE_VIEW
from client.boards.burgenland.scene import MapScene, Picture, map_of
from client.boards.burgenland.stones import paint_curtain
from client.look import theme
from client.table.slices import finish
from rules.contract import Move
from tests.client.boards.burgenland.conftest import begun
from tests.client.boards.pictures import sheets


@pytest.fixture
def facts() -> BurgenlandFacts:
    return read_facts(begun(4)[0].facts())


def shown(facts: BurgenlandFacts) -> MapScene:
    scene = MapScene("Large castle")
    scene.show(facts, {}, {})
    return scene


def painted(paint, box: QRectF) -> QImage:
    image = QImage(round(box.width()), round(box.height()), QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    painter = QPainter(image)
    painter.translate(-box.topLeft())
    paint(painter)
    painter.end()
    return image


def ink(image: QImage) -> int:
    """How many pixels are painted."""
    return sum(image.pixelColor(x, y).alpha() > 128 for x in range(image.width()) for y in range(image.height()))


def test_a_scaffold_stands_where_a_piece_is_being_paid_for(styled, facts) -> None:
    assert not [key for key in shown(facts).entries if key[0] == "scaffold"]
    paying = replace(facts, payment=Payment(Move("house", (3, 2)), "permission", 4, (1, 2), (), 0))
    assert [key for key in shown(paying).entries if key[0] == "scaffold"] == [("scaffold", 3, 2)]
    coins = replace(facts, payment=Payment(Move("joker"), "coins", 6, (), (), 0))
    assert not [key for key in shown(coins).entries if key[0] == "scaffold"]


def test_the_wall_behind_a_castle_rises_with_every_piece(styled) -> None:
    box = QRectF(0, 40, 159, 76)
    room = QRectF(-10, 0, 190, 50)

    def wall(built: int) -> QImage:
        return painted(lambda painter: paint_curtain(painter, box, built, 3, (1, 2)), room)

    tops = [min(y for y in range(50) if wall(built).pixelColor(90, y).alpha() > 128) for built in (1, 2, 3)]
    assert tops[0] > tops[1] > tops[2]
    assert ink(wall(3)) > ink(wall(2)) * 1.2, "the last piece brings towers"


def test_pieces_that_touch_look_the_same_whichever_was_built_first(styled, facts) -> None:
    castle, plate = facts.castles[3], map_of(facts).plates[3]
    assert plate.squares[0].x() == plate.squares[2].x(), "one stands before the other"

    def built(pieces: dict[int, int]) -> BurgenlandFacts:
        squares = tuple((reward, pieces.get(place, 0)) for place, (reward, _) in enumerate(castle.squares, 1))
        return replace(facts, castles=(*facts.castles[:3], replace(castle, squares=squares), *facts.castles[4:]))

    seen = []
    for first in ({1: WALL}, {3: PALACE}):
        scene = shown(built(first))
        scene.show(built({1: WALL, 3: PALACE}), {}, {})
        seen.append(painted(lambda painter, scene=scene: scene.render(painter, plate.box, plate.box), plate.box))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("piece", [WALL, HOUSE, PALACE])
def test_every_piece_of_the_large_castle_is_seen(styled, facts, piece: int) -> None:
    box = map_of(facts).large
    view = QRectF(box.left(), box.top(), box.width(), LARGE_VIEW + 5)
    seen = []
    for count in range(13):
        built = tuple(count if number == piece else 0 for number in (WALL, HOUSE, PALACE))
        seen.append(painted(lambda painter, built=built: finish(paint_large(painter, box, "", built)), view))
    for before, after in itertools.pairwise(seen):
        assert before != after


def paint_map(painter: QPainter, facts: BurgenlandFacts) -> Iterator[None]:
    """The country and the large castle in steps."""
    layout = map_of(facts)
    yield from paint_ground(painter, layout, theme.palette())
    yield from paint_large(painter, layout.large, "", (3, 2, 1))


def test_a_painting_that_is_given_up_leaves_the_painter_as_it_was(styled, facts) -> None:
    """Whatever the step; Qt warns of a painter that ends in the middle."""
    image = QImage(64, 64, QImage.Format.Format_ARGB32)
    steps = sum(1 for _ in paint_map(QPainter(image), facts))
    assert steps > 20
    for given_up in range(steps):
        painter = QPainter(image)
        work = paint_map(painter, facts)
        for _ in range(given_up):
            next(work)
        work.close()
        assert not painter.hasClipping(), given_up
        painter.end()


def test_a_swap_of_stones_moves_the_pennants_too(styled, facts) -> None:
    castle = Castle(facts.castles[0].ends, tuple((reward, WALL) for reward, _ in facts.castles[0].squares), False)
    scene = shown(replace(facts, castles=(castle, *facts.castles[1:])))
    before = scene.entries["curtain", 1].content
    one, other = (facts.crossings[end - 1] for end in castle.ends)
    crossings = list(facts.crossings)
    crossings[castle.ends[0] - 1] = replace(one, colour=other.colour)
    crossings[castle.ends[1] - 1] = replace(other, colour=one.colour)
    scene.show(replace(scene.facts, crossings=tuple(crossings)), {}, {})
    assert scene.entries["curtain", 1].content != before


def test_changing_items_never_cover_permanent_ones(styled, facts) -> None:
    """The ground of a castle is repainted when the hand changes. Its squares are not, and still lie above it."""
    scene = shown(facts)
    square = scene.entries["place", 1, 1]
    scene.show(facts, {1: (1, 2, 0, -1)}, {(1, 1): (4, 2)})
    assert scene.entries["place", 1, 1] is square
    price = scene.entries["price", 1, 1, 4]
    scene.show(replace(facts, large=(1, 0, 0)), {1: (1, 2, 0, -1)}, {(1, 1): (4, 2)})
    assert scene.entries["price", 1, 1, 4] is price
    assert square.zValue() > scene.entries["plate", 1].zValue()
    assert price.zValue() > scene.entries["large",].zValue()


def test_the_courtyard_of_a_castle_is_painted_once_whatever_the_hand_has(styled, qtbot, monkeypatch) -> None:
    courtyards = Counter[tuple[float, ...]]()
    monkeypatch.setattr(stones, "paint_plate", lambda _painter, box: courtyards.update([box.getRect()]))
    view = sheets.open_board("burgenland", QSize(640, 480))
    qtbot.addWidget(view.board)
    view.board.show()
    for state, names in sheets.positions("burgenland"):
        sheets.paint(view, state, names)
        view.board.grab()
    assert courtyards
    assert set(courtyards.values()) == {1}


def test_what_a_castle_has_shown_before_is_not_painted_again(styled, facts, monkeypatch) -> None:
    """In a replay the hands of the players take turns at the castles."""
    strips = Counter[tuple[int, ...]]()
    monkeypatch.setattr(stones, "paint_strip", lambda _painter, plate, number, has: strips.update([(number, *has)]))
    scene = shown(facts)
    hands: list[dict[int, tuple[int, ...]]] = [
        {1: (1, 2, -1), 2: (3, 3)},
        {1: (1, 2, 0), 2: (3, 3)},
        {1: (1, 0, -1), 2: (3, 0)},
    ]
    for purses in hands * 3:
        scene.show(facts, purses, {})
        finish(scene.pictures_at(1.0, 1.0))
    seen = {(number, *has) for purses in hands for number, has in purses.items()}
    assert {strip: times for strip, times in strips.items() if len(strip) > 1} == dict.fromkeys(seen, 1)
    monkeypatch.setattr("client.boards.burgenland.scene._SHELVED", 0)
    for purses in hands:
        scene.show(facts, purses, {})
        finish(scene.pictures_at(1.0, 1.0))
    assert strips[1, 1, 2, 0] == 2, "no room was left to keep it"


def test_a_plot_is_painted_once_whatever_stands_on_it(styled, facts, monkeypatch) -> None:
    plots = Counter[tuple[float, ...]]()
    paint_plot = stones.paint_plot

    def counted(painter: QPainter, box: QRectF) -> None:
        plots.update([box.getRect()])
        paint_plot(painter, box)

    monkeypatch.setattr(stones, "paint_plot", counted)
    scene = shown(facts)
    castle = facts.castles[0]
    built = replace(castle, squares=tuple((reward, WALL) for reward, _ in castle.squares))
    extra = replace(castle, squares=(*castle.squares, ("J", 0)))
    box = map_of(facts).plates[0].squares[0]
    bare, gardens = plate_with(castle, scene, facts), []
    for now in (built, extra, castle):
        seen = plate_with(now, scene, facts)
        gardens.append("garden" in {key[0] for key in scene.entries if key[1:2] == (1,)})
        assert (seen == bare) == (now is castle)
    assert gardens == [True, False, True]
    assert plots[box.getRect()] == 1
    assert set(plots.values()) == {1}


def plate_with(castle: Castle, scene: MapScene, facts: BurgenlandFacts) -> QImage:
    """The map of a position in which the first castle looks like this."""
    scene.show(replace(facts, castles=(castle, *facts.castles[1:])), {}, {})

    def paint(painter: QPainter) -> None:
        for item in sorted(scene.entries.values(), key=Picture.zValue):
            item.copy(painter)

    return painted(paint, scene.sceneRect())
