"""Other people's bots: programs that Alarife starts and talks to in lines of JSON.

The protocol is in ``docs/writing-a-bot.md``. Alarife starts only programs that the person at this computer has named, on the
command line as ``exec:COMMAND`` or in the settings. No level that comes from a peer, an invite or a file leads here: a
:class:`Program` is a separate type, and nothing turns a level into one.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from client.bots import THINKING_MS, Clock, bot_for
from rules.contract import Bot, Budget, Facts, Move, Rng, State, parse_move
from rules.message import Message, Value, message

EXEC = "exec:"
"""The prefix of a bot on the command line that is a program."""

PROTOCOL = 1

LONGEST_LINE = 1 << 16
"""The longest answer, in bytes."""

MOST_MOVES = 400
"""The largest number of moves in one answer."""

GRACE_SECONDS = 2.0
"""How late an answer may come, in seconds: the way there and back takes time on a busy machine."""

START_SECONDS = 20.0
"""The same for the first answer, since the program has to start."""

MOST_LETTERS = 16
"""Of a program's name."""

SHOWN = 80
"""How many characters of an invalid answer are shown."""

NO_WINDOW = 0x08000000
"""``CREATE_NO_WINDOW`` of Windows."""

_GUARD = '(read -r line </dev/fd/{0}; kill -9 0) </dev/null >/dev/null 2>&1 & exec "$@"'
"""Shell: the program and what it starts are one process group, unless it makes others. Closing our end of the pipe, even by a
crash, kills the group.
"""


class Program(NamedTuple):
    """A bot that is a separate program.

    Attributes:
        command: the executable and its arguments.
    """

    command: tuple[str, ...]

    @property
    def command_line(self) -> str:
        """The command as one types it."""
        return shlex.join(self.command) if os.name == "posix" else subprocess.list2cmdline(self.command)

    @property
    def name(self) -> str:
        """The name to show: the last file that its command names, without folder and extension."""
        files = [word for word in self.command if os.path.isfile(word)]
        letters = "".join(
            letter for letter in Path(files[-1] if files else self.command[0]).stem if letter.isalnum() or letter in "-_"
        )
        return letters[:MOST_LETTERS] or "bot"


Choice = str | Program
"""A chosen bot: a level of the game, or a program."""


class ProgramTrouble(Exception):
    """A program does not do what a bot has to do. The reason is a sentence for people."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


def program_of(text: str) -> Program | None:
    """The program in ``exec:COMMAND``, or None if the text names none.

    Call this only with text that the person at this computer typed. Raises :class:`ProgramTrouble` if the program cannot be
    started.
    """
    if not text.startswith(EXEC):
        return None
    command = text.removeprefix(EXEC)
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError:
        words = []
    if not words:
        raise ProgramTrouble(message("program.empty", command=command))
    words = [os.path.expanduser(word.strip('"') if os.name != "posix" else word) for word in words]
    found = shutil.which(words[0])
    if found is None:
        exists = os.path.isfile(words[0])
        raise ProgramTrouble(message("program.not-executable" if exists else "program.missing", bot=words[0]))
    return Program((os.path.abspath(found), *words[1:]))


def commanded_bot(game_id: str, text: str) -> Bot:
    """The bot named on the command line: a level, or ``exec:COMMAND``. Raises :class:`ProgramTrouble`."""
    return bot_for(game_id, program_of(text) or text)


class ProgramBot:
    """A bot that asks a program. The program is started with the first question and ends with :meth:`close`.

    It gets the facts of the view, and nothing that the view does not know.
    """

    def __init__(self, program: Program, grace: float = GRACE_SECONDS, starting: float = START_SECONDS) -> None:
        """``grace`` and ``starting`` are how late an answer, and the first answer, may come, in seconds."""
        self.program = program
        self._grace = grace
        self._starting = starting
        self.process: subprocess.Popen[bytes] | None = None
        self._lifeline: int | None = None
        self._lock = threading.Lock()
        self._exchange: threading.Thread | None = None
        self._asked = 0
        self._plan: list[Move] = []
        self._expected: Facts | None = None

    def choose(self, view: State, budget: Budget, rng: Rng) -> Move:
        """The move that the program chooses. Raises :class:`ProgramTrouble` if the answer is not a move."""
        moves = view.moves()
        if not self._plan or self._expected != view.facts():
            self._plan = self._ask(view, moves, budget.milliseconds() if isinstance(budget, Clock) else THINKING_MS)
        move = self._plan.pop(0)
        if move not in moves:
            raise self._trouble("illegal", move=str(move))
        if self._plan:
            self._expected = _after(view, move)
        return move

    def close(self) -> None:
        """End the program and what it has started, but for processes that it has put into groups of their own."""
        process, self.process = self.process, None
        if process is None:
            return
        self._kill(process)
        process.wait()
        exchange = self._exchange
        if exchange is None or not exchange.is_alive():
            _close_pipes(process)
            return

        def close_later() -> None:
            exchange.join()
            _close_pipes(process)

        with contextlib.suppress(RuntimeError):  # Alarife ends, and the pipes with it
            threading.Thread(target=close_later, name="pipes", daemon=True).start()

    def __del__(self) -> None:
        self.close()

    # -- one question --------------------------------------------------------------------------------------------------

    def _ask(self, view: State, moves: Sequence[Move], left: int) -> list[Move]:
        """The moves that the program answers with."""
        first = self.process is None
        process = self.process or self._start()
        self._asked += 1
        facts = view.facts()
        question = {
            "type": "turn",
            "protocol": PROTOCOL,
            "n": self._asked,
            "game": facts.get("game"),
            "seat": view.turn,
            "turn": view.turn_number,
            "prompt": str(view.prompt()),
            "moves": [str(move) for move in moves],
            "clock": {"left_ms": left},
            "scores": list(view.scores()),
            "facts": facts,
            "unseen": [deck._asdict() for deck in view.unseen()],
        }
        line = self._answer(process, json.dumps(question).encode() + b"\n", left, first)
        return self._read(line)

    def _answer(self, process: subprocess.Popen[bytes], question: bytes, left: int, first: bool) -> bytes:
        """Send the question and wait for a line. Ends the program if the line comes too late.

        A thread writes and reads: whatever has inherited the pipes can hold them open, even when the program has ended.
        """
        line = b""

        def exchange() -> None:
            nonlocal line
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(OSError):  # the program has ended, which reading its output shows, too
                process.stdin.write(question)
                process.stdin.flush()
            line = process.stdout.readline(LONGEST_LINE + 1)

        self._exchange = threading.Thread(target=exchange, name="question", daemon=True)
        self._exchange.start()
        self._exchange.join(left / 1000 + (self._starting if first else self._grace))
        late = self._exchange.is_alive() and process.poll() is None
        if line.endswith(b"\n"):
            return line
        if len(line) > LONGEST_LINE:
            raise self._trouble("long", limit=LONGEST_LINE)
        if late:
            raise self._trouble("late", ms=left)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(self._grace)
        status = process.poll()
        if first and status in (126, 127):
            raise self._trouble("not-started")
        raise self._trouble("ended", status="-" if status is None else status)

    def _read(self, line: bytes) -> list[Move]:
        """The moves in an answer."""
        shown = line.decode("utf-8", "replace").strip()[:SHOWN]
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise self._trouble("nonsense", said=shown) from None
        if not isinstance(answer, dict):
            raise self._trouble("nonsense", said=shown)
        if answer.get("n") != self._asked:
            raise self._trouble("other-question", n=self._asked, said=shown)
        named = answer.get("moves", [answer.get("move")])
        if not isinstance(named, list) or not 1 <= len(named) <= MOST_MOVES or not all(isinstance(one, str) for one in named):
            raise self._trouble("nonsense", said=shown)
        try:
            return [parse_move(one) for one in named]
        except ValueError:
            raise self._trouble("nonsense", said=shown) from None

    def _trouble(self, key: str, **values: Value) -> ProgramTrouble:
        """End the program, and say what went wrong."""
        self._plan = []
        self.close()
        return ProgramTrouble(message(f"program.{key}", bot=self.program.name, **values))

    # -- the process ---------------------------------------------------------------------------------------------------

    def _start(self) -> subprocess.Popen[bytes]:
        command = list(self.program.command)
        pipe = subprocess.PIPE
        try:
            if os.name == "posix":
                theirs, ours = os.pipe()
                try:
                    guarded = ["/bin/sh", "-c", _GUARD.format(theirs), "bot", *command]
                    process = subprocess.Popen(guarded, stdin=pipe, stdout=pipe, pass_fds=(theirs,), start_new_session=True)
                except BaseException:
                    os.close(ours)
                    raise
                finally:
                    os.close(theirs)
                self._lifeline = ours
            else:
                process = subprocess.Popen(command, stdin=pipe, stdout=pipe, creationflags=NO_WINDOW)
        except OSError:
            raise self._trouble("not-started") from None
        self.process = process
        return process

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill the program and everything in its group."""
        if os.name == "posix":
            with self._lock:
                lifeline, self._lifeline = self._lifeline, None
            if lifeline is not None:
                os.close(lifeline)
        elif process.poll() is None:
            with contextlib.suppress(OSError):
                tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
                subprocess.run(tree, capture_output=True, creationflags=NO_WINDOW, check=False)
        if sys.platform == "win32":
            process.kill()


def _close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Close our ends of the pipes to a program that has ended."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _after(view: State, move: Move) -> Facts | None:
    """The facts after a move as its player foresees them; None if the move deals something that the player does not know."""
    state = view.copy()
    state.play_silently(move)
    while state.deals:
        answer = state.known(state.deals[0])
        if answer is None:
            return None
        state.learn_silently(state.deals[0], answer)
    return state.facts() if state.turn is not None else None
