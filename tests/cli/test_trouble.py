"""A computer that lacks something: every command says so in a sentence, and still does what it can."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from client import cli
from net import interfaces
from rules.registry import games
from tests.cli.conftest import Run, start

SECONDS = 120


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits as on Linux")
@pytest.mark.parametrize("kilobytes", [40_000, 60_000])
def test_too_little_memory_is_said_in_a_sentence(kilobytes: int) -> None:
    command = f"ulimit -v {kilobytes}; exec {sys.executable} -m client.cli peer --host --game torres --loopback"
    ended = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=SECONDS)
    assert ended.returncode == 1
    assert "memory" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert ended.stdout == ""


def test_too_little_memory_for_the_sentence_itself_still_gives_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nothing_fits(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.ENOMEM, "Cannot allocate memory")

    monkeypatch.setattr("net.corrections.correct", nothing_fits)
    monkeypatch.setattr(cli, "print_trouble", nothing_fits)
    assert cli.main(["peer", "--host", "--game", next(iter(games()))]) == 1
    assert capsys.readouterr() == ("", "alarife: too little memory\n")


def test_a_game_in_the_terminal_is_played_even_if_it_cannot_be_saved(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    name = next(iter(games()))
    program = start("play", name, "--bots", "random", ALARIFE_HOME=str(tmp_path / "file"))
    out, err = program.communicate(timeout=SECONDS)
    assert (program.returncode, err) == (0, "")
    assert "cannot be saved" in out
    assert ".png" not in out


def test_the_invite_of_a_host_comes_first_even_without_a_network(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from client.commands.headless import HeadlessPeer
    from client.commands.output import print_record
    from client.commands.peer import Teller
    from net.api import Notice

    monkeypatch.setattr(interfaces, "own_hosts", lambda loopback=False: [])
    seen = []

    class Watch(Teller):
        def __call__(self, event: object) -> None:
            seen.append(event)
            super().__call__(event)  # type: ignore[arg-type]

    with HeadlessPeer("random", "Host", loopback=True, watch=Watch(links=False)) as peer:
        lobby = peer.host("torres", 2, {})
        assert seen == []
        print_record({"invite": lobby.invite})
        peer.node.say("there is more")
        while not any(isinstance(event, Notice) for event in seen):
            peer.next_event(SECONDS)
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert "invite" in json.loads(first)
    assert "notice" in json.loads(second)


ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")


def shelled(line: str) -> subprocess.CompletedProcess[str]:
    """``$alarife`` in a line of the shell; its output waits in a buffer, as that of every program does for people."""
    command = f'unset PYTHONUNBUFFERED; alarife="{sys.executable} -m client.cli"; {line}'
    return subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=SECONDS)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", ["games", "--help", "games --help", "netcheck --loopback --text"])
def test_output_that_does_not_fit_on_the_disk_gets_a_sentence(words: str) -> None:
    ended = shelled(f"$alarife {words} >/dev/full")
    assert (ended.returncode, ended.stderr) == (1, "alarife: The output could not be written: No space left on device.\n")


@ON_POSIX
def test_a_command_whose_reader_goes_says_so_by_its_status() -> None:
    ended = shelled("{ $alarife selfplay --game alcazar --bots random --games 100; echo status $? >&2; } | head -n 1")
    assert len(ended.stdout.splitlines()) == 1
    assert ended.stderr == "status 141\n"


@ON_POSIX
@pytest.mark.parametrize(("words", "stream"), [("games --help", "stdout"), ("verify missing", "stderr")])
def test_a_command_that_nobody_reads_at_all_says_so_by_its_status(words: str, stream: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    others = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: writes}
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-m", "client.cli", *words.split()]
    ended = subprocess.run(command, stdout=others["stdout"], stderr=others["stderr"], env=kept, timeout=SECONDS)
    os.close(writes)
    assert ended.returncode == 141
    assert not ended.stderr


class OfWindows(OSError):
    """An error with what Windows adds to it."""

    winerror: int | None = None


@pytest.mark.parametrize(
    ("error", "number", "unread"),
    [
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), None, True),
        (OfWindows(errno.EINVAL, "Invalid argument"), None, True),
        (OfWindows(errno.EINVAL, "Invalid argument", "a|b"), None, False),
        (OfWindows(errno.EINVAL, "An invalid argument was supplied"), 10022, False),
        (OfWindows(errno.ENOSPC, "No space left on device"), None, False),
        (ValueError("something else"), None, False),
    ],
    ids=["a broken pipe", "the same", "a strange name", "a socket", "a full disk", "no such error"],
)
def test_windows_has_another_error_for_output_that_nobody_reads(
    error: Exception, number: int | None, unread: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    if isinstance(error, OfWindows):
        error.winerror = number
    assert cli.is_unread(error) is unread


@ON_POSIX
def test_closed_streams_stop_no_command() -> None:
    assert shelled("$alarife games >&-").returncode == 0
    wrong = shelled("$alarife nonsense 2>&-")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    tied = shelled("$alarife peer --host --game alcazar --loopback --tied <&-")
    assert tied.returncode == 130
    assert tied.stderr == ""


@ON_POSIX
def test_a_character_that_the_terminal_lacks_is_written_as_in_a_json_string() -> None:
    ended = shelled("PYTHONIOENCODING=ascii LANGUAGE=de $alarife --help")
    assert ended.returncode == 0
    assert "\\xfcr" in ended.stdout


@ON_POSIX
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_record_is_json_in_every_encoding(encoding: str) -> None:
    ended = shelled(f"PYTHONIOENCODING={encoding} $alarife verify 'für 🏰.alarife' 2>/dev/null")
    assert json.loads(ended.stdout)["file"] == "für 🏰.alarife"


@ON_POSIX
def test_an_answer_code_in_another_encoding_does_not_keep_the_next_from_being_read() -> None:
    command = [sys.executable, "-m", "client.cli", "peer", "--host", "--game", "alcazar", "--loopback", "--answers"]
    given = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}  # as in most languages
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=given) as host:
        assert host.stdin is not None
        assert host.stdout is not None
        host.stdin.write(b"\xe4\n\xff\n")
        host.stdin.flush()
        first, *others = [json.loads(host.stdout.readline()) for _ in range(3)]
        host.terminate()
        _, error = host.communicate(timeout=SECONDS)
    assert "invite" in first
    assert [list(other) for other in others] == [["notice"]] * 2
    assert error == b""


@pytest.mark.parametrize("port", [-1, 65536])
def test_a_port_that_does_not_exist_gets_a_sentence(port: int, alarife: Run) -> None:
    said = alarife("peer", "--host", "--game", "torres", "--loopback", "--port", port)
    assert said == (1, "", f"alarife: “{port}” is not a port. Ports are numbered from 0 to 65535; 0 means any free one.\n")


def test_no_warning_with_the_key_of_a_message_goes_to_standard_error() -> None:
    warns = "import logging; from client import cli; cli.main(['games']); logging.getLogger('net').warning('session.file')"
    ended = subprocess.run([sys.executable, "-c", warns], capture_output=True, text=True, timeout=SECONDS)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("words", [["peer", "--host", "--loopback", "--game", "torres"], ["play", "torres"]])
def test_a_full_disk_without_room_for_a_temporary_folder_gets_a_sentence(
    words: list[str], alarife: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> NoReturn:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp', '/var/tmp']")

    monkeypatch.setattr("client.commands.peer.stop_on_signals", lambda: None)
    monkeypatch.setattr("tempfile.TemporaryDirectory", full)
    monkeypatch.setenv("TMPDIR", "/place")
    said = alarife(*words)
    assert said.status == 1
    assert said.err == "alarife: /place could not be written (No usable temporary directory found in ['/tmp', '/var/tmp']).\n"


TOO_LONG = "x" * 300
"""A name that no disk takes."""


@pytest.mark.skipif(sys.platform == "win32", reason="reasons as POSIX systems give them")
@pytest.mark.parametrize(
    "words",
    [
        ["peer", "--host", "--loopback", "--save", TOO_LONG],
        ["peer", "--host", "--loopback", "--home", TOO_LONG],
        ["selfplay", "--save", TOO_LONG],
    ],
    ids=["peer --save", "peer --home", "selfplay --save"],
)
def test_a_name_that_is_too_long_gets_a_sentence(words: list[str], alarife: Run) -> None:
    said = alarife(*words, "--game", "alcazar")
    assert (said.status, said.out) == (1, "")
    assert said.err.startswith("alarife: ")
    assert said.err.endswith(" (File name too long).\n")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows takes any name for that of a person")
@pytest.mark.parametrize("words", [["games"], []], ids=["a command", "the window"])
def test_a_data_folder_of_nobody_gets_a_sentence(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ALARIFE_HOME", "~nobody-of-this-name/alarife")
    assert cli.main(words) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "~nobody-of-this-name/alarife cannot be used" in err


def test_every_command_works_without_a_look_into_the_data_folder(alarife: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALARIFE_HOME", str(Path(TOO_LONG).absolute()))
    said = alarife("games")
    assert (said.status, said.err) == (0, "")
