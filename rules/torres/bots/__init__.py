"""The bots of Torres."""
