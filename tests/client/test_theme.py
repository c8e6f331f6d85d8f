"""The look: text can be read in both themes, seats can be told apart."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFontDatabase

from client.look import theme

GROUNDS = ("table", "panel", "raised", "bar", "inset")


@pytest.mark.parametrize("colours", [theme.DARK, theme.LIGHT], ids=lambda colours: colours.name)
def test_text_has_enough_contrast(colours: theme.Palette) -> None:
    for text in ("text", "soft", "error", "good", "gold_text"):
        for ground in GROUNDS:
            assert theme.contrast(getattr(colours, text), getattr(colours, ground)) >= 4.5, (text, ground)
    assert theme.contrast(colours.ink, colours.card) >= 4.5
    assert theme.contrast(colours.ink_soft, colours.card) >= 4.5
    assert theme.contrast(colours.on_gold, colours.gold) >= 4.5


def test_every_seat_has_its_own_colour_and_shape(qapp) -> None:
    pictures = {bytes(theme.seat_icon(seat, 32).toImage().constBits()) for seat in range(5)}
    assert len(pictures) == 5
    assert len({str(theme.seat_path(seat, 32)) for seat in range(5)}) == 5
    assert len(set(theme.SEAT_SHAPES)) == len(set(theme.SEAT_COLOURS)) == 5


def test_the_shipped_fonts_load(qapp) -> None:
    assert {theme.SANS, theme.SERIF} <= set(theme.load_fonts())
    assert theme.SERIF in QFontDatabase.families()


def test_no_text_is_smaller_than_eleven_pixels(qapp) -> None:
    assert theme.font(8).pixelSize() == 11


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_style_sheet_leaves_no_placeholder(scale: float) -> None:
    for colours in (theme.DARK, theme.LIGHT):
        sheet = theme.style_sheet(colours, scale)
        assert "<<" not in sheet
        assert "{" in sheet
        assert theme.GOLD in sheet
