"""The pages of the help: their pictures, links, lessons and signs, and the search through all of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.lessons.lesson import file_of, outline
from client.look import theme
from client.messages import catalogue, languages
from client.pictures.gallery import gallery
from client.pictures.painting import painted
from client.pictures.picture import PICTURES
from client.pictures.picture import names_of as pictures_of
from client.table.help import HelpPanel
from client.table.search import Folded, fold, words_of
from client.table.topics import OURS, lesson_for, pictures_in, topics
from rules.registry import games

KEY = Qt.Key
GAMES = tuple(games())
ILLUSTRATED = tuple(game for game in GAMES if (PICTURES / f"{game}.json").exists())


@pytest.fixture
def opened(styled, qtbot):
    """Opens the help of a game as it lies over a table of 1280x720."""
    kept: list[QWidget] = []

    def come(game: str = "big-boss", language: str = "en", topic: str = "") -> HelpPanel:
        below = QWidget()
        kept.append(below)
        qtbot.addWidget(below)
        below.resize(815, 560)
        panel = HelpPanel(game, catalogue(language), below)
        panel.lead_to_lessons()
        below.show()
        below.activateWindow()
        panel.open(topic)
        QApplication.processEvents()
        return panel

    return come


def search(panel: HelpPanel, wanted: str) -> None:
    panel.search.setFocus()
    panel.search.setText(wanted)


def seen(panel: HelpPanel) -> list[str]:
    """The names of the topics in the list."""
    return [page.name for row, page in enumerate(panel.pages) if not panel.list.isRowHidden(row)]


@pytest.mark.parametrize("game", ILLUSTRATED)
@pytest.mark.parametrize("language", languages())
def test_every_topic_has_a_picture_and_a_lesson(game: str, language: str) -> None:
    english = {page.name: page for page in topics(game, catalogue())}
    for page in topics(game, catalogue(language)):
        found = pictures_in(page)
        assert found, f"{page.name} has no picture"
        assert {name for name, _ in found} <= set(pictures_of(game))
        assert all(10 < len(caption) < 330 for _, caption in found), page.name
        assert [name for name, _ in found] == [name for name, _ in pictures_in(english[page.name])]
        assert page.text.count(OURS) == english[page.name].text.count(OURS)
        assert outline(file_of(lesson_for(game, page.name))).problem is None


@pytest.mark.parametrize("game", ILLUSTRATED)
def test_every_picture_is_used_in_the_help_or_introduces_the_game(game: str) -> None:
    used = {name for page in topics(game, catalogue()) for name, _ in pictures_in(page)}
    assert set(pictures_of(game)) == used | {"cover"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", languages())
def test_the_pages_fit(opened, game: str, language: str) -> None:
    panel = opened(game, language)
    assert panel.list.sizeHintForColumn(0) <= panel.list.viewport().width()
    for row in range(panel.list.count()):
        panel.list.setCurrentRow(row)
        assert panel.text.horizontalScrollBar().maximum() == 0, panel.topic
        assert panel.lesson_button.sizeHint().width() <= panel.text.width(), panel.topic
    assert panel.search.fontMetrics().horizontalAdvance(panel.search.placeholderText()) < panel.search.width() - 20


def test_room_is_reserved_for_a_picture_until_it_is_painted(opened, asked_pictures, styled) -> None:
    panel = opened("torres", topic="king")
    high = panel.text.document().size().height()
    (request, name), *others = panel.text.waiting.items()
    assert (name, others) == ("king", [])
    assert asked_pictures[0] == request
    assert (request.look, request.language) == ("dark", "en")
    gallery().take(request, painted(request))
    theme.apply(styled, "dark")
    QApplication.processEvents()
    assert panel.text.waiting == {}
    image = panel.text.document().resource(2, QUrl("king"))
    assert (image.width(), image.height()) == request.size
    assert panel.text.document().size().height() == high


def test_the_next_topics_are_painted_ahead(opened, asked_pictures) -> None:
    opened("torres", topic="king")
    assert [request.name for request in asked_pictures] == ["king", "versions", "master-cards"]


def test_another_theme_asks_for_other_pictures(opened, asked_pictures, styled) -> None:
    panel = opened("torres", topic="king")
    asked_pictures.clear()
    theme.apply(styled, "light")
    panel.restyle()
    assert asked_pictures[0].look == "light"
    theme.apply(styled, "dark")


def test_computed_numbers_appear_in_the_text(opened) -> None:
    panel = opened("big-boss", topic="mergers")
    assert "8 + 6 + 1 = 15 Real" in panel.text.toPlainText()
    assert "{" not in panel.text.toPlainText()


def test_a_ruling_of_ours_carries_a_sign(opened) -> None:
    panel = opened("torres", "de", "scoring")
    said = panel.text.toPlainText().replace("\u00a0", " ")
    assert "unsere Regelung" in said
    assert OURS not in said


def test_a_page_links_to_another_one_that_it_names(opened) -> None:
    panel = opened("torres", topic="scoring")
    assert 'href="topic:king"' in panel.text.toHtml()
    panel.text.anchorClicked.emit(QUrl("topic:king"))
    assert panel.topic == "king"
    panel.text.anchorClicked.emit(QUrl("https://example.org"))
    assert panel.topic == "king"


def test_a_page_links_to_its_lesson(opened, qtbot) -> None:
    panel = opened("torres", topic="gates")
    assert panel.lesson_button.text() == "Lesson: Gates, levels and the king"
    with qtbot.waitSignal(panel.lesson) as asked:
        QTest.mouseClick(panel.lesson_button, Qt.MouseButton.LeftButton)
    assert asked.args == ["torres/gates"]


# -- searching ---------------------------------------------------------------------------------------------------------


def test_case_and_accents_do_not_matter() -> None:
    assert fold("CÁDIZ Straße l’Été") == "cadiz strasse l'ete"
    assert Folded("Die Große Straße").hits(["strasse"]) == [(10, 16)]
    assert Folded("château, CHATEAU").hits(words_of("Château")) == [(0, 7), (9, 16)]
    assert Folded("one two").hits(["one", "three"]) == []
    assert words_of(" A of  OF ") == ["of"]


def test_searching_leaves_the_topics_that_have_every_word_and_marks_them(opened) -> None:
    panel = opened("torres")
    search(panel, "KING bonus")
    assert "king" in seen(panel)
    assert "stacks" not in seen(panel)
    assert panel.topic in seen(panel)
    assert {word.casefold() for word in panel.text.marked} == {"king", "bonus"}
    assert panel.found.text() == panel.found.accessibleName()
    assert f"in {len(seen(panel))} topics" in panel.found.text()
    assert len(panel.text.extraSelections()) == len(panel.text.marked)


FOLDED = [("fr", "chateau"), ("es", "ultimo"), ("nl", "EEN"), ("de", "FLACHE"), ("en", "Area")]


@pytest.mark.parametrize(("language", "wanted"), FOLDED)
def test_searching_in_every_language(opened, language: str, wanted: str) -> None:
    panel = opened("torres", language)
    search(panel, wanted)
    assert seen(panel)
    assert panel.text.marked
    assert {fold(found) for found in panel.text.marked} == {fold(wanted)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", languages())
def test_the_list_counts_what_the_pages_mark(opened, game: str, language: str) -> None:
    panel = opened(game, language)
    search(panel, {"en": "castle", "de": "ein", "es": "un", "fr": "un", "nl": "een"}[language])
    for row, page in enumerate(panel.pages):
        if not panel.list.isRowHidden(row):
            panel.list.setCurrentRow(row)
            assert panel.list.item(row).text() == f"{page.title} · {len(panel.text.marked)}"


def test_a_search_without_hits_says_so(opened) -> None:
    panel = opened()
    search(panel, "helicopter")
    assert seen(panel) == []
    assert panel.found.isVisible()
    assert panel.found.text() == "Nothing found"


def test_searching_by_keyboard(opened) -> None:
    panel = opened("big-boss")
    QTest.keyClick(panel.list, KEY.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert panel.search.hasFocus()
    assert panel.search.accessibleName()
    QTest.keyClicks(panel.search, "captured")
    first, topic = panel.text.textCursor().position(), panel.topic
    QTest.keyClick(panel.search, KEY.Key_Return)
    assert (panel.topic, panel.text.textCursor().position()) != (topic, first)
    count = sum(
        int(panel.list.item(row).text().rpartition(" ")[2]) for row in range(panel.list.count()) if not hidden(panel, row)
    )
    for _ in range(count - 1):
        QTest.keyClick(panel.search, KEY.Key_Return)
    assert panel.topic == topic  # wraps around
    QTest.keyClick(panel.search, KEY.Key_Down)
    assert panel.list.hasFocus()
    QTest.keyClick(panel.list, KEY.Key_Escape)
    assert panel.search.text() == ""
    assert len(seen(panel)) == len(panel.pages)
    assert panel.text.marked == []
    assert panel.isVisible()
    QTest.keyClick(panel.list, KEY.Key_Escape)
    assert not panel.isVisible()


def hidden(panel: HelpPanel, row: int) -> bool:
    return panel.list.isRowHidden(row)
