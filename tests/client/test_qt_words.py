"""Qt's own words are in the language of the program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from client.look import qtwords
from client.messages import languages
from tests.client.person import Person


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    qtwords.speak("en")


@pytest.mark.parametrize(
    ("language", "undo", "copy"),
    [
        ("de", "Strg+Umschalt+Z", "&Kopieren"),
        ("fr", "Ctrl+Maj+Z", "Cop&ier"),
        ("es", "Control+Mayúsculas+Z", "&Copiar"),
        ("nl", "Ctrl+Shift+Z", "&Kopiëren"),
        ("en", "Ctrl+Shift+Z", "&Copy"),
    ],
)
def test_keys_and_the_menus_of_fields_are_named_as_on_the_players_keyboard(
    qapp, english_again, language: str, undo: str, copy: str
) -> None:
    qtwords.speak(language)
    assert QKeySequence("Ctrl+Shift+Z").toString(QKeySequence.SequenceFormat.NativeText) == undo
    assert QCoreApplication.translate("QWidgetTextControl", "&Copy") == copy
    assert set(languages()) == {"en", "de", "fr", "es", "nl"}, "each language is in this list"


def test_qt_stays_english_for_a_language_that_it_lacks(qapp, english_again) -> None:
    qtwords.speak("xx")
    assert QKeySequence("Ctrl+Home").toString(QKeySequence.SequenceFormat.NativeText) == "Ctrl+Home"


def test_the_window_loads_them_with_its_language(person, english_again) -> None:
    anna: Person = person("Anna")
    anna.settings.language = "de"
    anna.window.restyle()
    assert QKeySequence("Ctrl+S").toString(QKeySequence.SequenceFormat.NativeText) == "Strg+S"
