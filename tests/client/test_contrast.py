"""Every text has the contrast that WCAG AA asks for: the style sheet's by its colours, painted text by its pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from client.look import theme
from rules.registry import games
from tests.client.painted import faint, faint_of, texts_of
from tests.client.table.sitting import sit_down
from tests.client.table.tables import Settings, advanced, begun

GROUNDS = ("table", "table_light", "panel", "raised", "bar", "inset")
"""The grounds on which text without a ground of its own may appear; text in ink appears on a card."""

COLOUR = re.compile(r"#[0-9a-f]{6}")
TEXTLESS = re.compile(r"^QFrame|::(handle|chunk|separator|indicator|sub-page|groove|add|sub)")
"""Parts without a text of their own. Text on a frame is a label, which the test checks on every ground."""


@pytest.fixture(scope="module", params=theme.PALETTES)
def look(request, styled: QApplication) -> Iterator[theme.Palette]:
    """Each theme in turn, applied once for all tests, because changing the look of a whole program takes long."""
    yield theme.apply(styled, request.param)
    theme.apply(styled, "dark")


def rules(colours: theme.Palette) -> Iterator[tuple[str, dict[str, str]]]:
    """The rules of the style sheet: their selectors and properties."""
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", theme.style_sheet(colours)):
        pairs = (part.partition(":") for part in body.split(";") if ":" in part)
        yield " ".join(selector.split()), {name.strip(): value.strip() for name, _, value in pairs}


def weak(colours: theme.Palette) -> dict[str, float]:
    """The pairs of text and ground in the style sheet with less contrast than 4.5:1; disabled widgets need not have it.

    A state of a widget that changes its ground alone keeps the text of the widget.
    """
    found = {}
    usual: dict[str, str] = {}
    for selectors, given in rules(colours):
        for selector in selectors.split(", "):
            if "disabled" in selector or TEXTLESS.search(selector):
                continue
            widget = re.sub(r"(?<!:):[a-z-]+", "", selector)
            text = given.get("color", usual.get(widget, colours.text))
            usual.setdefault(widget, text)
            own = COLOUR.findall(given.get("background", ""))
            if not own and "color" not in given:
                continue
            elsewhere = (colours.card,) if text == colours.ink else tuple(getattr(colours, name) for name in GROUNDS)
            for ground in own or elsewhere:
                if theme.contrast(text, ground) < 4.5:
                    found[f"{selector}: {text} on {ground}"] = round(theme.contrast(text, ground), 2)
    return found


def test_the_style_sheet_has_no_weak_text(look: theme.Palette) -> None:
    assert len([selector for selector, given in rules(look) if "color" in given]) > 20
    assert weak(look) == {}
    assert len(weak(look._replace(soft="#777777"))) > 5, "what cannot be read is found"


def test_the_colours_that_qt_takes_have_contrast(look: theme.Palette) -> None:
    made = theme.qt_palette(look)
    for text, ground in (
        (made.windowText(), made.window()),
        (made.text(), made.base()),
        (made.placeholderText(), made.base()),
        (made.text(), made.alternateBase()),
        (made.buttonText(), made.button()),
        (made.toolTipText(), made.toolTipBase()),
        (made.highlightedText(), made.highlight()),
        (made.link(), made.window()),
        (made.link(), made.base()),
    ):
        assert theme.contrast(text.color(), ground.color()) >= 4.5, (text.color().name(), ground.color().name())


def test_the_focus_is_visible(look: theme.Palette) -> None:
    for ground in GROUNDS:
        assert theme.contrast(look.focus, getattr(look, ground)) >= 3, ground


@pytest.mark.parametrize("game", games())
def test_painted_text_at_a_table_can_be_read(look: theme.Palette, qtbot, game: str) -> None:
    """Beside the towers, and beside the flat board at the same window."""
    state, dealer = begun(3, 1, start=0, name=game)
    advanced(state, dealer, 30)
    window, _ = sit_down(qtbot, game, (state, dealer), "hbr", Settings())
    for flat in (False, True):
        window.frame.top.buttons["flat"].setChecked(flat)
        QApplication.processEvents()
        assert window.frame.is_flat == flat
        texts, ground = texts_of(window)
        assert len(texts) > 10
        assert list(faint_of(texts, ground)) == []


@pytest.mark.parametrize("page", ["start", "library", "statistics"])
def test_painted_text_on_a_page_can_be_read(person, look: theme.Palette, page: str) -> None:
    anna = person("Anna")
    anna.settings.theme = look.name
    anna.window.restyle()
    if page != "start":
        anna.window.pages.show_library()
        anna.click(f"library-tab-{page.replace('library', 'games')}")
    QApplication.processEvents()
    assert list(faint(anna.window)) == []


class _Grey(QWidget):
    """Paints a legible word, and one that is hardly legible."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor("#808080"))
        painter.setFont(theme.font(13))
        painter.setPen(QColor("#000000"))
        painter.drawText(self.rect(), 0, "clear")
        painter.setPen(QColor("#999999"))
        painter.drawText(self.rect().adjusted(0, 40, 0, 0), 0, "faint")
        painter.end()


def test_a_hardly_legible_text_is_found(styled, qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    inside = _Grey(window)
    inside.setGeometry(30, 20, 200, 100)
    window.show()
    assert [text.said for text in texts_of(window)[0]] == ["clear", "faint"]
    assert texts_of(window)[0][1].room[:2] == (30, 60)
    [said] = faint(window)
    assert said.startswith("faint: #ff999999 on #808080, 1.")
