"""The copies of a game contain the same shuffles, so each shuffle is examined once."""

from tests.net.session.examined import examined_once  # noqa: F401  - a fixture
