import logging
import sys
import threading
from pathlib import Path

import pytest

from client.system.errors import LOG_FILE, catch, open_log, without_secrets
from net.addresses import Address
from net.identity import Identity
from net.invite import Invite
from net.key_file import load_or_create


def test_no_key_token_or_invite_gets_into_the_log(home):
    load_or_create(home / "key")
    pem = (home / "key").read_text()
    key = Identity.fresh().key
    invite = str(Invite(key, bytes(range(16)), (Address("192.168.1.20", 4747),)))
    secrets = [pem, key.hex(), key.hex().upper(), invite, invite.upper(), invite.removeprefix("alarife:")]
    stop = open_log(home)
    try:
        for secret in secrets:
            logging.getLogger("somewhere").error("joining with %s failed", secret)
    finally:
        stop()
    written = (home / LOG_FILE).read_text()
    assert written.count("failed") == len(secrets)
    for secret in secrets:
        for line in secret.strip().splitlines():
            assert line not in written
    body = pem.splitlines()[1]
    assert body not in written


def test_ordinary_words_and_paths_stay(home):
    text = 'File "/usr/lib/python3.11/site-packages/Package2/module.py", line 12, in do_the_thing_that_has_a_long_name_indeed'
    assert without_secrets(text) == text


def test_an_uncaught_error_is_logged_and_reported(home):
    told = []
    before = sys.excepthook, threading.excepthook, list(logging.getLogger().handlers)
    stop_log = open_log(home)
    stop = catch(told.append, home)
    try:
        try:
            raise ValueError("a villa on the moon")
        except ValueError:
            sys.excepthook(*sys.exc_info())
        thread = threading.Thread(target=lambda: 1 // 0)
        thread.start()
        thread.join()
    finally:
        stop()
        stop_log()
    assert (sys.excepthook, threading.excepthook, list(logging.getLogger().handlers)) == before
    assert [said.key for said in told] == ["client.error.unexpected"] * 2
    assert [said.value("what") for said in told] == ["ValueError", "ZeroDivisionError"]
    written = (home / LOG_FILE).read_text()
    assert "a villa on the moon" in written
    assert "ZeroDivisionError" in written


def test_ctrl_c_is_no_error(home, capsys, monkeypatch):
    told = []
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    stop = catch(told.append, home)
    try:
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    finally:
        stop()
    assert told == []
    assert "KeyboardInterrupt" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_loses_only_the_log(home):
    (home / "file").write_text("in the way")
    open_log(home / "file")()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_loses_only_lines_of_the_log(home, capsys):
    home.mkdir(parents=True, exist_ok=True)
    (home / LOG_FILE).symlink_to("/dev/full")
    stop = open_log(home)
    logging.getLogger("alarife.test").error("does not fit")
    stop()
    assert capsys.readouterr() == ("", "")
