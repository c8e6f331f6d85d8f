"""The ten action cards, and when one may be played (U3, U16, U19, U20, U21)."""

from __future__ import annotations

import pytest

from rules.contract import Move
from rules.torres.state import TorresState
from tests.rules.torres.table import cell, happened, kinds, lay, play, refused, targets

CLIMB, UNDER, EXTRA, GATES, DIAGONAL, SIX, SEVEN, MOVE_BLOCK, RELOCATE, LEAP = range(1, 11)

SIX_CASTLES = """
. . . 1 . . 1 .
. . . . . . . .
. . . 1 . . 1 .
. . . . . . . .
. . . 1 . . 1 .
. . . . . . . .
"""

ISLES = """
. . . . . . . .
1 . . 1 . . 1 .
. . . . . . . .
. 1 . . 1 . . .
. . . . . . . .
1 . . . . . . .
"""
"""Six castles below the first two rows."""

# -- when --------------------------------------------------------------------------------------------------------------


def test_one_card_a_turn_and_only_from_the_hand() -> None:
    state = lay(SIX_CASTLES, ["a1", "h8"], hand=[SIX, SEVEN])
    assert refused(state, f"card {LEAP}") == "not-in-hand"
    assert refused(state, "card 11") == "no-such-card"
    assert refused(state, "card 0") == "no-such-card"
    play(state, f"card {SIX}")
    assert refused(state, f"card {SEVEN}") == "one-card-a-turn"
    assert "card" not in kinds(state)


def test_a_played_card_is_gone_and_everybody_knows_it() -> None:
    state = lay(SIX_CASTLES, ["a1", "h8"], hand=[SIX, SEVEN])
    play(state, f"card {SIX}")
    assert state.cards.hands[0] == (SEVEN,)
    assert state.view(None).cards.faces[SIX] == SIX
    assert state.view(None).cards.faces[SEVEN] == 0


def test_u21_a_card_without_effect_may_not_be_played() -> None:
    state = lay(SIX_CASTLES, ["a1", "h8"], hand=list(range(1, 11)), stacks={0: (0,)}, round=4)
    for card in (CLIMB, UNDER, GATES, RELOCATE, LEAP):
        assert refused(state, f"card {card}") == "card-idle", card
    assert [move.args[0] for move in state.moves() if move.kind == "card"] == [EXTRA, DIAGONAL, SIX, SEVEN, MOVE_BLOCK]


def test_u21_an_action_with_only_one_choice_happens_at_once() -> None:
    state = lay("2 1 . . . . . .", ["a2", "h8"], hand=[CLIMB], ap=3)
    events = play(state, f"card {CLIMB}")
    assert [event.kind for event in events] == ["played", "moved"]
    assert state.land.knights[0] == (cell("a1"),)
    assert state.ap == 3, "cards cost no action points"


def test_the_turn_waits_while_the_player_may_still_play_a_card() -> None:
    """No other player knows the card, so the turn cannot end by itself."""
    state = lay(SIX_CASTLES, ["a1", "h8"], hand=[CLIMB], ap=1)
    play(state, "step")
    assert state.turn == 0
    assert [str(move) for move in state.moves()] == ["end"]
    state = lay(SIX_CASTLES, ["a1", "h8"], hand=[], ap=1)
    play(state, "step")
    assert state.turn == 1


def test_in_the_master_version_everybody_knows_when_no_card_can_be_played() -> None:
    state = lay(SIX_CASTLES, ["a1", "h8"], hand=[CLIMB], ap=1, mode="master")
    play(state, "step")
    assert state.turn == 1
    state = lay(SIX_CASTLES, ["a1", "h8"], hand=[DIAGONAL], ap=1, mode="master")
    play(state, "step")
    assert state.turn == 0


# -- action points -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "points"), [(SIX, 6), (SEVEN, 7)])
def test_u16_the_turn_has_six_or_seven_points_in_all(card: int, points: int) -> None:
    state = lay(SIX_CASTLES, ["a1", "h8"], hand=[card])
    play(state, f"card {card}")
    assert state.ap == points
    late = lay(SIX_CASTLES, ["a1", "h8"], hand=[card])
    play(late, "step", "step", "step", "step", "step", f"card {card}")
    assert late.ap == points - 5, "at any time of the turn"


def test_u16_points_not_spent_are_lost() -> None:
    state = lay(SIX_CASTLES, ["a1", "h8"])
    play(state, "step", "end", "step", "end")
    assert (state.turn, state.ap) == (0, 5)


# -- knights -----------------------------------------------------------------------------------------------------------


def test_u20_climb_two_levels_exactly() -> None:
    state = lay(
        """
        . 3 . . . . . .
        2 1 4 3 . . . .
        1 3 1 . . . . .
        """,
        ["b2", "h8"],
        hand=[CLIMB],
    )
    play(state, f"card {CLIMB}")
    assert targets(state, "move", "b2") == "b1 b3"
    assert refused(state, "move b2 a2") == "not-two-higher"
    assert refused(state, "move b2 c2") == "not-two-higher"
    assert refused(state, "move b2 c3") == "not-beside"
    assert refused(state, "move b2 b2") == "same-place"
    assert refused(state, "move h8 h7") == "not-your-knight"
    assert refused(state, "insert b1") == "not-asked"
    assert refused(state, "block b1") == "other-card"
    play(state, "move b2 b1")
    assert state.land.levels[cell("b1")] == 3


def test_u3_the_gates_card_leads_out_on_any_level() -> None:
    drawing = """
    . . . . . . . .
    . 1 2 4 3 . . .
    . 1 1 4 . . . .
    """
    state = lay(drawing, ["a2", "e8"], hand=[GATES])
    play(state, f"card {GATES}")
    assert targets(state, "move", "a2") == "b1 c1 d1 e1 b2 c2 e2 f2 a3 c3 e3 b4 c4 d4"
    assert refused(state, "move a2 d2") == "no-way-out", "nothing beside d2 is higher"
    assert refused(state, "move a2 b3") == "no-way-out", "its neighbours are no higher"
    assert refused(state, "move a2 h8") == "no-way-out"
    play(state, "move a2 e2")
    assert state.land.levels[cell("e2")] == 3


def test_u3_the_gates_card_may_lead_to_the_ground_and_needs_a_gate() -> None:
    state = lay("1 1 1 1 . . . .", ["a2 g7", "h8"], hand=[GATES])
    play(state, f"card {GATES}")
    assert refused(state, "move a2 e1") == ""
    assert refused(state, "move g7 g6") == "no-gate"


def test_u3_the_gates_card_walks_freely_inside_whatever_the_option_says() -> None:
    drawing = """
    . . . . . . . .
    1 2 1 2 1 . . .
    . . . . . . . .
    """
    state = lay(drawing, ["a2", "h8"], hand=[GATES], gates="storey")
    assert refused(state, "move a2 e2") == "blocked-inside"
    play(state, f"card {GATES}", "move a2 e2")


def test_u20_diagonally_one_level_up_at_most_and_down_any_number() -> None:
    state = lay(
        """
        1 . . . 1 . . .
        . 2 1 . 1 . . .
        3 . . 4 1 . . .
        1 1 1 . . . . .
        """,
        ["b2 d3", "a1"],
        hand=[DIAGONAL],
    )
    play(state, f"card {DIAGONAL}")
    assert targets(state, "move", "b2") == "c1 a3 c3"
    assert refused(state, "move b2 a1") == "occupied"
    assert refused(state, "move b2 b3") == "not-diagonal"
    assert targets(state, "move", "d3") == "c2 e2 c4 e4"
    other = state.copy()
    play(state, "move b2 a3")
    assert state.land.levels[cell("a3")] == 3, "to another castle, too"
    other.land.move_knight(0, cell("b2"), cell("c4"))
    assert refused(other, "move c4 d3") == "occupied"
    other.land.move_knight(0, cell("d3"), cell("h5"))
    assert refused(other, "move c4 d3") == "diagonal-too-high"


def test_u20_relocated_knights_stand_beside_another_own_one_as_high_or_higher() -> None:
    state = lay(
        """
        . . . . . . . .
        . . . . 2 3 . .
        . . . . 1 . . .
        """,
        ["a1 e2 b1", "h8"],
        hand=[RELOCATE],
    )
    play(state, f"card {RELOCATE}")
    assert targets(state, "move", "a1") == "c1 e1 b2 d2 e3"
    assert refused(state, "move a1 f2") == "entry-too-high"
    assert refused(state, "move a1 a1") == "same-place"
    assert refused(state, "move a1 g8") == "no-knight-beside"
    assert refused(state, "move b1 c1") == "no-knight-beside", "the only knight beside c1 is the one lifted"
    assert refused(state, "move e2 a2") == ""
    assert refused(state, "move e2 b1") == "occupied"
    play(state, "move a1 e3")
    assert state.land.knights[0] == (cell("b1"), cell("e2"), cell("e3"))


def test_u20_the_last_knight_cannot_be_relocated() -> None:
    state = lay("1 1 1 . . . . .", ["a1", "h8"], hand=[RELOCATE])
    assert refused(state, f"card {RELOCATE}") == "card-idle"


def test_u20_leaping_goes_straight_over_one_piece_whatever_its_level() -> None:
    state = lay(
        """
        . . 2 . . . . .
        . . 2 . . . . .
        3 2 1 1 2 . . .
        . . 1 . . . . .
        . . 3 . . . . .
        """,
        ["c3 d3", "c4 b3"],
        king="c2",
        hand=[LEAP],
    )
    play(state, f"card {LEAP}")
    assert targets(state, "move", "c3") == "c1 e3", "over the king and over an own knight, one level up"
    assert refused(state, "move c3 a3") == "leap-too-high"
    assert refused(state, "move c3 c5") == "leap-too-high"
    assert refused(state, "move c3 d4") == "no-leap"
    assert refused(state, "move d3 f3") == "nobody-leapt"
    assert refused(state, "move d3 b3") == "occupied"
    play(state, "move c3 e3")


def test_cards_move_own_knights_only() -> None:
    state = lay("1 1 1 . . . . .", ["a1 c5", "h8"], hand=[DIAGONAL])
    play(state, f"card {DIAGONAL}")
    assert refused(state, "move h8 g7") == "not-your-knight"
    assert refused(state, "move e5 f6") == "no-knight"


# -- blocks ------------------------------------------------------------------------------------------------------------


def test_u20_a_block_is_pushed_under_an_own_knight() -> None:
    state = lay("1 1 1 . . . . .", ["b1 c3", "a1"], hand=[UNDER])
    play(state, f"card {UNDER}")
    assert targets(state, "block") == "b1 c3"
    assert refused(state, "block a1") == "not-your-knight"
    assert refused(state, "block c1") == "no-knight"
    assert refused(state, "lift c1") == "other-card"
    play(state, "block b1")
    assert state.land.levels[cell("b1")] == 2
    assert state.stacks[0] == (3, 3, 3, 2), "from any own stack, which opens none"
    assert state.opened == -1


def test_u20_a_block_under_a_knight_keeps_to_the_height() -> None:
    state = lay("2 1 . . . . . .", ["a1 f3", "h8"], hand=[UNDER])
    play(state, f"card {UNDER}")  # only f3 is left to choose
    assert state.land.levels[cell("f3")] == 1
    state = lay("2 1 . . . . . .", ["a1 f3 d1", "h8"], hand=[UNDER])
    play(state, f"card {UNDER}")
    assert refused(state, "block a1") == "tower-full"


def test_u20_a_block_under_a_knight_on_the_ground_founds_extends_or_joins() -> None:
    drawing = """
    1 . 1 . . . . .
    . . . . . . . .
    """
    state = lay(drawing, ["b1 d1 f3", "h8"], hand=[UNDER])
    play(state, f"card {UNDER}")
    assert targets(state, "block") == "d1 f3"
    assert refused(state, "block b1") == "joins-castles"
    founding = state.copy()
    (event,) = play(founding, "block f3")
    assert event.kind == "castle"
    assert founding.land.count() == 3
    (event,) = play(state, "block d1")
    assert (event.kind, event.number("area")) == ("built", 2)
    assert state.land.count() == 2


def test_u20_without_blocks_none_goes_under_a_knight() -> None:
    state = lay("1 1 1 . . . . .", ["b1", "a1"], hand=[UNDER], stacks={0: (0, 0)}, opened=0, round=2)
    assert refused(state, f"card {UNDER}") == "card-idle"


def test_the_extra_block_comes_from_the_supply_and_follows_the_usual_rules() -> None:
    state = lay("2 1 . 1 . . . .", ["h8 b2", "h7"], hand=[EXTRA])
    supply = state.supply
    play(state, f"card {EXTRA}")
    assert targets(state, "block") == "b1 e1 a2 d2"
    assert refused(state, "block a1") == "tower-full"
    assert refused(state, "block c1") == "joins-castles"
    assert refused(state, "block b2") == "occupied"
    assert refused(state, "block g5") == "no-castle-beside"
    play(state, "block a2")
    assert (state.supply, state.ap, state.opened) == (supply - 1, 5, -1)


# -- move a block ------------------------------------------------------------------------------------------------------


def lifting(rows: str, place: str, isles: str = ISLES) -> TorresState:
    """Two rows and six castles below them, and the card played to lift a block."""
    state = lay(rows.strip() + isles, ["h8", "h7"], hand=[MOVE_BLOCK])
    play(state, f"card {MOVE_BLOCK}", f"lift {place}")
    return state


def test_u19_only_free_top_blocks_are_moved() -> None:
    state = lay("2 1 1 1 . . 1 .\n. . . . . . . .".strip() + ISLES, ["b1", "h8"], "c1", hand=[MOVE_BLOCK])
    play(state, f"card {MOVE_BLOCK}")
    assert refused(state, "lift b1") == "occupied"
    assert refused(state, "lift c1") == "occupied"
    assert refused(state, "lift h1") == "no-block"
    assert refused(state, "move b1 b2") == "other-card"
    play(state, "lift a1")
    assert refused(state, "drop a1") == "same-place"
    assert refused(state, "drop b1") == "occupied"
    (event,) = happened(play(state, "drop a2"), "dropped")
    assert (event.number("cell"), event.number("level"), event.number("area")) == (cell("a2"), 1, 5)


CLASP = """
1 1 1 . . 1 . .
1 . . . . . . .
1 1 1 . . . . 1
. . . . . 1 . .
1 . 1 . . . . 1
"""
"""A castle of seven squares that a2 holds together; b2 and c2 could do so too."""


def test_u19_a_castle_may_not_be_parted() -> None:
    state = lifting(CLASP, "a2", "")
    for elsewhere in ("d1", "f2", "b4", "h8", "f1", "c1"):
        reason = {"h8": "occupied", "f1": "tower-full"}.get(elsewhere, "castle-parts")
        assert refused(state, f"drop {elsewhere}") == reason


def test_u19_but_the_target_may_join_it_again() -> None:
    state = lifting(CLASP, "a2", "")
    assert targets(state, "drop") == "b2 c2"
    play(state, "drop c2")
    assert state.land.count() == 7
    assert state.land.area(cell("a1")) == 7


def test_u19_a_castle_may_not_become_smaller_than_its_highest_tower() -> None:
    state = lifting("3 1 1 . . . . .\n. . . . . . . .", "c1")
    assert refused(state, "drop g8") == "area-too-small"
    assert refused(state, "drop b1") == "area-too-small"
    assert refused(state, "drop c2") == "area-too-small", "a castle of its own"
    assert refused(state, "drop a2") == "", "there it belongs to the same castle"
    assert refused(state, "drop a1") == "tower-full"


def test_u19_the_height_is_judged_on_the_castle_that_remains() -> None:
    state = lifting("2 1 1 . . . . .\n. . . . . . . .", "c1")
    refusal = state.why_not(Move("drop", (cell("a1"),)))
    assert refusal is not None
    assert (refusal.kind, refusal.number("area")) == ("tower-full", 2)
    assert refused(state, "drop b1") == ""


def test_u19_at_least_six_castles_remain() -> None:
    nothing = ". . . . . . . .\n. . . . . . . ."
    state = lifting(nothing, "a4")
    assert refused(state, "drop d4") == "tower-full"
    assert refused(state, "drop d3") == "too-few-castles"
    assert refused(state, "drop h1") == "", "it founds another"
    play(state, "drop a3")
    assert state.land.count() == 6, "beside where it stood is a new castle too"
    seven = lifting(nothing.replace(".", "1", 1), "a4")
    play(seven, "drop d3")
    assert seven.land.count() == 6


def test_u19_it_joins_no_castles() -> None:
    state = lifting("2 1 . 1 . . . .\n. . . . . . . .", "a1")
    assert refused(state, "drop c1") == "joins-castles"


def test_u11_a_castle_founded_later_is_a_castle_in_every_respect() -> None:
    state = lifting("2 1 . 1 . . 1 .\n. . . . . . . .", "a1")
    before = state.land.count()
    assert before == 9, "more than eight"
    play(state, "drop h6")
    assert state.land.count() == 10
    play(state, "block h5", "block h6")
    assert state.land.area(cell("h6")) == 2
    assert state.land.levels[cell("h6")] == 2


def test_u19_a_block_that_can_go_nowhere_else_is_not_lifted() -> None:
    state = lay("1 1 1 1 1 1 1 .\n. . . . . . . .".strip() + ISLES, ["h8", "h7"], hand=[MOVE_BLOCK])
    play(state, f"card {MOVE_BLOCK}")
    assert refused(state, "lift d1") == "block-stays"
    assert refused(state, "lift a1") == ""


def test_a_lifted_block_still_lies_there_until_it_is_put_down() -> None:
    state = lay(SIX_CASTLES, ["h8", "h7"], hand=[8])
    play(state, "card 8", "lift d1")
    assert state.facts()["lifted"] == cell("d1")
    assert state.land.levels[cell("d1")] == 1
    assert refused(state, "step") == "not-asked"
