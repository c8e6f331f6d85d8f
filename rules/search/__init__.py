"""One search for all games: it tries whole turns in worlds that agree with what a seat knows."""
