"""One search for all games: whole turns, tried in worlds that fit what a seat knows."""
