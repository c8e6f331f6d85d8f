"""Two codes instead of an open port, as two people see it: an invite that leads nowhere, an answer code, the lobby."""

import os
import socket
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from net.addresses import Address
from net.invite import Invite, read
from tests.client.person import wait

SHOTS = os.environ.get("ALARIFE_SHOTS", "")


def shot(person, name):
    if SHOTS:
        person.window.resize(1280, 720)
        wait(lambda: person.window.width() == 1280)
        person.window.grab().save(str(Path(SHOTS) / f"{name}.png"))


def nowhere(invite):
    """The same invite, with an address at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    code = read(invite)
    return str(Invite(code.key, code.token, (Address("127.0.0.1", port),)))


@pytest.fixture
def table(person):
    anna, bert = person("Anna"), person("Bert")
    anna.click("start-host")
    anna.click("host-announce")
    anna.click("host-page-start")
    invite = anna.text("invite-code")
    bert.click("start-join")
    bert.type("join-code", nowhere(invite))
    return anna, bert


def test_an_answer_code_leads_into_the_lobby(table):
    anna, bert = table
    wait(lambda: bert.page == "answer-page", "the offer")
    assert bert.text("answer-reason")
    assert not bert.find("answer-consent").isChecked()
    shot(bert, "answer-1-offer")
    bert.click("answer-make")
    code = bert.text("answer-code")
    assert code.startswith("alarife-answer:")
    assert bert.see("answer-near") is not None
    bert.click("answer-copy")
    assert QGuiApplication.clipboard().text() == code
    shot(bert, "answer-2-code")
    anna.click("invite-stuck")
    anna.click("through-paste")
    assert anna.text("through-code") == code
    shot(anna, "answer-3-lobby")
    if SHOTS:
        anna.find("through").grab().save(str(Path(SHOTS) / "answer-4-dialog.png"))
    anna.click("through-open")
    wait(lambda: bert.page == "lobby-page", "the lobby")
    assert "Opening a way" in anna.text("through-said")
    wait(lambda: any(peer.text() == "Bert" for peer in anna.window.findChildren(type(anna.find("lobby-page-title")))), "Bert")


def test_cancelling_the_wait_leads_back_to_the_join_page(table):
    _, bert = table
    wait(lambda: bert.page == "answer-page", "the offer")
    bert.click("answer-page-back")
    wait(lambda: bert.page == "join-page", "the way back")


def test_an_invalid_answer_code_is_explained_beside_the_field(table):
    anna, _ = table
    anna.click("invite-stuck")
    assert not anna.find("through-open").isEnabled()
    anna.find("through-code").setText(anna.text("invite-code"))
    anna.click("through-open")
    wait(lambda: "not an answer code" in anna.text("through-said"), "a sentence")


def test_the_dialog_goes_with_the_lobby(table):
    """It stayed over the game, and over the start page after it."""
    anna, _ = table
    anna.click("invite-stuck")
    anna.find("through")
    anna.choose("seat-1-kind", "Bot · Page")
    anna.click("lobby-start")
    wait(lambda: anna.page == "table-window", "the game")
    assert anna.see("through") is None


def test_consent_is_given_once_and_kept(table):
    anna, _ = table
    anna.click("invite-stuck")
    assert not anna.find("through-ask").isEnabled(), "nobody is asked before the person agrees"
    anna.click("through-consent")
    assert anna.find("through-ask").isEnabled()
    wait(lambda: '"stun": true' in (anna.home / "settings.json").read_text("utf-8"), "the answer in the file")


def test_enter_in_the_field_opens_the_way_and_asks_no_server(table):
    anna, _ = table
    anna.click("invite-stuck")
    anna.click("through-consent")
    dialog = anna.window.pages.lobby_page._through
    done = []
    dialog.asked.disconnect()
    dialog.asked.connect(lambda servers: done.append("asked"))
    dialog.answered.connect(done.append)
    anna.type("through-code", "alarife-answer:abc")
    assert done == ["alarife-answer:abc"]


def test_the_connection_check_reports_in_sentences(table):
    anna, _ = table
    anna.click("invite-stuck")
    anna.click("through-check")
    wait(lambda: "Forward a port in the router" in anna.text("through-found"), "what to do")
    assert "This computer’s addresses: 127.0.0.1." in anna.text("through-found")
    assert "No server was asked" in anna.text("through-found")
    assert anna.find("through-check").isEnabled()
    if SHOTS:
        anna.find("through").grab().save(str(Path(SHOTS) / "answer-5-check.png"))


def test_the_consent_names_the_servers_that_would_be_asked_now(table):
    """The page is made once; the person may have named other servers since."""
    _, bert = table
    wait(lambda: bert.page == "answer-page", "the offer")
    assert "stun.sipgate.net" in bert.text("answer-consent-help")
    bert.click("answer-page-back")
    wait(lambda: bert.page == "join-page")
    bert.settings.stun_servers = ["stun.example.org:3478"]
    bert.click("join-go")
    wait(lambda: bert.page == "answer-page", "the offer")
    assert "stun.example.org" in bert.text("answer-consent-help")
    assert "stun.sipgate.net" not in bert.text("answer-consent-help")
    assert "stun.example.org" in bert.find("answer-consent").accessibleDescription()
