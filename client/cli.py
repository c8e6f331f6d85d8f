"""The command line: ``alarife`` opens the client, ``alarife COMMAND`` does one thing and prints the result.

``alarife FILE.alarife`` and ``alarife alarife:INVITE`` open the client at that game or table, in a window that is already open
if there is one.

Exit status 0 means success. With 1, the command failed and wrote one sentence to standard error. With 2, it did not understand
its arguments. With 141, nobody read its output to the end.
"""

from __future__ import annotations

import errno
import gc
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from client.commands.output import print_trouble
from client.system import pyside, spawned
from client.system.memory import too_little
from client.system.opening import Wish, token, wish_of
from rules.message import Message, message

UNREAD = 141
"""The exit status when the reader of the output has closed its end: that of a program which the signal for it ends."""

FULL = frozenset({errno.ENOSPC, errno.EFBIG, errno.EIO, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""Why output to a file fails. Errors of other files carry a reason of their own."""

ANOTHER = "--another"
"""The argument that opens another window beside an open one; a game or a table may follow it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments ask (by default those of this process, without the program's name); returns the exit status."""
    spawned.serve()  # the bot process of an installed program starts here, too
    pyside.lighten()
    _complete_streams()
    words_given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        if words_given[:1] == [ANOTHER] and len(words_given) < 3:
            beside = wish_of(words_given[1:])
            if beside is not None or len(words_given) == 1:
                return _open_another(beside)
        wish = wish_of(words_given)
        if wish is not None:
            return _open(wish)
        if not words_given:
            return _open(Wish(token=token()))
        from client.commands.parser import parser  # a window does not need it

        try:
            given = parser().parse_args(words_given)
        except SystemExit:
            sys.stdout.flush()  # a help text; Python would complain about a reader that is gone, or a full disk
            raise
        _mute_warnings()
        _use_corrections(getattr(given, "home", None))
        status: int = given.run(given)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if is_unread(error):
            _let_go_of_output()
            _let_go_of_output(sys.stderr)
            return UNREAD
        reason = getattr(error, "reason", None)
        if not isinstance(reason, Message):
            if isinstance(error, OSError) and error.errno in FULL:
                reason = message("cli.trouble.output", why=error.strerror or str(error))
                _let_go_of_output()
            elif too_little(error):
                reason = message("cli.trouble.memory")
            else:
                raise
    else:
        return status
    _say(reason)  # only now, when the memory that the error held is free again
    return 1


def is_unread(error: Exception) -> bool:
    """Whether output failed because its reader has closed its end; on Windows, Python has another error for most of these."""
    if isinstance(error, BrokenPipeError):
        return True
    if sys.platform != "win32" or not isinstance(error, OSError):
        return False
    return error.errno == errno.EINVAL and error.filename is None and error.winerror is None  # not of a file or a socket


def _complete_streams() -> None:
    """Replace a closed standard stream by an empty one, and let no character of another encoding stop the program."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the program runs
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding.lower() != "utf-8":
        sys.stdout.reconfigure(errors="backslashreplace")  # as Python has it for standard error
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _mute_warnings() -> None:
    """Only the log of a window has warnings. What people need to know of them, a command says in sentences."""
    import logging

    if logging.lastResort is not None:
        logging.lastResort.setLevel(logging.ERROR)


def _let_go_of_output(stream: TextIO | None = None) -> None:
    """Python would try to write the rest when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), (stream or sys.stdout).fileno())


def _say(reason: Message) -> None:
    """Say why the command failed. The sentence is read from a file, and there may be too little memory even for that."""
    try:
        print_trouble(reason)
    except Exception as error:
        if not too_little(error):
            raise
        print("alarife: too little memory", file=sys.stderr)


def _use_corrections(home: Path | None) -> None:
    """Play by the data files that this person has corrected; report faulty ones on standard error."""
    from client.system.home import GAMES, home_folder
    from net.corrections import correct

    for file, reason in correct(home_folder(home) / GAMES):
        print_trouble(message("client.data-file.unused", file=str(file)))
        print_trouble(reason)


def _open(wish: Wish) -> int:
    """Open what the desktop hands over: in the window that is already open, or else in a new one."""
    gc.disable()  # nothing made during the start is garbage; the window's collector takes over afterwards
    from client.system.home import home_folder
    from client.system.instance import hand_over

    if hand_over(home_folder(), wish):
        return 0

    from client.app import run

    return run(wish=wish)


def _open_another(wish: Wish | None) -> int:
    """Open a new window in any case, for another person at this computer."""
    gc.disable()  # as in _open
    from client.app import run

    return run(wish=wish, another=True)


if __name__ == "__main__":
    sys.exit(main())
