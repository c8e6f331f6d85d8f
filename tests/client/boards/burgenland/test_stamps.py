"""Stamped drawings look like painted ones, on whole pixels, and do not fill the memory."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from client.boards.burgenland import stamps
from client.table import art

NAME = "burgenland/built-house"


def paint(painter: QPainter, where: QRectF) -> None:
    art.paint(painter, NAME, where)


def picture(where: QRectF, stamped: bool, ratio: float = 1.0, turn: float = 0.0) -> QImage:
    image = QImage(200, 200, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.darkGreen)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(10, 20)
    painter.rotate(turn)
    if stamped:
        stamps.stamp(painter, where, (NAME,), paint)
    else:
        paint(painter, where)
    painter.end()
    return image


def furthest(one: QImage, other: QImage) -> int:
    """The largest difference between two pictures in any byte."""
    return max(abs(first - second) for first, second in zip(bytes(one.constBits()), bytes(other.constBits()), strict=True))


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.usefixtures("qapp")
def test_a_stamp_on_whole_pixels_looks_like_the_drawing(ratio: float) -> None:
    where = QRectF(7, 9, 30, 44)
    for _ in range(2):  # rendered, and copied
        assert furthest(picture(where, True, ratio), picture(where, False, ratio)) <= 16
    assert picture(where, False, ratio) != picture(QRectF(), False, ratio)


@pytest.mark.usefixtures("qapp")
def test_a_stamp_between_pixels_moves_to_the_nearest() -> None:
    assert picture(QRectF(7.3, 8.8, 30.2, 43.9), True) == picture(QRectF(7, 9, 30, 44), True)


@pytest.mark.usefixtures("qapp")
def test_turned_and_large_drawings_are_painted_where_they_are_wanted() -> None:
    kept = len(stamps._made)
    assert picture(QRectF(7.3, 8.8, 30, 44), True, turn=30) == picture(QRectF(7.3, 8.8, 30, 44), False, turn=30)
    large = QRectF(0.5, 0.5, stamps.LARGEST + 1, stamps.LARGEST + 1)
    assert picture(large, True) == picture(large, False)
    assert len(stamps._made) == kept


class Plot(QWidget):
    """A place on a board: one drawing in the middle."""

    stamped = True

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        where = QRectF(7, 9, 30, 44)
        stamps.stamp(painter, where, (NAME,), paint) if self.stamped else paint(painter, where)
        painter.end()


def test_a_stamp_stays_in_its_widget_wherever_that_lies_in_the_window(qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    plot = Plot(window)
    plot.setGeometry(60, 80, 50, 60)
    stamped = window.grab().toImage()
    plot.stamped = False
    assert furthest(stamped, window.grab().toImage()) <= 16


@pytest.mark.usefixtures("qapp")
def test_only_so_many_are_kept() -> None:
    for high in range(stamps.KEPT + 10):
        image = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        painter = QPainter(image)
        stamps.stamp(painter, QRectF(0, 0, 1, 1), ("kept", high), lambda _painter, _where: None)
        painter.end()
    assert len(stamps._made) == stamps.KEPT
    assert (("kept", stamps.KEPT + 9), 1, 1) in stamps._made
    assert (("kept", 0), 1, 1) not in stamps._made
