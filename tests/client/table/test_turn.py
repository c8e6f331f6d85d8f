"""A turn at this computer: tried, taken back, confirmed, awaited, and tried again when the position below changes."""

from __future__ import annotations

from client.table.turn import Turn
from rules.contract import Move, State
from tests.client.table.tables import Dealer, begun


def begin() -> tuple[State, Dealer, Turn]:
    state, dealer = begun(2, start=0)
    return state, dealer, Turn(state.view(0), 7)


def founding(turn: Turn) -> Move:
    """A card for which the player has to choose what it founds."""
    for move in turn.state.moves():
        if move.kind == "play":
            turn.play(move)
            if turn.state.facts()["step"] == "found":
                return move
            turn.undo()
    raise AssertionError("no such card")


def test_a_turn_is_tried_step_by_step_and_taken_back() -> None:
    _, _, turn = begin()
    before = turn.state.facts()
    card = founding(turn)
    castle = next(move for move in turn.state.moves() if move.kind == "castle")
    turn.play(castle)
    assert turn.tried == (card, castle)
    assert turn.open
    assert not turn.complete
    turn.undo()
    assert turn.tried == (card,)
    turn.reset()
    assert turn.tried == ()
    assert turn.state.facts() == before


def test_buying_from_the_pile_is_complete_before_the_card_is_known() -> None:
    _, _, turn = begin()
    turn.play(Move("buy-pile"))
    assert turn.complete
    assert not turn.open


def test_a_confirmed_turn_waits_for_its_entries() -> None:
    _, _, turn = begin()
    card = founding(turn)
    turn.play(Move("villa"))
    turn.play(Move("done"))
    assert turn.confirm() == (card, Move("villa"), Move("done"))
    assert not turn.complete
    turn.undo()
    assert turn.tried == (card, Move("villa"), Move("done"))
    assert turn.came(Move("buy-pile")) is None
    seen = turn.came(card)
    assert seen is not None
    assert [event.kind for event in seen] == ["played"]
    assert turn.awaited == [Move("villa"), Move("done")]
    turn.refused()
    assert turn.complete


def test_moves_that_stay_possible_are_kept_when_the_position_changes() -> None:
    state, _, turn = begin()
    card = founding(turn)
    turn.play(Move("villa"))
    assert turn.rebase(state.view(0), 8) == []
    assert turn.tried == (card, Move("villa"))
    assert turn.index == 8


def test_moves_that_become_impossible_are_given_back() -> None:
    state, dealer, turn = begin()
    card = founding(turn)
    turn.play(Move("villa"))
    turn.play(Move("done"))
    for move in (card, Move("villa"), Move("done")):
        state.play(move)
        dealer.settle(state)
    state.play(Move("buy-tower"))
    assert turn.rebase(state.view(0), 9) == [card, Move("villa"), Move("done")]
    assert turn.tried == ()
