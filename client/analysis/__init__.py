"""The analysis of saved games: its judgement of a file, stored for the next time. Uses no window."""
