"""Programs that play as bots, where Windows asks for something else than POSIX systems do."""

from __future__ import annotations

import os
import subprocess
import sys

from client.programs import NO_WINDOW, Program, ProgramBot


class Process:
    """A process that runs until it is killed."""

    pid = 4711
    stdin = stdout = None

    def __init__(self) -> None:
        self.killed = False

    def poll(self) -> int | None:
        return 1 if self.killed else None

    def kill(self) -> None:
        self.killed = True

    def wait(self) -> int:
        assert self.killed
        return 1


def test_ending_a_program_on_windows_opens_no_console(monkeypatch):
    """A program with a window has no console, so each tool that it starts would get one."""
    started = []
    bot = ProgramBot(Program(("bot.exe",)))
    process = bot.process = Process()
    with monkeypatch.context() as windows:
        windows.setattr(subprocess, "run", lambda words, **given: started.append((words, given)))
        windows.setattr(os, "name", "nt")
        windows.setattr(sys, "platform", "win32")
        bot.close()
    assert process.killed
    [(words, given)] = started
    assert words == ["taskkill", "/F", "/T", "/PID", "4711"]
    assert given["creationflags"] == NO_WINDOW
