from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit

from client.pages.bricks import Panel
from client.window.book import Book
from net import admission
from net.api import Lobby, LobbyChanged, Opened, Refused, Said
from net.greeting import rules_here
from rules.message import message
from rules.registry import games
from tests.client.clicking import double_click, second_click
from tests.client.person import Person, wait


@pytest.fixture
def table(person):
    """Anna hosts, Ben has joined by the invite she copied."""
    anna, ben = person("Anna"), person("Ben")
    anna.click("start-host")
    anna.click("seats-3")
    anna.click("host-announce")
    anna.click("host-page-start")
    anna.find("invite-code")
    anna.click("invite-copy")
    ben.click("start-join")
    ben.click("join-paste")
    ben.click("join-go")
    wait(lambda: ben.page == "lobby-page")
    return anna, ben


def lobby(who: Person):
    return who.heard(LobbyChanged).lobby


def test_the_guest_sees_the_table_and_compares_the_words(table):
    anna, ben = table
    assert QGuiApplication.clipboard().text() == anna.text("invite-code")
    assert anna.text("invite-words") == ben.text("invite-words")
    anna.click("invite-copy")
    wait(lambda: not anna.find("invite-words").visibleRegion().isEmpty())
    assert ben.see("invite-code") is None
    assert "Anna" in ben.text("lobby-page-title")


def test_everybody_sees_whose_program_is_older_and_the_version_that_is_played(person, monkeypatch):
    known = rules_here()
    for rules in games().values():
        monkeypatch.setattr(rules, "version", rules.version + 1)
    anna, ben = person("Anna"), person("Ben")
    anna.click("start-host")
    anna.click("host-announce")
    anna.click("host-page-start")
    anna.find("invite-code")
    anna.click("invite-copy")
    assert anna.see("lobby-older") is None
    monkeypatch.setattr(admission, "rules_here", lambda: known)
    ben.click("start-join")
    ben.click("join-paste")
    ben.click("join-go")
    for who in (anna, ben):
        wait(lambda who=who: who.see("lobby-older") is not None)
        assert f"version {lobby(who).version} of the rules" in who.text("lobby-older")
        assert who.text("lobby-older").endswith("update Alarife: Ben.")
        assert lobby(who).version == games()[lobby(who).game].version - 1


def test_from_the_lobby_to_the_running_game(table):
    anna, ben = table
    anna.choose("seat-2-kind", "Bot · Page")
    wait(lambda: ben.text("seat-2-kind-text") == "Bot · Page")
    assert not anna.find("lobby-start").isEnabled()
    assert anna.text("lobby-blocked")
    assert not ben.find("lobby-ready").isEnabled()
    ben.click("seat-1-action")
    wait(lambda: anna.text("seat-1-name") == "Ben")
    ben.click("lobby-ready")
    wait(lambda: anna.find("lobby-start").isEnabled())
    anna.click("lobby-start")
    for who in (anna, ben):
        opened = who.heard(Opened)
        assert [seat.name for seat in opened.seats][:2] == ["Anna", "Ben"]
        assert [seat.here for seat in opened.seats] == [who is anna, who is ben, who is anna]
        wait(lambda who=who: who.page == "table-window")


def test_a_changed_house_rule_is_seen_and_needs_agreement_again(table):
    anna, ben = table
    anna.choose("seat-2-kind", "Bot · Page")
    wait(lambda: ben.text("seat-2-kind-text") == "Bot · Page")
    ben.click("seat-1-action")
    wait(lambda: ben.find("lobby-ready").isEnabled())
    ben.click("lobby-ready")
    wait(lambda: anna.find("lobby-start").isEnabled())
    anna.click("option-hidden_money")
    wait(lambda: ben.find("option-hidden_money").isChecked())
    assert not ben.find("option-hidden_money").isEnabled()
    wait(lambda: not anna.find("lobby-start").isEnabled())


def test_the_lobby_shows_chat(table):
    anna, ben = table
    anna.type("chat-line", "Hello Ben")
    log = ben.find("chat-log")
    assert isinstance(log, QPlainTextEdit)
    wait(lambda: "Anna: Hello Ben" in log.toPlainText())


def test_a_message_that_a_lost_link_holds_up_stands_in_the_field_again(table, monkeypatch):
    _, ben = table
    lost = Refused(message("net.refused.not-linked"))
    monkeypatch.setattr(ben.bridge.node, "say", lambda text: ben.bridge.event.emit(lost))
    ben.type("chat-line", "Hello Anna")
    wait(lambda: ben.text("chat-line") == "Hello Anna")
    assert ben.text("notice-text")


def test_the_lobby_keeps_as_many_messages_as_it_shows(table):
    """A guest who writes all the time must not hold up the game, whose table shows them all again."""
    anna, _ = table
    chat = anna.window.pages.lobby_page.chat
    for number in range(2 * chat.log.maximumBlockCount()):
        chat.add("Ben", str(number))
    assert len(chat.lines) == chat.log.maximumBlockCount()
    assert chat.lines[-1].text == str(number)


def test_the_host_frees_a_seat_and_the_guest_takes_two(table):
    anna, ben = table
    ben.click("seat-1-action")
    wait(lambda: anna.text("seat-1-name") == "Ben")
    ben.type("seat-2-name", "Zoe")
    ben.click("seat-2-action")
    wait(lambda: anna.text("seat-2-name") == "Zoe")
    anna.click("seat-1-action")
    wait(lambda: [seat.kind for seat in lobby(ben).seats] == ["person", "open", "person"])
    ben.click("seat-2-action")
    wait(lambda: [seat.kind for seat in lobby(anna).seats] == ["person", "open", "open"])


def test_a_guest_who_clicks_twice_sits_and_is_ready(table):
    """The second click gave the seat back, or took the word back, as soon as the host had answered the first one."""
    anna, ben = table
    ben.click("seat-1-action")
    wait(lambda: ben.text("seat-1-action") == "Stand up")
    second_click(ben.find("seat-1-action"))
    anna.choose("seat-2-kind", "Bot · Page")
    wait(lambda: ben.text("seat-2-kind-text") == "Bot · Page")
    assert lobby(ben).seats[1].here
    double_click(ben.find("lobby-ready"))
    wait(lambda: anna.find("lobby-start").isEnabled())


def test_the_guest_leaves_and_the_host_stays(table):
    anna, ben = table
    ben.click("lobby-page-back")
    wait(lambda: ben.page == "start-page")
    wait(lambda: len(lobby(anna).peers) == 1)
    assert anna.page == "lobby-page"


def test_the_host_closes_the_table_after_a_question_and_the_guest_is_told(table):
    anna, ben = table
    anna.click("lobby-page-back")
    anna.click("leave-stay")
    assert anna.page == "lobby-page"
    anna.click("lobby-page-back")
    anna.click("leave-leave")
    wait(lambda: anna.page == "start-page")
    wait(lambda: ben.page == "start-page")
    assert ben.text("notice-text")


def test_a_table_can_be_opened_after_another(table):
    _, ben = table
    ben.click("lobby-page-back")
    wait(lambda: ben.page == "start-page")
    ben.click("start-offline")
    ben.click("offline-page-start")
    wait(lambda: ben.page == "table-window")


def test_rows_of_people_stay_while_others_do_something(table):
    anna, ben = table
    page = anna.window.pages.lobby_page
    rows = dict(page._peer_rows)
    assert len(rows) == 2
    assert anna.find("send-away-Ben").isVisible()
    assert anna.see("send-away-Anna") is None
    ben.click("seat-1-action")
    wait(lambda: anna.text("seat-1-name") == "Ben")
    ben.click("lobby-ready")
    row = rows[ben.bridge.node.identity.key.hex()]
    wait(lambda: "ready" in [label.text() for label in row.findChildren(QLabel) if label.property("role") == "good"])
    assert page._peer_rows == rows
    ben.click("lobby-page-back")
    wait(lambda: anna.see("send-away-Ben") is None)
    assert list(page._peer_rows) == [anna.bridge.node.identity.key.hex()]


def row_of_table(person, words):
    """The name of the row with the table of these words: tables of other tests that run meanwhile are found, too."""
    labels = [label for label in person.window.findChildren(QLabel) if label.text() == words and label.isVisible()]
    return labels[0].objectName().removesuffix("-words") if labels else None


def test_the_table_is_found_on_the_network_among_others(person):
    anna, ben, cora = person("Anna"), person("Ben"), person("Cora")
    for host in (cora, anna):
        host.click("start-host")
        host.click("host-page-start")
        wait(lambda host=host: host.page == "lobby-page")
    words = anna.text("invite-words")
    ben.click("start-join")
    row = wait(lambda: row_of_table(ben, words), "for the row of Anna's table")
    assert "Anna" in ben.text(f"{row}-title")
    ben.click(f"{row}-join")
    wait(lambda: ben.page == "lobby-page")
    assert ben.text("invite-words") == words


def test_a_lobby_is_made_in_slices_and_hears_what_happens_meanwhile(person, monkeypatch):
    anna = person("Anna")
    pages: list[str] = []
    made = Book.open_lobby

    def noted(book: Book, lobby: Lobby) -> Iterator[None]:
        anna.bridge.event.emit(Said("Ben", "hello", False))
        for _ in made(book, lobby):
            pages.append(anna.page)
            yield

    monkeypatch.setattr(Book, "open_lobby", noted)
    anna.click("start-host")
    anna.click("host-announce")
    anna.click("host-page-start")
    wait(lambda: anna.page == "lobby-page")
    assert len(pages) > len(anna.window.pages.lobby_page.seats.rows) > 1
    assert set(pages) == {"wait-page"}
    chat = anna.window.pages.lobby_page.chat
    wait(lambda: [line.text for line in chat.lines if line.name == "Ben"] == ["hello"], "for the lobby to hear of it")


def test_a_lobby_is_laid_out_part_by_part_beside_the_page_that_one_sees(person, monkeypatch):
    anna = person("Anna")
    seen: list[int] = []
    reached: list[bool] = []
    covered: list[bool] = []
    made = Book.open_lobby

    def watched(book: Book, lobby: Lobby) -> Iterator[None]:
        for _ in made(book, lobby):
            page = book.lobby_page
            seen.append(sum(panel.isVisible() for panel in page.findChildren(Panel)))
            QTest.keyClick(anna.window, Qt.Key.Key_Tab)
            focus = anna.window.focusWidget()
            reached.append(focus is not None and page.isAncestorOf(focus))
            covered.append(page.isVisible() and page.geometry().intersects(book.rect()))
            yield

    monkeypatch.setattr(Book, "open_lobby", watched)
    pages = anna.window.pages
    before: dict[Panel, QRect] = {}

    def note() -> None:
        before.update((panel, panel.geometry()) for panel in pages.currentWidget().findChildren(Panel))

    pages.currentChanged.connect(note)
    anna.click("start-host")
    anna.click("host-announce")
    anna.click("host-page-start")
    wait(lambda: anna.page == "lobby-page")
    assert not any(reached), "no key reaches it on its way"
    assert not any(covered)
    page = pages.lobby_page
    panels = len(page.findChildren(Panel))
    assert panels > 2
    assert sorted(set(seen)) == list(range(panels + 1)), "one after the other"
    assert page.geometry() == pages.rect()
    page.layout().invalidate()
    page.layout().activate()
    for panel in page.findChildren(Panel):
        assert panel.geometry() == before[panel], "it comes up as it stays"
