"""Puzzles: positions of the real engine in which one turn is far better than all others. "Find the best turn."

A puzzle is data (:mod:`.puzzle` reads it), :mod:`.making` makes it from games, :mod:`.shelf` finds it, :mod:`.rating` and
:mod:`.record` say how well somebody solves puzzles, :mod:`.page` lists what there is, and :mod:`.window` plays it.
"""
