"""The log's lines: each can be read to its end."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionViewItem

from client.look import theme
from client.messages import catalogue
from client.table.log import Log
from rules.message import message

SENTENCE = "Anna builds on 34, level 2: Córdoba is now worth"


@pytest.mark.parametrize("wide", range(180, 281, 10))
def test_the_last_word_of_every_line_is_visible(qapp, qtbot, wide):
    theme.apply(qapp, "dark")
    pictures = []
    for last in ("8.", "9."):
        log = Log(catalogue())
        qtbot.addWidget(log)
        log.resize(wide, 300)
        log.show()
        for seat in range(12):
            log.add(f"{SENTENCE} {last}", seat % 5)
        qtbot.waitUntil(lambda log=log: log.rewrapped and log.verticalScrollBar().maximum() > 0)
        log.verticalScrollBar().triggerAction(QScrollBar.SliderAction.SliderToMinimum)
        line = log.visualItemRect(log.item(3))
        pictures.append(log.viewport().grab(line).toImage())
    assert pictures[0] != pictures[1]


SAID = (
    "Anna places the king on b3, level 2. (not confirmed yet)",
    f"{SENTENCE} 8. (not confirmed yet)",
    "Der Adlige von Carmen de la Frontera y Ríos auf 18 steigt auf Ebene 2.",
    "Carmen de la Frontera y Ríos baut auf 18, Ebene 2: Córdoba ist jetzt 26 wert.",
)


def cut(log: Log, widths: range, slanted: bool) -> list[tuple[int, str]]:
    """The widths at which a line needs more height than it has."""
    for line in SAID:
        log.add(line, 0, slanted=slanted)
    found = []
    for wide in widths:
        log.resize(wide, 300)
        log.doItemsLayout()
        for row in range(log.count()):
            needed, room = heights(log, row)
            if needed > room:
                found.append((wide, log.item(row).text()))
    return found


@pytest.mark.parametrize("slanted", [True, False], ids=["slanted", "upright"])
def test_a_line_has_room_for_all_its_words_at_every_width(styled, qtbot, slanted: bool) -> None:
    theme.apply(styled, "dark", 1.4)
    log = Log(catalogue())
    qtbot.addWidget(log)
    log.resize(200, 300)
    log.show()
    assert cut(log, range(170, 420), slanted) == []


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1920, 1080), 1.2), ((2560, 1440), 1.4)], ids=str)
def test_a_line_has_room_for_all_its_words_at_a_table(table, styled, size: tuple[int, int], scale: float) -> None:
    """At 2560x1440 a noble "steigt auf …"."""
    theme.apply(styled, "dark", scale)
    log = table("hb", size=size, painted=False).window.frame.talk.log
    assert cut(log, range(170, 420), slanted=False) == []


@pytest.mark.parametrize("scrolled", [False, True])
def test_a_long_log_takes_a_new_width_first_where_it_is_read(styled, qtbot, scrolled: bool) -> None:
    log = Log(catalogue())
    qtbot.addWidget(log)
    log.resize(300, 300)
    log.show()
    for number in range(400):
        log.add(f"{number} {SENTENCE} 8.", 0)
    qtbot.waitUntil(lambda: log.rewrapped and log.verticalScrollBar().maximum() > 0)
    if scrolled:
        log.verticalScrollBar().triggerAction(QScrollBar.SliderAction.SliderPageStepSub)
    log.resize(220, 300)
    log.doItemsLayout()

    def cut_off(rows: range) -> list[int]:
        return [row for row in rows if heights(log, row)[0] > heights(log, row)[1]]

    seen = [row for row in range(log.count()) if log.visualItemRect(log.item(row)).intersects(log.viewport().rect())]
    assert seen
    assert not cut_off(range(seen[0], seen[-1] + 1))
    assert not log.rewrapped
    qtbot.waitUntil(lambda: log.rewrapped)
    log.doItemsLayout()
    assert not cut_off(range(log.count()))


def test_a_long_log_takes_larger_texts_first_where_it_is_read(styled, qtbot) -> None:
    log = Log(catalogue())
    qtbot.addWidget(log)
    log.resize(300, 300)
    log.show()
    for number in range(400):
        log.add(f"{number} {SENTENCE} 8.", 0)
    qtbot.waitUntil(lambda: log.rewrapped)
    theme.apply(styled, "dark", 1.4)
    log.doItemsLayout()
    assert heights(log, 399)[0] <= heights(log, 399)[1]
    assert heights(log, 0)[0] > heights(log, 0)[1]
    qtbot.waitUntil(lambda: log.rewrapped)
    log.doItemsLayout()
    assert not [row for row in range(log.count()) if heights(log, row)[0] > heights(log, row)[1]]


def test_a_list_of_another_height_is_laid_out_at_once(styled, qtbot) -> None:
    """Otherwise its first painting would lay it out, and scroll it, so that it would be painted twice."""
    log = Log(catalogue())
    qtbot.addWidget(log)
    log.resize(300, 300)
    log.show()
    for number in range(30):
        log.add(f"{number} {SENTENCE} 8.", 0)
    log.doItemsLayout()
    bar = log.verticalScrollBar()
    before, seen = bar.maximum(), log.viewport().height()
    log.resize(300, 200)
    assert bar.maximum() == before + seen - log.viewport().height()
    assert bar.value() == bar.maximum()
    log.resize(150, 200)
    last = log.visualItemRect(log.item(log.count() - 1))
    assert last.bottom() < log.viewport().height()
    assert bar.value() == bar.maximum() > before + seen - log.viewport().height(), "narrower lines are higher"


def heights(log: Log, row: int) -> tuple[float, float]:
    """The height that a line's text needs as the style wraps it, and the height that it has."""
    option = QStyleOptionViewItem()
    log.initViewItemOption(option)
    log.itemDelegate().initStyleOption(option, log.indexFromItem(log.item(row)))
    option.rect = log.visualItemRect(log.item(row))
    style = log.style()
    place = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, log)
    margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, log) + 1
    text = QTextLayout(log.item(row).text(), option.font)
    text.beginLayout()
    high = 0.0
    while (line := text.createLine()).isValid():
        line.setLineWidth(place.width() - 2 * margin)
        high += line.height()
    text.endLayout()
    return high, place.height()


def test_what_was_withheld_is_told_in_its_place(qapp, qtbot) -> None:
    log = Log(catalogue())
    qtbot.addWidget(log)
    names = ("Anna", "Bruno")
    first, one, two, last, tried = (
        message("torres.event.scored-king", seat=seat, points=points, level=1)
        for seat, points in ((0, 1), (0, 5), (1, 5), (1, 9), (0, 7))
    )
    log.add_events([first], names, None)
    log.add_events([one, two], names, None, withheld=[one, two])
    log.note("A notice.")
    log.add_events([last], names, None)
    log.show_tried([tried], names)
    before = log.lines()
    log.show_for(0)
    log.show_for(None)
    log.show_tried([tried], names)
    assert log.lines() == before
    log.tell_withheld()
    after = log.lines()
    assert [line for line in after if line not in before] == after[1:3]
    assert [" 5 " in line for line in after] == [False, True, True, False, False, False]
    log.show_for(0)
    log.show_tried([tried], names)
    assert log.lines() == after
