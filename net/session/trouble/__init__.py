"""When something is wrong.

Copies of the game differ (:mod:`.halt`), so the game stops (:mod:`.stopping`). A peer does what no honest program does
(:mod:`.blame`): its name and the evidence are kept.
"""
