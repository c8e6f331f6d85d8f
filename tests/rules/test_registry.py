"""The registry knows all games before it loads any of them."""

import pytest

from rules.known import is_game
from rules.registry import games


def test_every_game_is_known_by_its_package():
    assert all(is_game(name) for name in games())


@pytest.mark.parametrize("name", ["loop", "bots", "big_boss", "message", "", "chess"])
def test_nothing_else_is_a_game(name):
    assert not is_game(name)
