"""The pages of the library: the games, the statistics, and the series."""
