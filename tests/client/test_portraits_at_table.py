"""A portrait chosen at one window is seen at the others, in the lobby and at the table."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton

from client.look.portrait import numbers, portrait_of
from client.pages.portraitbutton import PortraitButton
from tests.client.person import wait

FIRST = portrait_of(b"first")._replace(hat="crown", beard="long")


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
    wait(lambda: anna.window.likenesses.of_peer(key) == FIRST)
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
    wait(lambda: anna.window.likenesses.of_peer(key) == second)
    wait(lambda: ben.find("lobby-ready").isEnabled())
    ben.click("lobby-ready")
    wait(lambda: anna.find("lobby-start").isEnabled())
    anna.click("lobby-start")
    for who in (anna, ben):
        wait(lambda who=who: who.page == "table-window")
    seat = next(seat for seat, one in enumerate(anna.window.pages.currentWidget().seats) if one.peer == key)
    for who in (anna, ben):
        wait(lambda who=who: who.window.pages.currentWidget().frame.players.rows[seat].info.picture == second)
