"""Other programs that the benchmarks measure beside ours (``alarife bench --peer CLONE``)."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from client.bench import rival, tmcg
from client.bench.rival import Rival
from client.bench.tmcg import Shuffler
from client.commands.output import trouble


class Peers(NamedTuple):
    """What is measured beside ours, if the user has it.

    Attributes:
        engine: another engine of Torres, for the benchmark of that name.
        deal: another shuffle, for the benchmark of that name.
    """

    engine: Rival | None = None
    deal: Shuffler | None = None


@contextmanager
def peers(clones: Collection[Path], benchmarks: Collection[str]) -> Iterator[Peers]:
    """Recognise each clone by what it contains, and make ready those that the benchmarks need.

    Raises :class:`~client.commands.output.Trouble` if a folder is no clone, or a clone cannot run here.
    """
    engine = deal = None
    with tempfile.TemporaryDirectory(prefix="alarife-bench-") as place:
        for clone in clones:
            if (clone / rival.INDEX).is_file():
                engine = Rival(clone) if "engine" in benchmarks else None
            elif (clone / tmcg.HEADER).is_file():
                deal = Shuffler(clone, Path(place)) if "deal" in benchmarks else None
            else:
                raise trouble("trouble.peer-clone", path=str(clone))
        yield Peers(engine, deal)
