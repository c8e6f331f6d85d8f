"""The tests of the session play a small game of their own. All of them check leavings and lobbies against their tables.

The tests of a file draw the same keys and cards, because most of them begin with the same table.
"""

from __future__ import annotations

import pytest

from net.session.agreements.leaving import FOLLOWING, Leavings
from net.session.lobby.common import GUEST, HOST
from net.session.lobby.guest import GuestLobby
from net.session.lobby.host import HostLobby
from rules.compiled import form
from tests.chance import alike
from tests.games import orchard  # noqa: F401  - a fixture
from tests.net.session.examined import examined_once, verified_once  # noqa: F401  - fixtures
from tests.net.session.states import Seen, watched


@pytest.fixture(autouse=True)
def states(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """The steps seen, as (kind, state, next state)."""
    seen: Seen = set()
    watched(monkeypatch, Leavings, "step", FOLLOWING, seen)
    watched(monkeypatch, HostLobby, "phase", HOST, seen)
    watched(monkeypatch, GuestLobby, "phase", GUEST, seen)
    return seen


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In place of the one that draws from the name of the test."""
    alike(request, monkeypatch)


@pytest.fixture
def interpreted() -> None:
    """For a test that replaces a method of the session, or watches its attributes: compiled code takes no notice of that."""
    if form() == "compiled":
        pytest.skip("the session is compiled, so no part of it can be replaced")
