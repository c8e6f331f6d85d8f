"""The reasons for a turn of Burgenland that brings cards or a ?-tile."""

from __future__ import annotations

from rules.burgenland.reasons import burgenland_reasons
from rules.burgenland.state import BurgenlandState
from rules.contract import parse_move
from rules.message import Message, message
from rules.trial import Trial
from tests.rules.burgenland.table import Table, pays

FOUR = "joker joker joker joker"


def reasons(table: Table, *moves: str) -> list[Message]:
    """The reasons for these moves of the first seat, before anything is dealt."""
    trial = Trial(table.state.view(0))
    for move in moves:
        trial.play(parse_move(move))
    before, after = trial.base, trial.state
    assert isinstance(before, BurgenlandState)
    assert isinstance(after, BurgenlandState)
    return burgenland_reasons(before, after, [event for told in trial.events for event in told], 0)


def kinds(table: Table, *moves: str) -> list[str]:
    """The kinds of these reasons."""
    return [reason.kind for reason in reasons(table, *moves)]


def test_a_turn_that_brings_a_tile_says_so_and_speaks_of_no_cards() -> None:
    assert kinds(Table(jokers={0: 4}), "wall 4 2", *pays(FOUR)) == ["builds", "jokers", "tile"]


def test_a_turn_that_brings_cards_speaks_of_no_tile() -> None:
    assert kinds(Table(), "draw") == ["draws"]


def test_a_turn_that_brings_neither_speaks_of_neither() -> None:
    assert kinds(Table(jokers={0: 4}), "wall 4 1", *pays(FOUR)) == ["builds", "jokers", "swap-tile"]


def test_the_jokers_of_a_wall_and_of_its_square_are_counted_together() -> None:
    found = reasons(Table(jokers={0: 4}), "wall 6 1", *pays(FOUR))
    assert message("burgenland.reason.jokers", jokers=2) in found
    assert [reason.kind for reason in found] == ["builds", "jokers"]
