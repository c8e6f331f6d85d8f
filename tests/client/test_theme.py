"""The look: text can be read in both themes, seats can be told apart."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontDatabase, QGuiApplication, QPixmap

from client.look import surface, theme
from client.system.settings import SURFACES

GROUNDS = ("table", "panel", "raised", "bar", "inset")


@pytest.mark.parametrize("colours", list(theme.PALETTES.values()), ids=lambda colours: colours.name)
def test_text_has_enough_contrast(colours: theme.Palette) -> None:
    for text in ("text", "soft", "error", "good", "gold_text"):
        for ground in GROUNDS:
            assert theme.contrast(getattr(colours, text), getattr(colours, ground)) >= 4.5, (text, ground)
    assert theme.contrast(colours.ink, colours.card) >= 4.5
    assert theme.contrast(colours.ink_soft, colours.card) >= 4.5
    assert theme.contrast(colours.on_gold, colours.gold) >= 4.5


def test_the_theme_of_high_contrast_keeps_its_name() -> None:
    colours = theme.CONTRAST
    for text in ("text", "soft", "error", "good", "gold_text"):
        for ground in GROUNDS:
            assert theme.contrast(getattr(colours, text), getattr(colours, ground)) >= 7, (text, ground)
    assert theme.contrast(colours.ink_soft, colours.card) >= 7
    assert theme.contrast(colours.on_gold, colours.gold) >= 7


class _Hints:
    """Stands in for Qt's style hints, which report the look of the desktop."""

    def __init__(self, scheme: Qt.ColorScheme, contrast: Qt.ContrastPreference) -> None:
        self._scheme, self._contrast = scheme, contrast

    def colorScheme(self) -> Qt.ColorScheme:
        return self._scheme

    def accessibility(self) -> _Hints:
        return self

    def contrastPreference(self) -> Qt.ContrastPreference:
        return self._contrast


@pytest.mark.parametrize(
    ("scheme", "contrast", "look"),
    [
        (Qt.ColorScheme.Light, Qt.ContrastPreference.NoPreference, "light"),
        (Qt.ColorScheme.Unknown, Qt.ContrastPreference.NoPreference, "dark"),
        (Qt.ColorScheme.Light, Qt.ContrastPreference.HighContrast, "contrast"),
        (Qt.ColorScheme.Dark, Qt.ContrastPreference.HighContrast, "contrast"),
    ],
)
def test_a_system_that_asks_for_high_contrast_gets_it(monkeypatch, scheme, contrast, look: str) -> None:
    monkeypatch.setattr(QGuiApplication, "styleHints", lambda: _Hints(scheme, contrast))
    assert theme.chosen("system").name == look
    assert theme.chosen("light").name == "light"


def test_a_change_of_the_systems_wish_is_noticed(qapp) -> None:
    heard = []
    theme.on_system_look(lambda: heard.append(1))
    hints = QGuiApplication.styleHints()
    hints.accessibility().contrastPreferenceChanged.emit(Qt.ContrastPreference.HighContrast)
    assert heard == [1]


@pytest.fixture
def plain_again():
    """A table that a test has chosen is not there for the next one."""
    yield
    surface.choose("plain")


@pytest.mark.parametrize("look", theme.PALETTES)
@pytest.mark.parametrize("name", SURFACES)
def test_text_can_be_read_on_every_table(qapp, monkeypatch, plain_again, look: str, name: str) -> None:
    monkeypatch.setattr(theme, "_current", theme.PALETTES[look])
    surface.choose(name)
    picture = surface.painted(QSize(700, 500)).toImage()
    seen = {picture.pixelColor(x, y).rgb() for x in range(0, 700, 5) for y in range(0, 500, 5)}
    readable = [theme.contrast(theme.palette().text, QColor(rgb)) >= 4.5 for rgb in seen]
    assert sum(readable) >= 0.97 * len(seen), "a star or a joint may be brighter, no place where a word stands"
    assert picture == surface.painted(QSize(700, 500)).toImage(), "the same whenever it is painted"


def pixels(picture: QPixmap) -> bytes:
    image = picture.toImage()  # a name of its own: the pixels go with their image
    return bytes(image.constBits())


def test_tables_differ(qapp, plain_again) -> None:
    pictures = set()
    for name in SURFACES:
        surface.choose(name)
        pictures.add(pixels(surface.painted(QSize(200, 150))))
    assert len(pictures) == len(SURFACES)


def test_every_seat_has_its_own_colour_and_shape(qapp) -> None:
    pictures = {pixels(theme.seat_icon(seat, 32)) for seat in range(5)}
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
    for colours in theme.PALETTES.values():
        sheet = theme.style_sheet(colours, scale)
        assert "<<" not in sheet
        assert "{" in sheet
        assert colours.gold in sheet
