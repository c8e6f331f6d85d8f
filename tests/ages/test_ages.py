"""Files of earlier versions are read as those versions read them, and their games go on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import tests.games.joint_seed  # noqa: F401  - registers the dealer of some games
from client.library.index import Index, Wanted, records_in
from client.library.series import load as load_seasons
from client.library.stamps import Stamp
from client.system import settings
from client.system.home import LIBRARY
from net.address_book import AddressBook
from net.addresses import Address
from net.deal import FAIR, FAIR_VERSIONS
from net.gamefile import load
from net.invite import read
from net.key_file import load_or_create
from net.verify import verify
from tests.ages import AGES, FOLDER, chosen_boards, found, known, named_boards, shelved, tallied
from tests.net.session.network import IDENTITIES
from tests.net.session.straight import Straight


def expected(age: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((FOLDER / age / "expected.json").read_text("utf-8"))
    return content


FILES = [(age, file) for age in AGES for file in expected(age)["games"]]
RESUMED = [
    (age, folder.name)
    for age in AGES
    for folder in sorted((FOLDER / age / "games").iterdir())
    if not folder.name.startswith(("left", "watched", "lied")) and folder.name != "alone-finished"
]


LATER = [age for age in AGES if "library" in expected(age)]
"""Ages that also have what came after the first one: boards, seasons, the library."""

ON_BOARDS = [age for age in LATER if any(file.startswith("games/board-") for file in expected(age)["games"])]
"""Those with games of every kind. Others record only what had changed."""


def test_every_listed_age_has_files() -> None:
    assert {"455729d", "fcc57da", "0f77d7f"} <= set(AGES)
    assert ON_BOARDS


def test_there_are_games_of_every_way_of_dealing_between_peers() -> None:
    """Of today's: a finished and an unfinished one, with everything that an entry of the dealing can be."""
    dealt: dict[str, set[str]] = {name: set() for name in FAIR_VERSIONS}
    ends = {True: 0, False: 0}
    for age, file in FILES:
        first, *entries = map(json.loads, (FOLDER / age / file).read_text("utf-8").splitlines())
        if first["dealer"] in dealt:
            dealt[first["dealer"]] |= {entry["deal"].split()[0] for entry in entries if entry["kind"] == "deal"}
        if first["dealer"] == FAIR:
            dealt[FAIR] |= {entry["kind"] for entry in entries}
            ends[expected(age)["games"][file]["end"] is not None] += 1
    assert all(dealt.values())
    assert all(ends.values())
    assert dealt[FAIR] >= {"bequest", "drop", "leaving", "lot", "part", "publish", "remix", "renew", "return", "took"}


@pytest.mark.parametrize("age", ON_BOARDS)
def test_some_games_of_an_age_were_played_on_corrected_boards(age: str) -> None:
    boards = {file.split("/")[1] for file in expected(age)["games"] if load(FOLDER / age / file).charter.charter.board}
    assert boards == {"board-alcazar", "board-big-boss", "board-burgenland", "board-torres", "board-two"}


@pytest.mark.parametrize(("age", "file"), FILES)
def test_a_file_of_an_earlier_age_is_read_as_before(age: str, file: str) -> None:
    assert found(FOLDER / age / file) == expected(age)["games"][file]


@pytest.mark.parametrize("age", AGES)
def test_every_file_of_an_age_has_an_expectation(age: str) -> None:
    files = {path.relative_to(FOLDER / age).as_posix() for path in (FOLDER / age).rglob("*.alarife")}
    assert files == set(expected(age)["games"])


@pytest.mark.parametrize(("age", "name"), RESUMED)
def test_an_unfinished_game_of_an_earlier_age_continues(age: str, name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    shutil.copytree(FOLDER / age / "games" / name, folder)
    files = sorted(folder.glob("*.alarife"))
    old = [path.read_bytes() for path in files]
    table = Straight.resumed(*files)
    for _ in range(8):
        if table.sessions[0].position.turn is None:
            table.wait(1000)
        table.wait(400)
        table.move()
    table.wait(1000)
    assert not any(table.stops())
    assert len({session.course.head for session in table.sessions}) == 1
    for session in table.sessions:
        session.close()
    for path, before in zip(files, old, strict=True):
        assert path.read_bytes().startswith(before), "what was written stays"
        assert len(load(path).entries) > before.count(b"\n")
        assert verify(path).holds


@pytest.mark.parametrize("age", AGES)
def test_a_home_of_an_earlier_age_keeps_its_settings(age: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(FOLDER / age / "home", home)
    said = json.loads((home / settings.FILE).read_text("utf-8"))
    said.pop("version", None)
    kept, trouble = settings.load(home)
    assert trouble is None
    assert {name: value for name, value in kept.choices().items() if name in said} == said
    assert load_or_create(home / "identity.pem").key == IDENTITIES[0].key
    book = AddressBook(home / "addresses.json")
    assert book.addresses(IDENTITIES[1].key) == (Address("192.0.2.7", 4711), Address("2001:db8::7", 4711))
    assert book.port(b"T" * 16) == 4711
    assert book.audience(b"T" * 16) == ("code", bytes(range(16)))
    assert book.host_said(b"T" * 16) == b"said"


@pytest.mark.parametrize("age", AGES)
def test_an_invite_of_an_earlier_age_leads_to_the_same_table(age: str) -> None:
    for code, (key, token, addresses) in expected(age)["invites"].items():
        invite = read(code)
        assert (invite.key.hex(), invite.token.hex()) == (key, token)
        assert [[address.host, address.port] for address in invite.addresses] == addresses


@pytest.mark.parametrize("age", LATER)
def test_the_library_describes_a_game_of_an_earlier_age_as_before(age: str) -> None:
    files = sorted((FOLDER / age / "games").rglob("*.alarife"))
    assert {shelved(path): known(path) for path in files} == expected(age)["library"]
    assert tallied(files) == expected(age)["statistics"]
    assert any(expected(age)["statistics"].values())


@pytest.mark.parametrize("age", LATER)
def test_the_index_of_an_earlier_age_is_used_or_rebuilt(age: str, tmp_path: Path) -> None:
    """It says nothing that the files do not say; a game that it lacks is read."""
    copy = tmp_path / LIBRARY
    shutil.copy(FOLDER / age / "home" / LIBRARY, copy)
    files = {shelved(path): path for path in sorted((FOLDER / age / "games").rglob("*.alarife"))}
    for name, record in records_in(copy, {name: Stamp(0, path.stat().st_size) for name, path in files.items()}).items():
        said = expected(age)["library"][name]
        assert (record.game, record.state, record.turns) == (said["game"], said["state"], said["turns"])
        assert [[*place[:2], *place[4:]] for place in said["players"]] == [
            [place.name, place.kind, place.rank] for place in record.places
        ]
    index = Index(copy)
    index.sync({str(path): Stamp(1, path.stat().st_size) for path in files.values()})
    assert {str(row.file) for row in index.rows(Wanted())} == {str(path) for path in files.values()}
    index.close()


@pytest.mark.parametrize("age", LATER)
def test_boards_and_seasons_of_an_earlier_age_are_kept(age: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(FOLDER / age / "home", home)
    assert named_boards(home / "games") == expected(age)["boards"]
    assert chosen_boards(home / "games") == expected(age)["chosen"]
    assert [season.name for season in load_seasons(home)] == ["Winter"]


@pytest.mark.parametrize("age", LATER)
def test_the_address_book_of_an_earlier_age_keeps_its_entries(age: str, tmp_path: Path) -> None:
    shutil.copy(FOLDER / age / "home" / "addresses.json", tmp_path)
    book = AddressBook(tmp_path / "addresses.json")
    assert book.addresses(IDENTITIES[2].key) == (Address("198.51.100.3", 4712),)
    assert book.chat_heard(b"T" * 16) == {IDENTITIES[1].key: 12}
