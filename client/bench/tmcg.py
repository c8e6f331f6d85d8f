"""The shuffle of LibTMCG beside ours (``alarife bench deal --peer CLONE``).

Nothing of LibTMCG is part of Alarife: the user says where a clone is built. Our program ``tmcg.cc`` is compiled against it, and
shuffles, proves and verifies whenever it is asked. So both shuffle in turn, and for both the processor's time of the process
counts.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from client.commands.output import Trouble, trouble

NAME = "LibTMCG"
HEADER = Path("src", "libTMCG.hh")
LIBRARY = Path("src", "libTMCG.la")
LIBTOOL = Path("libtool")
"""What ``configure`` writes: it knows how programs are linked with the library as it is built here."""

PROGRAM = Path(__file__).with_suffix(".cc")
COMPILERS = ("c++", "g++", "clang++")


class Taken(NamedTuple):
    """The milliseconds of the processor that one shuffle took."""

    mix: float
    prove: float
    verify: float


class Shuffler:
    """The program that shuffles with a clone of LibTMCG, compiled into the folder ``place``.

    Raises :class:`~client.commands.output.Trouble` with the reason if it cannot be compiled.
    """

    def __init__(self, clone: Path, place: Path) -> None:
        compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
        if compiler is None:
            raise trouble("trouble.tmcg-compiler")
        self._clone = clone.resolve()
        if not all((self._clone / part).is_file() for part in (LIBRARY, LIBTOOL)):
            raise trouble("trouble.tmcg-build", path=str(clone))
        if not PROGRAM.is_file():  # installed without it
            raise trouble("trouble.bench-clone", name="deal")
        self._place = place
        self._program = place / "shuffle"
        link = [str(self._clone / LIBTOOL), "--quiet", "--tag=CXX", "--mode=link", compiler, "-O2", "-w", "-static"]
        files = ["-I", str(self._clone / HEADER.parent), "-o", str(self._program), str(PROGRAM), str(self._clone / LIBRARY)]
        try:
            done = subprocess.run(
                [*link, *files], cwd=place, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False
            )
        except OSError as error:
            raise self._failed(str(error)) from None
        if done.returncode:
            raise self._failed(done.stderr)

    @contextmanager
    def table(self, cards: int) -> Iterator[Callable[[], Taken]]:
        """Two players with that many cards; each call of the function shuffles them once more.

        The function raises :class:`~client.commands.output.Trouble` if the program fails.
        """
        errors = self._place / "errors"
        with errors.open("wb") as stream:
            process = subprocess.Popen(
                [str(self._program), str(cards)], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stream
            )

        def shuffle() -> Taken:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(BrokenPipeError):  # it has ended, but may have said something before
                process.stdin.write(b"\n")
            line = process.stdout.readline()
            if not line:
                process.wait()
                raise self._failed(errors.read_text("utf-8", "replace"))
            return self._read(line.decode("utf-8", "replace"))

        with process:
            try:
                yield shuffle
            finally:
                process.kill()

    def _read(self, line: str) -> Taken:
        try:
            found = json.loads(line)
            return Taken(float(found["mix"]), float(found["prove"]), float(found["verify"]))
        except (ValueError, KeyError, TypeError):
            raise self._failed(line) from None

    def _failed(self, said: str) -> Trouble:
        """Quotes the first line about an error, or else the last line."""
        lines = said.strip().splitlines()
        quoted = next((line for line in lines if "error" in line), lines[-1] if lines else "")
        return trouble("trouble.tmcg-failed", path=str(self._clone), said=quoted)
