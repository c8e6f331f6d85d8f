"""What the planner sees at a glance equals what it would see in a copy of the position."""

from __future__ import annotations

import random

import pytest

from net.deal.seeded import SeededDeals, seed_of
from rules.contract import Move
from rules.torres.bots.glance import Glance, Turn, value_of
from rules.torres.bots.greedy import answered
from rules.torres.bots.habits import Habits
from rules.torres.bots.planner import APPRENTICE, CAPTAIN, QUICK, WARDEN
from rules.torres.land import NO_CELL
from rules.torres.position import CARD, DROP, MAIN, OVER
from rules.torres.state import TorresState
from rules.torres.terms import EXTRA
from tests.rules.torres.table import begin


def seen(glance: Glance, state: TorresState, move: Move) -> int | None:
    """The value of the position after a move, seen from the one before; None for a move that cannot be judged so."""
    if move.kind == "insert":
        glance.lift(NO_CELL)
        return glance.with_knight(move.args[0]) + glance.left_over(state.ap - state.terms.box.insert)
    if move.kind == "move":
        source, cell = move.args
        glance.lift(source)
        cost = state.terms.box.move if state.stage == MAIN else 0
        return glance.with_knight(cell) + glance.left_over(state.ap - cost)
    if move.kind == "block" and (state.stage == MAIN or state.card == EXTRA):
        cost = state.terms.box.block if state.stage == MAIN else 0
        return glance.with_block(move.args[0]) + glance.left_over(state.ap - cost)
    if move.kind == "drop":
        return glance.with_drop(state.lifted, move.args[0]) + glance.left_over(state.ap)
    return None


def compare(state: TorresState, turn: Turn) -> int:
    """Compare all moves that can be judged at a glance; returns how many there are."""
    glance, facts, compared = Glance(state, turn), state.facts(), 0
    for move in state.moves():
        after = state.copy()
        after.play_silently(move)
        goes_on = turn.goes_on(after)
        glance.year_over = after.phase != turn.phase or after.stage == OVER
        passed = not goes_on and not glance.year_over and after.seat != turn.seat
        glance.pass_on(after.seat if passed else turn.seat)
        if (goes_on and after.stage == MAIN) or passed or (not goes_on and turn.forecast):
            value = seen(glance, state, move)
            if value is not None:
                assert value == value_of(after, turn), move
                compared += 1
    assert state.facts() == facts, "the position is as before"
    return compared


@pytest.mark.parametrize("habits", [QUICK, CAPTAIN, WARDEN, APPRENTICE])
@pytest.mark.parametrize(("mode", "seats"), [("base", 2), ("base", 4), ("variant", 3), ("master", 2), ("master", 3)])
def test_a_glance_sees_what_a_copy_shows(mode: str, seats: int, habits: Habits) -> None:
    state, deals, chance = begin(seats, mode=mode), SeededDeals(seed_of(mode)), random.Random(seats)
    compared = {MAIN: 0, CARD: 0, DROP: 0}
    for _ in range(600):
        answered(state)
        if state.deals:
            state.learn(state.deals[0], deals.answer(state.deals[0], range(seats)))
            continue
        moves = state.moves()
        if not moves:
            break
        if state.stage in compared and (state.stage != MAIN or chance.random() < 0.3):
            compared[state.stage] += compare(state, Turn(state, habits))
        cards = [move for move in moves if move.kind in ("buy", "card")] if chance.random() < 0.5 else []
        useful = cards or [move for move in moves if move.kind not in ("end", "step")] or moves
        state.play(useful[chance.randrange(len(useful))])
    assert compared[MAIN] > 1000
    assert compared[CARD] > 20
    assert compared[DROP] > 20
