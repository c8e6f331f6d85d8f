"""The common part of the views of games on boards of stacks: a player can turn the board."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QKeySequence, QShortcut

from client.boards.flatbutton import FlatView
from client.boards.stacks.turning import WAYS, TurnButtons
from client.boards.stacks.view import StackView
from client.boards.twoboards import TwoBoardView
from client.messages import Catalogue
from client.table.density import Density


class StackGameView(TwoBoardView):
    """See :class:`~client.boards.contract.GameView`. Its places are field numbers."""

    _view: StackView

    def __init__(self, catalogue: Catalogue, view: StackView, flat: FlatView, name: str, about: str) -> None:
        super().__init__(catalogue, view, flat, name, about, first=1)
        view.board.filling.connect(self._motion.finish)
        self._turning = TurnButtons(catalogue, view)
        self._turning.turned.connect(self.turn)
        for _, steps, key in WAYS:
            QShortcut(QKeySequence(key), view, lambda steps=steps: self.turn(steps))

    @property
    def rotated(self) -> int:
        """The side from which the board is seen, 0 to 3."""
        return self._view.board.side

    def turn(self, steps: int) -> None:
        """Turn the board by quarter turns."""
        self.skip()
        self._view.lose_pointer()
        self._view.board.turn(steps)
        self._view.refit()

    def set_speed(self, speed: float) -> None:
        """Set the speed of motions. Unless it is 0, the board may also take its time to change its size."""
        super().set_speed(speed)
        self._view.patient = speed > 0

    def panels_fitted(self, density: Density) -> Iterator[None]:
        """Fit the available space."""
        self._turning.set_density(density)
        yield from super().panels_fitted(density)

    def restyle(self) -> None:
        """Take the colours of the current theme."""
        super().restyle()
        self._turning.restyle()
