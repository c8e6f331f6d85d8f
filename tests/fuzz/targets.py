"""The targets of the fuzzer: everything that reads bytes from outside. A target raises only for a fault of ours.

The game in them is the tests' orchard, which has to be registered. Each target has seeds: good inputs, from which a fuzzer
finds its way into the code. :func:`mutant` and :func:`reshaped` spoil one.
"""

from __future__ import annotations

import json
import random
import tempfile
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from copy import copy, deepcopy
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgpack
from twisted.internet.defer import Deferred

import tests.games.joint_seed  # noqa: F401  - registers the dealer
from client.commands.output import visible
from client.look.portrait import portrait_of
from client.soak.internet import Computer, Packet, Translator
from client.system.opening import Wish, wish_of
from client.system.opening import decode as decode_wish
from client.system.opening import encode as encode_wish
from net import greeting
from net.address_book import AddressBook
from net.addresses import Address, AddressError, parse_address
from net.api import Plan, Seat
from net.deal import FAIR, DealError
from net.discovery import found_table, sighting
from net.framing import FrameReader, FrameTooLong
from net.gamefile import GameFileError, load
from net.identity import Identity
from net.invite import Invite, InviteError, read
from net.link import Limits
from net.packed import PackedError, covered, unpacked
from net.portraits import PortraitBook, PortraitRow, Portraits, is_portrait, portrait_frames
from net.routers import pcp
from net.rulebook import shipped_file
from net.session.audience.watching import Watching
from net.session.core import Session
from net.session.format.charter import (
    CharterError,
    CharterPeer,
    CharterSeat,
    draw_up,
    playable,
    read_charter,
    signed_charter,
)
from net.session.format.entry import DealBody, DropBody, Entry, read_entry, write_entry
from net.session.format.text import MaybeName, Saying, name_key
from net.session.format.wire import Entries, Have, Signed, WireError, game_frames, pack
from net.session.history.course import Course
from net.session.history.step import EntryError
from net.session.lobby.guest import GuestLobby
from net.session.lobby.host import HostLobby
from net.session.lobby.wire import Sit, lobby_frames
from net.udp import answer, stun
from net.udp.behaviour import TRIES, Behaviour, find_out
from net.udp.gate import Gate
from net.verify import verify
from net.whereabouts import Told, place_frames
from rules.boards import board_of, pack_board, unpack_board
from rules.contract import RulesError, complete_options
from rules.registry import game, games
from tests.contract.boards import corrected
from tests.fuzz.seeds import GREETINGS, LOBBY, Places, game_seeds
from tests.net.meeting import Internet, Program, world
from tests.net.session import insides
from tests.net.session.network import IDENTITIES, NAMES
from tests.net.session.straight import Straight, private_of
from tests.net.session.test_replace import come_home, others, vanish, want


class Target(NamedTuple):
    """Something that reads bytes.

    Attributes:
        run: reads them; returns quietly whatever they are.
        seeds: good inputs.
        weight: how many inputs it gets of each hundred.
    """

    run: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    weight: int


def frames(data: bytes) -> None:
    """A stream is cut into frames, however it arrives, and each frame is decoded for every stage."""
    reader = FrameReader(4096)
    step = data[0] % 64 + 1 if data else 1
    try:
        for start in range(1, len(data), step):
            reader.feed(data[start : start + step])
            while (payload := reader.take()) is not None:
                decode(payload)
    except FrameTooLong:
        return


def decode(data: bytes) -> None:
    """One frame, read as one of each stage and as a greeting; entries in it are read too."""
    for codec in (game_frames, lobby_frames, place_frames, portrait_frames):
        try:
            frame = codec.decode(data)  # type: ignore[attr-defined]
        except WireError:
            continue
        if frame is not None:
            assert codec.encode(frame)  # type: ignore[attr-defined]
        if isinstance(frame, Entries):
            for signed in frame.entries:
                entry(signed.raw)
    try:
        greeting.decode(data)
    except WireError:
        return


def portraits(data: bytes) -> None:
    """Portraits from a guest and from a host: those accepted can be passed on and drawn."""
    me, *others = (identity.key for identity in IDENTITIES[:4])
    for hosts in (False, True):
        book = PortraitBook(me, (1, 2))
        for key in others:
            book.met(key, greeting.PROTOCOL, hosts)
        try:
            output = book.hear(others[0], data, 0, hosts, not hosts)
        except WireError:
            continue
        for _, payload in output.frames:
            assert portrait_frames.decode(payload) is not None
        for key, portrait in book.event().portraits.items():
            assert is_portrait(portrait)
            assert portrait_of(key.encode(), portrait)


def entry(data: bytes) -> None:
    """The bytes of an entry."""
    try:
        assert read_entry(Signed(data, bytes(64))).entry.table
    except WireError:
        return


def charter(data: bytes) -> None:
    """The bytes of a charter, and whether a game could be played under it."""
    try:
        found = read_charter(data)
        playable(found)
        signed_charter(data, [bytes(64)] * len(found.peers))
    except CharterError:
        return


def board(data: bytes) -> None:
    """The bytes of a board: each game can start and compare it, or gives a sentence."""
    for rules in games().values():
        if not rules.data:
            continue
        try:
            found = unpack_board(rules, data)
        except RulesError:
            continue
        assert pack_board(rules, found) == data
        rules.differences({name: shipped_file(name) for name in rules.data}, found)
        for seats in rules.seats:
            rules.start(seats, complete_options(rules, {}), found)


def _boards() -> tuple[bytes, ...]:
    """The boards of all games, as they are shipped and changed."""
    shipped = {rules: {name: shipped_file(name) for name in rules.data} for rules in games().values() if rules.data}
    changed = [pack_board(rules, board_of(corrected(rules.id, 1))) for rules in shipped]
    return (*(pack_board(rules, board_of(data)) for rules, data in shipped.items()), *changed)


def _charter_with_board() -> bytes:
    """The charter of a game on a board of its own."""
    rules, key = game("torres"), IDENTITIES[0].key
    seats = [CharterSeat("person", "Anna", key), CharterSeat("bot", "Bert", key, "greedy")]
    own = pack_board(rules, board_of(corrected("torres", 1)))
    return draw_up(bytes(16), "torres", {}, seats, [CharterPeer(key, "Anna")], board=own).pack()


def invite(data: bytes) -> None:
    """Text that a person pastes to join."""
    text = data.decode("utf-8", "replace")
    try:
        found = read(text)
    except InviteError:
        return
    if isinstance(found, Invite):
        assert read(str(found)) == found
    try:
        parse_address(text)
    except AddressError:
        return


def announcement(data: bytes) -> None:
    """The records of an announcement on the local network: repeated letter, length and value; then hosts."""
    properties: dict[bytes, bytes | None] = {}
    rest = data
    while len(rest) > 2:
        length = rest[1]
        properties[rest[:1]] = rest[2 : 2 + length]
        rest = rest[2 + length :]
    hosts = [data[-9:].decode("latin-1"), "192.0.2.1"]
    for port in (4711, len(data)):
        found_table(properties, hosts, port, bytes(32))
        sighting(properties, hosts, port, bytes(32))


def packed(data: bytes) -> None:
    """Msgpack of any kind: a value within its measured size is decoded, and nothing else is."""
    try:
        value = unpacked(data)
    except PackedError:
        return
    assert covered(data)
    assert msgpack.packb(value) or not value


def text(data: bytes) -> None:
    """A text from outside: once cleaned it stays clean, and it is the same name as its original."""
    raw = data.decode("utf-8", "replace")
    for kind in (MaybeName, Saying):
        clean = kind.of(raw) or ""
        assert (kind.of(clean) or "") == clean
        assert len(clean) <= kind.most
        assert not {unicodedata.category(letter) for letter in clean} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
        assert visible(clean) == clean
    assert name_key(MaybeName(raw)) == name_key(raw)


def address_book(data: bytes) -> None:
    """A file of addresses with any content, and entries noted in it afterwards."""
    file = _folder() / "addresses.json"
    file.write_bytes(data)
    book = AddressBook(file)
    key, table = bytes(range(32)), bytes(16)
    for known in (book.addresses(key), book.chat_heard(table), book.file(table), book.audience(table), book.host_said(table)):
        assert known is None or len(str(known)) < 1000 + len(data)
    assert 0 <= book.port(table) <= 65535
    book.hint(key, data[:32], [Address("192.0.2.9", 1 + len(data))])
    book.answered(key, Address("192.0.2.1", 4711))
    assert book.addresses(key)[0] == Address("192.0.2.1", 4711)
    assert AddressBook(file).addresses(key)[0] == Address("192.0.2.1", 4711)


def stream(data: bytes) -> None:
    """A stream of frames, empty ones included: the frames cut are those sent, and no more bytes are held than were fed."""
    reader = FrameReader(4096)
    taken = 0
    try:
        for start in range(0, len(data), 97):
            reader.feed(data[start : start + 97])
            while (payload := reader.take()) is not None:
                taken += len(payload) + 4
                assert data[taken - len(payload) : taken] == payload
    except FrameTooLong:
        return


@cache
def _folder() -> Path:
    kept = tempfile.TemporaryDirectory(prefix="alarife-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
    _kept.append(kept)
    return Path(kept.name)


_kept: list[tempfile.TemporaryDirectory[str]] = []


def gamefile(data: bytes) -> None:
    """A game file, loaded and checked to its end."""
    file = _folder() / "game.alarife"
    file.write_bytes(data)
    try:
        load(file)
    except GameFileError:
        assert not verify(file).holds
        return
    verify(file)


class _Desk:
    """A session and a lobby that receive frames; rebuilt now and then, so that one input cannot stop all later ones."""

    def __init__(self) -> None:
        self.taken = self.watchers = 0
        self.table: Straight | None = None

    def session(self) -> tuple[Session, Straight]:
        if self.table is None or self.taken % 50 == 0 or self.table.sessions[0].stopped:
            self.table = Straight(2)
            self.table.play(2)
        self.taken += 1
        return self.table.sessions[0], self.table


_desk = _Desk()


def session(data: bytes) -> None:
    """A frame that comes to a running game, and the time after it."""
    at, table = _desk.session()
    if table.keys[1] not in insides.gossip(at).linked:
        at.connected(table.keys[1], table.now)
    out = at.receive(table.keys[1], data, table.now)
    table.now += 100
    at.tick(table.now)
    assert len(out.frames) < 100
    assert not at.closed


def lobby(data: bytes) -> None:
    """A frame that comes to a guest in a lobby."""
    guest = GuestLobby(IDENTITIES[1], IDENTITIES[0].key)
    guest.receive(IDENTITIES[0].key, LOBBY[0])
    guest.receive(IDENTITIES[0].key, data)
    guest.receive(IDENTITIES[2].key, data)


@cache
def _fair() -> tuple[Course, Identity, bytes]:
    """A fairly dealt game just before somebody's shuffle, and what it wrote."""
    table = Straight(2, game="orchard", dealer=FAIR)
    at = table.sessions[0]
    mixed = next(one for one in at.log.entries if isinstance(one.entry.body, DealBody) and len(one.entry.body.payload) > 1000)
    course = Course(table.charter, table.keys[0], private_of(0), frozenset((0,)))
    for one in at.log.entries[: mixed.entry.n]:
        course.apply(one.entry, one.hash)
    assert isinstance(mixed.entry.body, DealBody)
    writer = IDENTITIES[table.keys.index(mixed.entry.author)]
    return course, writer, mixed.entry.body.payload


def host(data: bytes) -> None:
    """Frames that come to a host from a guest with a seat and from one without."""
    plan = Plan("orchard", (Seat("bot", "Anna", level="random", here=True), Seat("open"), Seat("open")), {}, "Anna")
    at = HostLobby(IDENTITIES[0], plan, 0)
    for guest, invited in ((1, True), (2, False)):
        at.connected(IDENTITIES[guest].key, NAMES[guest], invited, (), 1)
    at.receive(IDENTITIES[1].key, lobby_frames.encode(Sit(1, "Ben")), 2)
    for guest in (1, 2):
        out = at.receive(IDENTITIES[guest].key, data, 3)
        assert len(out.frames) < 10
    at.tick(500)
    assert not at.over


def watching(data: bytes) -> None:
    """A frame that comes to a watcher, first of all and after the past of the game."""
    table = _desk.session()[1]
    at = Watching(IDENTITIES[4], table.charter)
    at.begin(0)
    at.connected(table.keys[0], 1)
    at.receive(table.keys[0], data, 2)
    past = [signed.signed for signed in table.sessions[0].log.entries[:8]]
    at.receive(table.keys[0], game_frames.encode(Entries(past)), 3)
    out = at.receive(table.keys[0], data, 4)
    at.tick(500)
    assert len(out.frames) < 10
    assert not at.closed


def gallery(data: bytes) -> None:
    """A frame that comes to a running game from a watcher."""
    at, table = _desk.session()
    _desk.watchers += 1
    key = _desk.watchers.to_bytes(32, "big")
    at.watched(key, "Wanda", table.now)
    out = at.receive(key, data, table.now)
    at.lost(key, table.now)
    table.now += 61_000  # a watcher that stays away frees its place
    at.tick(table.now)
    assert len(out.frames) < 10
    assert not at.stopped


def _changed(folder: Path, returns: bool) -> tuple[Straight, int]:
    """A fairly dealt game of three, one of whom has vanished and perhaps returned; and that peer's place."""
    table = Straight(3, dealer="fair", folder=folder)
    gone = table.at_turn()
    vanish(table, gone)
    want(table, gone, *others(table, gone))
    if returns:
        come_home(table, gone, folder)
        table.take(gone, table.sessions[gone].take_seat_back(table.now))
        table.settle()
        table.wait(2000)
    return table, gone


@cache
def _changes() -> tuple[bytes, ...]:
    """Entries of every kind that changes who is present, and others."""
    with tempfile.TemporaryDirectory() as folder:
        table, gone = _changed(Path(folder), returns=True)
        table.take(gone, table.sessions[gone].leave(table.now))
        table.settle()
        table.wait(4000)
        log = table.sessions[others(table, gone)[0]].log
        kinds = {type(signed.entry.body): signed.signed.raw for signed in log.entries}
        for session in table.sessions:
            session.close()
        return tuple(kinds.values())


@cache
def _courses() -> tuple[tuple[Course, Straight], ...]:
    """The tables at which entries are played: one with everybody, and one with a replaced peer."""
    folder = tempfile.TemporaryDirectory()
    _kept.append(folder)
    whole = Straight(3, dealer="fair")
    fewer, gone = _changed(Path(folder.name), returns=False)
    return (whole.sessions[0].course, whole), (fewer.sessions[others(fewer, gone)[0]].course, fewer)


def played(data: bytes) -> None:
    """Any content of an entry, well signed, at its place, by a peer that may write there."""
    try:
        body = read_entry(Signed(data, bytes(64))).entry.body
    except WireError:
        return
    for course, table in _courses():
        pen = course.scribe
        assert pen is not None
        author = course.heir(pen) or pen if isinstance(body, DropBody) else pen
        writer = IDENTITIES[table.keys.index(author)]
        one = write_entry(writer, Entry(course.charter.table, course.index, course.head, author, body, course.digest))
        trial = copy(course)  # playing an entry replaces attributes rather than changing their values, except the quiet run
        trial.quiet = deepcopy(course.quiet)
        try:
            trial.apply(one.entry, one.hash)
        except EntryError:
            assert (trial.index, trial.head, trial.state) == (course.index, course.head, course.state)


def opening(data: bytes) -> None:
    """Links and files that a desktop hands over, in a command line or through another program."""
    wish_of([data.decode("utf-8", "replace")])
    found = decode_wish(data)
    if found is not None:
        assert decode_wish(encode_wish(found)) == found


def dealing(data: bytes) -> None:
    """A contribution to the fair dealing, in a well signed entry by the peer that has to write it."""
    course, writer, _ = _fair()
    body = DealBody(data[: 1 << 16])
    one = write_entry(writer, Entry(course.charter.table, course.index, course.head, writer.key, body, course.digest))
    before = course.index
    try:
        course.apply(one.entry, one.hash)
    except (EntryError, DealError):
        assert course.index == before
        return
    _fair.cache_clear()


STRANGER, GUEST = Address("66.66.66.66", 666), Address("6.6.6.6", 4711)
LIAR = Address("8.8.8.8", 3478)


class _Noted:
    """A computer in a simulated internet that counts the bytes it receives."""

    def __init__(self) -> None:
        self.came = 0

    def take(self, packet: Packet) -> None:
        self.came += len(packet.data)


@cache
def _meeting() -> tuple[Internet, Program, Program, list[bytes]]:
    """A host in the middle of the internet, a guest that is linked to it, and the datagrams by which that came about."""
    internet = world()
    host, guest = Program(internet, "5.5.5.5"), Program(internet, GUEST.host)
    seen: list[bytes] = []
    take = host.computer.take

    def noted(packet: Packet) -> None:
        seen.append(packet.data)
        take(packet)

    host.computer.take = noted
    host.wait_in()
    guest.call(host)
    assert internet.run(5, lambda: guest.has(host))
    del host.computer.take
    return internet, host, guest, seen


def datagrams(data: bytes) -> None:
    """The UDP port sends a stranger no more bytes than it received, and a link survives datagrams from its own address."""
    internet, host, guest, _ = _meeting()
    if not data:
        return
    noted = _Noted()
    internet.devices[STRANGER.host] = noted
    internet.carry(Packet(GUEST if data[0] & 1 else STRANGER, Address("5.5.5.5", 4711), data[1:]))
    internet.run(0.05)
    assert noted.came <= (0 if data[0] & 1 else len(data) - 1)
    assert guest.has(host)
    assert host.has(guest)


def checks(data: bytes) -> None:
    """STUN and answers of routers: each is read as nothing or a value, and written values read back."""
    pcp.decode(data)
    message = stun.decode(data)
    if message is not None and message.mapped is not None:
        again = stun.decode(stun.answer(message.transaction, message.mapped, b"key"))
        assert again is not None
        assert again.mapped == message.mapped
        assert again.is_by(b"key")
        assert not again.is_by(b"another")


class _Liar:
    """A STUN server that says anything."""

    def __init__(self, internet: Internet) -> None:
        self.said = b""
        self.asked = 0
        self._internet = internet

    def take(self, packet: Packet) -> None:
        self.asked += 1
        answer = self.said[:8] + packet.data[8:20] + self.said[20:]
        self._internet.carry(Packet(packet.to, packet.source, answer))


@cache
def _asking() -> tuple[Internet, Computer, _Liar, _Noted]:
    """A computer behind a router, a server in the internet, and another computer in the same home."""
    internet = Internet()
    home = Translator(internet, "11.11.11.11").network
    liar, neighbour = _Liar(internet), _Noted()
    internet.devices[LIAR.host], home.devices["192.168.0.9"] = liar, neighbour
    return internet, Computer(home, "192.168.0.2"), liar, neighbour


_OTHERS = (None, Address("9.9.9.9", 3479), Address("192.168.0.9", 4711), Address("2600::9", 3479), Address("8.8.8.8", 3479))


def server(data: bytes) -> None:
    """The connection check ends, asks seldom, and sends nothing into the home network, whatever a STUN server says."""
    internet, computer, liar, neighbour = _asking()
    liar.said, liar.asked = data, 0
    gate = Gate(computer, IDENTITIES[0], None, Limits())
    gate.open()
    found: list[Behaviour] = []
    Deferred.fromCoroutine(find_out(gate, LIAR)).addCallback(found.append)
    assert internet.run(10, lambda: found)
    gate.close()
    assert liar.asked <= 6 + 4 * TRIES
    assert neighbour.came == 0


def answer_code(data: bytes) -> None:
    """An answer code is addresses or a sentence."""
    with suppress(InviteError):
        assert 1 <= len(answer.read(data.decode("utf-8", "replace"), bytes(16), IDENTITIES[0].key)) <= answer.MOST


def _files() -> tuple[bytes, ...]:
    with tempfile.TemporaryDirectory() as folder:
        table = Straight(2, folder=Path(folder))
        table.play(3)
        for one in table.sessions:
            one.close()
        return tuple(Path(folder, f"{place}.alarife").read_bytes() for place in range(2))


_NAMES = ("Ana María", "👩‍🚀 Eva", "An\u200bna", "\u202e<img src=x>", "ﬃ①Ａ\u0301\u0327", "\x1b[2J\x9b31m", "דוד محمد")

_BOOK = json.dumps(
    {
        "peers": {bytes(range(32)).hex(): [["192.168.1.20", 4711], ["2001:db8::7", 4712]]},
        "said": {bytes(range(32)).hex(): [["fe80::1%eth0", 1]]},
        "ports": {bytes(16).hex(): 4711},
        "files": {bytes(16).hex(): "/tmp/game.alarife"},
        "audiences": {bytes(16).hex(): ["code", "00"]},
        "host_said": {bytes(16).hex(): "c0"},
        "chat_heard": {bytes(16).hex(): {bytes(32).hex(): 7}},
    }
).encode()


@cache
def targets() -> dict[str, Target]:
    """All targets by name."""
    table = Straight(2)
    table.play(4)
    log = table.sessions[0].log
    raws = tuple(one.signed.raw for one in log.entries)
    game = (
        *game_seeds(),
        game_frames.encode(Have(table.charter.charter.table, len(log), log.head(len(log)), log.digest(len(log)), [1])),
        game_frames.encode(Entries([one.signed for one in log.entries[-3:]])),
    )
    places = place_frames.encode(Told(table.charter.charter.table, (Places(table.keys[0], (("192.0.2.1", 4711),)),)))
    drawn = portrait_frames.encode(
        Portraits((PortraitRow(table.keys[0], (3, 0, 63)), PortraitRow(IDENTITIES[1].key, tuple(range(16)))))
    )
    everything = (*game, *LOBBY, *GREETINGS, places, drawn)
    key = IDENTITIES[0].key
    code = str(Invite(key, bytes(16), (Address("192.0.2.1", 4711), Address("2001:db8::1", 4711)))).encode()
    records = b"".join(
        letter + bytes([len(value)]) + value
        for letter, value in (
            (b"v", b"1"),
            (b"k", key.hex().encode()),
            (b"n", b"Anna"),
            (b"g", b"big-boss"),
            (b"s", b"3"),
            (b"f", b"2"),
            (b"t", b"0" * 32),
        )
    )
    return {
        "frames": Target(frames, tuple(b"\7" + len(one).to_bytes(4, "big") + one for one in everything), 12),
        "decode": Target(decode, everything, 22),
        "entry": Target(entry, raws, 13),
        "charter": Target(charter, (table.charter.raw, _charter_with_board()), 8),
        "board": Target(board, _boards(), 6),
        "invite": Target(invite, (code, b"192.0.2.1:4711", b"[2001:db8::1]:4711"), 12),
        "announcement": Target(announcement, (records,), 8),
        "packed": Target(packed, (*everything, b"\xdd\x00\x0f\xff\xff" * 40, b"\x9f" * 15), 12),
        "text": Target(text, tuple(name.encode() for name in _NAMES), 6),
        "address_book": Target(address_book, (_BOOK,), 3),
        "stream": Target(stream, tuple(len(one).to_bytes(4, "big") + one + bytes(8) for one in everything), 6),
        "datagrams": Target(datagrams, tuple(bytes([kind]) + one for kind in (0, 1) for one in _meeting()[3][:12]), 4),
        "checks": Target(
            checks,
            (*_meeting()[3][:4], stun.plain_request(bytes(12), 6), pcp.mapping("10.0.0.2", bytes(12), "TCP", 4711, 3600)),
            8,
        ),
        "server": Target(server, tuple(stun.answer(bytes(12), STRANGER, b"", other) for other in _OTHERS), 3),
        "answer_code": Target(answer_code, (answer.write([STRANGER, GUEST], bytes(16), key).encode(),), 8),
        "gamefile": Target(gamefile, _files(), 2),
        "session": Target(session, game, 3),
        "portraits": Target(portraits, (drawn,), 3),
        "lobby": Target(lobby, LOBBY, 3),
        "host": Target(host, LOBBY, 3),
        "watching": Target(watching, game, 3),
        "gallery": Target(gallery, game, 2),
        "played": Target(played, (*raws[-3:], *_changes()), 2),
        "opening": Target(
            opening,
            (code, b"file:///tmp/a%20b.alarife", b"game.alarife", encode_wish(Wish(code.decode(), "/tmp/game.alarife", "x"))),
            5,
        ),
        "dealing": Target(dealing, (_fair()[2], pack(b"nothing")), 2),
    }


def reshaped(rng: random.Random, data: bytes) -> bytes:
    """A msgpack value with one of its parts replaced, left out or doubled; other bytes stay as they are.

    C code decodes these, where the fuzzer sees no coverage; this keeps inputs intact enough to get through.
    """
    for head in (0, 5):  # as in a frame, or behind the first byte and the length of a stream
        try:
            whole = msgpack.unpackb(data[head:], max_map_len=0, max_ext_len=0)
        except (ValueError, msgpack.exceptions.UnpackException):
            continue
        if not isinstance(whole, list):
            continue
        parts = _parts(whole)
        parent, place = rng.choice(parts)
        match rng.randrange(4):
            case 0:
                del parent[place]
            case 1:
                parent.insert(place, deepcopy(parent[place]))
            case 2:
                other, where = rng.choice(parts)
                parent[place] = deepcopy(other[where])
            case _:
                parent[place] = rng.choice(_ODD)(rng)
        changed: bytes = msgpack.packb(whole)
        return changed if head == 0 else data[:1] + len(changed).to_bytes(4, "big") + changed
    return mutant(rng, (data,))


_ODD: tuple[Callable[[random.Random], object], ...] = (
    lambda rng: rng.randint(-3, 300),
    lambda rng: rng.choice((1 << 31, (1 << 64) - 1, -(1 << 63), 1.5, float("nan"), None, True)),
    lambda rng: rng.randbytes(rng.choice((0, 8, 16, 32, 33, 64, 300))),
    lambda rng: "".join(map(chr, rng.choices((0, 9, 65, 0x202E, 0x1F600, 0x301), k=rng.choice((0, 1, 24, 600))))),
    lambda rng: [0] * rng.choice((0, 1, 8, 70)),
    lambda rng: rng.choice(("game.have", "game.entries", "lobby.table", "where.places", "move", "deal", "leave")),
)


def _parts(whole: list[object]) -> list[tuple[list[object], int]]:
    """Every place in nested lists."""
    found = []
    waiting = [whole]
    while waiting:
        parent = waiting.pop()
        for place, part in enumerate(parent):
            found.append((parent, place))
            if isinstance(part, list):
                waiting.append(part)
    return found or [([0], 0)]


def mutant(rng: random.Random, seeds: tuple[bytes, ...]) -> bytes:
    """A seed with some bytes changed, removed, doubled or inserted."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(data) + 1)
        match rng.randrange(4):
            case 0 if place < len(data):
                data[place] = rng.randrange(256)
            case 1:
                del data[place : place + rng.randint(1, 8)]
            case 2:
                data[place:place] = rng.randbytes(rng.randint(1, 8))
            case _:
                other = rng.choice(seeds)
                start = rng.randrange(len(other) + 1)
                data[place:place] = other[start : start + rng.randint(1, 64)]
    return bytes(data)
