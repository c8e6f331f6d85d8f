"""A picture on a page: it comes when it is painted, and again when the theme changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from client.look import theme
from client.messages import Catalogue
from client.pictures.gallery import gallery, request_for
from client.pictures.picture import WIDE
from client.pictures.request import Request


class PictureFrame(QWidget):
    """Shows a picture of a game in a given size (pixels at the usual size of text)."""

    def __init__(self, catalogue: Catalogue, size: QSize, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._catalogue = catalogue
        self._usual = size
        self._shown: tuple[str, str] | None = None
        gallery().painted.connect(self._came)

    def show_picture(self, game: str, name: str, said: str) -> None:
        """Show this picture; ``said`` is what a screen reader says of it."""
        self._shown = (game, name)
        self.setAccessibleName(said)
        self._ask()

    @property
    def request(self) -> Request | None:
        """What to ask the gallery for, or None as long as nothing is to be shown."""
        if self._shown is None:
            return None
        scale = self.sizeHint().width() / WIDE
        return request_for(*self._shown, self._catalogue.language, self.sizeHint(), scale, self.devicePixelRatioF())

    def sizeHint(self) -> QSize:
        """As large as the text is."""
        return self._usual * theme.scale()

    def _ask(self) -> None:
        if self.isVisible():
            QTimer.singleShot(0, self, self.update)  # the page is seen first

    def showEvent(self, event: QShowEvent) -> None:
        """The page is shown."""
        super().showEvent(event)
        self._ask()

    def changeEvent(self, event: QEvent) -> None:
        """Another theme or text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()
            self.update()

    def _came(self, request: Request) -> None:
        if request == self.request:
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The picture, or its room."""
        painter = QPainter(self)
        request = self.request
        image = gallery().image(request, self.devicePixelRatioF()) if request is not None else None
        if image is not None and not image.isNull():
            painter.drawImage(0, 0, image)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(QColor(theme.palette().inset))
            painter.setPen(QPen(QColor(theme.palette().line), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.end()
