"""How a game starts: hands, pieces, blocked squares and open cards."""

from __future__ import annotations

import pytest

from rules.burgenland.cards import HOUSE, PALACE, WALL
from rules.contract import NOBODY, Deal
from tests.rules.burgenland.table import Table, begin
from tests.rules.dealing import Dealer, kinds, told


@pytest.mark.parametrize(("seats", "hands"), [(2, [4, 5]), (3, [4, 5, 6]), (4, [4, 5, 6, 7])])
def test_hands_grow_clockwise_from_the_start_player_and_everybody_gets_one_joker(seats: int, hands: list[int]) -> None:
    for seed in range(4):
        state = begin(seats)
        Dealer(seed).deal(state)
        position = state.position
        order = [(position.start + place) % seats for place in range(seats)]
        assert [len(position.players[seat].hand) for seat in order] == hands
        assert [player.jokers for player in position.players] == [1] * seats
        assert position.jokers == 17 - seats
        assert len(position.pile) == 80 - sum(hands)
        assert state.turn == position.start
        assert state.problems() == []


@pytest.mark.parametrize(("seats", "hands"), [(2, [4, 5]), (3, [4, 5, 5]), (4, [4, 5, 5, 6])])
def test_option_balanced_start(seats: int, hands: list[int]) -> None:
    state = begin(seats, balanced_start="on")
    Dealer(1).deal(state)
    position = state.position
    assert [len(position.players[(position.start + place) % seats].hand) for place in range(seats)] == hands


@pytest.mark.parametrize(("seats", "pieces"), [(4, [3, 3, 3, 2]), (3, [4, 4, 4, 2]), (2, [5, 5, 5, 2])])
def test_pieces_per_player(seats: int, pieces: list[int]) -> None:
    """Walls, houses, palaces, wells."""
    assert [player.pieces for player in begin(seats).position.players] == [pieces] * seats


@pytest.mark.parametrize("seats", [3, 4])
def test_left_over_walls_block_squares_with_3_and_4_players(seats: int) -> None:
    built = begin(seats).position.built
    blocked = {(castle, "abc"[place]): piece for castle, row in enumerate(built, 1) for place, piece in enumerate(row) if piece}
    assert blocked == {(2, "a"): WALL, (5, "a"): WALL, (8, "a"): WALL, (11, "a"): WALL}


def test_left_over_pieces_block_squares_with_2_players() -> None:
    built = begin(2).position.built
    blocked = {(castle, "abc"[place]): piece for castle, row in enumerate(built, 1) for place, piece in enumerate(row) if piece}
    walls = dict.fromkeys([(2, "a"), (3, "a"), (5, "a"), (8, "a"), (9, "a"), (11, "a")], WALL)
    assert blocked == walls | dict.fromkeys([(1, "a"), (7, "b")], PALACE) | dict.fromkeys([(5, "c"), (11, "b")], HOUSE)


def test_the_order_of_the_first_deals() -> None:
    state = begin(3)
    assert state.deals == (Deal("lot", faces=(3,)),)
    assert (state.turn, state.moves(), state.prompt().kind) == (None, [], "set-up")
    assert told(state.learn(state.deals[0], (2,)), "started") == [(2,)]
    assert state.deals == (Deal("lot", faces=(40320,)),)
    events = state.learn(state.deals[0], (40319,))
    assert told(events, "stone") == [(crossing, 9 - crossing) for crossing in range(1, 9)]
    assert state.deals == (Deal("lot", faces=(12,)),)
    assert told(state.learn(state.deals[0], (11,)), "builder") == [(5,)]
    assert state.deals == (Deal("lot", faces=(11,)),)
    assert told(state.learn(state.deals[0], (6,)), "marker") == [(7,)]
    assert [(deal.kind, deal.slots) for deal in state.deals] == [("shuffle", tuple(range(1, 81)))]
    assert state.deals[0].faces == tuple(
        sorted(face for c in range(8) for v, n in ((1, 4), (2, 4), (3, 2)) for face in [3 * c + v] * n)
    )
    assert state.learn(state.deals[0], ()) == []
    assert [(deal.kind, deal.slots) for deal in state.deals] == [("shuffle", tuple(range(81, 94)))]
    assert state.deals[0].faces == (25, 25, 25, 25, 26, 26, 26, 27, 27, 27, 28, 28, 28)
    assert state.learn(state.deals[0], ()) == []
    draws = (Deal("draw", (1, 2, 3, 4), 2), Deal("draw", (5, 6, 7, 8, 9), 0), Deal("draw", (10, 11, 12, 13, 14, 15), 1))
    assert state.deals == draws
    for deal in draws:
        events = state.learn(deal, (0,) * len(deal.slots))
        assert kinds(events) == ["dealt"]
    assert state.turn == 2


def test_every_order_of_the_stones_is_possible() -> None:
    orders = set()
    for number in range(0, 40320, 97):
        state = begin()
        state.learn(state.deals[0], (0,))
        state.learn(state.deals[0], (number,))
        assert sorted(state.position.stones) == list(range(1, 9))
        orders.add(tuple(state.position.stones))
    assert len(orders) == len(range(0, 40320, 97))


def test_start_player_by_lot() -> None:
    for seat in range(4):
        state = begin(4)
        assert state.position.start == NOBODY
        state.learn(state.deals[0], (seat,))
        assert state.position.start == seat


def test_the_open_well_card_places_the_red_marker_and_one_builder_lies_open() -> None:
    table = Table(builder=4, marker=9)
    assert table.position.marker == 9
    assert table.position.builders == [4, *[0] * 11]
    assert table.state.facts()["marks"] == [5, 4, 4, 3]
