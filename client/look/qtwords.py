"""Qt's own words in the language of the program: the names of keys, and the menu of a text field."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QTranslator

_spoken: dict[str, QTranslator] = {}
"""The installed translator by its language; at most one."""


def speak(language: str) -> None:
    """Let Qt use a language from now on ("Strg" for "Ctrl" in German). If Qt lacks it, Qt uses English."""
    app = QCoreApplication.instance()
    if app is None or language in _spoken:
        return
    for translator in _spoken.values():
        app.removeTranslator(translator)
    _spoken.clear()
    translator = QTranslator()
    if translator.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(translator)
    _spoken[language] = translator
