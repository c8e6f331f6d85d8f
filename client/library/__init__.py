"""The library of games: what the saved files hold, indexed so that thousands of them are listed at once.

The files are the truth. The index (:mod:`.index`), the thumbnails and the process that reads files (:mod:`.reader`) only make
looking at them quick, and all of it can be thrown away: it is made again from the files. Nothing here leaves this computer.
"""
