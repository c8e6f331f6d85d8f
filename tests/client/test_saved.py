import json
import threading

import pytest

from client.library import stamps
from client.library.stamps import Stamp
from client.pages import saved
from client.pages.saved import Shelf, saved_game, saved_games
from tests.client.person import wait

CHARTER = {"game": "big-boss", "seats": [{"name": "Anna"}, {"name": "Ben", "kind": "person"}], "more": [1, None]}


def problem(file, first: bytes) -> str:
    file.write_bytes(first + b"\n{}\n")
    found = saved_game(file)
    assert (found.players, found.file) == ((), file)
    return found.problem.key if found.problem is not None else ""


def test_a_file_in_a_newer_format_asks_for_an_update(tmp_path):
    assert problem(tmp_path / "a.alarife", b'{"alarife": 3, "table": "of tomorrow"}') == "client.saved.newer"
    assert problem(tmp_path / "a.alarife", json.dumps(CHARTER | {"alarife": 99}).encode()) == "client.saved.newer"


def test_the_first_line_names_the_game_and_the_players(tmp_path):
    file = tmp_path / "a.alarife"
    file.write_text(json.dumps(CHARTER) + "\n{}\n{}\n")
    found = saved_game(file, over=True)
    assert (found.title.key, found.players, found.over) == ("big-boss.title", ("Anna", "Ben"), True)
    assert found.problem is None


@pytest.mark.parametrize(
    "first",
    [
        *(b"", b"{", b"null", b"[]", b'"big-boss"', b"{}", b"\xff\xfe{\x00}\x00", b"[" * 200_000, b"1" * 5000),
        *(b'{"game": 1, "seats": []}', b'{"game": "big-boss"}', b'{"game": "big-boss", "seats": {}}'),
        *(b'{"game": "big-boss", "seats": [1]}', b'{"game": "big-boss", "seats": [{"name": null}]}', b'{"seats": []}'),
    ],
    ids=lambda first: repr(first[:40]),
)
def test_anything_else_counts_as_damaged(tmp_path, first):
    assert problem(tmp_path / "a.alarife", first) == "client.saved.damaged"


@pytest.mark.parametrize("name", ["", "of-tomorrow", "loop", "bots", "../big-boss", "big_boss", "x" * 5000])
def test_a_game_that_is_not_here_is_named(tmp_path, name):
    assert problem(tmp_path / "a.alarife", json.dumps(CHARTER | {"game": name}).encode()) == "client.saved.no-game"


def test_a_file_that_goes_while_the_list_is_read_is_not_listed(tmp_path, monkeypatch):
    kept, gone = tmp_path / "kept.alarife", tmp_path / "gone.alarife"
    kept.write_text(json.dumps(CHARTER) + "\n")
    found = {str(kept): Stamp(1, 1), str(gone): Stamp(2, 2)}
    monkeypatch.setattr(stamps, "folder_stamps", lambda folder, suffix: found)
    assert [each.file for each in saved_games(tmp_path)] == [kept]


def test_a_look_that_failed_does_not_prevent_the_next_one(qapp, tmp_path, monkeypatch):
    said, listed = [], []
    monkeypatch.setattr(threading, "excepthook", lambda failed: said.append(failed.exc_type))
    shelf = Shelf(tmp_path)
    shelf.listed.connect(listed.append)
    with monkeypatch.context() as broken:
        broken.setattr(saved, "saved_games", lambda *_: 1 // 0)
        shelf.look((), ())
        wait(lambda: said)
    shelf.look((), ())
    wait(lambda: listed)
    assert (said, listed) == ([ZeroDivisionError], [[]])
