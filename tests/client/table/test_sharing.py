"""The end of a game as a picture that can be saved and copied."""

import pytest
from PySide6.QtGui import QGuiApplication, QImage

from client.boards import board_view
from client.boards.contract import Shown
from client.commands.recorded import picked, read
from client.messages import catalogue
from client.table import keepsake
from client.table.sharing import ShareButton, picture
from tests.client.boards.pictures.sheets import GAMES, GOLDEN
from tests.client.person import wait


def painted(game: str, styled) -> QImage:
    recorded = read(GOLDEN / game / f"{GAMES[game][-1]}.alarife")
    state = recorded.position(picked(recorded, None))
    words = catalogue("en")
    view = board_view(game)(words)
    view.board.resize(700, 480)
    view.show(Shown(state, None, (), tuple(recorded.names), None))
    made = picture(view.board.scene(), words, game, "Anna wins", state.result, state.scores(), tuple(recorded.names))
    for widget in (view.board, view.flat, view.hand, *view.panels):
        widget.deleteLater()
    view.deleteLater()
    return made


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_a_picture_of_its_end(styled, game):
    made = painted(game, styled)
    assert made.size() == keepsake.SIZE
    left = {made.pixel(x, y) for x in range(60, 1000, 9) for y in range(200, 840, 9)}
    right = {made.pixel(x, y) for x in range(1100, 1540, 3) for y in range(200, 420, 3)}
    assert len(left) > 400, "the board is on it"
    assert len(right) > 40, "the scores are on it"


def test_it_is_saved_with_its_ending_and_copied(styled, tmp_path, qtbot):
    button = ShareButton(catalogue("en"))
    qtbot.addWidget(button)
    said = []
    button.told.connect(said.append)
    image = painted("torres", styled)
    button.offer("Torres", lambda: image)
    button.save(tmp_path / "end")
    wait(lambda: said or None, "for the file")
    assert said.pop().key == "table.share.saved"
    assert QImage(str(tmp_path / "end.png")).size() == keepsake.SIZE
    button.copy_action.trigger()
    assert said.pop().key == "table.share.copied"
    assert QGuiApplication.clipboard().image().size() == keepsake.SIZE


def test_a_place_that_cannot_be_written_is_named(styled, tmp_path, qtbot):
    button = ShareButton(catalogue("en"))
    qtbot.addWidget(button)
    said = []
    button.told.connect(said.append)
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    button.offer("Torres", lambda: image)
    button.save(tmp_path / "nowhere" / "end.png")
    wait(lambda: said or None, "for the answer")
    assert said[0].key == "table.share.not-saved"
    assert "nowhere" in catalogue("en").text(said[0])
