"""Bridges on the board of towers: shares, air, shade, the view through them, and how they come down."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from PySide6.QtCore import QPointF

from client.boards.alcazar.motion import AlcazarChoreography
from client.boards.loop.bridges import Offer, shares_of
from client.boards.loop.facts import LoopFacts, read_facts
from client.boards.loop.scene import BoardScene
from client.boards.loop.spots import grid_spots
from client.boards.motion import Motion
from client.boards.stacks.projection import Projection, solids
from rules.alcazar.grid import Grid
from rules.contract import Move
from rules.loop.board import read_spots
from tests.client.boards.alcazar.conftest import advanced, crossing, dealt
from tests.rules.big_boss.table import DATA

SPOTS = grid_spots()
GAP = SPOTS.at.index((6, 3)) + 1
"""Between 67 and 17."""


def shown(facts: LoopFacts) -> BoardScene:
    scene = BoardScene(SPOTS, 64)
    scene.show(facts)
    return scene


@pytest.fixture
def crossed(styled) -> BoardScene:
    return shown(read_facts(crossing().state.facts()))


def test_the_board_has_the_cells_of_the_rules() -> None:
    grid = Grid(read_spots(DATA), SPOTS.columns, SPOTS.rows)
    assert SPOTS.at == grid.spots[1:]
    assert (SPOTS.fields, len(SPOTS.cells)) == (72, 121)
    assert [SPOTS.name(cell) for cell in (1, 72, 73, GAP, 121)] == ["1", "72", "B2", "F3", "J10"]


def test_every_bridge_has_a_share_on_each_of_its_cells_the_rear_one_first(crossed) -> None:
    shares = shares_of(crossed.facts, crossed.at)
    assert len(shares) == 9
    assert [shares[cell, 3] for cell in (67, GAP, 17)] == [(True, 0), (True, 1), (True, 2)]
    above = SPOTS.at.index((6, 2)) + 1
    assert [shares[cell, 4] for cell in (6, above, GAP)] == [(False, 0), (False, 1), (False, 2)]


@pytest.mark.parametrize("seed", range(3))
def test_every_level_is_a_block_a_bridge_or_air(styled, seed: int) -> None:
    state, dealer = dealt(3, seed)
    facts = read_facts(advanced(state, dealer, 130, seed).facts())
    scene = shown(facts)
    count = Counter(key[0] for key in scene.entries)
    assert facts.bridges
    assert count["bridge"] == 3 * len(facts.bridges)
    assert count["block"] + count["bridge"] + len(facts.air) == sum(facts.levels)
    assert count["noble"] == len(facts.nobles)
    assert count["number"] == sum(1 for cell in SPOTS.cells if facts.level(cell) and cell not in facts.noble_at)
    assert not facts.air & {key[1:] for key in scene.entries if key[0] in ("block", "bridge")}


def test_pieces_under_a_bridge_lie_in_its_shade_with_their_number(crossed) -> None:
    assert ("shade", 21, 0) in crossed.entries
    assert ("shade", GAP, 0) in crossed.entries
    numbers = [item for item in crossed.items() if item.pixmap().cacheKey() == crossed.pictures.number(21).pixmap.cacheKey()]
    assert sorted(item.pos().y() for item in numbers) == sorted(crossed.at.top(21, level).y() for level in (0, 2))


def test_the_pointer_on_the_middle_of_a_bridge_shows_what_is_below(crossed) -> None:
    deck = crossed.entries["bridge", GAP, 3]
    assert deck.opacity() == 1
    crossed.point(GAP)
    assert deck.opacity() < 0.5
    assert crossed.entries["bridge", 17, 3].opacity() == 1
    crossed.point(17)
    assert deck.opacity() == 1


def test_the_number_under_a_bridge_is_seen_while_one_looks_through_the_bridge(crossed) -> None:
    under = crossed.entries["under", 21, 0]
    assert not under.isVisible(), "the bridge would cut it, and has the number itself"
    crossed.point(21)
    assert under.isVisible()
    crossed.point(GAP)
    assert not under.isVisible()


def test_the_pointer_reaches_through_an_arch_what_is_behind_it() -> None:
    at = Projection(SPOTS, 80)
    levels = [0] * 121
    levels[GAP - 1] = 6
    air = frozenset((GAP, level) for level in range(1, 6))
    hollow = at.top(GAP, 2.5)
    assert at.at(hollow, levels) == GAP
    assert at.at(hollow, levels, air) != GAP
    assert at.at(at.top(GAP, 6), levels, air) == GAP
    assert solids(GAP, 6, air) == [(5, 6)]
    assert solids(GAP, 4, {(GAP, 2)}) == [(0, 1), (2, 4)]


def test_a_bridge_hides_less_than_a_tower() -> None:
    at = Projection(SPOTS, 80)
    x, y = SPOTS.of(GAP)
    behind = SPOTS.at.index((x - 1, y - 1)) + 1
    air = frozenset((GAP, level) for level in range(1, 9))
    assert at.hides(GAP, 9, behind, 1)
    assert not at.hides(GAP, 9, behind, 1, air)


def test_a_gap_is_pointed_at_only_where_something_stands_or_could() -> None:
    at = Projection(SPOTS, 80)
    levels = [0] * 121
    assert at.at(at.top(GAP), levels) == 0
    assert at.at(at.top(GAP, 3), levels, (), {GAP: [3]}) == GAP


def test_offers_are_gold_and_gone_with_the_next_position(crossed) -> None:
    offer = Offer(Move("bridge", (6, 8)), 6, 7, 8, 4, "−15 +30")
    before = len(crossed.items())
    crossed.offer([offer])
    assert len(crossed.items()) == before + 2
    assert crossed.usable(7)
    assert not crossed.usable(8)
    assert crossed.fields_at(crossed.at.top(7, 4) + QPointF(0, 3)) == 7
    crossed.show(crossed.facts)
    assert len(crossed.items()) == before


def test_every_animation_ends_with_everything_in_its_place(styled) -> None:
    """A whole game with bridges, walks and swaps, each animated and skipped at another moment."""
    state, dealer = dealt(3, 5)
    rng = random.Random(5)
    scene = BoardScene(SPOTS, 64)
    flown: list[tuple[int, int, int]] = []
    motion, seen = Motion(), Counter()
    for _ in range(260):
        moves = state.moves()
        if not moves:
            break
        wanted = [move for move in moves if move.kind in ("bridge", "move", "swap")]
        builds = [move for move in moves if move.kind not in ("done", "pass", "withdraw") and not move.kind.startswith("buy")]
        events = state.play(rng.choice(wanted or builds or moves)) + dealer.settle(state)
        seen.update(event.kind for event in events)
        scene.show(read_facts(state.facts()))
        home = {key: (item.pos(), item.opacity()) for key, item in scene.entries.items()}
        count = len(scene.items())
        motion.play(AlcazarChoreography(scene, lambda *money: flown.append(money)).tweens(events), 1.0)
        motion.tick(rng.randrange(600))
        motion.finish()
        assert {key: (item.pos(), item.opacity()) for key, item in scene.entries.items()} == home
        assert len(scene.items()) == count
    assert seen["bridge"] > 2
    assert seen["moved"]
    assert seen["swapped"]
    assert any(real == -15 for real, _, _ in flown)
