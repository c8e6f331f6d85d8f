"""A host offers its board: guests see it and accept it for this game; the game begins only when all have."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from net.admission import Admission
from net.api import Closed, Notice, Plan, Refused, Seat
from net.boards import choose_board
from net.corrections import correct
from net.greeting import BOARDS, JOIN, OLDEST_PROTOCOL, PROTOCOL, Hello, rules_here
from net.identity import Identity
from net.rematch import plan_of
from net.rulebook import hash_of
from net.session.format.charter import charter_hash
from net.session.lobby.host import HostLobby
from net.session.lobby.wire import Board, Decline, Propose, Ready
from rules.boards import board_of, pack_board, unpack_board
from rules.contract import RulesError
from rules.registry import game
from tests.contract.boards import corrected, shipped
from tests.net.session.test_lobby import OPEN, Hall

RULES = game("big-boss")
OWN = pack_board(RULES, board_of(corrected("big-boss", 1)))
OTHER = pack_board(RULES, board_of(corrected("big-boss", 2)))


def hall(board: bytes | None = OWN) -> Hall:
    found = Hall(Seat("person", "Anna"), OPEN, OPEN, board=board)
    for place, name in enumerate(("Bert", "Cleo"), start=1):
        found.enter(name)
        found.do(name, "sit", place, name)
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of corrections of this computer; afterwards no correction is in effect."""
    correct(tmp_path)
    yield tmp_path
    correct(None)


def test_guests_see_the_board_and_that_they_have_to_accept_it() -> None:
    table = hall()
    assert (table.lobby("host").board, table.lobby("host").asks) == (OWN, False)
    for name in ("Bert", "Cleo"):
        assert (table.lobby(name).board, table.lobby(name).asks) == (OWN, True)


def test_nothing_begins_before_all_have_accepted() -> None:
    table = hall()
    table.do("Bert", "ready", True)
    assert table.last("Bert", Refused).reason.key == "net.refused.board"
    assert not table.lobby("host").peers[1].ready
    for name in ("Bert", "Cleo"):
        table.do(name, "accept_board", OWN)
        assert not table.lobby(name).asks
        table.do("host", "start", table.now)
        assert table.host.beginning is None
        table.do(name, "ready", True)
    table.do("host", "start", table.now)
    assert table.host.beginning is not None
    charter = table.host.beginning.charter.charter
    assert charter.board == OWN
    assert charter.rules.hex() == hash_of(RULES, unpack_board(RULES, OWN))
    for guest in table.guests.values():
        assert guest.beginning is not None
        assert guest.beginning.charter.charter == charter


def test_accepting_a_board_other_than_the_one_shown_does_not_count() -> None:
    table = hall()
    table.do("Bert", "accept_board", OTHER)
    assert table.lobby("Bert").asks
    table.do("Bert", "accept_board", OWN)
    table.tell("Bert", Board("big-boss", OTHER))
    assert (table.lobby("Bert").board, table.lobby("Bert").asks) == (OTHER, True)


def test_a_guest_who_already_plays_on_that_board_need_not_accept(folder: Path) -> None:
    choose_board("loop-board", corrected("big-boss", 1)["loop-board"])
    table = hall(board=None)
    assert table.lobby("host").board == OWN, "the host's own choice"
    assert not table.lobby("Bert").asks


def test_a_guest_with_an_own_board_accepts_the_shipped_one(folder: Path) -> None:
    choose_board("loop-board", corrected("big-boss", 1)["loop-board"])
    table = hall(board=b"")
    assert (table.lobby("Bert").board, table.lobby("Bert").asks) == (b"", True)
    for name in ("Bert", "Cleo"):
        table.do(name, "accept_board", b"")
        table.do(name, "ready", True)
    table.do("host", "start", table.now)
    assert table.host.beginning is not None
    charter = table.host.beginning.charter.charter
    assert charter.board == b""
    assert charter.rules.hex() == hash_of(RULES, shipped("big-boss"))


def test_a_table_on_the_shipped_board_works_as_before() -> None:
    table = hall(board=b"")
    assert not table.lobby("Bert").asks
    table.do("Bert", "ready", True)
    assert table.lobby("host").peers[1].ready


def test_the_board_is_told_again_over_a_new_link() -> None:
    table = hall()
    key = table.keys["Bert"].key
    caught: list[tuple[bytes, bytes, object]] = []
    table.run("host", table.host.lost(key, table.now))
    table.caught = (Board, caught)
    table.run("host", table.host.connected(key, "Bert", True, (), table.now))
    assert [(receiver, frame) for _, receiver, frame in caught] == [(key, Board("big-boss", OWN))]


def test_a_host_that_changes_the_board_behind_the_table_gets_no_signature() -> None:
    """The board comes after everybody is ready, or the charter has another one than the table."""
    table = hall()
    for name in ("Bert", "Cleo"):
        table.do(name, "accept_board", OWN)
        table.do(name, "ready", True)
    table.caught = (Propose, proposed := [])
    table.do("host", "start", table.now)
    proposal = next(frame for _, receiver, frame in proposed if receiver == table.keys["Bert"].key)
    table.caught = (Decline, declined := [])
    table.tell("Bert", Board("big-boss", OTHER))
    table.tell("Bert", proposal)
    assert [frame for _, _, frame in declined] == [Decline(charter_hash(proposal.charter))]
    assert table.last("Bert", Notice).text.key == "net.notice.other-charter"
    table.tell("Bert", Board("big-boss", b""))
    table.do("Bert", "accept_board", b"")
    table.tell("Bert", proposal)
    assert len(declined) == 2, "accepted is another board than that of the charter"


@pytest.mark.parametrize(
    "frame",
    [
        Board("big-boss", b"{}"),
        Board("big-boss", OWN[:-1]),
        Board("torres", pack_board(game("torres"), board_of(corrected("torres", 1)))),
    ],
    ids=["empty", "cut", "of another game"],
)
def test_a_board_that_nobody_can_play_on_ends_the_link(frame: Board) -> None:
    table = hall()
    table.tell("Bert", frame)
    table.tell("Bert", table.host.table)
    assert table.guests["Bert"].over
    assert table.last("Bert", Closed).reason.key == "net.closed.host-garbled"


def test_a_guests_own_program_is_not_needed_to_keep_the_host_honest() -> None:
    """A guest that is ready without accepting the board signs only what its own program lets it sign."""
    table = hall()
    for name in ("Bert", "Cleo"):
        table.say(name, Ready(table.host.table.terms, True, bytes(16)))
    table.do("host", "start", table.now)
    assert table.host.beginning is None


@pytest.mark.parametrize("raw", [b"{}", b"x" * 9000, OWN + b" "])
def test_a_host_cannot_offer_an_invalid_board(raw: bytes) -> None:
    with pytest.raises(RulesError):
        HostLobby(Identity.fresh(), Plan("big-boss", (Seat("person", "Anna"), OPEN), board=raw), 0)


# -- programs of different age -----------------------------------------------------------------------------------------


def greeting(protocol: int) -> Hello:
    return Hello(protocol, bytes(8), JOIN, b"", b"", "Bert", 0, [], list(rules_here()), OLDEST_PROTOCOL)


def test_an_older_program_hears_that_it_is_too_old() -> None:
    told: list[str] = []
    door = Admission(lambda key, said: told.append(said.key))
    assert OLDEST_PROTOCOL < BOARDS <= PROTOCOL
    for board, code in ((OWN, "protocol"), (b"", None)):
        table = Hall(Seat("person", "Anna"), OPEN, board=board)
        refusal = door.refuses(table.host, Identity.fresh().key, greeting(BOARDS - 1), table.now)
        assert (refusal.code if refusal else None) == code
        assert door.refuses(table.host, Identity.fresh().key, greeting(PROTOCOL), table.now) is None
    assert told == ["net.notice.guest-board"]


def test_an_older_program_at_the_shipped_board_is_not_told_of_boards() -> None:
    table = Hall(Seat("person", "Anna"), OPEN, board=b"")
    key = Identity.fresh().key
    output = table.host.connected(key, "Bert", True, (), table.now, (), BOARDS - 1)
    assert [payload for _, payload in output.frames if b"lobby.board" in payload] == []
    assert [payload for _, payload in output.frames if b"lobby.table" in payload]


def test_friends_with_different_data_can_play_on_the_offered_board() -> None:
    table = Hall(Seat("person", "Anna"), OPEN, board=OWN)
    theirs = next(rules for rules in rules_here() if rules.game == "big-boss")
    theirs = msgspec.structs.replace(theirs, data=(bytes(32),))
    assert table.host.cannot_play(Identity.fresh().key, theirs) is None
    table.enter("Bert", games=[theirs])
    assert table.lobby("Bert").board == OWN
    shut = Hall(Seat("person", "Anna"), OPEN, board=b"")
    assert shut.host.cannot_play(Identity.fresh().key, theirs) == ("data", ())


def test_another_game_of_the_same_people_is_on_the_same_board() -> None:
    table = hall()
    for name in ("Bert", "Cleo"):
        table.do(name, "accept_board", OWN)
        table.do(name, "ready", True)
    table.do("host", "start", table.now)
    assert table.host.beginning is not None
    plan, _ = plan_of(table.host.beginning.charter.charter, table.key)
    assert plan.board == OWN
