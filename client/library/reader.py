"""The process that reads game files and paints their thumbnails, so that the window waits for neither.

A hostile file cannot harm the window: if the process dies over a file or takes too long, the file is given up.
"""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

from client.library.reading import glance
from client.library.tasks import RECORD, Done, Task, work
from client.system.errands import PATIENCE_SECONDS, Errands, serve
from rules.message import message

Answer = Callable[[Task, Done], None]


class Reader(Errands[Task, Done]):
    """Reads and paints. If no process can be started, a thread of the window's process reads files, and nothing is painted."""

    def __init__(self, games: Path, answer: Answer, patience: float = PATIENCE_SECONDS) -> None:
        """``games`` is the folder with corrected data files; ``answer`` is called after every task, in a thread."""
        super().__init__("alarife-library", _serve, games, answer=answer, patience=patience)

    def _without(self, task: Task) -> Done:
        return work(task._replace(kind=RECORD))

    def _given_up(self, task: Task) -> Done:
        return Done(glance(Path(task.file))._replace(problem=message("client.library.unread"), studied=True))


def _serve(pipe: Connection, games: Path) -> None:
    from net.corrections import correct

    correct(games)
    serve(pipe, work)
