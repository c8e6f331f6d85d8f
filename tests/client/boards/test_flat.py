"""The flat board: a whole turn with the keyboard alone, and names of everything for a screen reader."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.boards.loop.flat import FieldButton
from client.boards.loop.spots import loop_spots
from rules.contract import Move
from tests.client.table.conftest import table  # noqa: F401  (the fixture)
from tests.client.table.tables import Settings
from tests.client.table.test_window import loop

KEY = Qt.Key


def press(key: Qt.Key) -> None:
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, key)


def walk_to(sitting, cell: int) -> None:
    """Go to a field by PageUp and PageDown, from wherever the focus is on the board."""
    flat = loop(sitting).flat
    focused = next(field for field in flat.findChildren(FieldButton) if field.hasFocus())
    forward = (cell - focused.cell) % 72
    for _ in range(min(forward, 72 - forward)):
        press(KEY.Key_PageDown if forward <= 36 else KEY.Key_PageUp)
    assert flat.button(cell).hasFocus()


def test_a_whole_turn_with_the_keyboard_alone(table) -> None:  # noqa: F811
    sitting = table("hb", settings=Settings(flat_view=True))
    view, window = loop(sitting), sitting.window
    assert view.flat.isVisible()
    view.take_focus()
    number = next(move.args[0] for move in window.turn.state.moves() if move.kind == "play" and view.outcome(move).options)
    walk_to(sitting, number)
    press(KEY.Key_Return)
    assert window.turn.state.facts()["step"] == "found"
    window.frame.prompt.buttons[0].setFocus()
    press(KEY.Key_Return)  # a villa
    assert window.turn.state.facts()["step"] == "noble"
    assert window.frame.prompt.buttons[0].hasFocus()
    press(KEY.Key_Return)  # a baron
    assert window.turn.complete
    assert window.turn_bar.confirm_button.hasFocus()
    QTest.keyClick(window, KEY.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not window.turn.complete
    window.frame.prompt.buttons[-1].setFocus()
    press(KEY.Key_Return)  # no noble
    press(KEY.Key_Return)  # confirm
    assert [move.kind for move in sitting.node.acted[0][1]] == ["play", "villa", "done"]
    assert view.flat.button(number).hasFocus()


def test_a_list_that_is_given_up_leads_back_to_its_field(table) -> None:  # noqa: F811
    sitting = table("hb", settings=Settings(flat_view=True))
    view, window = loop(sitting), sitting.window
    number = next(move.args[0] for move in window.turn.state.moves() if move.kind == "play" and view.outcome(move).options)
    window.want(Move("play", (number,)))
    window.want(Move("villa"))
    view.flat.button(number).setFocus()
    press(KEY.Key_Return)
    assert window.findChild(QWidget, f"menu-baron {number}").hasFocus()
    press(KEY.Key_Escape)
    assert not view.menu.isVisible()
    assert view.flat.button(number).hasFocus()


def test_enter_where_nothing_can_be_done_confirms_and_space_asks_why(table) -> None:  # noqa: F811
    sitting = table("hb", settings=Settings(flat_view=True))
    view = loop(sitting)
    cell = next(cell for cell in range(1, 73) if cell not in view.flat.marked)
    view.flat.button(cell).setFocus()
    press(KEY.Key_Space)
    assert sitting.prompt == f"Card {cell} is not in your hand."
    sitting.window.want(next(move for move in sitting.window.turn.state.moves() if move.kind == "buy-tower"))
    view.flat.button(cell).setFocus()
    press(KEY.Key_Return)
    assert len(sitting.node.acted) == 1


def test_arrow_keys_go_to_the_field_in_that_direction() -> None:
    spots = loop_spots()
    assert spots.neighbour(1, 1, 0) == 2
    assert spots.neighbour(1, 0, 1) == 72
    assert spots.neighbour(6, 0, 1) in (17, 67, 68)
    assert spots.neighbour(67, 1, 0) == 17
    assert spots.neighbour(37, 1, 0) == 37
    for cell in spots.cells:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            other = spots.neighbour(cell, dx, dy)
            (x, y), (u, v) = spots.of(cell), spots.of(other)
            assert other == cell or (u - x) * dx + (v - y) * dy > 0


def test_every_field_says_what_stands_there_and_what_is_possible(table) -> None:  # noqa: F811
    sitting = table("hbb", moves=40, seed=2)
    view = loop(sitting)
    facts = view.facts
    sitting.window.frame.set_flat(True)
    for field in view.flat.findChildren(FieldButton):
        said = field.accessibleName()
        assert said.startswith(f"Field {field.cell}")
        if facts.level(field.cell):
            assert f"level {facts.level(field.cell)}" in said
            assert f"worth {facts.value(field.cell)}" in said
        else:
            assert "free" in said
        noble = facts.noble_at.get(field.cell)
        if noble is not None:
            assert sitting.window.names[noble.seat] in said
        assert bool(field.accessibleDescription()) == field.can


def test_buttons_that_nobody_looks_at_rest_until_somebody_does(table, monkeypatch) -> None:  # noqa: F811
    sitting = table("hb")
    view, window = loop(sitting), sitting.window
    view.flat.make()
    move = next(move for move in window.turn.state.moves() if move.kind == "play" and view.outcome(move).options)
    described = []
    monkeypatch.setattr(view.flat, "say", lambda what, _: described.append(what))
    window.want(move)
    assert not described
    monkeypatch.undo()
    window.frame.set_flat(True)
    assert view.flat.marked == view.board.scene().marked
    assert all(field.accessibleName() for field in view.flat.findChildren(FieldButton))


def test_a_button_and_a_key_change_between_the_boards(table) -> None:  # noqa: F811
    sitting = table("hb")
    view, window = loop(sitting), sitting.window
    QTest.mouseClick(window.findChild(QWidget, "flat"), Qt.MouseButton.LeftButton)
    assert view.flat.isVisible()
    assert not view.board.isVisible()
    QTest.keyClick(window, KEY.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert view.board.isVisible()
