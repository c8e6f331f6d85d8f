"""Text is larger in large windows, and on request, as long as a page still fits."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize

from client.look.scale import first_size, scale_for


@pytest.mark.parametrize(
    ("width", "height", "wanted", "scale"),
    [
        (960, 600, 100, 1.0),
        (960, 600, 150, 1.0),
        (1280, 720, 100, 1.0),
        (1024, 640, 150, 1.05),
        (1280, 720, 125, 1.25),
        (1280, 720, 150, 1.35),
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


def test_no_window_with_the_least_room_makes_text_smaller_than_usual() -> None:
    assert all(scale_for(QSize(width, 600), 150) == 1.0 for width in range(800, 960, 40))


@pytest.mark.parametrize(("width", "height", "scale"), [(853, 533, 0.85), (640, 600, 0.8), (427, 267, 0.4)])
def test_a_screen_with_less_room_shows_everything_smaller(width: int, height: int, scale: float) -> None:
    assert scale_for(QSize(width, height), 150) == pytest.approx(scale)


@pytest.mark.parametrize(
    ("room", "size"),
    [((3840, 2160), (3072, 1728)), ((1920, 1040), (1536, 832)), ((1280, 770), (1280, 720)), ((1024, 640), (1024, 640))],
)
def test_the_first_window_uses_the_screen_and_fits_on_it(room: tuple[int, int], size: tuple[int, int]) -> None:
    assert first_size(QSize(*room)) == QSize(*size)
