"""A position as a picture file, painted without a window on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QSize
from PySide6.QtWidgets import QToolButton

from client.boards import board_view
from client.boards.contract import Shown
from client.look import theme
from client.look.scale import scale_for
from client.messages import catalogue
from client.table.frame import TableFrame
from client.table.players import player_infos
from net.disk import write_whole
from rules.contract import State


def save_picture(
    path: Path,
    game: str,
    state: State,
    names: Sequence[str],
    seat: int | None = None,
    size: tuple[int, int] = (1600, 900),
    flat: bool = False,
    look: str = "dark",
    language: str = "en",
) -> None:
    """Paint a whole table into a PNG file.

    Args:
        path: the file; raises :class:`OSError` if it cannot be written, and an older file stays then.
        game: id of the game.
        state: the position; cards that it does not know stay hidden.
        names: the players by seat.
        seat: the seat whose hand is shown; None for the seat on turn, as far as the position knows its cards.
        size: width and height in pixels.
        flat: the flat board instead of the towers.
        look: ``dark`` or ``light``.
        language: the language of its texts.
    """
    app = theme.application()
    theme.apply(app, look, scale_for(QSize(*size)))
    words = catalogue(language)
    view = board_view(game)(words)
    frame = TableFrame(view, words, game)
    frame.resize(*size)
    frame.set_flat(flat)
    hand = seat if seat is not None else state.turn
    shown = Shown(state, seat, (), tuple(names), hand)
    frame.present(shown, lambda: player_infos(view, words, state, names))
    frame.talk.hide()
    for button in frame.findChildren(QToolButton):
        button.hide()  # nobody can press a button in a picture
    frame.prompt.ask(words.text(state.prompt(), names), False)
    frame.ensurePolished()
    frame.grab()  # lays out widgets that were never shown
    app.sendPostedEvents()  # applies sizes that changed while it was filled
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not frame.grab().save(buffer, "PNG"):
        raise MemoryError("no room for the picture")
    write_whole(path, bytes(buffer.data().data()))
