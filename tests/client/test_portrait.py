"""The portrait editor: by pointer, by keyboard, and how the choice is kept."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QToolButton

from client.look.likeness import own_portrait
from client.look.portrait import PARTS
from client.messages import catalogue, languages
from client.pages.portrait import PortraitEditor
from client.pages.portraitbutton import PortraitButton
from client.system.settings import Settings, load


@pytest.fixture
def settings():
    made = Settings(name="Anna")
    made.key = "ab" * 32
    return made


@pytest.fixture
def editor(styled, settings):
    made = PortraitEditor(catalogue(), settings)
    made.show()
    yield made
    made.deleteLater()


def click(editor, name):
    QTest.mouseClick(editor.findChild(QAbstractButton, name), Qt.MouseButton.LeftButton)


def test_arrows_go_through_the_choices_and_around(editor, settings):
    assert editor.chosen == []
    assert editor.portrait == own_portrait(settings)
    first = editor.portrait.hat
    for _ in PARTS["hat"]:
        click(editor, "portrait-hat-next")
    assert editor.portrait.hat == first
    click(editor, "portrait-hat-previous")
    choices = PARTS["hat"]
    assert editor.portrait.hat == choices[choices.index(first) - 1]
    assert editor.chosen[list(PARTS).index("hat")] == choices.index(editor.portrait.hat)


def test_the_keyboard_alone_composes_a_portrait(editor):
    assert editor.focusWidget() is editor.lists["face"]
    order = []
    for _ in range(len(PARTS)):
        order.append(editor.focusWidget())
        editor.focusNextChild()
    assert set(editor.lists.values()) <= {*order, editor.focusWidget(), *_tabbed(editor)}
    field = editor.lists["hair"]
    field.setFocus()
    field.setCurrentIndex(0)
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert editor.portrait.hair == PARTS["hair"][1]
    assert editor.chosen[list(PARTS).index("hair")] == 1


def _tabbed(editor):
    found, start = [], editor.focusWidget()
    for _ in range(40):
        editor.focusNextChild()
        found.append(editor.focusWidget())
        if found[-1] is start:
            break
    return found


def test_everything_has_a_name_for_a_screen_reader(editor):
    for part, field in editor.lists.items():
        assert field.accessibleName() == catalogue().text(f"portrait.part.{part}")
    for arrow in editor.findChildren(QToolButton):
        assert arrow.accessibleName()
    said = editor.findChild(QLabel, "portrait-preview").accessibleName()
    for field in editor.lists.values():
        assert field.currentText() in said


def test_surprise_and_the_key_again(editor, settings):
    seen = set()
    for _ in range(8):
        click(editor, "portrait-surprise")
        seen.add(editor.portrait)
        assert editor.portrait == own_portrait(_with(settings, editor.chosen))
    assert len(seen) > 1
    click(editor, "portrait-from-key")
    assert editor.chosen == []
    assert editor.portrait == own_portrait(settings)


def _with(settings, portrait):
    made = Settings(name=settings.name, portrait=portrait)
    made.key = settings.key
    return made


@pytest.mark.parametrize("end", ["portrait-done", "portrait-cancel"])
def test_only_the_done_button_keeps_the_choice(styled, settings, end):
    button = PortraitButton(catalogue(), settings, "portrait", 30)
    button.refresh()
    heard = []
    button.changed.connect(lambda: heard.append(list(settings.portrait)))
    button.show()
    button.click()
    click(button.editor, "portrait-clothes-next")
    wanted = list(button.editor.chosen)
    click(button.editor, end)
    assert button.editor is None
    assert heard == ([wanted] if end == "portrait-done" else [])
    assert settings.portrait == (wanted if end == "portrait-done" else [])
    button.deleteLater()


@pytest.mark.parametrize("language", languages())
def test_the_editor_fits_into_a_small_window(styled, settings, language):
    made = PortraitEditor(catalogue(language), settings)
    made.show()
    assert made.width() <= 1000
    assert made.height() <= 660
    for field in made.lists.values():
        assert field.width() >= field.sizeHint().width()
    made.deleteLater()


def test_the_choice_is_kept_and_damage_loses_nothing_else(tmp_path):
    kept = Settings(tmp_path / "settings.json", portrait=[1, 2, 3])
    kept.key = "ab" * 32
    assert kept.save() is None
    assert load(tmp_path)[0].portrait == [1, 2, 3]
    assert "ab" * 32 not in (tmp_path / "settings.json").read_text()
    for bad in ("[64]", "[-1]", "[1.5]", '"none"', f"{[0] * 17}", "[true]"):
        (tmp_path / "settings.json").write_text(f'{{"name": "Anna", "portrait": {bad}}}')
        loaded, said = load(tmp_path)
        assert (loaded.name, loaded.portrait) == ("Anna", [])
        assert said is not None
