"""The tasks of the reader's process: to study a game file, paint its last position, or describe its turns in sentences."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from client.library.reading import study
from client.library.record import Record

if TYPE_CHECKING:
    from rules.contract import State

SMALL = (480, 300)
"""Pixels of a thumbnail."""

LARGE = (1600, 900)
"""The size of an exported picture, in pixels."""

RECORD, THUMBNAIL, PICTURE, ACCOUNT = "record", "thumbnail", "picture", "account"
"""The kinds of task."""


class Task(NamedTuple):
    """A task with a file.

    Attributes:
        kind: :data:`RECORD` (the record alone), or with it a :data:`THUMBNAIL`, a :data:`PICTURE` or an :data:`ACCOUNT`.
        file: the game file.
        look: one of :data:`~client.system.settings.LOOKS`.
        language: the language of the account and of the texts in a picture.
    """

    kind: str
    file: str
    look: str = "dark"
    language: str = "en"


class Done(NamedTuple):
    """The result of a task.

    Attributes:
        record: the file's record.
        content: the requested PNG file or UTF-8 text; empty if there is none.
    """

    record: Record
    content: bytes = b""


def work(task: Task) -> Done:
    """Do a task. Never raises because of the file's contents."""
    file = Path(task.file)
    record, state = study(file)
    if state is None or task.kind == RECORD:
        return Done(record)
    if task.kind == ACCOUNT:
        from client.library.account import account

        return Done(record, account(file, task.language).encode())
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    paint = _thumbnail if task.kind == THUMBNAIL else _picture
    return Done(record, paint(record, state, task))


def _thumbnail(record: Record, state: State, task: Task) -> bytes:
    from client.library.thumbnail import thumbnail

    return thumbnail(record.game, state, record.names, task.look, SMALL)


def _picture(record: Record, state: State, task: Task) -> bytes:
    from tempfile import TemporaryDirectory

    from client.table.picture import save_picture

    with TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        save_picture(path, record.game, state.view(None), record.names, size=LARGE, look=task.look, language=task.language)
        return path.read_bytes()
