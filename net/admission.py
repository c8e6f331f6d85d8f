"""Who may come in at a table: the answer to a call, and the sentence for the answer to one's own."""

from __future__ import annotations

from collections.abc import Callable

from net.greeting import JOIN, PROTOCOL, TABLE, WATCH, Hello, Refusal, difference, rules_here
from net.session.core import Session
from net.session.guest_lobby import GuestLobby
from net.session.host_lobby import HostLobby
from net.session.lobby import called
from net.session.text import NAME_LENGTH, plain
from net.session.watching import Watching
from rules.message import Message, message

MOST_NOTED = 50
"""Strangers who could not come in and of whom the host is told, each once."""

_REFUSALS = {
    "token": "net.error.token",
    "uninvited": "net.error.uninvited",
    "full": "net.error.full",
    "begun": "net.error.begun",
    "begun-watch": "net.error.begun-watch",
    "thrown-out": "net.error.thrown-out",
    "watch-early": "net.error.watch-early",
    "watch-seated": "net.error.watch-seated",
    "watch-banned": "net.error.watch-banned",
    "watch-nobody": "net.error.watch-nobody",
    "watch-elsewhere": "net.error.watch-elsewhere",
    "watch-uninvited": "net.error.watch-uninvited",
    "watch-full": "net.error.watch-full",
    "busy": "net.error.busy",
    "nothing": "net.error.nothing",
}
_RULES = {
    "older-here": "net.error.rules-older-here",
    "older-there": "net.error.rules-older-there",
    "data": "net.error.rules-data",
}
_GUEST_RULES = {
    "older-here": "net.notice.guest-older",
    "older-there": "net.notice.guest-newer",
    "data": "net.notice.guest-data",
    "unknown": "net.notice.guest-unknown",
}
_INTRUDERS = {
    "slow": "net.notice.intruder-slow",
    "garbled": "net.notice.intruder-garbled",
}

Stage = HostLobby | GuestLobby | Session | Watching | None
"""What a table is just now; None while a host has not answered yet."""


class Admission:
    """The door of one table.

    Attributes:
        strangers: whether who has no invite may come in, too.
        games: the rules played here.
    """

    def __init__(self, tell: Callable[[bytes, Message], None]) -> None:
        """``tell`` takes what the people here are told of who could not come in: the key, if there was one, and a sentence."""
        self.strangers = True
        self.games = list(rules_here())
        self._rules = {rules.game: rules for rules in self.games}
        self._tell = tell
        self._noted: set[object] = set()

    def refuses(self, stage: Stage, key: bytes, hello: Hello, now: int) -> Refusal | None:
        """Why somebody who calls cannot come in; None when it may."""
        match stage:
            case Session():
                return self._from_game(stage, key, hello)
            case HostLobby() if hello.purpose == JOIN:
                return self._from_lobby(stage, key, hello, now)
            case HostLobby() | GuestLobby() if hello.purpose == WATCH:
                return Refusal(PROTOCOL, "watch-early")
            case GuestLobby(agreed=agreed) if hello.purpose == TABLE and agreed is not None:
                return None if agreed.table == hello.table and key in agreed.keys else Refusal(PROTOCOL, "nothing")
        return Refusal(PROTOCOL, "nothing")

    def _from_game(self, session: Session, key: bytes, hello: Hello) -> Refusal | None:
        charter = session.charter.charter
        if hello.purpose == WATCH:
            code = session.refuses_watcher(key, hello.token)
            self._false_token(code, key, hello)
            return Refusal(PROTOCOL, code) if code else self._by_rules(charter.game, key, hello)
        if session.shuns(key):
            return Refusal(PROTOCOL, "thrown-out")
        if key in charter.keys and (hello.purpose == JOIN or hello.table == charter.table):
            return None
        if hello.purpose != JOIN:
            if hello.table == charter.table:  # it knows the table, but its key is none of those that signed for it
                self._note_once(key, message("net.notice.no-seat", name=called(hello.name, key)))
            return Refusal(PROTOCOL, "nothing")
        code = session.refuses_watcher(key, hello.token)
        self._false_token(code, key, hello)
        return Refusal(PROTOCOL, "begun" if code else "begun-watch")

    def _false_token(self, code: str, key: bytes, hello: Hello) -> None:
        if code == "watch-uninvited" and hello.token:
            self._note_once(key, message("net.notice.wrong-token", name=called(hello.name, key)))

    def _from_lobby(self, lobby: HostLobby, key: bytes, hello: Hello, now: int) -> Refusal | None:
        if hello.token and not lobby.invited(hello.token):
            self._note_once(key, message("net.notice.wrong-token", name=called(hello.name, key)))
            return Refusal(PROTOCOL, "token")
        if not hello.token and not self.strangers:
            return Refusal(PROTOCOL, "uninvited")
        no = self._by_rules(lobby.table.game, key, hello)
        if no is not None:
            return no
        code = lobby.refuses(key, lobby.invited(hello.token), now)
        return Refusal(PROTOCOL, code) if code else None

    def _by_rules(self, game: str, key: bytes, hello: Hello) -> Refusal | None:
        """Everybody at a table, those who watch included, plays by the same rules."""
        mine = self._rules[game]
        theirs = next((rules for rules in hello.games if rules.game == mine.game), None)
        differs = difference(theirs, mine)
        if differs is None:
            return None
        self._note_once(key, message(_GUEST_RULES[differs], name=called(hello.name, key), game=f"{mine.game}.title"))
        return Refusal(PROTOCOL, "rules", mine)

    def intruder(self, host: str, what: str) -> None:
        """Somebody has come to the door who is nobody; see :meth:`net.link.Owner.intruder`."""
        self._note_once(b"", message(_INTRUDERS[what], host=host), (host, what))

    def _note_once(self, key: bytes, text: Message, about: object = None) -> None:
        about = key if about is None else about
        if about not in self._noted and len(self._noted) < MOST_NOTED:
            self._noted.add(about)
            self._tell(key, text)

    def explain(self, refusal: Refusal) -> Message:
        """The sentence for a refusal by somebody else."""
        if refusal.code == "rules" and refusal.rules is not None:
            there = refusal.rules
            here = self._rules.get(there.game)
            differs = difference(here, there)
            if differs == "unknown" or here is None:
                return message("net.error.rules-unknown", game=plain(there.game, NAME_LENGTH))
            if differs is not None:
                return message(_RULES[differs], game=f"{there.game}.title", here=here.version, there=there.version)
        return message(_REFUSALS.get(refusal.code, "net.error.refused-there"))
