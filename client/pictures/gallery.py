"""The painted pictures, and the one place to request more."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from PySide6.QtCore import QCoreApplication, QObject, QSize, Signal
from PySide6.QtGui import QImage

from client.look import theme
from client.pictures.painter import Painter
from client.pictures.request import Request

MOST = 240
"""The number of pictures kept, each a PNG file of some ten thousand bytes: those of every topic in two themes."""


class Gallery(QObject):
    """Keeps painted pictures by game, name, theme, language and size.

    Signals:
        painted: a picture is ready (its :class:`~client.pictures.request.Request`).
    """

    painted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[Request, bytes] = {}
        self._painter = Painter(self.take)

    def image(self, request: Request, ratio: float = 1.0) -> QImage | None:
        """The picture; None while it is being painted. ``ratio`` is the number of screen pixels per window pixel."""
        content = self._kept.get(request)
        if content is None:
            self._painter.ask(request, first=True)
            return None
        image = QImage.fromData(content)
        image.setDevicePixelRatio(ratio)
        return image

    def foresee(self, requests: Iterable[Request]) -> None:
        """Have these painted when there is nothing else to paint, because they will soon be needed."""
        for request in requests:
            if request not in self._kept:
                self._painter.ask(request)

    def close(self) -> None:
        """Stop painting."""
        self._painter.close()

    def take(self, request: Request, content: bytes) -> None:
        """Called in the painter's thread: keep a picture, and tell the window in its own thread."""
        while len(self._kept) >= MOST:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[request] = content
        self.painted.emit(request)


def request_for(game: str, name: str, language: str, size: QSize, scale: float, ratio: float) -> Request:
    """The request for a picture that fills ``size`` (window pixels) in the current theme."""
    pixels = (round(size.width() * ratio), round(size.height() * ratio))
    return Request(game, name, theme.palette().name, language, pixels, scale * ratio)


@cache
def gallery() -> Gallery:
    """The program's gallery. Its process starts with the first requested picture, and ends with the program."""
    made = Gallery(QCoreApplication.instance())
    application = QCoreApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(made.close)
    return made
