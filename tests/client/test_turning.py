"""The transition from page to page: a veil that blocks nothing."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from client.window.veil import Veil
from tests.client.person import wait


def veil_of(anna):
    return anna.window.pages.findChild(Veil)


def test_a_page_comes_out_of_a_veil_that_lets_clicks_through(person):
    anna = person("Anna")
    anna.settings.reduced_motion = False
    anna.click("start-about")
    veil = veil_of(anna)
    assert veil.isVisible()
    assert veil.geometry() == anna.window.pages.rect()
    back = anna.find("about-page-back")
    seen = anna.window.pages.childAt(back.mapTo(anna.window.pages, back.rect().center()))
    assert seen is back, "the veil lies between the pointer and the button"
    QTest.mouseClick(back, Qt.MouseButton.LeftButton)
    assert anna.page == "start-page"
    wait(lambda: not veil.isVisible(), "for the veil to go")


def test_the_veil_keeps_the_size_of_the_window(person):
    anna = person("Anna")
    anna.settings.reduced_motion = False
    anna.click("start-about")
    veil = veil_of(anna)
    anna.window.resize(anna.window.width() + 90, anna.window.height() + 30)
    wait(lambda: veil.geometry() == anna.window.pages.rect(), "for the veil to grow")


def test_with_reduced_motion_there_is_no_veil(person):
    anna = person("Anna")
    assert anna.settings.reduced_motion
    anna.click("start-about")
    assert veil_of(anna) is None
