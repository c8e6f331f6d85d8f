"""The lobby shows its texts in full at 1280x720, in every language: under "Copied", and in the boxes of seats and rules."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QComboBox, QLabel, QStyle, QStyleOptionComboBox, QWidget

from client.messages import catalogue, languages
from rules.registry import games
from tests.client.clicking import settle
from tests.client.moments.tables import cut_in

LONGEST = "torres", "fr"
"""The game with the most house rules, and the language with the longest names of bots."""

ALL = [
    pytest.param(game, language, marks=() if game == LONGEST[0] or language == LONGEST[1] else pytest.mark.thorough)
    for game in games()
    for language in languages()
]


def room_of(box: QComboBox) -> int:
    """The width for words in a field with a list, in pixels."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    edit = QStyle.SubControl.SC_ComboBoxEditField
    return box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, box).width()


def in_full(text: QWidget) -> bool:
    """Whether nothing covers a text or cuts it off, and its lines fit into it."""
    seen = text.visibleRegion().boundingRect() == text.rect()
    return seen and (not isinstance(text, QLabel) or text.heightForWidth(text.width()) <= text.height())


@pytest.mark.parametrize(("game", "language"), ALL)
def test_a_host_who_has_copied_the_invite_reads_everything(person, game: str, language: str) -> None:
    anna = person("Anna")
    anna.settings.language = language
    anna.window.resize(1280, 720)
    anna.window.restyle()
    anna.click("start-host")
    anna.click(f"game-{game}")
    anna.click("host-page-start")
    button = anna.find("invite-copy")
    settle()
    before = button.mapTo(anna.window, QPoint())
    anna.click("invite-copy")
    settle()
    assert anna.text("invite-said") == catalogue(language).text("client.copied")
    assert button.mapTo(anna.window, QPoint()) == before, "nothing moves under the pointer"
    for name in ("invite-said", "invite-stuck", "invite-address-0", "invite-words", "invite-port"):
        assert in_full(anna.find(name)), name
    assert cut_in(anna.window) == []
    boxes = [box for box in anna.window.findChildren(QComboBox) if box.isVisible()]
    assert len(boxes) > 2
    for box in boxes:
        words = [box.itemText(place) for place in range(box.count())]
        cut = [said for said in words if box.fontMetrics().horizontalAdvance(said) > room_of(box)]
        assert cut == [], box.objectName()


def test_another_table_has_an_invite_that_nobody_has_copied(person) -> None:
    anna = person("Anna")
    for _ in range(2):
        anna.click("start-host")
        anna.click("host-announce")
        anna.click("host-page-start")
        anna.find("invite-code")
        assert anna.see("invite-said") is None
        anna.click("invite-copy")
        assert anna.see("invite-said") is not None
        anna.click("lobby-page-back")
        anna.find("start-host")
