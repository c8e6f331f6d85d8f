"""Every refusal of Alcazar has its own reason, every reason occurs, and exactly the unlisted moves are refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files

import pytest

from rules.alcazar.kinds import ALCAZAR_KINDS as KINDS
from rules.contract import Move
from tests.rules.alcazar.table import AlcazarTable, begin
from tests.rules.big_boss.table import GRANDE
from tests.rules.dealing import Dealer

TEXTS = json.loads(files("resources").joinpath("messages/en/alcazar.json").read_text("utf-8"))


def founding() -> AlcazarTable:
    """Card 8 is played between a castle on 1 to 3 and a villa on 11."""
    table = AlcazarTable(hands={0: [8]})
    table.castle(1, (2, 1, 1))
    table.villa(11)
    table.play("play 8")
    return table


def crowning() -> AlcazarTable:
    """A bridge has joined two castles, and villas on 34 and 37 wait for the crest."""
    table = AlcazarTable()
    table.castle(6, (1, 2, 1))
    table.castle(16, (1, 2, 1))
    for first in (24, 28, 40, 45, 50, 55):
        table.castle(first, (2, 1, 1))
    table.villa(34, (3,))
    table.villa(37, (2, 2))
    table.noble(7, 0)
    table.play("bridge 7 17")
    return table


def placing() -> AlcazarTable:
    """A castle was just founded on 8 to 10, and a baron placed on 9."""
    table = AlcazarTable(hands={0: [8]})
    table.castle(30, (2, 1, 1))
    table.noble(30, 0)
    table.money(12, 40)
    table.play("play 8", "castle 8", "baron 9")
    return table


def extended() -> AlcazarTable:
    """A block was just added on 4; nobles: own ones on 1 (grande), 2 and 30, a foreign one on 3."""
    table = AlcazarTable(hands={0: [4]})
    table.castle(1, (2, 1, 1))
    table.castle(30, (2, 1, 1))
    for cell, seat, rank in ((1, 0, GRANDE), (2, 0, 1), (30, 0, 1), (3, 1, 1)):
        table.noble(cell, seat, rank)
    table.play("play 4")
    return table


def risen() -> AlcazarTable:
    """A block was just slid under the own baron on 1; a grande of his stands on 3."""
    table = AlcazarTable(hands={0: [1]})
    table.castle(1, (2, 1, 1))
    table.noble(1, 0)
    table.noble(3, 0, GRANDE)
    table.play("play 1")
    return table


def homeless() -> AlcazarTable:
    """All nobles of seat 0 are on the board, and it has just extended a castle."""
    table = AlcazarTable(hands={0: [8]})
    table.castle(9, (2, 1, 1, 1, 1, 1, 1, 1))
    for cell in range(9, 15):
        table.noble(cell, 0)
    for cell in (15, 16):
        table.noble(cell, 0, GRANDE)
    table.play("play 8")
    return table


def building() -> AlcazarTable:
    """A castle on 8 to 13, levels 5 1 1 1 2 1; nobles of seat 0 on 9 and 10, of seat 1 on 8; one tower card."""
    table = AlcazarTable(hands={0: [20]}, row=[61])
    table.castle(8, (5, 1, 1, 1, 2, 1))
    for cell, seat in ((8, 1), (9, 0), (10, 0)):
        table.noble(cell, seat)
    table.towers(0, 1)
    return table


def broke() -> AlcazarTable:
    table = building()
    table.money(4, 40)
    return table


def needy() -> AlcazarTable:
    """No card, 1 Real, and barons on villas of 1 and 4."""
    table = AlcazarTable()
    table.hand(0)
    table.money(1, 40)
    table.villa(10)
    table.villa(20, (1, 1, 1, 1))
    table.noble(10, 0)
    table.noble(20, 0)
    return table


def raised() -> AlcazarTable:
    """The seat had to withdraw a noble to pay for a card; pillars for a bridge stand on 1 and 3."""
    table = AlcazarTable()
    table.hand(0)
    table.money(4, 40)
    table.castle(1, (11, 10, 11))
    table.noble(1, 0)
    table.noble(3, 0)
    table.play("withdraw 3")
    return table


def sold_out() -> AlcazarTable:
    table = building()
    table.nothing_for_sale()
    return table


def withdrawn() -> AlcazarTable:
    table = building()
    table.play("withdraw 9")
    return table


def over() -> AlcazarTable:
    table = AlcazarTable(hands={0: [8]})
    table.blocks(1)
    table.play("play 8", "done")
    return table


def dealing() -> AlcazarTable:
    table = AlcazarTable()
    table.state = begin()
    return table


def penniless() -> AlcazarTable:
    """The seat had no money, and has just got 1 Real for a villa."""
    table = AlcazarTable(hands={0: [8]})
    table.money(0, 0)
    table.play("play 8", "villa")
    return table


def played(card: int, **options: str) -> AlcazarTable:
    table = AlcazarTable(hands={0: [card]}, **options)
    table.play(f"play {card}")
    return table


def beside_villa(cell: int) -> AlcazarTable:
    table = AlcazarTable(hands={0: [8]})
    table.villa(cell)
    table.play("play 8")
    return table


def pillars(height: int = 2, middle: int = 1, far: int = 2, noble: int = 1, seat: int = 0) -> AlcazarTable:
    """A castle on 1 to 5; 1 and 3 are pillars, with a noble on one of them."""
    table = AlcazarTable()
    table.castle(1, (height, middle, far, 1, 1))
    table.noble(noble, seat)
    table.towers(0, 1)
    return table


def bridged(one: int, other: int) -> AlcazarTable:
    """A bridge lies from 1 to 3, and both ends have grown since; the own noble stands on 1."""
    table = pillars()
    table.bridge(1, 3)
    table.raised(1, one)
    table.raised(3, other)
    return table


def bridges_gone() -> AlcazarTable:
    table = pillars()
    table.bridges(0)
    return table


def at_fifty() -> AlcazarTable:
    """Castles on 65 to 68 and on 16 to 18; the first is worth 50."""
    table = AlcazarTable()
    table.castle(65, (5, 5, 9, 9))
    table.castle(16, (1, 9, 1))
    table.noble(17, 0)
    return table


def poor_builder() -> AlcazarTable:
    table = pillars()
    table.money(14, 40)
    return table


CASES: list[tuple[str, Callable[[], AlcazarTable], str]] = [
    ("over", over, "pass"),
    ("dealing", dealing, "buy-pile"),
    ("unknown-move", building, "fly 8"),
    ("unknown-move", building, "keep 1"),
    ("unknown-move", building, "bridge 8"),
    ("unknown-move", building, "bridge 8 9 10"),
    ("unknown-move", extended, "move 2"),
    ("nothing-founded", building, "villa"),
    ("nothing-founded", building, "castle 8"),
    ("no-crest-free", building, "crest 8"),
    ("nothing-built", building, "baron 8"),
    ("nothing-built", building, "move 9 11"),
    ("nothing-built", building, "swap 9 10"),
    ("nothing-built", building, "done"),
    ("finish-found", founding, "pass"),
    ("finish-found", founding, "bridge 1 3"),
    ("finish-crest", crowning, "baron 17"),
    ("finish-crest", crowning, "move 7 17"),
    ("finish-noble", placing, "buy-pile"),
    ("finish-noble", extended, "bridge 1 3"),
    ("no-field", building, "withdraw 0"),
    ("no-field", building, "play-tower 122"),
    ("no-field", building, "bridge 0 2"),
    ("no-field", building, "bridge 9 122"),
    ("no-field", founding, "castle 73"),
    ("no-field", crowning, "crest -1"),
    ("no-field", placing, "baron 999"),
    ("no-field", extended, "move 2 0"),
    ("no-card", building, "play 73"),
    ("no-card", building, "buy-card 0"),
    ("withdrawn-already", withdrawn, "withdraw 10"),
    ("nobody-there", building, "withdraw 30"),
    ("nobody-there", building, "withdraw 99"),
    ("nobody-there", extended, "move 5 4"),
    ("nobody-there", extended, "swap 1 4"),
    ("not-your-noble", building, "withdraw 8"),
    ("not-your-noble", extended, "move 3 4"),
    ("not-your-noble", extended, "swap 1 3"),
    ("withdraw-enough", needy, "withdraw 10"),
    ("not-in-hand", building, "play 61"),
    ("no-tower-card", needy, "play-tower 10"),
    ("tower-on-ground", building, "play-tower 30"),
    ("tower-on-ground", building, "play-tower 73"),
    ("tower-too-high", building, "play-tower 8"),
    ("tower-under-foreign", lambda: pillars(noble=2, seat=1), "play-tower 2"),
    ("tower-no-purpose", building, "play-tower 12"),
    ("tower-bridged", lambda: bridged(2, 1), "play-tower 3"),
    ("not-for-sale", building, "buy-card 20"),
    ("dear-card", broke, "buy-card 61"),
    ("dear-card", broke, "buy-pile"),
    ("dear-tower", broke, "buy-tower"),
    ("pile-empty", sold_out, "buy-pile"),
    ("towers-gone", sold_out, "buy-tower"),
    ("must-act", building, "pass"),
    ("must-withdraw", needy, "pass"),
    ("must-buy", raised, "bridge 1 3"),
    ("bridges-gone", bridges_gone, "bridge 1 3"),
    ("bridge-order", pillars, "bridge 3 1"),
    ("bridge-order", pillars, "bridge 1 1"),
    ("bridge-not-in-line", pillars, "bridge 1 2"),
    ("bridge-not-in-line", pillars, "bridge 1 4"),
    ("bridge-no-pillar", building, "bridge 12 80"),
    ("bridge-no-pillar", lambda: pillars(noble=5), "bridge 5 7"),
    ("bridge-foreign", lambda: pillars(noble=3, seat=1), "bridge 1 3"),
    ("bridge-not-yours", lambda: pillars(noble=2), "bridge 1 3"),
    ("bridge-uneven", lambda: pillars(far=1), "bridge 1 3"),
    ("bridge-no-room", lambda: pillars(middle=2), "bridge 1 3"),
    ("bridge-over-bridge", lambda: bridged(1, 1), "bridge 1 3"),
    ("bridge-at-fifty", at_fifty, "bridge 17 67"),
    ("dear-bridge", poor_builder, "bridge 1 3"),
    ("castle-elsewhere", founding, "castle 30"),
    ("castle-not-straight", lambda: played(11, straight_founding="on"), "castle 10"),
    ("castle-covers", lambda: beside_villa(6), "castle 6"),
    ("castle-near-villa", lambda: beside_villa(5), "castle 6"),
    ("castle-near-castle", founding, "castle 6"),
    ("villa-not-waiting", crowning, "crest 38"),
    ("villa-not-waiting", crowning, "crest 16"),
    ("villa-not-waiting", crowning, "crest 70"),
    ("not-new", extended, "baron 5"),
    ("place-taken", placing, "grande 9"),
    ("place-taken", risen, "baron 1"),
    ("no-baron", homeless, "baron 8"),
    ("no-grande", homeless, "grande 8"),
    ("dear-noble", penniless, "grande 8"),
    ("placed-already", placing, "move 9 8"),
    ("placed-already", placing, "swap 9 8"),
    ("other-building", extended, "move 30 4"),
    ("other-building", extended, "swap 1 30"),
    ("not-new-cell", extended, "move 2 5"),
    ("cell-taken", risen, "move 3 1"),
    ("swap-alike", extended, "swap 2 1"),
    ("swap-alike", extended, "swap 1 1"),
]


@pytest.mark.parametrize(("reason", "setting", "move"), CASES, ids=[f"{case[0]}: {case[2]}" for case in CASES])
def test_a_refusal_says_why(reason: str, setting: Callable[[], AlcazarTable], move: str) -> None:
    table = setting()
    table.sound()
    assert table.why_not(move) == reason


def test_every_reason_in_the_catalogue_occurs_and_has_a_sentence() -> None:
    listed = {key.rpartition(".")[2] for key in TEXTS if key.startswith("alcazar.refusal.")}
    assert listed == {reason for reason, _, _ in CASES}


def test_every_kind_of_move_has_a_sentence_and_every_step_a_prompt() -> None:
    assert {key.rpartition(".")[2] for key in TEXTS if key.startswith("alcazar.move.")} == set(KINDS)
    steps = {kind.step for kind in KINDS.values()} | {"deal", "over", "must-withdraw", "may-pass", "must-buy", "exchange"}
    assert {key.rpartition(".")[2] for key in TEXTS if key.startswith("alcazar.prompt.")} == steps


NONSENSE = [Move(kind, args) for kind in (*KINDS, "keep", "fly") for args in ((), (1, 2), (-1,), (0,), (122,), (1, 2, 3))]
NUMBERED = [Move(kind, (number,)) for kind, row in KINDS.items() if row.arity == 1 for number in range(1, 122)]
PAIRED = [
    Move(kind, (one, other)) for kind in ("bridge", "move", "swap") for one in range(1, 122, 3) for other in range(1, 122)
]
EVERYTHING = [*dict.fromkeys([*NONSENSE, *NUMBERED, *PAIRED])]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_moves_and_refusals_agree_for_every_move_there_is(seats: int) -> None:
    """In random games, in every copy: listed moves are not refused, and all others are."""
    dealer = Dealer(seats)
    state = begin(seats, hidden_money="on" if seats % 2 else "off")
    dealer.deal(state)
    tried, number = set(EVERYTHING), 0
    while state.turn is not None:
        if number % 29 == 0:
            for copy in (state, state.view(number % seats), state.view(None)):
                listed = copy.moves()
                assert len(set(listed)) == len(listed)
                assert [move for move in listed if copy.why_not(move) is not None] == []
                assert {move for move in EVERYTHING if copy.why_not(move) is None} == set(listed) & tried
                assert copy.problems() == []
        state.play(dealer.any_move(state))
        dealer.deal(state)
        number += 1
    assert state.problems() == []
