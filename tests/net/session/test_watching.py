"""A watcher sees what everybody may see, from the first entry on, and nothing else. Nobody listens to a watcher."""

import json

import pytest

from net.api import Advanced, AudienceChanged, ClocksChanged, Closed, Notice, Opened, OutOfStep, Refused, Said
from net.deal import FAIR
from net.gamefile import WATCHER, GameFile, load
from net.session.audience.gallery import ABSENCE, MOST_NAMED, REQUESTS
from net.session.audience.watching import PATIENCE, Watching
from net.session.core import Session
from net.session.format.entry import MoveBody
from net.session.format.wire import MOST_WATCHERS, Audience, Chat, Entries, Halt, Have, Leaving, Want, game_frames, pack
from net.session.traffic.gossip import SILENCE
from net.verify import verify
from rules.contract import SEALED, Move
from rules.message import message
from tests.net.session import insides
from tests.net.session.network import identity
from tests.net.session.straight import Straight
from tests.net.session.test_replace import vanish, want

TOKEN = b"invite".ljust(16, b".")


class Hall(Straight):
    """A table with an audience: watchers have the places after the peers'."""

    def __init__(self, peers, spectators="code", **named):
        super().__init__(peers, **named)
        self.peers = peers
        self.folder = named.get("folder")
        self.names = [one.name for one in self.charter.charter.peers]
        insides.gallery(self.sessions[0]).token = TOKEN
        if spectators != "nobody":
            self.take(0, self.sessions[0].set_spectators(spectators, self.now))
        self.settle()

    def enter(self, name, token=TOKEN, door=0, file=None):
        """A watcher asks for admission: returns the code of the refusal, or the place."""
        one = identity(name)
        code = self.sessions[door].refuses_watcher(one.key, token)
        if code:
            return code
        place = len(self.sessions)
        self.names.append(name)
        self.keys.append(one.key)
        self.events.append([])
        self.sessions.append(Watching(one, self.charter, file and GameFile.create(file, self.charter, WATCHER, b"")))
        self.take(place, self.sessions[place].begin(self.now))
        self.join(door, place)
        self.settle()
        return place

    def join(self, one, other):
        for place, far in ((one, other), (other, one)):
            session = self.sessions[place]
            if isinstance(session, Session) and self.keys[far] not in self.charter.charter.keys:
                self.take(place, session.watched(self.keys[far], self.names[far], self.now))
            else:
                self.take(place, session.connected(self.keys[far], self.now))

    def audience(self, place):
        return self.told(place, AudienceChanged)[-1]

    def in_step(self, *places):
        head = self.sessions[0].course.head
        assert all(self.sessions[place].course.head == head for place in places)
        assert all(self.sessions[place].position.digest() == self.sessions[0].position.digest() for place in places)


@pytest.mark.parametrize("dealer", ["joint-seed", FAIR])
def test_a_late_watcher_sees_the_whole_past_and_follows(dealer, tmp_path):
    table = Hall(3, dealer=dealer)
    table.play(4)
    place = table.enter("Wanda", file=tmp_path / "watched.alarife")
    [opened] = table.told(place, Opened)
    assert opened.watching
    assert not any(seat.here for seat in opened.seats)
    assert len(opened.past) == opened.index == len(table.sessions[0].log)
    assert [step.move for step in opened.past] == [step.move for step in table.told(0, Advanced)]
    table.play(3)
    followed = [step.index for step in table.told(place, Advanced)]
    assert followed == list(range(opened.index + 1, len(table.sessions[0].log) + 1))
    assert len(followed) >= 3
    table.in_step(place)
    table.sessions[place].close()
    assert verify(tmp_path / "watched.alarife").holds
    recording = load(tmp_path / "watched.alarife")
    assert (recording.me, recording.private) == (WATCHER, b"")
    assert recording.entries[-1].hash == table.sessions[0].course.head


@pytest.mark.parametrize("dealer", ["joint-seed", FAIR])
def test_a_hidden_card_is_never_seen(dealer):
    table = Hall(2, dealer=dealer, game="big-boss")
    place = table.enter("Wanda")
    for _ in range(12):
        table.play(1)
        for position in table.sessions[place].log.positions[-1:]:
            public = position.view(None).facts()
            assert position.facts() == public, "it knows more than everybody"
    hands = [player["hand"] for player in table.sessions[place].position.facts()["players"]]
    assert any(face == SEALED for hand in hands for _, face in hand)


def test_a_long_past_comes_in_parts():
    table = Hall(2, game="big-boss", dealer=FAIR)
    while len(table.sessions[0].log) <= 150:
        table.move()
    place = table.enter("Wanda")
    for _ in range(20):
        table.wait(200)
    assert len(table.sessions[place].log) == len(table.sessions[0].log) > 150
    table.in_step(place)


def test_the_host_decides_who_may_watch():
    table = Hall(2, spectators="nobody")
    assert table.enter("Wanda") == "watch-nobody"
    table.take(0, table.sessions[0].set_spectators("code", table.now))
    assert table.enter("Wanda", token=b"") == "watch-uninvited"
    assert table.enter("Wanda", token=b"guess".ljust(16)) == "watch-uninvited"
    assert table.enter("Ben") == "watch-seated"
    assert table.enter("Wanda") == 2
    table.take(0, table.sessions[0].set_spectators("anybody", table.now))
    assert table.enter("Yann", token=b"") == 3
    out = table.sessions[1].set_spectators("anybody", table.now)
    assert [event.reason.key for event in out.events if isinstance(event, Refused)] == ["session.watch.host-only"]
    out = table.sessions[0].set_spectators("everybody", table.now)
    assert [event.reason.key for event in out.events if isinstance(event, Refused)] == ["session.watch.host-only"]


def test_a_host_that_ends_watching_hangs_up():
    table = Hall(2)
    place = table.enter("Wanda")
    table.settle()
    table.take(0, table.sessions[0].set_spectators("nobody", table.now))
    assert (0, place) in table.dropped
    assert table.sessions[0].refuses_watcher(table.keys[place], TOKEN) == "watch-nobody"
    table.settle()
    assert table.sessions[1].refuses_watcher(table.keys[place], TOKEN) == "watch-nobody"
    assert table.audience(1).names == ()


def test_the_host_removes_a_watcher_for_good():
    table = Hall(3)
    one, other = table.enter("Wanda"), table.enter("Yann")
    table.join(2, one)  # the watcher is linked to a guest as well
    table.settle()
    shown = table.audience(0)
    assert dict(zip(shown.names, shown.keys, strict=True)) == {
        "Wanda": table.keys[one].hex(),
        "Yann": table.keys[other].hex(),
    }
    table.take(1, table.sessions[1].throw_out(table.keys[one].hex(), table.now))
    assert [event.reason.key for event in table.told(1, Refused)] == ["session.watch.not-there"], "only the host"
    for nobody in ("", "junk", table.keys[1].hex()):
        table.take(0, table.sessions[0].throw_out(nobody, table.now))
        assert table.told(0, Refused)[-1].reason.key == "session.watch.not-there"
    table.take(0, table.sessions[0].throw_out(table.keys[one].hex(), table.now))
    table.settle()
    assert [event.reason.key for event in table.told(one, Closed)] == ["session.watch.sent-away"]
    assert {(0, one), (2, one)} <= set(table.dropped)
    assert all(table.audience(place).names == ("Yann",) for place in range(3))
    table.take(0, table.sessions[0].set_spectators("anybody", table.now))
    table.settle()
    for door in range(3):  # including the one that becomes the host when this one has gone
        assert table.sessions[door].refuses_watcher(table.keys[one], TOKEN) == "watch-banned"
    assert not table.told(other, Closed)


def test_a_removed_watcher_stays_out_under_another_host():
    table = Hall(3)
    one = table.enter("Wanda")
    table.take(0, table.sessions[0].throw_out(table.keys[one].hex(), table.now))
    table.settle()
    table.take(0, table.sessions[0].leave(table.now))
    table.wait(2000)
    assert table.sessions[1].course.there[0] == table.keys[1]
    assert table.sessions[1].refuses_watcher(table.keys[one], TOKEN) == "watch-banned"
    table.take(1, table.sessions[1].set_spectators("anybody", table.now))
    assert table.sessions[1].refuses_watcher(table.keys[one], TOKEN) == "watch-banned"


def test_the_number_of_watchers_is_limited():
    table = Hall(2)
    for number in range(MOST_WATCHERS):
        assert table.enter(f"W{number}") == 2 + number
    assert table.enter("One more") == "watch-full"
    assert table.enter("W3") == 2 + MOST_WATCHERS  # an admitted watcher is let in again
    assert len(table.audience(1).names) == MOST_WATCHERS


def test_everybody_is_told_who_watches():
    table = Hall(3)
    table.enter("Wanda")
    place = table.enter("Yann")
    for other in range(3):
        told = table.audience(other)
        assert (told.setting, told.names, told.mine) == ("code", ("Wanda", "Yann"), other == 0)
    assert table.audience(place).names == ("Wanda", "Yann")
    table.part(0, place)
    table.settle()
    assert table.audience(2).names == ("Wanda",)


def test_watchers_read_the_chat():
    table = Hall(2)
    place = table.enter("Wanda")
    table.take(0, table.sessions[0].say("hello", table.now))
    table.take(1, table.sessions[1].say("hello too", table.now))
    table.settle()
    assert [(said.name, said.text) for said in table.told(place, Said)] == [("Anna", "hello"), ("Ben", "hello too")]


def test_a_watcher_can_only_leave():
    table = Hall(2)
    session = table.sessions[table.enter("Wanda")]
    commands = (
        "act",
        "say",
        "propose_take_back",
        "answer_take_back",
        "replace",
        "publish_cards",
        "set_spectators",
        "throw_out",
    )
    assert not any(hasattr(session, command) for command in commands)
    assert [event.reason.key for event in session.leave(table.now).events] == ["session.watch.left"]


# -- links come and go -------------------------------------------------------------------------------------------------


def test_a_watcher_comes_back_and_catches_up():
    table = Hall(2)
    place = table.enter("Wanda")
    table.part(0, place)
    table.play(4)
    assert table.sessions[0].refuses_watcher(table.keys[place], b"") == ""
    table.cut.clear()
    table.join(0, place)
    table.settle()
    table.in_step(place)
    assert table.audience(0).names == ("Wanda",)
    assert [event.text.key for event in table.told(0, Notice)] == ["session.watch.came"]


def test_any_peer_serves_an_admitted_watcher_while_the_host_is_gone():
    table = Hall(3)
    place = table.enter("Wanda")
    for other in (1, 2, place):
        table.part(0, other)
    assert table.sessions[1].refuses_watcher(table.keys[place], b"") == ""
    assert table.sessions[1].refuses_watcher(identity("Yann").key, TOKEN) == "watch-elsewhere"
    table.join(1, place)
    table.settle()
    while table.keys.index(table.sessions[1].course.owner(table.sessions[1].position.turn)) != 0:
        turn = table.sessions[1].position.turn
        mover = table.keys.index(table.sessions[1].course.owner(turn))
        moves = table.sessions[mover].position.moves()
        table.act(mover, (moves[-1],), turn)
        table.settle()
    assert table.sessions[place].course.head == table.sessions[1].course.head


@pytest.mark.usefixtures("interpreted")
def test_entries_come_by_the_host_if_a_watcher_is_linked_to_several():
    table = Hall(3)
    place = table.enter("Wanda")
    table.join(1, place)
    table.settle()
    table.wait(3200)
    frames = []
    arrive = table.sessions[place].receive

    def counted(peer, payload, now):
        if isinstance(game_frames.decode(payload), Entries):
            frames.append(table.keys.index(peer))
        return arrive(peer, payload, now)

    table.sessions[place].receive = counted
    table.play(3)
    assert frames == [0, 0, 0]
    table.in_step(place)


def test_when_the_host_has_left_the_next_peer_decides():
    table = Hall(3)
    place = table.enter("Wanda")
    table.join(1, place)
    table.settle()
    table.take(0, table.sessions[0].leave(table.now))
    table.settle()
    table.wait(4000)
    assert table.audience(1).mine
    assert table.audience(1).names == table.audience(2).names == ("Wanda",)
    table.take(1, table.sessions[1].set_spectators("anybody", table.now))
    table.settle()
    assert table.sessions[1].refuses_watcher(identity("Yann").key, b"") == ""
    assert table.audience(2).setting == "anybody"


def test_a_returning_host_learns_its_admitted_watchers_from_the_others(tmp_path):
    table = Hall(2, folder=tmp_path)
    place = table.enter("Wanda")
    table.part(0, 1)
    table.part(0, place)
    table.sessions[0].close()
    file, recording = GameFile.resume(tmp_path / "0.alarife")
    again = Session(identity("Anna"), table.charter, recording.private, file, recording.entries, token=b"n" * 16)
    table.sessions[0] = again
    table.take(0, again.begin(table.now))
    assert again.refuses_watcher(table.keys[place], b"") == "busy"
    table.cut.clear()
    table.join(0, 1)
    table.settle()
    assert again.refuses_watcher(table.keys[place], b"") == ""
    assert table.audience(0).setting == "code"
    table.join(0, place)
    table.settle()
    assert table.audience(1).names == ("Wanda",)


def test_a_restarted_peer_lets_in_watchers_admitted_by_the_absent_host(tmp_path):
    table = Hall(3, folder=tmp_path)
    place = table.enter("Wanda")
    before = table.sessions[1]
    said = before.host_said
    for other in (0, 2, place):
        table.part(1, other)
    before.close()
    file, recording = GameFile.resume(tmp_path / "1.alarife")
    again = table.sessions[1] = Session(
        identity("Bert"), table.charter, recording.private, file, recording.entries, lacking=not recording.ended
    )
    for nonsense in (b"", b"nonsense", said[:-1] + bytes([said[-1] ^ 1])):
        again.recall(nonsense)
        assert again.refuses_watcher(table.keys[place], b"") == "busy"
    again.recall(said)
    assert again.refuses_watcher(table.keys[place], b"") == ""
    assert again.refuses_watcher(identity("Yann").key, b"") == "watch-elsewhere"


def test_an_earlier_watcher_is_not_listed_until_it_comes_back(tmp_path):
    table = Hall(2, folder=tmp_path)
    places = [table.enter(name) for name in ("Wanda", "Yann")]
    said = table.sessions[0].host_said
    for place in (1, *places):
        table.part(0, place)
    table.sessions[0].close()
    file, recording = GameFile.resume(tmp_path / "0.alarife")
    again = Session(identity("Anna"), table.charter, recording.private, file, recording.entries, token=b"n" * 16)
    again.recall(said)
    table.sessions[0] = again
    table.take(0, again.begin(table.now))
    assert table.audience(0).names == ()
    table.cut.clear()
    table.join(0, 1)
    table.join(0, places[0])
    table.settle()
    assert table.audience(0).names == table.audience(1).names == ("Wanda",)
    assert again.refuses_watcher(table.keys[places[1]], b"") == ""
    table.wait(ABSENCE + 5000)
    assert again.refuses_watcher(table.keys[places[0]], b"") == ""
    assert again.refuses_watcher(table.keys[places[1]], b"") == "watch-uninvited"


def test_a_replaced_host_learns_the_next_hosts_watchers_before_it_is_host_again(tmp_path):
    table = Hall(3, dealer=FAIR, folder=tmp_path)
    while table.at_turn() != 0:
        table.play(1)
    vanish(table, 0)
    want(table, 0, 1, 2)
    assert table.sessions[1].course.there == tuple(table.keys[1:3])
    insides.gallery(table.sessions[1]).token = TOKEN
    table.take(1, table.sessions[1].set_spectators("code", table.now))
    place = table.enter("Wanda", door=1)
    file, recording = GameFile.resume(tmp_path / "0.alarife")
    again = Session(identity("Anna"), table.charter, recording.private, file, recording.entries, token=b"n" * 16)
    table.sessions[0] = again
    table.take(0, again.begin(table.now))
    table.take(0, again.set_spectators("code", table.now))  # it believes that it is the host
    table.cut.clear()
    table.join(0, 1)
    table.join(0, 2)
    table.settle()
    table.take(0, again.take_seat_back(table.now))
    table.settle()
    assert again.course.there[0] == table.keys[0]
    for peer in table.sessions[:3]:
        assert peer.refuses_watcher(table.keys[place], b"") == ""
    assert not [pair for pair in table.dropped if pair[1] == place]
    table.join(0, place)
    table.wait(4000)
    assert table.audience(0).names == table.audience(2).names == ("Wanda",)
    table.in_step(place)


def test_a_watchers_outdated_view_of_a_replacement_does_no_harm():
    table = Hall(3)
    place = table.enter("Wanda")
    table.frame(place, 0, Have(table.charter.charter.table, 2, b"h" * 32, b"d" * 32, []))
    assert (0, place) not in table.dropped
    table.play(2)
    table.in_step(place)


def test_an_absent_watcher_loses_its_place_to_another():
    table = Hall(2)
    for number in range(MOST_WATCHERS):
        table.enter(f"W{number}")
    table.part(0, 2)
    table.wait(ABSENCE + 1000, step=1000)
    assert isinstance(table.enter("Yann"), int)


def test_a_silent_watcher_is_hung_up_on():
    table = Hall(2)
    place = table.enter("Wanda")
    table.cut.add((0, place))
    table.wait(SILENCE + 4000)
    assert (0, place) in table.dropped
    assert (place, 0) in table.dropped
    table.settle()
    assert table.audience(1).names == ()


def test_a_watcher_does_not_wait_forever_for_the_past():
    table = Hall(2)
    table.play(4)
    table.cut.update([(0, 2), (1, 2)])  # Wanda is let in, and nothing more reaches her
    place = table.enter("Wanda")
    table.wait(SILENCE + PATIENCE - 2000)
    assert not table.told(place, Closed)
    table.wait(4000)
    [closed] = table.told(place, Closed)
    assert closed.reason.key == "session.watch.unreached"
    assert not table.told(place, Opened)


def test_a_watcher_that_has_the_past_stays_even_if_all_peers_are_gone():
    table = Hall(2)
    place = table.enter("Wanda")
    table.part(0, place)
    table.wait(2 * PATIENCE, step=1000)
    assert not table.told(place, Closed)


# -- watchers that do more -----------------------------------------------------------------------------------------------


def banned(table, place):
    """The watcher is hung up on, named, and not let in again; the game continues."""
    assert (0, place) in table.dropped
    assert "session.watch.spoke" in table.notices(0)
    assert table.sessions[0].refuses_watcher(table.keys[place], TOKEN) == "watch-banned"
    table.settle()
    table.play(2)
    assert len({session.course.head for session in table.sessions[:2]}) == 1
    assert table.audience(1).names == ()
    assert table.stops()[:2] == [None, None]


@pytest.mark.parametrize("what", ["entries", "leaving", "chat", "garbage", "huge"])
def test_a_watcher_that_does_more_than_watch_is_named_and_hung_up_on(what, tmp_path):
    table = Hall(2, folder=tmp_path)
    place = table.enter("Wanda")
    genuine = table.sessions[0].log.entries[-1].signed
    frame = {
        "entries": Entries([genuine]),
        "leaving": Leaving(table.charter.charter.table, table.keys[place], 1, bytes(32), 0, bytes(64)),
        "chat": Chat(table.charter.charter.table, table.keys[place], 1, "hello", bytes(64)),
        "garbage": b"\xc1",
        "huge": bytes(1 << 21),
    }[what]
    table.frame(place, 0, frame)
    banned(table, place)
    [kept] = map(json.loads, (tmp_path / "0.verdicts.jsonl").read_text().splitlines())
    assert (kept["verdict"], kept["values"], kept["key"]) == ("session.watch.spoke", {"name": "Wanda"}, table.keys[place].hex())


def test_a_watcher_with_another_history_is_turned_away_and_stops_nothing():
    table = Hall(2, manners={"replace": "off"})
    place = table.enter("Wanda")
    table.frame(place, 0, Have(table.charter.charter.table, 2, b"h" * 32, b"d" * 32, []))
    banned(table, place)


def test_a_watcher_that_asks_and_asks_is_turned_away():
    table = Hall(2)
    place = table.enter("Wanda")
    for _ in range(REQUESTS + 1):
        table.frame(place, 0, Want(table.charter.charter.table, 0))
    banned(table, place)


def test_only_so_many_watchers_are_named_and_kept_on_record(tmp_path):
    """A stranger who has the invite needs only a new key to come back and speak again."""
    table = Hall(2, folder=tmp_path)
    for number in range(MOST_NAMED + 2):
        place = table.enter(f"Watcher {number}")
        table.frame(place, 0, b"\xc1")
        assert (0, place) in table.dropped
        table.events[place].clear()
    assert table.notices(0).count("session.watch.spoke") == MOST_NAMED
    assert len((tmp_path / "0.verdicts.jsonl").read_text().splitlines()) == MOST_NAMED


def test_acknowledging_a_fast_game_is_no_flood():
    table = Hall(2, game="big-boss", dealer=FAIR)
    table.enter("Wanda")
    while len(table.sessions[0].log) <= 2 * REQUESTS:
        table.move()
    assert "session.watch.spoke" not in table.notices(0)


def test_hearing_the_same_again_and_again_is_no_flood():
    table = Hall(3, game="big-boss", dealer=FAIR)
    place = table.enter("Wanda")
    for other in (1, 2):
        table.join(other, place)
    table.settle()
    table.play(2)
    latest = [signed.signed for signed in table.sessions[0].log.entries[-2:]]
    for _ in range(3 * REQUESTS):
        for other in (1, 2):
            table.frame(other, place, Entries(latest))
        table.now += 5
        table.settle()
    assert not any("session.watch.spoke" in table.notices(other) for other in range(3))
    table.play(1)
    table.in_step(place)


def test_a_watcher_that_was_not_admitted_is_ignored():
    table = Hall(2)
    stranger = identity("Stranger")
    out = table.sessions[0].receive(stranger.key, game_frames.encode(Want(table.charter.charter.table, 0)), table.now)
    assert (out.frames, out.events) == ([], [])


def test_a_list_of_watchers_without_the_hosts_signature_does_not_count():
    table = Hall(3)
    place = table.enter("Wanda")
    true = insides.gallery(table.sessions[0]).known
    false = type(true)(true.table, true.host, true.stamp + 1, "anybody", (), (), true.signature)
    table.frame(1, 2, false)
    table.frame(0, place, false)
    table.settle()
    assert table.audience(2).names == ("Wanda",)
    assert table.audience(place).setting == "code"
    own = type(true)(true.table, table.keys[1], true.stamp + 1, "anybody", (), (), true.signature)
    table.frame(1, 2, own)
    assert table.audience(2).setting == "code"


def test_no_host_can_take_the_last_stamp_from_the_next_one():
    table = Hall(3, spectators="nobody")
    anna, game = identity("Anna"), table.charter.charter.table
    stamp = (1 << 62) - 1
    last = Audience(game, anna.key, stamp, "nobody", (), (), anna.sign("audience", pack([game, stamp, "nobody", (), ()])))
    table.sessions[1].recall(game_frames.encode(last))
    assert table.sessions[1].host_said == b"", "an earlier program may have kept it"
    table.take(0, table.sessions[0].set_spectators("code", table.now))
    place = table.enter("Wanda")
    table.join(1, place)
    for other in (1, 2, place):
        table.frame(0, other, last)
    table.settle()
    assert table.audience(1).names == table.audience(2).names == table.audience(place).names == ("Wanda",)
    table.take(0, table.sessions[0].leave(table.now))
    table.settle()
    table.wait(4000)
    assert table.audience(1).mine
    assert table.audience(2).names == ("Wanda",)
    assert not any("session.notice.garbled" in table.notices(other) for other in (1, 2, place))


# -- peers that lie to watchers ----------------------------------------------------------------------------------------


def test_an_impossible_entry_stops_the_watching_and_names_its_author():
    table = Hall(2)
    place = table.enter("Wanda")
    author = table.at_turn()
    lie = table.lie(author, type(table.sessions[0].log.entries[-1].entry.body)(b"no deal"))
    table.take(place, table.sessions[place].receive(table.keys[0], game_frames.encode(Entries([lie.signed])), table.now))
    [stopped] = table.told(place, OutOfStep)
    assert stopped.reason.key.startswith("session.")


@pytest.mark.parametrize("late", [False, True])
def test_a_watcher_hears_why_the_players_have_stopped(late):
    """Even if the player that lets the watcher in learns the reason only after it has stopped."""
    table = Hall(3)
    while table.at_turn() != 1:
        table.move(lambda moves: moves[0])
    place = table.enter("Wanda")
    one, other = (table.lie(1, MoveBody(table.turn, word, ())) for word in ("stop", "draw"))
    if late:
        log = table.sessions[1].log
        facts = json.dumps(table.sessions[1].position.view(None).facts()).encode()
        table.frame(1, 0, Halt(table.charter.charter.table, len(log), facts, log.heads, []))
        table.settle()
    table.send(1, 0, one, other)
    table.settle()
    [stopped] = table.told(place, OutOfStep)
    assert (stopped.reason.key, stopped.reason.value("name")) == ("session.stop.two-entries", table.names[1])
    assert table.notices(place) == ["session.stop.said"] * late


def test_a_watcher_ignores_a_forged_entry():
    table = Hall(2)
    place = table.enter("Wanda")
    author = table.at_turn()
    lie = table.lie(author, type(table.sessions[0].log.entries[-1].entry.body)(b"no deal"))
    forged = type(lie.signed)(lie.signed.raw, bytes(64))
    table.take(place, table.sessions[place].receive(table.keys[0], game_frames.encode(Entries([forged])), table.now))
    assert table.notices(place) == ["session.entry.signature"]
    table.play(2)
    table.in_step(place)


def test_watchers_follow_a_taking_back_and_the_opening_of_all_cards():
    table = Hall(2, dealer=FAIR)
    place = table.enter("Wanda")
    begun = len(table.sessions[0].log)
    first = table.at_turn()
    table.act(first, (Move("stop"),))
    table.settle()
    table.take(first, table.sessions[first].propose_take_back(begun, table.now))
    table.settle()
    table.take(1 - first, table.sessions[1 - first].answer_take_back(True, table.now))
    table.settle()
    table.in_step(place)
    assert table.notices(place) == ["session.back.done"]
    while table.sessions[0].position.result is None:
        table.move(lambda moves: moves[-1])
    length = len(table.sessions[0].log)
    for player in range(2):
        table.take(player, table.sessions[player].publish_cards(table.now))
        table.settle()
    table.wait(2000)
    assert len(table.sessions[0].log) > length
    assert table.sessions[place].course.head == table.sessions[0].course.head
    assert table.notices(place) == ["session.back.done"]


def test_watchers_see_the_end_and_the_file_is_whole(tmp_path):
    table = Hall(2, dealer=FAIR)
    place = table.enter("Wanda", file=tmp_path / "watched.alarife")
    while table.sessions[0].position.result is None:
        table.move(lambda moves: moves[-1])
    assert table.sessions[place].position.result == table.sessions[0].position.result
    table.take(place, table.sessions[place].leave(table.now))
    assert [event.reason.key for event in table.told(place, Closed)] == ["session.watch.left"]
    found = verify(tmp_path / "watched.alarife")
    assert found.holds
    assert found.findings[-1].key == "session.verify.over"


def test_watchers_see_the_clocks_and_the_cards_that_are_laid_open(tmp_path):
    table = Hall(2, dealer=FAIR, manners={"clock": "5"})
    path = tmp_path / "watched.alarife"
    place = table.enter("Wanda", file=path)
    table.wait(3_000)
    seat = table.turn
    table.move()
    [clock] = [clock for clock in table.told(place, ClocksChanged)[-1].clocks if clock.seat == seat]
    assert clock.left == table.sessions[0].time_left(seat, table.now)
    while table.sessions[0].position.result is None:
        table.move(lambda moves: moves[-1])
    for peer in range(2):
        table.take(peer, table.sessions[peer].publish_cards(table.now))
        table.settle()
    table.in_step(place)
    assert table.sessions[place].course.published
    assert table.notices(place) == []
    table.sessions[place].close()
    assert "session.verify.open" in [finding.key for finding in verify(path).findings]


def test_a_watcher_goes_back_too_when_somebody_is_replaced(tmp_path):
    table = Hall(3, dealer=FAIR, folder=tmp_path)
    while table.at_turn() == 0:
        table.play(1)
    gone = table.at_turn()
    place = table.enter("Wanda", file=tmp_path / "watched.alarife")
    first, second = (other for other in range(3) if other != gone)
    for other in (first, second):
        table.part(gone, other)
    mine = table.act(gone, (table.sessions[gone].position.moves()[-1],))
    assert mine.events
    signed = table.sessions[gone].log.entries[-1]
    table.send(0, place, signed)  # a peer passes entries on to the watchers that the others will never take
    table.queue.clear()
    assert table.sessions[place].course.head == signed.hash
    for other in (first, second):
        table.take(other, table.sessions[other].replace(table.keys[gone], True, "", table.now))
    table.settle()
    table.wait(8000)
    assert len(table.sessions[0].course.there) == 2
    table.in_step(place)
    assert "replace.notice.replaced" in table.notices(place)
    table.sessions[place].close()
    assert verify(tmp_path / "watched.alarife").holds


def test_a_spectator_who_comes_after_a_take_back_reads_that_it_happened():
    table = Hall(2, dealer="joint-seed")
    first, begun = table.at_turn(), len(table.sessions[0].log)
    table.act(first, (Move("stop"),))
    table.settle()
    table.take(first, table.sessions[first].propose_take_back(begun, table.now))
    table.settle()
    table.take(1 - first, table.sessions[1 - first].answer_take_back(True, table.now))
    table.settle()
    place = table.enter("Wanda")
    [opened] = table.told(place, Opened)
    name = ("Anna", "Ben")[first]
    assert [step.note for step in opened.past if step.note is not None] == [message("session.back.done", name=name)]


def test_a_spectator_has_a_name_unlike_all_others_at_the_table():
    table = Hall(2)
    for name in ("Wanda", "Wanda ", "Anna"):
        table.names.append(name)
        one = identity(f"key of {len(table.names)}")
        table.keys.append(one.key)
        table.events.append([])
        table.sessions.append(Watching(one, table.charter))
        place = len(table.sessions) - 1
        table.take(place, table.sessions[place].begin(table.now))
        assert table.sessions[0].refuses_watcher(one.key, TOKEN) == ""
        table.join(0, place)
        table.settle()
    assert table.audience(0).names == ("Wanda", "Wanda 2", "Anna 2")
