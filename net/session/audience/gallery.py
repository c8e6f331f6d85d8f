"""The watchers of a running game: the host admits them, each peer serves those linked to it, and nobody listens to them.

A watcher gets what everybody at the table has: the charter, the entries, the chat. It plays the entries itself
(:mod:`net.session.audience.watching`) and knows no hidden card, since nobody sends it the secrets. It may say how far its log
reaches and ask for missing entries; anything else ends its link. It does not get entries that can still be undone.

The host signs the list of watchers (:class:`~net.session.format.wire.Audience`), and every peer passes it on; so watchers can
use another peer while the host is away. After the host has left for good, the next peer at the table decides.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from msgspec.structs import replace

from net.api import AudienceChanged, NetEvent, Notice
from net.identity import Identity, verify
from net.session.format.charter import Charter
from net.session.format.text import distinct, name_key
from net.session.format.wire import (
    MOST_BARRED,
    MOST_WATCHERS,
    Audience,
    Entries,
    GameFrame,
    Have,
    Want,
    Watcher,
    WireError,
    game_frames,
    pack,
)
from net.session.history.course import Course
from net.session.history.log import Log
from net.session.lobby.common import called
from net.session.output import Output
from net.session.traffic.gossip import Gossip, Link
from net.session.trouble.blame import Blame
from rules.message import Message, message

SETTINGS = ("nobody", "code", "anybody")
"""Whom the host admits; ``code`` means watchers that show the token of the invite."""

ABSENCE = 60_000
"""Milliseconds for which a watcher that has lost its link keeps its place."""

MOST_AHEAD = 1 << 20
"""By how much a list's stamp may exceed that of the last list. The host counts them one by one; so nobody can bring the
stamps near the end of their range, where the next host could not go on."""

REQUESTS = 100
"""Frames a watcher may send at once, besides those that acknowledge entries; twenty more every second."""


MOST_NAMED = 50
"""The most watchers that are named for doing more than watching, and kept on record: with another key each can come again."""


@dataclass(slots=True)
class _Visit:
    """A watcher linked to this peer."""

    allowance: float = REQUESTS
    counted: int = 0
    lost: int | None = None


def audience_signed(audience: Audience) -> bool:
    """Whether the host that a list names has signed it."""
    return verify(audience.host, "audience", _content(audience), audience.signature)


def follows(audience: Audience, known: Audience | None, course: Course) -> bool:
    """Whether a list is the host's, and newer than the one that is known, but not impossibly far ahead of it."""
    if audience.host != course.there[0] or audience.setting not in SETTINGS:
        return False
    if known is not None and known.host == audience.host and known.stamp >= audience.stamp:
        return False
    if audience.stamp > (0 if known is None else known.stamp) + MOST_AHEAD:
        return False
    return audience_signed(audience)


def _content(audience: Audience) -> bytes:
    return pack([audience.table, audience.stamp, audience.setting, audience.watchers, audience.barred])


class Gallery:
    """The watchers of one table, seen from a peer that plays.

    Attributes:
        token: the secret of the invite, which a watcher has to show; empty if this peer has never been the host.
    """

    def __init__(self, identity: Identity, charter: Charter, setting: str, token: bytes, blame: Blame) -> None:
        """``setting`` applies if this peer is the host; ``blame`` records what no honest watcher does."""
        self.token = token
        self._identity = identity
        self._charter = charter
        self._wish = setting
        self._blame = blame
        self._chosen = False
        self._list: Audience | None = None
        self._told: Audience | None = None
        self._early: dict[bytes, Audience] = {}
        self._recalled: Audience | None = None
        self._gossip = Gossip(charter, identity.key, 0, peers=())
        self._visits: dict[bytes, _Visit] = {}
        self._banned: set[bytes] = set()
        self._shown = AudienceChanged("nobody", (), False)
        self._shown_for: tuple[object, ...] = ()  # all that the audience as shown depends on

    # -- the door ------------------------------------------------------------------------------------------------------

    def refuses(self, key: bytes, token: bytes, course: Course) -> str:
        """The code of :class:`~net.greeting.Refusal` why somebody cannot watch, or an empty text."""
        if key in self._charter.keys:
            return "watch-seated"
        if key in self._banned or (self._list is not None and key in self._list.barred):
            return "watch-banned"
        setting = self._setting
        if setting == "nobody":
            return "watch-nobody"
        if key in self._rows:
            return ""
        if not self._hosts(course):
            return "watch-elsewhere"
        if setting == "code" and not (self.token and hmac.compare_digest(token, self.token)):
            return "watch-uninvited"
        return "watch-full" if len(self._rows) >= MOST_WATCHERS else ""

    def is_open(self, course: Course) -> bool:
        """Whether this peer is the host and lets anybody watch."""
        return self._hosts(course) and self._setting == "anybody"

    def connected(self, key: bytes, name: str, course: Course, log: Log, now: int, out: Output) -> None:
        """An admitted watcher has come, or has come back."""
        self._gossip.links.setdefault(key, Link())
        self._gossip.connected(key, now)
        visit = self._visits.setdefault(key, _Visit(counted=now))
        visit.lost = None
        if self._hosts(course):
            others = (*self._charter.names, *(row.name for row in self._rows.values() if row.key != key))
            known = called(name, key)
            row = Watcher(key, distinct(known, {name_key(other) for other in others}), True)
            if key not in self._rows:
                out.events.append(Notice(message("session.watch.came", name=row.name)))
            self._issue({**self._rows, key: row})
        self._have([key], log, out)
        if self._list is not None:
            self._send([key], self._list, out)

    def lost(self, key: bytes, course: Course, now: int) -> None:
        """The link to a watcher is gone."""
        self._gossip.lost(key, now)
        if key in self._visits:
            self._visits[key].lost = now
        if self._hosts(course) and key in self._rows:
            self._issue({**self._rows, key: Watcher(key, self._rows[key].name, False)})

    def __contains__(self, key: bytes) -> bool:
        return key in self._gossip.links

    # -- what the host decides -----------------------------------------------------------------------------------------

    def why_not_choose(self, setting: str, course: Course) -> Message | None:
        """Why the people here cannot choose who may watch, or None."""
        may = self._hosts(course) and len(self._charter.peers) > 1 and setting in SETTINGS
        return None if may else message("session.watch.host-only")

    def choose(self, setting: str) -> None:
        """Choose who may watch from now on."""
        self._wish, self._chosen = setting, True
        self._issue({} if setting == "nobody" else self._rows)

    def why_not_send_away(self, key: bytes, course: Course) -> Message | None:
        """Why the people here cannot send a watcher away (this is not the host, or no watcher has that key), or None."""
        return None if self._hosts(course) and key in self._rows else message("session.watch.not-there")

    def send_away(self, key: bytes) -> None:
        """Send a watcher away, and never admit it again."""
        self._bar(key)

    def hear(self, audience: Audience, course: Course) -> None:
        """Take the list of admitted watchers, as the host signed it."""
        if not follows(audience, self._list, course):
            self._hold(audience, course)
            return
        self._list = audience
        if audience.host == self._identity.key:  # said before this program was started again
            if not self._chosen:
                self._wish = audience.setting
            here = self._gossip.linked
            self._issue(
                {} if self._wish == "nobody" else {key: replace(row, here=key in here) for key, row in self._rows.items()}
            )

    def recall(self, audience: Audience, course: Course) -> None:
        """Take the host's list from before this program restarted. A watcher who was here then need not be here now."""
        self.hear(audience, course)
        self._recalled = self._list

    def _hold(self, audience: Audience, course: Course) -> None:
        """Keep a list from a peer that is not the host here: the entries that made it the host may still be on their way."""
        host, held = audience.host, self._early.get(audience.host)
        if host == course.there[0] or host not in self._charter.keys or (held is not None and held.stamp >= audience.stamp):
            return
        if audience_signed(audience):
            self._early[host] = audience

    def people_changed(self, course: Course) -> None:
        """A peer has left or returned: if there is another host now, take the list that it has already sent."""
        early = self._early.pop(course.there[0], None)
        if early is not None and (self._list is None or early.stamp > self._list.stamp):
            self.hear(early, course)

    @property
    def watchers(self) -> tuple[bytes, ...]:
        """The keys of the admitted watchers."""
        return tuple(self._rows)

    @property
    def known(self) -> Audience | None:
        """The host's last list."""
        return self._list

    # -- what watchers send --------------------------------------------------------------------------------------------

    def receive(self, key: bytes, payload: bytes, course: Course, log: Log, now: int, out: Output) -> None:
        """A frame has come from a watcher."""
        link, visit = self._gossip.links[key], self._visits[key]
        if not link.up:
            return
        link.heard = now
        try:
            frame = game_frames.decode(payload)
        except WireError:
            self._turn_away(key, course, out)
            return
        got_on = isinstance(frame, Have) and frame.length > (link.have or 0)
        visit.allowance = min(REQUESTS, visit.allowance + (now - visit.counted) / 50) - (0 if got_on else 1)
        visit.counted = now
        match frame:
            case None:
                return
            case Have() | Want() if frame.table != self._charter.table:
                return
            case Have() if visit.allowance >= 0:
                if frame.length <= log.certain and frame.head != log.head(frame.length):
                    drops = [signed.signed for signed in log.drops if signed.entry.n < frame.length]
                    if drops:  # perhaps it does not know yet that a peer was replaced
                        self._send([key], Entries(drops), out)
                    elif not course.replaces:  # else it may know of a replacement that is not known here
                        self._turn_away(key, course, out)
                    return
                self._gossip.said(key, frame, now)
                self._pump(key, log, now, out)
            case Want(first=first) if visit.allowance >= 0:
                if first <= log.certain and self._gossip.wants(key, first, now):
                    self._pump(key, log, now, out)
            case _:
                self._turn_away(key, course, out)

    def _turn_away(self, key: bytes, course: Course, out: Output) -> None:
        """Name a watcher that does more than watch, close its link, and do not admit it again."""
        if len(self._banned) < MOST_NAMED:
            self._blame.stranger(key, message("session.watch.spoke", name=self._name(key)), course.index, out)
        self._banned.add(key)
        self._forget(key, out)
        if self._hosts(course):
            self._bar(key)

    def _bar(self, key: bytes) -> None:
        self._issue({other: row for other, row in self._rows.items() if other != key}, key)

    # -- what watchers get ---------------------------------------------------------------------------------------------

    def tell(self, frame: GameFrame, out: Output) -> None:
        """Send a frame to all watchers."""
        self._send(self._gossip.linked, frame, out)

    def go_on(self, course: Course, log: Log, now: int, out: Output) -> bool:
        """After any event: send the news, and cut off watchers that are no longer admitted.

        Returns whether the other peers need the new list.
        """
        if self._hosts(course) and self._list is not None and self._list.host != self._identity.key:
            self._issue(self._rows)  # the host has left: this peer is the host now
        for key in self._gossip.linked:
            if key not in self._rows and self._list is not None:
                self._send([key], self._list, out)  # so that it knows why
                self._forget(key, out)
            elif not self._gossip.reaches(key, course.there[0]) or self._hosts(course):
                self._pump(key, log, now, out)
        news = self._list is not self._told
        self._told = self._list
        if news and self._list is not None:
            self.tell(self._list, out)
        return news

    def tick(self, course: Course, log: Log, now: int, out: Output) -> None:
        """Time has passed."""
        for key in self._gossip.silent(now):
            self.lost(key, course, now)
            out.drop.append(key)
        self._have(self._gossip.beats(now), log, out)
        for key in self._gossip.overdue(log.certain, now):
            self._pump(key, log, now, out)
        if self._hosts(course):
            for key in self._rows.keys() - self._visits.keys():  # they were here before this program was started again
                self._visits[key] = _Visit(counted=now, lost=now)
        stays_away = [key for key, visit in self._visits.items() if visit.lost is not None and now - visit.lost > ABSENCE]
        for key in stays_away:
            del self._visits[key]
            self._gossip.links.pop(key, None)
        if stays_away and self._hosts(course):
            self._issue({key: row for key, row in self._rows.items() if key not in stays_away})

    def shown(self, course: Course) -> list[NetEvent]:
        """The event for the program, if it differs from the last one."""
        basis = (self._list, self._recalled, self._wish, course.there, self._gossip.linked)
        if basis == self._shown_for:
            return []
        self._shown_for = basis
        alone = len(self._charter.peers) == 1
        setting = (
            self._list.setting if self._list is not None else self._wish if self._hosts(course) and not alone else "nobody"
        )
        old = self._list is self._recalled
        here = [row for row in self._rows.values() if row.key in self._gossip.linked or (row.here and not old)]
        names, keys = tuple(row.called for row in here), tuple(row.key.hex() for row in here)
        changed = AudienceChanged(setting, names, self._hosts(course) and not alone, keys=keys)
        if changed == self._shown:
            return []
        self._shown = changed
        return [changed]

    # -- inside --------------------------------------------------------------------------------------------------------

    def _hosts(self, course: Course) -> bool:
        return course.there[0] == self._identity.key

    @property
    def _setting(self) -> str:
        return self._list.setting if self._list is not None else self._wish

    @property
    def _rows(self) -> dict[bytes, Watcher]:
        return {row.key: row for row in self._list.watchers} if self._list is not None else {}

    def _name(self, key: bytes) -> str:
        return self._rows[key].called if key in self._rows else key.hex()[:8]

    def _issue(self, rows: dict[bytes, Watcher], *barred: bytes) -> None:
        """Sign a new list of admitted and barred watchers."""
        known = self._list
        mine = known is not None and known.host == self._identity.key
        setting = self._wish if known is None or mine else known.setting
        stamp = 1 if known is None else known.stamp + 1
        away = (*(() if known is None else known.barred), *barred)[-MOST_BARRED:]
        unsigned = Audience(self._charter.table, self._identity.key, stamp, setting, tuple(rows.values()), away, bytes(64))
        self._list = replace(unsigned, signature=self._identity.sign("audience", _content(unsigned)))
        self._wish = setting

    def _forget(self, key: bytes, out: Output) -> None:
        self._gossip.links.pop(key, None)
        self._visits.pop(key, None)
        out.drop.append(key)

    def _send(self, keys: list[bytes], frame: GameFrame, out: Output) -> None:
        if keys:
            payload = game_frames.encode(frame)
            out.frames += [(key, payload) for key in keys]

    def _have(self, keys: list[bytes], log: Log, out: Output) -> None:
        length = log.certain
        self._send(keys, Have(self._charter.table, length, log.head(length), log.digest(length), []), out)

    def _pump(self, key: bytes, log: Log, now: int, out: Output) -> None:
        entries = self._gossip.batch(key, log.entries[: log.certain], now)
        if entries:
            self._send([key], Entries([signed.signed for signed in entries]), out)
