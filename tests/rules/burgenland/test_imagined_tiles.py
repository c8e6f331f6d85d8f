"""Imagined worlds in which nobody keeps a +5: everybody uses it at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from rules.burgenland.cards import CARD_FACES, FIVE, LAW_BREAK, MINUS_TEN, PLOT, TILES
from rules.burgenland.foresight import AT_ONCE, Burgrave
from rules.burgenland.learned import Learned
from rules.burgenland.state import BurgenlandState
from rules.contract import Budget, Move, State
from rules.search.chance import Chance
from rules.search.search import Breadth, Searcher
from rules.search.turns import Patience, Turn
from rules.search.worlds import imagine
from tests.rules.burgenland.table import Table

SAMPLES = 3000


def tile_faces(table: Table, chance: Chance) -> tuple[list[int], list[int]]:
    """The tiles of seat 1 and those in the pile, in one world that seat 0 imagines."""
    state, world = imagine(table.state.view(0), chance, (FIVE,))
    assert isinstance(state, BurgenlandState)
    position = state.position
    return [position.faces[slot] for slot in position.players[1].tiles], [world.faces[slot] for slot in position.tile_pile]


def test_nobody_holds_what_is_used_at_once_and_all_other_tiles_are_equally_likely() -> None:
    table = Table(tiles={1: "plot minus-ten"})
    chance, held = Chance(3), Counter[int]()
    piled: list[Counter[int]] = [Counter() for _ in table.position.tile_pile]
    for _ in range(SAMPLES):
        own, rest = tile_faces(table, chance)
        assert sorted(own + rest) == sorted(view_faces(table)), "a tile was lost or came twice"
        held.update(own)
        for place, face in enumerate(rest):
            piled[place][face] += 1
    assert set(held) == {PLOT, MINUS_TEN, LAW_BREAK}
    for face in held:
        assert abs(held[face] - 2 * SAMPLES / 3) < 5 * (2 * SAMPLES * 2 / 9) ** 0.5
    part = 4 / len(piled)  # all four lie in the pile, at any place
    for place in piled:
        assert abs(place[FIVE] - SAMPLES * part) < 5 * (SAMPLES * part * (1 - part)) ** 0.5


class Watcher:
    """Plays the first move that there is, and notes the tiles with which seat 1 begins to play."""

    def __init__(self, turns: list[Turn]) -> None:
        self.listed = turns
        self.seen: list[int] = []

    def turns(self, state: State, budget: Budget) -> list[Turn]:
        return self.listed

    def quick(self, state: State, budget: Budget) -> Sequence[Move]:
        assert isinstance(state, BurgenlandState)
        if state.turn == 1:
            self.seen += [state.position.faces[slot] for slot in state.position.players[1].tiles]
        return state.moves()[:1]

    def worth(self, state: State, seat: int) -> int:
        return 0


@pytest.mark.parametrize(("at_once", "found"), [((), True), (AT_ONCE, False)])
def test_in_a_search_nobody_holds_what_is_used_at_once(at_once: tuple[int, ...], found: bool) -> None:
    """The other seat holds two tiles that the searching one has not seen."""
    view = Table(tiles={1: "plot minus-ten"}).state.view(0)
    watcher = Watcher([Turn((move,), 0) for move in view.moves()[:1] * 2])
    Searcher(watcher, Breadth(turns=2, worlds=32, most=32), at_once).search(view, Patience(), Chance(5))
    assert len(watcher.seen) >= 2 * 2 * 32
    assert (FIVE in watcher.seen) == found


def test_the_burgrave_searches_in_such_worlds() -> None:
    searchers = Burgrave(Learned({2: [], 4: []})).searchers
    assert {seats: [searcher.at_once for searcher in found] for seats, found in searchers.items()} == {
        seats: [(FIVE,)] * seats for seats in (2, 4)
    }


def view_faces(table: Table) -> list[int]:
    deck = next(deck for deck in table.state.view(0).unseen() if deck.faces[0] > CARD_FACES)
    return list(deck.faces)


@pytest.mark.parametrize("seed", range(4))
def test_if_there_are_no_others_seats_hold_them_all_the_same(seed: int) -> None:
    """Seat 0 holds all the others, and seat 1 three tiles of which it has seen nothing."""
    table = Table(tiles={0: " ".join(kind for kind in TILES[1:] for _ in range(3)), 1: "five five five"})
    own, rest = tile_faces(table, Chance(seed))
    assert own == [FIVE, FIVE, FIVE]
    assert rest == [FIVE]


def test_which_of_the_seats_holds_the_last_one_is_open() -> None:
    """One of two tiles must be a +5: it lies with either seat."""
    own = "plot plot plot minus-ten minus-ten minus-ten law-break law-break"
    table = Table(seats=3, tiles={0: own, 1: "five", 2: "law-break"})
    table.position.tile_pile.clear()
    for slot, face in table.face.items():
        if face == FIVE and slot not in table.position.players[1].tiles:
            table.position.faces[slot], table.position.bared[slot] = face, True  # three have been used
    chance = Chance(7)
    where = Counter(tile_faces(table, chance)[0][0] for _ in range(200))
    assert set(where) == {FIVE, LAW_BREAK}
    assert min(where.values()) >= 60
