"""The analysis of saved games."""
