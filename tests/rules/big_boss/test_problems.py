"""A position accounts for every block, stone, crest, card, noble and value: any tampering is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.big_boss.state import BigBossState
from tests.rules.big_boss.table import Table


def under_way() -> Table:
    table = Table(hands={0: [8, 30]}, row=[61])
    table.play("play 8", "castle 8", "baron 8", "done", "buy-card 61", "buy-tower", "buy-pile", "play 30", "castle 29", "done")
    table.sound()
    return table


def change(part: str, index: int, value: int) -> Callable[[BigBossState], None]:
    """Overwrite one number in a list of the position."""

    def tamper(state: BigBossState) -> None:
        target: object = state
        for name in part.split("."):
            target = getattr(target, name)
        assert isinstance(target, list)
        assert target[index] != value
        target[index] = value

    return tamper


def put(part: str, name: str, value: object) -> Callable[[BigBossState], None]:
    """Overwrite one attribute of a part of the position."""

    def tamper(state: BigBossState) -> None:
        target = getattr(state, part) if part else state
        assert getattr(target, name) != value
        setattr(target, name, value)

    return tamper


TAMPERINGS: dict[str, Callable[[BigBossState], None]] = {
    "a block too many on the board": change("buildings.level", 9, 2),
    "a block out of nowhere": put("buildings", "blocks", 83),
    "a block lost that was built": put("buildings", "lost", 1),
    "a castle worth too much": change("buildings.value", 8, 6),
    "a crest twice": change("buildings.crest", 30, 1),
    "a crest in the supply and on the board": put("buildings", "crest_supply", 0b111111110),
    "a field without its building": change("buildings.of", 9, 0),
    "two buildings that touch": change("buildings.of", 10, 10),
    "a building that is nowhere": change("buildings.value", 50, 3),
    "a founding stone in the air": change("buildings.stones", 0, 40),
    "two founding stones on one field": change("buildings.stones", 0, 29),
    "a number on two cards": change("cards.faces", 1, 61),
    "a card of the pile that somebody knows": change("cards.faces", 72, 72),
    "a card that was played still in a hand": change("cards.faces", 3, 8),
    "a card in two hands": change("cards.hands", 1, [3]),
    "a discard that nobody played": change("cards.discards", 0, 72),
    "a card gone from the pile": put("cards", "top", 40),
    "a face-down card for sale": change("cards.faces", 26, 0),
    "a tower card too many": change("cards.towers", 0, 2),
    "a noble in the air": change("nobles.on", 50, 1),
    "a noble too many in the supply": change("nobles.supply", 0, 6),
    "a noble of a seat that does not play": change("nobles.on", 9, 4 * 3 + 1),
    "a noble that nobody finds": put("nobles", "cells", ()),
    "a noble that his seat does not find": put("nobles", "own", [(), ()]),
    "a debt": change("money", 0, -5),
    "money hidden at an open table": change("money", 0, -1),
    "a seat on turn that is out": change("out", 1, 1),
    "an end while the game goes on": put("", "end", "blocks"),
    "a seat without an account": put("", "passed", [0]),
    "a noble step with nothing built": put("", "step", "noble"),
}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_tampering_is_noticed(tampering: str) -> None:
    state = under_way().state
    TAMPERINGS[tampering](state)
    assert state.problems() != []
