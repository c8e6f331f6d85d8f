"""Game files: written during play, read back to the same game, repaired where that is honest; damage is named with its line."""

import base64
import errno
import json
import os
import subprocess
import sys
import tracemalloc

import pytest

from net import products
from net.deal.fair import rows
from net.deal.seeded import seed_of
from net.gamefile import GameFile, GameFileError, beginning, courses, load, replay
from net.offline import identity_of, play_out, record
from net.session.format.charter import CharterPeer, CharterSeat, draw_up, sign_alone
from net.session.format.entry import MoveBody
from rules.contract import Move
from tests.games import orchard  # noqa: F401  - a fixture
from tests.games.orchard import Orchard, OrchardState
from tests.net.session.straight import Straight

SEED = seed_of("figs")


def first(view):
    return view.moves()[0]


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.alarife"
    played = play_out("orchard", {}, SEED, [first] * 3, path, ("Anna", "Ben", "Carla"))
    return path, played


def reason(path):
    with pytest.raises(GameFileError) as caught:
        load(path)
    error = caught.value.reason
    values = dict(error.values)
    return error.key.removeprefix("session.file."), values.get("line"), values.get("field")


def test_a_game_file_holds_the_game_in_readable_lines(game):
    path, played = game
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [lines[0][name] for name in ("alarife", "game", "version", "options", "dealer")] == [
        1,
        "orchard",
        3,
        {"row": "two"},
        "local",
    ]
    assert [seat["name"] for seat in lines[0]["seats"]] == ["Anna", "Ben", "Carla"]
    assert (lines[1]["n"], lines[1]["kind"], lines[1]["deal"]) == (0, "deal", f"seed {SEED.hex()}")
    moves = [(line["seat"], line["move"]) for line in lines[2:]]
    assert moves == [(seat, str(move)) for seat, move in played.moves]
    assert all(line["name"] == ("Anna", "Ben", "Carla")[line["seat"]] for line in lines[2:])


def test_any_reader_of_json_reads_a_line_and_would_write_the_same(tmp_path):
    path = tmp_path / "game.alarife"
    names = ('Ann "the\\axe"', "Bénédicte", "卡拉 🏰")
    play_out("orchard", {}, SEED, [first] * 3, path, names)
    lines = path.read_text("utf-8").splitlines()
    fields = [json.loads(line) for line in lines]
    assert {line["name"] for line in fields[2:]} == set(names)
    assert lines == [json.dumps(line, ensure_ascii=False) for line in fields]
    assert load(path).ended


def test_a_replay_is_the_game_and_knows_everything(game):
    path, played = game
    recording = load(path)
    assert recording.notice is None
    steps = list(replay(recording))
    assert steps[-1].position.facts() == played.state.facts()
    assert [(step.seat, step.move) for step in steps[1:]] == list(played.moves)
    assert [step.index for step in steps] == list(range(1, len(steps) + 1))
    assert not beginning(recording).state.faces
    assert set(steps[1].position.faces) >= {slot for hand in steps[1].position.hands for slot in hand}


def test_the_course_after_every_entry_is_where_a_replay_is(game):
    recording = load(game[0])
    found = [(course.index, course.state.facts(), course.digest, course.head) for course in courses(recording)]
    steps = [(step.index, step.position.facts(), step.digest) for step in replay(recording)]
    assert [one[:3] for one in found] == steps
    assert [head for *_, head in found] == [signed.hash for signed in recording.entries]


def test_the_digests_in_the_lines_are_those_of_the_positions(game):
    path, _ = game
    digests = [json.loads(line)["digest"] for line in path.read_text("utf-8").splitlines()[1:]]
    recording = load(path)
    positions = [beginning(recording).state, *(step.position for step in replay(recording))]
    assert digests == [position.digest() for position in positions[:-1]]


def test_a_game_between_peers_with_a_leaving_reads_as_each_peer_knew_it(tmp_path):
    table = Straight(3, 4, bots=(3,), folder=tmp_path)
    while table.at_turn() != 2:
        table.move(lambda moves: Move("draw"))
    table.take(2, table.sessions[2].leave(table.now))
    table.settle()
    while table.sessions[0].position.result is None:
        table.move(lambda moves: moves[-1])
    finals = []
    for place in range(2):
        table.sessions[place].close()
        steps = list(replay(load(tmp_path / f"{place}.alarife")))
        finals.append(steps[-1])
        assert steps[-1].position.facts() == table.sessions[place].position.facts()
    assert finals[0].digest == finals[1].digest
    lines = [json.loads(line) for line in (tmp_path / "0.alarife").read_text("utf-8").splitlines()[1:]]
    assert [line["deal"].split()[0] for line in lines[:6]] == ["commit"] * 3 + ["reveal"] * 3
    [leaving] = [line for line in lines if line["kind"] == "leaving"]
    assert (leaving["name"], leaving["leaves"]) == ("Carla", "Carla")


# -- truncation --------------------------------------------------------------------------------------------------------


def test_a_last_line_that_breaks_off_anywhere_is_left_out_with_a_notice(game, tmp_path):
    path, _ = game
    whole = path.read_bytes()
    start = whole.rstrip(b"\n").rindex(b"\n") + 1
    count = len(load(path).entries)
    broken = tmp_path / "broken.alarife"
    for size in range(start + 1, len(whole) - 1, 7):
        broken.write_bytes(whole[:size])
        recording = load(broken)
        assert len(recording.entries) == count - 1
        assert (recording.notice.key, recording.notice.value("line")) == ("session.file.truncated", count + 1)
        assert broken.read_bytes() == whole[:size], "reading changes nothing"
    broken.write_bytes(whole[:start])
    assert load(broken).notice is None


def test_a_broken_file_is_complete_again_once_the_game_continues(game):
    path, _ = game
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    file, recording = GameFile.resume(path)
    assert recording.notice is not None
    file.append(_last_of(whole, path))
    file.close()
    assert path.read_bytes() == whole


def _last_of(whole, path):
    other = path.with_name("other.alarife")
    other.write_bytes(whole)
    return load(other).entries[-1]


def test_a_missing_end_of_line_alone_loses_nothing(game):
    path, _ = game
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    recording = load(path)
    assert recording.notice is None
    assert len(recording.entries) == whole.count(b"\n") - 1


def test_a_missing_end_of_line_says_that_more_was_to_follow_until_it_does(game):
    path, _ = game
    whole = path.read_bytes()
    short = b"".join(whole.splitlines(keepends=True)[:-1])[:-1]
    path.write_bytes(short)
    for _ in range(2):
        file, recording = GameFile.resume(path)
        assert not recording.ended
        file.close()
        assert path.read_bytes() == short
    file, _ = GameFile.resume(path)
    file.append(_last_of(whole, path))
    file.close()
    assert path.read_bytes() == whole


def test_zeros_left_by_a_power_cut_are_cut_off(game):
    path, _ = game
    with path.open("ab") as stream:
        stream.write(bytes(500))
    assert load(path).notice.key == "session.file.truncated"


def test_a_file_whose_first_line_breaks_off_holds_nothing(game):
    path, _ = game
    path.write_bytes(path.read_bytes()[:200])
    assert reason(path)[0] == "empty"
    path.write_bytes(b"")
    assert reason(path)[0] == "empty"


# -- other damage ------------------------------------------------------------------------------------------------------


def rewrite(path, number, change):
    """Change the fields of a line (counted from 1)."""
    lines = path.read_bytes().splitlines(keepends=True)
    fields = json.loads(lines[number - 1])
    change(fields)
    lines[number - 1] = json.dumps(fields).encode() + b"\n"
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("n", 3),
        ("n", True),
        ("seat", 0.0),
        ("name", "Eva"),
        ("move", "stop"),
        ("kind", "deal"),
        ("digest", "0" * 64),
        ("extra", 1),
    ],
)
def test_the_readable_fields_must_match_the_signed_bytes(game, field, value):
    path, _ = game
    rewrite(path, 4, lambda fields: fields.update({field: value}))
    assert reason(path) == ("disagrees", 4, field)


@pytest.mark.parametrize("field", ["n", "kind", "seat", "name", "move", "digest"])
def test_a_missing_field_is_named(game, field):
    path, _ = game
    rewrite(path, 5, lambda fields: fields.pop(field))
    assert reason(path) == ("disagrees", 5, field)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("game", "chess"),
        ("table", "0" * 32),
        ("options", {"row": "four"}),
        ("dealer", "joint-seed"),
        ("seats", []),
        ("version", 4),
    ],
)
def test_the_first_line_must_match_the_signed_bytes(game, field, value):
    path, _ = game
    rewrite(path, 1, lambda fields: fields.update({field: value}))
    assert reason(path) == ("disagrees", 1, field)


@pytest.mark.parametrize("field", ["raw", "signature"])
@pytest.mark.parametrize("value", [None, "", "=", "äöü", "AAAA", 5])
def test_bytes_that_are_damaged_or_missing_are_named(game, field, value):
    path, _ = game
    rewrite(path, 3, lambda fields: fields.pop(field) if value is None else fields.update({field: value}))
    assert reason(path)[:2] in (("field", 3), ("signature", 3), ("disagrees", 3))


def test_every_changed_byte_is_found(game):
    """One bit of one byte, in every line, at places spread over the line: each is refused, and the line is named."""
    path, _ = game
    whole = path.read_bytes()
    place = 0
    for number, line in enumerate(whole.splitlines(keepends=True), start=1):
        for offset in range(0, len(line) - 1, 37):
            damaged = bytearray(whole)
            damaged[place + offset] ^= 1
            path.write_bytes(damaged)
            assert reason(path)[1] in (number, None), (number, offset)
        place += len(line)


def test_missing_doubled_swapped_and_foreign_lines_are_named(game, tmp_path):
    path, _ = game
    lines = path.read_bytes().splitlines(keepends=True)
    other = tmp_path / "other.alarife"
    play_out("orchard", {}, seed_of("dates"), [first] * 3, other)
    for changed in (
        [*lines[:3], *lines[4:]],
        [*lines[:4], lines[3], *lines[4:]],
        [*lines[:3], lines[4], lines[3], *lines[5:]],
        [*lines[:4], b"\n", *lines[4:]],
        [*lines[:3], other.read_bytes().splitlines(keepends=True)[3], *lines[4:]],
    ):
        path.write_bytes(b"".join(changed))
        key, line, _ = reason(path)
        assert (key, line) in (("link", 4), ("link", 5), ("json", 5), ("disagrees", 4))


def flipped(field, place):
    """Changes one bit of the bytes in a field."""

    def flip(fields):
        content = bytearray(base64.b64decode(fields[field]))
        content[place] ^= 1
        fields[field] = base64.b64encode(content).decode()

    return flip


def test_a_line_signed_by_somebody_else_is_named(game):
    path, _ = game
    rewrite(path, 4, flipped("signature", 5))
    assert reason(path) == ("signature", 4, None)


@pytest.mark.parametrize(("unsigned", "damaged", "named"), [(3, 5, "signature"), (5, 3, "json")])
def test_of_two_faults_the_first_is_named(game, unsigned, damaged, named):
    """The signatures are checked after the lines have been read, but the first line at fault counts."""
    path, _ = game
    rewrite(path, unsigned, flipped("signature", 5))
    lines = path.read_bytes().splitlines(keepends=True)
    lines[damaged - 1] = b"{" + lines[damaged - 1]
    path.write_bytes(b"".join(lines))
    assert reason(path)[:2] == (named, 3)
    saved = load(path, salvage=True)
    assert len(saved.entries) == 1
    assert (saved.notice.key, saved.notice.value("line")) == (f"session.file.{named}", 3)


@pytest.fixture(params=[rows.plain, products.in_two_threads])
def way(request):
    """The way in which long rows of signatures are checked."""
    rows.use(request.param)
    yield request.param
    rows.use(rows.plain)


def test_of_many_entries_the_first_without_its_signature_is_named(tmp_path, way):
    path = tmp_path / "game.alarife"
    play_out("big-boss", {}, SEED, [first] * 2, path, ("Anna", "Ben"))
    entries = len(load(path).entries)
    assert entries > 2 * rows.MANY
    for line in (entries, 60, 59):
        rewrite(path, line, flipped("signature", 5))
        assert reason(path) == ("signature", line, None)
        assert len(load(path, salvage=True).entries) == line - 2


def test_an_entry_moved_behind_another_one_lacks_its_signature(game):
    path, _ = game
    previous = load(path).entries[2].entry.previous
    raw = base64.b64decode(json.loads(path.read_bytes().splitlines()[3])["raw"])
    rewrite(path, 4, flipped("raw", raw.index(previous)))
    assert reason(path) == ("signature", 4, None)
    assert len(load(path, salvage=True).entries) == 2


def test_a_file_that_is_no_game_is_refused(tmp_path):
    path = tmp_path / "letter.alarife"
    with pytest.raises(GameFileError):
        load(path)
    for content, key in ((b"Dear Anna,\n", "json"), (b"[1]\n", "json"), (b"{}\n", "foreign"), (b'{"alarife": 0}\n', "format")):
        path.write_bytes(content)
        assert reason(path)[0] == key
    path.write_bytes(b'{"alarife": 3, "all": "else is unknown"}\n')
    assert reason(path)[0] == "newer"
    path.write_bytes(b'{"alarife": 1, "alarife": 1}\n')
    assert reason(path)[:2] == ("json", 1)
    path.write_bytes(b"[" * 100_000 + b"\n")
    assert reason(path)[:2] == ("json", 1)


def test_an_impossible_signed_log_is_found_by_playing_it(tmp_path):
    path = tmp_path / "false.alarife"
    table = Straight(1, 2, folder=tmp_path)
    lie = table.lie(0, MoveBody(table.turn, "take", (99,)))
    table.sessions[0].file.append(lie)
    table.sessions[0].close()
    (tmp_path / "0.alarife").rename(path)
    recording = load(path)
    with pytest.raises(GameFileError) as caught:
        list(replay(recording))
    assert (caught.value.reason.key, caught.value.reason.value("line")) == ("session.file.entry", 3)
    assert caught.value.detail.key == "orchard.refusal.not-now"


def test_a_game_of_another_version_is_read_only_up_to_its_agreement(game, monkeypatch):
    path, _ = game
    monkeypatch.setattr(Orchard, "version", 9)
    assert list(replay(load(path))), "earlier versions stay playable"
    monkeypatch.setattr(Orchard, "oldest", 9)
    with pytest.raises(GameFileError) as caught:
        list(replay(load(path)))
    assert caught.value.reason.key == "session.charter.older-there"


# -- writing -----------------------------------------------------------------------------------------------------------


def charter():
    me = identity_of(SEED)
    seats = [CharterSeat("person", "Anna", me.key), CharterSeat("person", "Ben", me.key)]
    return sign_alone(me, draw_up(b"t" * 16, "orchard", {}, seats, [CharterPeer(me.key, "Anna")]))


def test_a_file_is_never_overwritten(game):
    path, _ = game
    with pytest.raises(GameFileError) as caught:
        GameFile.create(path, charter(), identity_of(SEED).key, SEED)
    assert caught.value.reason.key == "session.file.exists"


def test_one_program_writes_at_a_time(tmp_path):
    path = tmp_path / "deep" / "er" / "game.alarife"
    file = GameFile.create(path, charter(), identity_of(SEED).key, SEED)
    for attempt in (
        lambda: GameFile.resume(path),
        lambda: subprocess.run(
            [
                sys.executable,
                "-c",
                f"from net.gamefile import *; from pathlib import Path; GameFile.resume(Path({str(path)!r}))",
            ],
            check=True,
            capture_output=True,
        ),
    ):
        with pytest.raises((GameFileError, subprocess.CalledProcessError)) as caught:
            attempt()
        assert "session.file.in-use" in str(caught.value) + str(getattr(caught.value, "stderr", ""))
    assert load(path).entries == ()  # reading is free
    file.close()
    again, _ = GameFile.resume(path)
    again.close()
    again.close()


def test_a_file_in_the_place_of_the_folder_is_reported(game):
    path, _ = game
    with pytest.raises(GameFileError) as caught:
        GameFile.create(path / "game.alarife", charter(), identity_of(SEED).key, SEED)
    assert caught.value.reason.key == "session.file.uncreated"


def test_a_full_disk_leaves_no_beginning_of_a_file(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameFileError) as caught:
        GameFile.create(tmp_path / "game.alarife", charter(), identity_of(SEED).key, SEED)
    assert caught.value.reason.key == "session.file.uncreated"
    assert not any(tmp_path.iterdir())


def test_a_game_that_cannot_be_opened_is_not_said_to_be_open(tmp_path):
    with pytest.raises(GameFileError) as caught:
        GameFile.resume(tmp_path / "nothing.alarife")
    assert caught.value.reason.key == "session.file.unopened"


def test_a_report_that_cannot_be_written_is_skipped(tmp_path):
    file = GameFile.create(tmp_path / "game.alarife", charter(), identity_of(SEED).key, SEED)
    assert file.report({"a": 1}) == tmp_path / "game.out-of-step.json"
    (tmp_path / "game.out-of-step.json").unlink()
    (tmp_path / "game.out-of-step.json").mkdir()
    assert file.report({"a": 1}) is None
    file.close()


# -- whole games offline -----------------------------------------------------------------------------------------------


def test_the_same_seed_and_choices_give_the_same_file_byte_for_byte(game, tmp_path):
    path, played = game
    other = tmp_path / "again.alarife"
    state = record(other, "orchard", {}, 3, SEED, played.moves, ("Anna", "Ben", "Carla"))
    assert other.read_bytes() == path.read_bytes()
    assert state.facts() == played.state.facts()


def test_a_game_that_stops_with_an_error_is_recorded_up_to_there(tmp_path):
    path = tmp_path / "dump.alarife"
    calls = []

    def fails(view):
        calls.append(view)
        if len(calls) == 5:
            raise RuntimeError("a bot has a bug")
        return view.moves()[0]

    with pytest.raises(RuntimeError, match="a bot has a bug"):
        play_out("orchard", {}, SEED, [fails] * 2, path)
    steps = list(replay(load(path)))
    assert len(steps) == 5
    assert steps[-1].position.view(steps[-1].position.turn).facts() == calls[-1].facts()


def test_a_move_on_which_the_rules_fail_ends_the_file_before_it(tmp_path, monkeypatch):
    path = tmp_path / "dump.alarife"
    play = OrchardState.play

    def fails(state, move):
        if move.kind == "draw" and state.seat == 2:
            raise IndexError("the rules have a bug")
        return play(state, move)

    monkeypatch.setattr(OrchardState, "play", fails)
    with pytest.raises(IndexError, match="the rules have a bug"):
        play_out("orchard", {}, SEED, [first] * 3, path)
    *_, last = replay(load(path))
    assert last.position.turn == 2
    assert Move("draw") in last.position.moves()


def test_an_illegal_choice_is_an_error_and_the_file_ends_before_it(tmp_path):
    path = tmp_path / "dump.alarife"
    with pytest.raises(ValueError, match="take 99"):
        play_out("orchard", {}, SEED, [lambda view: Move("take", (99,))] * 2, path)
    assert len(load(path).entries) == 1


def test_choosers_see_views(tmp_path):
    def look(view):
        seat = view.turn
        assert all(
            not any(face for _, face in player["hand"]) or place == seat or _public(view, player)
            for place, player in enumerate(view.facts()["players"])
        )
        return view.moves()[0]

    play_out("orchard", {"row": "four"}, SEED, [look] * 4)


def _public(view, player):
    return all(slot in view.public for slot, face in player["hand"] if face)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\n" * (1 << 22), ("long", None, None)),
        (b"[" + b"[]," * (1 << 20) + b"[]]\n", ("json", 1, None)),
        (b"[" + b"[]," * (1 << 20) + b"[]]", ("empty", None, None)),
    ],
    ids=["lines", "lists", "lists without an end"],
)
def test_a_large_file_with_little_content_takes_no_memory(tmp_path, content, said):
    path = tmp_path / "game.alarife"
    path.write_bytes(content)
    tracemalloc.start()
    try:
        assert reason(path) == said
        assert tracemalloc.get_traced_memory()[1] < 4 * len(content)
    finally:
        tracemalloc.stop()
