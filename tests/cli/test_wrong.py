"""A command line that means nothing gets a sentence in the language of the terminal."""

from __future__ import annotations

import argparse
import inspect

import pytest

from client.commands import wrong
from client.messages import catalogue, languages
from tests.cli.conftest import Run

WRONG = (
    ("play big-boss --players few", "--players: “few” is not a number."),
    ("verify", "FILE must be given."),
    ("conquer", "COMMAND: “conquer” is not one of play, games, selfplay,"),
    ("play big-boss --hum", "There is no such argument: --hum."),
    ("show x.alarife", "One of --png --text must be given."),
    ("show x.alarife --png y --text", "--text: It cannot be used together with --png."),
    ("play --players", "--players: Its value is missing."),
    ("league --text=3", "--text: It takes no value, and “3” was given."),
    ("peer --host --watchers all", "--watchers: “all” is not one of nobody, code, anybody."),
    ("selfplay --s 3", "--s could mean --seed, --save."),
)


@pytest.mark.parametrize(("line", "sentence"), WRONG)
def test_it_says_what_is_wrong(alarife: Run, line: str, sentence: str) -> None:
    said = alarife(*line.split())
    assert (said.status, said.out) == (2, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("language", languages())
def test_it_says_so_in_each_language(alarife: Run, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    text = catalogue(language).text
    why = text("cli.wrong.argument", name="--players", why=text("cli.wrong.no-value"))
    assert alarife("play", "--players").err == f"alarife: {text('cli.usage', why=why, program='alarife play')}\n"


def test_this_python_says_what_is_looked_up() -> None:
    source = inspect.getsource(argparse)
    for sentence in (*wrong._WHOLE, *wrong._ABOUT):
        assert sentence in source
