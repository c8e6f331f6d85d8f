"""Boards are corrected on the board itself: by mouse and keyboard, undone, named, kept, chosen and reset; nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QScrollArea

from client.boards.editing.draft import Draft
from client.boards.editing.frames import Frames
from client.boards.editing.loop import LoopSurface
from client.lessons.marks import COLOUR
from client.messages import catalogue, languages
from client.pages.boards import BoardsPage
from net import boards
from net.boards import boards_of, chosen, save_board
from net.corrections import correct
from net.rulebook import shipped_file
from rules.registry import game
from tests.contract.boards import corrected

OF = {"big-boss": "loop-board", "torres": "torres", "burgenland": "burgenland"}


@pytest.fixture
def folder(home: Path) -> Iterator[Path]:
    correct(home / "games")
    yield home / "games"
    correct(None)


@pytest.fixture
def page(folder: Path, styled, qtbot) -> BoardsPage:
    shown = BoardsPage(catalogue())
    qtbot.addWidget(shown)
    shown.setMinimumSize(960, 600)
    shown.resize(1280, 720)
    shown.show()
    return shown


def begin(page: BoardsPage, name: str) -> None:
    page.begin(game(name))
    page.grab()


def click(page: BoardsPage, place: str) -> None:
    """Click on a place of the board."""
    room = page.surface.room(place)
    assert room is not None
    QTest.mouseClick(page.surface.view.viewport(), Qt.MouseButton.LeftButton, pos=room.center())


def press(page: BoardsPage, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(page.surface.view, key)


def answer(page: BoardsPage, what: str) -> None:
    assert page.question is not None
    made = page.question.findChild(QPushButton, f"board-{what}-answer")
    assert made is not None
    made.click()


def findings(page: BoardsPage) -> list[str]:
    return [page.findings.item(row).text() for row in range(page.findings.count())]


# -- the boards --------------------------------------------------------------------------------------------------------


def test_start_squares_are_moved_by_clicks(page: BoardsPage) -> None:
    begin(page, "torres")
    assert "same as" in page.verdict.text()
    click(page, "18")
    assert 18 not in page.draft.content["starts"]
    click(page, "17")
    assert page.draft.content["starts"] == sorted([*(cell for cell in shipped_file("torres")["starts"] if cell != 18), 17])
    assert page.surface.frames.different == ("17", "18")
    assert page.surface.frames.wrong == ()
    assert page.use_button.isEnabled()
    click(page, "25")
    assert set(page.surface.frames.wrong) == {"17", "25"}
    assert findings(page)[0].startswith("! ")
    assert not page.use_button.isEnabled()


def test_start_squares_are_moved_by_keys(page: BoardsPage) -> None:
    begin(page, "torres")
    page.surface.view.setFocus()
    press(page, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space)
    assert 3 not in page.draft.content["starts"]
    assert "free" in page.said.text()
    press(page, Qt.Key.Key_Left, Qt.Key.Key_Return)
    assert 2 in page.draft.content["starts"]
    assert "start square" in page.surface.view.accessibleDescription()


def test_a_field_of_the_loop_moved_to_a_taken_square_displaces_the_other(page: BoardsPage) -> None:
    begin(page, "big-boss")
    before = shipped_file("loop-board")["fields"]
    click(page, "18")
    assert page.surface.frames.held == "18"
    click(page, "gap 8 4")
    fields = page.draft.content["fields"]
    assert fields[17] == [8, 4]
    assert {"17", "18", "19"} <= set(page.surface.frames.wrong)
    click(page, "18")
    click(page, "30")
    assert page.draft.content["fields"][17] == before[29]
    assert page.draft.content["fields"][29] == [8, 4]


def test_a_loop_is_traced_by_the_keyboard(page: BoardsPage) -> None:
    """Fields 18 to 20 go round another way, and the loop is whole again."""
    begin(page, "big-boss")
    surface = page.surface
    assert isinstance(surface, LoopSurface)
    surface.follow.setChecked(True)
    surface.go_to("18")
    press(page, Qt.Key.Key_Return)
    assert (surface.held, page.surface.frames.held) == (18, "18")
    press(page, Qt.Key.Key_Right, Qt.Key.Key_Return)
    assert surface.held == 19, "the next number is taken up"
    assert "Put field 19" in page.said.text()
    press(page, Qt.Key.Key_Escape)
    assert surface.held == 0
    assert page.isVisible()
    page.undo()
    assert not page.unsaved


def test_the_grid_of_the_loop_grows_but_never_below_its_fields(page: BoardsPage) -> None:
    begin(page, "big-boss")
    surface = page.surface
    assert isinstance(surface, LoopSurface)
    surface.sides["columns"].setValue(13)
    assert page.draft.content["columns"] == 13
    assert surface.room("gap 13 5") is not None
    surface.sides["columns"].setValue(2)
    assert page.draft.content["columns"] == 11


def test_rewards_and_blocked_squares_are_changed_beside_the_map(page: BoardsPage) -> None:
    begin(page, "burgenland")
    surface = page.surface
    click(page, "square 5 2")
    reward, two = surface.reward, surface.blocked[2]  # type: ignore[attr-defined]
    assert reward.isVisibleTo(surface.tools)
    reward.setFocus()
    while reward.currentData() != "M9":
        QTest.keyClick(reward, Qt.Key.Key_Down)
    ours = page.draft.content["ours"]
    assert ours["castles"]["5"]["squares"] == ["?", "M9", "M3"]
    QTest.keyClick(two, Qt.Key.Key_Down)
    assert "5b" in page.draft.content["ours"]["blocked"]["2"]["wall"]
    assert any("walls" in said for said in findings(page))
    click(page, "square 5 1")
    assert two.currentData() == "wall"
    QTest.keyClick(two, Qt.Key.Key_Up)
    assert page.draft.content["ours"]["blocked"]["2"]["wall"] == ["2a", "3a", "5b", "8a", "9a", "11a"]
    assert page.surface.frames.wrong == ()


def test_roads_and_crossings_are_changed_beside_the_map(page: BoardsPage) -> None:
    begin(page, "burgenland")
    surface = page.surface
    room = surface.room("castle 4")
    assert room is not None
    QTest.mouseClick(surface.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(room.center().x(), room.bottom() - 6))
    ends = surface.ends  # type: ignore[attr-defined]
    QTest.keyClick(ends[0], Qt.Key.Key_End)
    assert page.draft.content["ours"]["castles"]["4"]["between"] == ["H", "E"]
    surface.press("crossing 1")
    column, _ = surface.spot  # type: ignore[attr-defined]
    column.setValue(2)
    crossings = page.draft.content["ours"]["crossings"]
    assert (crossings["A"], crossings["B"]) == ([2, 1], [1, 1]), "one that lies there gives way"
    surface.press("castle 4")
    QTest.keyClick(ends[0], Qt.Key.Key_Home)
    while ends[0].currentData() != "E":
        QTest.keyClick(ends[0], Qt.Key.Key_Down)
    assert page.draft.content["ours"]["castles"]["4"]["between"][0] == "E"
    assert page.draft.content["ours"]["castles"]["4"]["between"][1] != "E", "a road leads somewhere"
    assert surface.frames.wrong == ()


@pytest.mark.parametrize("name", OF)
def test_every_place_can_be_reached_by_the_arrow_keys(page: BoardsPage, name: str) -> None:
    begin(page, name)
    surface = page.surface
    seen, waiting = set(), [surface.beside("", 0, 0)]
    while waiting:
        place = waiting.pop()
        if place not in seen:
            seen.add(place)
            assert catalogue().text(surface.say(place))
            waiting += [surface.beside(place, right, down) for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    assert len(seen) == {"big-boss": 121, "torres": 64, "burgenland": 33 + 11 + 8}[name]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", OF)
def test_corrected_boards_are_shown_in_every_language(folder: Path, styled, qtbot, language: str, name: str) -> None:
    shown = BoardsPage(catalogue(language))
    qtbot.addWidget(shown)
    shown.setMinimumSize(960, 600)
    shown.resize(1280, 720)
    shown.show()
    save_board(OF[name], "Own", corrected(name, 2)[OF[name]])
    boards.choose_board(OF[name], corrected(name, 2)[OF[name]])
    begin(shown, name)
    assert shown.name.text() == "Own"
    assert shown.surface.frames.different
    assert shown.surface.frames.wrong == ()
    shown.findings.itemActivated.emit(shown.findings.item(0))
    assert shown.surface.cursor == shown.surface.frames.different[0] or shown.surface.cursor
    shown.grab()


# -- undo, and where boards are kept -----------------------------------------------------------------------------------


def test_changes_are_undone_and_made_again(page: BoardsPage) -> None:
    begin(page, "torres")
    for place in ("18", "16", "0"):
        click(page, place)
    last = page.draft.content
    for _ in range(3):
        QTest.mouseClick(page.undo_button, Qt.MouseButton.LeftButton)
    assert page.draft.content == shipped_file("torres")
    assert not page.undo_button.isEnabled()
    for _ in range(3):
        QTest.mouseClick(page.redo_button, Qt.MouseButton.LeftButton)
    assert page.draft.content == last
    assert not page.redo_button.isEnabled()
    page.undo()
    click(page, "1")
    assert not page.redo_button.isEnabled(), "another way has been taken"


def test_a_draft_limits_how_much_it_remembers() -> None:
    draft = Draft({"n": 0})
    for number in range(1, 700):
        draft.change({"n": number})
    draft.change({"n": 699})
    steps = 0
    while draft.can_undo:
        draft.undo()
        steps += 1
    assert (steps, draft.content) == (500, {"n": 199})


def test_a_board_is_named_saved_copied_chosen_reset_and_deleted(page: BoardsPage) -> None:
    begin(page, "torres")
    chosen_again: list[bool] = []
    page.chosen.connect(lambda: chosen_again.append(True))
    click(page, "18")
    click(page, "17")
    assert page.name.text() == "My board"
    page.name.setText("Grandma's box")
    assert page.save()
    assert [board.name for board in boards_of("torres")] == ["Grandma's box"]
    assert not page.unsaved
    page.use_this()
    assert chosen("torres") is not None
    assert chosen_again == [True]
    assert page.list.currentText() == "Grandma's box (for new games)"
    page.copy()
    assert [board.name for board in boards_of("torres")] == ["Grandma's box", "Grandma's box 2"]
    page.reset()
    assert "same as" in page.verdict.text()
    page.undo()
    page.delete()
    assert [board.name for board in boards_of("torres")] == ["Grandma's box"]
    page.use_this()
    assert chosen("torres") is None, "the shipped board is shown after a delete"


def test_two_boards_cannot_have_one_name(page: BoardsPage) -> None:
    save_board("torres", "Mine", corrected("torres", 1)["torres"])
    begin(page, "torres")
    click(page, "18")
    page.name.setText("mine")
    assert not page.save()
    assert "already a board" in page.trouble.text()
    assert page.unsaved


def test_a_damaged_file_is_listed_and_left_alone(page: BoardsPage, folder: Path) -> None:
    kept = folder / "boards" / "torres"
    kept.mkdir(parents=True)
    (kept / "broken.json").write_text("{", "utf-8")
    strange = {"alarife-board": 1, "name": "strange", "of": "torres", "content": {"starts": "none"}}
    (kept / "strange.json").write_text(json.dumps(strange), "utf-8")
    begin(page, "torres")
    assert [page.list.itemText(row) for row in range(3)] == ["Alarife’s own (for new games)", "broken (damaged)", "strange"]
    for row, word in ((1, "broken.json"), (2, "strange")):
        page.list.setCurrentIndex(row)
        page.list.activated.emit(row)
        assert word in page.trouble.text()
        assert page.list.currentIndex() == 0
    assert (kept / "broken.json").read_text("utf-8") == "{"


def test_a_half_finished_board_is_kept_and_opened_again(page: BoardsPage) -> None:
    begin(page, "big-boss")
    click(page, "18")
    click(page, "gap 8 4")
    page.name.setText("half")
    assert page.save()
    page.use_this()
    assert chosen("loop-board") is None
    begin(page, "big-boss")
    page.list.setCurrentIndex(1)
    page.list.activated.emit(1)
    assert page.name.text() == "half"
    assert page.surface.frames.wrong


# -- leaving -----------------------------------------------------------------------------------------------------------


def test_leaving_asks_what_to_do_with_changes(page: BoardsPage) -> None:
    left: list[bool] = []
    page.closed.connect(lambda: left.append(True))
    begin(page, "torres")
    click(page, "18")
    page.back_button.click()
    answer(page, "stay")
    assert (left, page.unsaved) == ([], True)
    page.back_button.click()
    page.question.close()  # type: ignore[union-attr]
    assert (left, page.unsaved) == ([], True), "closing the question changes nothing"
    page.back_button.click()
    answer(page, "save")
    assert left == [True]
    assert [board.name for board in boards_of("torres")] == ["My board"]


def test_leaving_without_saving_is_possible(page: BoardsPage) -> None:
    left: list[bool] = []
    page.closed.connect(lambda: left.append(True))
    begin(page, "torres")
    click(page, "18")
    page.back_button.click()
    answer(page, "discard")
    assert left == [True]
    assert boards_of("torres") == []


def test_another_board_is_opened_only_after_the_question(page: BoardsPage) -> None:
    save_board("torres", "Other", corrected("torres", 1)["torres"])
    begin(page, "torres")
    click(page, "18")
    changed = page.draft.content
    page.list.activated.emit(1)
    assert page.draft.content == changed
    answer(page, "stay")
    assert page.draft.content == changed
    page.list.activated.emit(1)
    answer(page, "discard")
    assert page.name.text() == "Other"


@pytest.mark.parametrize("tilted", [False, True])
def test_the_cursor_leaves_the_frame_of_a_difference_visible(styled, qtbot, tilted: bool) -> None:
    """A guest was told of two places marked in pink and saw one: the cursor stood on the other."""
    view = QScrollArea()
    qtbot.addWidget(view)
    view.resize(200, 160)
    frames = Frames(view, lambda _name: QRect(60, 50, 80, 50), tilted)
    frames.show_places((), ("a1",))
    alone = pink_in(frames)
    frames.focused = "a1"
    assert pink_in(frames) > alone * 0.9


def pink_in(frames: Frames) -> int:
    """The number of pixels in the colour of a difference."""
    image = frames.grab().toImage()
    return sum(image.pixelColor(x, y) == QColor(COLOUR) for x in range(image.width()) for y in range(image.height()))
