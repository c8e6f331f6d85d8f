"""Knowledge: sealed hands and ?-tiles, cards laid down, and the moves that a copy has to think possible (the rulings)."""

from __future__ import annotations

import pytest

from rules.burgenland.cards import CARD_FACES
from rules.burgenland.state import BurgenlandState
from rules.contract import Deal, Move, State
from tests.rules.burgenland.table import Table, begin, faces
from tests.rules.dealing import Dealer

FOUR = "joker joker joker joker"


def test_hands_and_own_tiles_are_hidden_and_everything_else_is_open() -> None:
    table = Table(hands={0: "red1 green2", 1: "brown3"}, jokers={0: 2}, tiles={0: "five"}, swaps={0: 1})
    own, other, public = (table.state.view(seat).facts()["players"] for seat in (0, 1, None))
    assert isinstance(own, list)
    assert isinstance(other, list)
    hand = [face for _, face, _ in own[0]["hand"]]
    assert sorted(hand) == sorted(faces("red1 green2"))
    assert [face for _, face, _ in other[0]["hand"]] == [0, 0]
    assert [face for _, face in own[0]["tiles"]] == [25]
    assert [face for _, face in other[0]["tiles"]] == [0]
    assert (other[0]["jokers"], other[0]["swaps"], other[0]["pieces"]) == (2, 1, [5, 5, 5, 2])
    assert other != public
    assert table.state.view(0).digest() == table.state.view(1).digest() == table.state.digest()


def test_a_card_laid_down_is_shown_to_be_in_the_hand() -> None:
    table = Table(hands={0: "red1 red1 red1 red1 green2"})
    table.play("wall 4 1")
    spectator = table.state.view(None)
    deals = []
    for state in (table.state, spectator):
        state.play(Move("pay", (1, 1)))
        assert state.turn is None
        deals.append(state.deals)
    assert deals[0] == deals[1] == (Deal("show", tuple(table.position.players[0].hand), 0, (faces("red1")[0],)),)
    assert spectator.known(spectator.deals[0]) is None, "only its owner can show a sealed card"
    answer = table.state.known(deals[0][0])
    assert answer is not None
    for state in (table.state, spectator):
        state.learn(state.deals[0], answer)
        assert state.turn == 0
    assert table.state.digest() == spectator.digest()


def test_a_card_that_everybody_has_seen_needs_no_showing_and_goes_first() -> None:
    table = Table(hands={0: "red1 red1 red1 red1"})
    table.bare(0, "red1")
    (seen,) = [slot for slot in table.position.players[0].hand if table.position.bared[slot]]
    table.play("wall 4 1")
    table.state.play(Move("pay", (1, 1)))
    assert table.state.deals == ()
    assert table.position.bill is not None
    assert table.position.bill.cards == [seen]


def test_a_tile_is_shown_when_it_is_used() -> None:
    table = Table(tiles={0: "plot five"})
    tiles = tuple(table.position.players[0].tiles)
    view = table.state.view(1)
    view.play(Move("five"))
    assert view.deals == (Deal("show", tiles, 0, (25,)),)
    assert view.known(view.deals[0]) is None
    with pytest.raises(ValueError, match="cannot be"):
        view.learn(view.deals[0], (tiles[-1] + 1,))


def test_a_shown_card_has_to_match_the_claim() -> None:
    table = Table(hands={0: "red1 red1 red1 red1 green2"})
    table.play("wall 4 1")
    wrong = next(slot for slot in table.position.players[0].hand if table.position.faces[slot] == faces("green2")[0])
    table.state.play(Move("pay", (1, 1)))
    with pytest.raises(ValueError, match="cannot be"):
        table.state.learn(table.state.deals[0], (wrong,))


def test_a_sealed_copy_refuses_a_card_that_has_been_seen_elsewhere() -> None:
    """All four red 1 lie open: a sealed hand cannot hold a fifth."""
    table = Table(hands={0: "orange1 orange2 orange3 red2", 1: "red1 red1 red1 red1"}, marker=1)
    for slot in table.position.players[1].hand:
        table.position.bared[slot] = True
    view = table.state.view(None)
    view.play(Move("well", (1,)))
    assert Move("pay", (1, 1)) not in view.moves()
    assert Move("pay", (1, 2)) in view.moves()
    refusal = view.why_not(Move("pay", (1, 1)))
    assert refusal is not None
    assert refusal.kind == "not-in-hand"


def test_paying_lists_every_card_a_hidden_hand_could_hold() -> None:
    table = Table(hands={0: "red1 red1 red1 light-blue1"}, jokers={0: 0})
    table.play("wall 4 1")
    assert table.moves() == ["pay 1 1", "pay 5 1"]
    other = [str(move) for move in table.state.view(1).moves()]
    assert other == ["pay 1 1", "pay 1 2", "pay 1 3", "pay 5 1", "pay 5 2", "pay 5 3"]


def test_a_spectator_lists_every_build_that_a_hidden_hand_might_begin() -> None:
    table = Table(hands={0: "red1 green1 brown1 yellow1"}, tiles={0: "five"})
    kinds = dict.fromkeys(move.kind for move in table.state.view(None).moves())
    assert set(kinds) == {
        "draw", "wall", "house", "lawless-house", "well", "large-same", "joker", "five", "plot",
    }  # fmt: skip
    assert [str(move) for move in table.state.moves()] == ["draw", "five"]


def test_a_builder_could_be_paid_only_with_a_fifth_card() -> None:
    table = Table(hands={0: "red1 green1 brown1 yellow1"}, builder=1)
    assert not [move for move in table.state.view(None).moves() if move.kind == "palace"]
    table = Table(hands={0: "red1 green1 brown1 yellow1 purple1"}, builder=3)
    assert [move for move in table.state.view(None).moves() if move.kind == "palace"]
    table = Table(hands={0: "red1 green1 brown1 yellow1 purple1"}, builder=4)
    assert not [move for move in table.state.view(None).moves() if move.kind == "palace"]


def test_passing_is_listed_if_the_hidden_hand_may_be_unable_to_build() -> None:
    table = Table(hands={0: "red1 green1 brown1 yellow1"})
    table.pile_left("")
    view = table.state.view(1)
    assert "pass" in [move.kind for move in view.moves()]
    table = Table(hands={0: "red1"}, jokers={0: 4})
    table.pile_left("")
    assert "pass" not in [move.kind for move in table.state.view(1).moves()], "four jokers build for sure"


def hear(copy: State, deal: Deal, answer: tuple[int, ...], seat: int) -> None:
    """Tell a copy no more than the seat may know."""
    known = answer if deal.kind != "draw" or deal.seat == seat else (0,) * len(answer)
    copy.learn(deal, known)


@pytest.mark.parametrize("seed", range(3))
def test_a_sealed_copy_never_runs_into_a_dead_end(seed: int) -> None:
    """A copy that sees no hand is played on with possible cards: there is always a move."""
    dealer, chance = Dealer(seed), Dealer(seed + 100)
    state = begin(2 + seed)
    dealer.deal(state)
    for _ in range(150):
        moves = state.moves()
        state.play(moves[dealer.below(len(moves))])
        dealer.deal(state)
        thought = state.view(None)
        for _ in range(12):
            imagine(thought, chance)
            if thought.turn is None:
                break
            assert thought.problems() == []
            options = thought.moves()
            assert options, thought.facts()
            thought.play(options[chance.below(len(options))])
        if state.turn is None:
            break


def imagine(state: BurgenlandState, chance: Dealer) -> None:
    """Answer everything that is awaited with something that could be."""
    while state.deals:
        deal = state.deals[0]
        unseen = [face for face, count in enumerate(state.position.unseen()) for _ in range(count)]
        cards = [face for face in unseen if face <= CARD_FACES]
        if deal.kind == "lot":
            answer: tuple[int, ...] = (chance.below(deal.faces[0]),)
        elif deal.kind == "show":
            able = [slot for slot in deal.slots if state.position.faces[slot] in (0, deal.faces[0])]
            answer = (able[chance.below(len(able))],)
        elif deal.kind == "open":
            answer = (cards[chance.below(len(cards))],)
        else:
            answer = () if deal.kind == "shuffle" else (0,) * len(deal.slots)
        state.learn(deal, answer)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_seat_hears_only_its_own_cards_and_agrees_on_everything_public(seats: int) -> None:
    dealer = Dealer(seats)
    state = begin(seats)
    copies = [begin(seats) for _ in range(seats)]
    for _ in range(400):
        while state.deals:
            deal = state.deals[0]
            if deal.kind == "shuffle":
                dealer.face.update(zip(deal.slots, dealer.random.sample(deal.faces, len(deal.faces)), strict=True))
            if deal.kind == "lot":
                answer: tuple[int, ...] | None = (dealer.below(deal.faces[0]),)
            elif deal.kind == "show":
                answer = state.known(deal)
            else:
                answer = () if deal.kind == "shuffle" else tuple(dealer.face[slot] for slot in deal.slots)
            assert answer is not None
            for seat, copy in enumerate(copies):
                assert copy.deals == state.deals
                hear(copy, deal, answer, seat)
            state.learn(deal, answer)
        if state.turn is None:
            break
        moves = state.moves()
        move = moves[dealer.below(len(moves))]
        for seat, copy in enumerate(copies):
            assert copy.facts() == state.view(seat).facts()
            assert copy.why_not(move) is None
            copy.play(move)
        state.play(move)
