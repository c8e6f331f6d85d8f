"""Verification checks everything in a game file and says in words what fails."""

import pytest

from net.deal.seeded import contribution, seed_of
from net.offline import play_out
from net.session.format.entry import DealBody, LeavingBody, MoveBody
from net.verify import verify
from tests.games import orchard  # noqa: F401  - a fixture
from tests.net.session.network import Network, Weather
from tests.net.session.straight import Straight


def keys(verdict):
    return [finding.key.removeprefix("session.") for finding in verdict.findings]


def test_a_whole_game_holds(tmp_path):
    path = tmp_path / "game.alarife"
    played = play_out("orchard", {}, seed_of("nuts"), [lambda view: view.moves()[0]] * 4, path)
    verdict = verify(path)
    assert verdict.holds
    assert verdict.entries == len(played.moves) + 1
    assert keys(verdict) == ["verify.charter", "verify.signatures", "verify.moves", "verify.seed", "verify.over"]


def test_games_from_a_rough_network_hold(tmp_path):
    network = Network(4, 5, 11, Weather(delay=(1, 200), loss=0.1, twice=0.1, crashes=2, flaps=2), tmp_path)
    network.run()
    for desk in network.desks:
        desk.session.close()
        verdict = verify(desk.path)
        assert verdict.holds, verdict.findings
        assert keys(verdict)[-1] == "verify.over"


def test_an_unfinished_game_with_a_broken_last_line_holds_with_a_notice(tmp_path):
    path = tmp_path / "game.alarife"
    play_out("orchard", {}, seed_of("nuts"), [lambda view: view.moves()[0]] * 4, path)
    path.write_bytes(path.read_bytes()[:-20])
    verdict = verify(path)
    assert verdict.holds
    assert keys(verdict)[2:] == ["file.truncated", "verify.moves", "verify.seed", "verify.unfinished"]


def test_damage_is_named(tmp_path):
    path = tmp_path / "game.alarife"
    play_out("orchard", {}, seed_of("nuts"), [lambda view: view.moves()[0]] * 2, path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], *lines[4:]]))
    verdict = verify(path)
    assert not verdict.holds
    assert keys(verdict) == ["file.link"]
    assert verify(tmp_path / "nothing.alarife").findings[0].key == "session.file.unreadable"


BODIES = {
    "orchard.refusal.not-now": lambda table: (MoveBody(table.turn, "take", (99,)), {}),
    "session.entry.seat": lambda table: (MoveBody(1 - table.turn, "stop", ()), {}),
    "session.entry.deal": lambda table: (DealBody(contribution("seed", b"s" * 32)), {}),
    "session.entry.digest": lambda table: (MoveBody(table.turn, "stop", ()), {"digest": b"d" * 32}),
    "session.entry.leave": lambda table: (LeavingBody(table.keys[0], 0, bytes(64)), {}),
}


@pytest.mark.parametrize("expected", BODIES)
def test_a_signed_but_impossible_entry_is_named(tmp_path, expected):
    table = Straight(1, 2, folder=tmp_path)
    body, false = BODIES[expected](table)
    table.sessions[0].file.append(table.lie(0, body, **false))
    table.sessions[0].close()
    verdict = verify(tmp_path / "0.alarife")
    assert not verdict.holds
    assert verdict.entries == 1
    assert keys(verdict)[:3] == ["verify.charter", "verify.signatures", "file.entry"]
    assert verdict.findings[-2].value("line") == 3
    assert verdict.findings[-1].key == expected


def test_an_entry_by_the_wrong_author_is_named(tmp_path):
    table = Straight(2, folder=tmp_path)
    other = 1 - table.at_turn()
    table.sessions[0].file.append(table.lie(other, MoveBody(table.turn, "stop", ())))
    table.sessions[0].close()
    verdict = verify(tmp_path / "0.alarife")
    assert not verdict.holds
    assert [finding.key for finding in verdict.findings[-2:]] == ["session.file.entry", "session.entry.turn"]


def test_a_seed_without_its_commitment_is_named(tmp_path):
    table = Straight(2, folder=tmp_path)
    session = table.sessions[0]
    reveal = session.log.entries[2].entry
    path = tmp_path / "0.alarife"
    lines = path.read_bytes().splitlines(keepends=True)
    session.close()
    path.write_bytes(b"".join(lines[:3]))  # the agreement and both commitments
    from net.gamefile import GameFile

    file, _ = GameFile.resume(path)
    false = table.lie(0, DealBody(contribution("reveal", b"x" * 32)), n=2, previous=reveal.previous, digest=reveal.digest)
    file.append(false)
    file.close()
    verdict = verify(path)
    assert not verdict.holds
    assert [finding.key for finding in verdict.findings[-2:]] == ["session.file.entry", "session.deal.other-secret"]
    assert verdict.findings[-2].value("line") == 4
