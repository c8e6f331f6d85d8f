"""Every painted moment of a game can be recreated, and nothing in it is cut off."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from client.look import theme
from client.look.scale import scale_for
from tests.client.moments.games import INTERIM, LEVELS, play
from tests.client.moments.tables import moments

SIZE = QSize(1920, 1080)

QUICKER = {"alcazar": "greedy", "big-boss": "greedy", "burgenland": "planner", "torres": "greedy"}
"""Quicker bots, because nobody looks at these pictures."""


@pytest.mark.long
@pytest.mark.parametrize("game", LEVELS)
def test_ten_moments_of_each_game_come_about(styled, game: str) -> None:
    theme.apply(styled, "light", scale_for(SIZE))
    try:
        shown = list(moments(play(game, QUICKER[game]), SIZE, "en", painted=False))
    finally:
        theme.apply(styled, "dark")
    assert [f"{moment.name}: {said}" for moment in shown for said in moment.cut] == []
    assert len({moment.name for moment in shown}) == len(shown) == 11 + (game in INTERIM)
    assert all(moment.picture.size() == SIZE for moment in shown)
