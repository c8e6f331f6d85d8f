"""The soak tells a good end from a fault: files of real games, intact and spoilt."""

import pytest

from client.soak.lan import Weather
from client.soak.plan import Plan
from client.soak.player import NAMES, Player
from client.soak.verdict import fault
from net.deal import FAIR
from net.gamefile import WATCHER, GameFile
from tests.games import orchard  # noqa: F401  - a fixture
from tests.net.session.straight import Straight
from tests.net.session.test_replace import come_home, others, play_on, unseen, vanish, want

PATIENT, HASTY = (Plan(Weather(), (), {}, after, (True,) * 3, 0.0) for after in (None, 2.0))
END = {"scores": [1, 2, 3], "ranks": [3, 2, 1], "head": "00", "digest": "11", "end": "full"}


@pytest.fixture
def table(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    return Straight(3, dealer=FAIR, folder=folder)


@pytest.fixture
def folder(tmp_path, table):
    return tmp_path / "files"


def players_of(table, folder):
    """The players of a table that has ended, each with a folder of its own."""
    found = []
    for place, session in enumerate(table.sessions):
        session.close()
        home = folder.parent / str(place)
        home.mkdir()
        file = home / "game.alarife"
        file.write_bytes((folder / f"{place}.alarife").read_bytes())
        found.append(Player(NAMES[place], home, file, end=dict(END)))
    return found


def watcher_of(table, folder):
    """A watcher who has stayed to the end."""
    home = folder.parent / "watcher"
    home.mkdir()
    file = GameFile.create(home / "game.alarife", table.charter, WATCHER, b"")
    for signed in table.sessions[0].log.entries:
        file.append(signed)
    file.close()
    return Player("Zoe", home, home / "game.alarife")


def test_a_game_is_over_when_all_have_it_to_its_end(table, folder):
    play_on(table, 60)
    assert table.sessions[0].position.result is not None
    players = players_of(table, folder)
    watcher = watcher_of(table, folder)
    players[1].known.append(players[1].lines()[:7])
    assert fault("over", players, watcher, PATIENT) == ""
    players[2].end["scores"] = [0, 0, 0]
    assert "different ends" in fault("over", players, watcher, PATIENT)
    players[2].end = dict(END)
    watcher.file.write_bytes(players[1].file.read_bytes())
    assert "not a watcher's" in fault("over", players, watcher, PATIENT)
    watcher.file.write_bytes(b"\n".join(watcher.file.read_bytes().split(b"\n")[:-2]) + b"\n")
    assert "another log" in fault("over", players, watcher, PATIENT)
    (players[1].folder / "game.verdicts.jsonl").write_text("{}\n")
    assert "Ben accuses" in fault("over", players, None, PATIENT)
    (players[1].folder / "errors.txt").write_text("oh\n")
    assert fault("over", players, None, PATIENT) == "Ben complained: oh"


def test_entries_must_not_vanish_from_a_file(table, folder):
    play_on(table, 4)
    players = players_of(table, folder)
    known = players[1].lines()
    players[1].known.append(known)
    for player in players:
        player.file.write_bytes(b"\n".join(player.file.read_bytes().split(b"\n")[:-2]) + b"\n")
    assert "not all are left" in fault("over", players, None, PATIENT)


def test_every_file_must_verify(table, folder):
    play_on(table, 4)
    players = players_of(table, folder)
    first, rest = players[1].file.read_bytes().split(b"\n", 1)
    players[1].file.write_bytes(first.replace(b'"Anna 1"', b'"Anna 9"') + b"\n" + rest)
    assert "the file of Ben does not hold" in fault("over", players, None, PATIENT)


def test_a_replacement_makes_void_what_its_voters_did_not_have(table, folder):
    gone = table.at_turn()
    unseen(table, gone)
    void = (folder / f"{gone}.alarife").read_bytes().split(b"\n")[1:-1]
    first, second = others(table, gone)
    want(table, gone, first, second)
    play_on(table, 60)
    come_home(table, gone, folder)
    table.wait(1000)
    players = players_of(table, folder)
    players[gone].known.append(void)
    assert fault("over", players, None, HASTY) == ""
    players[second].known.append(void)
    assert f"with the vote of {NAMES[second]}, who had it" in fault("over", players, None, HASTY)


def test_a_replacement_can_be_undone_until_all_have_gone_on_from_it(table, folder):
    gone = table.at_turn()
    unseen(table, gone)
    first, second = others(table, gone)
    want(table, gone, second)
    vanish(table, second)  # and forgets how it has voted
    come_home(table, gone, folder, meets=())
    come_home(table, second, folder, meets=(gone,))
    table.wait(1000)
    table.part(gone, second)
    want(table, gone, first)
    undone = (folder / f"{first}.alarife").read_bytes().split(b"\n")[1:-1]
    table.cut.clear()
    for one, other in ((first, second), (gone, second), (gone, first)):
        table.join(one, other)
    table.wait(5000)
    play_on(table, 60)
    assert table.sessions[first].position.result is not None
    players = players_of(table, folder)
    players[first].known.append(undone)
    assert fault("over", players, None, HASTY) == ""


def test_a_replacement_stands_once_all_have_gone_on_from_it(table, folder):
    gone = table.at_turn()
    unseen(table, gone)
    void = (folder / f"{gone}.alarife").read_bytes()
    voters = others(table, gone)
    want(table, gone, *voters)
    play_on(table, 8)
    players = players_of(table, folder)
    players[voters[0]].known.append(players[voters[0]].lines())
    for player in players:
        player.file.write_bytes(void)
    assert "everybody had gone on" in fault("over", players, None, HASTY)


def test_a_peer_gone_for_good_takes_with_it_only_entries_it_sent_to_nobody(table, folder):
    gone = table.at_turn()
    unseen(table, gone)
    players = players_of(table, folder)
    players[gone].away = True
    players[gone].known.append(players[gone].lines())
    for player in players:
        player.missing = {NAMES[gone]: "away"}
        player.absence = {"gone": False, "name": NAMES[gone], "refused": "", "waiting": list(NAMES)}
    assert fault("paused", players, None, PATIENT) == ""
    for player in players:  # entries of others go missing as well
        player.file.write_bytes(b"\n".join(player.file.read_bytes().split(b"\n")[:3]) + b"\n")
    assert "not all are left" in fault("paused", players, None, PATIENT)


def test_a_pause_names_the_missing_players_and_why_nobody_continues(table, folder):
    gone = table.at_turn()
    vanish(table, gone)
    players = players_of(table, folder)
    players[gone].away = True
    name = NAMES[gone]
    there = [player for player in players if not player.away]
    for player in there:
        player.missing = {name: "away"}
        player.absence = {"gone": False, "name": name, "refused": "", "waiting": [player.name for player in there]}
    assert fault("paused", players, None, PATIENT) == ""
    assert "nobody does" in fault("paused", players, None, HASTY)
    there[0].absence["refused"] = "replace.refused.two"
    assert "a wrong reason" in fault("paused", players, None, PATIENT)
    there[0].absence["name"] = there[1].name
    assert f"waits for {name}" in fault("paused", players, None, PATIENT)
    there[0].missing = {}
    assert "who is missing" in fault("paused", players, None, PATIENT)


def test_a_replaced_peer_may_pause_without_knowing_whom_the_others_await(table, folder):
    gone = table.at_turn()
    unseen(table, gone)
    first, second = others(table, gone)
    want(table, gone, first, second)
    come_home(table, gone, folder)
    while table.sessions[first].course.pen != table.keys[second]:
        play_on(table, 1)
    table.wait(1000)
    players = players_of(table, folder)
    players[second].away = True
    name = NAMES[second]
    players[first].absence = {"gone": False, "name": name, "refused": "replace.refused.two", "waiting": []}
    players[gone].absence = {"gone": True}
    for player in players:
        player.missing = {name: "away"}
    assert fault("paused", players, None, HASTY) == ""
    players[gone].absence = {"gone": False}
    assert "not at the table any more" in fault("paused", players, None, HASTY)


def test_a_game_must_not_pause_while_somebody_can_continue(table, folder):
    waiting = others(table, table.at_turn())[0]
    vanish(table, waiting)
    players = players_of(table, folder)
    players[waiting].away = True
    assert "could write" in fault("paused", players, None, PATIENT)
