"""The graph of a replay is painted once, and the current place over it each time."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider

from client.messages import catalogue
from client.table.recording import Mark, Moment
from client.table.scoregraph import ScoreGraph
from rules.message import message

SCORES = [(index, (index, index // 2)) for index in range(41)]


@pytest.fixture
def graph(styled, qtbot) -> ScoreGraph:
    slider = QSlider(Qt.Orientation.Horizontal)
    slider.setMaximum(40)
    graph = ScoreGraph(slider, catalogue("en"), ("Anna", "Bert"))
    graph.slider = slider
    graph.show_game([Mark(0, 0), Mark(20, 1)], [Moment(20, "capture", message("table.replay.beginning"))])
    graph.show_scores(SCORES)
    for part in (graph, slider):
        qtbot.addWidget(part)
        part.resize(300, 56)
    return graph


def test_another_place_paints_only_a_line(graph: ScoreGraph, monkeypatch) -> None:
    first = graph.grab().toImage()
    painted: list[object] = []
    paint = ScoreGraph.paint
    monkeypatch.setattr(ScoreGraph, "paint", lambda self, painter: (painted.append(painter), paint(self, painter)))
    graph.slider.setValue(30)
    later = graph.grab().toImage()
    assert later != first
    changed = [x for x in range(first.width()) if any(first.pixel(x, y) != later.pixel(x, y) for y in range(first.height()))]
    assert all(min(abs(x - graph.x_of(0)), abs(x - graph.x_of(30))) < 3 for x in changed)
    graph.slider.setValue(0)
    assert graph.grab().toImage() == first
    assert not painted


def test_other_scores_chances_and_lengths_are_painted(graph: ScoreGraph) -> None:
    seen = [graph.grab().toImage()]
    graph.show_scores(SCORES[:21])
    seen.append(graph.grab().toImage())
    graph.show_chances([(0, (500, 500)), (20, (900, 100))])
    seen.append(graph.grab().toImage())
    graph.slider.setMaximum(80)
    seen.append(graph.grab().toImage())
    assert all(one != other for place, one in enumerate(seen) for other in seen[place + 1 :])
