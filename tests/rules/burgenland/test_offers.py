"""The offers for a hand: the castles that it can pay for, the cards for each, missing cards, and purchases of picked cards."""

from __future__ import annotations

from rules.burgenland import bought_with, castle_offers, large_offers
from rules.contract import Move
from tests.rules.burgenland.table import Table, begin, faces, names
from tests.rules.dealing import Dealer


def slots(table: Table, cards: str, seat: int = 0) -> list[int]:
    """The slots of these cards in the hand."""
    found: list[int] = []
    for face in faces(cards):
        hand = table.position.players[seat].hand
        found.append(next(slot for slot in hand if table.position.faces[slot] == face and slot not in found))
    return found


def bought(table: Table, cards: str, jokers: int = 0) -> list[str]:
    """The purchases that these cards pay for, each by its first move."""
    return [str(moves[0]) for moves in bought_with(table.state, slots(table, cards), jokers)]


def test_offers_say_which_castles_the_hand_can_pay_for_and_how() -> None:
    table = Table(hands={0: "red1 red2 orange1 green3 brown3"}, jokers={0: 1}, builder=3)
    offers = castle_offers(table.state, 0)
    assert [offer.castle for offer in offers] == list(range(1, 12))
    first = offers[0]
    assert sorted(table.position.faces[slot] for slot in first.slots) == sorted(faces("red1 red2 orange1"))
    assert (first.lacking, first.palace, first.minus_ten) == (0, True, False)
    assert [offer.lacking for offer in offers] == [0, 2, 2, 1, 2, 3, 1, 3, 3, 2, 0]


def test_a_palace_needs_coins_left_for_the_builder() -> None:
    table = Table(hands={0: "red1 red2 orange1 red3 brown1"}, builder=3)
    assert castle_offers(table.state, 0)[0].palace is False
    table = Table(hands={0: "red1 red2 orange1 red3 brown1 brown2"}, builder=3)
    assert castle_offers(table.state, 0)[0].palace is True


def test_a_castle_that_a_minus_ten_tile_would_pay() -> None:
    table = Table(hands={0: "purple3 green3 yellow3 brown1"}, tiles={0: "minus-ten"})
    assert all(offer.minus_ten for offer in castle_offers(table.state, 0))
    assert castle_offers(table.state, 0)[3].lacking == 4


def test_offers_name_the_cards_missing_for_the_large_castle() -> None:
    table = Table(hands={0: "red1 red2 orange1 green3 brown3"}, jokers={0: 1})
    offers = large_offers(table.state, 0)
    assert [(offer.piece, offer.same, offer.cards, offer.lacking) for offer in offers] == [
        (1, True, 4, 1), (1, False, 6, 1), (2, True, 5, 2), (2, False, 7, 2), (3, True, 6, 3), (3, False, 8, 3),
    ]  # fmt: skip
    assert offers[0].colours == (1,), "most of red"
    assert offers[1].colours == (3, 5, 6, 7), "no yellow, blue or purple"


def test_offers_exist_while_others_play_but_not_for_a_sealed_hand() -> None:
    table = Table(hands={1: "red1 red1 red2 red2"})
    assert castle_offers(table.state.view(1), 1)[3].lacking == 0
    sealed = castle_offers(table.state.view(0), 1)[3]
    assert (sealed.slots, sealed.lacking) == ((), 4)


def test_picked_cards_show_what_they_buy() -> None:
    table = Table(hands={0: "red1 red2 light-blue1 green3 brown3"}, jokers={0: 1})
    assert bought(table, "red1 red2 light-blue1", 1) == ["wall 4 1", "wall 4 2", "wall 4 3", "well 4"]
    assert bought(table, "green3 brown3") == ["joker"]
    assert bought(table, "green3 brown3 red1") == [], "the 1 could be left out"
    assert bought(table, "red1") == []


def test_picked_cards_for_a_palace_hold_the_builder_too() -> None:
    table = Table(hands={0: "red1 red2 light-blue1 red3 brown3 green1"}, builder=3)
    purchase = bought_with(table.state, slots(table, "red1 red2 light-blue1 red3 brown3"), 0)[0]
    assert purchase[0].kind == "palace"
    for move in purchase:
        table.play(str(move))
    assert table.position.bill is None
    assert table.cards(0) == "green1"


def test_picked_cards_with_a_minus_ten_tile() -> None:
    table = Table(hands={0: "purple3 green3 yellow3 brown1"}, tiles={0: "minus-ten"})
    found = bought_with(table.state, slots(table, "purple3 green3 yellow3 brown1"), 0)
    assert Move("minus-ten") in found[0]
    assert {str(moves[0]) for moves in found} >= {"wall 4 1", "well 4"}


def test_nothing_is_offered_during_a_payment() -> None:
    table = Table(hands={0: "red1 red1 red2 red2"})
    table.play("wall 4 1")
    assert bought(table, "red1 red1 red2 red2") == []


def test_every_purchase_offered_in_games_can_be_made_and_takes_just_those_cards() -> None:
    tried = 0
    for seed in range(4):
        dealer = Dealer(seed)
        state = begin(2 + seed % 3)
        dealer.deal(state)
        for _ in range(250):
            if state.turn is None:
                break
            position = state.position
            player = position.players[position.active]
            hand = [slot for slot in player.hand if dealer.below(2)][:9]
            jokers = dealer.below(player.jokers + 1)
            for purchase in bought_with(state, hand, jokers)[:3]:
                copy = state.copy()
                for move in purchase:
                    assert copy.why_not(move) is None, (purchase, move)
                    copy.play(move)
                    if copy.deals and copy.deals[0].kind == "show":
                        answer = copy.known(copy.deals[0])
                        assert answer is not None
                        copy.learn(copy.deals[0], answer)
                assert copy.position.bill is None
                left = [position.faces[slot] for slot in player.hand if slot not in hand]
                kept = [copy.position.faces[slot] for slot in copy.position.players[position.active].hand]
                assert names(sorted(kept)) == names(sorted(left))
                tried += 1
            moves = state.moves()
            state.play(moves[dealer.below(len(moves))])
            dealer.deal(state)
    assert tried > 20
