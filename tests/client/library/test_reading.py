import json
import os

import pytest

from client.library.reading import glance, study
from client.table.recording import watch
from tests.client.library.made import claimed, finished, unfinished
from tests.client.test_instance import GOLDEN


def test_a_finished_game_tells_its_result(tmp_path):
    record, state = study(finished(tmp_path))
    assert state is not None
    assert state.result is not None
    assert tuple(place.score for place in record.places) == state.scores()
    assert tuple(place.rank for place in record.places) == state.result.ranks
    assert record.studied
    assert record.mine
    assert record.state == "over"


def test_an_unfinished_game_has_no_score(tmp_path):
    record, state = study(unfinished(tmp_path))
    assert state is not None
    assert record.state == "open"
    assert [(place.score, place.rank) for place in record.places] == [(None, 0), (None, 0)]
    assert record.turns > 0


@pytest.mark.parametrize("entries", [None, 100])
def test_a_record_counts_turns_as_the_replay_does(tmp_path, entries):
    """In Torres two turns of the same player follow each other where the king changes castles."""
    file = tmp_path / "torres.alarife"
    lines = (GOLDEN.parent.parent / "torres" / "2-third-year.alarife").read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:entries]))
    record, _ = study(file)
    assert record.taken == len(watch(file).marks)
    assert record.turns < record.taken, "a turn that follows one of the same player"


def test_a_changed_move_is_found(tmp_path):
    lines = GOLDEN.read_bytes().splitlines(keepends=True)
    file = tmp_path / "changed.alarife"
    file.write_bytes(b"".join([*lines[:9], lines[9].replace(b'"digest": "', b'"digest": "0'), *lines[10:]]))
    record, state = study(file)
    assert (state, record.state) == (None, "broken")
    assert record.problem is not None
    assert dict(record.problem.values)["line"] == 10


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 300_000,
        b"[" * 300_000,
        b'{"game": "torres", "seats": [{}]}',
        b'{"alarife": 1, "game": "torres", "seats": []}\n',
    ],
)
def test_strange_files_are_broken_and_never_fail(tmp_path, content):
    file = tmp_path / "strange.alarife"
    file.write_bytes(content)
    record, state = study(file)
    assert (state, record.state, record.studied) == (None, "broken", True)
    assert glance(file).end == ""


def test_reading_does_not_wait_for_a_pipe(tmp_path):
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    os.mkfifo(tmp_path / "pipe.alarife")
    assert study(tmp_path / "pipe.alarife")[0].state == "broken"


def test_a_game_in_a_newer_format_keeps_its_sentence(tmp_path):
    file = tmp_path / "new.alarife"
    file.write_text(json.dumps({"alarife": 99}))
    assert study(file)[0].problem.key == glance(file).problem.key == "client.saved.newer"


def test_a_first_look_shortens_strange_words(tmp_path):
    file = claimed(tmp_path, "long", ("x" * 5000, "\u202ey\n"))
    assert [len(name) for name in glance(file).names] == [24, 1]
