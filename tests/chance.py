"""Randomness that is the same in every run: keys, shuffles and cards come from the name of the test.

Fair dealing draws from the system's randomness. So a test might fail once in a hundred runs because of the cards that came;
with this fixture it fails always or never. ``--chance WORD`` gives other cards, the same again for the same word.

Where most tests of a file begin with the same table, they draw alike (:func:`alike`): then they begin with the same keys and
shuffles as well, which are computed once (:mod:`tests.remembered`).
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator

import pytest


def draw_for(request: pytest.FixtureRequest, patch: pytest.MonkeyPatch, name: str = "") -> None:
    """Let :mod:`secrets` draw from this name, otherwise from that of the test or module."""
    source = random.Random(request.config.getoption("--chance") + (name or request.node.nodeid))
    patch.setattr(secrets, "token_bytes", source.randbytes)
    patch.setattr(secrets, "randbelow", source.randrange)
    patch.setattr(secrets, "SystemRandom", lambda: random.Random(source.randbytes(16)))


@pytest.fixture(scope="module", autouse=True)
def same_chance_in_module(request: pytest.FixtureRequest) -> Iterator[None]:
    """For the fixtures of a module."""
    with pytest.MonkeyPatch.context() as patch:
        draw_for(request, patch)
        yield


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test."""
    draw_for(request, monkeypatch)


def alike(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a test that draws as all tests of its file do, but not as the fixtures of the module."""
    draw_for(request, monkeypatch, f"every test of {request.node.nodeid.partition('::')[0]}")
