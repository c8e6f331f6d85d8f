"""Randomness that is the same in every run: keys, shuffles and cards come from the name of the test.

Fair dealing draws from the system's randomness. So a test might fail once in a hundred runs because of the cards that came;
with this fixture it fails always or never. ``--chance WORD`` gives other cards, the same again for the same word.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator

import pytest


def draw_for(request: pytest.FixtureRequest, patch: pytest.MonkeyPatch) -> None:
    """Let :mod:`secrets` draw from the name of a test or module."""
    source = random.Random(request.config.getoption("--chance") + request.node.nodeid)
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
