"""Which part of the promised gains is real, from turns whose gains are known."""

from __future__ import annotations

import json

import pytest

from client.bots import learned
from rules.search.chances import DATA, read_fit
from tests.training.costs import enter, measured, slope

LINES = [{"game": game, "promised": promised, "found": promised // 4} for game in (1, 2, 3) for promised in (40, 80, 200)]


def test_a_quarter_of_every_gain_is_real() -> None:
    real, error = slope(LINES)
    assert real == pytest.approx(0.25)
    assert error == pytest.approx(0)


def test_games_that_differ_make_the_error_larger() -> None:
    mixed = [*LINES, {"game": 4, "promised": 200, "found": 150}]
    assert slope(mixed)[1] > 0.05


def test_the_file_of_chances_gets_the_result(tmp_path) -> None:
    file = tmp_path / "chances.json"
    file.write_text(json.dumps(learned(DATA)), "utf-8")
    before = read_fit(learned(DATA), "alcazar", 2)
    enter(file, "alcazar", 2, LINES)
    content = json.loads(file.read_text("utf-8"))
    assert read_fit(content, "alcazar", 2) == before._replace(real=250)
    assert content["alcazar"]["2"]["real-origin"]["turns"] == len(LINES)


def test_what_is_uncertain_does_not_get_into_the_file(tmp_path) -> None:
    file = tmp_path / "chances.json"
    file.write_text(json.dumps(learned(DATA)), "utf-8")
    enter(file, "alcazar", 2, [{"game": game, "promised": 100, "found": 1000 * (-1) ** game} for game in range(8)])
    assert json.loads(file.read_text("utf-8")) == learned(DATA)


def test_equal_seeds_find_equal_gains() -> None:
    first = list(measured("burgenland", 2, 3, 1, deep=False))
    assert first
    assert all(line["promised"] >= 10 and -1000 <= line["found"] <= 1000 for line in first)
    assert first == list(measured("burgenland", 2, 3, 1, deep=False))
