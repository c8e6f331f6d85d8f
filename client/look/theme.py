"""The look that all windows share: colours, seat shapes, fonts and one style sheet.

Gold means "you can do this now" and nothing else. A seat has the same colour *and* shape everywhere.

A widget chooses its look by a ``role`` property (``widget.setProperty("role", "primary")``).

=========== ============================ ==========================================================
widget      role                         looks
=========== ============================ ==========================================================
QPushButton primary                      gold: the one thing to do now
QPushButton danger                       leaves or gives up something
QPushButton link                         no frame, for small side ways
QPushButton choice, action               one of a few to choose from (checkable); a large one that holds labels
QPushButton answer                       something that can be done now, under the prompt
QPushButton mark                         only a small drawing, on a card
QToolButton (none), portrait             icon button of a bar, the own portrait
QFrame      panel, inset, bar, card      panel on the table, sunk field, top bar, light sheet
QFrame      notice                       a sentence across the window
QLabel      hero, display, page          the program's name, large serif title, title of a page
QLabel      title, strong, heading       bold line, the same a little smaller, small spaced heading
QLabel      soft, small, error, good     quieter text, 12 px text, something failed, something went well
QLabel      prompt, links                pills of the table, coloured by their ``mood``; ``bar-title`` in the top bar
QListWidget talk                         lines of log and chat, without a frame
QListView   games                        rows of the library, without a frame
=========== ============================ ==========================================================
"""

from __future__ import annotations

import math
import sys
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPainter, QPainterPath, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QApplication

from client.resource import FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from PySide6.QtWidgets import QWidget

GOLD = "#f2c14e"
"""The colour of possible actions; nothing else is gold."""

SEAT_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#F0E442")
"""Seat 0 to 4: blue, vermilion, green, pink, yellow (a palette that colour-blind people can tell apart)."""

SEAT_SHAPES = ("circle", "square", "diamond", "triangle", "star")

SANS = "Inter"
SERIF = "Vollkorn"


class Palette(NamedTuple):
    """The colours of one theme, as ``#rrggbb``.

    Text colours (``text``, ``soft``, ``error``, ``good``, ``gold_text``) keep a contrast of 4.5:1 or more on ``table``,
    ``panel`` and ``raised``; ``ink`` and ``ink_soft`` do on ``card``; ``on_gold`` does on ``gold``.
    """

    name: str
    table: str
    table_light: str
    bar: str
    panel: str
    raised: str
    inset: str
    line: str
    text: str
    soft: str
    error: str
    good: str
    gold_text: str
    gold_rim: str
    on_gold: str
    card: str
    card_line: str
    ink: str
    ink_soft: str
    lawn: str
    lawn_dark: str
    rim: str
    rim_dark: str
    focus: str
    can: str
    gold: str = GOLD
    dark: bool = True


DARK = Palette(
    name="dark",
    table="#141b21",
    table_light="#2b3c47",
    bar="#10161b",
    panel="#1e2931",
    raised="#293740",
    inset="#162028",
    line="#374954",
    text="#f4efe4",
    soft="#b4c0c5",
    error="#ff9d8c",
    good="#7dd3a4",
    gold_text=GOLD,
    gold_rim=GOLD,
    on_gold="#2a1d05",
    card="#f4ead3",
    card_line="#cdb98f",
    ink="#38291a",
    ink_soft="#69543a",
    lawn="#5f8a74",
    lawn_dark="#45705c",
    rim="#8a5a3f",
    rim_dark="#4d2f21",
    focus="#ffffff",
    can="#2d2615",
)

LIGHT = Palette(
    name="light",
    table="#d9cbb0",
    table_light="#f3ead7",
    bar="#fbf6ea",
    panel="#fbf6ea",
    raised="#f1e8d4",
    inset="#fffdf7",
    line="#cfbf9f",
    text="#2b2218",
    soft="#5a4c39",
    error="#a3261a",
    good="#155c37",
    gold_text="#704700",
    gold_rim="#b57f0d",
    on_gold="#2a1d05",
    card="#fffaee",
    card_line="#cdb98f",
    ink="#38291a",
    ink_soft="#69543a",
    lawn="#7ba58c",
    lawn_dark="#5d8a72",
    rim="#a56d4d",
    rim_dark="#6f4630",
    focus="#1b4f7a",
    can="#fff3d0",
    dark=False,
)

CONTRAST = Palette(
    name="contrast",
    table="#000000",
    table_light="#101418",
    bar="#000000",
    panel="#000000",
    raised="#1c1c1c",
    inset="#000000",
    line="#d0d0d0",
    text="#ffffff",
    soft="#e6e6e6",
    error="#ffb8ac",
    good="#9bf0bd",
    gold_text="#ffd95a",
    gold_rim="#ffd95a",
    on_gold="#000000",
    card="#ffffff",
    card_line="#000000",
    ink="#000000",
    ink_soft="#2a2a2a",
    lawn="#3d6a55",
    lawn_dark="#20402f",
    rim="#6b4630",
    rim_dark="#2c1a11",
    focus="#ffffff",
    can="#3d3200",
    gold="#ffd95a",
)
"""For people with low vision: white on black, every text at 7:1 or more."""

PALETTES = {palette.name: palette for palette in (DARK, LIGHT, CONTRAST)}

LEAST_TEXT = 11
"""The height of the smallest text, in screen pixels; on a scaled desktop, the window's pixels are larger."""

_current = DARK
_scale = 1.0
_least = LEAST_TEXT


def palette() -> Palette:
    """The current colours."""
    return _current


def scale() -> float:
    """The current scale of text and padding; hand-painted parts follow it, too."""
    return _scale


def chosen(theme: str) -> Palette:
    """The palette for a setting: a theme's name, or ``system`` for what the system prefers."""
    return PALETTES.get(system_look() if theme == "system" else theme, DARK)


def system_look() -> str:
    """The system's preference: ``contrast`` for high contrast, else ``light`` or ``dark``; ``dark`` if it has none.

    The first call takes long, because Qt makes all of its enumerations for the answer.
    """
    from PySide6.QtCore import Qt

    hints = QGuiApplication.styleHints()
    if hasattr(hints, "accessibility") and hints.accessibility().contrastPreference() == Qt.ContrastPreference.HighContrast:
        return "contrast"  # Qt asks the system since version 6.10
    return "light" if hints.colorScheme() == Qt.ColorScheme.Light else "dark"


def on_system_look(changed: Callable[[], object]) -> None:
    """Call ``changed`` whenever the system's preference changes."""
    hints = QGuiApplication.styleHints()
    hints.colorSchemeChanged.connect(lambda _: changed())
    if hasattr(hints, "accessibility"):
        hints.accessibility().contrastPreferenceChanged.connect(lambda _: changed())


def likely_look() -> str:
    """The likely answer of :func:`system_look`, without its wait; a guess on systems without a quick way."""
    shown = QGuiApplication.palette().window().color()
    return "light" if sys.platform in ("win32", "darwin") and shown.lightness() > 127 else "dark"


def application() -> QApplication:
    """The program's application object, made if there is none, with Qt's own style on every system."""
    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else QApplication(["alarife", "-style", "Fusion"])


def apply(app: QApplication, theme: str = "dark", scale: float = 1.0) -> Palette:
    """Style the whole program; may be called again at any time with another theme or scale."""
    for _ in applied(app, theme, scale):
        pass
    return _current


def applied(app: QApplication, theme: str, scale: float) -> Iterator[None]:
    """The same in slices: what is visible first, part by part, then the rest."""
    prepare(app, theme, scale)
    if not app.styleSheet():
        dress(app)
        return
    from client.look.dressing import Dressing  # imported late for the sake of the first page: see client.pages.bricks

    dressing = Dressing(app, style_sheet(_current, _scale))
    yield
    yield from dressing.in_slices()


def prepare(app: QApplication, theme: str, scale: float = 1.0) -> None:
    """The first part of :func:`apply`: what making widgets requires. They are made faster before they are styled."""
    global _current, _scale, _least
    _current, _scale = chosen(theme), scale
    _least = max(round(LEAST_TEXT / app.devicePixelRatio()), round(LEAST_TEXT * min(scale, 1.0)))
    load_fonts()
    app.setFont(font(13 * scale))
    app.setPalette(qt_palette(_current))


def dress(app: QApplication) -> None:
    """The second part, for a program that has no style sheet yet: apply it to all present and future widgets."""
    app.setStyleSheet(style_sheet(_current, _scale))


def turn(window: QWidget, from_the_right: bool) -> None:
    """Mirror a window's layout for right-to-left languages, or not; :func:`keep_sides` names exceptions.

    The application's direction stays, because hand-painted parts follow it and would be mirrored only in part.
    """
    if window.isRightToLeft() != from_the_right:
        from PySide6.QtCore import Qt  # imported late for the sake of the first page: see client.pages.bricks

        window.setLayoutDirection(Qt.LayoutDirection.RightToLeft if from_the_right else Qt.LayoutDirection.LeftToRight)


def keep_sides(*parts: QWidget) -> None:
    """Do not mirror these parts of a window: boards, and what is hand-painted from side to side."""
    from PySide6.QtCore import Qt

    for part in parts:
        part.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


# -- fonts -------------------------------------------------------------------------------------------------------------


@cache
def load_fonts() -> tuple[str, ...]:
    """Register the shipped fonts with Qt; returns their family names."""
    families: dict[str, None] = {}
    for file in sorted((FOLDER / "fonts").iterdir()):
        if file.suffix in (".otf", ".ttf"):
            number = QFontDatabase.addApplicationFont(str(file))
            families.update(dict.fromkeys(QFontDatabase.applicationFontFamilies(number)))
    return tuple(families)


def font(pixels: float, weight: QFont.Weight = QFont.Weight.Normal, serif: bool = False) -> QFont:
    """A shipped font of this height in pixels, at least :data:`LEAST_TEXT`, with tabular figures. Do not change it."""
    return _font(max(_least, round(pixels)), weight, serif)


@cache
def _font(pixels: int, weight: QFont.Weight, serif: bool) -> QFont:
    made = QFont(SERIF if serif else SANS)
    made.setPixelSize(pixels)
    made.setWeight(QFont.Weight.Bold if serif else weight)
    if serif:
        made.setFeature(QFont.Tag("lnum"), 1)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


# -- seats -------------------------------------------------------------------------------------------------------------


def seat_colour(seat: int) -> QColor:
    """The colour of a seat."""
    return QColor(SEAT_COLOURS[seat % len(SEAT_COLOURS)])


def _luminance(colour: QColor) -> float:
    def channel(value: float) -> float:
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF())


def contrast(one: str | QColor, other: str | QColor) -> float:
    """The contrast of two colours according to WCAG, from 1 to 21."""
    lighter, darker = sorted((_luminance(QColor(one)), _luminance(QColor(other))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def seat_path(seat: int, size: float, centre: QPointF | None = None) -> QPainterPath:
    """The outline of a seat's shape; all five look equally large in a square of ``size``."""
    path = _seat_path(seat, size)
    return path if centre is None else path.translated(centre)


@lru_cache(maxsize=256)
def _seat_path(seat: int, size: float) -> QPainterPath:
    path = QPainterPath()
    shape = SEAT_SHAPES[seat % len(SEAT_SHAPES)]
    half = size / 2
    if shape == "circle":
        path.addEllipse(QPointF(), half * 0.9, half * 0.9)
    elif shape == "square":
        path.addRoundedRect(QRectF(-half * 0.8, -half * 0.8, half * 1.6, half * 1.6), size * 0.06, size * 0.06)
    else:
        points, turn, inner = {"diamond": (4, 0.0, 1.0), "triangle": (3, 0.0, 1.0), "star": (5, 0.0, 0.46)}[shape]
        drop = size * 0.1 if shape == "triangle" else size * 0.04 if shape == "star" else 0.0
        corners = []
        for step in range(points * 2):
            if step % 2 and inner == 1.0:
                continue
            reach = half * 1.04 * (inner if step % 2 else 1.0)
            angle = -math.pi / 2 + turn + math.pi * step / points
            corners.append(QPointF(reach * math.cos(angle), drop + reach * math.sin(angle)))
        path.moveTo(corners[0])
        for corner in corners[1:]:
            path.lineTo(corner)
        path.closeSubpath()
    return path


def paint_seat(painter: QPainter, seat: int, centre: QPointF, size: float) -> None:
    """Paint a seat's shape in its colour, with a rim that keeps it apart from any ground."""
    from PySide6.QtCore import Qt  # imported late for the sake of the first page: see client.pages.bricks

    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(seat_colour(seat))
    pen = QPen(QColor("#171310"), max(1.0, size * 0.07))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPath(seat_path(seat, size * 0.92, centre))
    painter.restore()


@cache
def seat_icon(seat: int, size: int, ratio: float = 1.0) -> QPixmap:
    """A seat's shape in its colour, ``size`` pixels wide and high (times ``ratio`` on dense screens)."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    paint_seat(painter, seat, QPointF(size / 2, size / 2), size)
    painter.end()
    return pixmap


# -- the style sheet ---------------------------------------------------------------------------------------------------


def qt_palette(colours: Palette) -> QPalette:
    """The colours for what Qt paints itself."""
    made = QPalette()
    for role, colour in (
        (QPalette.ColorRole.Window, colours.table),
        (QPalette.ColorRole.WindowText, colours.text),
        (QPalette.ColorRole.Base, colours.inset),
        (QPalette.ColorRole.AlternateBase, colours.panel),
        (QPalette.ColorRole.Text, colours.text),
        (QPalette.ColorRole.PlaceholderText, colours.soft),
        (QPalette.ColorRole.Button, colours.raised),
        (QPalette.ColorRole.ButtonText, colours.text),
        (QPalette.ColorRole.ToolTipBase, colours.raised),
        (QPalette.ColorRole.ToolTipText, colours.text),
        (QPalette.ColorRole.Highlight, "#2f6f9f"),
        (QPalette.ColorRole.HighlightedText, "#ffffff"),
        (QPalette.ColorRole.Link, "#8cc8ee" if colours.dark else "#1b4f7a"),
    ):
        made.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        faded = QColor(colours.soft)
        faded.setAlpha(140)
        made.setColor(QPalette.ColorGroup.Disabled, role, faded)
    return made


def style_sheet(colours: Palette, scale: float = 1.0) -> str:
    """The style sheet of the program; ``scale`` enlarges text and paddings on large windows."""
    values = colours._asdict()
    for pixels in (11, 12, 13, 14, 15, 17, 22, 26, 34, 56):
        values[f"t{pixels}"] = f"{max(_least, round(pixels * scale))}px"
    for pixels in (2, 3, 4, 5, 6, 8, 10, 12, 14, 18, 20, 1360):
        values[f"p{pixels}"] = f"{round(pixels * scale)}px"
    values["icons"] = (FOLDER / "art" / "icons").as_posix()
    return _SHEET.replace("{", "{{").replace("}", "}}").replace("<<", "{").replace(">>", "}").format(**values, serif=SERIF)


_SHEET = """
* { font-family: "Inter"; }
QWidget { color: <<text>>; font-size: <<t13>>; }
QMainWindow, QDialog { background: <<table>>; }
QWidget[role="middle"] { max-width: <<p1360>>; }
QToolTip { color: <<text>>; background: <<raised>>; border: 1px solid <<line>>; padding: <<p5>> <<p8>>; font-size: <<t12>>; }

QLabel { background: transparent; }
QLabel[role="display"] { font-family: "<<serif>>"; font-weight: bold; font-size: <<t34>>; }
QLabel[role="hero"] { font-family: "<<serif>>"; font-weight: bold; font-size: <<t56>>; }
QLabel[role="page"] { font-family: "<<serif>>"; font-weight: bold; font-size: <<t26>>; }
QLabel[role="strong"] { font-weight: 600; font-size: <<t14>>; }
QLabel[role="title"] { font-weight: 600; font-size: <<t17>>; }
QLabel[role="heading"] { font-weight: 600; font-size: <<t11>>; color: <<soft>>; letter-spacing: 1px; }
QLabel[role="soft"] { color: <<soft>>; }
QLabel[role="small"] { color: <<soft>>; font-size: <<t12>>; }
QLabel[role="error"] { color: <<error>>; }
QLabel[role="good"] { color: <<good>>; }
QLabel[role="lesson"] { font-size: <<t15>>; }
QLabel[role="lesson-task"] { font-size: <<t15>>; font-weight: 600; background: <<can>>; border: 1px solid <<gold_rim>>;
    border-radius: <<p8>>; padding: <<p6>> <<p8>>; }
QLabel[role="ink"] { color: <<ink>>; }

QFrame[role="panel"] { background: <<panel>>; border: 1px solid <<line>>; border-radius: <<p12>>; }
QFrame[role="inset"] { background: <<inset>>; border: 1px solid <<line>>; border-radius: <<p8>>; }
QFrame[role="bar"] { background: <<bar>>; border: none; border-bottom: 1px solid <<line>>; }
QFrame[role="notice"] { background: <<raised>>; border: none; border-bottom: 1px solid <<line>>; }
QFrame[role="card"] { background: <<card>>; border: 1px solid <<card_line>>; border-radius: <<p12>>; }

QPushButton { background: <<raised>>; border: 1px solid <<line>>; border-radius: <<p8>>; padding: <<p8>> <<p14>>;
    font-weight: 600; }
QPushButton:hover { border-color: <<soft>>; }
QPushButton:pressed { background: <<panel>>; }
QPushButton:disabled { color: <<soft>>; background: transparent; border-color: <<line>>; font-weight: 400; }
QPushButton:focus { border: 2px solid <<focus>>; padding: <<p8>> <<p14>>; }
QPushButton:checked { border-color: <<soft>>; background: <<inset>>; }
QPushButton[role="primary"] { background: <<gold>>; color: <<on_gold>>; border: 1px solid <<gold_rim>>; }
QPushButton[role="primary"]:hover { background: #ffd571; }
QPushButton[role="primary"]:pressed { background: #d9a93a; }
QPushButton[role="primary"]:disabled { background: transparent; color: <<soft>>; border-color: <<line>>; }
QPushButton[role="primary"]:focus { border: 2px solid <<focus>>; }
QPushButton[role="danger"] { color: <<error>>; }
QPushButton[role="link"] { background: transparent; border: 1px solid transparent; padding: <<p4>> <<p6>>; font-weight: 400;
    color: <<soft>>; text-align: left; }
QPushButton[role="link"]:hover { color: <<text>>; }
QPushButton[role="link"]:focus { border: 1px solid <<focus>>; }
QPushButton[role="choice"] { font-weight: 400; padding: <<p6>> <<p12>>; background: transparent; }
QPushButton[role="choice"]:checked { font-weight: 600; background: <<raised>>; border-color: <<soft>>; }
QPushButton[role="choice"]:focus { border: 2px solid <<focus>>; padding: <<p5>> <<p10>>; }
QPushButton[role="action"] { background: <<panel>>; border-radius: <<p12>>; padding: 0; font-weight: 400; }
QPushButton[role="action"]:hover { background: <<raised>>; }
QPushButton[role="action"]:focus { padding: 0; }
QPushButton[role="mark"] { background: <<panel>>; border: 1px solid <<line>>; border-radius: <<p8>>; padding: 0; }
QPushButton[role="mark"]:hover { background: <<raised>>; border-color: <<soft>>; }
QPushButton[role="mark"]:focus { border: 2px solid <<focus>>; padding: 0; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: <<p8>>; padding: <<p5>> <<p8>>; }
QToolButton:hover { background: <<raised>>; }
QToolButton:checked { background: <<raised>>; border-color: <<line>>; }
QToolButton:focus { border: 2px solid <<focus>>; }
QToolButton[role="portrait"] { padding: 1px; }
QToolButton:disabled { color: <<soft>>; }
QToolButton[role="over"] { background: <<panel>>; border: 1px solid <<line>>; border-radius: <<p14>>; padding: <<p5>>; }
QToolButton[role="over"]:hover { background: <<raised>>; border-color: <<soft>>; }
QToolButton[role="over"]:focus { border: 2px solid <<focus>>; }
QToolButton::menu-indicator { image: none; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QDateEdit, QComboBox { background: <<inset>>; border: 1px solid <<line>>;
    border-radius: <<p6>>; padding: <<p6>> <<p8>>; selection-background-color: #2f6f9f; selection-color: #ffffff; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border: 2px solid <<focus>>; }
QLineEdit:disabled, QSpinBox:disabled, QDateEdit:disabled, QComboBox:disabled { color: <<soft>>; background: transparent; }
QLineEdit[role="plain"] { background: transparent; border-color: transparent; font-weight: 600; }
QComboBox::drop-down, QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; background: transparent;
    width: <<p20>>; }
QComboBox::down-arrow, QAbstractSpinBox::down-arrow { image: url("<<icons>>/down.svg"); width: <<p12>>; height: <<p12>>; }
QAbstractSpinBox::up-arrow { image: url("<<icons>>/up.svg"); width: <<p10>>; height: <<p10>>; }
QSpinBox QLineEdit, QDateEdit QLineEdit { background: transparent; border: none; padding: 0; }
QAbstractSpinBox::down-arrow { width: <<p10>>; height: <<p10>>; }
QComboBox QAbstractItemView { background: <<raised>>; border: 1px solid <<line>>; selection-background-color: #2f6f9f;
    selection-color: #ffffff; outline: none; }

QCheckBox, QRadioButton { spacing: <<p8>>; background: transparent; padding: <<p3>>; border: 1px solid transparent;
    border-radius: <<p4>>; }
QCheckBox::indicator { width: <<p18>>; height: <<p18>>; border: 1px solid <<soft>>; border-radius: <<p4>>;
    background: <<inset>>; }
QCheckBox::indicator:checked { background: #2f6f9f; border-color: #2f6f9f; image: url("<<icons>>/tick.svg"); }
QCheckBox::indicator:disabled { border-color: <<line>>; }
QCheckBox:focus, QRadioButton:focus { border: 1px solid <<focus>>; }

QLabel[role="bar-title"] { font-family: "<<serif>>"; font-weight: bold; font-size: <<t17>>; }
QLabel[role="prompt"] { background: <<panel>>; border: 1px solid <<line>>; border-radius: <<p14>>; padding: <<p6>> <<p20>>;
    font-weight: 600; font-size: <<t15>>; min-height: <<p20>>; qproperty-alignment: AlignCenter; }
QLabel[role="prompt"][mood="can"] { background: <<can>>; border: 2px solid <<gold_rim>>; }
QLabel[role="prompt"][mood="refused"] { border: 2px solid <<error>>; color: <<error>>; }
QLabel[role="prompt"][mood="notice"] { border: 2px solid <<soft>>; }
QLabel[role="links"] { border-radius: <<p10>>; padding: <<p3>> <<p10>>; font-size: <<t12>>; font-weight: 600; }
QLabel[role="links"][mood="fine"] { color: <<good>>; border: 1px solid <<good>>; }
QLabel[role="links"][mood="trouble"] { color: <<error>>; border: 1px solid <<error>>; }
QPushButton[role="answer"] { background: <<can>>; border: 2px solid <<gold_rim>>; border-radius: <<p12>>;
    padding: <<p4>> <<p10>>; }
QPushButton[role="answer"]:hover, QPushButton[role="answer"]:pressed { background: <<gold>>; color: <<on_gold>>; }
QPushButton[role="answer"]:focus { border: 2px solid <<focus>>; padding: <<p4>> <<p10>>; }

QListView[role="games"], QListView[role="games"]:focus { background: transparent; border: none; padding: 0; outline: none; }
QListWidget[role="games"]::item { padding: <<p8>>; border-radius: <<p8>>; }
QListWidget[role="games"]:focus { border: 2px solid <<focus>>; border-radius: <<p8>>; }
QListWidget[role="games"]::item:hover, QListWidget[role="games"]::item:selected { background: <<raised>>; color: <<text>>; }
QListWidget[role="talk"] { background: transparent; border: none; padding: 0; }
QListWidget[role="talk"]:focus { border: 1px solid <<focus>>; }
QListWidget[role="talk"]::item { padding: <<p3>> <<p2>>; }
QListWidget[role="talk"]::item:hover { background: transparent; }
QListView, QTreeView, QTableView { background: <<inset>>; border: 1px solid <<line>>; border-radius: <<p8>>; outline: none;
    padding: <<p4>>; }
QListView::item { padding: <<p6>> <<p8>>; border-radius: <<p6>>; }
QListView::item:hover { background: <<raised>>; }
QListView::item:selected { background: #2f6f9f; color: #ffffff; }
QListView:focus, QTreeView:focus, QTableView:focus { border: 2px solid <<focus>>; }
QHeaderView::section { background: <<panel>>; color: <<soft>>; border: none; padding: <<p6>>; }

QTabWidget::pane { border: none; }
QTabBar::tab { background: transparent; color: <<soft>>; padding: <<p6>> <<p10>>; border-bottom: 2px solid transparent;
    font-weight: 600; }
QTabBar::tab:selected { color: <<text>>; border-bottom: 2px solid <<text>>; }
QTabBar::tab:focus { color: <<focus>>; }

QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: <<p10>>; margin: 0; }
QScrollBar::handle:vertical { background: <<line>>; border-radius: <<p4>>; min-height: <<p20>>; margin: 1px <<p2>>; }
QScrollBar:horizontal { background: transparent; height: <<p10>>; margin: 0; }
QScrollBar::handle:horizontal { background: <<line>>; border-radius: <<p4>>; min-width: <<p20>>; margin: <<p2>> 1px; }
QScrollBar::handle:hover { background: <<soft>>; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QMenu { background: <<raised>>; border: 1px solid <<line>>; padding: <<p4>>; }
QMenu::item { padding: <<p6>> <<p18>>; border-radius: <<p4>>; }
QMenu::item:selected { background: #2f6f9f; color: #ffffff; }
QMenu::item:disabled { color: <<soft>>; }
QMenu::separator { height: 1px; background: <<line>>; margin: <<p4>> <<p8>>; }

QSlider::groove:horizontal { height: <<p4>>; background: <<line>>; border-radius: 2px; }
QSlider::sub-page:horizontal { background: <<soft>>; border-radius: 2px; }
QSlider::handle:horizontal { width: <<p14>>; margin: -<<p5>> 0; border-radius: <<p6>>; background: <<text>>; }
QSlider:focus { border: 1px solid <<focus>>; border-radius: <<p4>>; }
QProgressBar { background: <<inset>>; border: 1px solid <<line>>; border-radius: <<p4>>; text-align: center; }
QProgressBar::chunk { background: <<soft>>; border-radius: <<p4>>; }
"""
