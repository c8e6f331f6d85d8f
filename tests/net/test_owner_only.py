"""Only the owner can read a secret file, whatever the umask and the file were before; no secret is ever printed."""

import os
import stat
import sys

import pytest

from net.address_book import AddressBook
from net.addresses import Address
from net.deal import Place
from net.deal.dealer import Secrets
from net.deal.fair import elgamal, shuffle, standing
from net.deal.fair.deposit import Deposit
from net.deal.fair.group import base
from net.gamefile import GameFile
from net.invite import Invite
from net.key_file import load_or_create
from net.owner_only import owner_only
from tests.net.session.network import IDENTITIES, charter_of
from tests.net.session.straight import private_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there the folder's rights count")


def rights(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def open_handed():
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def game(tmp_path):
    return GameFile.create(tmp_path / "a.alarife", charter_of(2, 2, game="torres"), IDENTITIES[0].key, private_of(0))


def test_files_are_created_for_their_owner_alone(open_handed, tmp_path, game):
    load_or_create(tmp_path / "home" / "identity.pem")
    AddressBook(tmp_path / "addresses.json").said(IDENTITIES[1].key, [Address("192.168.1.20", 4747)])
    game.rewrite(())
    game.close()
    assert rights(tmp_path / "home") == 0o700
    for name in ("home/identity.pem", "addresses.json", "a.alarife"):
        assert rights(tmp_path / name) == 0o600


def test_a_key_readable_by_everybody_is_closed(tmp_path):
    file = tmp_path / "identity.pem"
    key = load_or_create(file).key
    for before, after in ((0o644, 0o600), (0o666, 0o600), (0o440, 0o400), (0o600, 0o600)):
        file.chmod(before)
        assert load_or_create(file).key == key
        assert rights(file) == after


def test_a_game_readable_by_everybody_is_closed_when_it_continues(game, tmp_path):
    game.close()
    game.path.chmod(0o664)
    again, _ = GameFile.resume(game.path)
    again.close()
    assert rights(game.path) == 0o600


def test_a_missing_or_foreign_file_does_no_harm(tmp_path):
    owner_only(tmp_path / "nothing")


def test_secrets_do_not_appear_in_text_forms(game):
    number, private, token = 0x5EC2E7 << 200, bytes(range(50, 82)), bytes(range(50, 66))
    seal = elgamal.lay_open(0, base(1))
    game.close()
    again, recording = GameFile.resume(game.path)
    again.close()
    shown = [
        Secrets(number, number),
        {b"peer": Secrets(number, number)},
        Place(b"a" * 32, (), (), b"", private, {b"peer": (Secrets(number, number),)}),
        standing.beginning(b"a" * 32, (b"p",), (b"p",), b"p", private, {b"p": (Secrets(number, number),)}, False, 4),
        Deposit(((base(1),),), (number,)),
        shuffle.Mix((seal,), (0,), (number,)),
        Invite(IDENTITIES[0].key, token, (Address("192.168.1.20", 4747),)),
        recording,
        IDENTITIES[0],
        again,
    ]
    pem = IDENTITIES[0].private.private_bytes_raw()
    for secret in (str(number), hex(number), repr(private)[2:-1], repr(private_of(0))[2:-1], repr(token)[2:-1], pem.hex()):
        assert secret not in repr(shown)
        assert not any(secret in f"{one}" for one in shown if not isinstance(one, Invite))
