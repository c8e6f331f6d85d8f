"""Both ends of the window's pipe belong to one user, or nothing is said. Windows itself is only imagined here."""

import sys

import pytest

from client.system import instance
from client.system.instance import Doorbell, hand_over
from client.system.opening import Wish
from client.system.sameuser import made_by_me, opened_by_me

ANNA, EVE = b"S-1-5-21-1", b"S-1-5-21-2"


class Line:
    def fileno(self):
        return 7


class Windows:
    """Processes and their users; this one is number 0."""

    def __init__(self, server=0, client=0, users=None):
        self._ends = {"server": server, "client": client}
        self._users = users or {0: ANNA, 1: ANNA, 2: EVE}

    def server(self, pipe):
        assert pipe == 7
        return self._ends["server"]

    def client(self, pipe):
        assert pipe == 7
        return self._ends["client"]

    def user(self, process):
        if process not in self._users:
            raise OSError("access denied")
        return self._users[process]


@pytest.mark.parametrize(("process", "mine"), [(1, True), (2, False), (3, False)], ids=["Anna", "Eve", "nobody knows"])
def test_the_user_at_the_other_end_decides(process, mine):
    assert made_by_me(Line(), Windows(server=process, client=2)) is mine
    assert opened_by_me(Line(), Windows(server=2, client=process)) is mine


def test_without_a_user_nobody_is_the_same():
    assert not made_by_me(Line(), Windows(users={0: b"", 1: b""}, server=1))
    assert not made_by_me(Line(), Windows(users={1: ANNA}, server=1))


@pytest.mark.skipif(sys.platform == "win32", reason="there the system is asked")
def test_where_the_socket_lies_in_a_folder_its_rights_count():
    assert made_by_me(Line())
    assert opened_by_me(Line())


@pytest.fixture
def heard(home):
    wishes = []
    bell = Doorbell(home, wishes.append)
    bell.listen()
    yield wishes
    bell.close()


def test_nothing_is_told_to_another_user(home, heard, monkeypatch):
    monkeypatch.setattr(instance, "made_by_me", lambda line: False)
    assert not hand_over(home, Wish(invite="alarife:abc"))
    assert heard == []


def test_nothing_is_heard_from_another_user(home, heard, monkeypatch):
    monkeypatch.setattr(instance, "opened_by_me", lambda line: False)
    assert not hand_over(home, Wish(invite="alarife:abc"))
    assert heard == []
