"""A lost or damaged key: the person learns what depends on it, and can back it up, restore it or make a new one."""

from __future__ import annotations

import errno
import os
import shutil

import pytest
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from client.messages import catalogue
from client.window.keytrouble import KeyTrouble
from net.api import Opened
from net.identity import Identity
from net.key_file import load, load_or_create, save
from tests.client.person import wait
from tests.client.test_closing import play


def test_an_offline_game_continues_under_another_key(person):
    anna = person("Anna")
    anna.settings.flat_view = True
    anna.click("start-offline")
    anna.click("offline-page-start")
    wait(lambda: anna.page == "table-window")
    play(anna, entries=3)
    file = anna.heard(Opened).file
    anna.click("leave")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
    save(Identity.fresh(), anna.home / "identity.pem")
    anna.bridge.renew()
    anna.events.clear()
    anna.window.starting.resume(file)
    wait(lambda: anna.page == "table-window")
    assert anna.heard(Opened).me == load(anna.home / "identity.pem").key.hex()
    play(anna, entries=2)


def test_the_settings_back_the_key_up_and_restore_it(person, tmp_path):
    anna = person("Anna")
    key = anna.bridge.node.identity.key
    anna.click("start-settings")
    page = anna.window.pages.settings_page
    words = anna.text("key-words")
    page.key.back_up(tmp_path / "backup.pem")
    assert "backup.pem" in anna.text("notice-text")
    assert load(tmp_path / "backup.pem").key == key
    save(Identity.fresh(), anna.home / "identity.pem")
    anna.bridge.renew()
    assert anna.bridge.node.identity.key != key
    page.key.restore(tmp_path / "backup.pem")
    assert anna.bridge.node.identity.key == key
    assert anna.text("key-words") == words
    assert len(list(anna.home.glob("identity.old-*.pem"))) == 1, "the key that was there is kept"


def test_an_invalid_backup_changes_nothing(person, tmp_path):
    anna = person("Anna")
    key = anna.bridge.node.identity.key
    anna.click("start-settings")
    (tmp_path / "letter.pem").write_text("Dear Ben")
    anna.window.pages.settings_page.key.restore(tmp_path / "letter.pem")
    assert "letter.pem" in anna.text("notice-text")
    assert load(anna.home / "identity.pem").key == key


def test_a_backup_that_does_not_fit_on_the_disk_leaves_the_key_in_its_file(person, tmp_path, monkeypatch):
    anna = person("Anna")
    key = anna.bridge.node.identity.key
    save(Identity.fresh(), tmp_path / "backup.pem")
    anna.click("start-settings")

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("net.key_file.write_whole", full)
    anna.window.pages.settings_page.key.restore(tmp_path / "backup.pem")
    assert "No space left" in anna.text("notice-text")
    assert load(anna.home / "identity.pem").key == key
    assert [file.name for file in anna.home.glob("identity*")] == ["identity.pem"]


@pytest.fixture
def parent(styled, qtbot):
    """The window behind the question."""
    widget = QWidget()
    qtbot.addWidget(widget)
    return widget


@pytest.fixture
def trouble(home, parent):
    """The question about a damaged key."""
    (home / "identity.pem").write_text("-----BEGIN PRIVATE KEY-----\nbroken\n-----END PRIVATE KEY-----\n")
    return KeyTrouble(catalogue(), home / "identity.pem", parent)


def test_a_damaged_key_is_put_aside_for_a_new_one(trouble, home):
    trouble.findChild(object, "key-trouble-new").click()
    assert trouble.result() == QDialog.DialogCode.Accepted
    assert "broken" in (home / "identity.old-1.pem").read_text()
    assert load_or_create(home / "identity.pem")


def test_a_damaged_key_is_restored_from_a_backup(trouble, home, tmp_path):
    kept = Identity.fresh()
    save(kept, tmp_path / "backup.pem")
    trouble.restore(home / "identity.pem")
    assert trouble.problem.text()
    assert trouble.result() == QDialog.DialogCode.Rejected
    trouble.restore(tmp_path / "backup.pem")
    assert trouble.result() == QDialog.DialogCode.Accepted
    assert load(home / "identity.pem").key == kept.key


def test_the_program_asks_before_it_gives_up(person, monkeypatch, home):
    anna = person("Anna")

    def renewed(dialog: KeyTrouble) -> int:
        dialog.findChild(QPushButton, "key-trouble-new").click()
        return dialog.result()

    monkeypatch.setattr(KeyTrouble, "exec", renewed)
    shutil.rmtree(anna.home)
    anna.home.mkdir()
    (anna.home / "identity.pem").write_text("broken")
    assert anna.window.mend_key()
    assert anna.bridge.node.identity
