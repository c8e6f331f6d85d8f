"""What all tests share."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", type=int, default=60, metavar="N", help="random games per game and seat count (default 60)")
    parser.addoption("--quick", action="store_true", help="one setting and one golden game of each game stand for all of them")
    parser.addoption("--witness", type=int, default=60, metavar="N", help="damaged files for the second verifier (default 60)")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With ``--quick``, of the tests that are repeated for every setting or golden game keep the first one of each game."""
    if not config.getoption("quick"):
        return
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    stands: dict[tuple[str, str], object] = {}
    for item in items:
        given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
        one = given.get("setting", given.get("entry"))
        game = getattr(one, "game", None) or (one.get("game") if isinstance(one, dict) else None)
        if not isinstance(game, str) or not isinstance(item, pytest.Function):
            kept.append(item)
        else:
            first = stands.setdefault((item.nodeid.partition("[")[0], game), one)
            (kept if first is one or first == one else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)
