"""Inserting and moving knights, examples A to D, and the way through castles (U1 to U4)."""

from __future__ import annotations

from tests.rules.torres.table import board, cell, cells, happened, kinds, lay, named, play, refused, targets

# -- inserting ---------------------------------------------------------------------------------------------------------


def test_a_knight_comes_in_beside_an_own_one_at_its_level_or_lower() -> None:
    state = lay(
        """
        . . . . . . . .
        . . 3 . . . . .
        . 2 2 1 . . . .
        . . . . . . . .
        """,
        ["c3", "h8"],
    )
    assert targets(state, "insert") == "b3 d3 c4"
    assert refused(state, "insert c2") == "entry-too-high"
    assert refused(state, "insert d4") == "no-knight-beside"
    assert refused(state, "insert c3") == "occupied"
    (event,) = play(state, "insert c4")
    assert (event.kind, event.number("level")) == ("inserted", 0)
    assert state.ap == 3
    assert state.land.knights[0] == (cell("c3"), cell("c4"))


def test_a_knight_does_not_come_in_beside_somebody_elses() -> None:
    state = lay("", ["c3", "f6"])
    assert refused(state, "insert f5") == "no-knight-beside"


def test_inserting_costs_two_points_and_can_be_done_again_and_again() -> None:
    state = lay("", ["c3", "f6"])
    play(state, "insert c4", "insert c5")
    assert state.ap == 1
    assert refused(state, "insert c6") == "action-points"


def test_there_are_six_knights() -> None:
    state = lay("", ["a1 b1 c1 d1 e1 f1", "h8"])
    assert refused(state, "insert g1") == "no-knights-left"
    assert "insert" not in kinds(state)


# -- moving ------------------------------------------------------------------------------------------------------------

STAIRS = """
. . . . . . . .
. 1 2 3 . . . .
. 1 3 . . . . .
. . . . . . . .
"""


def test_example_a_a_step_goes_one_level_up_at_most() -> None:
    state = lay(STAIRS, ["b2", "h8"])
    assert refused(state, "move b2 c2") == ""
    state = lay(STAIRS, ["b3", "h8"])
    assert refused(state, "move b3 c3") == "step-too-high"
    play(state, "move b3 b2", "move b2 c2", "move c2 d2")
    assert state.land.levels[cell("d2")] == 3
    assert state.ap == 2


def test_example_b_a_step_goes_down_any_number_of_levels() -> None:
    state = lay(STAIRS, ["d2", "h8"])
    assert targets(state, "move", "d2") == "d1 c2 e2 d3"
    (event,) = play(state, "move d2 e2")
    assert event.number("level") == 0


def test_example_c_pieces_are_in_the_way() -> None:
    state = lay(
        """
        . . . . . . . .
        . . 1 . . . . .
        """,
        ["c3 b3", "c4"],
        king="c2",
    )
    assert targets(state, "move", "c3") == "c1 b2 d2 d3", "a step to d3, and through the king's tower below him"
    for blocked in ("c2", "b3", "c4"):
        assert refused(state, f"move c3 {blocked}") == "occupied"
    assert refused(state, "move c3 c5") == "no-way-out"


def test_knights_do_not_step_diagonally() -> None:
    state = lay("", ["c3", "h8"])
    assert refused(state, "move c3 d4") == "no-gate"
    assert refused(state, "move c3 c3") == "same-place"
    assert refused(state, "move h8 h7") == "not-your-knight"
    assert refused(state, "move e5 e6") == "no-knight"
    assert refused(state, "move c3 99") == "off-board"


# -- through castles ---------------------------------------------------------------------------------------------------


def test_example_d_through_several_castles_for_one_point_each() -> None:
    state = lay(
        """
        . . . . . . . .
        . 1 1 1 . . . .
        . . . . . 1 1 .
        . . . . . 1 . .
        """,
        ["a2", "h8"],
    )
    assert set(targets(state, "move", "a2").split()) >= {"b1", "c1", "d1", "e2", "b3", "c3", "d3", "a1", "b2", "a3"}
    play(state, "move a2 e2")
    assert state.ap == 4
    play(state, "move e2 e3", "move e3 h3")
    assert state.ap == 2


GALLERY = """
. . . . . . . .
. 1 2 1 1 . . .
. . . . . . . .
"""


def test_u1_a_knight_stands_before_a_gate_where_the_tower_beside_is_higher() -> None:
    """From level 1 into the tower of two, whose second block has its gates on level 1."""
    state = lay(GALLERY, ["b2", "h8"])
    assert targets(state, "move", "b2") == "b1 c1 d1 e1 a2 c2 d2 f2 b3 c3 d3 e3"
    assert refused(state, "move b2 e2") == "no-way-out", "beside e2 no tower is higher than it"
    state = lay(GALLERY, ["e2", "h8"])
    assert targets(state, "move", "e2") == "e1 d2 f2 e3", "from e2 no gate: d2 is no higher"
    assert refused(state, "move e2 b2") == "no-gate"


def test_u2_out_goes_to_a_lower_square_before_a_gate_at_the_own_level_or_lower() -> None:
    state = lay(
        """
        . . . . . . . .
        1 2 3 3 2 4 . .
        . . . . . . . .
        """,
        ["a2", "h8"],
    )
    assert "g2" in targets(state, "move", "a2"), "inside, everything is free"
    assert refused(state, "move a2 e2") == "exit-too-high", "its own level is 1, that of e2 is 2"
    assert refused(state, "move a2 d2") == "no-way-out"
    assert refused(state, "move a2 g3") == "no-way-out"


def test_u2_the_start_square_is_no_exit() -> None:
    state = lay(GALLERY, ["b2", "h8"])
    assert "b2" not in targets(state, "move", "b2").split()


def test_u2_walking_inside_may_only_sink() -> None:
    """Up inside a low tower there is no way on to the gate on level 1."""
    drawing = """
    . . . . . . . .
    1 2 1 2 1 . . .
    . . . . . . . .
    """
    free = lay(drawing, ["a2", "h8"])
    assert {"c2", "e2", "f2"} <= set(targets(free, "move", "a2").split())
    sinking = lay(drawing, ["a2", "h8"], gates="sinking")
    assert "c2" in targets(sinking, "move", "a2")
    assert "f2" in targets(sinking, "move", "a2"), "down to the ground floor, and out at the far end"
    assert refused(sinking, "move a2 e2") == "blocked-inside"


def test_u2_or_walking_inside_keeps_to_the_storey() -> None:
    storey = lay(
        """
        . . . . . . . .
        1 2 1 2 1 . . .
        . . . . . . . .
        """,
        ["a2", "h8"],
        gates="storey",
    )
    assert targets(storey, "move", "a2") == "a1 b1 b2 c2 a3 b3"
    for beyond in ("e2", "f2", "d1"):
        assert refused(storey, f"move a2 {beyond}") == "blocked-inside"


def test_u4_from_the_ground_a_knight_comes_out_on_the_ground() -> None:
    state = lay(GALLERY, ["a2", "h8"])
    assert targets(state, "move", "a2") == "a1 b1 c1 d1 e1 b2 f2 a3 b3 c3 d3 e3"
    assert refused(state, "move a2 d2") == "exit-too-high"


def test_u4_a_point_takes_through_one_castle_only() -> None:
    state = lay(
        """
        . . . . . . . .
        . 1 . 1 . . . .
        """,
        ["a2", "h8"],
    )
    assert "c2" in targets(state, "move", "a2")
    assert refused(state, "move a2 e2") == "no-way-out"


def test_knights_higher_up_do_not_block_a_knight_that_walks_below() -> None:
    state = lay(GALLERY, ["a2", "c2 d2"])
    assert refused(state, "move a2 f2") == ""
    assert refused(state, "move a2 c2") == "occupied"
    state = lay(GALLERY, ["a2", "f2"])
    assert refused(state, "move a2 f2") == "occupied"


def test_the_event_of_a_move_names_its_target() -> None:
    state = lay(GALLERY, ["a2", "h8"])
    (event,) = happened(play(state, "move a2 f2"), "moved")
    assert (event.number("source"), event.number("cell"), event.number("level")) == (cell("a2"), cell("f2"), 0)


def test_the_board_counts_castles_as_groups_of_towers() -> None:
    land = board("1 1 . 1 . . 1 2")
    assert land.count() == 3
    assert land.area(cell("a1")) == 2
    assert named(land.castles[land.castle_at[cell("h1")]]) == "g1 h1"
    assert [land.area(place) for place in cells("c1 d1 g1")] == [0, 1, 2]
