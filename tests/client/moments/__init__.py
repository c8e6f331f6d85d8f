"""Pictures of every page and of the important moments of each game, in every size, look and language: ``make moments``.

:mod:`.games` plays a whole game with good bots and finds the moments in it, :mod:`.tables` recreates each of them at a real
table window and paints it, and ``python -m tests.client.moments`` makes all pictures and a sheet of each kind to look at.
"""
