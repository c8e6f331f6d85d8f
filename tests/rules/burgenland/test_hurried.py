"""The player in a hurry: of the turns that the master considers, it takes one after which it needs the fewest further turns."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from rules.burgenland.hurried import Hurried
from rules.burgenland.learned import Learned, read_weights
from rules.burgenland.legality import DRAW
from rules.burgenland.planner import turns_to_go
from rules.burgenland.position import Position
from rules.burgenland.purchases import after, purchases
from rules.burgenland.state import BurgenlandState
from rules.contract import Move
from rules.search.turns import Patience
from tests.rules.burgenland.table import Table, begin
from tests.rules.dealing import Dealer

MASTER = Learned(read_weights(json.loads(files("resources").joinpath("bots", "burgenland.json").read_text("utf-8"))))
PLAYER = Hurried(MASTER)


def needs(position: Position) -> dict[tuple[Move, ...], int]:
    """The turns that the seat on turn still needs after each turn that the master considers, as far as it can be foreseen."""
    seat = position.active
    cards = min(position.board.draw, len(position.pile) + len(position.discards))
    found: dict[tuple[Move, ...], int] = {(DRAW,): turns_to_go(position, seat, drawn=cards)}
    for bought in purchases(position, range(len(position.built) + 1), tricks=True):
        found[bought.moves] = turns_to_go(after(position, bought), seat)
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_no_turn_that_the_master_considers_leaves_fewer_to_go(seats: int) -> None:
    """In every fifth position of a game that it plays."""
    dealer, state = Dealer(seats), begin(seats)
    dealer.deal(state)
    played = choices = 0
    while state.turn is not None:
        view = state.view(state.turn)
        assert isinstance(view, BurgenlandState)
        turn = tuple(PLAYER.quick(view, Patience()))
        if played % 5 == 0 and len(considered := MASTER.turns(view, Patience())) > 1:
            found = needs(view.position)
            assert {other.moves for other in considered} == set(found)
            assert found[turn] == min(found.values())
            choices += 1
        played += 1
        seat, number = state.turn, state.turn_number
        for move in turn:
            if state.turn == seat and state.turn_number == number:
                assert state.why_not(move) is None
                state.play(move)
                dealer.deal(state)
    assert choices > 5


def test_it_considers_no_other_turn() -> None:
    state = Table(hands={0: "red1 red1 light-blue2 light-blue2"}).state
    assert [turn.moves for turn in PLAYER.turns(state, Patience())] == [tuple(PLAYER.quick(state, Patience()))]
