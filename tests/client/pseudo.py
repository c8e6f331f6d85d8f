"""Two made-up languages, generated from English while the tests run.

``xa`` has an accent on every letter, is a third longer and stands in brackets: a text with plain letters did not come from the
catalogue, and what lacks its bracket is cut off. ``ar`` is the same, written from right to left.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractListModel
from PySide6.QtGui import QAction, QPainter, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QGraphicsScene,
    QGraphicsView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QTextEdit,
    QWidget,
)

from client import cldr, messages
from client.messages import FALLBACK, plural_forms

LONGER, FROM_RIGHT = "xa", "ar"
GROWTH = 0.35

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MARKED = "ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ"
_LETTERS = str.maketrans(_PLAIN, _MARKED)
_KEPT = re.compile(r"<[^<>]+>|\(\*[^()]*\)|&[a-z]+;")
_WORD = re.compile(r"[A-Za-z]{2,}(?![A-Za-z…])")
"""A word of plain letters; one that is cut short is part of a name."""


def _marked(text: str) -> str:
    """The text with accents; what a program reads in it (tags, patterns of files) stays."""
    end, parts = 0, []
    for match in _KEPT.finditer(text):
        parts += [text[end : match.start()].translate(_LETTERS), match.group(0)]
        end = match.end()
    return "".join([*parts, text[end:].translate(_LETTERS)])


def _form(written: str) -> str:
    return "|".join(f"{name}={_marked(form)}" for name, form in plural_forms(written).items() if name in ("one", "1", "other"))


def pseudo(template: str) -> str:
    """A template of the catalogue in the language that nobody speaks, with the same fields."""
    end, parts = 0, []
    for match in messages.field_pattern().finditer(template):
        how = match.group(2) or ""
        field = f"{{{match.group(1)}:plural {_form(how[7:])}}}" if how.startswith("plural ") else match.group(0)
        parts += [_marked(template[end : match.start()]), field]
        end = match.end()
    parts.append(_marked(template[end:]))
    said = "".join(parts)
    more = round(len(re.sub(r"\{.*?\}+", "", template)) * GROWTH)
    body, space = said.rstrip(" "), said[len(said.rstrip(" ")) :]
    filled = "".join(" " if place % 7 == 0 and more > 3 else "ẋ" for place in range(more))  # words of six letters
    return f"[{body}{filled}]{space}" if more else f"{body}{space}"


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """Add both languages to the catalogue, with their files in this empty folder."""
    real = messages.FOLDER
    shutil.copytree(real / "messages", folder / "messages")
    for language in (LONGER, FROM_RIGHT):
        (folder / "messages" / language).mkdir()
        for file in (folder / "messages" / FALLBACK).iterdir():
            said = {key: pseudo(template) for key, template in json.loads(file.read_text("utf-8")).items()}
            (folder / "messages" / language / file.name).write_text(json.dumps(said), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(messages, "FOLDER", folder)
        patch.setitem(cldr.KIN, LONGER, "el")  # Greek: its months and its "and" have no plain letters either
        _forget()
        yield
    _forget()


def _forget() -> None:
    for kept in (messages.texts_of, messages.languages, messages.kept_catalogue, cldr.locale_of):
        kept.cache_clear()


class Painted:
    """Every text that a widget paints by itself, noted while this is in place."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.texts: set[str] = set()
        draw = QPainter.drawText

        def noted(painter: QPainter, *given: object) -> object:
            self.texts.update(one for one in given if isinstance(one, str))
            return draw(painter, *given)

        patch.setattr(QPainter, "drawText", noted)


def shown(window: QWidget, free: Collection[QWidget] = ()) -> Iterator[tuple[str, str]]:
    """Every text that a person meets in a window, each after the name of its widget: seen, in a tip, or read aloud.

    Args:
        window: with everything in it that is visible, and every menu.
        free: widgets that may show what they like.
    """
    for widget in [window, *window.findChildren(QWidget)]:
        if not widget.isVisible() and not isinstance(widget, QMenu):
            continue
        if widget in free:
            continue
        name = f"{type(widget).__name__} {widget.objectName() or '?'}"
        if isinstance(widget, QLabel | QAbstractButton):
            yield name, _words(widget.text())
        elif isinstance(widget, QLineEdit):
            yield name, widget.placeholderText()
        elif isinstance(widget, QComboBox):
            yield from ((name, widget.itemText(place)) for place in range(widget.count()))
        elif isinstance(widget, QTabBar):
            yield from ((name, widget.tabText(place)) for place in range(widget.count()))
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model = widget.model()
            yield from (
                (name, str(model.index(row, column).data() or ""))
                for row in range(min(30, model.rowCount()))
                for column in range(1 if isinstance(model, QAbstractListModel) else model.columnCount())
            )
        elif isinstance(widget, QTextEdit):
            yield name, widget.toPlainText()
        elif isinstance(widget, QGraphicsView) and isinstance(widget.scene(), QGraphicsScene):
            for item in widget.scene().items():
                if item.toolTip():
                    yield f"{name} item", _words(item.toolTip())
        for what in (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()):
            yield name, _words(what)
        yield from ((f"{name} action", action.text()) for action in _actions(widget))


def _actions(widget: QWidget) -> list[QAction]:
    return widget.actions() if isinstance(widget, QMenu) else []


def _words(text: str) -> str:
    """The text without the tags that lay it out."""
    if not text.startswith("<"):
        return text
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()


def plain_words(text: str, known: frozenset[str]) -> list[str]:
    """The words that did not come through the catalogue, without those that are the same in every language."""
    return [word for word in _WORD.findall(text) if word not in known]
