"""A house rule can hide facts on screens and from bots. Peers still know them, and check each other's moves by them."""

import random

import pytest

from net.session.format.entry import MoveBody
from net.session.history.step import EntryError
from rules.contract import Move, parse_move
from tests.net.session.straight import Straight
from tests.net.session.test_lies import others


def reached(game, options, wanted, liked=()):
    """A table of three where a peer other than the first is on turn in a position like this.

    Play is random, except that everybody prefers these kinds of moves, in this order.
    """
    for seed in range(30):
        table = Straight(3, game=game, manners={"replace": "off"}, options=options)
        chance = random.Random(seed)

        def choose(moves, chance=chance):
            best = next((kind for kind in liked if any(move.kind == kind for move in moves)), None)
            return chance.choice([move for move in moves if best in (None, move.kind)])

        while table.sessions[0].position.turn is not None:
            if table.at_turn() and wanted(table.sessions[0].position):
                return table
            table.move(choose)
    raise AssertionError("no game comes to such a position")


def attack(table, move):
    """A modified program plays the move; returns the reaction of each of the others."""
    liar = table.at_turn()
    lie = table.lie(liar, MoveBody(table.turn, move.kind, move.args))
    reasons = []
    for victim in others(table, liar):
        course = table.sessions[victim].course
        before = course.state.facts()
        with pytest.raises(EntryError) as caught:
            course.apply(lie.entry, lie.hash)
        assert course.state.facts() == before
        reasons.append(caught.value.detail.kind)
        table.send(liar, victim, lie)
    table.wait(5000)
    assert all(table.stops()[victim] == "session.entry.illegal" for victim in others(table, liar))
    return reasons


@pytest.mark.parametrize(
    ("game", "real", "bought", "reason"),
    [
        ("big-boss", 0, "buy-tower", "dear-tower"),
        ("big-boss", 4, "buy-pile", "dear-card"),
        ("alcazar", 0, "buy-tower", "dear-tower"),
        ("alcazar", 4, "buy-pile", "dear-card"),
    ],
)
def test_nobody_buys_without_money_where_money_is_hidden(game, real, bought, reason):
    def poor(state):
        return state.money[state.seat] == real and state.step == "main" and state.cards.pile() and state.cards.stack

    table = reached(game, {"hidden_money": "on"}, poor)
    assert attack(table, Move(bought)) == [reason, reason]


def test_nobody_builds_a_piece_that_is_used_up_where_pieces_are_hidden():
    def no_walls(state):
        """The seat has no wall left, and cards enough to pay for one."""
        position = state.position
        if position.bill is not None or position.acted or not any(0 in squares for squares in position.built):
            return False
        player = position.players[position.active]
        return not player.pieces[0] and len(player.hand) > 8

    table = reached("burgenland", {"screens": "on"}, no_walls, ("pay", "pay-joker", "minus-ten", "wall", "draw"))
    built = enumerate(table.sessions[0].position.position.built, 1)
    castle, square = next((castle, squares.index(0) + 1) for castle, squares in built if 0 in squares)
    assert attack(table, parse_move(f"wall {castle} {square}")) == ["no-piece", "no-piece"]
