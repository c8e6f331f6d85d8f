import json
import os
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from client.library.index import SORTS, Index, Wanted, records_in
from client.library.reading import study
from client.library.record import Record, packed, unpacked
from client.library.stamps import LATEST, Stamp, folder_stamps, stamp_of
from rules.message import message
from tests.client.library.made import NOW, claimed, dated, finished, unfinished


@pytest.fixture
def games(tmp_path):
    return tmp_path / "games"


@pytest.fixture
def index(tmp_path):
    made = Index(tmp_path / "library.sqlite")
    yield made
    made.close()


def sync(index, games):
    index.sync(folder_stamps(games, ".alarife"))


def read(index):
    for path in index.unread():
        index.keep(path, stamp_of(path), study(Path(path))[0])


def names(index, **wanted):
    return [row.file.stem for row in index.rows(Wanted(**wanted))]


def test_a_new_index_knows_the_first_lines_and_then_everything(index, games):
    finished(games, "old", NOW - 100)
    unfinished(games, "new", NOW)
    sync(index, games)
    assert names(index) == ["new", "old"]
    assert {row.state for row in index.rows(Wanted())} == {"open"}
    assert not any(row.record.studied for row in index.rows(Wanted()))
    read(index)
    assert [(row.file.stem, row.state) for row in index.rows(Wanted())] == [("new", "open"), ("old", "over")]
    over = index.rows(Wanted(state="over"))[0].record
    assert sorted(place.rank for place in over.places) == [1, 2]
    assert all(place.score is not None and place.score > 0 for place in over.places)
    assert (over.end, over.names, over.turns > 20) == ("passed", ("Anna", "Ben"), True)
    assert index.unread() == []


def test_a_changed_moved_or_removed_file_is_not_shown_as_it_was(index, games):
    finished(games, "a")
    unfinished(games, "b")
    sync(index, games)
    read(index)
    (games / "a.alarife").rename(games / "c.alarife")
    unfinished(games, "b", when=NOW + 5, lines=30)
    sync(index, games)
    assert sorted(names(index)) == ["b", "c"]
    assert sorted(Path(path).stem for path in index.unread()) == ["b", "c"]


def test_a_copy_of_a_finished_file_is_finished(index, games):
    finished(games, "mine")
    finished(games, "copied", NOW + 1)
    sync(index, games)
    read(index)
    assert names(index, state="over") == ["copied", "mine"]


@pytest.mark.parametrize("content", [b"", b"no database at all" * 500, b"SQLite format 3\0" + bytes(4000)])
def test_a_damaged_index_is_rebuilt(tmp_path, games, content):
    finished(games)
    path = tmp_path / "library.sqlite"
    path.write_bytes(content)
    index = Index(path)
    sync(index, games)
    assert names(index) == ["finished"]
    index.close()


def test_an_index_of_another_version_is_rebuilt(tmp_path, games):
    finished(games)
    path = tmp_path / "library.sqlite"
    index = Index(path)
    sync(index, games)
    index.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    assert records_in(path, folder_stamps(games, ".alarife")) == {}
    index = Index(path)
    assert names(index) == []
    sync(index, games)
    assert names(index) == ["finished"]
    index.close()


def test_an_index_damaged_while_open_is_rebuilt(index, games):
    finished(games)
    sync(index, games)
    index.close()
    with sqlite3.connect(index.path) as db:
        db.execute("DROP TABLE people")
    db.close()
    assert index.people() == []
    sync(index, games)
    assert names(index) == ["finished"]


def test_a_full_disk_loses_no_game_from_the_list(tmp_path, games, monkeypatch):
    """The list once became empty, and the index was removed as if it were damaged."""
    connect = sqlite3.connect

    def small(place, **named):
        made = connect(place, **named)
        if place != ":memory:":
            made.execute("PRAGMA max_page_count = 12")
        return made

    monkeypatch.setattr("client.library.index.sqlite3.connect", small)
    index = Index(tmp_path / "library.sqlite")
    claimed(games, "first", ("Anna", "Ben"), when=NOW - 1)
    sync(index, games)
    many = sorted(f"game {number:03}" for number in range(150))
    for name in many:
        claimed(games, name, ("Anna with a long name", "Ben"))
    sync(index, games)
    assert sorted(names(index)) == ["first", *many]
    assert index.people() == [("ben", "Ben"), ("anna with a long name", "Anna with a long name"), ("anna", "Anna")]
    index.forget([str(games / "first.alarife")])
    assert "first" not in names(index)
    index.close()
    monkeypatch.undo()
    again = Index(tmp_path / "library.sqlite")
    assert "first" in names(again), "the file is as it was when the disk was full"
    sync(again, games)
    assert sorted(names(again)) == ["first", *many]
    again.close()


def test_an_index_on_a_disk_that_is_gone_begins_anew_in_memory(tmp_path, games, monkeypatch):
    class Gone(sqlite3.Connection):
        def backup(self, *_, **__):
            raise sqlite3.OperationalError("disk I/O error")

    connect = sqlite3.connect

    def small(place, **named):
        made = connect(place, **named, factory=Gone)
        if place != ":memory:":
            made.execute("PRAGMA max_page_count = 12")
        return made

    monkeypatch.setattr("client.library.index.sqlite3.connect", small)
    index = Index(tmp_path / "library.sqlite")
    for number in range(150):
        claimed(games, f"game {number:03}", ("Anna with a long name", "Ben"))
    sync(index, games)
    sync(index, games)
    assert len(names(index)) == 150
    index.close()


def test_a_file_whose_name_cannot_be_encoded_is_in_the_index_like_any_other(index, games):
    good, odd = str(finished(games)), str(games / "odd\udcff.alarife")
    found = {good: stamp_of(good), odd: Stamp(1, 2)}
    index.sync(found)
    assert index.stamps() == found
    assert index.stamp(odd) == found[odd]
    assert [str(row.file) for row in index.rows(Wanted(sort="oldest"))] == index.unread()[::-1] == [odd, good]
    record = Record(problem=message("session.file.no-file", file="odd\udcff.alarife"), studied=True)
    index.keep(odd, found[odd], record)
    assert index.known({odd: found[odd]}) == records_in(index.path, {odd: found[odd]}) == {odd: record}
    index.forget([odd])
    assert list(index.stamps()) == [good]


@pytest.mark.parametrize("field", ["game", "dealer", "table"])
def test_a_file_that_says_what_cannot_be_encoded_hides_no_other(index, games, field):
    finished(games)
    said = {"alarife": 1, "game": "torres", "seats": [{"name": "A\ud800", "level": "\ud800"}]}
    (games / "odd.alarife").write_text(json.dumps(said | {field: "\ud800"}) + "\n")
    sync(index, games)
    assert sorted(names(index)) == ["finished", "odd"]


@pytest.mark.parametrize(("when", "kept"), [(1 << 63, LATEST), (-1, 0)])
def test_the_time_of_a_file_is_one_that_the_index_can_hold(index, games, monkeypatch, when, kept):
    file = str(finished(games))
    with monkeypatch.context() as disk:
        disk.setattr(os, "stat", lambda path: SimpleNamespace(st_mtime_ns=when, st_size=7))
        stamp = stamp_of(file)
    assert stamp == Stamp(kept, 7)
    index.sync({file: stamp})
    assert names(index) == ["finished"]


def test_search_finds_players_games_and_files(index, games):
    claimed(games, "with-ben", ("Anna", "Bènoît"), "torres")
    claimed(games, "other", ("Carla", "Ben"), "alcazar", NOW + 1)
    sync(index, games)
    assert names(index, words=("carla",)) == ["other"]
    assert names(index, words=("BÈNO",)) == ["with-ben"]
    assert names(index, words=("ben",)) == ["other", "with-ben"]
    assert names(index, words=("anna", "carla")) == []
    assert names(index, words=("castle", "carla"), titles=(("alcazar", "torres"), ())) == ["other"]
    assert names(index, words=("%",)) == names(index, words=("'; DROP TABLE games; --",)) == []


def test_filters_by_game_person_and_state(index, games):
    claimed(games, "a", ("Anna", "Ben"), "torres", NOW + 2)
    claimed(games, "b", ("ANNA", "Carla"), "alcazar", NOW + 1)
    (games / "c.alarife").write_text("{")
    dated(games / "c.alarife", NOW)
    sync(index, games)
    assert names(index, game="torres") == ["a"]
    assert names(index, person="anna") == ["a", "b"]
    assert names(index, state="broken") == ["c"]
    assert index.count(Wanted(state="open")) == 2
    assert [key for key, _ in index.people()] == ["anna", "ben", "carla"]


@pytest.mark.parametrize(
    ("sort", "order"),
    [("latest", "cba"), ("oldest", "abc"), ("game", "bca"), ("players", "cab"), ("name", "abc"), ("longest", "cba")],
)
def test_sorts(index, games, sort, order):
    claimed(games, "a", ("Anna", "Zoe"), "torres", NOW)
    claimed(games, "b", ("Carla", "Ben"), "alcazar", NOW + 1)
    claimed(games, "c", ("Anna", "Zoe"), "big-boss", NOW + 2)
    sync(index, games)
    assert names(index, sort=sort) == list(order)


def test_a_list_can_be_had_in_every_order(index):
    assert [index.rows(Wanted(sort=sort)) for sort in SORTS] == [[]] * len(SORTS)


def test_the_start_page_hears_only_of_files_unchanged_since_they_were_read(index, games):
    file = finished(games)
    sync(index, games)
    read(index)
    stamps = folder_stamps(games, ".alarife")
    assert records_in(index.path, stamps)[str(file)].end == "passed"
    dated(file, NOW + 9)
    assert records_in(index.path, folder_stamps(games, ".alarife")) == {}
    assert records_in(index.path.with_name("none"), stamps) == {}


def test_a_record_survives_the_index_and_nonsense_does_not():
    broken = Record(problem=message("session.file.entry", line=7), studied=True)
    assert unpacked(packed(broken)) == broken
    for text in ("", "null", "[]", "[1]", json.dumps([0] * 14), '{"game": 1}', "[" * 5000):
        with pytest.raises(ValueError):
            unpacked(text)
