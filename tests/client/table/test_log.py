"""The log's lines: each can be read to its end."""

from __future__ import annotations

import pytest

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
