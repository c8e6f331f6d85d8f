"""The folder in which the program keeps its data."""

import sys
from pathlib import Path

import platformdirs
import pytest

from client.system.home import VARIABLE, HomeError, home_folder


def test_an_explicit_choice_comes_before_the_environment(monkeypatch, tmp_path):
    assert home_folder(tmp_path / "chosen") == tmp_path / "chosen"
    monkeypatch.setenv(VARIABLE, str(tmp_path / "named"))
    assert home_folder() == tmp_path / "named"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere it is the library that says so")
@pytest.mark.parametrize("said", ["", "  ", "/data"])
def test_by_default_it_is_the_usual_place_of_the_system(monkeypatch, said):
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_DATA_HOME", said)
    assert home_folder() == platformdirs.user_data_path("alarife", appauthor=False)


def test_the_usual_place_needs_no_variable_of_the_system(monkeypatch):
    monkeypatch.delenv(VARIABLE)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert home_folder() == Path(platformdirs.user_data_dir("alarife", appauthor=False))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the base directory specification of Linux")
def test_a_place_that_depends_on_the_working_folder_does_not_count(monkeypatch):
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert home_folder() == Path.home() / ".local" / "share" / "alarife"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere it is the library that looks for the place")
def test_a_person_without_a_home_gets_a_sentence(monkeypatch):
    import pwd

    def unknown(_):
        raise KeyError("the system does not know this number of a user")

    for variable in (VARIABLE, "XDG_DATA_HOME", "HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    with pytest.raises(HomeError, match="Could not determine home directory") as none:
        home_folder()
    assert none.value.reason.key == "client.error.home"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no folder in which a program works")
def test_a_data_folder_in_a_working_folder_that_is_gone_gets_a_sentence(monkeypatch, tmp_path):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(HomeError, match="data"):
        home_folder(Path("data"))
    assert home_folder(tmp_path) == tmp_path
