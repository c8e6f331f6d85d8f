"""Decide who may join a table: the answer to a call, and the sentence for an answer received."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from net.greeting import BOARDS, JOIN, PROTOCOL, TABLE, WATCH, Hello, Refusal, Rules, difference, rules_here
from net.rulebook import data_played
from net.session.audience.watching import Watching
from net.session.core import Session
from net.session.format.charter import Charter
from net.session.lobby.common import called
from net.session.lobby.guest import GuestLobby
from net.session.lobby.host import HostLobby
from rules.message import Message, message

MOST_NOTED = 50
"""The most refused callers that the people here hear about, each once."""

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
    "elsewhere": "net.error.elsewhere",
}
_RULES = {
    "older-here": "net.error.rules-older-here",
    "older-there": "net.error.rules-older-there",
    "data": "net.error.rules-data",
}
_TABLE_RULES = _RULES | {
    "older-there": "net.error.rules-older-guest",
    "data": "net.error.rules-data-guest",
}
_GUESTS_RULES = {
    "older-here": "net.notice.guest-older-than",
    "older-there": "net.notice.guest-newer-than",
    "data": "net.notice.guest-data-than",
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
"""The state of a table; None while a host has not answered yet."""


class Admission:
    """The door of one table.

    Attributes:
        strangers: whether callers without an invite may join too.
        games: the rules played here.
    """

    def __init__(self, tell: Callable[[bytes, Message], None]) -> None:
        """``tell`` takes the news of a refused caller: its key, if it gave one, and a sentence for the people here."""
        self.strangers = True
        self.games = list(rules_here())
        self._rules = {rules.game: rules for rules in self.games}
        self._tell = tell
        self._noted: set[object] = set()

    def refuses(self, stage: Stage, key: bytes, hello: Hello, now: int) -> Refusal | None:
        """Why a caller cannot come in, or None."""
        match stage:
            case Session():
                return self._from_game(stage, key, hello)
            case HostLobby() if hello.purpose == JOIN:
                return self._from_lobby(stage, key, hello, now)
            case HostLobby() if hello.purpose == TABLE:
                kept = hello.table == stage.before and key in stage.kept
                return Refusal(PROTOCOL, "elsewhere", invite=stage.invite if kept else "")
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
            return Refusal(PROTOCOL, code) if code else self._by_rules(charter, key, hello)
        if session.shuns(key):
            return Refusal(PROTOCOL, "thrown-out")
        if key in charter.keys and (hello.purpose == JOIN or hello.table == charter.table):
            return None
        if hello.purpose != JOIN:
            if hello.table != charter.table:
                return Refusal(PROTOCOL, "elsewhere")
            # It knows the table, but its key is not one of those that signed the charter.
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
        if lobby.board and hello.protocol < BOARDS:
            self._note_once(key, message("net.notice.guest-board", name=called(hello.name, key)))
            return Refusal(PROTOCOL, "protocol")
        theirs = next((rules for rules in hello.games if rules.game == lobby.rules.game), None)
        differs = lobby.cannot_play(key, theirs)
        if differs is not None:
            return self._by_difference(key, hello, lobby.rules, *differs)
        code = lobby.refuses(key, lobby.invited(hello.token), now)
        return Refusal(PROTOCOL, code) if code else None

    def _by_rules(self, charter: Charter, key: bytes, hello: Hello) -> Refusal | None:
        """Why a program cannot watch with its rules and data, or None."""
        theirs = next((rules for rules in hello.games if rules.game == charter.game), None)
        data: tuple[bytes, ...] = (bytes.fromhex(data_played(charter.game, charter.rules.hex())),)
        if charter.board:  # the charter carries the data
            if hello.protocol < BOARDS:
                self._note_once(key, message("net.notice.guest-board", name=called(hello.name, key)))
                return Refusal(PROTOCOL, "protocol")
            data = theirs.data if theirs is not None else ()
        played = Rules(charter.game, charter.version, charter.version, data)
        differs = difference(theirs, played)
        return None if differs is None else self._by_difference(key, hello, played, differs, ())

    def _by_difference(self, key: bytes, hello: Hello, here: Rules, differs: str, names: Sequence[str]) -> Refusal:
        """Tell both sides why a program cannot take part and who has to update; ``names`` as in ``cannot_play``."""
        game, name = f"{here.game}.title", called(hello.name, key)
        if names:
            self._note_once(key, message(_GUESTS_RULES[differs], name=name, game=game, names=", ".join(names)))
            return Refusal(PROTOCOL, "rules-guest", here)
        self._note_once(key, message(_GUEST_RULES[differs], name=name, game=game))
        return Refusal(PROTOCOL, "rules", here)

    def intruder(self, host: str, what: str) -> None:
        """A caller did not identify itself; see :meth:`net.link.Owner.intruder`."""
        self._note_once(b"", message(_INTRUDERS[what], host=host), (host, what))

    def _note_once(self, key: bytes, text: Message, about: object = None) -> None:
        about = key if about is None else about
        if about not in self._noted and len(self._noted) < MOST_NOTED:
            self._noted.add(about)
            self._tell(key, text)

    def explain(self, refusal: Refusal) -> Message:
        """The sentence for a refusal by another program."""
        if refusal.code in ("rules", "rules-guest") and refusal.rules is not None:
            there = refusal.rules
            here = self._rules.get(there.game)
            differs = difference(here, there)
            if differs == "unknown" or here is None:
                return message("net.error.rules-unknown", game=there.game)
            if differs is not None:
                sentences = _RULES if refusal.code == "rules" else _TABLE_RULES
                mine, theirs = (here.version, there.oldest) if differs == "older-here" else (here.oldest, there.version)
                return message(sentences[differs], game=f"{there.game}.title", here=mine, there=theirs)
        return message(_REFUSALS.get(refusal.code, "net.error.refused-there"))
