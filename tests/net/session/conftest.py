"""The tests of the session play a small game of their own."""

from tests.games import orchard  # noqa: F401  - a fixture
