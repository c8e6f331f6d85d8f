"""Makes the manual page, alarife(6), from the parser of the command line, so that it says the same as ``--help``."""

from __future__ import annotations

import argparse
import sys
import time

from project import AUTHORS, ROOT, SUMMARY, VERSION, moment

sys.path.insert(0, str(ROOT))
from client.commands.parser import parser

BEGINNING = """\
.SH NAME
alarife \\- {summary}
.SH SYNOPSIS
.B alarife
.br
.B alarife
.IR FILE .alarife
.br
.B alarife
.BI alarife: INVITE
.br
.B alarife
.I COMMAND
.RI [ option " ...]"
.SH DESCRIPTION
Alarife is a table for castle\\-building board games. It is played between the computers of the players, without a server and
without an account: every program referees every move, and the log of a game is signed and chained.
.PP
Without a command the window opens. A game file is shown in it move by move; an invite is shown, and followed when you say so.
If Alarife already runs, its window takes over.
.SH COMMANDS
"""

END = """\
.SH EXIT STATUS
0 on success; 1 when something could not be done, with a sentence on standard error; 2 for a command line that is not
understood.
.SH ENVIRONMENT
.TP
.B ALARIFE_HOME
The folder in which everything is kept; without it
.IR ~/.local/share/alarife .
.SH FILES
.TP
.I ~/.local/share/alarife/identity.pem
The key of this installation. Keep it to yourself.
.TP
.I ~/.local/share/alarife/games/
Every game, saved after every move.
.TP
.I ~/.local/share/alarife/settings.json
What was set in the window.
.TP
.I ~/.local/share/alarife/alarife.log
What went wrong, if anything did.
.SH EXAMPLES
.EX
alarife play big\\-boss \\-\\-players 4 \\-\\-bots greedy
alarife peer \\-\\-host \\-\\-game big\\-boss \\-\\-players 3 \\-\\-bot greedy \\-\\-save game.alarife
alarife verify game.alarife
.EE
.SH AUTHOR
{authors}. Alarife is free software under the GNU General Public License, version 3 or later; the licences of what it stands on
are in
.IR /usr/share/doc/alarife/ .
"""


def plain(text: str) -> str:
    """A text as roff. Backslashes, dashes and quotes are escaped, and no line is a command by accident."""
    safe = (
        text.replace("\\", "\\e").replace("-", "\\-").replace("“", '"').replace("”", '"').replace("’", "'").replace("…", "...")
    )
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in safe.splitlines())


def option(action: argparse.Action) -> str:
    """An option or argument and what it does."""
    value = action.metavar or action.dest.upper()
    shown = f"\\fI{plain(str(value))}\\fR"
    if action.option_strings:
        names = ", ".join(f"\\fB{plain(name)}\\fR" for name in action.option_strings)
        shown = names if action.nargs == 0 else f"{names} {shown}"
    return f".TP\n{shown}\n{plain(action.help or '')}\n"


def page() -> str:
    """The manual page."""
    top = parser(packaged=True)
    chosen = next(action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    date = time.strftime("%Y-%m-%d", time.gmtime(moment()))
    parts = [f'.TH ALARIFE 6 "{date}" "alarife {plain(VERSION)}" Games\n', BEGINNING.format(summary=plain(SUMMARY))]
    for name, command in chosen.choices.items():
        parts.append(f".SS {plain(name)}\n{plain(command.description or '')}.\n")
        parts += [option(action) for action in command._actions if "--help" not in action.option_strings]
    parts.append(END.format(authors=plain(AUTHORS)))
    return "".join(parts)
