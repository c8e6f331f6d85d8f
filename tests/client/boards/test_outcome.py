"""The screen finds the price and the reward of a move by making it on a copy."""

from __future__ import annotations

import random

from client.boards.loop.outcome import outcome
from rules.contract import Move
from tests.client.table.tables import begun


def test_founding_opens_a_choice_with_its_amounts() -> None:
    state, _ = begun(2, start=0)
    view = state.view(0)
    found = [outcome(view, move) for move in view.moves() if move.kind == "play"]
    free = next(done for done in found if done.options)
    assert free.net == "+1/+5"
    assert free.founds
    assert {option.move.kind for option in free.options} == {"villa", "castle"}


def test_buying_costs() -> None:
    state, _ = begun(2, start=0)
    assert outcome(state.view(0), Move("buy-tower")).net == "−10"
    assert outcome(state.view(0), Move("buy-pile")).net == "−5"


def test_the_announced_amounts_are_those_that_change_hands() -> None:
    """Over whole games: if a move leaves no choice, the mover's money changes by the announced amount."""
    for seed in range(4):
        state, dealer = begun(3, seed)
        rng = random.Random(seed)
        for _ in range(120):
            seat = state.turn
            if seat is None:
                break
            view = state.view(seat)
            before = state.facts()
            for move in rng.sample(view.moves(), min(4, len(view.moves()))):
                done = outcome(view, move)
                assert done.before.players[seat].money == before["players"][seat]["money"]
                change = done.after.players[seat].money - done.before.players[seat].money
                assert change == done.pays - done.costs
            assert view.facts() == state.view(seat).facts()
            state.play(rng.choice(state.moves()))
            dealer.settle(state)
