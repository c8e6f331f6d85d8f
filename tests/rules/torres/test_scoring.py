"""The scoring of castles, the king's bonus, the jumps on the track, and the master cards (U5 to U9, U12)."""

from __future__ import annotations

import pytest

from rules.torres.position import TorresPosition
from rules.torres.scoring import advance, castle_points, king_points, shows_figure
from tests.rules.torres.table import cell, happened, lay, play, refused

DIFFERENT, SAME, ROW, SQUARE, EDGE, CASTLES, DIAGONALS, NEIGHBOURS = range(1, 9)

SIX_CASTLES = """
. . . . . . . .
. 1 . . 1 . . 1
. . . . . . . .
. 1 . . 1 . . 1
"""


def lines(state: TorresPosition, seat: int) -> list[tuple[str, int]]:
    """The points of a seat in a scoring now."""
    return [(line.reason.kind, line.points) for line in state.outlook()[0] if line.seat == seat]


# -- castles -----------------------------------------------------------------------------------------------------------


def test_annas_castle_three_times_five() -> None:
    drawing = """
    . . . . . . . .
    . 3 2 1 . . . .
    . 1 1 . . . . .
    """
    anna = lay(drawing, ["b2", "h8"])
    assert lines(anna, 0) == [("castle", 15)]
    with_another = lay(drawing, ["b2 c2", "h8"])
    assert lines(with_another, 0) == [("castle", 15)], "only the highest counts"
    both = lay(drawing, ["b2", "c2 h8"])
    assert lines(both, 0) == [("castle", 15)]
    assert lines(both, 1) == [("castle", 10)], "other players do not matter"


def test_every_castle_counts_and_the_ground_does_not() -> None:
    state = lay(
        """
        2 1 . . . . . .
        . . . . . . 1 1
        """,
        ["a1 h2 d5", "a8"],
    )
    assert lines(state, 0) == [("castle", 4), ("castle", 2)]
    assert castle_points(state.land, 0) == 6
    assert lines(state, 1) == []


# -- the king ----------------------------------------------------------------------------------------------------------

KINGS = """
. . . . . . . .
. 4 2 . . . . .
. 1 1 . . . . .
"""


def test_example_e_no_knight_on_the_level_of_the_year_no_bonus() -> None:
    assert lines(lay(KINGS, ["b2 c2", "h8"], king="b3"), 0) == [("castle", 16)]
    second = lay(KINGS, ["b2 c2", "h8"], king="b3", phase=2)
    assert lines(second, 0) == [("castle", 16), ("king", 10)]
    assert second.scores()[0] == 26


def test_example_f_one_knight_for_the_bonus_and_another_for_the_castle() -> None:
    state = lay(KINGS, ["c2 c3", "h8"], king="b3")
    assert lines(state, 0) == [("castle", 8), ("king", 5)]
    assert state.scores()[0] == 13


def test_the_bonus_of_the_third_year_is_for_level_three_and_only_once() -> None:
    state = lay("3 3 1 . . . . .", ["a1 b1", "h8"], king="c1", phase=3)
    assert lines(state, 0) == [("castle", 9), ("king", 15)]
    assert king_points(state.land, 0, 1, state.terms) == 0
    elsewhere = lay("3 3 1 . . . . .\n. . . . . . . .\n3 1 1 . . . . .", ["a1 b1", "h8"], king="c3", phase=3)
    assert lines(elsewhere, 0) == [("castle", 9)], "another castle than his"


def test_u13_the_level_of_the_king_himself_does_not_matter() -> None:
    state = lay("3 1 1 . . . . .", ["b1", "h8"], king="a1")
    assert ("king", 5) in lines(state, 0)


# -- the track ---------------------------------------------------------------------------------------------------------


def test_u12_occupied_totals_are_skipped_for_an_action_point() -> None:
    state = lay("1 1 1 . . . . .", ["h8", "h7", "h6"], seats=3, points=[4, 5, 6])
    (event,) = play(state, "step")
    assert state.points == [7, 5, 6]
    assert (event.number("points"), event.number("total")) == (3, 7)
    assert state.ap == 4
    assert state.score_trace()[0].points == 7


def test_u12_several_may_stand_at_0() -> None:
    state = lay("1 1 1 . . . . .", ["h8", "h7", "h6"], seats=3)
    assert state.scores() == (0, 0, 0)
    play(state, "step", "end", "step")
    assert state.points == [1, 2, 0]


def test_u12_the_later_marker_goes_on_to_the_next_free_total() -> None:
    totals = [10, 14, 15]
    assert advance(totals, 0, 4) == 2
    assert totals == [16, 14, 15]
    assert advance(totals, 1, 0) == 0
    assert advance(totals, 1, 1) == 2
    assert totals == [16, 17, 15]


def test_u12_round_the_table_from_the_start_player_after_all_castles() -> None:
    """Both score 4 in castles: the start player comes first, the other goes on to 5."""
    drawing = """
    2 1 . . . . . .
    . . . . . . . .
    2 1 . . . . . .
    """
    assert lay(drawing, ["a1", "a3"]).scores() == (4, 5)
    second = lay(drawing, ["a1", "a3"], starter=1, seat=1)
    assert second.scores() == (5, 4)
    assert ("jump", 1) in lines(second, 0)


def test_u12_markers_jump_after_the_kings_bonus_and_after_the_master_bonus() -> None:
    """Seat 0 gets 5 from the king and comes to stand where seat 1 is; then the edge pays each 2."""
    state = lay(
        """
        . . . . . . . .
        . 1 1 . 3 1 1 .
        . . . . . . . .
        """,
        ["b2 a8", "e2 h8"],
        king="c2",
        mode="master",
        master=EDGE,
        points=[2, 0],
    )
    # castles: 2 + 2 = 4 and 0 + 9 = 9; king: 4 + 5 = 9, jumps to 10; edge: 10 + 2 = 12 and 9 + 2 = 11
    assert lines(state, 0) == [("castle", 2), ("king", 5), ("jump", 1), ("edge", 2)]
    assert lines(state, 1) == [("castle", 9), ("edge", 2)]
    assert state.scores() == (12, 11)


def test_u12_in_the_master_version_from_the_player_who_started_the_last_round() -> None:
    state = lay(SIX_CASTLES, ["b2", "e2"], king="h2", mode="master", master=SAME, round=4, starter=1, seat=0, points=[9, 3])
    events = play(state, "end")
    order = [event.number("seat") for event in happened(events, "scored-castle")]
    assert order == [1, 0]


def test_the_trace_adds_up_line_by_line() -> None:
    state = lay(KINGS, ["c2 c3", "h8"], king="b3", round=4, seat=1)
    play(state, "step", "end")
    assert [(line.seat, line.points, line.reason.kind) for line in state.scored] == [
        (1, 1, "steps"),
        (0, 8, "castle"),
        (0, 5, "king"),
    ]
    assert state.points == [13, 1]


# -- master cards ------------------------------------------------------------------------------------------------------


def figure(card: int, drawing: str, knights: str, phase: int = 3, **options: str) -> list[tuple[str, int]]:
    """The points of the master card for seat 0 with its knights on these squares."""
    state = lay(drawing, [knights, ""], phase=phase, mode="master", master=card, **options)
    return [line for line in lines(state, 0) if line[0] not in ("castle", "king", "jump")]


STAGES = """
5 4 3 2 1 . . .
1 1 1 1 1 . . .
"""


def test_different_levels_bring_40_after_the_third_year() -> None:
    assert figure(DIFFERENT, STAGES, "a1 b1 c1 d1 e1 f1") == [("different-levels", 40)]
    assert figure(DIFFERENT, STAGES, "a1 b1 c1 d1 e1 e2") == []
    assert figure(DIFFERENT, STAGES, "a1 b1 c1 d1 e1 f1", phase=2) == []


def test_u5_all_knights_are_all_six() -> None:
    assert figure(DIFFERENT, STAGES, "a1 b1 c1 d1 e1") == []
    assert figure(SAME, STAGES, "a2 b2") == []
    assert figure(ROW, STAGES, "a2 b2 c2") == []
    assert figure(NEIGHBOURS, STAGES, "a2 b2 c2") == []


def test_u5_or_only_those_on_the_board_at_least_two() -> None:
    assert figure(DIFFERENT, STAGES, "a1 b1 c1 d1 e1", master_all="placed") == [("different-levels", 40)]
    assert figure(SAME, STAGES, "a2 b2", master_all="placed") == [("same-level", 50)]
    assert figure(SAME, STAGES, "a2", master_all="placed") == []
    assert figure(ROW, STAGES, "a2 c2 h2", master_all="placed") == [("row", 50)]
    assert figure(NEIGHBOURS, STAGES, "a2 b2 c2", master_all="placed") == [("neighbours", 40)]


def test_the_same_level_brings_50() -> None:
    assert figure(SAME, STAGES, "a2 b2 c2 d2 e2 e1") == [("same-level", 50)]
    assert figure(SAME, STAGES, "a8 b8 c8 d8 e8 h1") == [("same-level", 50)], "level 0 is a level"
    assert figure(SAME, STAGES, "a2 b2 c2 d2 e2 d1") == []


@pytest.mark.parametrize(
    ("knights", "points"),
    [
        ("a3 b3 d3 e3 g3 h3", 50),
        ("c8 c1 c3 c4 c6 c7", 50),
        ("a1 b2 c3 e5 g7 h8", 50),
        ("f1 e2 d3 c4 b5 a6", 50),
        ("b1 c2 d3 e4 f5 h7", 50),
        ("a3 b3 d3 e3 g3 h4", 0),
    ],
)
def test_u7_a_row_a_column_or_any_diagonal_line_gaps_allowed(knights: str, points: int) -> None:
    assert figure(ROW, STAGES, knights) == [("row", points)] * bool(points)


@pytest.mark.parametrize(
    ("knights", "tilted", "points"),
    [
        ("b2 e2 b5 e5", "off", 50),
        ("b2 e2 b5 e5", "on", 50),
        ("c1 e3 c5 a3", "on", 50),
        ("c1 e3 c5 a3", "off", 0),
        ("b1 e2 d5 a4", "on", 50),
        ("b1 e2 d5 a4", "off", 0),
        ("b2 e2 b5 e6", "on", 0),
        ("b2 e2 b6 e6", "on", 0),
        ("b2 e2 b5 e5 h5 h2", "on", 50),
    ],
)
def test_u6_any_square_counts_tilted_ones_too_and_once(knights: str, tilted: str, points: int) -> None:
    assert figure(SQUARE, STAGES, knights, tilted_squares=tilted) == [("square", points)] * bool(points)


def test_the_figures_are_scored_after_the_third_year_only() -> None:
    assert figure(SQUARE, STAGES, "b2 e2 b5 e5", phase=2) == []
    assert figure(ROW, STAGES, "a3 b3 d3 e3 g3 h3", phase=2) == []


def test_u8_neighbours_form_one_orthogonally_connected_group() -> None:
    assert figure(NEIGHBOURS, STAGES, "c4 d4 e4 e5 e6 d6") == [("neighbours", 40)]
    assert figure(NEIGHBOURS, STAGES, "c4 d4 e4 f5 e6 d6") == []


@pytest.mark.parametrize(("phase", "each"), [(1, 2), (2, 5), (3, 10)])
def test_u21_the_edge_pays_each_knight_and_the_sole_most(phase: int, each: int) -> None:
    assert figure(EDGE, "", "a1 d1 h4 e8 d4", phase=phase) == [("edge", 4 * each), ("edge-most", each)]


def test_in_a_tie_and_for_nobody_there_is_no_most() -> None:
    tie = lay("", ["a1 b1", "h8 h7"], mode="master", master=EDGE)
    assert [lines(tie, seat)[0] for seat in (0, 1)] == [("edge", 4), ("edge", 4)]
    assert not any(line.reason.kind == "edge-most" for line in tie.outlook()[0])
    none = lay("", ["c3", "f6"], mode="master", master=EDGE)
    assert none.outlook()[0] == [], "most of zero pays nobody"


@pytest.mark.parametrize(("phase", "each"), [(1, 2), (2, 5), (3, 10)])
def test_u21_the_diagonals_pay_like_the_edge(phase: int, each: int) -> None:
    assert figure(DIAGONALS, "", "a1 d4 e4 h8 d5 e3", phase=phase) == [("diagonals", 5 * each), ("diagonals-most", each)]


@pytest.mark.parametrize(
    ("phase", "knights", "points"),
    [
        (1, "b2 e2 h2 b4", 5),
        (1, "b2 e2 h2", 0),
        (1, "b2 e2 h2 b4 e4", 0),
        (2, "b2 e2 h2 b4 e4", 15),
        (3, "b2 e2 h2 b4 e4 h4", 30),
        (3, "b2 e2 h2 b4 e4", 0),
    ],
)
def test_u9_exactly_as_many_castles_as_the_year_wants(phase: int, knights: str, points: int) -> None:
    assert figure(CASTLES, SIX_CASTLES, knights, phase=phase) == [("castles", points)] * bool(points)


def test_u9_knights_on_the_ground_spoil_it_unless_the_option_says_otherwise() -> None:
    assert figure(CASTLES, SIX_CASTLES, "b2 e2 h2 b4 a8", phase=1) == []
    assert figure(CASTLES, SIX_CASTLES, "b2 e2 h2 b4 a8", phase=1, castle_card="count") == [("castles", 5)]


def test_u9_two_knights_in_one_castle_are_one_castle() -> None:
    drawing = SIX_CASTLES.replace(". 1 . . 1 . . 1", ". 1 1 . 1 . . 1", 1)
    assert figure(CASTLES, drawing, "b2 c2 e2 h2 b4", phase=1) == [("castles", 5)]


def test_no_master_bonus_without_the_master_version() -> None:
    state = lay("", ["a1 b1", "h8"], phase=3)
    assert state.master == 0
    assert state.outlook()[0] == []


def test_a_single_figure_can_be_asked_about() -> None:
    state = lay(STAGES, ["b2 e2 b5 e5", "h8"], mode="master")
    assert shows_figure(SQUARE, state.land, 0, state.terms)
    assert not shows_figure(SQUARE, state.land, 1, state.terms)


def test_scores_show_a_scoring_held_now_and_nothing_moves() -> None:
    state = lay(KINGS, ["c2 c3", "h8"], king="b3")
    assert state.scores() == (13, 0)
    assert state.points == [0, 0]
    assert refused(state, "move c2 b2") == "step-too-high"
    assert state.facts()["players"][0]["outlook"] == 13  # type: ignore[index]
    assert state.land.knights[0] == (cell("c2"), cell("c3"))
