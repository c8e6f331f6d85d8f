"""Tables on the local network: real announcements by multicast on the loopback interface, and false ones."""

import asyncio
import socket
import struct
import threading

import pytest
from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncZeroconf

from net.discovery import MOST_TABLES, SERVICE, Announcement, Discovery, _Desk, _Wish, found_table
from net.identity import Identity
from net.invite import read
from net.words import fingerprint
from tests.net.rim import until

OWN = bytes(32)
PORTS = {1, 4711, 4712}
"""The tables announced by this test; other tests, and other people on this network, announce their own."""

KEY = Identity.fresh().key
GOOD = {b"v": b"1", b"k": KEY.hex().encode(), b"n": "Ännchen".encode(), b"g": b"big-boss", b"s": b"3", b"f": b"2"}


def multicast_works():
    """Whether a datagram to the mDNS group comes back on the loopback interface; else what was missing."""
    group, where = socket.inet_aton("224.0.0.251"), socket.inet_aton("127.0.0.1")
    with (
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth,
    ):
        try:
            ear.bind(("", 0))
            ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, struct.pack("=4s4s", group, where))
            ear.settimeout(20)
            mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, where)
            mouth.sendto(b"?", ("224.0.0.251", ear.getsockname()[1]))
            ear.recv(1)
        except OSError as problem:
            return f"multicast on loopback: {problem}"
    return ""


MISSING = multicast_works()
real = pytest.mark.skipif(bool(MISSING), reason=MISSING or "multicast works")


class Watcher:
    def __init__(self, own=OWN, loopback=True):
        self.lists = []
        self.troubles = []
        self.threads = set()
        self.discovery = Discovery(own, self.found, self.troubles.append, loopback)

    def found(self, tables):
        self.threads.add(threading.current_thread().name)
        self.lists.append(
            tuple(table for table in tables if any(address.port in PORTS for address in read(table.code).addresses))
        )

    @property
    def tables(self):
        return self.lists[-1] if self.lists else ()


@pytest.fixture
def watcher():
    made = []

    def make(own=OWN):
        made.append(Watcher(own))
        return made[-1]

    yield make
    for one in made:
        one.discovery.close()
    for one in made:
        one.discovery.join()


def announcement(key=KEY, **changes):
    fields = {"name": "Anna", "hosts": ("127.0.0.1",), "port": 4711, "game": "big-boss", "seats": 3, "free": 2}
    return Announcement(key, **(fields | changes))


@real
def test_a_table_is_seen_changed_and_gone(watcher):
    host, guest = watcher(KEY), watcher()
    guest.discovery.look(True)
    host.discovery.announce(announcement())
    (table,) = until(lambda: guest.tables, "the table")
    assert (table.host, table.game, table.seats, table.free) == ("Anna", "big-boss", 3, 2)
    assert table.words == fingerprint(KEY)
    invite = read(table.code)
    assert (invite.key, invite.token, [str(address) for address in invite.addresses]) == (KEY, b"", ["127.0.0.1:4711"])
    host.discovery.announce(announcement(free=1))
    until(lambda: guest.tables and guest.tables[0].free == 1, "one seat less")
    host.discovery.announce(announcement(free=1, port=4712))
    until(lambda: guest.tables and "127.0.0.1:4712" in map(str, read(guest.tables[0].code).addresses), "another port")
    host.discovery.announce(None)
    until(lambda: guest.tables == (), "the end of the table")
    assert not guest.troubles
    assert not host.troubles
    assert guest.threads == {"alarife-discovery"}


@real
def test_the_own_table_is_not_listed_and_others_are_in_order(watcher):
    first, second, guest = Identity.fresh().key, Identity.fresh().key, Identity.fresh().key
    for key, name in ((first, "Bert"), (second, "anna"), (guest, "Me")):
        watcher(key).discovery.announce(announcement(key, name=name))
    looker = watcher(guest)
    looker.discovery.look(True)
    until(lambda: [table.host for table in looker.tables] == ["anna", "Bert"], "both tables")


@real
def test_the_search_can_be_stopped_and_started_again(watcher):
    host, guest = watcher(KEY), watcher()
    host.discovery.announce(announcement())
    for _ in range(2):
        guest.discovery.look(True)
        until(lambda: guest.tables, "the table")
        guest.lists.clear()
        guest.discovery.look(True)
        until(lambda: guest.tables, "the same table, told again")
        guest.discovery.look(False)
        guest.lists.clear()


@real
def test_closing_at_once_leaves_nothing_behind(watcher):
    one = watcher(KEY)
    one.discovery.announce(announcement())
    one.discovery.look(True)
    one.discovery.close()
    one.discovery.close()
    one.discovery.join()
    one.discovery.look(True)
    assert "alarife-discovery" not in {thread.name for thread in threading.enumerate()}


@real
def test_hostile_announcements_on_the_network_do_not_hide_a_good_one(watcher):
    guest = watcher()
    guest.discovery.look(True)
    bad = Zeroconf(interfaces=["127.0.0.1"])
    try:
        copied = {"v": "1", "k": KEY.hex(), "n": "Eve", "g": "big-boss", "s": "3", "f": "2"}
        for number, properties in enumerate(({}, {"v": "1"}, copied, {b"\xff": b"\xfe" * 200})):
            label = f"evil-{number}.{SERVICE}"
            info = ServiceInfo(
                SERVICE, label, port=1, properties=properties, server=f"evil-{number}.local.", parsed_addresses=["127.0.0.1"]
            )
            bad.register_service(info, cooperating_responders=True)
        host = watcher(KEY)
        host.discovery.announce(announcement())
        until(lambda: guest.tables, "the good table")
        assert [table.host for table in guest.tables] == ["Anna"]
    finally:
        bad.close()


def changes(*seen, then=lambda desk: None):
    """A desk that has heard of these instances, each a name and what happened to it."""

    async def run():
        desk = _Desk(AsyncZeroconf(interfaces=["127.0.0.1"]), OWN, lambda tables: None)
        try:
            await desk._zeroconf.zeroconf.async_wait_for_start()
            await desk.look(_Wish(None, None, True, True, None))
            for name, change in seen:
                desk._changed(desk._zeroconf.zeroconf, SERVICE, name, change)
                await asyncio.sleep(0)
            return then(desk)
        finally:
            await desk.look(_Wish(None, None, False, False, None))
            await desk.close()

    return asyncio.run(run())


@real
@pytest.mark.parametrize("name", [SERVICE, f"\x01.{SERVICE}", "x._other._tcp.local.", "evil.local.", f"evil.{SERVICE}"])
def test_a_name_that_no_table_has_is_not_looked_into(name):
    """Some of them are not even names of a service, which the library says with errors of many kinds."""
    assert changes((name, ServiceStateChange.Added), then=lambda desk: list(desk._tasks)) == []


@real
def test_nothing_is_kept_of_announcements_that_come_and_go():
    added, removed = ServiceStateChange.Added, ServiceStateChange.Removed
    seen = [(f"{number:032x}.{SERVICE}", change) for number in range(100) for change in (added, added, removed)]
    assert changes(*seen, then=lambda desk: (list(desk._tasks), list(desk._again))) == ([], [])


def test_without_a_network_there_is_a_sentence(watcher, monkeypatch):
    monkeypatch.setattr("net.discovery.own_hosts", lambda loopback: [])
    lost = Watcher(loopback=False)
    lost.discovery.look(True)
    assert until(lambda: lost.troubles, "a sentence")[0].key == "net.notice.no-network"
    lost.discovery.close()
    lost.discovery.join()


@pytest.fixture
def moving(monkeypatch):
    """Addresses of this computer that a test can change, and a program that looks at them often."""
    hosts = ["127.0.0.1"]
    monkeypatch.setattr("net.discovery.own_hosts", lambda loopback: list(hosts))
    monkeypatch.setattr("net.discovery.CHECK", 0.05)
    return hosts


@real
def test_tables_are_found_as_soon_as_there_is_a_network(watcher, moving):
    host, guest = watcher(KEY), watcher()
    moving.clear()
    host.discovery.announce(announcement())
    guest.discovery.look(True)
    until(lambda: guest.troubles and host.troubles, "the sentence that there is no network")
    moving.append("127.0.0.1")
    until(lambda: guest.tables, "the table")
    assert [trouble.key for trouble in guest.troubles] == ["net.notice.no-network"]


@real
def test_sockets_are_opened_anew_in_another_network(watcher, moving, monkeypatch):
    """Those of interfaces that are gone hear nothing, and nothing is heard of them."""
    opened = []

    def counted(**where):
        opened.append(AsyncZeroconf(**where))
        return opened[-1]

    monkeypatch.setattr("net.discovery.AsyncZeroconf", counted)
    host, guest = watcher(KEY), watcher()
    host.discovery.announce(announcement())
    guest.discovery.look(True)
    until(lambda: guest.tables, "the table")
    assert len(opened) == 2
    before = len(guest.lists)
    moving[:] = ["192.0.2.7"]
    until(lambda: len(opened) == 4, "new sockets")
    until(lambda: () in guest.lists[before:] and guest.tables, "an empty list, and then the table again")


def test_when_sockets_cannot_be_opened_there_is_a_sentence(watcher, monkeypatch):
    def refused(**_):
        raise OSError(19, "No such device")

    monkeypatch.setattr("net.discovery.AsyncZeroconf", refused)
    lost = watcher()
    lost.discovery.announce(announcement())
    assert until(lambda: lost.troubles, "a sentence")[0].key == "net.notice.no-discovery"
    for free in (1, 0):
        lost.discovery.announce(announcement(free=free))
    lost.discovery.close()
    lost.discovery.join()
    assert len(lost.troubles) == 1, "once is enough"


def test_a_good_announcement():
    key, table = found_table(GOOD, ["192.168.1.20", "fe80::1%eth0", "2001:db8::7"], 4711, OWN)
    assert (key, table.host, table.game, table.seats, table.free) == (KEY, "Ännchen", "big-boss", 3, 2)
    assert [address.host for address in read(table.code).addresses] == ["192.168.1.20", "2001:db8::7"]


@pytest.mark.parametrize(
    "change",
    [
        {b"v": b"2"},
        {b"v": None},
        {b"k": b"ab"},
        {b"k": KEY.hex().upper().encode()},
        {b"k": b"\xff" * 64},
        {b"n": b""},
        {b"n": b"\n\t "},
        {b"n": b"x" * 97},
        {b"n": "\u202e".encode()},
        {b"g": b"no-game"},
        {b"g": b"../../etc"},
        {b"s": b"0"},
        {b"s": b"99"},
        {b"s": b"-3"},
        {b"s": "٣".encode()},
        {b"s": b"1000000000000000000000"},
        {b"f": b"4"},
        {b"f": b""},
        {b"f": b"two"},
    ],
)
def test_hostile_texts_announce_no_table(change):
    assert found_table(GOOD | change, ["192.168.1.20"], 4711, OWN) is None


def test_an_announcement_without_address_or_port_is_ignored():
    assert found_table(GOOD, [], 4711, OWN) is None
    assert found_table(GOOD, ["fe80::1"], 4711, OWN) is None
    assert found_table(GOOD, ["table.example.org"], 4711, OWN) is None
    assert found_table(GOOD, ["192.168.1.20"], 0, OWN) is None
    assert found_table(GOOD, ["192.168.1.20"], None, OWN) is None
    assert found_table(GOOD, ["192.168.1.20"], 4711, KEY) is None


def test_a_long_name_is_cut_and_a_crowd_of_addresses_is_thinned():
    _, table = found_table(GOOD | {b"n": b"x" * 90}, [f"10.0.0.{n}" for n in range(1, 50)], 4711, OWN)
    assert len(table.host) == 24
    assert len(read(table.code).addresses) == 6
    assert MOST_TABLES >= 16
