"""Every change to a game file is found, and its line is named: no byte is without meaning."""

import random

import pytest

from net.deal import FAIR
from net.deal.seeded import seed_of
from net.gamefile import GameFileError, load
from net.offline import play_out
from net.verify import verify
from tests.games import orchard, orchard_registered  # noqa: F401  - a fixture
from tests.net.session.straight import Straight

SAMPLES = 700


@pytest.fixture(scope="module")
def fair_file(tmp_path_factory):
    """A game between two peers, fairly dealt, with clocks, played to its end and laid open."""
    folder = tmp_path_factory.mktemp("fair")
    with orchard_registered():
        table = Straight(2, 2, dealer=FAIR, folder=folder, manners={"clock": "10"})
        while table.sessions[0].position.result is None:
            table.wait(200)
            table.move(lambda moves: moves[-1])
        for place in range(2):
            table.take(place, table.sessions[place].publish_cards(table.now))
            table.settle()
        for session in table.sessions:
            session.close()
    return folder / "0.alarife"


def named(path):
    """The line that reading the file complains about; None if it does not complain."""
    try:
        notice = load(path).notice
    except GameFileError as error:
        return dict(error.reason.values).get("line", 1)  # "holds no game" is about the first
    return None if notice is None else notice.value("line")


def damages(whole, rng):
    """Changed copies of a file, each with the number of the line that is damaged."""
    for _ in range(SAMPLES):
        place = rng.randrange(len(whole))
        byte = whole[place : place + 1]
        kind = rng.choice(("flip", "flip", "delete", "double", "other", "insert"))
        if kind == "flip":
            changed = bytes([byte[0] ^ (1 << rng.randrange(8))])
        elif kind == "delete":
            changed = b""
        elif kind == "double":
            changed = byte * 2
        elif kind == "insert":
            changed = byte + rng.choice((b" ", b"\n", b"\t", b"\x00", b"A", b"=", b"\r", b"0"))
        else:
            changed = rng.choice([one for one in (b" ", b"a", b"A", b"0", b'"', b"\n", b"\xff") if one != byte])
        if kind == "delete" and place == len(whole) - 1:
            continue  # only the last end of line: see below
        yield kind, place, whole[:place] + changed + whole[place + 1 :]


def test_a_changed_byte_anywhere_is_found_and_its_line_named(fair_file, tmp_path, request):
    whole = fair_file.read_bytes()
    assert named(fair_file) is None
    path = tmp_path / "damaged.alarife"
    rng = random.Random(request.config.getoption("--soak"))
    for kind, place, content in damages(whole, rng):
        path.write_bytes(content)
        line = whole[:place].count(b"\n") + 1
        assert named(path) in (line, line + 1), (kind, place, whole[max(0, place - 20) : place + 20])


def test_every_changed_byte_of_a_small_file_is_found(tmp_path):
    path = tmp_path / "small.alarife"
    play_out("orchard", {}, seed_of("pears"), [lambda view: view.moves()[0]] * 2, path)
    whole = b"".join(path.read_bytes().splitlines(keepends=True)[:4])
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ (1 << place % 7)]) + whole[place + 1 :])
        line = whole[:place].count(b"\n") + 1
        assert named(path) in (line, line + 1), (place, whole[max(0, place - 20) : place + 20])


def test_lines_deleted_doubled_or_swapped_are_found(fair_file, tmp_path):
    lines = fair_file.read_bytes().splitlines(keepends=True)
    path = tmp_path / "damaged.alarife"
    for number in range(1, len(lines)):
        for changed in (
            [*lines[: number - 1], *lines[number:]],
            [*lines[:number], *lines[number - 1 :]],
            [*lines[: number - 1], lines[number], lines[number - 1], *lines[number + 1 :]],
        ):
            path.write_bytes(b"".join(changed))
            assert named(path) in (number, number + 1)


def test_missing_lines_at_the_end_leave_an_unfinished_game(fair_file, tmp_path):
    path = tmp_path / "shorter.alarife"
    lines = fair_file.read_bytes().splitlines(keepends=True)
    keys = [finding.key for finding in verify(fair_file).findings]
    assert keys[-2:] == ["session.verify.open", "session.verify.over"]
    path.write_bytes(b"".join(lines[:-1]))
    assert [finding.key for finding in verify(path).findings][-2:] == ["session.verify.sealed", "session.verify.over"]
    path.write_bytes(b"".join(lines[:-2]))
    assert [finding.key for finding in verify(path).findings][-1] == "session.verify.unfinished"


def test_a_missing_last_end_of_line_is_reported(fair_file, tmp_path):
    path = tmp_path / "unended.alarife"
    path.write_bytes(fair_file.read_bytes()[:-1])
    verdict = verify(path)
    assert verdict.holds
    [told] = [finding for finding in verdict.findings if finding.key == "session.file.unended"]
    assert told.value("line") == fair_file.read_bytes().count(b"\n")


def test_the_secret_of_another_game_is_not_taken_for_the_own(fair_file, tmp_path):
    """``private`` and its check are not signed, but the log says what they must be."""
    import base64
    import hashlib
    import json

    path = tmp_path / "other.alarife"
    local = tmp_path / "local.alarife"
    play_out("orchard", {}, seed_of("pears"), [lambda view: view.moves()[0]] * 2, local)
    for original in (fair_file, local):
        first, rest = original.read_bytes().split(b"\n", 1)
        fields = json.loads(first)
        fields["private"] = base64.b64encode(b"p" * 32).decode()
        fields["check"] = hashlib.sha256(b"alarife private\0" + b"p" * 32).hexdigest()[:16]
        path.write_bytes(json.dumps(fields, ensure_ascii=False).encode() + b"\n" + rest)
        verdict = verify(path)
        assert not verdict.holds
        assert verdict.findings[-1].key == "session.deal.no-secret"
