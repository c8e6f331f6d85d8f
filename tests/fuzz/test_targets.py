"""A little fuzzing in every test run: seeds as they are, spoilt ones, and the ideas of hypothesis."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.targets import mutant, reshaped, targets
from tests.games import orchard, orchard_registered  # noqa: F401  - a fixture

with orchard_registered():
    TARGETS = targets()

HEAVY = {
    "datagrams",
    "server",
    "address_book",
    "gamefile",
    "session",
    "lobby",
    "host",
    "watching",
    "gallery",
    "played",
    "dealing",
}


@pytest.mark.parametrize("name", TARGETS)
def test_spoilt_inputs_do_no_harm(name):
    target = TARGETS[name]
    rng = random.Random(name)
    for seed in target.seeds:
        target.run(seed)
    for _ in range(300 if name in HEAVY else 3000):
        target.run(mutant(rng, target.seeds))
        target.run(reshaped(rng, rng.choice(target.seeds)))


@pytest.mark.parametrize("name", sorted(set(TARGETS) - HEAVY))
@given(data=st.binary(max_size=300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_arbitrary_bytes_do_no_harm(name, data):
    TARGETS[name].run(data)
