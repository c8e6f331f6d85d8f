import json

import pytest

from client.settings import FILE, NAME_LENGTH, RECENT_FILES, Settings, load, tidy_name


def test_first_start_has_the_defaults(home):
    settings, said = load(home)
    assert said is None
    assert settings == Settings()


def test_what_is_saved_is_loaded(home):
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


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "\x00\xff", '"words"', "[" * 100_000])
def test_a_damaged_file_costs_the_settings_and_is_told(home, content):
    (home / FILE).write_text(content, "utf-8")
    settings, said = load(home)
    assert settings == Settings()
    assert said is not None
    assert said.key == "client.settings.damaged"
    settings.name = "Anna"
    assert settings.save() is None
    assert load(home)[0].name == "Anna"


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
def test_an_entry_that_makes_no_sense_costs_itself_alone(home, name, value):
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


def test_a_folder_that_cannot_be_written_is_told(home):
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
