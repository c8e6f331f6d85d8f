"""Answer codes, and how an invite that leads nowhere still leads to a table: over real sockets on this computer."""

import socket
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.addresses import Address
from net.api import AnswerReady, Closed, Notice, PublicChanged, Refused, Seat, Unreached
from net.invite import Invite, InviteError
from net.invite import read as read_invite
from net.udp import answer, stun
from tests.net.player import OPEN, Player, play_to
from tests.net.rim import until

TOKEN, HOST = b"t" * 16, bytes(range(32))
HERE = (Address("192.168.1.20", 4711), Address("8.8.4.4", 40001))

hosts = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).map(str)
places = st.lists(st.builds(Address, hosts, st.integers(1, 65535)), min_size=1, max_size=6)


def refused(text, token=TOKEN, host=HOST):
    with pytest.raises(InviteError) as caught:
        answer.read(text, token, host)
    return caught.value.reason.key


@given(places)
def test_a_written_code_is_read_back(places):
    assert answer.read(answer.write(places, TOKEN, HOST), TOKEN, HOST) == tuple(places)


def test_a_code_is_short_and_survives_how_people_copy_it():
    code = answer.write(HERE, TOKEN, HOST)
    assert len(code) <= 90
    for pasted in (
        code.upper(),
        f"> {code[:40]}\n> {code[40:]}",
        f"here: {code}",
        code.replace("alarife-answer:", "alarife-answer://"),
    ):
        assert answer.read(pasted.replace("o", "0").replace("alarife-answer", "alarife-answer"), TOKEN, HOST) == HERE


def test_nobody_but_the_host_of_the_invite_reads_it():
    code = answer.write(HERE, TOKEN, HOST)
    assert refused(code, b"u" * 16) == "answer.error.other-table"
    assert refused(code, TOKEN, bytes(32)) == "answer.error.other-table"


@given(st.data())
def test_one_wrong_letter_is_noticed(data):
    code = answer.write(HERE, TOKEN, HOST)
    place = data.draw(st.integers(len(answer.PREFIX), len(code) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
    wrong = code[:place] + letter + code[place + 1 :]
    if wrong != code:
        assert refused(wrong) in ("answer.error.damaged", "answer.error.other-table", "net.error.invite-newer")


@pytest.mark.parametrize(("text", "key"), [
    ("", "answer.error.none"),
    ("alarife:aaaa", "answer.error.none"),
    ("alarife-answer:", "answer.error.damaged"),
    ("alarife-answer:" + "a" * 5000, "answer.error.damaged"),
    ("alarife-answer:aaaaaaaa", "answer.error.damaged"),
])  # fmt: skip
def test_an_invalid_answer_code_gets_a_sentence(text, key):
    assert refused(text) == key


@given(st.text(max_size=200))
def test_any_other_text_is_refused_and_nothing_worse(text):
    for given_text in (text, answer.PREFIX + text):
        refused(given_text)


class Server(threading.Thread):
    """A STUN server on this computer that sees everybody at one address."""

    def __init__(self, seen):
        super().__init__()
        self.seen, self.asked = seen, []
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.name = f"127.0.0.1:{self.socket.getsockname()[1]}"

    def run(self):
        while True:
            data, whence = self.socket.recvfrom(2000)
            if not data:
                return
            self.asked.append(data)
            self.socket.sendto(stun.answer(stun.decode(data).transaction, self.seen, b""), whence)

    def end(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as bell:
            bell.sendto(b"", self.socket.getsockname())
        self.join()
        self.socket.close()


@pytest.fixture
def server():
    made = []

    def make(seen):
        made.append(Server(seen))
        made[-1].start()
        return made[-1]

    yield make
    for one in made:
        one.end()


@pytest.fixture
def anna_and_bert(tmp_path):
    players = [Player(tmp_path / name, name) for name in ("Anna", "Bert")]
    yield players
    for player in players:
        player.node.close()


def nowhere(invite):
    """The same invite, with an address at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    code = read_invite(invite)
    return str(Invite(code.key, code.token, (Address("127.0.0.1", port),)))


def test_two_codes_lead_to_the_table_and_a_game_is_played_over_udp(anna_and_bert):
    anna, bert = anna_and_bert
    invite = anna.host(Seat("person", "Anna"), OPEN)
    bert.node.join(nowhere(invite), "Bert", answers=True)
    until(lambda: bert.all(Unreached), "the sentence that nobody answers")
    assert not bert.all(Closed)
    bert.node.make_answer()
    code = until(lambda: bert.all(AnswerReady), "the answer code")[0]
    assert not code.public
    anna.node.take_answer(code.code)
    bert.wait_lobby(lambda lobby: not lobby.host)
    anna.wait_lobby(lambda lobby: len(lobby.peers) == 2)
    table = anna.node.table
    key = bert.node.identity.key
    assert table.mesh.place(key) is not None, "the link is not over UDP"
    assert "answer.notice.trying" in [notice.text.key for notice in anna.all(Notice)]
    bert.take_seat(1)
    anna.start()
    play_to(30, anna, bert)
    anna.in_step()
    bert.in_step()
    assert table.mesh.place(key) is not None, "the game is not played over UDP"


def test_without_the_wish_for_answers_a_failed_call_is_the_end(anna_and_bert):
    anna, bert = anna_and_bert
    anna.host(OPEN, OPEN)
    invite = anna.wait_lobby(lambda lobby: lobby.invite).invite
    bert.node.join(nowhere(invite), "Bert")
    assert until(lambda: bert.all(Closed), "the end")[0].reason.key == "net.error.refused"


def test_a_code_for_another_table_is_refused_in_a_sentence(anna_and_bert):
    anna, _ = anna_and_bert
    anna.host(OPEN, OPEN)
    anna.wait_lobby(lambda lobby: lobby.invite)
    anna.node.take_answer(answer.write(HERE, TOKEN, HOST))
    assert until(lambda: anna.all(Refused), "a refusal")[0].reason.key == "answer.error.other-table"


def test_the_invite_says_what_the_server_has_seen(anna_and_bert, server):
    anna, _ = anna_and_bert
    servers = [server(Address("8.8.4.4", 40001)), server(Address("8.8.4.4", 40001))]
    anna.host(OPEN, OPEN)
    anna.wait_lobby(lambda lobby: lobby.invite)
    assert servers[0].asked == []
    anna.node.learn_public([one.name for one in servers])
    told = until(lambda: anna.all(PublicChanged), "what the servers say")[0]
    assert (told.text.key, told.address) == ("answer.public.known", "8.8.4.4:40001")
    lobby = anna.wait_lobby(lambda lobby: read_invite(lobby.invite).punched)
    assert read_invite(lobby.invite).punched == (Address("8.8.4.4", 40001),)
    assert len(servers[0].asked[0]) == 20, "the question says nothing but that it is one"


@pytest.mark.parametrize(("seen", "key"), [
    ([Address("8.8.4.4", 40001), Address("8.8.4.4", 40002)], "answer.public.changing"),
    ([], "answer.public.no-server"),
])  # fmt: skip
def test_disagreeing_or_silent_servers_are_reported(anna_and_bert, server, seen, key):
    anna, _ = anna_and_bert
    anna.host(OPEN, OPEN)
    anna.wait_lobby(lambda lobby: lobby.invite)
    anna.node.learn_public([server(place).name for place in seen] or ["127.0.0.1:1"])
    assert until(lambda: anna.all(PublicChanged), "an answer")[0].text.key == key
