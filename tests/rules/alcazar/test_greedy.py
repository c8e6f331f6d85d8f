"""The greedy bot of Alcazar: it only sees a view, beats random play, and makes the obvious moves."""

from __future__ import annotations

import pytest

from rules.alcazar.game import Alcazar
from tests.rules.alcazar.table import AlcazarTable, begin
from tests.rules.big_boss.table import BARON, GRANDE
from tests.rules.dealing import Always, Dealer

GREEDY = Alcazar.bots["greedy"].make({})


def winner(seed: int, seats: int, greedy: int) -> bool:
    """Whether the greedy seat alone wins a game against random others."""
    dealer = Dealer(seed)
    state = begin(seats)
    dealer.deal(state)
    while state.turn is not None:
        bot = GREEDY if state.turn == greedy else Alcazar.bots["random"].make({})
        move = bot.choose(state.view(state.turn), Always(), dealer)
        assert move in state.moves()
        state.play(move)
        dealer.deal(state)
    assert state.result is not None
    return state.result.winners == (greedy,)


def chosen(table: AlcazarTable) -> list[str]:
    """The moves of the greedy bot's whole turn."""
    seat, moves = table.state.turn, []
    while table.state.turn == seat:
        move = GREEDY.choose(table.state.view(seat), Always(), Dealer(1))
        moves.append(str(move))
        table.play(str(move))
    return moves


@pytest.mark.long
def test_greedy_beats_random() -> None:
    """A sample of 200 games, all of which it won when they were played."""
    assert sum(winner(seed, 2, seed % 2) for seed in range(8)) == 8


def test_greedy_plays_with_five_seats() -> None:
    assert sum(winner(seed, 5, seed % 5) for seed in range(4)) >= 3


def test_greedy_founds_a_castle_rather_than_a_villa_and_places_both_grandes_in_it() -> None:
    table = AlcazarTable(hands={0: [8]})
    table.play("play 8")
    moves = chosen(table)
    assert [move.split()[0] for move in moves] == ["castle", "grande", "grande"]
    assert "grande 8" in moves


def test_greedy_lifts_two_nobles_with_a_bridge_rather_than_buy_a_card() -> None:
    table = AlcazarTable()
    table.hand(0)
    table.castle(1, (3, 1, 3, 1))
    table.noble(1, 0, GRANDE)
    table.noble(3, 0, GRANDE)
    assert chosen(table)[0] == "bridge 1 3"


def test_greedy_swaps_its_grande_upward() -> None:
    """Its block goes under the baron on the highest place; the grande below swaps places with him."""
    table = AlcazarTable()
    table.hand(0)
    table.castle(1, (4, 1, 1))
    table.noble(1, 0, BARON)
    table.noble(3, 0, GRANDE)
    table.towers(0, 1)
    table.money(0, 40)
    assert chosen(table) == ["play-tower 1", "swap 3 1"]


def test_greedy_does_not_change_the_view_it_thinks_about() -> None:
    view = AlcazarTable(hands={0: [8]}).state.view(0)
    before = view.facts()
    GREEDY.choose(view, Always(), Dealer(1))
    assert view.facts() == before


def test_greedy_plays_its_last_tower_card() -> None:
    """A tower card lifts one noble, not every noble that it could lift: keeping it is worth less than playing it."""
    table = AlcazarTable()
    table.hand(0)
    table.castle(1, (2, 2, 2, 2, 2))
    for cell in (1, 2, 3, 4, 5):
        table.noble(cell, 0, BARON)
    table.towers(0, 1)
    table.money(213, 40)
    assert chosen(table)[0].split()[0] == "play-tower"
