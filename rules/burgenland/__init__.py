"""Burgenland."""

from rules.burgenland.game import Burgenland, check

__all__ = ["Burgenland", "check"]
