"""Rewards: coins drawn openly, jokers, tiles, and the draw pile that runs out (the review's "Die Belohnungen"; the rulings)."""

from __future__ import annotations

import pytest

from rules.contract import NOBODY, Deal, Move
from tests.rules.burgenland.table import Table, begin, data, faces
from tests.rules.dealing import kinds, told

FOUR = "joker joker joker joker"


def test_coins_are_drawn_one_by_one_until_the_sum_is_reached_and_all_are_kept() -> None:
    table = Table(jokers={0: 4})
    table.pile("green1 brown1 purple2 red3")
    events = table.buy("wall 1 3", FOUR)
    assert told(events, "coins") == [(0, 3)]
    assert told(events, "opened") == [(0, 4, 1), (0, 8, 1), (0, 7, 2)]
    assert table.cards(0) == "green1 purple2 brown1"


def test_a_player_keeps_cards_beyond_the_value() -> None:
    table = Table(jokers={0: 4})
    table.pile("green2 brown3 purple2")
    assert told(table.buy("wall 1 3", FOUR), "opened") == [(0, 4, 2), (0, 8, 3)]


def test_each_card_of_a_reward_is_opened_for_itself_for_everybody() -> None:
    table = Table(jokers={0: 4})
    for move in ("wall 1 3", *["pay-joker"] * 4):
        table.state.play(Move(*_split(move)))
    first, second = table.position.pile[:2]
    assert table.state.deals == (Deal("open", (first,)),)
    assert table.state.turn is None
    table.state.learn(table.state.deals[0], tuple(faces("green1")))
    assert table.state.deals == (Deal("open", (second,)),)
    table.state.learn(table.state.deals[0], tuple(faces("green2")))
    assert (table.state.deals, table.state.turn) == ((), 0)
    for seat in (None, 0, 1):
        hand = table.state.view(seat).position.players[0].hand
        assert [table.state.view(seat).position.faces[slot] for slot in hand] == faces("green1 green2")


def _split(move: str) -> tuple[str, tuple[int, ...]]:
    kind, *args = move.split()
    return kind, tuple(map(int, args))


def test_a_wall_brings_its_joker_first() -> None:
    table = Table(jokers={0: 4})
    assert kinds(table.buy("wall 1 3", FOUR))[5:8] == ["built", "jokers", "coins"]


@pytest.mark.parametrize("walls", [0, 1, 2])
def test_each_wall_of_a_castle_brings_the_jokers_that_the_board_says(walls: int) -> None:
    content = data()
    content["ours"]["jokers_for_wall"] = [1, 2, 3, 4]
    table = Table(jokers={0: 4}, content=content)
    for square in range(1, walls + 1):
        table.built(6, square, 1)
    assert told(table.buy("wall 6 3", FOUR), "jokers") == [(0, walls + 1)]


def test_a_joker_square() -> None:
    table = Table(jokers={0: 4})
    table.built(6, 2, 1)
    assert told(table.buy("house 6 1", FOUR), "jokers") == [(0, 1)]


def test_an_empty_pile_of_jokers_brings_and_sells_none() -> None:
    table = Table(hands={0: "yellow1 yellow1 yellow1 yellow1 red3 red3"})
    table.no_jokers_left()
    assert table.why_not("joker") == "no-jokers"
    events = table.buy("wall 6 1", "yellow1 yellow1 yellow1 yellow1")
    assert kinds(events)[-2:] == ["no-jokers", "no-jokers"], "neither for the wall nor for the square"
    assert table.position.players[0].jokers == 0


def test_played_jokers_go_back_to_their_pile_before_the_reward() -> None:
    table = Table(jokers={0: 4})
    table.no_jokers_left()
    assert told(table.buy("wall 6 1", FOUR), "jokers") == [(0, 1), (0, 1)]
    assert table.position.jokers == 2


def test_a_swap_square() -> None:
    table = Table(jokers={0: 4})
    assert told(table.buy("wall 4 1", FOUR), "swap-tile") == [(0,)]
    assert (table.position.swaps, table.position.players[0].swaps) == (8, 1)


def test_a_tile_is_drawn_face_down_and_only_its_owner_knows_it() -> None:
    table = Table(jokers={0: 4})
    table.next_tile("minus-ten")
    events = table.buy("wall 4 2", FOUR)
    assert told(events, "tile") == [(0,)]
    assert told(events, "tile-face") == [(0, 3)]
    (slot,) = table.position.players[0].tiles
    assert table.state.view(0).position.faces[slot] == 27
    assert table.state.view(1).position.faces[slot] == 0
    assert table.state.view(None).position.players[0].tiles == [slot], "their number is open"
    assert len(table.position.tile_pile) == 12


# -- the draw pile -----------------------------------------------------------------------------------------------------


def test_as_soon_as_the_last_card_is_drawn_the_discards_are_shuffled_into_a_new_pile() -> None:
    table = Table(hands={1: "red1"})
    table.pile_left("green1 brown1")
    table.discarded_from(1, "red2 red2 purple1")
    events = table.play("draw")
    assert kinds(events) == ["drew", "drew-card", "drew-card", "reshuffled"]
    assert told(events, "reshuffled") == [(3,)]
    assert (len(table.position.pile), table.position.discards) == (3, [])
    assert all(table.position.faces[slot] == 0 for slot in table.position.pile), "nobody knows their order"


def test_the_pile_may_be_reshuffled_between_the_two_cards_of_a_draw() -> None:
    table = Table()
    table.pile_left("green1")
    table.discarded_from(1, "red2 red2 purple1")
    table.state.play(Move("draw"))
    (last,) = table.position.pile
    assert table.state.deals == (Deal("draw", (last,), 0),)
    table.state.learn(table.state.deals[0], tuple(faces("green1")))
    slots = tuple(sorted(table.state.deals[0].slots))
    assert table.state.deals == (Deal("shuffle", slots, NOBODY, tuple(faces("red2 red2 purple1"))),)
    table.state.learn(table.state.deals[0], ())
    assert table.state.deals == (Deal("draw", slots[:1], 0),)
    table.state.learn(table.state.deals[0], tuple(faces("purple1")))
    assert (table.state.turn, len(table.position.pile)) == (0, 2)
    assert table.cards(0) == "green1 purple1"
    table.sound()


def test_a_reshuffle_during_a_reward_includes_the_cards_just_paid() -> None:
    """All cards are paid before any reward is drawn, so they are among the discards."""
    table = Table(hands={0: "red1 red1 red1 red1"})
    table.pile_left("green1")
    events = table.buy("wall 1 3", "red1 red1 red1 red1")
    assert kinds(events)[-7:] == ["built", "jokers", "coins", "opened", "reshuffled", "opened", "opened"]
    assert told(events, "opened") == [(0, 4, 1), (0, 1, 1), (0, 1, 1)]
    assert told(events, "reshuffled") == [(4,)]
    assert table.cards(0) == "red1 red1 green1"
    assert len(table.position.pile) == 2


def test_without_discards_the_pile_is_refilled_at_the_next_discard() -> None:
    table = Table(hands={0: "red1 red2 red3 green1"}, jokers={0: 0})
    table.pile_left("brown1 brown2")
    table.play("draw")
    assert (table.position.pile, table.position.discards) == ([], [])
    events = table.buy("joker", "red3 red2 brown1")
    assert told(events, "reshuffled") == [(3,)]
    assert len(table.position.pile) == 3


def test_a_short_pile_gives_as_many_cards_as_it_has() -> None:
    table = Table()
    table.pile_left("green1")
    events = table.play("draw")
    assert told(events, "drew") == [(0, 1)]
    assert kinds(events)[-1] == "no-more-cards"
    assert table.state.turn == 0
    table = Table(jokers={0: 4})
    table.pile_left("green1")
    events = table.buy("wall 3 2", FOUR)
    assert told(events, "coins") == [(0, 4)]
    assert told(events, "opened") == [(0, 4, 1)]
    assert kinds(events)[-1] == "no-more-cards"


def test_a_card_shuffled_back_is_forgotten_by_everybody() -> None:
    table = Table(hands={0: "red1 red1 red1 red1"})
    table.bare(0, "red1")
    table.pile_left("brown1 brown2")
    table.buy("wall 1 2", "red1 red1 red1 red1")
    table.play("end", "draw")
    assert len(table.position.pile) == 4
    assert not any(table.position.bared[slot] for slot in table.position.pile)


def test_with_every_card_in_hand_nothing_is_dealt() -> None:
    state = begin()
    assert state.position.pile == []
    assert state.deals[0].kind == "lot", "an empty pile before the first shuffle is not reshuffled"
