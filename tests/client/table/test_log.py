"""The log's lines: each can be read to its end."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextLayout
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from client.look import theme
from client.messages import catalogue
from client.table.log import Log

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
        qtbot.waitUntil(lambda log=log: log.verticalScrollBar().maximum() > 0)
        log.verticalScrollBar().setValue(0)
        line = log.visualItemRect(log.item(3))
        pictures.append(log.viewport().grab(line).toImage())
    assert pictures[0] != pictures[1]


def test_a_tried_move_in_slanted_letters_has_room_for_all_its_lines(styled, qtbot) -> None:
    theme.apply(styled, "dark", 1.4)
    log = Log(catalogue())
    qtbot.addWidget(log)
    log.resize(200, 300)
    log.show()
    for said in ("Anna places the king on b3, level 2. (not confirmed yet)", f"{SENTENCE} 8. (not confirmed yet)"):
        log.add(said, 0, slanted=True)
    for wide in range(170, 420):
        log.resize(wide, 300)
        log.doItemsLayout()
        for row in (0, 1):
            needed, room = heights(log, row)
            assert needed <= room, wide


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
