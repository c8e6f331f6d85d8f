import logging

import pytest

from net import address_book
from net.address_book import BEACON, CODE, MOST_ANSWERED, MOST_TRIED, AddressBook
from net.addresses import MOST, Address

KEY = bytes(range(32))
HOME = Address("192.168.1.20", 4711)
AWAY = Address("2001:db8::7", 4712)
ELSEWHERE = Address("198.51.100.3", 4713)

FEW_PEERS = 40


def test_remembered_addresses_are_there_next_time(tmp_path):
    path = tmp_path / "addresses.json"
    book = AddressBook(path)
    book.said(KEY, [HOME])
    book.answered(KEY, AWAY)
    book.said(KEY, [])
    book.remember_port(b"t" * 16, 4711)
    book.remember_audience(b"t" * 16, "code", b"token")
    book.remember_host_said(b"t" * 16, b"a frame")
    again = AddressBook(path)
    assert again.knows(b"t" * 16)
    assert not again.knows(b"u" * 16)
    assert again.addresses(KEY) == (AWAY, HOME)
    assert again.port(b"t" * 16) == 4711
    assert again.addresses(bytes(32)) == ()
    assert again.port(bytes(16)) == 0
    assert again.audience(b"t" * 16) == ("code", b"token")
    assert again.audience(bytes(16)) == ("nobody", b"")
    assert again.host_said(b"t" * 16) == b"a frame"
    assert again.host_said(bytes(16)) == b""


def test_the_book_does_not_grow_forever(tmp_path, monkeypatch):
    monkeypatch.setattr(address_book, "MOST_PEERS", FEW_PEERS)  # the book is rewritten after each of them
    book = AddressBook(tmp_path / "addresses.json")
    for number in range(FEW_PEERS + 50):
        book.said(number.to_bytes(32, "big"), [HOME])
        book.answered(number.to_bytes(32, "big"), HOME)
        book.hint(number.to_bytes(32, "big"), CODE, [AWAY])
        book.remember_port(number.to_bytes(16, "big"), 4711)
    assert book.addresses((0).to_bytes(32, "big")) == ()
    assert book.addresses((FEW_PEERS + 49).to_bytes(32, "big")) == (HOME, AWAY)
    assert book.port((0).to_bytes(16, "big")) == 0
    for number in range(30):
        many = [Address("10.0.0.1", 1000 + 10 * number + more) for more in range(10)]
        book.answered(KEY, many[0])
        book.said(KEY, many)
        book.hint(KEY, number.to_bytes(32, "big"), many)
    assert len(book.addresses(KEY)) <= MOST_ANSWERED + MOST + 2 + MOST_TRIED
    assert book.addresses(KEY)[0].port == 1290


@pytest.mark.parametrize("source", [bytes(32), BEACON, CODE])
def test_no_false_address_pushes_out_a_true_one(tmp_path, source):
    book = AddressBook(tmp_path / "addresses.json")
    book.answered(KEY, HOME)
    book.said(KEY, [AWAY])
    book.hint(KEY, b"honest", [ELSEWHERE])
    for number in range(100):
        book.hint(KEY, source, [Address("203.0.113.9", 1 + (number * 8 + more)) for more in range(8)])
    known = book.addresses(KEY)
    assert known[:2] == (HOME, AWAY)
    assert ELSEWHERE in known
    assert len(known) <= 2 + MOST_TRIED
    assert AddressBook(tmp_path / "addresses.json").addresses(KEY) == (HOME, AWAY), "what others tell is not written down"


def test_an_address_that_answers_takes_the_first_place(tmp_path):
    book = AddressBook(tmp_path / "addresses.json")
    book.answered(KEY, HOME)
    assert book.hint(KEY, CODE, [AWAY])
    assert not book.hint(KEY, BEACON, [AWAY, HOME]), "that is no news"
    book.answered(KEY, AWAY)
    assert book.addresses(KEY) == (AWAY, HOME)


def test_a_book_of_an_earlier_version_is_read(tmp_path):
    path = tmp_path / "addresses.json"
    path.write_text(f'{{"peers": {{"{KEY.hex()}": [["192.168.1.20", 4711], ["2001:db8::7", 4712]]}}, "ports": {{}}}}')
    assert AddressBook(path).addresses(KEY) == (HOME, AWAY)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"peers": {"aa": [["x"]]}}', b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_book_is_an_empty_one(tmp_path, content, caplog):
    path = tmp_path / "addresses.json"
    path.write_bytes(content)
    with caplog.at_level(logging.WARNING):
        book = AddressBook(path)
    assert book.addresses(KEY) == ()
    assert "cannot be read" in caplog.text
    book.said(KEY, [HOME])
    assert AddressBook(path).addresses(KEY) == (HOME,)


def test_nonsense_in_the_book_is_left_out(tmp_path):
    path = tmp_path / "addresses.json"
    path.write_text(
        f'{{"peers": {{"{KEY.hex()}": [["no host!", 1], ["10.0.0.1", 0], ["10.0.0.1", 4711]]}}, "ports": {{"00": -5}}}}'
    )
    book = AddressBook(path)
    assert book.addresses(KEY) == (Address("10.0.0.1", 4711),)
    assert book.port(b"\0") == 0
    for audience in ('["everybody", ""]', '["code", "no hex"]'):
        path.write_text(f'{{"audiences": {{"00": {audience}}}}}')
        assert AddressBook(path).audience(b"\0") == ("nobody", b"")
    path.write_text('{"host_said": {"00": "no hex"}}')
    assert AddressBook(path).host_said(b"\0") == b""


def test_a_book_that_cannot_be_written_is_kept_in_memory(tmp_path, caplog):
    book = AddressBook(tmp_path / "no such folder" / "addresses.json")
    with caplog.at_level(logging.WARNING):
        book.said(KEY, [HOME])
    assert book.addresses(KEY) == (HOME,)
    assert "cannot be written" in caplog.text


def test_the_number_of_the_last_chat_is_remembered(tmp_path):
    path = tmp_path / "addresses.json"
    AddressBook(path).remember_chat(b"t" * 16, {KEY: 7})
    assert AddressBook(path).chat_heard(b"t" * 16) == {KEY: 7}
    assert AddressBook(path).chat_heard(bytes(16)) == {}
    path.write_text(f'{{"chat_heard": {{"{bytes(16).hex()}": {{"no hex": 1}}}}}}')
    assert AddressBook(path).chat_heard(bytes(16)) == {}
