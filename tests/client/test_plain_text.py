"""Names, chat and everything else from outside are shown word for word: no widget of any page reads them as HTML."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import Qt as QtGui
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMessageBox, QTextEdit, QWidget

import client
from client.boards.hint import Hint
from client.look.plain import Label, give_tip, tip
from client.messages import catalogue
from client.table.help import HelpPanel
from client.table.scoring import ResultCard
from client.table.summary import Summary
from net.api import Opened
from rules.contract import Result
from rules.registry import games
from tests.client.person import Person, wait
from tests.client.table.sitting import sit_down
from tests.client.table.tables import advanced, begun
from tests.trees import parsed

EVIL = '<img src="//host/x">'

CLIENT = Path(client.__file__).parent
ALLOWED = {
    "QLabel": {"bench/timed.py", "boards/hint.py"},  # no text of ours; escapes all it shows
    "setToolTip": {"look/plain.py", "table/helptext.py"},  # the latter on a letter, with a text of the program's own
    "setHtml": set(),
    "insertHtml": set(),
    "setMarkdown": {"table/help.py", "table/helptext.py", "table/summary.py"},  # the program's own pages
    "QToolTip": set(),
    "QStaticText": set(),
    "drawStaticText": set(),
}


def calls(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            yield called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def test_every_file_makes_labels_and_tips_through_the_plain_text_functions() -> None:
    found: dict[str, set[str]] = {name: set() for name in ALLOWED}
    for file in CLIENT.rglob("*.py"):
        for name in calls(parsed(file)):
            if name in found:
                found[name].add(file.relative_to(CLIENT).as_posix())
    assert found == ALLOWED


def interpreting(root: QWidget) -> Iterator[str]:
    """Every widget that could read a text as HTML."""
    for widget in [root, *root.findChildren(QWidget)]:
        name = f"{type(widget).__name__} {widget.objectName()}"
        parents = set()
        above = widget.parentWidget()
        while above is not None:
            parents.add(type(above))
            above = above.parentWidget()
        if isinstance(widget, QLabel) and widget.textFormat() != Qt.TextFormat.PlainText:
            if Hint not in parents and (widget.text() or widget.pixmap().isNull()):
                yield f"{name} shows {widget.text()!r}"
        elif isinstance(widget, QMessageBox) or (isinstance(widget, QTextEdit) and not {HelpPanel, Summary} & parents):
            yield f"{name} can show HTML"
        tips = [widget.toolTip()]
        if isinstance(widget, QComboBox):
            tips += [widget.itemData(place, Qt.ItemDataRole.ToolTipRole) or "" for place in range(widget.count())]
        for text in tips:
            if "<img" in text:
                yield f"{name} has the tip {text!r}"


@pytest.fixture
def eve(home: Path, styled: QApplication, qtbot: object) -> Iterator[Person]:
    one = Person(home / "eve", EVIL)
    yield one
    one.close()


def test_every_page_shows_a_hostile_name_as_it_is(eve: Person, person) -> None:
    pages = {"start-offline": "offline-page", "start-join": "join-page", "start-settings": "settings-page"}
    for entry, page in (*pages.items(), ("start-about", "about-page"), ("start-host", "host-page")):
        eve.click(entry)
        wait(lambda page=page: eve.page == page, page)
        assert not list(interpreting(eve.window))
        if entry != "start-host":
            eve.click(f"{page}-back")
    eve.click("host-page-start")
    eve.find("invite-code")
    eve.click("invite-copy")
    ben = person("Ben")
    ben.click("start-join")
    ben.click("join-paste")
    ben.click("join-go")
    wait(lambda: ben.page == "lobby-page", "Ben in the lobby")
    assert EVIL in ben.text("lobby-page-title")
    eve.type("chat-line", f"hello {EVIL}")
    ben.type("chat-line", EVIL)
    ben.click("seat-1-action")
    wait(lambda: (eve.see("seat-1-name") or eve.see("seat-1-name-text")) is not None, "Ben on his seat")
    for one in (eve, ben):
        assert not list(interpreting(one.window))
    ben.click("lobby-ready")
    wait(lambda: eve.find("lobby-start").isEnabled(), "a table that can start")
    eve.click("lobby-start")
    for one in (eve, ben):
        one.heard(Opened)
        wait(lambda one=one: one.page == "table-window", "the table")
        assert not list(interpreting(one.window))


@pytest.mark.parametrize("game", list(games()))
def test_every_table_shows_hostile_names_as_they_are(game: str, styled: QApplication, qtbot, monkeypatch) -> None:
    monkeypatch.setattr("tests.client.table.tables.NAMES", (EVIL,) * 5)
    state, dealer = begun(3, 1, start=0, name=game)
    advanced(state, dealer, 30, 1)
    window, _ = sit_down(qtbot, game, (state, dealer), "hbb")
    assert EVIL in {label.text() for label in window.findChildren(QLabel)} or EVIL in everything(window)
    assert not list(interpreting(window))


def everything(root: QWidget) -> str:
    return "\n".join(f"{widget.accessibleName()} {widget.toolTip()}" for widget in root.findChildren(QWidget))


def test_the_end_shows_hostile_names_as_they_are(styled: QApplication, qtbot) -> None:
    board = QWidget()
    qtbot.addWidget(board)
    card = ResultCard(catalogue(), board)
    card.show_result(Result("cards", (1, 2)), (7, 5), (EVIL, EVIL), "big-boss")
    assert EVIL in card.title.text()
    assert [label.text() for label in card.findChildren(QLabel)].count(EVIL) == 2
    assert not list(interpreting(card))


def test_a_tip_is_shown_word_for_word(styled: QApplication, qtbot) -> None:
    widget = Label("x")
    qtbot.addWidget(widget)
    for text in (EVIL, "<b>bold</b> & more", "two\nlines", "a < b", "&lt;"):
        give_tip(widget, text)
        shown = tip(text)
        assert widget.toolTip() == shown
        assert "<img" not in shown
        assert "<b>" not in shown
        assert shown == text or QtGui.mightBeRichText(shown)


def test_the_text_at_the_pointer_escapes_names(styled: QApplication, qtbot) -> None:
    from PySide6.QtCore import QRect

    board = QWidget()
    qtbot.addWidget(board)
    board.resize(400, 300)
    hint = Hint(board)
    hint.tell(EVIL, [EVIL], [(EVIL, EVIL, [EVIL])], QRect(10, 10, 20, 20))
    assert "<img" not in hint.text
    assert hint.text.count("&lt;img") == 5
