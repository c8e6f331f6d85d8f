"""What lessons and puzzles share: windows in which one person tries moves alone, among bots that only have names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import SignalInstance

from client.boards.contract import GameView
from client.messages import Catalogue
from client.table.frame import TableFrame
from client.table.turnbar import TurnBar
from net.session.format.text import Name, distinct, name_key
from rules.contract import Move


class Trying(Protocol):
    """A window with a board, its frame, and the bar of a turn."""

    view: GameView
    frame: TableFrame
    turn_bar: TurnBar

    @property
    def left(self) -> SignalInstance:
        """The person wants to go back."""

    def want(self, move: Move) -> None:
        """The person wants to make this move."""

    def confirm(self) -> None:
        """The person confirms the turn."""


def connect(window: Trying, undo: Callable[[], None], reset: Callable[[], None]) -> None:
    """Connect the board, the prompt and the bars of a window; ``undo`` takes back a move, ``reset`` the turn."""
    view, prompt, bar = window.view, window.frame.prompt, window.turn_bar
    view.wanted.connect(window.want)
    prompt.chosen.connect(window.want)
    prompt.pointed.connect(view.preview)
    window.frame.top.left.connect(window.left)
    bar.undone.connect(undo)
    bar.reset.connect(reset)
    bar.confirmed.connect(window.confirm)


def names_at(catalogue: Catalogue, name: str, seat: int, seats: int) -> tuple[str, ...]:
    """The players by seat: the person, whose ``name`` may be empty, and bots.

    A person who is called like one of these bots gets a number, since the sentences of lessons name the bots.
    """
    bots = [bot.strip() for bot in catalogue.text("client.bot-names").split(",")][: seats - 1]
    taken = {name_key(bot) for bot in bots}
    own = distinct(Name(name), taken) if name else catalogue.text("client.player", number=seat + 1)
    return (*bots[:seat], own, *bots[seat:])
