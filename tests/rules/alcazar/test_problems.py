"""A position accounts for every bridge, too: any tampering is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.alcazar.bridges import Bridge
from rules.alcazar.state import AlcazarState
from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.test_problems import change, put


def under_way() -> AlcazarTable:
    """Bridges from 17 to 67 over a gap and from 20 to 22 over the free field 21."""
    table = AlcazarTable(hands={0: [40]})
    table.castle(16, (1, 2, 1))
    table.castle(66, (1, 2, 1))
    table.villa(20)
    table.villa(22)
    table.noble(17, 0)
    table.noble(20, 0)
    table.play("bridge 17 67", "done", "buy-tower", "bridge 20 22", "done", "buy-tower")
    return table


def bridge(index: int, **values: int) -> Callable[[AlcazarState], None]:
    """Change a bridge."""

    def tamper(state: AlcazarState) -> None:
        bridges = state.buildings.bridges
        bridges[index] = bridges[index]._replace(**values)

    return tamper


def another(built: Bridge) -> Callable[[AlcazarState], None]:
    """One more bridge."""
    return lambda state: state.buildings.bridges.append(built)


TAMPERINGS: dict[str, Callable[[AlcazarState], None]] = {
    "a bridge gone": lambda state: state.buildings.bridges.clear(),
    "a bridge higher than it lies": bridge(0, level=4),
    "a bridge over another place": bridge(0, middle=73),
    "a bridge that is cut by its middle": bridge(1, under=1),
    "a bridge over a bridge": another(Bridge(20, 21, 22, 2, 0)),
    "a bridge between buildings": another(Bridge(22, 23, 24, 1, 0)),
    "a value without its bridge": change("buildings.value", 16, 5),
    "a level too many on a gap": change("buildings.level", 82, 4),
    "a gap without its building": change("buildings.of", 82, 0),
    "more bridges than there are": lambda state: put("buildings", "terms", state.buildings.terms._replace(bridges=1))(state),  # type: ignore[arg-type]
    "a noble in the air over a gap": change("nobles.on", 73, 1),
    "a noble step with nothing built": put("", "step", "noble"),
}


def test_every_bridge_is_accounted_for() -> None:
    state = under_way().state
    assert state.problems() == []
    assert state.buildings.bridges == [Bridge(17, 82, 67, 3, 0), Bridge(20, 21, 22, 2, 0)]


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_tampering_is_noticed(tampering: str) -> None:
    state = under_way().state
    TAMPERINGS[tampering](state)  # type: ignore[arg-type]
    assert state.problems() != []
