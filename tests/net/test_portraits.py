"""Composed portraits: shown to every peer that knows portraits, accepted only from peers that may speak for the person."""

import pytest

from net.api import Opened, PortraitsChanged
from net.greeting import BOARDS, OLDEST_PROTOCOL, PORTRAITS, PROTOCOL
from net.portraits import (
    CHANGES,
    CHANGES_EACH,
    LIMIT,
    MOST_CHOICES,
    MOST_KNOWN,
    MOST_PARTS,
    PortraitBook,
    PortraitRow,
    Portraits,
    is_portrait,
    portrait_frames,
    tells_portraits,
)
from net.session.format.charter import MOST_PEERS
from net.session.format.wire import WireError, game_frames, pack
from net.session.lobby.wire import lobby_frames
from tests.net.player import table_of

ANNA, BERT, CLEO = (bytes([number]) * 32 for number in (1, 2, 3))


def frame(*rows: tuple[bytes, tuple[int, ...]]) -> bytes:
    return portrait_frames.encode(Portraits(tuple(PortraitRow(*row) for row in rows)))


def heard(book, key, payload, now=0, hosts=False, from_host=False):
    return book.hear(key, payload, now, hosts, from_host)


def shown(book):
    return book.event().portraits


def test_a_peer_with_an_older_protocol_hears_nothing():
    assert OLDEST_PROTOCOL < BOARDS < PORTRAITS <= PROTOCOL
    book = PortraitBook(ANNA, (1, 2))
    assert book.met(BERT, PORTRAITS - 1, hosts=True).frames == []
    assert [key for key, _ in book.met(CLEO, PORTRAITS, hosts=True).frames] == [CLEO]
    assert [key for key, _ in book.show((3,), hosts=True).frames] == [CLEO]
    book.lost(CLEO)
    assert book.show((4,), hosts=True).frames == []


def test_the_host_tells_each_guest_about_the_others():
    host, bert, cleo = PortraitBook(ANNA, (1,)), PortraitBook(BERT, (2,)), PortraitBook(CLEO, (3,))
    books = {ANNA: host, BERT: bert, CLEO: cleo}

    def deliver(frames, sender):
        for to, payload in frames:
            answer = books[to].hear(sender, payload, 0, hosts=to == ANNA, from_host=sender == ANNA)
            deliver(answer.frames, to)

    for key in (BERT, CLEO):
        deliver(host.met(key, PROTOCOL, hosts=True).frames, ANNA)
        deliver(books[key].met(ANNA, PROTOCOL, hosts=False).frames, key)
    expected = {ANNA.hex(): (1,), BERT.hex(): (2,), CLEO.hex(): (3,)}
    assert shown(host) == shown(bert) == shown(cleo) == expected
    deliver(bert.show((9, 9), hosts=False).frames, BERT)
    assert shown(host) == shown(bert) == shown(cleo) == expected | {BERT.hex(): (9, 9)}


def test_only_the_host_relays_portraits_and_only_until_the_peer_speaks_itself():
    book = PortraitBook(ANNA, (1,))
    heard(book, BERT, frame((BERT, (2,)), (CLEO, (5,)), (ANNA, (6,))))
    assert shown(book) == {ANNA.hex(): (1,), BERT.hex(): (2,)}
    heard(book, BERT, frame((CLEO, (5,)), (ANNA, (6,))), from_host=True)
    assert shown(book) == {ANNA.hex(): (1,), BERT.hex(): (2,), CLEO.hex(): (5,)}
    heard(book, CLEO, frame((CLEO, (7,))))
    heard(book, BERT, frame((CLEO, (5,))), from_host=True)
    assert shown(book)[CLEO.hex()] == (7,)


def test_an_unchanged_portrait_is_not_reported_or_passed_on():
    book = PortraitBook(ANNA, ())
    book.met(CLEO, PROTOCOL, hosts=True)
    first = heard(book, BERT, frame((BERT, (2,))), hosts=True)
    assert (len(first.events), [key for key, _ in first.frames]) == (1, [CLEO])
    second = heard(book, BERT, frame((BERT, (2,))), hosts=True)
    assert (second.events, second.frames) == ([], [])


def test_a_flood_of_portraits_is_ignored():
    book = PortraitBook(ANNA, ())
    told = [heard(book, BERT, frame((BERT, (number,)))).events for number in range(CHANGES + 5)]
    assert sum(map(len, told)) == CHANGES
    assert heard(book, BERT, frame((BERT, (60,))), now=CHANGES_EACH).events


@pytest.mark.parametrize(
    "rows",
    [
        [[BERT, [MOST_CHOICES]]],
        [[BERT, [-1]]],
        [[BERT, [0] * (MOST_PARTS + 1)]],
        [[BERT, ["1"]]],
        [[BERT, [1.5]]],
        [[b"short", [1]]],
        [[BERT]],
        [[BERT, [1], 2]],
        [[bytes([number]) * 32, []] for number in range(MOST_PEERS + 1)],
        [[BERT, b"\0" * LIMIT]],
        7,
    ],
)
def test_an_invalid_portrait_is_refused(rows):
    with pytest.raises(WireError):
        heard(PortraitBook(ANNA, ()), BERT, pack(["lobby.portraits", rows]))


def test_a_full_table_fits_into_a_frame_which_a_program_without_portraits_takes_for_one_of_the_lobby():
    rows = [(bytes([number]) * 32, (MOST_CHOICES - 1,) * MOST_PARTS) for number in range(MOST_PEERS)]
    payload = frame(*rows)
    assert len(payload) <= LIMIT
    assert tells_portraits(payload)
    assert game_frames.decode(payload) is None
    with pytest.raises(WireError):
        lobby_frames.decode(payload)  # so it goes only to programs that know it
    assert is_portrait(rows[0][1])
    assert not is_portrait((MOST_CHOICES,))
    assert not is_portrait((True,))
    assert not is_portrait((0,) * (MOST_PARTS + 1))


def test_the_number_of_kept_portraits_is_limited():
    book = PortraitBook(ANNA, ())
    for number in range(MOST_KNOWN + 10):
        key = number.to_bytes(32)
        heard(book, key, frame((key, (1,))))
    assert len(shown(book)) == MOST_KNOWN + 1


def test_a_table_shows_the_portraits_in_the_lobby_and_in_the_game(player):
    players = [player(name) for name in ("Anna", "Bert", "Cleo")]
    for number, one in enumerate(players):
        one.node.portray((number, 7))
    table_of(players)
    for one in players:
        one.wait(Opened)
    everybody = {one.node.identity.key.hex(): (number, 7) for number, one in enumerate(players)}
    for one in players:
        one.wait(PortraitsChanged, lambda event: event.portraits == everybody)
    players[1].node.portray((33,))
    changed = everybody | {players[1].node.identity.key.hex(): (33,)}
    for one in (players[0], players[2]):
        one.wait(PortraitsChanged, lambda event: event.portraits == changed)
    with pytest.raises(ValueError, match="no portrait"):
        players[0].node.portray((MOST_CHOICES,))
