"""The peers of a game that this computer calls until they answer, and the search for one by a code that its people sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from net.address_book import CODE
from net.addresses import is_global_ipv6
from net.api import Notice, Refused
from net.desk import Desk
from net.greeting import Hello
from net.invite import Invite, InviteError, read
from net.link import CallFailed
from net.mesh import Mesh
from net.session.audience.watching import Watching
from net.session.core import Session
from rules.message import message


class Seeker:
    """Calls the peers of one game, or for a watcher those that it may watch."""

    def __init__(
        self, desk: Desk, mesh: Mesh, game: Session | Watching, hello: Callable[[bytes], Hello], over: Callable[[], bool]
    ) -> None:
        """Begin to call all peers of the game.

        Args:
            desk: the parts that all tables share.
            mesh: the links of the table.
            game: the game.
            hello: the greeting for a peer that is called.
            over: whether the table has ended.
        """
        self._desk = desk
        self._mesh = mesh
        self._game = game
        self._charter = game.charter.charter
        self._me = desk.identity.key
        self._hello = hello
        self._over = over
        self._sought: set[bytes] = set()  # peers that have gone, and are called because people have pasted their code
        for key in self._charter.keys:
            self._call(key)

    def _call(self, key: bytes) -> None:
        self._mesh.keep(key, partial(self._desk.book.addresses, key))

    def _shunned(self, key: bytes) -> bool:
        return isinstance(self._game, Session) and self._game.shuns(key)

    def follow(self) -> None:
        """Call those who belong to the game now.

        A departed peer is no longer called, unless people have its code, but admitted if it calls: it may want its seat back.
        """
        there = {*self._game.course.there, *self._sought}
        for key in self._charter.keys:
            if self._shunned(key):
                self._mesh.forget(key)
            elif key in there or self._me not in there:
                self._call(key)
            else:
                self._mesh.forget(key)

    def found(self, key: bytes) -> None:
        """A peer has linked."""
        self._sought.discard(key)

    def reach(self, code: str) -> None:
        """Find a missing peer by the code or address that its people sent."""
        try:
            found = read(code)
        except InviteError as error:
            self._desk.emit(Refused(error.reason))
            return
        if not isinstance(found, Invite):
            self._mesh.call([found], None, self._hello(b""), self._not_reached)
        elif found.key == self._me or found.key not in self._charter.keys:
            self._desk.emit(Refused(message("net.error.own-table" if found.key == self._me else "net.refused.not-at-table")))
        else:
            self._desk.book.hint(found.key, CODE, [*found.addresses, *found.punched])
            self._seek(found)

    def _seek(self, found: Invite) -> None:
        """Call a missing peer by a code; if it holds a public address, keep calling until both sides have opened the way."""
        name = self._charter.name(found.key)
        if self._mesh.is_linked(found.key):
            self._desk.emit(Notice(message("answer.table.there", name=name)))
            return
        # An IPv6 firewall lets in only answers, so both sides have to call there too.
        outside = (*found.punched, *filter(is_global_ipv6, found.addresses))
        if not self._shunned(found.key):
            self._sought.add(found.key)
            self._call(found.key)
        if not self._mesh.seek(found.key, outside, partial(self._not_found, found.key, name, bool(outside))):
            self._mesh.call(found.addresses, found.key, self._hello(found.key), self._not_reached, found.punched)
        elif outside:
            self._desk.emit(Notice(message("answer.table.trying", name=name)))

    def _not_found(self, key: bytes, name: str, patient: bool, why: CallFailed, last: bool) -> None:
        if last:
            self._sought.discard(key)
        if not patient:
            self._not_reached(why)
        elif last and not self._over():
            self._desk.emit(Notice(message("answer.table.nobody", name=name)))

    def _not_reached(self, why: CallFailed) -> None:
        if not self._over():
            self._desk.emit(Refused(why.reason))
