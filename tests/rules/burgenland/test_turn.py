"""The course of a turn (the review's "Spielablauf"; the rulings): one action, free actions around it, and its end."""

from __future__ import annotations

import pytest

from rules.burgenland.versions import ALL_PASSED_TWICE_ENDS, PASSES_COUNT_TURNS
from tests.rules.burgenland.table import Table, data
from tests.rules.dealing import kinds, told

FOUR = "joker joker joker joker"


def test_draw_two_cards_which_nobody_else_sees() -> None:
    table = Table()
    table.pile("green3 brown1")
    events = table.play("draw")
    assert told(events, "drew") == [(0, 2)]
    assert told(events, "drew-card") == [(0, 4, 3), (0, 8, 1)]
    assert table.cards(0) == "green3 brown1"
    hand = table.position.players[0].hand
    assert [table.state.view(1).position.faces[slot] for slot in hand] == [0, 0]
    assert [table.state.view(None).position.faces[slot] for slot in hand] == [0, 0]


def test_one_action_a_turn() -> None:
    table = Table(jokers={0: 8})
    table.play("draw")
    assert table.why_not("draw") == "acted"
    assert table.why_not("wall 4 1") == "acted"
    table = Table(jokers={0: 8})
    table.buy("wall 4 1", FOUR)
    assert table.why_not("draw") == "acted"
    assert table.why_not("well 4") == "acted"
    assert table.why_not("large-same 1") == "acted"
    assert table.why_not("pass") == "acted"


def test_the_turn_ends_when_the_player_says_so() -> None:
    table = Table(seats=3)
    assert table.why_not("end") == "not-acted"
    table.play("draw")
    assert table.state.turn == 0
    assert told(table.play("end"), "ended") == [(0,)]
    assert table.state.turn == 1
    table.play("draw", "end", "draw", "end")
    assert table.state.turn == 0


def test_no_hand_limit() -> None:
    table = Table()
    for _ in range(10):
        table.play("draw", "end", "draw", "end")
    assert len(table.position.players[0].hand) == 20


def test_free_actions_before_and_after_the_action_in_any_number_and_order() -> None:
    table = Table(hands={0: "red3 red3 green3 green3"}, jokers={0: 4}, tiles={0: "five plot"}, swaps={0: 1})
    table.buy("joker", "red3 red3")
    table.play("plot 3", "swap 1 2")
    table.buy("wall 4 1", FOUR)
    table.buy("joker", "green3 green3")
    table.play("five", "end")
    assert table.state.turn == 1


def test_a_build_may_be_paid_with_what_was_bought_in_the_same_turn() -> None:
    table = Table(hands={0: "purple3 brown3"}, jokers={0: 3})
    assert table.why_not("wall 4 1") == "short-permission"
    table.buy("joker", "purple3 brown3")
    table.buy("wall 4 1", FOUR)


def test_a_build_once_begun_is_paid_first() -> None:
    table = Table(hands={0: "red3 brown3"}, jokers={0: 4}, tiles={0: "five plot"}, swaps={0: 1})
    table.play("wall 4 1")
    for move in ("draw", "five", "plot 3", "swap 1 2", "joker", "wall 4 2", "end", "pass"):
        assert table.why_not(move) == "pay-first"
    table.play(*["pay-joker"] * 4)
    assert table.why_not("pay-joker") == "nothing-to-pay"


def test_moves_can_be_taken_back_one_by_one_until_something_is_revealed() -> None:
    table = Table(jokers={0: 4}, tiles={0: "plot"})
    undoable = []
    for move in ("plot 4", "wall 4 1", "pay-joker", "pay-joker", "pay-joker", "pay-joker"):
        table.play(move)
        undoable.append(table.state.undoable)
    assert undoable == [1, 2, 3, 4, 5, 6], "a wall that brings a swap tile tells nothing"
    table.play("end")
    assert table.state.undoable == 0
    table.play("draw")
    assert table.state.undoable == 0


# -- passing -----------------------------------------------------------------------------------------------------------


def test_a_player_who_can_neither_build_nor_draw_may_pass() -> None:
    table = Table(hands={0: "red1 green1"}, tiles={0: "five"}, swaps={0: 1})
    table.pile_left("")
    assert table.state.prompt().kind == "pass"
    assert table.why_not("draw") == "no-cards"
    events = table.play("pass")
    assert kinds(events) == ["passed"]
    assert table.state.turn == 1


def test_free_actions_need_not_be_tried_before_passing() -> None:
    """The hand could buy a joker, and the joker a build; passing is still allowed."""
    table = Table(hands={0: "red3 yellow3 brown1"}, jokers={0: 2})
    table.pile_left("")
    assert table.moves() == ["joker", "pass"]


def test_a_player_who_can_draw_or_build_may_not_pass() -> None:
    table = Table(hands={0: "red1 green1"})
    assert table.why_not("pass") == "can-act"
    table.pile_left("yellow1")
    assert table.why_not("pass") == "can-act"
    table = Table(jokers={0: 4})
    table.pile_left("")
    assert table.why_not("pass") == "can-act"


def test_without_cards_to_draw_the_prompt_offers_passing_only_if_allowed() -> None:
    for hand, jokers, asked in (("red1", 0, "pass"), ("red1", 4, "build"), ("red1 green1 brown1 yellow1", 0, "pass")):
        table = Table(hands={0: hand}, jokers={0: jokers})
        table.pile_left("")
        assert table.state.prompt().kind == asked
        assert table.state.view(0).prompt().kind == asked
        assert ("pass" in table.moves()) == (asked == "pass")
        seen = table.state.view(1).prompt().kind
        assert seen == ("build" if jokers else "act-no-cards"), "who does not know the hand cannot know"


def test_a_pile_of_discards_is_a_pile_to_draw_from() -> None:
    table = Table(hands={0: "red3 green3 brown1"}, jokers={0: 0})
    table.pile_left("")
    table.buy("joker", "red3 green3")
    assert table.why_not("pass") == "can-act"
    table.play("draw")


def stuck(first: str) -> Table:
    """Everybody has but a well to build, which costs nine cards here, and no card is left to draw."""
    content = data()
    content["facts"]["permission"] = 9
    eight = " ".join(["red2", "light-blue2"] * 4)
    table = Table(3, hands={0: first, 1: eight}, content=content)
    table.pile_left("")
    for seat in range(3):
        table.left(seat, well=1)
    return table


def test_when_all_the_others_have_passed_a_joker_is_bought() -> None:
    """Its cards are the new pile, so that play goes on."""
    table = stuck("red3 red3 light-blue3 light-blue3")
    for _ in range(2):
        assert table.moves() == ["joker", "pass"]
        table.play("pass")
    assert table.moves() == ["joker"]
    assert table.state.prompt().kind == "buy-joker"
    assert table.why_not("pass") == "all-passed"
    table.buy("joker", "brown3 brown3")
    assert table.why_not("pass") == "can-act"
    table.play("draw", "end")
    assert table.moves() == ["joker", "pass"], "the next round of passes begins"


@pytest.mark.parametrize(
    ("version", "after"), [(2, ["joker", "pass"]), (PASSES_COUNT_TURNS, ["joker"]), (ALL_PASSED_TWICE_ENDS, ["joker"])]
)
def test_a_free_action_before_passing_changes_nothing(version: int, after: list[str]) -> None:
    """Only turns that ended by passing count (ours); in the first versions a free action restarted the count."""
    table = stuck("red3 red3 light-blue3 light-blue3")
    table.position.version = version
    table.position.players[1].swaps = 1
    table.position.swaps -= 1
    table.play("pass", "swap 7 8", "pass")
    assert table.position.passes == (2 if version >= PASSES_COUNT_TURNS else 1)
    assert [move for move in table.moves() if not move.startswith("swap")] == after
    assert table.state.problems() == []


def test_a_player_who_cannot_buy_a_joker_may_pass() -> None:
    table = stuck("red1 red1 light-blue1 light-blue1")
    table.position.active = 1
    table.play("pass", "pass")
    assert table.moves() == ["pass"]
    table.play("pass")
    assert table.moves() == ["joker"]
