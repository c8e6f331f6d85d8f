import errno
import os
import shutil
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

import client.library.library as library_module
from client.library.index import BATCH, Wanted
from client.library.library import Library, in_use, tidy_file_name
from client.library.reader import Reader
from client.library.record import Record
from client.library.stamps import Stamp
from client.library.tasks import ACCOUNT, PICTURE, RECORD, THUMBNAIL, Task
from client.system.home import LIBRARY
from net.gamefile import GameFile, load
from tests.client.library.made import NOW, finished, unfinished
from tests.client.library.test_records import FAIR
from tests.client.person import wait


class Shelf:
    """A library, and all its signals."""

    def __init__(self, home, process: bool) -> None:
        self.games = home / "games"
        self.games.mkdir(exist_ok=True)
        self.library = Library(home, self.games)
        self.library.reader.alone = not process
        self.answers, self.told, self.moved, self.painted = [], [], [], []
        self.library.answered.connect(self.answers.append)
        self.library.told.connect(self.told.append)
        self.library.painted.connect(self.painted.append)
        self.library.moved.connect(lambda before, after: self.moved.append((before, after)))

    def rows(self, **wanted):
        """The rows of a list, as soon as they are there."""
        number = self.library.ask(Wanted(**wanted))
        return wait(lambda: next((a for a in self.answers if a.number == number and a.people is not None), None)).rows

    def read(self):
        """Read everything."""
        self.library.look((), "dark")
        wait(lambda: all(row.record.studied for row in self.rows()) or None)

    def sentence(self):
        return wait(lambda: self.told[-1].key if self.told else None)


@pytest.fixture
def shelf(home, styled, request):
    made = Shelf(home, process=getattr(request, "param", False))
    yield made
    made.library.close()
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("library")]


def test_files_are_read_in_the_background_and_kept(shelf, home):
    finished(shelf.games)
    unfinished(shelf.games, when=NOW + 1)
    shelf.read()
    assert [row.state for row in shelf.rows()] == ["open", "over"]
    assert (home / LIBRARY).is_file()


@pytest.mark.parametrize("shelf", [True], indirect=True)
def test_the_process_paints_the_last_position_and_writes_pictures_and_texts(shelf, tmp_path):
    file = finished(shelf.games)
    shelf.read()
    wait(lambda: shelf.painted)
    image = QImage(shelf.painted[0])
    assert (image.width(), image.height()) == (480, 300)
    assert len({image.pixel(x, y) for x in range(0, 480, 7) for y in range(0, 300, 7)}) > 40
    for kind, name in ((PICTURE, "picture.png"), (ACCOUNT, "game.txt")):
        shelf.told.clear()
        shelf.library.export(file, tmp_path / name, kind, "light", "de")
        assert shelf.sentence() == "client.library.exported"
    assert QImage(str(tmp_path / "picture.png")).width() == 1600
    said = (tmp_path / "game.txt").read_text("utf-8")
    assert "Anna" in said
    assert "Zug 1: Anna" in said
    assert "Real" in said


def test_a_process_that_dies_over_a_file_loses_that_file_only(home, monkeypatch):
    answers = []
    reader = Reader(home, lambda task, done: answers.append((task, done)))

    class Dead:
        def send(self, _task):
            raise BrokenPipeError

    monkeypatch.setattr(reader, "ready", Dead)
    reader.ask(Task(RECORD, str(finished(home, "a"))))
    wait(lambda: answers)
    assert answers[0][1].record.problem.key == "client.library.unread"
    monkeypatch.undo()
    reader.alone = True
    reader.ask(Task(RECORD, str(home / "a.alarife")))
    wait(lambda: len(answers) == 2)
    assert answers[1][1].record.state == "over"
    reader.close()


def test_files_are_read_even_without_a_process(home, monkeypatch):
    answers = []
    reader = Reader(home, lambda task, done: answers.append(done))

    def refuse():
        raise OSError("no more processes")

    monkeypatch.setattr(reader, "ready", refuse)
    reader.ask(Task(THUMBNAIL, str(finished(home, "a"))))
    wait(lambda: answers)
    assert answers[0].record.state == "over"
    assert not answers[0].content
    reader.close()


def test_a_renamed_file_stays_known(shelf):
    file = finished(shelf.games)
    (shelf.games / "finished.verdicts.jsonl").write_text("{}\n")
    shelf.read()
    shelf.library.rename(file, " Anna's / great:  day ")
    target = shelf.games / "Anna's great day.alarife"
    wait(lambda: shelf.moved == [(file, target)])
    assert [row.file for row in shelf.rows(state="over")] == [target]
    assert (shelf.games / "Anna's great day.verdicts.jsonl").exists()


def test_a_taken_name_and_a_file_in_use_prevent_renaming(shelf):
    one, other = finished(shelf.games, "one"), finished(shelf.games, "other")
    shelf.read()
    shelf.library.rename(one, "other")
    assert shelf.sentence() == "client.library.taken"
    held, _ = GameFile.resume(other)
    try:
        assert in_use(other)
        assert not in_use(one)
        shelf.told.clear()
        shelf.library.rename(other, "third")
        assert shelf.sentence() == "client.library.in-use"
        shelf.told.clear()
        shelf.library.delete(other)
        assert shelf.sentence() == "client.library.in-use"
    finally:
        held.close()
    assert one.exists()
    assert other.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there")
def test_the_case_of_a_name_can_be_changed_where_the_disk_ignores_it(shelf):
    """Windows and macOS find the file under the new name, too, which is not another game. Here a link does that."""
    file = finished(shelf.games, "winter")
    shelf.read()
    (shelf.games / "Winter.alarife").symlink_to(file)
    shelf.library.rename(file, "Winter")
    wait(lambda: shelf.moved)
    assert [found.name for found in shelf.games.iterdir()] == ["Winter.alarife"]
    assert not (shelf.games / "Winter.alarife").is_symlink()
    assert shelf.told == []


def test_a_name_that_the_disk_refuses_gets_a_sentence(shelf, monkeypatch):
    file = finished(shelf.games)
    shelf.read()
    monkeypatch.setattr(library_module, "tidy_file_name", lambda name: name)
    shelf.library.rename(file, "x" * 400)
    assert shelf.sentence() == "client.library.not-renamed"
    assert file.exists()


def test_a_deleted_file_goes_to_the_trash_or_a_sentence_says_that_it_is_still_there(shelf, monkeypatch):
    file, trash = finished(shelf.games), []
    shelf.read()
    monkeypatch.setattr(library_module, "to_trash", lambda file: False)
    shelf.library.delete(file)
    assert shelf.sentence() == "client.library.not-deleted"
    assert [row.file for row in shelf.rows()] == [file]
    monkeypatch.setattr(library_module, "to_trash", lambda file: trash.append(file) or file.unlink() is None)
    shelf.told.clear()
    shelf.library.delete(file)
    assert shelf.sentence() == "client.library.deleted"
    assert trash == [file]
    assert shelf.rows() == []
    assert shelf.moved == [(file, None)]


def test_a_finished_file_is_exported_byte_by_byte(shelf, tmp_path):
    file = finished(shelf.games)
    shelf.library.export(file, tmp_path / "copy.alarife", "", "dark", "en")
    assert shelf.sentence() == "client.library.exported"
    assert (tmp_path / "copy.alarife").read_bytes() == file.read_bytes()


@pytest.mark.parametrize("shelf", [True], indirect=True)
def test_a_game_exported_twice_in_a_row_is_there_twice(shelf, tmp_path):
    file, targets = finished(shelf.games), [tmp_path / "one.txt", tmp_path / "two.txt"]
    for target in targets:
        shelf.library.export(file, target, ACCOUNT, "dark", "en")
    wait(lambda: len(shelf.told) == 2)
    assert [said.value("file") for said in shelf.told] == [str(target) for target in targets]
    assert all(target.read_text("utf-8") for target in targets)


@pytest.fixture
def fair(shelf):
    """A running game between computers."""
    return Path(shutil.copy(FAIR, shelf.games / "fair.alarife"))


def test_a_running_game_between_computers_is_exported_without_the_hidden_cards(shelf, fair, tmp_path):
    assert load(fair).private
    shelf.library.export(fair, tmp_path / "copy.alarife", "", "dark", "en")
    assert shelf.sentence() == "client.library.exported-sealed"
    sealed = load(tmp_path / "copy.alarife")
    assert (sealed.private, sealed.me, len(sealed.entries)) == (b"", b"", len(load(fair).entries))


@pytest.mark.parametrize("kind", ["", PICTURE, ACCOUNT])
@pytest.mark.parametrize("linked", [False, True])
def test_a_game_is_not_exported_onto_itself(shelf, fair, tmp_path, kind, linked):
    before, target = fair.read_bytes(), tmp_path / "link.alarife" if linked else fair
    if linked:
        os.link(fair, target)
    shelf.library.export(fair, target, kind, "dark", "en")
    assert shelf.sentence() == "client.library.itself"
    assert fair.read_bytes() == before


def test_an_export_onto_a_full_disk_leaves_the_older_one(shelf, fair, tmp_path, monkeypatch):
    target = tmp_path / "copy.alarife"
    target.write_bytes(b"older")

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        shelf.library.export(fair, target, "", "dark", "en")
        assert shelf.sentence() == "client.library.not-exported"
    assert target.read_bytes() == b"older"
    assert list(tmp_path.glob("*.new")) == []


@pytest.mark.parametrize(
    ("name", "tidy"),
    [
        ("a/b\\c", "a b c"),
        ("  ..  ", ""),
        ("con", "con_"),
        ("x.alarife", "x"),
        ("ä" * 200, "ä" * 80),
        ("🏰" * 80, "🏰" * 55),
        ("a\0b\nc", "a b c"),
        ("x\udcff", "x"),
    ],
)
def test_a_file_name_is_valid_on_every_system(name, tidy):
    assert tidy_file_name(name) == tidy


def test_closing_does_not_wait_until_every_new_file_is_read(home, styled, monkeypatch):
    """A folder with thousands of files on a slow disk kept the window from closing."""
    files = {f"{number}.alarife": Stamp(number, 1) for number in range(5 * BATCH)}
    begun, closing, seen = threading.Event(), threading.Event(), []

    def glance(file: Path) -> Record:
        seen.append(file)
        begun.set()
        closing.wait()
        return Record()

    monkeypatch.setattr("client.library.index.glance", glance)
    monkeypatch.setattr(library_module, "folder_stamps", lambda *_: dict(files))
    library = Library(home, home / "games")
    monkeypatch.setattr(library.reader, "close", closing.set)
    library.look((), "dark")
    begun.wait()
    library.close()
    assert len(seen) == BATCH
