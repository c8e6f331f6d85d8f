"""Watches every step from state to state that an object takes."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

import pytest

Seen = set[tuple[str, str, str]]
"""Steps: the kind of object, its state, the next one."""


def watched(patch: pytest.MonkeyPatch, kind: type, state: str, table: Mapping[Any, frozenset[Any]], seen: Seen) -> None:
    """Fail a test if an object of this kind takes a step that its table does not have.

    Args:
        patch: takes everything back after the test.
        kind: the class of the objects.
        state: the attribute or property that holds their state.
        table: by state the states that may follow.
        seen: takes the steps.
    """

    def changed(self: object, name: str, value: object) -> None:
        before: Enum | None = getattr(self, state, None)  # None while it is being made
        object.__setattr__(self, name, value)
        after: Enum | None = getattr(self, state, None)
        if before is not None and after is not None and after is not before:
            seen.add((kind.__name__, before.value, after.value))
            assert after in table[before], f"{kind.__name__}: {before.value} is followed by {after.value}"

    patch.setattr(kind, "__setattr__", changed, raising=False)
