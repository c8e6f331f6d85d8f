"""The table window: everything around the board, the same for every game."""
