"""The analysis of saved games: what it thinks of a file, kept from one time to the next. Knows no window."""
