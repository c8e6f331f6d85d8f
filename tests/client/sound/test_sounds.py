"""The sounds at a table, in the lobby and in the settings, and the occasions without a sound."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSystemTrayIcon

from client.sound.cues import CUES
from client.sound.sounds import Sounds
from client.system.settings import Settings, load
from net import api
from rules.message import message
from tests.client.person import wait
from tests.client.table.sitting import Sitting, sit_down
from tests.client.table.tables import Settings as TableSettings
from tests.client.table.tables import begun
from tests.client.table.test_window import click_field


@dataclass
class Ears:
    """A speaker that only notes what it is asked for."""

    heard: list[tuple[tuple[str, ...], int]] = field(default_factory=list)

    def play(self, names, volume: int) -> None:
        self.heard.append((tuple(names), volume))

    def close(self) -> None:
        pass


def peer(name: str, linked: bool = True) -> api.Peer:
    return api.Peer(name * 64, name, True, linked, message("net.status.linked"))


def at_the_table(*peers: api.Peer) -> api.PeersChanged:
    return api.PeersChanged(peers, ())


def test_a_sound_that_is_switched_off_is_not_heard() -> None:
    ears, settings = Ears(), Settings()
    sounds = Sounds(settings, ears)
    sounds.play(("move", "coins"))
    settings.silent, settings.volume = ["coins"], 30
    sounds.play(("move", "coins"))
    sounds.play(("coins",))
    sounds.try_out("coins")
    assert ears.heard == [(("move", "coins"), 60), (("move",), 30), (("coins",), 30)]


def test_people_are_heard_when_they_come_and_when_they_speak() -> None:
    ears = Ears()
    sounds = Sounds(Settings(), ears)
    sounds.hear(at_the_table(peer("a"), peer("b", linked=False)))
    assert ears.heard == []
    sounds.hear(at_the_table(peer("a"), peer("b")))
    sounds.hear(at_the_table(peer("a"), peer("b")))
    sounds.hear(at_the_table(peer("a"), peer("b", linked=False)))
    sounds.hear(api.Said("b", "Hello", False))
    sounds.hear(api.Said("a", "Hello yourself", True))
    assert [names for names, _ in ears.heard] == [("arrival",), ("chat",)]


def test_a_table_is_heard(styled, qtbot) -> None:
    sitting = Sitting(*sit_down(qtbot, "big-boss", begun(2, start=1), "hb", TableSettings(reduced_motion=True)))
    cues: list[str] = []
    sitting.window.sounded.connect(cues.extend)
    node = sitting.node
    while node.state.turn == 1:
        moves = node.state.moves()
        node.make(1, next((move for move in moves if move.kind == "done"), moves[0]))
    qtbot.waitUntil(lambda: not sitting.window.pace.busy)
    assert "move" in cues, "the bot has built"
    assert cues[-1] == "turn", "then it is the player's turn"
    cues.clear()
    click_field(sitting, next(move.args[0] for move in sitting.moves if move.kind == "play"))
    assert "move" in cues, "the own move answers at once"


def test_the_sound_settings_are_kept(person) -> None:
    anna = person("Anna")
    ears = Ears()
    anna.window.desktop.sounds.speaker = ears
    anna.click("start-settings")
    anna.click("settings-sound-coins")
    anna.click("settings-notices")
    assert ears.heard == []
    anna.click("settings-sound-coins")
    assert ears.heard == [(("coins",), 60)], "one hears what one switches on"
    anna.click("settings-sound-chat")
    page = anna.window.pages.settings_page
    for _ in range(40 // page.volume.singleStep()):
        QTest.keyClick(page.volume, Qt.Key.Key_Left)
    assert ears.heard[-1] == (("turn",), 20), "and how loud it is"
    kept = load(anna.home)[0]
    assert (kept.volume, kept.silent, kept.notices) == (20, ["chat"], True)
    assert set(page.cues) == set(CUES)


def test_the_desktop_announces_turns_only_if_wanted(person, monkeypatch) -> None:
    anna = person("Anna")
    shown: list[str] = []
    monkeypatch.setattr(type(anna.window.desktop.notices), "show", lambda _self, _title, said: shown.append(said) or True)
    anna.window.desktop.call_people("It is your turn in Torres.")
    assert shown == []
    anna.settings.notices = True
    anna.window.desktop.call_people("It is your turn in Torres.")
    assert shown == ["It is your turn in Torres."]


def test_a_desktop_without_a_place_for_notices_is_told_where_they_are_switched_on(person, monkeypatch) -> None:
    anna = person("Anna")
    anna.click("start-settings")
    assert anna.see("settings-notices-none") is None
    anna.click("settings-notices")
    assert "tray" in anna.text("settings-notices-none")
    anna.click("settings-page-back")
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: True)
    monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: True)
    anna.click("start-settings")
    assert anna.see("settings-notices-none") is None


@pytest.mark.qt_log_ignore("This plugin does not support")  # raising a window, on a platform without a screen
def test_a_click_on_the_desktops_notice_leads_to_the_table(person) -> None:
    anna = person("Anna")
    anna.window.play_at_once("big-boss", 2, "random")
    wait(lambda: anna.page == "table-window")
    anna.click("help")
    anna.click("help-lessons")
    assert anna.page == "lessons-page"
    anna.window.desktop.notices.come()
    assert anna.page == "table-window"
