"""What all tests share."""

from __future__ import annotations

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", type=int, default=60, metavar="N", help="random games per game and seat count (default 60)")
    parser.addoption("--witness", type=int, default=60, metavar="N", help="damaged files for the second verifier (default 60)")
