"""Torres."""

from rules.torres.game import Torres

__all__ = ["Torres"]
