"""Whether the same user runs the program at the other end of the window's pipe.

On Unix the socket is in the data folder, and only its owner may use it. A Windows pipe is in no folder: anybody can make one of
the same name first and receive an invite, or connect to the window. So each end asks the system for the process at the other
end, and compares the users.
"""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_log = logging.getLogger(__name__)


class System(Protocol):
    """The Windows calls; each raises :class:`OSError` when it fails."""

    def server(self, pipe: int) -> int:
        """The id of the process that made a pipe."""

    def client(self, pipe: int) -> int:
        """The id of the process that opened it."""

    def user(self, process: int) -> bytes:
        """The security identifier of the user who runs a process; 0 stands for this process."""


def made_by_me(line: Connection, system: System | None = None) -> bool:
    """Whether the same user runs the program that made the pipe opened here."""
    return _mine(line, "server", system)


def opened_by_me(line: Connection, system: System | None = None) -> bool:
    """Whether the same user runs the program that opened the pipe made here."""
    return _mine(line, "client", system)


def _mine(line: Connection, end: str, system: System | None) -> bool:
    if system is None:
        if sys.platform != "win32":
            return True
        system = Windows()
    try:
        other = system.server(line.fileno()) if end == "server" else system.client(line.fileno())
        mine, theirs = system.user(0), system.user(other)
    except OSError as error:
        _log.warning("cannot find out who is at the other end of the pipe: %s", error)
        return False
    if not mine or mine != theirs:
        _log.warning("another user is at the other end of the pipe: process %s", other)
        return False
    return True


_QUERY_LIMITED_INFORMATION = 0x1000
_TOKEN_QUERY = 0x0008
_TOKEN_USER = 1


class Windows:
    """The Windows calls, through ctypes, since the program has no library with them."""

    def __init__(self) -> None:
        import ctypes
        from ctypes import wintypes

        on_windows: Any = ctypes
        self._ctypes: Any = ctypes
        self._words: Any = wintypes
        self._kernel = on_windows.WinDLL("kernel32", use_last_error=True)
        self._rights = on_windows.WinDLL("advapi32", use_last_error=True)
        handle, number, place = wintypes.HANDLE, wintypes.DWORD, ctypes.POINTER
        signatures: list[tuple[Any, Any, list[Any]]] = [
            (self._kernel.GetNamedPipeServerProcessId, wintypes.BOOL, [handle, place(number)]),
            (self._kernel.GetNamedPipeClientProcessId, wintypes.BOOL, [handle, place(number)]),
            (self._kernel.GetCurrentProcess, handle, []),
            (self._kernel.OpenProcess, handle, [number, wintypes.BOOL, number]),
            (self._kernel.CloseHandle, wintypes.BOOL, [handle]),
            (self._rights.OpenProcessToken, wintypes.BOOL, [handle, number, place(handle)]),
            (self._rights.GetTokenInformation, wintypes.BOOL, [handle, ctypes.c_int, ctypes.c_void_p, number, place(number)]),
            (self._rights.GetLengthSid, number, [ctypes.c_void_p]),
        ]
        for call, result, arguments in signatures:
            call.restype, call.argtypes = result, arguments

    def server(self, pipe: int) -> int:
        """The process that made a pipe."""
        return self._process(self._kernel.GetNamedPipeServerProcessId, pipe)

    def client(self, pipe: int) -> int:
        """The process that has opened a pipe."""
        return self._process(self._kernel.GetNamedPipeClientProcessId, pipe)

    def _process(self, ask: Any, pipe: int) -> int:
        found = self._words.DWORD()
        self._check(ask(pipe, self._ctypes.byref(found)))
        return int(found.value)

    def user(self, process: int) -> bytes:
        """The user of a process, as bytes to compare; 0 means this process. Raises :class:`OSError`."""
        if not process:
            return self._user(self._kernel.GetCurrentProcess())
        opened = self._check(self._kernel.OpenProcess(_QUERY_LIMITED_INFORMATION, False, process))
        try:
            return self._user(opened)
        finally:
            self._kernel.CloseHandle(opened)

    def _user(self, process: Any) -> bytes:
        token = self._words.HANDLE()
        self._check(self._rights.OpenProcessToken(process, _TOKEN_QUERY, self._ctypes.byref(token)))
        try:
            size = self._words.DWORD()
            self._rights.GetTokenInformation(token, _TOKEN_USER, None, 0, self._ctypes.byref(size))
            room = self._ctypes.create_string_buffer(size.value)
            ask = self._rights.GetTokenInformation
            self._check(ask(token, _TOKEN_USER, room, size, self._ctypes.byref(size)))
            # TOKEN_USER begins with the address of the identifier, which follows it in the same buffer.
            identifier = self._ctypes.c_void_p.from_buffer(room).value
            return bytes(self._ctypes.string_at(identifier, self._rights.GetLengthSid(identifier)))
        finally:
            self._kernel.CloseHandle(token)

    def _check(self, result: Any) -> Any:
        if not result:
            raise self._ctypes.WinError(self._ctypes.get_last_error())
        return result
