"""The published table of levels: what it says about each game, on the set-up page and in the documents."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from client.league.published import published
from client.lobby.levels import strength_text
from client.messages import catalogue
from net.api import PROGRAM
from rules.contract import offered_levels
from rules.registry import game, games
from tests.training.table import rows

DOCUMENT = Path(__file__).parents[3] / "docs" / "bots.md"

ENOUGH = 100
"""The least number of games of a pair before anything is published about it."""


def test_each_pair_has_enough_games_and_levels_that_tables_offer() -> None:
    assert published()
    for name, table in published().items():
        levels = [one.level for one in table.levels]
        offered = offered_levels(game(name))
        assert levels == [level for level in offered if level in levels]
        assert [(one.other, one.one) for one in table.pairs] == list(pairwise(levels))
        assert all(one.games >= ENOUGH and one.low <= one.part <= one.high for one in table.pairs)
        assert len(table.terms["commit"]) >= 7


@pytest.mark.parametrize("name", sorted(games()))
def test_the_set_up_page_says_how_strong_each_level_is(name: str) -> None:
    said = {level: strength_text(catalogue("en"), name, level) for level in offered_levels(game(name))}
    table = published().get(name)
    for level, text in said.items():
        pair = next((one for one in table.pairs if one.one == level), None) if table else None
        if pair is not None:
            assert f"{round(100 * pair.part)}%" in text
            assert str(pair.games) in text
        elif table is not None and table.standing(level) is not None:
            assert text == "The weakest level."
        else:
            assert text == "Its strength has not been measured yet."
    assert strength_text(catalogue("en"), name, PROGRAM) == ""


def test_the_document_has_the_same_figures() -> None:
    page = DOCUMENT.read_text("utf-8").splitlines()
    for name, table in published().items():
        for row in rows(name, table):
            assert row in page, name
