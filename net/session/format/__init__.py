"""The formats on the wire and in the file.

:mod:`.wire` turns bytes into typed values within limits, and back. :mod:`.entry` is one signed entry of the log,
:mod:`.charter` the agreement that a game is played under, and :mod:`.manners` the part of it that does not depend on the game.
:mod:`.text` cleans and limits text that other people write.
"""

from typing import Final

FORMAT: Final = 2
"""The newest format of game files; its number is the field ``alarife`` of line 1. Every format up to it is read here.

Games whose charter carries a board use format 2. All other games are written in format 1, which older programs read.
"""

WITHOUT_BOARD: Final = 1
"""The format of a game whose charter carries no board."""
