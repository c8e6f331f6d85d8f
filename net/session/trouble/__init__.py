"""When something is wrong.

If copies of the game differ (:mod:`.halt`), the game stops (:mod:`.stopping`). If a peer does what no honest program does
(:mod:`.blame`), its name and the evidence are kept. If a peer has played in two courses of the game, with others in each, the
signatures of both show it (:mod:`.both`).
"""
