"""The clocks beside the players: they tick by themselves, and short time is visible without colours."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from client.look import theme
from client.table.clocks import LOW, Ticking, reading
from net.api import Clock, ClocksChanged


def row(sitting, seat):
    return sitting.window.frame.players.rows[seat]


@pytest.mark.parametrize(
    ("left", "text", "low", "over"),
    [
        (600_000, "10:00", False, False),
        (599_999, "10:00", False, False),
        (LOW, "1:00", False, False),
        (LOW - 1, "1:00", True, False),
        (1, "0:01", True, False),
        (0, "0:00", True, True),
        (-5_000, "0:00", True, True),
    ],
)
def test_a_clock_shows_time_and_marks_when_it_is_short(left, text, low, over) -> None:
    shown = reading(left, True)
    assert (shown.text, shown.low, shown.over) == (text, low, over)


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch) -> None:
    """Even if the computer does something else between two lines of a test."""
    monkeypatch.setattr(Ticking.__init__, "__defaults__", (lambda: 100.0,))


def test_only_the_running_clock_ticks(styled, qtbot) -> None:
    now = [100.0]
    from PySide6.QtCore import QObject

    owner = QObject()
    ticking = Ticking(owner, lambda: now[0])
    ticking.hear(ClocksChanged((Clock(0, 120_000, True), Clock(1, 90_000, False))))
    now[0] += 61
    assert [ticking.readings()[seat].text for seat in (0, 1)] == ["0:59", "1:30"]
    with qtbot.waitSignal(ticking.ticked):
        pass
    ticking.hear(ClocksChanged((Clock(0, 59_000, False), Clock(1, 90_000, False))))
    now[0] += 500
    assert [ticking.readings()[seat].text for seat in (0, 1)] == ["0:59", "1:30"]


def test_the_clocks_tick_without_redrawing_the_board(table, qtbot) -> None:
    sitting = table("hrb")
    window = sitting.window
    shown = []
    window.view.show = shown.append
    sitting.bridge.event.emit(ClocksChanged((Clock(0, 754_000, True), Clock(1, 600_000, False))))
    assert row(sitting, 0).clock.text == "12:34"
    assert row(sitting, 1).clock.text == "10:00"
    assert row(sitting, 2).clock is None
    with qtbot.waitSignal(window.clocks.ticked):
        pass
    assert not shown


def test_short_time_is_a_filled_plate_and_is_read_aloud(table) -> None:
    sitting = table("hrb")
    sitting.bridge.event.emit(ClocksChanged((Clock(0, 754_000, True), Clock(1, 42_000, False))))
    colours = theme.palette()
    for seat, filled in ((0, False), (1, True)):
        one = row(sitting, seat)
        image = one.grab().toImage()
        edge = [QColor(image.pixel(x, y)) for x in range(image.width() // 2, image.width()) for y in range(image.height())]
        plate = sum(colour == QColor(colours.error) for colour in edge)
        assert (plate > 200) == filled
    row(sitting, 1).set_info(row(sitting, 1).info, sitting.window.frame.density)
    assert "0:42 left" in row(sitting, 1).accessibleName()
    sitting.bridge.event.emit(ClocksChanged((Clock(1, -1, False),)))
    row(sitting, 1).set_info(row(sitting, 1).info, sitting.window.frame.density)
    assert "time up" in row(sitting, 1).accessibleName()
