"""The folder in which the program keeps its data."""

import sys
from pathlib import Path

import platformdirs
import pytest

from client.system.home import VARIABLE, home_folder


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
