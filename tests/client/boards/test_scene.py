"""The scene shows exactly what the facts say, and still does after animations."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsPixmapItem

from client.boards.contract import Shown
from client.boards.loop.choreography import Choreography
from client.boards.loop.facts import Building, LoopFacts, Noble, read_facts
from client.boards.loop.flags import place_flags
from client.boards.loop.full import CASTLES, LEVELS, full_board, full_facts, repaints
from client.boards.loop.labels import Numbers, place_numbers
from client.boards.loop.scene import BoardScene
from client.boards.loop.spots import loop_spots
from client.boards.motion import Motion
from client.boards.stacks import pixmaps
from client.boards.stacks.aside import MIDDLE
from client.boards.stacks.roofs import COLOURS as CREST_COLOURS
from client.look import theme
from client.table import art
from tests.client.boards.pictures import sheets
from tests.client.table.tables import advanced, begun


def shown(moves: int, seed: int = 1) -> tuple[BoardScene, LoopFacts]:
    state, dealer = begun(4, seed)
    facts = read_facts(advanced(state, dealer, moves, seed).facts())
    scene = BoardScene(loop_spots(), 64)
    scene.show(facts)
    return scene, facts


@pytest.mark.parametrize("moves", [0, 30, 80, 140])
def test_blocks_nobles_and_flags_are_those_of_the_facts(styled, moves: int) -> None:
    scene, facts = shown(moves)
    count = Counter(key[0] for key in scene.entries)
    assert count["block"] == sum(facts.levels)
    assert count["noble"] == len(facts.nobles)
    assert count["flag"] == len(facts.buildings)
    assert count["mast"] == len(facts.castles)
    free_tops = sum(1 for cell, level in enumerate(facts.levels, 1) if level and cell not in facts.noble_at)
    assert count["number"] == free_tops
    for cell, level in enumerate(facts.levels, 1):
        for step in range(1, level + 1):
            assert scene.entries["block", cell, step].pos() == scene.at.top(cell, step)


def test_pictures_are_shared(styled) -> None:
    """They are shared although castles differ in colour, stones in wear, and roofs in where they end."""
    scene = BoardScene(loop_spots(), 64)
    scene.show(full_facts())
    blocks = [item for key, item in scene.entries.items() if key[0] == "block"]
    assert len({item.pixmap().cacheKey() for item in blocks}) < len(blocks) / 4


def test_exactly_the_requested_marks_are_shown_until_the_next_position(styled) -> None:
    scene, facts = shown(30)
    scene.mark([3, 9, 28])
    assert scene.marked == {3, 9, 28}
    assert sorted(scene.glows) == [3, 9, 28]
    scene.show(facts)
    assert scene.marked == frozenset()
    assert scene.glows == {}


def test_every_castle_has_a_flag_on_one_of_its_fields(styled) -> None:
    scene, facts = shown(120)
    flags = place_flags(facts, scene.at)
    assert set(flags) == set(facts.castles)
    for crest, flag in flags.items():
        assert flag.cell in facts.castles[crest].cells


def test_every_animation_ends_with_everything_in_its_place(styled) -> None:
    """A whole game, each move animated and skipped at another moment."""
    state, dealer = begun(3, 5)
    rng = random.Random(5)
    scene = BoardScene(loop_spots(), 64)
    flown: list[tuple[int, int, int]] = []
    motion = Motion()
    for _ in range(160):
        moves = state.moves()
        if not moves:
            break
        builds = [move for move in moves if move.kind not in ("done", "pass") and not move.kind.startswith("buy")]
        events = state.play(rng.choice(builds or moves)) + dealer.settle(state)
        facts = read_facts(state.facts())
        scene.show(facts)
        home = {key: (item.pos(), item.opacity()) for key, item in scene.entries.items()}
        count = len(scene.items())
        motion.play(Choreography(scene, lambda *money: flown.append(money)).tweens(events), 1.0)
        motion.tick(rng.randrange(600))
        motion.finish()
        assert not motion.running
        assert {key: (item.pos(), item.opacity()) for key, item in scene.entries.items()} == home
        assert len(scene.items()) == count
    assert flown


def test_a_position_that_is_foreseen_looks_the_same_and_needs_no_new_picture(styled, monkeypatch) -> None:
    monkeypatch.setattr(pixmaps, "levels", {})
    state, dealer = begun(4, 3)
    before = read_facts(advanced(state, dealer, 30, 3).facts())
    foreseeing, other = (BoardScene(loop_spots(), 64) for _ in range(2))
    foreseeing.show(before)
    for seed in range(4, 12):
        after = read_facts(advanced(state, dealer, 5, seed).facts())
        for _ in foreseeing.foresee(after):
            pass
        assert foreseeing.facts is before
        known = set(foreseeing.pictures.asked)
        foreseeing.show(after)
        assert set(foreseeing.pictures.asked) == known
        other.show(after)
        assert looks(foreseeing) == looks(other)
        before = after


def looks(scene: BoardScene) -> dict[object, tuple[object, ...]]:
    return {key: (item.pos(), item.zValue(), item.offset(), item.pixmap().cacheKey()) for key, item in scene.entries.items()}


def test_numbers_are_placed_once_for_all_positions_that_are_built_the_same(styled, monkeypatch) -> None:
    state, dealer = begun(4, 3)
    here = advanced(state, dealer, 30, 3).facts()
    placed = []

    def placing(*given: object) -> Numbers:
        placed.append(given)
        return place_numbers(*given)

    monkeypatch.setattr("client.boards.loop.scene.place_numbers", placing)
    scene, other = (BoardScene(loop_spots(), 64) for _ in range(2))
    for _ in range(3):
        scene.show(read_facts(here))
        scene.mark(range(1, 20))
    assert len(placed) == 1
    there = read_facts(advanced(state, dealer, 5, 4).facts())
    scene.show(there)
    other.show(there)
    assert looks(scene) == looks(other)


@pytest.mark.parametrize("begun_steps", [1, 2])
def test_a_position_that_comes_before_the_foreseen_one_is_shown_as_it_is(styled, begun_steps: int) -> None:
    state, dealer = begun(4, 3)
    scene, other = (BoardScene(loop_spots(), 64) for _ in range(2))
    first, second, third = (read_facts(advanced(state, dealer, 20, seed).facts()) for seed in range(3))
    scene.show(first)
    steps = scene.foresee(third)
    for _ in range(begun_steps):
        next(steps)
    scene.show(second)
    assert not list(steps)
    other.show(second)
    assert looks(scene) == looks(other)


def test_a_new_zoom_level_shows_the_same(styled) -> None:
    scene, _ = shown(80)
    keys = set(scene.entries)
    scene.mark([5])
    scene.zoom(100)
    assert set(scene.entries) == keys
    assert sorted(scene.glows) == [5]


def test_high_towers_at_the_back_fit_into_the_scene(styled) -> None:
    scene, _ = shown(0)
    low = scene.headroom()
    scene.show(full_facts())
    assert scene.headroom() > low + 1


def test_the_heaviest_board_has_every_field_at_five_levels_and_can_be_repainted(styled, qtbot) -> None:
    view = full_board(QSize(900, 600))
    qtbot.addWidget(view)
    blocks = [key for key in view.board.entries if key[0] == "block"]
    assert len(blocks) == 72 * LEVELS
    assert len(full_facts().castles) == CASTLES
    assert repaints(view, 0.05) > 0


def test_crests_have_the_colours_of_their_shields(styled) -> None:
    for crest in range(1, 9):
        colours = {colour.lower() for colour in CREST_COLOURS}
        picture = art.pixmap(f"crests/{crest}", 58).toImage()
        seen = {picture.pixelColor(x, 12).name() for x in range(picture.width())}
        assert CREST_COLOURS[crest] in seen
        assert seen & colours == {CREST_COLOURS[crest]}


def test_flags_can_be_read_on_every_crest() -> None:
    for crest in range(1, 9):
        assert theme.contrast(CREST_COLOURS[crest], "#fffaf0") >= 4.5


def test_the_board_can_be_turned_to_every_side(styled) -> None:
    """From every side, each field shows the same pieces and is found at its place."""
    scene, _ = shown(120)
    keys, places = set(scene.entries), []
    for side in range(4):
        assert scene.side == side
        assert set(scene.entries) == keys
        places.append(scene.at.top(1))
        ground = BoardScene(loop_spots(), 64)
        ground.turn(side)
        for cell in ground.spots.numbered:
            assert ground.fields_at(ground.top(cell)) == cell
        scene.turn(1)
    assert scene.side == 0
    assert len({(place.x(), place.y()) for place in places}) == 4, "field 1 lies at another corner each time"


def test_pointing_at_a_castle_draws_one_line_round_all_of_it(styled) -> None:
    scene, facts = shown(120)
    building = max(facts.buildings, key=lambda building: len(building.cells))
    before = len(scene.items())
    scene.outline(building.cells)
    lines = [item for item in scene.items() if isinstance(item, QGraphicsPathItem)]
    assert len(lines) == 2, "a light line on a dark one"
    for cell in building.cells:
        assert all(line.path().contains(scene.at.top(cell, facts.level(cell))) for line in lines)
    outside = next(cell for cell in scene.spots.numbered if cell not in facts.building_at)
    assert not any(line.path().contains(scene.at.top(outside)) for line in lines)
    scene.outline(())
    assert len(scene.items()) == before


def test_a_number_moves_aside_for_the_tower_before_it(styled) -> None:
    """From every side, no tower cuts off a number that has room elsewhere; on an empty board all lie in the middle."""
    scene, facts = shown(120)
    moved = 0
    for _ in range(4):
        for cell in scene.spots.numbered:
            key = ("number", cell) if facts.level(cell) else ("ground-number", cell)
            item = scene.entries.get(key)
            where = scene.aside(cell)
            if item is None:  # a noble stands there
                assert cell in facts.noble_at
                continue
            if where.cut:
                assert scene.fields_at(item.pos()) == cell, "its label takes the click"
                continue
            assert item.pos() == scene.top(cell) + where.shift(scene.at)
            if where != MIDDLE:
                moved += 1
                before = [other for other in scene.spots.before(cell) if facts.level(other) > facts.level(cell)]
                walls = [scene.at.silhouette(other, facts.level(other)) for other in before]
                assert not any(wall.containsPoint(item.pos(), Qt.FillRule.OddEvenFill) for wall in walls)
        scene.turn(1)
    assert moved > 8
    empty = BoardScene(loop_spots(), 64)
    empty.zoom(80)
    assert all(empty.entries["ground-number", cell].pos() == empty.top(cell) for cell in empty.spots.numbered)


def hidden_share(item: QGraphicsPixmapItem, over: Sequence[QGraphicsPixmapItem]) -> float:
    """How much of what an item paints lies under others, from 0 to 1."""
    own = item.pixmap().toImage().convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    room = item.sceneBoundingRect()
    above = QImage(own.size(), own.format())
    above.fill(Qt.GlobalColor.transparent)
    painter = QPainter(above)
    painter.translate(-room.topLeft())
    for other in over:
        if other.zValue() > item.zValue() and other.sceneBoundingRect().intersects(room):
            painter.drawPixmap(other.pos() + other.offset(), other.pixmap())
    painter.end()
    alphas = zip(bytes(own.constBits())[3::4], bytes(above.constBits())[3::4], strict=True)
    painted = [hidden for shown, hidden in alphas if shown > 200]
    return sum(hidden > 128 for hidden in painted) / max(1, len(painted))


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("game", ["alcazar", "big-boss"])
def test_no_tower_or_bridge_cuts_a_number(styled, game: str, side: int) -> None:
    """In the stored positions, from every side, each field and roof without a noble shows its whole number."""
    view = sheets.open_board(game, sheets.SIZES["small"])
    view.turn(side)
    labels = 0
    for state, names in sheets.positions(game):
        view.show(Shown(state, state.turn, (), tuple(names), state.turn))
        scene = view.board.board
        facts = scene.facts
        towers = [item for key, item in scene.entries.items() if key[0] in ("block", "bridge")]
        cells = {cell for cell in scene.spots.cells if cell <= scene.spots.fields or facts.level(cell)}
        numbers = {key: item for key, item in scene.entries.items() if key[0] in ("number", "ground-number")}
        assert {key[1] for key in numbers} == cells - facts.noble_at.keys()
        for key, item in numbers.items():
            assert item.isVisible()
            assert hidden_share(item, towers) < 0.03, (key, scene.aside(key[1]))
            labels += scene.aside(key[1]).cut
        assert not any(item.isVisible() for key, item in scene.entries.items() if key[0] == "under")
    assert labels > 10, "there are numbers for which towers leave no room"
    sheets.put_away(view)


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("game", ["alcazar", "big-boss"])
def test_no_flag_or_noble_cuts_a_number(styled, game: str, side: int) -> None:
    """In the stored positions, from every side: numbers make room, and labels that find no free place are hardly touched."""
    view = sheets.open_board(game, sheets.SIZES["small"])
    view.turn(side)
    numbers = touched = 0
    for state, names in sheets.positions(game):
        view.show(Shown(state, state.turn, (), tuple(names), state.turn))
        scene = view.board.board
        above = [item for key, item in scene.entries.items() if key[0] in ("flag", "mast", "noble", "behind")]
        for key, item in scene.entries.items():
            if key[0] in ("number", "ground-number"):
                hidden = hidden_share(item, above)
                assert hidden < 0.25, key
                touched += hidden > 0.08
                numbers += 1
    assert numbers > 500
    assert touched < 0.01 * numbers
    sheets.put_away(view)


def test_a_field_that_glows_shows_its_number_once(styled) -> None:
    """A field with a label needs no second number over the glow, which a tower or a noble would cut."""
    view = sheets.open_board("alcazar", sheets.SIZES["small"])
    state, names = sheets.positions("alcazar")[7]
    view.show(Shown(state, state.turn, (), tuple(names), state.turn))
    scene = view.board.board
    added = {False: set(), True: set()}
    for kind, cell in [key for key in scene.entries if key[0] in ("number", "ground-number")]:
        before = len(scene.items())
        scene.mark([cell])
        added[scene.aside(cell).cut].add(len(scene.items()) - before)
        scene.mark([])
        assert scene.entries[kind, cell].isVisible()
    assert added == {False: {2}, True: {1}}
    sheets.put_away(view)


def test_a_castle_has_battlements_only_where_it_ends(styled) -> None:
    spots = loop_spots()
    at = spots.by_place
    first = next(cell for (x, y), cell in at.items() if {(x + 1, y), (x + 2, y)} <= at.keys())
    x, y = spots.of(first)
    row = [first, at[x + 1, y], at[x + 2, y]]
    levels = [0] * len(spots.at)
    for cell, level in zip(row, (1, 1, 2), strict=True):
        levels[cell - 1] = level
    scene = BoardScene(spots, 64)
    facts = replace(full_facts(), levels=tuple(levels), stones=(), nobles=(), buildings=(Building(tuple(sorted(row)), 3, 2),))
    scene.show(facts)

    def rim(cell: int) -> int:
        return scene._rim(facts, facts.building_at[cell], cell)

    assert [rim(cell) for cell in row] == [0b1110, 0b1010, 0b1111], "the roof goes on to what is as high or higher"
    scene.turn(1)
    assert [rim(cell).bit_count() for cell in row] == [3, 2, 4]


def test_towers_before_a_noble_become_see_through_near_the_pointer(styled) -> None:
    spots = loop_spots()
    at = {spots.of(cell): cell for cell in spots.numbered}
    behind, front = next((cell, at[x + 1, y]) for (x, y), cell in at.items() if (x + 1, y) in at)
    state = dict.fromkeys(spots.numbered, 1)
    state[front] = 6
    facts = replace(
        full_facts(),
        levels=tuple(state.values()),
        stones=(),
        buildings=(Building(tuple(state), 50, 1),),
        nobles=(Noble(behind, 0, 1),),
    )
    scene = BoardScene(spots, 64)
    scene.show(facts)
    hiding = [cell for cell in spots.before(behind) if scene.at.hides(cell, state[cell], behind, 1)]
    assert hiding == [front]
    tower = [scene.entries["block", front, level] for level in range(1, 7)]
    assert all(block.opacity() == 1 for block in tower)
    scene.point(behind)
    assert [block.opacity() < 0.5 for block in tower] == [False] + [True] * 5, "what is no higher than the noble hides nothing"
    far = max(spots.numbered, key=lambda cell: abs(scene.top(cell).x() - scene.top(behind).x()))
    scene.point(far)
    assert all(block.opacity() == 1 for block in tower)
