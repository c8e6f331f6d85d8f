"""Dealing, buying, and knowledge of cards (rules p. 2 and 3; ruling T5)."""

from __future__ import annotations

import pytest

from rules.big_boss.state import BigBossState
from rules.contract import NOT_SHOWN, Deal, Move, parse_move
from rules.loop.terms import FIELDS
from tests.rules.big_boss.table import Table, begin
from tests.rules.dealing import Dealer, kinds, told


@pytest.mark.parametrize(("seats", "pile"), [(2, 46), (3, 36), (4, 26), (5, 16)])
def test_t5_ten_cards_each_six_face_up_and_the_rest_in_the_pile(seats: int, pile: int) -> None:
    table = Table(seats=seats)
    cards = table.state.cards
    assert [len(hand) for hand in cards.hands] == [10] * seats
    assert (len(cards.row), cards.pile(), cards.stack) == (6, pile, 20)
    assert table.state.money == [30] * seats
    assert table.state.buildings.blocks == 84
    assert table.state.buildings.stones_left() == 8
    table.sound()


def test_t5_the_start_player_is_drawn_by_lot_and_hands_are_dealt_seat_by_seat() -> None:
    state = begin(3)
    everything = tuple(range(1, FIELDS + 1))
    assert state.deals == (
        Deal("lot", faces=(3,)),
        Deal("shuffle", everything, faces=everything),
        Deal("draw", tuple(range(1, 11)), 0),
        Deal("draw", tuple(range(11, 21)), 1),
        Deal("draw", tuple(range(21, 31)), 2),
        Deal("open", tuple(range(31, 37))),
    )
    assert (state.turn, state.moves()) == (None, [])
    assert told(state.learn(state.deals[0], (2,)), "started") == [(2,)]
    assert state.turn is None
    assert Table(seats=3, first=2).state.turn == 2


def test_play_goes_round_the_table() -> None:
    table = Table(seats=3, first=1)
    turns = []
    for _ in range(4):
        turns.append(table.state.turn)
        table.play("buy-tower")
    assert turns == [1, 2, 0, 1]


def test_t5_a_face_up_card_costs_5_and_is_replaced_at_once_in_its_place() -> None:
    table = Table(row=[61, 62, 63, 64, 65, 66], pile=[50])
    events = table.play("buy-card 63")
    assert kinds(events) == ["bought", "refilled"]
    assert told(events, "bought") == [(0, 63, 5)]
    assert told(events, "refilled") == [(50,)]
    assert table.state.facts()["market"] == [61, 62, 50, 64, 65, 66]
    assert (table.state.money[0], table.state.turn, table.state.cards.pile()) == (25, 1, 45)


def test_t5_the_row_stays_short_when_the_pile_is_empty() -> None:
    table = Table(row=[61, 62, 63, 64, 65, 66])
    while table.state.cards.pile():
        table.money(30, 30)
        table.play("buy-pile")
    table.money(30, 30)
    events = table.play("buy-card 63")
    assert kinds(events) == ["bought"]
    assert table.state.facts()["market"] == [61, 62, 64, 65, 66]
    assert table.why_not("buy-pile") == "pile-empty"


def test_a_card_from_the_pile_costs_5_and_only_its_buyer_learns_it() -> None:
    table = Table(pile=[50])
    events = table.play("buy-pile")
    assert told(events, "bought") == [(0, 0, 5)]
    assert told(events, "drew") == [(0, 50, 0)]
    slot = table.state.cards.hands[0][-1]
    assert [slot, 50] in hand(table, 0, 0)
    assert [slot, 0] in hand(table, 1, 0)
    assert [slot, 0] in hand(table, None, 0)


def test_a_tower_card_costs_10_and_there_are_20() -> None:
    table = Table()
    for _ in range(20):
        table.money(30, 30)
        table.play("buy-tower")
    assert table.state.cards.towers == [10, 10]
    assert table.why_not("buy-tower") == "towers-gone"


def test_t5_there_is_no_hand_limit() -> None:
    table = Table()
    for _ in range(12):
        table.money(30, 30)
        table.play("buy-pile")
    assert len(table.state.cards.hands[0]) == 16


def test_t5_discards_are_never_reshuffled() -> None:
    table = Table(hands={0: [8]})
    table.nothing_for_sale(towers=True)
    table.play("play 8", "villa", "done")
    assert table.state.cards.pile() == 0
    assert 8 in table.state.cards.discards


def hand(table: Table, viewer: int | None, seat: int) -> list[list[int]]:
    players = table.state.view(viewer).facts()["players"]
    assert isinstance(players, list)
    cards = players[seat]["hand"]
    assert isinstance(cards, list)
    return cards


def test_t5_hands_are_secret() -> None:
    table = Table(hands={0: [8, 9], 1: [40]})
    assert [face for _, face in hand(table, 0, 0)][:2] == [8, 9]
    assert {face for _, face in hand(table, 1, 0)} == {0}
    assert {face for seat in (0, 1) for _, face in hand(table, None, seat)} == {0}


def test_a_card_bought_face_up_stays_known_to_everybody() -> None:
    table = Table(row=[61])
    table.play("buy-card 61")
    assert [21, 61] in hand(table, 1, 0)
    assert [21, 61] in hand(table, None, 0)
    table.play("buy-tower")
    table.state.play(Move("play", (61,)))
    assert table.state.deals == (Deal("show", (21,), 0, (61,)),)
    assert table.state.view(None).known(table.state.deals[0]) == (21,)


def test_a_card_that_is_played_is_shown_from_among_the_cards_that_nobody_knows() -> None:
    table = Table(hands={0: [8, 9]}, row=[61])
    table.play("buy-card 61", "buy-tower")
    spectator = table.state.view(None)
    for copy in (table.state, spectator):
        assert told(copy.play(Move("play", (9,))), "played") == [(0, 9)]
        assert copy.deals == (Deal("show", tuple(range(1, 11)), 0, (9,)),)
    assert table.state.known(table.state.deals[0]) == (2,)
    assert spectator.known(spectator.deals[0]) is None
    spectator.learn(spectator.deals[0], (2,))
    assert [slot for slot, _ in hand(table, None, 0)] == [*range(1, 11), 21]
    assert spectator.cards.hands[0] == [1, *range(3, 11), 21]
    assert spectator.cards.discards == [9]


def test_in_a_copy_that_does_not_know_the_hand_a_sealed_card_may_be_any_card_not_seen_elsewhere() -> None:
    table = Table(hands={0: [8], 1: [40]}, row=[61, 62, 63, 64, 65, 66])
    view = table.state.view(1)
    own = {face for _, face in hand(table, 1, 1)}
    listed = [move.args[0] for move in view.moves() if move.kind == "play"]
    assert listed == [number for number in range(1, FIELDS + 1) if number not in own and not 61 <= number <= 66]
    refusal = view.why_not(Move("play", (40,)))
    assert refusal is not None
    assert refusal.kind == "not-in-hand"


def test_t5_money_is_open() -> None:
    table = Table()
    table.money(12, 34)
    assert table.state.view(0).money == [12, 34]
    assert table.state.view(None).scores() == (12, 34)


def test_t5_option_hidden_money() -> None:
    table = Table(hidden_money="on")
    table.money(12, 34)
    assert shown(table.state) == shown(table.state.known_to_all()) == [12, 34]
    assert shown(table.state.view(0)) == [12, None]
    assert shown(table.state.view(1)) == [None, 34]
    assert shown(table.state.view(0).view(1)) == shown(table.state.view(None)) == [None, None]
    assert [player["money"] for player in table.state.view(0).facts()["players"]] == [12, NOT_SHOWN]
    assert table.state.view(0).scores() == (12, 0)
    assert [line.seat for line in table.state.view(1).score_trace()] == [1]
    assert table.state.view(0).problems() == []
    digest = table.state.digest()
    table.money(13, 34)
    assert table.state.digest() == digest


def test_a_view_takes_account_of_hidden_money() -> None:
    """No player can spend money that he does not have, in any copy."""
    table = Table(seats=3, hidden_money="on")
    table.money(4, 30, 30)
    table.castle(8, (2, 1, 1))
    for copy in (table.state, table.state.known_to_all(), *map(table.state.view, (None, 0, 1))):
        assert copy.why_not(Move("buy-pile")).kind == "dear-card"
        assert copy.why_not(Move("buy-tower")).kind == "dear-tower"
    table.hand(0)
    for seat in (None, 0, 1):
        assert table.state.view(seat).moves() == [Move("pass")]


def test_hidden_money_is_counted_openly_at_the_end() -> None:
    table = Table(hands={0: [8]}, hidden_money="on")
    table.blocks(1)
    view = table.state.view(1)
    table.play("play 8", "villa", "done")
    view.play(parse_move("play 8"))
    [card] = [slot for slot, face in table.face.items() if face == 8]
    view.learn(view.deals[0], (card,))
    for move in map(parse_move, ("villa", "done")):
        view.play(move)
    assert shown(view) == shown(table.state.view(1)) == [31, 30]
    assert view.facts() == table.state.view(1).facts()


def shown(state: BigBossState) -> list[int | None]:
    return [state.shown_money(seat) for seat in range(state.seats)]


WRONG = [
    (0, (2,)),
    (0, ()),
    (0, (-1,)),
    (1, (1,)),
    (2, tuple(range(1, 10))),
    (2, (1, 1, 3, 4, 5, 6, 7, 8, 9, 10)),
    (2, (1, 2, 3, 4, 5, 6, 7, 8, 9, 73)),
    (3, tuple(range(1, 11))),
    (4, (0, 22, 23, 24, 25, 26)),
    (4, (1, 22, 23, 24, 25, 26)),
]


@pytest.mark.parametrize(("at", "answer"), WRONG)
def test_an_impossible_answer_is_refused(at: int, answer: tuple[int, ...]) -> None:
    """Wrong numbers, a card twice, a card that does not exist, and a card face up that nobody may know."""
    state = begin(2)
    right = [(1,), (), tuple(range(1, 11)), tuple(range(11, 21)), tuple(range(21, 27))]
    for given in right[:at]:
        state.learn(state.deals[0], given)
    before = state.facts()
    with pytest.raises(ValueError, match="answer"):
        state.learn(state.deals[0], answer)
    assert state.facts() == before


def test_deals_are_answered_in_order() -> None:
    state = begin(2)
    with pytest.raises(ValueError, match="awaited"):
        state.learn(state.deals[1], ())


def test_a_copy_may_be_told_that_a_card_is_sealed() -> None:
    state = begin(2)
    for given in [(0,), (), tuple(range(1, 11)), (0,) * 10, tuple(range(21, 27))]:
        state.learn(state.deals[0], given)
    assert state.turn == 0
    assert state.problems() == []
    assert state.cards.faces[11] == 0


def test_only_a_card_that_fits_and_can_be_in_the_hand_can_be_shown() -> None:
    table = Table(hands={0: [8, 9]})
    state = table.state
    state.play(Move("play", (8,)))
    with pytest.raises(ValueError, match="answer"):
        state.learn(state.deals[0], (2,))
    with pytest.raises(ValueError, match="answer"):
        state.learn(state.deals[0], (11,))


def test_the_same_deals_give_the_same_position_in_every_copy() -> None:
    """A copy that is never told a hidden card, and one that is told all, agree on everything public."""
    dealer = Dealer(5)
    full, blind = begin(3), begin(3)
    for _ in range(120):
        while full.deals:
            deal = full.deals[0]
            assert blind.deals == full.deals
            if deal.kind == "draw":
                answer = tuple(dealer.face[slot] for slot in deal.slots)
                full.learn(deal, answer)
                blind.learn(deal, (0,) * len(answer))
            elif deal.kind == "show":
                shown = full.known(deal)
                assert shown is not None
                assert full.learn(deal, shown) == blind.learn(deal, shown)
            else:
                if deal.kind == "shuffle":
                    dealer.face = dict(zip(deal.slots, dealer.random.sample(deal.faces, len(deal.faces)), strict=True))
                public = {"lot": (1,), "shuffle": ()}.get(deal.kind) or tuple(dealer.face[slot] for slot in deal.slots)
                public = () if deal.kind == "shuffle" else public
                assert full.learn(deal, public) == blind.learn(deal, public)
        assert full.digest() == blind.digest()
        assert blind.facts() == full.view(None).facts()
        if full.result:
            break
        move = dealer.any_move(full)
        assert blind.why_not(move) is None
        assert set(full.moves()) <= set(blind.moves())
        assert full.play(move) == blind.play(move)
