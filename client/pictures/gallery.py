"""The pictures that were painted, and the one place to ask for more."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from PySide6.QtCore import QCoreApplication, QObject, QSize, Signal
from PySide6.QtGui import QImage

from client.look import theme
from client.pictures.painter import Painter
from client.pictures.request import Request

MOST = 240
"""So many pictures are kept, each a PNG file of some ten thousand bytes: those of every topic in two themes."""


class Gallery(QObject):
    """Keeps what is painted, by game, name, theme, language and size.

    Signals:
        painted: a picture is there now (its :class:`~client.pictures.request.Request`).
    """

    painted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: dict[Request, bytes] = {}
        self._painter = Painter(self._take)

    def image(self, request: Request, ratio: float = 1.0) -> QImage | None:
        """The picture; None while it is being painted. ``ratio`` is the pixels of the screen to one of the window."""
        content = self._kept.get(request)
        if content is None:
            self._painter.ask(request, first=True)
            return None
        image = QImage.fromData(content)
        image.setDevicePixelRatio(ratio)
        return image

    def foresee(self, requests: Iterable[Request]) -> None:
        """Have these painted when nothing else is: they will be asked for soon."""
        for request in requests:
            if request not in self._kept:
                self._painter.ask(request)

    def close(self) -> None:
        """Paint nothing more."""
        self._painter.close()

    def _take(self, request: Request, content: bytes) -> None:
        """In the painter's thread: keep it, and tell the window in its own."""
        while len(self._kept) >= MOST:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[request] = content
        self.painted.emit(request)


def request_for(game: str, name: str, language: str, size: QSize, scale: float, ratio: float) -> Request:
    """What to ask for to fill ``size`` (pixels of the window) in the theme of now."""
    pixels = (round(size.width() * ratio), round(size.height() * ratio))
    return Request(game, name, theme.palette().name, language, pixels, scale * ratio)


@cache
def gallery() -> Gallery:
    """The gallery of this program; its process begins with the first picture that is asked for, and ends with the program."""
    made = Gallery(QCoreApplication.instance())
    application = QCoreApplication.instance()
    if application is not None:
        application.aboutToQuit.connect(made.close)
    return made
