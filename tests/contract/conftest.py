"""Every setting is played once, and all laws check that walk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contract.settings import Setting, settings
from tests.contract.walk import Walk, walk_of
from tests.net.session.examined import verified_once  # noqa: F401  - a fixture


@pytest.fixture(scope="session", params=settings(), ids=str)
def setting(request: pytest.FixtureRequest) -> Setting:
    """Every setting. Tests of the same setting come one after the other, so that they share its walk."""
    assert isinstance(request.param, Setting)
    return request.param


@pytest.fixture(scope="session")
def walk(setting: Setting) -> Iterator[Walk]:
    """A whole random game of the setting, for all laws. None of them may change a position in it."""
    walk = walk_of(setting)
    yield walk
    with walk.kept():
        for place in walk:
            assert place.position.facts() == place.facts, "looking, or playing on, changed a position"
