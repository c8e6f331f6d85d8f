"""The transition from page to page: a veil that blocks nothing, and what lies behind both."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest

from client.look import theme
from client.window.ground import Ground
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


def test_the_veil_has_the_tables_colour_and_lets_the_page_show_through(person):
    anna = person("Anna")
    anna.settings.reduced_motion = False
    anna.click("start-about")
    veil = veil_of(anna)
    veil._motion.stop()
    pages, page = anna.window.pages, anna.window.pages.currentWidget()
    bright = anna.find("about-page-back")
    place = bright.mapTo(pages, bright.rect().center())
    veil.hide()
    bare = pages.grab().toImage()
    veil.show()
    seen = {}
    for left in (1.0, 0.5, 0.0):
        veil._thin(left)
        covered = pages.grab().toImage()
        seen[left] = [covered.pixelColor(at) for at in (place, page.rect().bottomRight())]
    table = theme.palette().table
    assert [colour.name() for colour in seen[1.0]] == [table, table], "also where its last strip is"
    assert seen[0.0][0] == bare.pixelColor(place)
    below, half = bare.pixelColor(place), seen[0.5][0]
    for one, all_of, cover in zip(half.getRgb()[:3], below.getRgb()[:3], seen[1.0][0].getRgb()[:3], strict=True):
        assert abs(one - (all_of + cover) / 2) <= 2


def test_behind_the_pages_it_is_light_above_the_middle():
    ground = Ground()
    picture = ground.picture(QSize(600, 400), 2.0)
    assert (picture.width(), picture.height(), picture.devicePixelRatio()) == (1200, 800, 2.0)
    image = picture.toImage()
    colours = theme.palette()
    assert image.pixelColor(600, 336).name() == colours.table_light
    corner, middle, under = (image.pixelColor(*at).lightness() for at in ((0, 799), (600, 336), (600, 799)))
    assert max(corner, under) < middle
    assert ground.picture(QSize(600, 400), 2.0).cacheKey() == picture.cacheKey(), "painted once"
    assert ground.picture(QSize(601, 400), 2.0).cacheKey() != picture.cacheKey()


def test_the_ground_has_the_colours_of_the_theme(qapp):
    ground, seen = Ground(), set()
    for name in ("dark", "light"):
        theme.apply(qapp, name)
        seen.add(ground.picture(QSize(60, 40), 1.0).toImage().pixelColor(30, 17).name())
    theme.apply(qapp, "dark")
    assert len(seen) == 2
