"""The account finds everything that does not add up: each card, tile, joker and piece is in one place."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.burgenland.cards import PALACE, WALL
from rules.burgenland.position import Position
from rules.contract import Move
from tests.rules.burgenland.table import Table, begin
from tests.rules.dealing import Dealer

Harm = Callable[[Position], object]


def sound() -> Table:
    """A position with something everywhere: a payment under way, used tiles, swaps and plots."""
    table = Table(
        hands={0: "red1 red1 red2 red2 green3 green3", 1: "brown3"},
        jokers={0: 3, 1: 1},
        tiles={0: "plot five", 1: "law-break"},
        swaps={0: 2},
    )
    table.play("plot 3", "swap 1 2", "swap 1 2", "joker", "pay 4 3", "pay 4 3", "well 4", "pay 1 1", "pay-joker")
    return table


HARMS: list[tuple[str, Harm]] = [
    ("the cards are not each in one place", lambda position: position.pile.pop()),
    ("the cards are not each in one place", lambda position: position.discards.append(position.pile[0])),
    ("the tiles are not each in one place", lambda position: position.tile_pile.pop()),
    (
        "is there 1 times too often",
        lambda position: position.faces.__setitem__(position.players[1].hand[0], 1) or twice(position),
    ),
    ("another kind of card", lambda position: position.faces.__setitem__(position.players[1].hand[0], 26)),
    ("everybody knows is not known", lambda position: position.bared.__setitem__(position.pile[0], True)),
    ("a face in a face-down pile is known", lambda position: position.faces.__setitem__(position.pile[0], 24)),
    ("lies open is not known to everybody", lambda position: position.bared.__setitem__(position.discards[0], False)),
    ("there are 18 jokers", lambda position: setattr(position, "jokers", position.jokers + 1)),
    ("there are 8 swap tiles", lambda position: setattr(position, "used_swaps", 1)),
    ("a stock is below nothing", lambda position: (setattr(position, "swaps", -1), setattr(position, "used_swaps", 10))),
    ("too many of: wall", lambda position: position.players[0].pieces.__setitem__(0, 6)),
    ("there are 17 of: wall", lambda position: position.built[3].__setitem__(1, WALL)),
    ("castle 3 has 5 squares", lambda position: position.built[2].append(0)),
    ("a law was broken without a tile", lambda position: position.built[0].__setitem__(1, PALACE)),
    ("an extra plot without a tile", lambda position: position.built[4].append(0)),
    ("too many builders of cost 5", lambda position: setattr(position, "builders", [5, 5, 5, *[0] * 9])),
    ("a builder card is missing", lambda position: position.builders.pop()),
    ("a well card came twice", lambda position: position.well_cards.insert(0, 4)),
    ("wells and covered marks differ", lambda position: setattr(position, "covered", 1)),
    ("the red marker is on the wrong castle", lambda position: setattr(position, "marker", 5)),
    ("a well stands where no well card sent it", lambda position: position.wells.__setitem__(6, 1)),
    ("not each on one crossing", lambda position: position.stones.__setitem__(0, 2)),
    ("pieces left and the winner is", lambda position: setattr(position, "winner", 1)),
    ("pieces left and the winner is", lambda position: setattr(position.players[0], "pieces", [0] * 4)),
    ("something is still to be done", lambda position: setattr(position, "winner", 0)),
    ("is forgotten", lambda position: position.todo.append(("coins", 3))),
    ("were not shuffled into a new pile", lambda position: position.pile.clear()),
    ("a price that is met is still asked for", lambda position: setattr(position.bill, "jokers", 3)),
]


def twice(position: Position) -> None:
    """Red 1 is known to be in five places."""
    for slot in position.players[0].hand:
        position.faces[slot] = 1


@pytest.mark.parametrize(("problem", "harm"), HARMS, ids=[problem for problem, _ in HARMS])
def test_a_wrong_sum_is_named(problem: str, harm: Harm) -> None:
    table = sound()
    assert table.state.problems() == []
    harm(table.position)
    assert any(problem in found for found in table.state.problems()), table.state.problems()


def test_nothing_may_be_dealt_before_it_is_shuffled() -> None:
    state = begin()
    assert state.problems() == []
    state.position.players[0].hand = [1]
    assert "cards are out before they were shuffled" in state.problems()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_is_accounted_for_throughout_a_game(seats: int) -> None:
    for seed in range(2):
        dealer = Dealer(seed)
        state = begin(seats, screens="on" if seed else "off")
        while state.deals or state.turn is not None:
            assert state.problems() == []
            assert all(state.view(seat).problems() == [] for seat in (None, 0))
            if state.deals:
                dealer.one(state)
            else:
                moves = state.moves()
                state.play(moves[dealer.below(len(moves))])
        assert state.problems() == []
        assert state.result is not None


def test_with_screens_hidden_pieces_are_not_counted() -> None:
    table = Table(jokers={0: 4}, screens="on")
    view = table.state.view(1)
    view.play(Move("wall", (4, 1)))
    for _ in range(4):
        view.play(Move("pay-joker"))
    assert view.problems() == []
