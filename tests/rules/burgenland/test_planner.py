"""The planner: it only sees a view, beats random play, and makes the obvious moves."""

from __future__ import annotations

import pytest

from rules.burgenland import Burgenland
from rules.burgenland.cards import PALACE, WALL
from tests.rules.burgenland.table import Table, begin
from tests.rules.dealing import Always, Dealer


class Never:
    """A budget that is spent."""

    def left(self) -> bool:
        return False


def winner(seed: int, seats: int, planner: int, **options: str) -> bool:
    """Whether the planner's seat wins a game against random others."""
    dealer = Dealer(seed)
    state = begin(seats, **options)
    dealer.deal(state)
    while state.turn is not None:
        bot = Burgenland.bots["planner" if state.turn == planner else "random"].make({})
        move = bot.choose(state.view(state.turn), Always(), dealer)
        assert state.why_not(move) is None
        state.play(move)
        dealer.deal(state)
    assert state.result is not None
    return state.result.winners == (planner,)


@pytest.mark.long
@pytest.mark.parametrize(("seats", "games"), [(2, 4), (3, 2), (4, 2)])
def test_the_planner_beats_random(seats: int, games: int) -> None:
    """A sample of the 200 games that are played to measure it."""
    assert all(winner(seed, seats, seed % seats, screens="on" if seed % 2 else "off") for seed in range(games))


def choose(table: Table) -> str:
    seat = table.state.turn
    assert seat is not None
    return str(Burgenland.bots["planner"].make({}).choose(table.state.view(seat), Always(), Dealer(1)))


def whole_turn(table: Table) -> list[str]:
    """The bot's moves until the turn is over."""
    seat, made = table.state.turn, []
    while table.state.turn == seat and len(made) < 30:
        made.append(choose(table))
        table.play(made[-1])
    return made


def test_it_places_the_last_piece_when_it_can() -> None:
    table = Table(hands={0: "brown3"}, jokers={0: 4}, builder=3)
    table.left(0, palace=1)
    made = whole_turn(table)
    assert made[0].startswith("palace")
    assert table.state.result is not None


def test_it_draws_when_it_cannot_build() -> None:
    table = Table(hands={0: "red1 green1"})
    assert whole_turn(table) == ["draw", "end"]


def test_it_builds_rather_than_draw_to_a_full_hand() -> None:
    """Eighteen cards, and every square with a joker or coins is taken: what is left may go to others meanwhile."""
    each = "red1 red2 orange1 orange2 yellow1 yellow2 green1 green2 light-blue1 light-blue2 dark-blue1 dark-blue2"
    table = Table(seats=3, hands={0: f"{each} purple1 purple2 purple3 brown1 brown2 brown3"}, jokers={0: 3}, builder=5)
    for seat, castle, square in ((0, 1, 3), (1, 4, 3), (2, 7, 2)):
        table.built(castle, square, PALACE, seat)
    for number, (castle, square) in enumerate(((2, 3), (3, 2), (5, 3), (6, 1), (9, 2), (9, 3), (10, 3), (11, 3))):
        table.built(castle, square, WALL, number % 3)
    assert whole_turn(table)[0].split()[0] in ("wall", "house", "palace", "well")


def test_it_buys_a_joker_rather_than_pass() -> None:
    """The two cards become the pile, so that play goes on."""
    table = Table(hands={0: "red3 yellow3"})
    table.pile_left("")
    assert table.moves() == ["joker", "pass"]
    assert [move.split()[0] for move in whole_turn(table)] == ["joker", "pay", "pay", "draw", "end"]


def test_it_pays_with_cards_rather_than_jokers() -> None:
    table = Table(hands={0: "red1 red1 light-blue2 light-blue2"}, jokers={0: 4})
    table.play("wall 4 1")
    assert not [move for move in whole_turn(table) if move == "pay-joker"]


def test_it_pays_a_builder_with_as_few_cards_as_it_can() -> None:
    table = Table(hands={0: "brown1 brown1 brown1 purple3 green2"}, jokers={0: 4}, builder=3)
    table.play("palace 4 1", *["pay-joker"] * 4)
    assert choose(table) == "pay 7 3"


def test_it_takes_the_coins_of_a_tile_at_once() -> None:
    assert choose(Table(hands={0: "red1"}, tiles={0: "five plot"})) == "five"


def test_it_swaps_stones_for_a_build_that_ends_the_game() -> None:
    table = Table(hands={0: "brown1 brown1 brown2 brown2"}, swaps={0: 1})
    table.left(0, well=1)
    made = whole_turn(table)
    assert made[0].startswith("swap ")
    assert made[1] == "well 4"
    assert table.state.result is not None


def test_it_lays_a_plot_for_a_build_that_ends_the_game() -> None:
    """A house is left; of the castles that red cards pay for, 4 and 11 have no wall for it, and 1 is full."""
    table = Table(hands={0: "red1 red1 red2 red2"}, tiles={0: "plot"})
    table.left(0, house=1)
    table.built(1, 2, WALL)
    table.built(1, 3, WALL)
    assert whole_turn(table)[:2] == ["plot 1", "house 1 4"]
    assert table.state.result is not None


def test_a_spent_budget_still_gives_a_legal_move() -> None:
    table = Table(hands={0: "brown1 brown1 brown2 brown2"}, swaps={0: 1})
    move = Burgenland.bots["planner"].make({}).choose(table.state.view(0), Never(), Dealer(1))
    assert move in table.state.moves()


def test_it_does_not_change_the_view_it_thinks_about() -> None:
    table = Table(hands={0: "red1 red1 red2 red2 green1"}, tiles={0: "plot"}, swaps={0: 2}, jokers={0: 2})
    view = table.state.view(0)
    before = view.facts()
    Burgenland.bots["planner"].make({}).choose(view, Always(), Dealer(1))
    assert view.facts() == before
