"""A portrait chosen at one window is seen at the others, in the lobby and at the table."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QToolButton

from client.lobby.seats import ICON
from client.look import avatar
from client.look.portrait import numbers, portrait_of
from client.pages.portraitbutton import PortraitButton
from tests.client.person import wait

FIRST = portrait_of(b"first")._replace(hat="crown", beard="long")


def test_a_portrait_is_seen_in_the_lobby_after_the_theme_has_changed(person):
    anna, ben = person("Anna"), person("Ben")
    for who in (anna, ben):
        who.window.know_key()
    ben.settings.portrait = list(numbers(FIRST))
    ben.bridge.portray(numbers(FIRST))
    anna.window.play_at_once("big-boss", 2, "random")  # a table knows portraits, too
    for name in ("leave", "leave-leave"):
        anna.click(name)
    wait(lambda: anna.page == "start-page")
    anna.window.restyle()
    anna.click("start-host")
    anna.click("host-page-start")
    ben.join(anna)
    shown = anna.find("seat-1-avatar")
    assert isinstance(shown, QLabel)
    portrait = avatar.pixmap(FIRST, ICON, shown.devicePixelRatioF()).toImage()
    wait(lambda: shown.pixmap().toImage() == portrait)


def test_the_others_see_what_was_chosen_in_the_lobby_and_at_the_table(person):
    anna, ben = person("Anna"), person("Ben")
    for who in (anna, ben):
        who.window.know_key()
    key = ben.settings.key
    ben.click("start-portrait")
    editor = ben.find("start-portrait").editor
    for field, choice in zip(editor.lists.values(), numbers(FIRST), strict=True):
        field.setCurrentIndex(choice)
        field.activated.emit(choice)
    editor.accept()
    assert ben.settings.portrait == list(numbers(FIRST))
    anna.click("start-host")
    anna.click("host-announce")
    anna.click("host-page-start")
    anna.find("invite-code")
    anna.click("invite-copy")
    assert QGuiApplication.clipboard().text()
    ben.click("start-join")
    ben.click("join-paste")
    ben.click("join-go")
    wait(lambda: ben.page == "lobby-page")
    wait(lambda: anna.window.content.likenesses.of_peer(key) == FIRST)
    ben.click("seat-1-action")
    button = wait(lambda: ben.see("seat-1-portrait"))
    assert isinstance(button, PortraitButton)
    button.click()
    wait(lambda: button.editor is not None)
    button.editor.lists["hat"].setFocus()
    hat = button.editor.lists["hat"].objectName()
    button.editor.findChild(QToolButton, f"{hat}-next").click()
    second = button.editor.portrait
    assert second != FIRST
    button.editor.accept()
    wait(lambda: anna.window.content.likenesses.of_peer(key) == second)
    wait(lambda: ben.find("lobby-ready").isEnabled())
    ben.click("lobby-ready")
    wait(lambda: anna.find("lobby-start").isEnabled())
    anna.click("lobby-start")
    for who in (anna, ben):
        wait(lambda who=who: who.page == "table-window")
    seat = next(seat for seat, one in enumerate(anna.window.pages.currentWidget().seats) if one.peer == key)
    for who in (anna, ben):
        wait(lambda who=who: who.window.pages.currentWidget().frame.players.rows[seat].info.picture == second)
