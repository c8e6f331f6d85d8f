"""Text is larger in large windows, and for who wants it so, as long as a page still has its room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from client.scale import scale_for


@pytest.mark.parametrize(
    ("width", "height", "wanted", "scale"),
    [
        (960, 600, 100, 1.0),
        (960, 600, 150, 1.0),
        (1280, 720, 100, 1.0),
        (1280, 720, 125, 1.2),
        (1280, 720, 150, 1.2),
        (1600, 1000, 125, 1.25),
        (1600, 1000, 150, 1.5),
        (1920, 1080, 100, 1.2),
        (1920, 1080, 150, 1.8),
        (2560, 1440, 100, 1.4),
        (2560, 1440, 125, 1.75),
        (2560, 900, 150, 1.5),
    ],
)
def test_the_scale_follows_window_and_wish(width: int, height: int, wanted: int, scale: float) -> None:
    assert scale_for(QSize(width, height), wanted) == pytest.approx(scale)


def test_no_window_makes_text_smaller_than_usual() -> None:
    assert all(scale_for(QSize(width, 400), 150) == 1.0 for width in range(400, 960, 40))
