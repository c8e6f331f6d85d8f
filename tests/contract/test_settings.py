"""Any two parts of a game occur together in some setting that is tried."""

from __future__ import annotations

from itertools import combinations

import pytest

from rules.registry import games
from tests.contract.settings import settings


@pytest.mark.parametrize("name", games())
def test_every_two_parts_of_a_setting_meet_in_one_that_is_tried(name: str) -> None:
    """Every seat count and every value of the house rules that are on or off."""
    rules = games()[name]
    simple = [option for option in rules.options if len(option.choices) == 2]
    values = {"seats": rules.seats, **{option.name: option.choices for option in simple}}
    tried = [{"seats": one.seats, **one.options} for one in settings(name)]
    for first, second in combinations(values, 2):
        met = {(one[first], one[second]) for one in tried}
        assert met == {(left, right) for left in values[first] for right in values[second]}, (first, second)
