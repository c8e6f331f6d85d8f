import errno
import json
import os
from pathlib import Path

import pytest

from client.system.settings import FILE, LARGEST, RECENT_FILES, VERSION, Settings, load, tidy_name
from client.system.settings import NAME_LENGTH as SHOWN_LENGTH
from net.session.format.text import NAME_LENGTH


def test_first_start_has_the_defaults(home):
    settings, said = load(home)
    assert said is None
    assert settings == Settings()


def test_saved_settings_are_loaded(home):
    settings, _ = load(home)
    settings.name = "Inés"
    settings.theme = "light"
    settings.port = 4747
    settings.reduced_motion = True
    settings.remember(home / "elsewhere.alarife")
    assert settings.save() is None
    again, said = load(home)
    assert said is None
    assert again == settings
    assert list(home.iterdir()) == [home / FILE], "no draft is left behind"


def test_a_saved_game_whose_name_cannot_be_encoded_is_remembered(home):
    settings, _ = load(home)
    settings.remember(home / "odd\udcff.alarife")
    assert settings.save() is None
    again, said = load(home)
    assert (again, said) == (settings, None)
    assert Path(again.recent[0]) == home / "odd\udcff.alarife"


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "\x00\xff", '"words"', "[" * 100_000])
def test_a_damaged_file_loses_the_settings_and_is_reported(home, content):
    (home / FILE).write_text(content, "utf-8")
    settings, said = load(home)
    assert settings == Settings()
    assert said is not None
    assert said.key == "client.settings.damaged-kept"
    settings.name = "Anna"
    assert settings.save() is None
    assert load(home)[0].name == "Anna"
    assert (home / str(said.value("copy"))).read_text("utf-8") == content, "what was there can be looked up"


def test_a_file_that_cannot_even_be_read_is_put_aside(home):
    """It would be replaced by the defaults at the first change."""
    content = " " * (LARGEST + 1)
    for number in (1, 2):
        (home / FILE).write_text(content)
        settings, said = load(home)
        assert settings == Settings()
        assert said.key == "client.settings.damaged-kept"
        assert said.value("copy") == f"settings.damaged-{number}.json"
        assert settings.save() is None
        assert (home / str(said.value("copy"))).read_text() == content


def test_every_damaged_file_is_kept_once(home):
    for content in ("first", "second", "second", "third"):
        (home / FILE).write_text(content)
        load(home)
    assert sorted(file.read_text() for file in home.glob("*damaged*")) == ["first", "second", "third"]


def test_a_failed_write_leaves_no_draft(home, monkeypatch):
    settings, _ = load(home)

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "replace", full)
        assert settings.save().key == "client.settings.not-saved"
    assert list(home.iterdir()) == []
    (home / f"{FILE}.new").write_text("of a program that was killed while it wrote")
    assert settings.save() is None
    assert list(home.iterdir()) == [home / FILE]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", 7),
        ("name", "x" * (NAME_LENGTH + 1)),
        ("name", "two\nlines"),
        ("theme", "pink"),
        ("reduced_motion", "yes"),
        ("animation_speed", True),
        ("text_size", 90),
        ("animation_speed", 0),
        ("port", 70_000),
        ("port", -1),
        ("recent", [1]),
        ("window", "zz"),
    ],
)
def test_an_invalid_entry_loses_only_itself(home, name, value):
    good = {"name": "Anna", "theme": "light", "port": 4747}
    (home / FILE).write_text(json.dumps(good | {name: value}), "utf-8")
    settings, said = load(home)
    assert said is not None
    assert said.value("entries") == name
    assert getattr(settings, name) == getattr(Settings(), name)
    for other in good:
        if other != name:
            assert getattr(settings, other) == good[other]


def test_entries_of_another_version_are_left_alone(home):
    (home / FILE).write_text(json.dumps({"name": "Anna", "hat": "red"}), "utf-8")
    settings, said = load(home)
    assert (settings.name, said) == ("Anna", None)


def test_a_folder_that_cannot_be_written_is_reported(home):
    (home / "file").write_text("in the way")
    settings = Settings(path=home / "file" / FILE)
    said = settings.save()
    assert said is not None
    assert said.key == "client.settings.not-saved"


def test_recent_files_are_few_and_each_there_once(home):
    settings = Settings()
    for number in range(RECENT_FILES + 5):
        settings.remember(home / f"{number}.alarife")
    settings.remember(home / "9.alarife")
    assert len(settings.recent) == RECENT_FILES
    assert settings.recent[0].endswith("9.alarife")
    assert len(set(settings.recent)) == RECENT_FILES


@pytest.mark.parametrize(
    ("typed", "tidy"),
    [("  Anna  ", "Anna"), ("An\tna\n", "An na"), ("a" * 30, "a" * NAME_LENGTH), ("\u202eevil", "evil"), ("", "")],
)
def test_names_are_tidied(typed, tidy):
    assert tidy_name(typed) == tidy


def test_entries_of_a_newer_program_stay_in_the_file(home):
    newer = {"version": VERSION + 1, "name": "Anna", "theme": "sepia", "port": 4747, "fanfare": ["loud"]}
    (home / FILE).write_text(json.dumps(newer), "utf-8")
    settings, said = load(home)
    assert said is None, "what a newer program wrote is no damage"
    assert (settings.name, settings.theme, settings.port) == ("Anna", "system", 4747)
    settings.port = 0
    assert settings.save() is None
    kept = json.loads((home / FILE).read_text("utf-8"))
    assert {name: kept[name] for name in newer} == newer | {"port": 0}
    settings, _ = load(home)
    settings.theme = "dark"
    assert settings.save() is None
    kept = json.loads((home / FILE).read_text("utf-8"))
    assert (kept["theme"], kept["fanfare"], kept["version"]) == ("dark", ["loud"], VERSION + 1)


def test_an_older_file_has_no_number_and_is_read_as_the_first_version(home):
    (home / FILE).write_text(json.dumps({"name": "Anna", "theme": "pink", "gone": 1}), "utf-8")
    settings, said = load(home)
    assert said is not None
    assert said.key == "client.settings.reset-kept"
    assert settings.save() is None
    kept = json.loads((home / FILE).read_text("utf-8"))
    assert (kept["version"], kept["name"], kept["theme"], kept["gone"]) == (VERSION, "Anna", "system", 1)


@pytest.mark.parametrize("version", [None, "2", 1.5, True, -1, []])
def test_an_invalid_number_is_no_version(home, version):
    (home / FILE).write_text(json.dumps({"version": version, "name": "Anna"}), "utf-8")
    settings, said = load(home)
    assert (settings.name, said) == ("Anna", None)
    assert settings.save() is None
    assert json.loads((home / FILE).read_text("utf-8"))["version"] == VERSION


def test_the_limit_of_a_name_is_the_same_as_between_peers():
    assert SHOWN_LENGTH == NAME_LENGTH
