"""Interactive lessons: positions of the real engine on the real board, one thing at a time.

A lesson is data (:mod:`.lesson` reads it, ``docs/writing-a-lesson.md`` explains it), :mod:`.course` runs it without a screen,
:mod:`.window` shows it, :mod:`.shortgame` is the game at its end, and :mod:`.page` lists what there is to learn.
"""
