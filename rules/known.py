"""Which games there are, from the names of their packages alone: for callers that must not spend the time to load them."""

from __future__ import annotations

import pkgutil
from typing import Final

import rules

_SHARED: Final = ("bots", "loop", "search")
"""Packages that games share and that are not games."""


def is_game(name: str) -> bool:
    """Whether there is a game with this id."""
    packages = (module.name for module in pkgutil.iter_modules(rules.__path__) if module.ispkg)
    return name in {package.replace("_", "-") for package in packages if package not in _SHARED}
