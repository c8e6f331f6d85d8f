"""Every refusal has its own reason, every reason occurs, and exactly the unlisted moves are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

import pytest

from rules.contract import Move
from rules.loop.kinds import LOOP_KINDS as KINDS
from tests.rules.big_boss.table import GRANDE, Table, begin
from tests.rules.dealing import Dealer

TEXTS = json.loads(files("resources").joinpath("messages/en/big-boss.json").read_text("utf-8"))


def founding() -> Table:
    """Card 8 is played between a castle on 1 to 3 and a villa on 11."""
    table = Table(hands={0: [8]})
    table.castle(1, (2, 1, 1), stone=1)
    table.villa(11)
    table.play("play 8")
    return table


def merging() -> Table:
    """Card 10 is played between two castles of 5."""
    table = Table(hands={0: [10]})
    table.castle(7, (2, 1, 1))
    table.castle(11, (2, 1, 1))
    table.noble(7, 1)
    table.play("play 10")
    return table


def crowning() -> Table:
    """A crest has come free, and villas on 2 and 5 wait for it."""
    table = Table(hands={0: [17]})
    table.castle(14, (2, 1, 1))
    table.castle(18, (3, 2))
    for first in (28, 35, 42, 49, 56, 63):
        table.castle(first, (2, 1, 1))
    table.villa(2, (3,))
    table.villa(5, (2, 2))
    table.play("play 17")
    return table


def placing() -> Table:
    """A castle was just founded on 8 to 10, and a baron stands on 9."""
    table = Table(hands={0: [8]})
    table.castle(30, (2, 1, 1))
    table.money(10, 30)
    table.play("play 8", "castle 8", "baron 9")
    return table


def homeless() -> Table:
    """All nobles of seat 0 are on the board, and it has just extended a castle."""
    table = Table(hands={0: [8]})
    table.castle(9, (2, 1, 1, 1, 1, 1, 1, 1))
    for cell in range(9, 15):
        table.noble(cell, 0)
    table.play("play 8")
    return table


def no_grandes() -> Table:
    table = Table(hands={0: [8]})
    table.castle(9, (2, 1, 1))
    table.noble(9, 0, GRANDE)
    table.noble(10, 0, GRANDE)
    table.play("play 8")
    return table


def building() -> Table:
    """A castle of five levels on 8 and of one on 9 and 10; nobles of seat 0 on 9 and 10, of seat 1 on 8; two tower cards."""
    table = Table(hands={0: [20]}, row=[61])
    table.castle(8, (5, 1, 1, 1))
    for cell, seat in ((8, 1), (9, 0), (10, 0)):
        table.noble(cell, seat)
    table.towers(0, 1)
    return table


def broke() -> Table:
    table = building()
    table.money(4, 30)
    return table


def needy() -> Table:
    """No card, 1 Real, and barons on villas of 1 and 4."""
    table = Table()
    table.hand(0)
    table.money(1, 30)
    table.villa(10)
    table.villa(20, (1, 1, 1, 1))
    table.noble(10, 0)
    table.noble(20, 0)
    return table


def sold_out() -> Table:
    table = building()
    table.nothing_for_sale()
    return table


def withdrawn() -> Table:
    table = building()
    table.play("withdraw 9")
    return table


def over() -> Table:
    table = Table(hands={0: [8]})
    table.blocks(1)
    table.play("play 8", "villa", "done")
    return table


def dealing() -> Table:
    table = Table()
    table.state = begin()
    return table


def penniless() -> Table:
    """The seat had no money, and has just got 1 Real for a villa."""
    table = Table(hands={0: [8]})
    table.money(0, 0)
    table.play("play 8", "villa")
    return table


def foreign_tower() -> Table:
    """A noble of seat 1 stands on level 1 of a castle."""
    table = Table()
    table.castle(8, (2, 1, 1))
    table.noble(9, 1)
    table.towers(0, 1)
    return table


def played(card: int) -> Table:
    table = Table(hands={0: [card]})
    table.play(f"play {card}")
    return table


def beside_villa(cell: int) -> Table:
    table = Table(hands={0: [8]})
    table.villa(cell)
    table.play("play 8")
    return table


CASES: list[tuple[str, Callable[[], Table], str]] = [
    ("over", over, "pass"),
    ("dealing", dealing, "buy-pile"),
    ("unknown-move", building, "fly 8"),
    ("unknown-move", building, "play"),
    ("unknown-move", building, "pass 1"),
    ("unknown-move", building, "play 20 21"),
    ("nothing-founded", building, "villa"),
    ("nothing-founded", building, "castle 8"),
    ("nothing-merges", building, "keep 1"),
    ("no-crest-free", building, "crest 8"),
    ("nothing-built", building, "baron 8"),
    ("nothing-built", building, "done"),
    ("finish-found", founding, "pass"),
    ("finish-keep", merging, "buy-tower"),
    ("finish-crest", crowning, "baron 17"),
    ("finish-noble", placing, "buy-pile"),
    ("no-field", building, "withdraw 0"),
    ("no-field", building, "play-tower 73"),
    ("no-field", founding, "castle 73"),
    ("no-field", crowning, "crest -1"),
    ("no-field", placing, "baron 99"),
    ("no-card", building, "play 73"),
    ("no-card", building, "buy-card 0"),
    ("withdrawn-already", withdrawn, "withdraw 10"),
    ("nobody-there", building, "withdraw 30"),
    ("not-your-noble", building, "withdraw 8"),
    ("withdraw-enough", needy, "withdraw 10"),
    ("not-in-hand", building, "play 61"),
    ("no-tower-card", needy, "play-tower 10"),
    ("tower-on-ground", building, "play-tower 30"),
    ("tower-too-high", building, "play-tower 8"),
    ("tower-under-foreign", foreign_tower, "play-tower 9"),
    ("not-for-sale", building, "buy-card 20"),
    ("dear-card", broke, "buy-card 61"),
    ("dear-card", broke, "buy-pile"),
    ("dear-tower", broke, "buy-tower"),
    ("pile-empty", sold_out, "buy-pile"),
    ("towers-gone", sold_out, "buy-tower"),
    ("must-act", building, "pass"),
    ("must-withdraw", needy, "pass"),
    ("castle-elsewhere", founding, "castle 30"),
    ("castle-not-straight", lambda: played(11), "castle 10"),
    ("castle-covers", lambda: beside_villa(6), "castle 6"),
    ("castle-near-villa", lambda: beside_villa(5), "castle 6"),
    ("castle-near-castle", founding, "castle 6"),
    ("castle-not-merging", merging, "keep 3"),
    ("castle-not-merging", merging, "keep 0"),
    ("villa-not-waiting", crowning, "crest 6"),
    ("villa-not-waiting", crowning, "crest 14"),
    ("villa-not-waiting", crowning, "crest 70"),
    ("not-new", placing, "baron 30"),
    ("place-taken", placing, "grande 9"),
    ("no-baron", homeless, "baron 8"),
    ("no-grande", no_grandes, "grande 8"),
    ("dear-noble", penniless, "grande 8"),
]


@pytest.mark.parametrize(("reason", "setting", "move"), CASES, ids=[f"{case[0]}: {case[2]}" for case in CASES])
def test_a_refusal_says_why(reason: str, setting: Callable[[], Table], move: str) -> None:
    assert setting().why_not(move) == reason


def test_every_reason_in_the_catalogue_occurs_and_has_a_sentence() -> None:
    listed = {key.rpartition(".")[2] for key in TEXTS if key.startswith("big-boss.refusal.")}
    assert listed == {reason for reason, _, _ in CASES}


def test_every_kind_of_move_has_a_sentence_and_every_step_a_prompt() -> None:
    assert {key.rpartition(".")[2] for key in TEXTS if key.startswith("big-boss.move.")} == set(KINDS)
    steps = {kind.step for kind in KINDS.values()} | {"deal", "over", "must-withdraw", "may-pass"}
    assert {key.rpartition(".")[2] for key in TEXTS if key.startswith("big-boss.prompt.")} == steps


NONSENSE = [Move(kind, args) for kind in (*KINDS, "fly", "a") for args in ((), (1, 2), (-1,), (0,), (73,), (999_999,))]
NUMBERED = [Move(kind, (number,)) for kind, row in KINDS.items() if row.arity for number in range(1, 73)]
EVERYTHING = [*dict.fromkeys([*NONSENSE, *NUMBERED])]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("hidden", ["off", "on"])
def test_moves_and_refusals_agree_for_every_move_there_is(seats: int, hidden: str) -> None:
    """In random games, in every copy: listed moves are not refused, and all others are."""
    dealer = Dealer(seats)
    state = begin(seats, hidden_money=hidden)
    dealer.deal(state)
    number = 0
    while state.turn is not None:
        if number % 9 == 0:
            for copy in (state, state.view(number % seats), state.view(None)):
                listed = copy.moves()
                assert len(set(listed)) == len(listed)
                assert listed == [move for move in copy.moves() if copy.why_not(move) is None]
                assert {move for move in EVERYTHING if copy.why_not(move) is None} == set(listed)
                assert copy.problems() == []
        state.play(dealer.any_move(state))
        dealer.deal(state)
        number += 1
    assert state.problems() == []
