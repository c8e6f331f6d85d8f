"""Rounds, phases, the king's journey (U13), start players, and the end."""

from __future__ import annotations

import pytest

from rules.torres.state import TorresState
from tests.rules.torres.table import cell, dealt, happened, kinds, lay, play, refused, targets

CASTLES = """
1 . . 1 . . 1 .
. . . . . . . .
. 1 . . 1 . . .
. . . . . . . .
. . . 1 . . 1 .
"""


def idle(state: TorresState) -> list[int]:
    """Everybody ends every turn at once, and the king stays; returns the seats in the order of their turns."""
    order = []
    while state.turn is not None:
        if state.stage == "main":
            order.append(state.seat)
            play(state, "end")
        else:
            play(state, "stay" if state.stage == "move-king" else str(state.moves()[0]))
    return order


@pytest.mark.parametrize(("seats", "turns"), [(2, 12), (3, 10), (4, 10)])
def test_three_years_of_four_and_three_rounds_and_four_each_for_two(seats: int, turns: int) -> None:
    state = dealt(seats)
    order = idle(state)
    assert [order.count(seat) for seat in range(seats)] == [turns] * seats
    assert state.result is not None
    assert state.result.end == "third-year"


def test_the_turn_goes_round_the_table_from_the_start_player() -> None:
    state = dealt(3, first=1)
    assert idle(state)[:6] == [1, 2, 0, 1, 2, 0]


def test_u13_the_last_on_the_track_moves_the_king_and_starts() -> None:
    state = lay(CASTLES, ["a1", "d1", "g1"], king="b3", seats=3, round=4, seat=2, points=[1, 5, 9])
    play(state, "end")
    assert (state.turn, state.phase, state.round, state.stage) == (0, 2, 1, "move-king")
    assert targets(state, "king") == "e3 d5 g5"
    assert refused(state, "king b3") == "king-is-here"
    assert refused(state, "king a1") == "occupied"
    assert refused(state, "king b1") == "no-block"
    (event, turn) = play(state, "king e3")
    assert (event.kind, event.number("source"), event.number("cell")) == ("king", cell("b3"), cell("e3"))
    assert (turn.kind, turn.number("seat"), turn.number("phase")) == ("turn", 0, 2)
    assert state.starter == 0
    assert state.land.taken >> cell("b3") & 1 == 0
    order = []
    for _ in range(3):
        order.append(state.seat)
        play(state, "end")
    assert order == [0, 1, 2]


def test_u13_he_may_move_to_any_level_of_any_castle_the_same_one_too() -> None:
    state = lay(CASTLES.replace(". 1 . . 1 . . .", ". 1 2 . 1 . . ."), ["a1", "d1"], king="b3", round=4, seat=1)
    play(state, "end")
    assert refused(state, "king c3") == ""
    (event, _) = play(state, "king c3")
    assert event.number("level") == 2


def test_u13_he_may_stay_and_the_player_who_let_him_stay_starts() -> None:
    state = lay(CASTLES, ["a1", "d1"], king="b3", round=4, seat=1, points=[3, 2])
    play(state, "end")
    assert state.turn == 1
    (event, _) = play(state, "stay")
    assert event.kind == "king-stays"
    assert (state.starter, state.turn, state.land.king) == (1, 1, cell("b3"))


def test_u13_u21_without_another_free_block_nobody_is_asked() -> None:
    state = lay(
        """
        1 . . 1 . . 1 .
        . . . . . . . .
        . 1 . . 1 . . .
        . . . . . . . .
        . . . 1 . . . .
        """,
        ["a1 d1 g1", "e3 d5"],
        king="b3",
        round=4,
        seat=1,
        points=[9, 2],
    )
    events = play(state, "end")
    assert happened(events, "king-stays")
    assert (state.stage, state.turn, state.starter) == ("main", 1, 1)


def test_u13_of_players_who_share_0_the_later_in_turn_order_is_last() -> None:
    state = lay(CASTLES, ["b1", "e1", "h1"], king="b3", seats=3, round=4, seat=0, starter=1)
    play(state, "end")
    assert state.turn == 0
    state = lay(CASTLES, ["b1", "e1", "h1"], king="b3", seats=3, round=4, seat=2, points=[0, 0, 1])
    play(state, "end")
    assert state.turn == 1


def test_u13_in_the_master_version_the_leader_starts_every_round() -> None:
    state = lay(CASTLES, ["a2", "d2", "g2"], king="b3", seats=3, seat=2, mode="master", points=[1, 5, 2])
    assert state.round == 1
    play(state, "end")
    assert (state.round, state.starter, state.turn) == (2, 1, 1)
    play(state, "end", "step", "step", "step", "step", "end")
    assert state.points == [1, 5, 7], "5 is skipped"
    play(state, "end")
    assert (state.round, state.starter, state.turn) == (3, 2, 2)


def test_u13_while_all_are_at_0_the_starter_stays() -> None:
    state = lay(CASTLES, ["a2", "d2", "g2"], king="b3", seats=3, seat=0, starter=1, mode="master")
    play(state, "end")
    assert (state.round, state.starter, state.turn) == (2, 1, 1)


def test_u13_in_the_master_version_the_last_still_moves_the_king_and_the_first_starts() -> None:
    state = lay(CASTLES, ["a2", "d2", "g2"], king="b3", seats=3, seat=2, round=4, mode="master", points=[3, 5, 2])
    play(state, "end")
    assert (state.turn, state.stage) == (2, "move-king")
    play(state, "king e3")
    assert (state.turn, state.starter, state.phase) == (1, 1, 2)


def test_the_next_year_begins_with_new_stacks_from_the_supply() -> None:
    state = lay(CASTLES, ["a1", "d1", "g1"], king="b3", seats=3, round=4, seat=2, stacks={2: (0,)})
    supply = state.supply
    events = play(state, "end")
    assert state.stacks == [(3, 3, 2)] * 3
    assert state.supply == supply - 24
    assert [event.kind for event in events][:2] == ["scoring", "scored-castle"]


def test_a_scoring_is_told_line_by_line() -> None:
    state = lay(CASTLES.replace("1 .", "1 1", 1), ["a1", "d1"], king="b1", round=4, seat=1)
    events = play(state, "end")
    said = [(event.kind, dict(event.values)) for event in events]
    assert ("scored-castle", {"seat": 0, "points": 2, "cell": 0, "area": 2, "level": 1}) in said
    assert ("scored-king", {"seat": 0, "points": 5, "level": 1}) in said
    assert ("scored-castle", {"seat": 1, "points": 1, "cell": 3, "area": 1, "level": 1}) in said


def test_the_end_comes_with_the_third_scoring_and_blocks_left_mean_nothing() -> None:
    state = lay(CASTLES, ["a1", "d1"], king="b3", phase=3, round=4, seat=1, points=[3, 0])
    events = play(state, "end")
    assert events[-1].kind == "over"
    assert state.turn is None
    assert state.moves() == []
    assert state.carried[1] == 3
    assert state.scores() == (4, 1) == tuple(state.points)
    assert state.result is not None
    assert state.result.ranks == (1, 2)
    assert refused(state, "end") == "over"
    assert sum(line.points for line in state.score_trace()) == 5


def test_u12_only_at_0_ranks_are_shared() -> None:
    state = lay(CASTLES, ["b1", "e1", "a1"], king="b3", seats=3, phase=3, round=3, seat=2)
    play(state, "end")
    assert state.points == [0, 0, 1]
    assert state.result is not None
    assert state.result.ranks == (2, 2, 1)
    assert state.result.winners == (2,)


def test_u22_in_every_year_but_the_first_the_last_starts() -> None:
    state = dealt(2, first=1)
    play(state, "place d1", "place c3", "king f3")
    assert state.turn == 1
    while state.phase == 1:
        play(state, "step", "end") if state.turn == 0 else play(state, "end")
    assert state.stage == "move-king"
    assert state.points[0] > state.points[1]
    assert state.turn == 1


# -- taking back -------------------------------------------------------------------------------------------------------


def test_everything_since_the_turn_began_can_be_taken_back() -> None:
    state = lay(CASTLES, ["a1", "d1"], king="b3")
    for number, move in enumerate(("block b1", "step", "move a1 b1", "insert a1"), start=1):
        play(state, move)
        assert state.undoable == number if state.turn == 0 else state.undoable == 0
    assert state.turn == 1


def test_a_king_moved_before_the_turn_can_be_taken_back_with_it() -> None:
    state = lay(CASTLES, ["a1", "d1"], king="b3", round=4, seat=1, points=[3, 2])
    play(state, "end")
    assert (state.turn, state.undoable) == (1, 0)
    play(state, "king e3")
    assert (state.turn, state.undoable) == (1, 1)
    play(state, "step")
    assert state.undoable == 2
    assert "end" in kinds(state)
