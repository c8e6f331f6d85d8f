"""The process that paints pictures, so that the window does not wait for them."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING

from client.system.errands import Errands, serve

if TYPE_CHECKING:
    from client.pictures.request import Request


REST_SECONDS = 120.0
"""How long the idle process stays, in seconds: starting it takes longer than painting."""


class Painter(Errands["Request", bytes]):
    """Paints one picture after the other. If no process can be started, it paints nothing."""

    def __init__(self, answer: Callable[[Request, bytes], None]) -> None:
        """``answer`` receives every picture as a PNG file, in a thread; empty if there is none."""
        super().__init__("alarife-pictures", _serve, answer=answer, rest=REST_SECONDS)

    def _without(self, _task: Request) -> bytes:
        return b""

    def _given_up(self, _task: Request) -> bytes:
        return b""


def _serve(pipe: Connection) -> None:
    from client.pictures.painting import painted

    serve(pipe, painted)
