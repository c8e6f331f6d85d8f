import socket

import pytest
from PySide6.QtGui import QGuiApplication

from net.addresses import Address
from net.identity import Identity
from net.invite import TOKEN_LENGTH, Invite
from tests.client.person import wait


def invite(port: int) -> str:
    return str(Invite(Identity.fresh().key, bytes(TOKEN_LENGTH), (Address("127.0.0.1", port),)))


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize(
    "typed", ["hello", "192.168.1.20", "192.168.1.20:99999", "alarife:abcdefgh", invite(4747)[:-3] + "zzz"]
)
def test_an_unusable_address_is_explained_before_anything_is_sent(person, typed):
    anna = person("Anna")
    anna.click("start-join")
    anna.type("join-code", typed)
    assert anna.text("join-problem"), "a sentence"
    assert "net.error" not in anna.text("join-problem"), "a sentence, not a key"
    assert not anna.find("join-go").isEnabled()
    assert anna.page == "join-page"


def test_an_invite_can_be_pasted(person):
    anna = person("Anna")
    anna.click("start-join")
    code = invite(4747)
    QGuiApplication.clipboard().setText(f"  {code}\n")
    anna.click("join-paste")
    assert anna.text("join-code") == code
    assert anna.text("join-problem") == ""
    assert anna.find("join-go").isEnabled()


def test_a_missing_table_is_reported_on_the_join_page(person):
    anna = person("Anna")
    anna.click("start-join")
    anna.type("join-code", f"127.0.0.1:{closed_port()}")
    wait(lambda: anna.page == "wait-page" or anna.text("join-problem"))
    wait(lambda: anna.page == "join-page" and anna.text("join-problem"), "to be told")


def test_waiting_can_be_cancelled(person):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        anna = person("Anna")
        anna.click("start-join")
        anna.type("join-code", f"127.0.0.1:{silent.getsockname()[1]}")
        anna.click("wait-cancel")
        wait(lambda: anna.page == "join-page")
        assert anna.see("notice-text") is None
