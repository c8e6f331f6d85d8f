"""The figures in THREATS.md are those of the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import net
from net import address_book, calling, crossing, findable, gamefile, greeting, invite, metered, rematch, words
from net.link import FLOOD, Limits
from net.portraits import CHANGES, CHANGES_EACH, MOST_PARTS
from net.routers import upnp
from net.session import core
from net.session.clock import GRACE, LENIENCE
from net.session.format.charter import FRESH_LENGTH, MOST_PEERS
from net.session.format.wire import FRAME_LIMIT, MOST_WATCHERS
from net.session.history.course import MOST_RETURNS, MOST_STAYS
from net.session.history.log import MOST_ENTRIES
from net.session.history.record import MOST_BACK
from net.session.lobby import host
from net.session.traffic import gossip
from net.session.trouble.blame import MOST_FORGED
from net.udp import behaviour, gate, public, quic, reaching, stun
from net.whereabouts import MOST_TOLD, TOLD_IN

TEXT = " ".join((Path(net.__file__).parent / "THREATS.md").read_text(encoding="utf-8").split())
SPELLED = {2: "two", 4: "four", 5: "five", 6: "six", 8: "eight", 10: "ten", 12: "twelve", 16: "sixteen", 20: "twenty"}


def number(value: float) -> str:
    """A number as the page writes it: small ones in words."""
    assert value == int(value)
    return SPELLED.get(int(value), f"{int(value):,}")


def figures() -> Iterator[str]:
    """The phrases that the page must have, one for each limit."""
    limits = Limits()
    yield f"a connection has {number(limits.handshake)} seconds and {metered.BEFORE_GREETING >> 10} KiB on the wire"
    yield f"its greeting, which must be the first frame and at most {greeting.GREETING_LIMIT >> 10} KiB long"
    yield f"At most {limits.strangers} connections may wait for their greeting, {limits.strangers_each} of them from one"
    yield f"A port takes {int(limits.arrivals)} connections in a second and begins {number(limits.handshakes)} handshakes"
    yield f"(after a quiet time {limits.arrivals_at_once} and {limits.handshakes_at_once} at once)"
    yield f"afterwards a frame may have {FRAME_LIMIT >> 20} MiB"
    yield f"{limits.frames:,} frames, {limits.volume >> 20} MiB and {limits.records:,} records of TLS in a second"
    assert FLOOD == 3
    yield "A peer that goes on for three seconds is named"
    yield f"takes no data after {limits.waiting >> 20} MiB, and on one that sends none after {int(limits.idle)} seconds"
    yield f"({gossip.SILENCE // 1000} in a game)"
    yield f"over UDP at most {quic.WINDOW >> 20} MiB, in {quic.MOST_PIECES:,} pieces, waits for a byte that is missing"
    yield f"all {limits.strangers} places from several addresses"
    assert upnp.PATIENCE == 30
    yield "Alarife waits half a minute for an answer, and no longer"
    yield f"{number(words.COUNT)} words of 256, that is {8 * words.COUNT} bits"
    yield f"a token of {8 * invite.TOKEN_LENGTH} random bits"
    yield f"at most {number(MOST_PARTS)} small numbers"
    yield f"After {CHANGES} portraits at once (one in {CHANGES_EACH // 1000} seconds)"
    yield f"After {rematch.CHANGES} such frames at once (one in {rematch.CHANGES_EACH // 1000} seconds)"
    yield f"of at most {gamefile.LARGEST >> 20} MiB, {MOST_ENTRIES + 1:,} lines and {gamefile.LONGEST_LINE >> 20} MiB in a line"
    yield f"passes on {core.PASSED_ON} at once and {round(1000 * core.PASSED_ON_IN_TIME)} a second after that"
    yield f"takes at most {number(crossing.VISITS_AT_ONCE)} calls at once and one a second after that"
    yield f"there are {number(MOST_PEERS)} places"
    places = f"{limits.strangers} places, {limits.strangers_each} from one address"
    yield f"an allowance of strangers that the UDP port has for itself: {places}, {number(limits.handshakes)} handshakes in a"
    yield f"{number(limits.handshake)} seconds and {quic.BEFORE_GREETING >> 10} KiB in datagrams for a greeting"
    yield f"checks of {stun.REQUEST_LENGTH} bytes to at most {reaching.MOST_PLACES} addresses"
    yield f"{number(round(1 / reaching.EAGER))} in a second to each at first"
    assert gate.KNOCKING == 30
    yield f"(a host for half a minute, a guest for {number(reaching.FALLING)} seconds)"
    yield f"one every {number(reaching.PATIENT)} seconds, for {number(findable.ANSWER_SECONDS / 60)} minutes"
    yield f"at most {number(crossing.MOST)} addresses, each a few times in a second at first and after"
    yield f"after {number(crossing.FALLING)} seconds once in a second or two"
    yield f"{number(len(stun.plain_request(bytes(12)))).capitalize()} bytes go to that address, at most"
    yield f"at most {number(2 * behaviour.TRIES)} times, and only if it is on the internet"
    yield f"a host repeats the question every {int(public.AGAIN)} seconds"
    each = number(public.CHANGES_EACH)
    yield f"{number(public.CHANGES).capitalize()} changes count at once, and one in {each} seconds after that"
    yield f"costs at most {number(address_book.MOST_TRIED)} calls in a round that say nothing"
    yield f"and {number(calling.MOST_ADDED)} more if it comes during the round"
    yield f"After {number(MOST_TOLD)} such messages in {number(TOLD_IN / 1000)} seconds, a peer is ignored"
    yield f"More than {host.REQUESTS} requests at once"
    yield f"Every peer puts {number(FRESH_LENGTH)} random bytes of its own into the charter"
    yield f"the last {address_book.MOST_PEERS})"
    yield f"falls short by more than {number(LENIENCE / 1000)} seconds ({number(GRACE / 1000)} seconds for each move are"
    yield f"at most {number(MOST_WATCHERS)} may watch"
    yield f"More than {MOST_FORGED} entries with a false signature"
    yield f"a peer may send {gossip.CHECKS:,} at once and {number(1000 * gossip.CHECKS_IN_TIME)} in a second after that"
    yield f"a program goes back to one place for it at most {number(MOST_BACK)} times"
    yield f"A game has at most {MOST_ENTRIES:,} entries"
    yield f"broken off its leaving {number(MOST_STAYS)} times, or has taken"
    yield f"its seat back {number(MOST_RETURNS)} times, is named"
    yield f"after {'three' if core.FAREWELL == 3_000 else core.FAREWELL} seconds the program closes as a pause"
    assert crossing.VISITS == 1
    assert (core.NEWS, core.LOST_NEWS) == (30_000, 300_000)
    yield "can delay this by half a minute (five minutes), but not longer"
    yield f"looks for the others for {'five' if core.ALONE_NEWS == 5_000 else core.ALONE_NEWS} seconds"


@pytest.mark.parametrize("figure", list(figures()))
def test_a_limit_is_as_the_page_says(figure: str) -> None:
    assert figure in TEXT
