"""The large castle: its own prices, and none of the small castles' rules (the review's "Die große Burg"; the rulings)."""

from __future__ import annotations

import pytest

from tests.rules.burgenland.table import Table
from tests.rules.dealing import kinds, told

RAINBOW = "red1 orange1 yellow1 green1 light-blue1 dark-blue1 purple1 brown1"


@pytest.mark.parametrize(("piece", "cards"), [(1, 4), (2, 5), (3, 6)])
def test_4_5_or_6_cards_of_one_colour(piece: int, cards: int) -> None:
    table = Table(hands={0: "green1 green1 green1 green2 green2 green2"})
    table.play(f"large-same {piece}")
    paid = 0
    while table.position.bill is not None:
        table.play(table.moves("pay")[0])
        paid += 1
    assert paid == cards
    assert table.position.large[piece - 1] == 1


@pytest.mark.parametrize(("piece", "cards"), [(1, 6), (2, 7), (3, 8)])
def test_6_7_or_8_cards_of_different_colours(piece: int, cards: int) -> None:
    table = Table(hands={0: RAINBOW})
    table.buy(f"large-different {piece}", " ".join(RAINBOW.split()[:cards]))
    assert table.position.large[piece - 1] == 1
    table = Table(hands={0: " ".join(RAINBOW.split()[: cards - 1])})
    assert table.why_not(f"large-different {piece}") == "short-different"


def test_8_different_are_all_eight() -> None:
    table = Table(hands={0: RAINBOW.replace("brown1", "purple2")})
    assert table.why_not("large-different 3") == "short-different"


def test_the_colours_have_to_be_the_same() -> None:
    table = Table(hands={0: "green1 green1 green2 green2 red1 red1"})
    assert table.why_not("large-same 2") == "short-same"
    table.play("large-same 1", "pay 4 1")
    assert table.why_not("pay 1 1") == "colour-differs"


def test_a_colour_with_too_few_cards_cannot_be_begun() -> None:
    table = Table(hands={0: "green1 green1 green2 green2 red1 red1"})
    table.play("large-same 1")
    assert table.why_not("pay 1 1") == "too-few-same"


def test_the_colours_have_to_differ() -> None:
    table = Table(hands={0: f"{RAINBOW} red2"})
    table.play("large-different 1", "pay 1 1")
    assert table.why_not("pay 1 2") == "colour-repeats"


def test_jokers_stand_for_any_colour_for_same_and_for_different() -> None:
    table = Table(hands={0: "green1"}, jokers={0: 3})
    table.buy("large-same 1", "joker green1 joker joker")
    table = Table(jokers={0: 4})
    table.buy("large-same 1", "joker joker joker joker")
    table = Table(hands={0: "green1 red1 red1"}, jokers={0: 4})
    table.buy("large-different 1", "joker green1 joker joker red1 joker")
    assert table.cards(0) == "red1"


def test_the_numbers_are_exact() -> None:
    table = Table(hands={0: "green1 green1 green2 green2 green3"})
    table.play("large-same 1", "pay 4 1", "pay 4 1", "pay 4 2", "pay 4 2")
    assert table.position.bill is None
    assert table.cards(0) == "green3"


def test_no_reward_no_joker_for_a_wall_and_no_builder() -> None:
    table = Table(hands={0: "green1 green1 green2 green2"})
    events = table.buy("large-same 1", "green1 green1 green2 green2")
    assert kinds(events)[-1] == "built-large"
    assert table.position.players[0].jokers == 0
    table = Table(jokers={0: 6}, builder=5)
    events = table.buy("large-same 3", "joker joker joker joker joker joker")
    assert kinds(events)[-1] == "built-large"
    assert table.position.builders[0] == 5


def test_houses_without_walls_and_any_number_of_palaces() -> None:
    table = Table(jokers={0: 16})
    for move, jokers in (("large-same 2", 5), ("large-same 3", 6), ("large-same 2", 5)):
        table.buy(move, "joker " * jokers)
        table.play("end", "draw", "end")
    assert table.position.large == [0, 2, 1]
    table = Table(jokers={0: 12})
    for _ in range(2):
        table.buy("large-same 3", "joker " * 6)
        table.play("end", "draw", "end")
    assert table.position.large == [0, 0, 2]


def test_no_wells() -> None:
    table = Table(jokers={0: 4})
    assert table.why_not("large-same 4") == "large-well"
    assert table.why_not("large-different 5") == "no-such-piece"


def test_tiles_do_not_help_there() -> None:
    table = Table(hands={0: "green3 green3 red3 orange3"}, jokers={0: 2}, tiles={0: "minus-ten"})
    table.play("large-same 1")
    assert table.why_not("minus-ten") == "minus-ten-elsewhere"


def test_the_prompt_names_the_payment() -> None:
    table = Table(hands={0: RAINBOW}, jokers={0: 3})
    table.play("large-different 1", "pay 1 1")
    assert (table.state.prompt().kind, table.state.prompt().number("left")) == ("pay-different", 5)
    table = Table(hands={0: RAINBOW}, jokers={0: 3})
    table.play("large-same 1", "pay-joker")
    assert (table.state.prompt().kind, table.state.prompt().number("left")) == ("pay-same", 3)
    assert told(table.play("pay 8 1"), "paid") == [(0, 8, 1)]
