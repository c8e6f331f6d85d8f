"""The list of games by the names of their packages, for callers that cannot wait until they are loaded."""

from __future__ import annotations

import pkgutil
from typing import Final

import rules

_SHARED: Final = ("bots", "loop", "search")
"""Packages that are no game but what games have in common."""


def is_game(name: str) -> bool:
    """Whether there is a game with this id."""
    packages = (module.name for module in pkgutil.iter_modules(rules.__path__) if module.ispkg)
    return name in {package.replace("_", "-") for package in packages if package not in _SHARED}
