"""Nothing overlaps, nothing is cut off, and no text is too small, in small and large windows."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from client.boards.cards import CardButton
from client.boards.contract import Choice
from client.look import theme
from client.messages import catalogue, languages
from rules.contract import Move
from rules.message import message
from tests.client.table.tables import Settings
from tests.client.table.test_window import click, loop

SIZES = [(1280, 720, 1.0), (1600, 900, 1.0), (1920, 1080, 1.2), (2560, 1440, 1.4)]


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def sitting(request, table) -> object:
    """Five players with long names, late in the game, at one window size."""
    width, height, scale = request.param
    app = QApplication.instance()
    theme.apply(app, "dark", scale)
    return table("hbbbb", moves=60, seed=3, start=None, size=(width, height), settings=Settings(), painted=False)


def place(widget: QWidget, sitting) -> QRect:
    return QRect(widget.mapTo(sitting.window, widget.rect().topLeft()), widget.size())


def test_the_parts_lie_beside_each_other(sitting) -> None:
    frame = sitting.window.frame
    parts = [frame.top, frame.players, frame.talk, frame.centre, *frame.view.panels, frame.standing, frame.dock]
    places = [place(part, sitting) for part in parts]
    whole = sitting.window.rect()
    for number, one in enumerate(places):
        assert whole.contains(one), parts[number].objectName()
        for other in places[number + 1 :]:
            assert not one.intersects(other), parts[number].objectName()


def test_the_chat_reaches_down_to_the_hand(sitting) -> None:
    frame = sitting.window.frame
    assert place(frame.dock, sitting).top() - place(frame.talk, sitting).bottom() < 30


def test_the_board_is_the_largest_thing(sitting) -> None:
    frame = sitting.window.frame
    board = frame.centre.width() * frame.centre.height()
    assert board > 0.45 * sitting.window.width() * sitting.window.height()
    at = loop(sitting).board.board.at
    assert at.tile * 11 > 0.75 * min(frame.centre.width(), frame.centre.height() * 1.55)


def test_no_text_is_cut_off_or_too_small(sitting) -> None:
    for widget in [*sitting.window.findChildren(QLabel), *sitting.window.findChildren(QAbstractButton)]:
        if not widget.isVisible() or not widget.text() or isinstance(widget, CardButton):
            continue
        assert widget.fontInfo().pixelSize() >= 11, widget.objectName()
        if isinstance(widget, QLabel) and not widget.wordWrap():
            assert widget.width() >= widget.sizeHint().width(), (widget.objectName(), widget.text())


def test_a_long_sentence_is_shown_in_full(sitting) -> None:
    prompt = sitting.window.frame.prompt
    said = ""
    for _ in range(10):
        said += "A castle is worth 8 now. "
        prompt.ask(said, can=False)
        QApplication.processEvents()
        label = prompt.label
        assert label.width() >= label.minimumSizeHint().width(), said
        assert label.height() >= label.heightForWidth(label.width()), said
        assert place(prompt.help_button, sitting).left() > place(label, sitting).right()
        assert sitting.window.frame.centre.rect().contains(prompt.geometry())


def test_cards_lie_beside_each_other_inside_the_hand(sitting) -> None:
    hand = loop(sitting).hand
    for one, other in zip(hand.cards, hand.cards[1:], strict=False):
        assert one.geometry().right() < other.geometry().left()
    assert all(hand.rect().contains(card.geometry()) for card in hand.cards)


def test_the_tops_of_towers_keep_clear_of_the_prompt(sitting) -> None:
    board = loop(sitting).board
    prompt = sitting.window.frame.prompt
    free = prompt.mapTo(sitting.window, prompt.label.geometry().bottomLeft()).y()
    for item in board.board.entries.values():
        top = board.mapFromScene(item.sceneBoundingRect().topLeft()).y()
        assert board.mapTo(sitting.window, board.rect().topLeft()).y() + top > free


@pytest.mark.parametrize("width", [960, 1280])
def test_twenty_cards_fit(styled, qtbot, width: int) -> None:
    from client.boards.cards import Card
    from client.boards.handrow import HandRow
    from client.table.density import Density

    hand = HandRow("")
    qtbot.addWidget(hand)
    hand.set_density(Density(1.0, compact=True))
    hand.resize(width - 250, hand.height())
    hand.show_cards([Card(None, True, number=number, caption="+14", key=f"hand-{number}") for number in range(50, 70)], "")
    assert all(card.width() >= 30 for card in hand.cards)
    assert hand.cards[-1].geometry().right() <= hand.rect().right()
    for one, other in zip(hand.cards, hand.cards[1:], strict=False):
        assert one.geometry().right() < other.geometry().left()


def test_the_answers_never_cover_the_board(table) -> None:
    """The longest prompt of Alcazar with eight answers, in the smallest usual window."""
    sitting = table(size=(1280, 720))
    frame = sitting.window.frame
    asked = message("alcazar.prompt.noble", seat=0, value=5)
    said = [message("table.loop.move.grande", number=str(number)) for number in range(61, 69)]
    answers = [Choice(Move("grande", (61 + place,)), one, "−10") for place, one in enumerate(said)]
    for language in languages():
        frame.prompt.offer(answers, ("Anna",))
        frame.prompt.ask(catalogue(language).text(asked, (catalogue(language).text("table.you"),)), True)
        QApplication.processEvents()
        lowest = max(button.mapTo(frame.centre, QPoint(0, button.height())).y() for button in frame.prompt.buttons)
        assert lowest <= frame.view.board.covered
        for button in frame.prompt.buttons:
            assert button.width() >= button.sizeHint().width()


def test_the_board_keeps_its_size_during_a_turn(table) -> None:
    sitting = table()
    board = sitting.window.view.board
    tile = board.board.at.tile
    board._headroom = board._headroom - 1  # as if the tried move had raised the tower over the rear corner
    click(sitting, "market-buy-tower")
    assert board.board.at.tile == tile
    assert board._headroom != board.board.headroom(), "nothing was fitted"
    click(sitting, "confirm")
    assert board._headroom == board.board.headroom()


class Paintings(QObject):
    """Counts how often widgets are painted."""

    def __init__(self, *watched: QWidget) -> None:
        super().__init__()
        self.count: Counter[QObject] = Counter()
        for widget in watched:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.count[watched] += 1
        return False


@pytest.mark.parametrize("size", [(1300, 730), (1600, 900)])
def test_a_resized_table_is_laid_out_at_once(table, size) -> None:
    sitting = table("hb")
    window = sitting.window
    window.first_time.skip()
    QApplication.processEvents()
    window.resize(*size)
    parts = [part for part in window.findChildren(QWidget) if part.isVisible()]
    places = [place(part, sitting) for part in parts]
    QApplication.processEvents()
    assert [place(part, sitting) for part in parts] == places


def test_what_lies_below_a_table_is_not_painted(table) -> None:
    window = table("hb").window
    seen = Paintings(window, window.frame)
    window.update()
    QApplication.processEvents()
    assert seen.count[window.frame] == 1
    assert seen.count[window] == 0


def test_the_page_about_a_turn_is_written_when_it_is_opened(table) -> None:
    window = table("hb").window
    summary = window.frame.summary
    window.resize(1600, 900)
    assert not summary.text.toPlainText()
    window.frame.top.buttons["summary"].click()
    assert summary.text.toPlainText()
    before = summary.text.document().defaultFont().pixelSize()
    window.resize(1280, 720)
    assert summary.text.document().defaultFont().pixelSize() < before
