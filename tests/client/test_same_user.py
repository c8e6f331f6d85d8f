"""The window's pipe says nothing unless both ends belong to the same user. Windows is only simulated here."""

import ctypes
import sys
from functools import partial
from types import SimpleNamespace

import pytest

from client.system import instance, sameuser
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


def test_without_a_user_nobody_counts_as_the_same():
    assert not made_by_me(Line(), Windows(users={0: b"", 1: b""}, server=1))
    assert not made_by_me(Line(), Windows(users={1: ANNA}, server=1))


@pytest.mark.skipif(sys.platform == "win32", reason="there the system is asked")
def test_a_socket_in_a_folder_relies_on_the_rights_of_the_folder():
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


# -- the calls to Windows, with libraries that are played -----------------------------------------------------------------

PSEUDO, OPENED, TOKEN = (1 << 64) - 1, 40, 80


class Call:
    """A library function with a restype and argtypes, like those of ctypes."""

    def __init__(self, answer):
        self._answer = answer

    def __call__(self, *given):
        assert len(given) == len(self.argtypes), "as many as the signature says"
        return self._answer(*given)


class Libraries:
    """kernel32 and advapi32, as far as the program uses them.

    Attributes:
        closed: the handles that were closed.
        refuses: names of calls that fail.
    """

    def __init__(self, users):
        self.closed = []
        self.refuses = set()
        self._users = users
        self._process = 0

    def load(self, name, use_last_error=False):
        assert use_last_error, "else another call may change why this one failed"
        calls = {
            "kernel32": (
                "GetNamedPipeServerProcessId",
                "GetNamedPipeClientProcessId",
                "GetCurrentProcess",
                "OpenProcess",
                "CloseHandle",
            ),
            "advapi32": ("OpenProcessToken", "GetTokenInformation", "GetLengthSid"),
        }[name]
        return SimpleNamespace(**{each: Call(partial(self._call, each)) for each in calls})

    def _call(self, name, *given):
        return 0 if name in self.refuses else getattr(self, f"_{name}")(*given)

    def _GetNamedPipeServerProcessId(self, pipe, found):
        assert pipe == 7
        found._obj.value = 1
        return 1

    def _GetNamedPipeClientProcessId(self, pipe, found):
        assert pipe == 7
        found._obj.value = 2
        return 1

    def _GetCurrentProcess(self):
        return PSEUDO

    def _OpenProcess(self, rights, inherited, process):
        assert (rights, inherited) == (0x1000, False)
        self._process = process
        return OPENED

    def _CloseHandle(self, handle):
        self.closed.append(getattr(handle, "value", handle))
        return 1

    def _OpenProcessToken(self, process, rights, token):
        assert rights == 0x0008
        assert process in (PSEUDO, OPENED)
        self._process = self._process if process == OPENED else 0
        token._obj.value = TOKEN
        return 1

    def _GetTokenInformation(self, token, kind, room, size, needed):
        assert (token.value, kind) == (TOKEN, 1)
        user = self._users[self._process]
        head = 2 * ctypes.sizeof(ctypes.c_void_p)
        needed._obj.value = head + len(user)
        if room is None:
            return 0  # the first call always says how much room it needs
        assert size.value == needed._obj.value
        room[head:] = user
        ctypes.c_void_p.from_buffer(room).value = ctypes.addressof(room) + head
        return 1

    def _GetLengthSid(self, identifier):
        return len(ANNA)


@pytest.fixture
def libraries(monkeypatch):
    played = Libraries({0: ANNA, 1: ANNA, 2: EVE})
    monkeypatch.setattr(ctypes, "WinDLL", played.load, raising=False)
    monkeypatch.setattr(ctypes, "get_last_error", lambda: 5, raising=False)
    monkeypatch.setattr(ctypes, "WinError", lambda code: OSError(code, "access denied"), raising=False)
    return played


def test_windows_is_asked_for_both_ends(libraries):
    system = sameuser.Windows()
    assert (system.server(7), system.client(7)) == (1, 2)
    assert (system.user(0), system.user(1), system.user(2)) == (ANNA, ANNA, EVE)
    assert made_by_me(Line(), system)
    assert not opened_by_me(Line(), system)


def test_every_handle_is_closed_again_and_no_other(libraries):
    """The handle of the own process needs no closing."""
    system = sameuser.Windows()
    system.user(0)
    assert libraries.closed == [TOKEN]
    system.user(1)
    assert libraries.closed == [TOKEN, TOKEN, OPENED]


@pytest.mark.parametrize(
    "call", ["GetNamedPipeServerProcessId", "OpenProcess", "OpenProcessToken", "GetTokenInformation"], ids=str
)
def test_if_windows_refuses_nobody_counts_as_the_same_user(libraries, call):
    libraries.refuses.add(call)
    assert not made_by_me(Line(), sameuser.Windows())
