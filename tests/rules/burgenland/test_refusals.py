"""Every refusal has its own reason, every reason occurs, and exactly the unlisted moves are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

import pytest

from client.messages import catalogue
from rules.burgenland import label
from rules.burgenland.kinds import KINDS
from rules.contract import Move, parse_move
from tests.rules.burgenland.table import Table, begin
from tests.rules.dealing import Dealer

TEXTS: dict[str, str] = json.loads(files("resources").joinpath("messages/en/burgenland.json").read_text("utf-8"))

RAINBOW = "red1 orange1 yellow1 green1 light-blue1 dark-blue1 purple1 brown1"


def plain() -> Table:
    return Table(hands={0: "red1 red2"})


def jokers() -> Table:
    return Table(jokers={0: 4})


def rich() -> Table:
    """Eight jokers and nine coins in the hand."""
    return Table(hands={0: "purple3 purple3 brown3"}, jokers={0: 8}, tiles={0: "law-break"})


def drawn() -> Table:
    table = Table(jokers={0: 8})
    table.play("draw")
    return table


def over() -> Table:
    table = Table(jokers={0: 4})
    table.left(0, well=1)
    table.play("well 4", *["pay-joker"] * 4)
    return table


def dealing() -> Table:
    table = Table(hands={0: "red1"})
    table.state.play(Move("draw"))
    return table


def paying() -> Table:
    """Castle 4 lies between red and light blue; of 4 red cards and a green one none has been paid, there are no jokers."""
    table = Table(hands={0: "red1 red1 red2 red2 green3"})
    table.play("wall 4 1")
    return table


def begun() -> Table:
    table = Table(hands={0: "red1 red1 red2 red2 green3"}, tiles={0: "minus-ten"})
    table.play("wall 4 1", "pay 1 1")
    return table


def palace() -> Table:
    """Castle 4 and a builder of 3; only the light blue 3 can pay him."""
    table = Table(hands={0: "red1 red1 red1 red1 light-blue3"}, builder=3)
    table.play("palace 4 1")
    return table


def in_coins() -> Table:
    """A joker is being bought, and 1, 2 and 2 are on the table."""
    table = Table(hands={0: "red1 green2 purple2 brown1 brown3"}, jokers={0: 1}, tiles={0: "minus-ten"})
    table.play("joker", "pay 1 1", "pay 4 2", "pay 7 2")
    return table


def threes() -> Table:
    table = Table(hands={0: "red1 brown3 purple3"})
    table.play("joker")
    return table


def same() -> Table:
    table = Table(hands={0: "green1 green1 green2 green2 red1 red1"})
    table.play("large-same 1")
    return table


def same_begun() -> Table:
    table = same()
    table.play("pay 4 1")
    return table


def different() -> Table:
    table = Table(hands={0: f"{RAINBOW} red2"})
    table.play("large-different 1", "pay 1 1")
    return table


def ten_only() -> Table:
    """Ten coins and the tile, but no colour that fits castle 4, and one joker."""
    table = Table(hands={0: "purple3 green3 yellow3 brown1"}, jokers={0: 1}, tiles={0: "minus-ten"})
    table.play("wall 4 1")
    return table


def ten_short() -> Table:
    table = Table(hands={0: "purple3"}, jokers={0: 4}, tiles={0: "minus-ten"})
    table.play("wall 4 1")
    return table


def empty() -> Table:
    table = Table(hands={0: "red1"}, tiles={0: "five"})
    table.pile_left("")
    return table


def sold_out() -> Table:
    table = Table(hands={0: "red3 green3"})
    table.no_jokers_left()
    return table


def plotted() -> Table:
    table = Table(tiles={0: "plot"})
    table.plot(4)
    return table


def swapping() -> Table:
    return Table(swaps={0: 1})


def passed() -> Table:
    """The other of two seats has passed, and red3 and yellow3 would buy a joker."""
    table = Table(hands={0: "red3 yellow3"})
    table.pile_left("")
    table.position.passes = 1
    return table


def wall_less() -> Table:
    table = Table(jokers={0: 6})
    table.left(0, house=1)
    return table


CASES: list[tuple[str, Callable[[], Table], str]] = [
    ("over", over, "draw"),
    ("dealing", dealing, "draw"),
    ("unknown", plain, "nonsense"),
    ("unknown", plain, "draw 1"),
    ("unknown", plain, "wall 4"),
    ("pay-first", paying, "draw"),
    ("nothing-to-pay", plain, "pay 1 1"),
    ("acted", drawn, "wall 4 1"),
    ("not-acted", plain, "end"),
    ("can-act", plain, "pass"),
    ("all-passed", passed, "pass"),
    ("no-cards", empty, "draw"),
    ("no-castle", rich, "wall 12 1"),
    ("no-castle", rich, "well 0"),
    ("no-square", rich, "wall 4 5"),
    ("no-plot", rich, "wall 4 4"),
    ("taken", rich, "wall 2 1"),
    ("no-piece", wall_less, "wall 4 1"),
    ("palace-stands", rich, "palace 1 2"),
    ("no-wall", rich, "house 4 1"),
    ("lawful", rich, "lawless-house 2 2"),
    ("no-law-break", jokers, "lawless-house 4 1"),
    ("marker", rich, "well 5"),
    ("large-well", rich, "large-same 4"),
    ("no-such-piece", rich, "large-different 0"),
    ("short-permission", plain, "wall 4 1"),
    ("short-builder", jokers, "palace 4 1"),
    ("short-same", plain, "large-same 1"),
    ("short-different", plain, "large-different 1"),
    ("short-joker", plain, "joker"),
    ("no-jokers", sold_out, "joker"),
    ("no-five", plain, "five"),
    ("five-wasted", empty, "five"),
    ("no-plot-tile", plain, "plot 4"),
    ("plot-there", plotted, "plot 4"),
    ("no-crossing", swapping, "swap 0 9"),
    ("same-crossing", swapping, "swap 2 2"),
    ("crossing-order", swapping, "swap 3 2"),
    ("no-swap", plain, "swap 2 3"),
    ("no-such-card", paying, "pay 9 1"),
    ("no-such-card", paying, "pay 1 4"),
    ("not-in-hand", paying, "pay 1 3"),
    ("no-joker", paying, "pay-joker"),
    ("joker-worthless", in_coins, "pay-joker"),
    ("wrong-colour", paying, "pay 4 3"),
    ("colour-differs", same_begun, "pay 1 1"),
    ("colour-repeats", different, "pay 1 2"),
    ("too-few-same", same, "pay 1 1"),
    ("superfluous", in_coins, "pay 8 3"),
    ("wasted", threes, "pay 1 1"),
    ("leaves-builder", palace, "pay 5 3"),
    ("only-minus-ten", ten_only, "pay-joker"),
    ("minus-ten-elsewhere", in_coins, "minus-ten"),
    ("minus-ten-late", begun, "minus-ten"),
    ("no-minus-ten", paying, "minus-ten"),
    ("short-minus-ten", ten_short, "minus-ten"),
]


@pytest.mark.parametrize(("reason", "setting", "move"), CASES, ids=[f"{case[0]}: {case[2]}" for case in CASES])
def test_each_reason_occurs_and_has_a_sentence(reason: str, setting: Callable[[], Table], move: str) -> None:
    table = setting()
    assert table.why_not(move) == reason
    refusal = table.state.why_not(parse_move(move))
    assert refusal is not None
    assert "{" not in catalogue().text(refusal, ["Anna", "Ben"])


def test_every_reason_is_tested() -> None:
    written = {key.rpartition(".")[2] for key in TEXTS if key.startswith("burgenland.refusal.")}
    assert written == {reason for reason, _, _ in CASES}


def every_move() -> list[Move]:
    """All moves that exist, and similar ones that are nonsense."""
    found = []
    for kind, row in KINDS.items():
        if row.arity == 0:
            found += [Move(kind), Move(kind, (1,))]
        elif row.arity == 1:
            found += [Move(kind, (one,)) for one in range(-1, 14)] + [Move(kind)]
        else:
            found += [Move(kind, (one, other)) for one in range(-1, 13) for other in range(-1, 10)]
    return [*found, Move("nonsense"), Move("wall", (1, 2, 3))]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_exactly_the_unlisted_moves_are_refused(seats: int) -> None:
    dealer = Dealer(seats)
    state = begin(seats)
    dealer.deal(state)
    moves = every_move()
    looked = 0
    for step in range(500):
        listed = state.moves()
        if state.turn is None:
            break
        if step % 25 == 0:
            looked += 1
            for seen in (state, state.view(None)):
                legal = seen.moves()
                assert {move for move in moves if seen.why_not(move) is None} == set(legal)
                assert len(legal) < 400
        state.play(listed[dealer.below(len(listed))])
        dealer.deal(state)
    assert looked > 10


def test_the_largest_possible_choice_is_below_400_moves() -> None:
    """Every castle free with an extra plot, all tiles in one hand, and jokers for everything: still far below 400."""
    table = Table(seats=4, jokers={0: 13}, tiles={0: "law-break minus-ten five plot plot plot"}, swaps={0: 9})
    table.hand(0, "red3 orange3 yellow3 green3 light-blue3 dark-blue3 purple3 brown3")
    table.position.built = [[1, 0, 0, 0] for _ in range(11)]
    moves = table.state.moves()
    assert len(moves) > 120
    assert len(moves) < 400


def test_every_move_has_a_label() -> None:
    for kind, row in KINDS.items():
        assert "{" not in catalogue().text(label(Move(kind, (1,) * row.arity)))
