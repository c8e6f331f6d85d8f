"""Games that exist for tests alone. They are registered only while a test needs them, so that no other test meets them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rules import registry
from tests.games.orchard import Orchard


@contextmanager
def orchard_registered() -> Iterator[None]:
    """Registers the orchard for a while."""
    registry.register(Orchard)
    try:
        yield
    finally:
        del registry._games[Orchard.id]


@pytest.fixture(autouse=True)
def orchard() -> Iterator[None]:
    """For import into a test module or conftest: registers the orchard in each of its tests."""
    with orchard_registered():
        yield
