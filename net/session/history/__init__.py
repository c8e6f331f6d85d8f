"""The log, and the position that it leads to.

:mod:`.log` holds the accepted entries and those that came too early. :mod:`.course` plays them: the position, and the peer that
may write next. :mod:`.keeping` saves them in a file. :mod:`.record` holds all three: one copy of the game. :mod:`.presence`
states which peers are at the table, :mod:`.tally` the time that the seats have used, and :mod:`.quiet` how far the table may go
back.
"""
