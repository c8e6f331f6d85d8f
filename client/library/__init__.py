"""The library of games: the saved files, indexed so that the window can list thousands of them at once.

The files are the truth. The index (:mod:`.index`), the thumbnails and the process that reads files (:mod:`.reader`) only speed
things up. Everything can be deleted and is made again from the files. Nothing here leaves this computer.
"""
