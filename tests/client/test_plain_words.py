"""From the lobby to the replay, nothing that a player sees or hears read aloud uses a word of the program's inside."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.messages import languages
from tests.client.clicking import settle
from tests.client.person import Person, wait
from tests.client.pseudo import Painted, shown
from tests.resources.test_internal_words import STEP, WORDS, words_in

GOLDEN = Path(__file__).parents[1] / "golden" / "big-boss" / "3-blocks.alarife"

ENTER = {"fr": "(Entrée)"}
"""The name of a key that looks like one of these words."""


def internal(anna: Person, painted: Painted, language: str, ideas: Collection[str] = tuple(WORDS)) -> dict[str, list[str]]:
    """The texts of a window that have such a word, and those words."""
    settle()
    anna.window.grab()
    told = {text for _, text in shown(anna.window)} | painted.texts
    painted.texts.clear()
    assert len(told) > 30
    found = {
        text: [word for idea in ideas for word in words_in(text.replace(ENTER.get(language, "()"), ""), idea, language)]
        for text in told
    }
    return {text: words for text, words in found.items() if words}


@pytest.mark.qt_log_ignore("This plugin does not support")  # a menu, on a platform without a screen
@pytest.mark.parametrize("language", languages())
def test_players_meet_no_internal_words(person, monkeypatch, language: str) -> None:
    painted = Painted(monkeypatch)
    anna, ben = person("Anna"), person("Ben")
    for one in (anna, ben):
        one.settings.language = language
        one.window.restyle()
        one.window.resize(1280, 720)
    anna.click("start-host")
    assert internal(anna, painted, language) == {}
    anna.click("host-page-start")
    ben.join(anna)
    for one in (anna, ben):
        assert internal(one, painted, language) == {}
    anna.click("lobby-start")
    wait(lambda: anna.page == ben.page == "table-window")
    for one in (anna, ben):
        one.click("take-back")
        menu = one.window.pages.currentWidget().frame.take_back.menu
        assert menu.isVisible()
        assert internal(one, painted, language) == {}
        QTest.keyClick(menu, Qt.Key.Key_Escape)
    anna.click("leave")
    assert internal(anna, painted, language) == {}
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
    anna.window.watch(GOLDEN)
    wait(lambda: anna.see("replay-bar") and anna.see("leave"))
    assert internal(anna, painted, language, set(WORDS) - ({STEP} if language == "de" else set())) == {}
