"""The speed of movement that is chosen on the settings page is that of a table."""

from __future__ import annotations

from client.boards.motion import Motion
from client.table.window import TableWindow
from tests.client.person import Person, wait


def move_at_a_table(anna: Person) -> None:
    """Open a table, try a move that builds something, and leave again."""
    anna.click("start-offline")
    anna.click("game-big-boss")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    table = anna.window.pages.currentWidget()
    assert isinstance(table, TableWindow)
    wait(lambda: table.up_to_date and table.turn is not None)
    table.want(next(move for move in table.turn.state.moves() if move.kind == "play"))
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")


def test_a_table_moves_at_the_speed_chosen_on_the_settings_page(person, monkeypatch) -> None:
    speeds: list[float] = []
    play = Motion.play

    def noted(motion, tweens, speed):
        speeds.append(speed)
        play(motion, tweens, speed)

    monkeypatch.setattr(Motion, "play", noted)
    anna = person("Anna")
    anna.click("start-settings")
    anna.click("settings-reduced_motion")
    for words, speed in (("Slow", 0.5), ("Very fast", 4.0)):
        anna.choose("settings-animation_speed", words)
        anna.click("settings-page-back")
        move_at_a_table(anna)
        assert set(speeds) == {speed}, "of the bots' pieces, and of the own ones"
        speeds.clear()
        anna.click("start-settings")
    anna.click("settings-reduced_motion")
    assert not anna.find("settings-animation_speed").isEnabled()
    anna.click("settings-page-back")
    move_at_a_table(anna)
    assert speeds == [], "nothing moves"
