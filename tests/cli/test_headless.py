"""A peer without a window takes the decisions that people would take at a window."""

from __future__ import annotations

import errno
import json
import os
import queue
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from client.commands import headless
from client.commands.headless import HeadlessPeer, Outcome, Ways
from client.commands.output import Trouble, trouble
from client.commands.parser import parser
from net.api import (
    Absence,
    AbsenceChanged,
    Advanced,
    AudienceChanged,
    Closed,
    Lobby,
    LobbyChanged,
    NetEvent,
    Notice,
    Opened,
    Peer,
    Refused,
    Seat,
)
from net.gamefile import load
from rules.message import message

VANISHED = "ab" * 32

SECONDS = 120


def absence(away: int | None, shunned: bool = False) -> AbsenceChanged:
    missed = Absence(VANISHED, "Bert", away, None, False, "", (), (), shunned=shunned)
    return AbsenceChanged(missed, gone=False, returnable=False, returning=False)


@pytest.mark.parametrize("event", [absence(3_600_000), absence(None, shunned=True)], ids=["long away", "shunned"])
def test_it_votes_for_a_bot_in_place_of_a_long_missing_or_ignored_player(
    event: AbsenceChanged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: queue.SimpleQueue[tuple[str, ...]] = queue.SimpleQueue()
    with HeadlessPeer("random", "Anna", home=tmp_path, loopback=True, ways=Ways(replace_after=60.0)) as peer:
        monkeypatch.setattr(peer.node, "replace", lambda *given: wanted.put(given))
        peer.take(event)
        assert wanted.get(timeout=60) == (VANISHED,)


def test_replacing_a_player_whose_time_is_up_is_left_to_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with HeadlessPeer("random", "Anna", home=tmp_path, loopback=True, ways=Ways(replace_after=0.0)) as peer:
        monkeypatch.setattr(peer.node, "replace", lambda *_: pytest.fail("wanted"))
        monkeypatch.setattr("threading.Timer", lambda *_: pytest.fail("wanted after a while"))
        peer.take(absence(None))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.parametrize("begun", [True, False], ids=["full after the beginning", "full from the beginning"])
def test_it_says_that_it_waits_for_the_disk_and_ends_when_all_is_saved(
    begun: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, write, room, said = tmp_path / "game.alarife", os.write, threading.Event(), threading.Event()

    def full(handle: int, data: bytes) -> int:
        kept = os.readlink(f"/proc/self/fd/{handle}").removesuffix(".new") == str(file)
        if kept and (os.fstat(handle).st_size or not begun) and not room.is_set():
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(handle, data)

    def hear(event: NetEvent) -> None:
        if isinstance(event, Notice) and event.text.key == "cli.peer.unsaved":
            assert not said.is_set(), "once is enough"
            said.set()

    monkeypatch.setattr(os, "write", full)
    monkeypatch.setattr(headless, "GOODBYE_SECONDS", 2 * SECONDS)  # longer than this test waits for an end
    with (
        HeadlessPeer("random", "Anna", home=tmp_path / "Anna", loopback=True, watch=hear) as host,
        HeadlessPeer("random", "Ben", home=tmp_path / "Ben", loopback=True) as guest,
        ThreadPoolExecutor(2) as threads,
    ):
        guest.join(host.host("torres", 2, {}, file=file).invite)
        end, other = threads.submit(host.play), threads.submit(guest.play)
        try:
            assert said.wait(SECONDS)
            assert load(file).entries == () if begun else not file.exists()
            assert other.result(SECONDS), "it has left the table when all is saved"
            assert not end.done()
        finally:
            room.set()
        assert end.result(SECONDS).head == load(file).entries[-1].hash.hex()


def test_a_host_says_what_is_wrong_with_an_answer_code_and_goes_on(tmp_path: Path) -> None:
    said: list[str] = []

    def hear(event: NetEvent) -> None:
        if isinstance(event, Notice):
            said.append(event.text.key)

    with (
        HeadlessPeer("random", "Anna", home=tmp_path / "Anna", loopback=True, watch=hear) as host,
        HeadlessPeer("random", "Ben", home=tmp_path / "Ben", loopback=True) as guest,
        ThreadPoolExecutor(2) as threads,
    ):
        invite = host.host("torres", 2, {}).invite
        host.node.take_answer("wrong code")
        guest.join(invite)
        ends = [threads.submit(peer.play) for peer in (host, guest)]
        assert ends[0].result(SECONDS).head == ends[1].result(SECONDS).head
    assert "answer.error.none" in said


# -- the lobby ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("timeout", [None, 60.0])
def test_where_a_signal_cannot_end_a_wait_no_wait_is_long(
    timeout: float | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Events:
        waits: list[float | None] = []  # noqa: RUF012

        def get(self, timeout: float | None) -> NetEvent:
            self.waits.append(timeout)
            if len(self.waits) == 3:
                raise KeyboardInterrupt
            raise queue.Empty

    monkeypatch.setattr(headless, "LONGEST_WAIT", 0.01)
    with HeadlessPeer("random", "Anna", home=tmp_path, loopback=True) as peer:
        monkeypatch.setattr(peer, "_events", events := Events())
        with pytest.raises(KeyboardInterrupt):
            peer.next_event(timeout)
        assert all(wait is not None and wait <= 0.01 for wait in events.waits)
        monkeypatch.setattr(headless, "LONGEST_WAIT", None)
        events.waits.clear()
        with pytest.raises(queue.Empty):
            peer.next_event(0)


def lobby(**named: Any) -> LobbyChanged:
    """Ben's view of Anna's table, at which both have a seat."""
    status = message("net.status.linked")
    peers = tuple(Peer(key, name, name == "Anna", True, status) for key, name in (("aa", "Anna"), ("bb", "Ben")))
    seats = (Seat("person", "Anna", "aa"), Seat("person", "Ben", "bb", here=True))
    return LobbyChanged(Lobby("torres", 1, None, {}, {}, seats, peers, "bb", False, "", (), "", None, **named))


def test_a_guest_accepts_the_board_of_the_host_before_it_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    with HeadlessPeer("random", "Ben", home=tmp_path, loopback=True) as peer:
        monkeypatch.setattr(peer.node, "accept_board", asked.append)
        monkeypatch.setattr(peer.node, "ready", asked.append)
        peer.take(lobby(board=b"{}", asks=True))
        peer.take(lobby(board=b"{}"))
    assert asked == [b"{}", True]


def test_a_guest_that_has_lost_the_host_waits_for_news_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []
    with HeadlessPeer("random", "Ben", home=tmp_path, loopback=True) as peer:
        monkeypatch.setattr(peer.node, "ready", asked.append)
        peer.take(lobby())
        peer.take(Refused(message("net.refused.not-linked")))
        assert asked == [True]
        peer.take(lobby())
        assert asked == [True, True]


def test_the_result_is_printed_even_if_not_everyone_lays_the_cards_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(peer: HeadlessPeer) -> None:
        raise trouble("trouble.not-opened")

    left: list[bool] = []
    unseen: Any = None
    outcome = Outcome((1, 2), (2, 1), "third-year", "aa", "bb", unseen, ("Anna", "Ben"), "torres")
    monkeypatch.setattr("client.commands.peer.stop_on_signals", lambda: None)
    monkeypatch.setattr(HeadlessPeer, "resume", lambda *_: None)
    monkeypatch.setattr(HeadlessPeer, "finish", lambda _: outcome)
    monkeypatch.setattr(HeadlessPeer, "open_cards", refuse)
    monkeypatch.setattr(HeadlessPeer, "say_goodbye", lambda _: left.append(True))
    given = parser().parse_args(["peer", "--resume", "game.alarife", "--home", str(tmp_path), "--publish", "--loopback"])
    with pytest.raises(Trouble):
        given.run(given)
    assert json.loads(capsys.readouterr().out)["scores"] == [1, 2]
    assert left


# -- who watches -------------------------------------------------------------------------------------------------------


class Watched(NamedTuple):
    """A game of two that waits at the guest's first turn, and a watcher."""

    host: HeadlessPeer
    guest: HeadlessPeer
    watcher: HeadlessPeer
    ends: list[Future[Outcome]]
    go_on: threading.Event


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    begun, come, go_on = threading.Event(), threading.Event(), threading.Event()

    def hold(event: NetEvent) -> None:
        if isinstance(event, Opened | Advanced):
            begun.set()
            go_on.wait(60)

    def look(event: NetEvent) -> None:
        if isinstance(event, Opened):
            come.set()

    def peer(name: str, watch: headless.Watcher | None = None) -> HeadlessPeer:
        return stack.enter_context(HeadlessPeer("random", name, home=tmp_path / name, loopback=True, watch=watch))

    with ThreadPoolExecutor(3) as threads, ExitStack() as stack:
        stack.callback(go_on.set)
        host, guest, watcher = peer("Anna"), peer("Ben", hold), peer("Wanda", look)
        invite = host.host("torres", 2, {}).invite
        guest.join(invite)
        ends = [threads.submit(one.play) for one in (host, guest)]
        assert begun.wait(60)
        watcher.watch(invite)
        ends.append(threads.submit(watcher.play))
        assert come.wait(60)
        yield Watched(host, guest, watcher, ends, go_on)


def test_a_watcher_ends_with_the_log_of_the_players(watched: Watched) -> None:
    watched.go_on.set()
    host, guest, watcher = (end.result(60) for end in watched.ends)
    assert host.head == guest.head == watcher.head
    assert host.scores == guest.scores == watcher.scores


def test_a_watcher_does_not_wait_forever_for_departed_players(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(headless, "ALONE_SECONDS", 0.5)
    watched.host.node.close()
    watched.guest.node.close()
    with pytest.raises(Trouble) as trouble:
        watched.ends[2].result(60)
    assert trouble.value.reason.key == "cli.trouble.alone"


def test_the_host_stays_until_the_watcher_has_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[NetEvent] = []
    with HeadlessPeer("random", "Anna", home=tmp_path, loopback=True, watch=seen.append) as peer:
        peer.host("torres", 2, {})
        peer.hear(AudienceChanged("code", ("Wanda",), mine=True))
        peer.stay(0.1, lambda _: pytest.fail("nothing has ended"))
        left: list[tuple[str, ...]] = []

        def leave() -> None:
            left.append(next(event.names for event in reversed(seen) if isinstance(event, AudienceChanged)))
            peer.hear(Closed(message("net.closed.left")))

        monkeypatch.setattr(peer.node, "leave", leave)
        peer.hear(AudienceChanged("code", (), mine=True))
        peer.say_goodbye()
        assert left == [()]
