"""The view of the loop board."""

from __future__ import annotations

from client.boards.loop.scene import BoardScene
from client.boards.stacks.projection import Spots
from client.boards.stacks.view import StackView


class BoardView(StackView):
    """Shows a :class:`~.scene.BoardScene`."""

    kind: type[BoardScene] = BoardScene
    """The class of the game's scene."""

    board: BoardScene

    def make_scene(self, spots: Spots) -> BoardScene:
        """The scene to show."""
        return self.kind(spots, 64, empty=True)  # painted once it has a size
