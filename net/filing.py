"""The file of a table: a new one when its game begins, or the one from which a game goes on."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from net.adoption import NotAlone, adopt
from net.api import Notice
from net.desk import Desk, TableError
from net.gamefile import GameFile, GameFileError
from net.invite import TOKEN_LENGTH
from net.session.core import Session
from net.session.format.charter import Charter, CharterError, SignedCharter, playable
from net.session.history.step import EntryError
from rules.message import message


class Reopened(NamedTuple):
    """A saved game that goes on.

    Attributes:
        session: the game.
        token: the token of the code by which others may watch it.
    """

    session: Session
    token: bytes


def reopen(path: Path, desk: Desk, before: Callable[[Charter], None]) -> Reopened:
    """Go on with a saved game, after calling ``before`` with its charter; raises :class:`~net.desk.TableError`."""
    try:
        file, recording = GameFile.resume(path)
    except GameFileError as error:
        raise TableError(error.detail or error.reason) from error
    charter = recording.charter
    try:
        if desk.identity.key not in charter.charter.keys:
            recording = adopt(recording, desk.identity)
            file.replace(recording)
            charter = recording.charter
            desk.emit(Notice(message("net.notice.adopted")))
        elif recording.private and recording.me != desk.identity.key:
            raise NotAlone  # the secret in it is somebody else's, who would know this computer's cards
        playable(charter.charter)
        spectators, token = desk.book.audience(charter.charter.table)
        token = token if len(token) == TOKEN_LENGTH else secrets.token_bytes(TOKEN_LENGTH)
        session = Session(
            desk.identity,
            charter,
            recording.private,
            file,
            recording.entries,
            spectators,
            token,
            lacking=not recording.ended,
        )
        session.recall(desk.book.host_said(charter.charter.table))
        session.recall_chat(desk.book.chat_heard(charter.charter.table), time.time_ns() // 1_000_000)
        before(charter.charter)
    except NotAlone as error:
        file.close()
        raise TableError(message("net.refused.not-your-game", file=path.name)) from error
    except (CharterError, EntryError, GameFileError) as error:
        file.close()
        raise TableError(error.reason) from error
    except TableError:
        file.close()
        raise
    if recording.notice is not None:
        desk.emit(Notice(recording.notice))
    return Reopened(session, token)


def begin_file(path: Path | None, desk: Desk, charter: SignedCharter, owner: bytes, private: bytes) -> GameFile | None:
    """The file for a game that begins. If it cannot be created yet, the game still begins, and a notice tells the people here.

    Args:
        path: where to save; None for a name in the folder of games, an empty path for no file.
        desk: the parts that all tables share.
        charter: the charter of the game.
        owner: the key of the peer whose file this is, or :data:`~net.gamefile.WATCHER`.
        private: the secret bytes of this peer in this game.
    """
    if path is None:
        stamp = time.strftime("%Y%m%d-%H%M%S")
        path = desk.games / f"{charter.charter.game}-{stamp}-{charter.charter.table.hex()[:6]}.alarife"
    elif path == Path():
        return None
    free = path.with_name(f"{path.stem}-{charter.charter.table.hex()[:6]}{path.suffix}")
    for place in (path, free):
        try:
            return GameFile.create(place, charter, owner, private)
        except GameFileError as error:
            desk.emit(Notice(error.reason))
            if error.reason.key != "session.file.exists":
                return GameFile.planned(place, charter, owner, private)
    return GameFile.planned(free, charter, owner, private)
