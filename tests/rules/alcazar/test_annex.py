"""The annex of the rules: eight questions about tower cards and construction cards near bridges (rulings W2, W3)."""

from __future__ import annotations

from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import BARON
from tests.rules.dealing import told

BLUE, RED, OTHER = 0, 1, 2
YELLOW, WHITE = 0, 1


def first_picture(seat: int) -> AlcazarTable:
    """Blue's noble on 6, level 2; Red's on 2, level 4; between them the free pillar 4 on level 1. The seat is on turn."""
    table = AlcazarTable(seats=3, first=seat)
    table.castle(2, (4, 1, 1, 1, 2))
    table.noble(6, BLUE)
    table.noble(2, RED)
    for each in (BLUE, RED, OTHER):
        table.towers(each, 4)
    return table


def second_picture(seat: int) -> AlcazarTable:
    """A bridge lies from 37 to 39 on level 3. Yellow stands on 37, which is higher, and on its middle; White on 42, level 1."""
    table = AlcazarTable(seats=2, first=seat, hands={WHITE: [38]})
    table.castle(37, (2, 1, 2, 2, 1, 1))
    table.bridge(37, 39)
    table.raised(37)
    table.noble(37, YELLOW)
    table.noble(38, YELLOW, BARON)
    table.noble(42, WHITE)
    for each in (YELLOW, WHITE):
        table.towers(each, 4)
    return table


def test_question_1_blue_raises_4_and_then_bridges_4_to_6() -> None:
    table = first_picture(BLUE)
    table.play("play-tower 4", "done", "buy-tower", "buy-tower")
    assert table.state.buildings.level[4] == 2
    assert "bridge 4 6" in table.moves("bridge")


def test_question_2_red_raises_4_three_times_and_then_bridges_2_to_4() -> None:
    table = first_picture(RED)
    for _ in range(3):
        table.play("play-tower 4", "done", "buy-tower", "buy-tower")
    assert table.state.buildings.level[4] == 4
    assert "bridge 2 4" in table.moves("bridge")


def test_question_3_nobody_else_can_raise_4() -> None:
    assert first_picture(OTHER).why_not("play-tower 4") == "tower-no-purpose"


def test_question_4_white_cannot_raise_40_which_is_higher_than_its_own_pillar() -> None:
    assert second_picture(WHITE).why_not("play-tower 40") == "tower-no-purpose"


def test_question_5_white_raises_42_under_its_own_baron_and_then_bridges_40_to_42() -> None:
    table = second_picture(WHITE)
    table.play("play-tower 42", "buy-tower")
    assert "bridge 40 42" in table.moves("bridge")


def test_question_6_yellow_cannot_raise_39_because_no_bridge_may_lie_over_a_bridge() -> None:
    assert second_picture(YELLOW).why_not("play-tower 39") == "tower-bridged"


def test_question_7_yellow_raises_40_and_needs_two_more_cards_for_a_bridge_from_38() -> None:
    table = second_picture(YELLOW)
    table.play("play-tower 40", "done", "buy-tower")
    assert table.why_not("bridge 38 40") == "bridge-no-room"
    table.play("play-tower 38", "buy-tower", "play-tower 40", "done", "buy-tower")
    assert "bridge 38 40" in table.moves("bridge")


def test_question_8_card_38_builds_on_top_of_the_bridge_and_captures_the_baron() -> None:
    table = second_picture(WHITE)
    value = table.value(38)
    events = table.play("play 38")
    assert told(events, "captured") == [(YELLOW, 38, BARON, value, WHITE)]
    assert table.level(38) == 4
    assert table.value(38) == value + 2
