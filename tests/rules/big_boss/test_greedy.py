"""The greedy bot: it only sees a view, beats random play, and makes the obvious moves."""

from __future__ import annotations

import pytest

from rules.big_boss.game import BigBoss
from tests.rules.big_boss.table import Table, begin
from tests.rules.dealing import Always, Dealer


def winner(seed: int, seats: int, greedy: int) -> bool:
    """Whether the greedy seat alone wins a game against random others."""
    dealer = Dealer(seed)
    state = begin(seats)
    dealer.deal(state)
    while state.turn is not None:
        bot = BigBoss.bots["greedy" if state.turn == greedy else "random"].make({})
        move = bot.choose(state.view(state.turn), Always(), dealer)
        assert move in state.moves()
        state.play(move)
        dealer.deal(state)
    assert state.result is not None
    return state.result.winners == (greedy,)


@pytest.mark.long
def test_greedy_beats_random() -> None:
    """A sample of the 200 games that the benchmark plays."""
    assert sum(winner(seed, 2, seed % 2) for seed in range(6)) >= 5


def test_greedy_plays_with_five_seats() -> None:
    assert sum(winner(seed, 5, seed % 5) for seed in range(4)) >= 2


def test_greedy_founds_a_castle_rather_than_a_villa_and_places_nobles_in_it() -> None:
    table = Table(hands={0: [8]})
    table.play("play 8")
    chosen = []
    while table.state.turn == 0:
        move = BigBoss.bots["greedy"].make({}).choose(table.state.view(0), Always(), Dealer(1))
        chosen.append(move.kind)
        table.play(str(move))
    assert chosen[0] == "castle"
    assert set(chosen[1:]) <= {"baron", "grande"}
    assert len(chosen) == 3


def test_greedy_ends_the_game_with_the_card_that_pays_most_when_it_is_ahead() -> None:
    table = Table(hands={0: [10, 60]})
    table.castle(8, (5, 5))
    table.castle(11, (2, 1, 1))
    table.hand(0, 10, 60)
    table.blocks(1)
    move = BigBoss.bots["greedy"].make({}).choose(table.state.view(0), Always(), Dealer(1))
    assert str(move) == "play 10"


def test_greedy_does_not_change_the_view_it_thinks_about() -> None:
    table = Table(hands={0: [8]})
    view = table.state.view(0)
    before = view.facts()
    BigBoss.bots["greedy"].make({}).choose(view, Always(), Dealer(1))
    assert view.facts() == before
