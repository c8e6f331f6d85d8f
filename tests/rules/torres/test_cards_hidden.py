"""Buying cards, and the knowledge of each seat about them (U17, U18)."""

from __future__ import annotations

import pytest

from rules.contract import SEALED, Deal, Move
from rules.torres.state import TorresState
from rules.trial import Trial
from tests.rules.torres.table import begin, dealt, kinds, lay, play, refused

SIX, SEVEN = 6, 7
ISLES = """
. . . 1 . . 1 .
. . . . . . . .
. . . 1 . . 1 .
. . . . . . . .
. . . 1 . . 1 .
"""


def looking(state: TorresState, *faces: int) -> TorresState:
    """The seat on turn buys a card and sees these on top of its deck."""
    deck = state.cards.decks[state.seat]
    cards = state.cards.copy()
    order = [slot for face in faces for slot in deck if cards.faces[slot] == face]
    cards.decks[state.seat] = (*order, *(slot for slot in deck if slot not in order))
    state.cards = cards
    play(state, "buy")
    return state


def shown(state: TorresState, slots: tuple[int, ...]) -> list[int]:
    return [state.cards.faces[slot] for slot in slots]


def test_before_the_game_every_deck_is_shuffled() -> None:
    state = begin(3)
    assert [deal.kind for deal in state.deals] == ["shuffle"] * 3 + ["lot"]
    assert [deal.slots for deal in state.deals[:3]] == [tuple(range(1, 11)), tuple(range(11, 21)), tuple(range(21, 31))]
    assert all(deal.faces == tuple(range(1, 11)) for deal in state.deals[:3])
    assert state.turn is None
    assert state.moves() == []
    assert state.prompt().kind == "deal"
    assert refused(state, "place 3") == "dealing"


def test_u17_look_at_three_and_keep_one() -> None:
    state = lay(ISLES, ["a1", "h8"])
    events = state.play(Move("buy"))
    assert [str(event) for event in events] == ["torres.event.bought seat=0 cards=3"]
    assert state.ap == 4
    assert state.deals == (Deal("draw", (1, 2, 3), 0),)
    assert state.turn is None
    seen = state.learn(state.deals[0], (1, 2, 3))
    assert [(event.number("only"), event.number("slot"), event.number("card")) for event in seen] == [
        (0, 1, 1),
        (0, 2, 2),
        (0, 3, 3),
    ]
    assert state.undoable == 0, "what was seen cannot be unseen"
    assert [str(move) for move in state.moves()] == ["keep 1", "keep 2", "keep 3"]
    assert refused(state, "keep 4") == "not-looked-at"
    assert refused(state, "step") == "not-asked"
    play(state, "keep 2")
    assert state.undoable == 1
    assert state.cards.hands[0] == (2,)
    assert [str(move) for move in state.moves()] == ["top 1", "top 3", "bottom 1", "bottom 3"]
    assert refused(state, "bottom 2") == "not-looked-at"


@pytest.mark.parametrize(
    ("move", "deck"),
    [
        ("top 1", (1, 3, 4, 5, 6, 7, 8, 9, 10)),
        ("top 3", (3, 1, 4, 5, 6, 7, 8, 9, 10)),
        ("bottom 1", (4, 5, 6, 7, 8, 9, 10, 1, 3)),
        ("bottom 3", (4, 5, 6, 7, 8, 9, 10, 3, 1)),
    ],
)
def test_u17_the_rest_goes_back_together_on_top_or_at_the_bottom_in_any_order(move: str, deck: tuple[int, ...]) -> None:
    state = looking(lay(ISLES, ["a1", "h8"]), 1, 2, 3)
    events = play(state, "keep 2", move)
    assert state.cards.decks[0] == deck
    assert [event.kind for event in events] == ["kept", "on-top" if move.startswith("top") else "at-bottom"]
    assert state.stage == "main"


def test_u17_cards_put_on_top_are_seen_again_without_being_dealt() -> None:
    """Two of the three are known; only the new one is dealt."""
    state = looking(lay(ISLES, ["a1", "h8"]), 1, 2, 3)
    play(state, "keep 2", "top 3")
    before = state.undoable
    state.play(Move("buy"))
    assert state.deals == (Deal("draw", (4,), 0),)
    state.learn(state.deals[0], (4,))
    assert before == 2
    assert [str(move) for move in state.moves()] == ["keep 3", "keep 1", "keep 4"]


def test_u17_with_three_known_cards_on_top_nothing_is_dealt() -> None:
    state = looking(lay(ISLES, ["a1", "h8"]), 1, 2, 3)
    play(state, "keep 2", "top 3", "buy", "keep 4", "top 3", "end", "end")
    cards = state.cards.copy()
    cards.decks[0] = (3, 1)
    cards.hands[0] = tuple(sorted((*cards.hands[0], 5, 6, 7, 8, 9, 10)))
    state.cards = cards
    state.play(Move("buy"))
    assert not state.deals
    assert state.turn == 0
    assert state.undoable == 1
    assert [str(move) for move in state.moves()] == ["keep 3", "keep 1"]
    play(state, "keep 3")
    assert state.stage == "main", "a single card left: it makes no difference where it goes"
    assert state.cards.decks[0] == (1,)


def test_u17_the_last_three_go_back_in_any_order_but_top_is_bottom() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=[4, 5, 6, 7, 8, 9, 10])
    play(state, "buy", "keep 1")
    assert [str(move) for move in state.moves()] == ["top 2", "top 3"]
    assert refused(state, "bottom 2") == "bottom-is-top"
    play(state, "top 3")
    assert state.cards.decks[0] == (3, 2)


def test_u17_the_last_card_is_taken_unasked_and_then_there_is_none() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=[2, 3, 4, 5, 6, 7, 8, 9, 10])
    play(state, "buy")
    assert state.stage == "main"
    assert len(state.cards.hands[0]) == 10
    assert refused(state, "buy") == "deck-empty"


def test_u17_two_cards_a_turn_at_most() -> None:
    state = looking(lay(ISLES, ["a1", "h8"]), 1, 2, 3)
    play(state, "keep 1", "bottom 2", "buy", "keep 4", "bottom 5")
    assert state.ap == 3
    assert refused(state, "buy") == "bought-enough"
    assert "buy" not in kinds(state)
    play(state, "end", "end")
    assert refused(state, "buy") == ""


def test_u17_a_bought_card_waits_for_the_next_turn() -> None:
    state = looking(lay(ISLES, ["a1", "h8"]), SIX, SEVEN, 1)
    play(state, f"keep {SIX}", f"bottom {SEVEN}")
    assert refused(state, f"card {SIX}") == "just-bought"
    play(state, "end", "end")
    assert refused(state, f"card {SIX}") == ""
    play(state, f"card {SIX}")
    assert state.ap == 6


def test_buying_costs_a_point() -> None:
    state = lay(ISLES, ["a1", "h8"], ap=1)
    assert refused(state, "buy") == ""
    play(state, "buy")
    assert state.ap == 0


# -- what others know --------------------------------------------------------------------------------------------------


def test_nobody_else_learns_which_cards_were_seen_kept_or_put_back() -> None:
    state = looking(lay(ISLES, ["a1", "h8"]), 1, 2, 3)
    play(state, "keep 2", "bottom 3")
    own = state.view(0)
    assert shown(own, own.cards.hands[0]) == [2]
    assert shown(own, own.cards.decks[0]) == [SEALED] * 7 + [3, 1], "its owner remembers"
    for seat in (1, None):
        other = state.view(seat)
        assert set(other.cards.faces) == {SEALED}
        assert other.cards.decks[0] == (4, 5, 6, 7, 8, 9, 10, 3, 1)


def test_a_sealed_card_may_be_any_that_has_not_been_played() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=[SIX, 5], ap=5)
    own, other = state.view(0), state.view(1)
    assert [move.args[0] for move in own.moves() if move.kind == "card"] == [5, 6]
    assert [move.args[0] for move in other.moves() if move.kind == "card"] == [2, 3, 5, 6, 7, 8], "whatever could be done now"
    assert other.why_not(own.moves()[-3]) is None


def test_a_played_card_is_shown_among_those_it_could_be() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=[SIX, 5])
    other = state.view(1)
    move = Move("card", (SIX,))
    state.play(move)
    other.play(move)
    deal = Deal("show", (5, SIX), 0, (SIX,))
    assert state.deals == other.deals == (deal,)
    assert state.known(deal) == (SIX,)
    assert other.known(deal) is None
    with pytest.raises(ValueError, match="cannot be"):
        state.learn(deal, (5,))
    other.learn(deal, (SIX,))
    state.learn(deal, (SIX,))
    assert other.cards.faces[SIX] == SIX
    assert state.digest() == other.digest()
    assert [move.args[0] for move in state.copy().view(1).moves() if move.kind == "card"] == []


def test_a_card_bought_in_this_turn_is_not_among_them() -> None:
    state = looking(lay(ISLES, ["a1", "h8"], hand=[SIX]), 1, 2, 3)
    play(state, "keep 1", "bottom 2")
    state.play(Move("card", (SIX,)))
    assert state.deals[0].slots == (SIX,)


def test_impossible_faces_are_refused() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=[4])
    state = state.view(1).view(0)
    state.cards.faces[4] = 4
    state.play(Move("buy"))
    deal = state.deals[0]
    for answer in ((4, 1, 2), (1, 1, 2), (11, 1, 2), (-1, 1, 2), (1, 2), ()):
        with pytest.raises(ValueError):
            state.learn(deal, answer)
    state.learn(deal, (1, 2, 3))
    assert shown(state, state.cards.looking) == [1, 2, 3]


def test_a_turn_can_be_tried_until_a_card_is_revealed() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=[SIX])
    trial = Trial(state.view(0))
    trial.play(Move("card", (SIX,)))
    assert not trial.complete
    assert trial.state.undoable == 1
    trial.play(Move("buy"))
    assert trial.complete, "what comes next has to be dealt"
    trial.reset()
    assert trial.state.facts() == state.view(0).facts()


# -- the variant -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_u18_all_forty_cards_lie_in_one_deck(seats: int) -> None:
    state = begin(seats, mode="variant")
    (shuffle, lot) = state.deals
    assert shuffle.slots == tuple(range(1, 41))
    assert shuffle.faces == tuple(sorted(list(range(1, 11)) * 4))
    assert lot.kind == "lot"
    assert state.cards.decks == [shuffle.slots]


def test_u18_the_top_card_is_drawn_without_a_choice() -> None:
    state = lay(ISLES, ["a1", "h8"], mode="variant")
    state.play(Move("buy"))
    assert state.deals == (Deal("draw", (1,), 0),)
    events = state.learn(state.deals[0], (1,))
    assert [event.kind for event in events] == ["drew", "kept"]
    assert state.stage == "main"
    assert state.cards.hands[0] == (1,)
    assert state.undoable == 0
    play(state, "buy")
    assert refused(state, "buy") == "bought-enough"
    play(state, "end")
    state.play(Move("buy"))
    assert state.deals[0].slots == (3,)


def test_u18_four_of_each_kind_are_thought_possible() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=[SIX, SIX, SEVEN], mode="variant")
    state.cards = state.cards.copy()
    taken = [slot for slot in state.cards.decks[0] if state.cards.faces[slot] == SIX]
    state.cards.hands[1] = tuple(taken)
    state.cards.decks[0] = tuple(slot for slot in state.cards.decks[0] if slot not in taken)
    others = state.view(1)
    assert SIX in [move.args[0] for move in others.moves() if move.kind == "card"], "two of the four are in the own hand"
    state.cards.hands[1] = ()
    state.cards.played[1] = tuple(taken)
    state.cards.hands[0] = tuple(slot for slot in state.cards.hands[0] if state.cards.faces[slot] == SEVEN)
    rest = [slot for slot in range(1, 41) if state.cards.faces[slot] == SIX and slot not in taken]
    state.cards.played[0] = tuple(rest)
    assert SIX not in [move.args[0] for move in state.view(1).moves() if move.kind == "card"], "all four have been played"


def test_two_equal_cards_are_shown_by_the_first() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=[SIX, SIX], mode="variant")
    state.play(Move("card", (SIX,)))
    assert state.deals[0].slots == (6, 16)
    assert state.known(state.deals[0]) == (6,)


def test_u18_the_deck_may_run_out() -> None:
    state = lay(ISLES, ["a1", "h8"], hand=list(range(1, 11)) * 4, mode="variant")
    assert refused(state, "buy") == "deck-empty"


def test_the_start_of_the_game_is_the_same_for_all() -> None:
    assert dealt(2).digest() == dealt(2).view(1).digest()
