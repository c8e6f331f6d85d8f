"""The copies of a game contain the same shuffles and signatures, so each is examined once."""

from tests.net.session.examined import examined_once, verified_once  # noqa: F401  - fixtures
