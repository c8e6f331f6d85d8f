"""The boards: one view per game, found by the game's id."""
