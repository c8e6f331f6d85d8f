"""A computer that lacks something: every command says so in a sentence, and still does what it can."""

from __future__ import annotations

import errno
import json
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from client import cli
from net import interfaces
from rules.registry import games
from tests.cli.conftest import start

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
