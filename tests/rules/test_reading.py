"""Data files are read once, but damage is found each time."""

from __future__ import annotations

import pytest

from net.rulebook import shipped_file
from rules.contract import RulesError, complete_options
from rules.reading import Reading
from rules.registry import games


def test_equal_content_is_read_once_and_changed_content_again() -> None:
    seen: list[object] = []

    def read(content: object) -> int:
        seen.append(content)
        return len(seen)

    reading = Reading(read)
    assert [reading({"a": [1, 2]}), reading({"a": [1, 2]}), reading({"a": [1, 3]})] == [1, 1, 2]
    changed: dict[str, object] = {"a": [1, 3]}
    assert reading(changed) == 2
    changed["a"] = [1, 4]  # the same object, changed by its owner
    assert reading(changed) == 3


def test_numbers_that_only_compare_equal_count_as_changed_content() -> None:
    reading = Reading(type)
    found = [repr(Reading(lambda content: content)(value)) for value in (1, True, 1.0)]
    assert found == ["1", "True", "1.0"]
    assert [reading(1), reading(True), reading(1.0)] == [int, bool, float]


def test_nothing_is_remembered_of_damaged_content() -> None:
    reading = Reading(lambda content: 1 // int(str(content)))
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            reading(0)
    assert reading(1) == 1


@pytest.mark.parametrize("name", [name for name, rules in games().items() if rules.data])
def test_a_game_refuses_a_damaged_file_after_it_has_read_a_good_one(name: str) -> None:
    game = games()[name]
    data = {file: shipped_file(file) for file in game.data}
    options = complete_options(game, {})
    before = game.start(game.seats[0], options, data).facts()
    with pytest.raises(RulesError):
        game.start(game.seats[0], options, {file: {} for file in game.data})
    assert game.start(game.seats[0], options, data).facts() == before
