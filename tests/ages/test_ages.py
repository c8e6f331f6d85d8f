"""What earlier versions of the program wrote is read as they read it, and their games go on."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import tests.games.joint_seed  # noqa: F401  - registers the dealer of some games
from client.system import settings
from net.address_book import AddressBook
from net.addresses import Address
from net.gamefile import load
from net.invite import read
from net.key_file import load_or_create
from net.verify import verify
from tests.ages import AGES, FOLDER, found
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


def test_there_are_files_of_the_first_age() -> None:
    assert "455729d" in AGES


@pytest.mark.parametrize(("age", "file"), FILES)
def test_a_file_of_an_earlier_age_is_read_as_it_was(age: str, file: str) -> None:
    assert found(FOLDER / age / file) == expected(age)["games"][file]


@pytest.mark.parametrize("age", AGES)
def test_every_file_of_an_age_has_an_expectation(age: str) -> None:
    files = {path.relative_to(FOLDER / age).as_posix() for path in (FOLDER / age).rglob("*.alarife")}
    assert files == set(expected(age)["games"])


@pytest.mark.parametrize(("age", "name"), RESUMED)
def test_an_unfinished_game_of_an_earlier_age_goes_on(age: str, name: str, tmp_path: Path) -> None:
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
def test_a_home_of_an_earlier_age_keeps_what_was_chosen(age: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    shutil.copytree(FOLDER / age / "home", home)
    said = json.loads((home / settings.FILE).read_text("utf-8"))
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
