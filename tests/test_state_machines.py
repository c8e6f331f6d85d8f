"""The diagrams of ARCHITECTURE.md show the tables of states that the code has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from client.window.stage import STAGES, Stage
from net.link import STEPS, LinkStep
from net.session.agreements.leaving import FOLLOWING, LeavingStep
from net.session.lobby.common import GUEST, HOST, Phase
from net.session.traffic.gossip import GONE, LINKS, LinkState

TEXT = (Path(__file__).parent.parent / "ARCHITECTURE.md").read_text("utf-8")
DIAGRAM = re.compile(r"^### (.+?)\n(?:(?!^#).*\n)*?```mermaid\nstateDiagram-v2\n((?:.*\n)*?)```", re.MULTILINE)
STEP = re.compile(r" {4}(\S+) --> ([^\s:]+)(?:: .+)?")
OUTSIDE = "[*]"

MACHINES: dict[str, tuple[Mapping[Any, frozenset[Any]], Enum]] = {
    "Leaving a running game": (FOLLOWING, LeavingStep.STAYS),
    "The host's lobby": (HOST, Phase.SEATING),
    "A guest's lobby": (GUEST, Phase.CALLING),
    "The link to another peer": (LINKS, LinkState.CONNECTING),
    "One connection": (STEPS, LinkStep.OPENING),
    "The window and its table": (STAGES, Stage.AWAY),
}


def drawn() -> dict[str, list[tuple[str, str]]]:
    """The steps of each diagram, by its heading."""
    diagrams = {}
    for heading, lines in DIAGRAM.findall(TEXT):
        steps = [STEP.fullmatch(line) for line in lines.splitlines()]
        assert all(steps), f"{heading}: a line of its diagram is no step"
        diagrams[heading] = [(step[1], step[2]) for step in steps if step]
    return diagrams


def test_every_machine_is_drawn_and_every_diagram_is_a_machine() -> None:
    assert list(drawn()) == list(MACHINES)
    assert TEXT.count("stateDiagram-v2") == len(MACHINES)


@pytest.mark.parametrize("heading", MACHINES)
def test_a_diagram_has_the_steps_of_its_table(heading: str) -> None:
    table, first = MACHINES[heading]
    steps = drawn()[heading]
    assert len(set(steps)) == len(steps)
    inner = {step for step in steps if OUTSIDE not in step}
    assert inner == {(before.value, after.value) for before, following in table.items() for after in following}
    assert [after for before, after in steps if before == OUTSIDE] == [first.value]
    last = {before for before, after in steps if after == OUTSIDE}
    assert last >= {state.value for state, following in table.items() if not following}


def test_the_time_in_the_diagram_is_that_of_the_program() -> None:
    assert GONE == 2 * 60_000
    assert "gone: two minutes" in TEXT
