"""Who is away, what the others can do about it, and how a seat is taken back."""

from __future__ import annotations

from dataclasses import replace

from net import api
from rules.message import message
from tests.client.table.test_window import child, click

AWAY = api.Absence("1" * 64, "Bruno", 130_000, None, False, "", ("Carmen",), ("Anna",))


def told(sitting, absence=None, **event) -> None:
    known = {"gone": False, "returnable": False, "returning": False, **event}
    sitting.bridge.event.emit(api.AbsenceChanged(absence, **known))


def noted(sitting):
    asked = []
    sitting.node.replace = lambda *given: asked.append(given)
    sitting.node.take_seat_back = lambda: asked.append("back")
    return asked


def test_who_is_awaited_and_what_can_be_done(table) -> None:
    sitting = table("hrr")
    panel = sitting.window.frame.absence
    asked = noted(sitting)
    assert not panel.isVisible()
    told(sitting, AWAY)
    assert panel.isVisible()
    assert panel.sentence.text() == "Waiting for Bruno, away for 2:10."
    assert panel.votes.text() == "All others must agree. Agreed: Carmen. Not yet: Anna."
    click(sitting, "absence-replace")
    assert asked == [("1" * 64, True, str(panel.level.itemData(0)))]
    told(sitting, replace(AWAY, wanted=True))
    assert not panel.level.isVisible()
    click(sitting, "absence-replace")
    assert asked[1][:2] == ("1" * 64, False)
    told(sitting)
    assert not panel.isVisible()


def test_where_nobody_can_be_replaced_the_table_says_why(table) -> None:
    sitting = table("hr")
    told(sitting, replace(AWAY, refused=message("replace.refused.two", name="Bruno"), agreed=(), waiting=()))
    panel = sitting.window.frame.absence
    assert "Between two players nobody can be replaced" in panel.sentence.text()
    assert not panel.replace.isVisible()


def test_a_seat_is_taken_back(table) -> None:
    sitting = table("hrr")
    asked = noted(sitting)
    told(sitting, gone=True, returnable=True)
    click(sitting, "absence-back")
    assert asked == ["back"]
    told(sitting, gone=True, returnable=True, returning=True)
    assert not child(sitting, "absence-back").isEnabled()
    told(sitting)
    assert not sitting.window.frame.absence.isVisible()
