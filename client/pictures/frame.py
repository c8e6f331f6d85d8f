"""A picture on a page, which appears once painted, and is painted again when the theme changes."""

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
        """Show this picture; ``said`` is its description for screen readers."""
        self._shown = (game, name)
        self.setAccessibleName(said)
        self._ask()

    @property
    def request(self) -> Request | None:
        """The request for the gallery, or None while there is nothing to show."""
        if self._shown is None:
            return None
        scale = self.sizeHint().width() / WIDE
        return request_for(*self._shown, self._catalogue.language, self.sizeHint(), scale, self.devicePixelRatioF())

    def sizeHint(self) -> QSize:
        """The size, which follows that of text."""
        return self._usual * theme.scale()

    def _ask(self) -> None:
        if self.isVisible():
            QTimer.singleShot(0, self, self.update)  # the page is shown first

    def showEvent(self, event: QShowEvent) -> None:
        """Request the picture, now that the page is shown."""
        super().showEvent(event)
        self._ask()

    def changeEvent(self, event: QEvent) -> None:
        """Adapt to another theme or text size."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.updateGeometry()
            self.update()

    def _came(self, request: Request) -> None:
        if request == self.request:
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture, or nothing until it is ready."""
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
