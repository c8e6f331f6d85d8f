"""The games that the second verifier reads are dealt alike in every run."""

from tests.chance import same_chance, same_chance_in_module  # noqa: F401  - fixtures
