"""The lobby without sockets: a host, its guests, and peers that break the agreement."""

from collections import deque

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.addresses import Address
from net.api import Closed, LobbyChanged, Notice, Plan, Refused, Said, Seat
from net.deal import FAIR, LOCAL
from net.greeting import PROTOCOL
from net.identity import Identity
from net.session.format.charter import MOST_PEERS, CharterError, CharterSeat, new_to, read_charter, sign_charter, signed_charter
from net.session.format.charter import charter_hash as hash_of
from net.session.format.wire import pack
from net.session.lobby.guest import ABSENCE as HOST_ABSENCE
from net.session.lobby.guest import GuestLobby, saved_begin
from net.session.lobby.host import ABSENCE, ARRIVALS, REQUESTS, SIGNING, HostLobby
from net.session.lobby.wire import Agree, Begin, Decline, Propose, Ready, SaidBy, Say, Sit, Stand, lobby_frames
from net.words import fingerprint
from rules.contract import RulesError
from rules.registry import game
from tests.net.session import insides
from tests.net.session.network import IDENTITIES, charter_of

OPEN = Seat("open")


class Hall:
    """A host and guests whose frames arrive at once, unless a test catches them."""

    def __init__(self, *seats, name="Anna", **plan):
        self.now = 1000
        self.identity = Identity.fresh()
        self.host = HostLobby(self.identity, Plan("big-boss", tuple(seats), name=name, **plan), self.now)
        self.guests = {}
        self.keys = {}
        self.names = {}
        self.told = {"host": []}
        self.dropped = []
        self.knowing = set()
        self.caught = None
        self.queue = deque()

    @property
    def key(self):
        return self.identity.key

    def refuses(self, key=None, invited=True):
        return self.host.refuses(key or Identity.fresh().key, invited, self.now)

    def enter(self, name, invited=True, games=(), protocol=PROTOCOL):
        identity = Identity.fresh()
        assert self.refuses(identity.key) == ""
        self.guests[name] = GuestLobby(identity, self.key, lambda table: name in self.knowing)
        self.keys[name] = identity
        self.names[identity.key] = name
        self.told[name] = []
        places = (Address("127.0.0.1", 4000),)
        self.run("host", self.host.connected(identity.key, name, invited, places, self.now, games, protocol))
        return identity.key

    def run(self, who, output):
        self._take(who, output)
        while self.queue:
            sender, receiver, payload = self.queue.popleft()
            if receiver == self.key:
                self._take("host", self.host.receive(sender, payload, self.now))
            elif receiver in self.names:
                name = self.names[receiver]
                self._take(name, self.guests[name].receive(sender, payload))

    def _take(self, who, output):
        sender = self.key if who == "host" else self.keys[who].key
        for receiver, payload in output.frames:
            frame = lobby_frames.decode(payload)
            if self.caught is not None and isinstance(frame, self.caught[0]):
                self.caught[1].append((sender, receiver, frame))
                continue
            self.queue.append((sender, receiver, payload))
        self.told[who] += output.events
        self.dropped += output.drop

    def do(self, who, command, *args):
        lobby = self.host if who == "host" else self.guests[who]
        self.run(who, getattr(lobby, command)(*args))

    def say(self, who, frame):
        """A frame that the guest's own program would not have sent."""
        self.run("host", self.host.receive(self.keys[who].key, lobby_frames.encode(frame), self.now))

    def tell(self, who, frame):
        """A frame that an honest host would not have sent."""
        self.run(who, self.guests[who].receive(self.key, lobby_frames.encode(frame)))

    def lobby(self, who):
        return [event for event in self.told[who] if isinstance(event, LobbyChanged)][-1].lobby

    def all(self, who, kind):
        return [event for event in self.told[who] if isinstance(event, kind)]

    def last(self, who, kind):
        return self.all(who, kind)[-1]


def ready_hall():
    hall = Hall(Seat("person", "Anna"), OPEN, OPEN)
    for place, name in enumerate(("Bert", "Cleo"), start=1):
        hall.enter(name)
        hall.do(name, "sit", place, name)
        hall.do(name, "ready", True)
    return hall


# -- from the first guest to the start ---------------------------------------------------------------------------------


def test_three_computers_agree_and_begin():
    hall = ready_hall()
    assert hall.lobby("host").blocked is None
    hall.do("host", "start", hall.now)
    beginnings = [hall.host.beginning, hall.guests["Bert"].beginning, hall.guests["Cleo"].beginning]
    assert len({beginning.charter.hash for beginning in beginnings}) == 1
    charter = beginnings[0].charter.charter
    assert [(seat.kind, seat.name) for seat in charter.seats] == [("person", "Anna"), ("person", "Bert"), ("person", "Cleo")]
    assert charter.keys == (hall.key, hall.keys["Bert"].key, hall.keys["Cleo"].key)
    assert charter.dealer == FAIR
    signed_charter(beginnings[1].charter.raw, beginnings[1].charter.signatures)
    assert beginnings[1].places == {hall.keys["Cleo"].key: (Address("127.0.0.1", 4000),)}


def test_everybody_sees_the_same_table():
    hall = Hall(Seat("person", "Anna"), Seat("bot", level="random"), OPEN)
    hall.enter("Bert")
    hall.do("Bert", "sit", 2, "Berta")
    ours, theirs = hall.lobby("host"), hall.lobby("Bert")
    assert (ours.host, theirs.host) == (True, False)
    assert [(seat.kind, seat.name, seat.here) for seat in theirs.seats] == [
        ("person", "Anna", False),
        ("bot", "Bot random", False),
        ("person", "Berta", True),
    ]
    assert [seat.here for seat in ours.seats] == [True, True, False]
    assert theirs.words == ours.words == fingerprint(hall.key)
    assert [peer.name for peer in theirs.peers] == ["Anna", "Berta"]
    assert theirs.blocked.key == "net.blocked.ready"


def test_a_host_alone_with_bots_begins_without_links():
    hall = Hall(Seat("person", "Anna"), Seat("bot", level="random"))
    hall.do("host", "start", hall.now)
    assert hall.host.beginning.charter.charter.dealer == LOCAL
    assert hall.host.beginning.places == {}


def test_a_guest_without_a_seat_is_left_out_of_the_game():
    hall = ready_hall()
    hall.do("Cleo", "stand", 2)
    hall.do("host", "set_seat", 2, "bot", "", "random")
    hall.do("host", "start", hall.now)
    assert hall.keys["Cleo"].key not in hall.host.beginning.charter.charter.keys
    assert hall.last("Cleo", Closed).reason.key == "net.closed.unseated"
    assert hall.dropped.count(hall.keys["Cleo"].key) == 1


def test_several_people_at_one_guests_computer():
    hall = Hall(Seat("person", "Anna"), OPEN, OPEN)
    hall.enter("Bert")
    hall.do("Bert", "sit", 1, "Bert")
    hall.do("Bert", "sit", 2, "Berta")
    assert [seat.here for seat in hall.lobby("Bert").seats] == [False, True, True]
    hall.do("Bert", "sit", 2, "Bea")
    assert hall.lobby("host").seats[2].name == "Bea"


# -- what blocks the start ---------------------------------------------------------------------------------------------


def test_the_reasons_that_block_the_start():
    hall = Hall(Seat("person", "Anna"), OPEN, OPEN)
    hall.run("host", hall.host.announce())
    assert hall.lobby("host").blocked.value("n") == 2
    hall.do("host", "start", hall.now)
    assert hall.last("host", Refused).reason.key == "net.blocked.open"
    key = hall.enter("Bert")
    hall.do("Bert", "sit", 1, "Bert")
    hall.do("host", "set_seat", 2, "bot", "", "random")
    assert hall.lobby("host").blocked.key == "net.blocked.ready"
    hall.do("Bert", "ready", True)
    assert hall.lobby("host").blocked is None
    hall.run("host", hall.host.lost(key, hall.now))
    assert hall.lobby("host").blocked.key == "net.blocked.lost"


def test_new_house_rules_need_new_agreement():
    hall = ready_hall()
    option = game("big-boss").options[0]
    other = next(choice for choice in option.choices if choice != option.default)
    hall.do("host", "set_options", {option.name: other})
    assert hall.lobby("Bert").options[option.name] == other
    assert hall.lobby("host").blocked.key == "net.blocked.ready"
    assert hall.last("Bert", Notice).text.key == "net.notice.new-terms"
    hall.do("host", "set_options", {option.name: other})
    hall.do("Bert", "ready", True)
    assert [peer.ready for peer in hall.lobby("host").peers] == [True, True, False]


def test_the_manners_of_a_table_are_agreed_like_its_house_rules():
    hall = ready_hall()
    hall.do("host", "set_manners", {"clock": "20", "per-turn": "15"})
    assert hall.lobby("host").blocked.key == "net.blocked.ready"
    assert hall.lobby("Cleo").manners["clock"] == "20"
    for name in ("Bert", "Cleo"):
        hall.do(name, "ready", True)
    hall.do("host", "start", hall.now)
    charters = [lobby.beginning.charter for lobby in (hall.host, hall.guests["Bert"], hall.guests["Cleo"])]
    assert charters[0].charter.manners == (("clock", "20"), ("per-turn", "15"))
    assert charters[0].charter.manner("per-turn") == "15"
    assert len({charter.hash for charter in charters}) == 1
    assert read_charter(charters[1].raw) == charters[0].charter


def test_a_table_with_default_manners_does_not_mention_them():
    hall = ready_hall()
    hall.do("host", "start", hall.now)
    charter = hall.host.beginning.charter.charter
    assert charter.manners == ()
    assert charter.manner("clock") == "off"


def test_agreeing_to_old_terms_counts_for_nothing():
    hall = ready_hall()
    option = game("big-boss").options[0]
    hall.do("Bert", "ready", False)
    hall.do(
        "host", "set_options", {option.name: option.choices[-1] if option.default == option.choices[0] else option.choices[0]}
    )
    hall.say("Bert", Ready(0, True, bytes(16)))
    assert not hall.lobby("host").peers[1].ready


def test_the_number_of_seats_can_change():
    hall = ready_hall()
    hall.do("host", "set_seats", 2)
    assert [seat.kind for seat in hall.lobby("Cleo").seats] == ["person", "person"]
    assert "net.notice.seat-lost" in [event.text.key for event in hall.all("Cleo", Notice)]
    hall.do("host", "set_seats", 4)
    assert [seat.kind for seat in hall.lobby("Cleo").seats] == ["person", "person", "open", "open"]
    hall.do("host", "set_seats", 9)
    assert hall.last("host", Refused).reason.key == "rules.error.seats"


# -- refusals ----------------------------------------------------------------------------------------------------------


GUESTS_MAY_NOT = (
    ("set_options", ({},)),
    ("set_manners", ({},)),
    ("set_seats", (2,)),
    ("set_seat", (0, "open", "", "")),
    ("start", (0,)),
)


def test_guests_may_not_do_what_only_the_host_may():
    hall = ready_hall()
    for command, args in GUESTS_MAY_NOT:
        hall.do("Bert", command, *args)
        assert hall.last("Bert", Refused).reason.key == "net.refused.host-only"
    assert len(hall.all("Bert", Refused)) == len(GUESTS_MAY_NOT)


def test_impossible_commands_are_refused():
    hall = ready_hall()
    expected = [
        ("Bert", "sit", (0, "Bert"), "net.refused.taken"),
        ("Bert", "sit", (7, "Bert"), "net.refused.seat"),
        ("Bert", "stand", (0,), "net.refused.not-yours"),
        ("host", "sit", (1, "Anna"), "net.refused.taken"),
        ("host", "stand", (1,), "net.refused.not-yours"),
        ("host", "set_seat", (5, "open", "", ""), "net.refused.seat"),
        ("host", "set_seat", (0, "king", "", ""), "net.refused.kind"),
        ("host", "set_seat", (0, "bot", "", "godlike"), "net.refused.level"),
        ("host", "set_options", ({"no_such": "on"},), "rules.error.option"),
        ("host", "set_manners", ({"no_such": "on"},), "net.refused.manner"),
        ("host", "set_manners", ({"clock": "7"},), "net.refused.manner"),
    ]
    for who, command, args, key in expected:
        hall.do(who, command, *args)
        assert hall.last(who, Refused).reason.key == key
    hall.do("Bert", "stand", 1)
    hall.do("Bert", "ready", True)
    assert hall.last("Bert", Refused).reason.key == "net.refused.no-seat"


def test_an_impossible_plan_is_refused():
    for plan in (Plan("no-game", (OPEN,)), Plan("big-boss", (OPEN,)), Plan("big-boss", (OPEN, Seat("bot", level="godlike")))):
        with pytest.raises(RulesError):
            HostLobby(Identity.fresh(), plan, 0)


def test_a_full_table_and_a_begun_game_let_nobody_in():
    hall = Hall(Seat("person", "Anna"), OPEN)
    key = hall.enter("Bert")
    assert hall.refuses() == ""
    hall.do("Bert", "sit", 1, "Bert")
    assert hall.refuses() == "full"
    assert hall.refuses(key) == "", "who is in may always come back"
    hall.do("Bert", "ready", True)
    hall.do("host", "start", hall.now)
    assert hall.refuses() == "begun"


def test_no_more_peers_than_a_charter_holds():
    hall = Hall(*[OPEN] * 5)
    for number in range(MOST_PEERS - 1):
        hall.enter(f"Guest {number}")
    assert hall.refuses() == "full"


def test_a_crowd_at_the_open_door_has_to_wait():
    hall = Hall(OPEN, OPEN)
    for _ in range(ARRIVALS):
        assert hall.refuses(invited=False) == ""
    assert hall.refuses(invited=False) == "busy"
    assert hall.refuses(invited=True) == ""
    hall.now += 5000
    assert hall.refuses(invited=False) == ""
    assert hall.refuses(invited=False) == "busy"


def test_only_the_right_token_counts():
    hall = Hall(OPEN, OPEN)
    assert hall.host.invited(hall.host.token)
    assert not hall.host.invited(b"")
    assert not hall.host.invited(b"x" * 16)
    assert Hall(OPEN, OPEN).host.token != hall.host.token


# -- names and talk ----------------------------------------------------------------------------------------------------


def test_an_invisible_character_does_not_make_a_name_different():
    hall = Hall(Seat("person", "Anna"), Seat("open"), Seat("open"))
    for name in ("An\u200bna", "ＡＮＮＡ"):
        hall.enter(name)
    assert [peer.name for peer in hall.lobby("host").peers] == ["Anna", "Anna 2", "ANNA 3"]
    hall.do("An\u200bna", "sit", 1, "Anna\ufeff")
    assert hall.lobby("host").seats[1].name == "Anna 2"


def test_nobody_can_take_another_guests_name():
    hall = Hall(Seat("person", "Anna"), OPEN, OPEN, name="Anna")
    hall.enter("anna")
    hall.enter("Anna\u202e  \n")
    assert [peer.name for peer in hall.lobby("host").peers] == ["Anna", "anna 2", "Anna 3"]
    hall.do("anna", "sit", 1, "ANNA")
    assert hall.lobby("host").seats[1].name == "ANNA 2"


def test_a_person_without_a_name_is_called_by_words():
    hall = Hall(OPEN, OPEN, name="")
    assert hall.host.name == " ".join(fingerprint(hall.key).split()[:2])


def test_chat_reaches_everybody_in_the_lobby_once():
    hall = ready_hall()
    hall.do("Bert", "say", "  hello\n there ")
    hall.do("host", "say", "hi")
    assert [(said.name, said.text, said.mine) for said in hall.all("Cleo", Said)] == [
        ("Bert", "hello there", False),
        ("Anna", "hi", False),
    ]
    assert [said.mine for said in hall.all("Bert", Said)] == [True, False]
    assert [said.mine for said in hall.all("host", Said)] == [False, True]
    hall.do("Bert", "say", " \n ")
    assert len(hall.all("host", Said)) == 2


def test_an_uninvited_guest_shows_its_words():
    hall = Hall(OPEN, OPEN)
    key = hall.enter("Eve", invited=False)
    assert hall.last("host", Notice).text.value("words") == fingerprint(key)
    assert hall.lobby("host").peers[1].status.key == "net.status.uninvited"


# -- coming and going --------------------------------------------------------------------------------------------------


def test_a_guest_can_leave():
    hall = ready_hall()
    hall.do("Bert", "leave")
    assert hall.last("Bert", Closed).reason.key == "net.closed.left"
    assert [seat.kind for seat in hall.lobby("Cleo").seats] == ["person", "open", "person"]
    assert hall.last("host", Notice).text.key == "net.notice.left"


def test_the_lobby_ends_when_the_host_leaves():
    hall = ready_hall()
    hall.do("host", "leave")
    assert [hall.last(who, Closed).reason.key for who in ("host", "Bert", "Cleo")] == [
        "net.closed.left",
        "net.closed.host-left",
        "net.closed.host-left",
    ]


def test_a_lost_guest_keeps_its_seat_for_a_while():
    hall = ready_hall()
    key = hall.keys["Bert"].key
    hall.run("host", hall.host.lost(key, hall.now))
    assert hall.lobby("Cleo").peers[1].status.key == "net.status.reconnecting"
    hall.run("host", hall.host.tick(hall.now + ABSENCE - 1))
    hall.run("host", hall.host.connected(key, "Bert", True, (), hall.now))
    assert hall.lobby("Cleo").peers[1].linked
    assert not hall.lobby("Cleo").peers[1].ready
    hall.run("host", hall.host.lost(key, hall.now))
    hall.run("host", hall.host.tick(hall.now + ABSENCE + 1))
    assert [peer.name for peer in hall.lobby("Cleo").peers] == ["Anna", "Cleo"]
    assert hall.lobby("Cleo").seats[1].kind == "open"


def test_a_lost_host_is_given_up_in_the_end():
    hall = ready_hall()
    hall.run("Bert", hall.guests["Bert"].lost(hall.now))
    assert not hall.lobby("Bert").peers[0].linked
    hall.do("Bert", "sit", 1, "Bea")
    assert hall.last("Bert", Refused).reason.key == "net.refused.not-linked"
    hall.run("Bert", hall.guests["Bert"].tick(hall.now + HOST_ABSENCE + 1))
    assert hall.last("Bert", Closed).reason.key == "net.closed.host-lost"


# -- signing -----------------------------------------------------------------------------------------------------------


def catch(hall, kind):
    frames = []
    hall.caught = (kind, frames)
    return frames


def test_a_start_that_is_not_signed_in_time_is_given_up():
    hall = ready_hall()
    catch(hall, Agree)
    hall.do("host", "start", hall.now)
    assert hall.lobby("host").blocked.key == "net.blocked.signing"
    hall.caught = None
    hall.run("host", hall.host.tick(hall.now + SIGNING + 1))
    assert hall.host.beginning is None
    assert hall.last("host", Notice).text.key == "net.notice.not-signed"
    for name in ("Bert", "Cleo"):
        hall.do(name, "ready", True)
    hall.do("host", "start", hall.now)
    assert hall.host.beginning is not None


def test_a_guest_lost_while_signing_stops_the_start():
    hall = ready_hall()
    agreed = catch(hall, Agree)
    hall.do("host", "start", hall.now)
    hall.caught = None
    hall.run("host", hall.host.lost(hall.keys["Cleo"].key, hall.now))
    for _, _, frame in agreed:
        hall.say("Bert", frame)
    assert hall.host.beginning is None


def proposal(hall):
    proposed = catch(hall, Propose)
    hall.do("host", "start", hall.now)
    hall.caught = None
    return proposed[0][2].charter


@pytest.mark.parametrize(
    "change",
    [
        lambda charter: {"options": tuple((name, value) for name, value in charter.options[:-1])},
        lambda charter: {"seats": charter.seats[::-1]},
        lambda charter: {
            "seats": (charter.seats[0], CharterSeat("bot", "Bert", charter.peers[0].key, "random"), charter.seats[2])
        },
        lambda charter: {"peers": (charter.peers[0], charter.peers[2], charter.peers[1])},
        lambda charter: {"version": charter.version + 1},
        lambda charter: {"rules": bytes(32)},
        lambda charter: {"dealer": LOCAL},
        lambda charter: {"fresh": ()},
        lambda charter: {"fresh": (*charter.fresh[:1], *charter.fresh[:0:-1])},
        lambda charter: {"seats": (*charter.seats[:2], CharterSeat("person", "Cleo\u200b", charter.peers[2].key))},
    ],
    ids=["options", "turn order", "a seat", "peers", "version", "rules", "dealer", "no fresh bytes", "others'", "name"],
)
def test_a_guest_signs_nothing_but_what_the_table_shows(change):
    hall = ready_hall()
    raw = proposal(hall)
    charter = insides.signing(hall.host).charter
    assert charter.pack() == raw
    other = msgspec.structs.replace(charter, **change(charter)).pack()
    sent = catch(hall, (Agree, Decline))
    hall.tell("Bert", Propose(other))
    assert [type(frame) for _, _, frame in sent] == [Decline]
    assert hall.guests["Bert"].agreed is None


def test_nobody_signs_the_charter_of_another_game_again():
    first = ready_hall()
    first.do("host", "start", first.now)
    old = first.host.beginning.charter
    second = ready_hall()
    said = catch(second, Ready)
    second.do("Bert", "ready", True)
    mine = said[0][2].fresh
    assert mine not in old.charter.fresh, "every lobby has its own"
    with pytest.raises(CharterError) as refused:
        new_to(old.charter, first.keys["Bert"].key, mine, lambda table: False)
    assert refused.value.reason.key == "session.charter.fresh"
    assert proposal(second) != old.raw
    assert {old.charter.fresh[0]}.isdisjoint(insides.signing(second.host).charter.fresh)


def test_nobody_signs_for_a_known_table_again():
    hall = ready_hall()
    hall.knowing.add("Bert")
    proposed, sent = catch(hall, (Agree, Decline)), []
    hall.do("host", "start", hall.now)
    sent = [type(frame) for sender, _, frame in proposed if sender == hall.keys["Bert"].key]
    assert sent == [Decline]
    assert hall.last("Bert", Notice).text.key == "session.charter.known"


def test_a_guest_who_is_not_ready_signs_nothing():
    hall = ready_hall()
    raw = proposal(hall)
    hall.do("Bert", "ready", False)
    sent = catch(hall, (Agree, Decline))
    hall.tell("Bert", Propose(raw))
    assert [type(frame) for _, _, frame in sent] == [Decline]


def table_of(hall, terms=0, ready=True, **changes):
    """A table as a changed host shows it to Bert, whom it calls ready."""
    table = msgspec.structs.replace(hall.host.table, terms=terms, **changes)
    bert = hall.keys["Bert"].key
    rows = tuple(msgspec.structs.replace(row, ready=ready if row.key == bert else True) for row in table.peers)
    return msgspec.structs.replace(table, peers=rows)


def answer(hall, **changes):
    """Bert's answer to a charter that says what the last table showed, but for the changes."""
    hall.caught = None
    charter = read_charter(hall.raw)
    sent = catch(hall, (Agree, Decline))
    hall.tell("Bert", Propose(msgspec.structs.replace(charter, **changes).pack()))
    hall.caught = None
    return [type(frame) for _, _, frame in sent]


@pytest.mark.parametrize("terms", [0, 1])
def test_a_guest_signs_only_what_its_people_were_ready_for(terms):
    """Whatever the host says about them."""
    hall = ready_hall()
    hall.raw = proposal(hall)
    manners = (("hints", "on"),)
    hall.tell("Bert", table_of(hall, terms, manners=manners))
    assert not hall.lobby("Bert").peers[1].ready
    assert hall.last("Bert", Notice).text.key == "net.notice.new-terms"
    assert answer(hall, manners=manners) == [Decline]
    hall.tell("Bert", table_of(hall, terms))
    assert answer(hall) == [Decline], "who was asked anew has to answer anew"
    hall.tell("Bert", table_of(hall, terms))
    catch(hall, Ready)
    hall.do("Bert", "ready", True)
    assert hall.lobby("Bert").peers[1].ready
    assert answer(hall) == [Agree]


def test_a_guest_whose_people_are_no_longer_ready_signs_nothing():
    hall = ready_hall()
    hall.raw = proposal(hall)
    hall.tell("Bert", table_of(hall))
    catch(hall, Ready)
    hall.do("Bert", "ready", False)
    assert not hall.lobby("Bert").peers[1].ready
    hall.tell("Bert", table_of(hall))
    assert hall.lobby("Bert").blocked.key == "net.blocked.ready"
    assert answer(hall) == [Decline]


def test_a_host_that_takes_back_that_a_guest_is_ready_asks_it_anew():
    hall = ready_hall()
    hall.raw = proposal(hall)
    hall.tell("Bert", table_of(hall, ready=False))
    hall.tell("Bert", table_of(hall))
    assert not hall.lobby("Bert").peers[1].ready
    assert answer(hall) == [Decline]


def test_readiness_that_is_still_travelling_counts():
    """Tables that the host sent before it heard of it do not change that."""
    hall = ready_hall()
    hall.raw = proposal(hall)
    said = catch(hall, Ready)
    hall.do("Bert", "ready", False)
    hall.do("Bert", "ready", True)
    for ready in (True, False, False, True):
        hall.tell("Bert", table_of(hall, ready=ready))
        assert hall.lobby("Bert").peers[1].ready == ready
    assert [frame.ready for _, _, frame in said] == [False, True]
    assert answer(hall) == [Agree]


def test_terms_that_change_while_readiness_travels_need_new_agreement():
    hall = ready_hall()
    hall.do("Bert", "ready", False)
    said = catch(hall, Ready)
    hall.do("Bert", "ready", True)
    hall.do("host", "set_manners", {"hints": "on"})
    assert hall.last("Bert", Notice).text.key == "net.notice.new-terms"
    hall.caught = None
    hall.say("Bert", said[0][2])
    assert [hall.lobby(who).peers[1].ready for who in ("host", "Bert")] == [False, False]
    for name in ("Bert", "Cleo"):
        hall.do(name, "ready", True)
    hall.do("host", "start", hall.now)
    assert hall.host.beginning is not None


def test_signatures_of_others_and_false_ones_do_not_count():
    hall = ready_hall()
    raw = proposal(hall)
    bert, cleo = hall.keys["Bert"], hall.keys["Cleo"]
    hall.say("Bert", Agree(hash_of(b"another"), sign_charter(bert, b"another")))
    assert insides.signing(hall.host).signatures.keys() == {hall.key}
    hall.say("Bert", Agree(hash_of(raw), sign_charter(cleo, raw)))
    assert bert.key in hall.dropped
    assert hall.host.beginning is None


def test_a_beginning_needs_every_signature():
    hall = ready_hall()
    begun = catch(hall, Begin)
    hall.do("host", "start", hall.now)
    hall.caught = None
    frame = begun[0][2]
    hall.tell("Bert", msgspec.structs.replace(frame, signatures=frame.signatures[:2]))
    assert hall.guests["Bert"].beginning is None
    assert hall.last("Bert", Closed).reason.key == "net.closed.host-garbled"


def test_a_beginning_may_come_from_another_peer():
    """The host may die between two of its last frames: a peer that has them passes them on."""
    hall = ready_hall()
    begun = catch(hall, Begin)
    hall.do("host", "start", hall.now)
    frame = next(frame for _, receiver, frame in begun if receiver == hall.keys["Cleo"].key)
    hall.guests["Bert"].lost(hall.now)
    cleo = hall.keys["Cleo"].key
    bad = hall.guests["Bert"].receive(
        cleo, lobby_frames.encode(msgspec.structs.replace(frame, signatures=frame.signatures[:1]))
    )
    assert bad.drop == [cleo]
    hall.guests["Bert"].receive(cleo, lobby_frames.encode(frame))
    assert hall.guests["Bert"].beginning.charter.hash == hall.host.beginning.charter.hash


def test_nothing_begins_that_was_not_agreed():
    hall, other = ready_hall(), ready_hall()
    begun = catch(other, Begin)
    other.do("host", "start", 0)
    hall.tell("Bert", begun[0][2])
    assert hall.guests["Bert"].beginning is None


# -- hostile frames ----------------------------------------------------------------------------------------------------


def test_a_guest_that_sends_nonsense_is_removed():
    hall = ready_hall()
    key = hall.keys["Bert"].key
    hall.run("host", hall.host.receive(key, b"\xc1", hall.now))
    assert key in hall.dropped
    assert hall.lobby("Cleo").seats[1].kind == "open"


def test_a_guest_that_asks_too_much_is_removed():
    hall = ready_hall()
    for _ in range(REQUESTS + 5):
        hall.say("Bert", Say("hello"))
    assert hall.keys["Bert"].key in hall.dropped
    assert len(hall.all("Cleo", Said)) <= REQUESTS


def test_a_patient_guest_may_keep_asking():
    hall = ready_hall()
    for _ in range(3 * REQUESTS):
        hall.now += 200
        hall.say("Bert", Say("hello"))
    assert not hall.dropped


def test_guests_cannot_take_what_is_not_theirs():
    hall = ready_hall()
    before = hall.host.table
    for frame in (Sit(0, "Bert"), Sit(2, "Bert"), Sit(7, "Bert"), Stand(0), Stand(2), Stand(7), Ready(99, True, bytes(16))):
        hall.say("Bert", frame)
    for frame in (before, SaidBy(hall.key, "I am the host"), Propose(b"x"), Begin(b"", (), ())):
        hall.say("Bert", frame)
    assert hall.host.table == before
    assert not hall.all("Cleo", Said)


def rows(table, **changes):
    return msgspec.structs.replace(table, **changes)


def test_a_guest_stays_at_a_table_with_an_unknown_bot_level():
    hall = ready_hall()
    seats = hall.host.table.seats
    hall.tell("Bert", rows(hall.host.table, seats=(rows(seats[0], kind="bot", level="of-tomorrow"), *seats[1:])))
    assert hall.last("Bert", LobbyChanged).lobby.seats[0].level == "of-tomorrow"
    assert hall.key not in hall.dropped


def test_a_name_is_cleaned_before_a_guest_sees_it():
    hall = ready_hall()
    seats = hall.host.table.seats
    hall.tell("Bert", rows(hall.host.table, seats=(rows(seats[0], name="\u202e<b>A\x1b[2Jnna\n"), *seats[1:])))
    assert hall.last("Bert", LobbyChanged).lobby.seats[0].name == "<b>A [2Jnna"


@pytest.mark.parametrize(
    "change",
    [
        lambda table: {"version": table.version + 1},
        lambda table: {"version": 0},
        lambda table: {"options": ()},
        lambda table: {"manners": (("clock", "off"),)},
        lambda table: {"seats": table.seats[:1]},
        lambda table: {"seats": (rows(table.seats[0], kind="king"), *table.seats[1:])},
        lambda table: {"seats": (rows(table.seats[0], name=table.seats[1].name), *table.seats[1:])},
        lambda table: {"peers": (table.peers[0], rows(table.peers[1], name=f"{table.peers[0].name}\u200b"))},
        lambda table: {"seats": (rows(table.seats[0], peer=bytes(32)), *table.seats[1:])},
        lambda table: {"seats": (rows(table.seats[0], kind="bot", level=""), *table.seats[1:])},
        lambda table: {"seats": (rows(table.seats[1], kind="bot", level="random"), *table.seats[1:])},
        lambda table: {"seats": (rows(table.seats[0], kind="open"), *table.seats[1:])},
        lambda table: {"peers": ()},
        lambda table: {"peers": table.peers[:1]},
        lambda table: {"peers": table.peers[::-1]},
        lambda table: {"peers": (*table.peers, table.peers[0])},
        lambda table: {"peers": (rows(table.peers[0], name=""), *table.peers[1:])},
    ],
)
def test_a_guest_leaves_a_host_that_shows_an_impossible_table(change):
    hall = ready_hall()
    hall.tell("Bert", rows(hall.host.table, **change(hall.host.table)))
    assert hall.last("Bert", Closed).reason.key == "net.closed.host-garbled"
    assert hall.key in hall.dropped


@pytest.mark.parametrize(
    "change",
    [
        lambda table: {"game": "no-game"},
        lambda table: {"options": (*table.options, ("roof", "on"))},
        lambda table: {"manners": (("weather", "rain"),)},
    ],
)
def test_a_table_with_features_of_a_newer_program_asks_for_an_update(change):
    hall = ready_hall()
    hall.tell("Bert", rows(hall.host.table, **change(hall.host.table)))
    assert hall.last("Bert", Closed).reason.key == "net.closed.older-here"


def test_a_false_host_cannot_invent_chat_of_this_peer():
    hall = ready_hall()
    for speaker in (hall.keys["Bert"].key, Identity.fresh().key):
        hall.tell("Bert", SaidBy(speaker, "I resign"))
    assert not hall.all("Bert", Said)


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 63), (1 << 63) - 1) | st.text(max_size=30) | st.binary(max_size=40),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=12,
)
tags = st.sampled_from(
    [
        "lobby.table",
        "lobby.sit",
        "lobby.stand",
        "lobby.ready",
        "lobby.say",
        "lobby.said",
        "lobby.propose",
        "lobby.agree",
        "lobby.decline",
        "lobby.begin",
        "lobby.away",
        "lobby.over",
    ]
)


@settings(max_examples=300)
@given(
    st.one_of(
        st.binary(max_size=200), st.tuples(tags, st.lists(plain_values, max_size=6)).map(lambda pair: pack([pair[0], *pair[1]]))
    )
)
def test_no_frame_breaks_a_lobby(payload):
    guest, host = HALL.guests["Bert"], HALL.host
    key = HALL.keys["Bert"].key
    object.__setattr__(guest, "over", False)  # as if it had not ended
    guest.receive(HALL.key, payload)
    if host.refuses(key, True, 0) == "" and key not in [row.key for row in host.table.peers]:
        host.connected(key, "Bert", True, (), 0)
    host.receive(key, payload, 10**9)
    assert host.table.peers[0].key == HALL.key
    lobby_frames.encode(host.table)


HALL = ready_hall()


def test_a_person_has_one_name_at_the_seat_in_the_chat_and_in_notices():
    hall = Hall(Seat("person", "Anna"), OPEN, OPEN, name="")
    hall.enter("")
    assert hall.lobby("host").peers[0].name == "Anna"
    guest = hall.lobby("host").peers[1].name
    hall.do("", "sit", 1, "Ben")
    assert guest != "Ben"
    assert hall.lobby("host").peers[1].name == "Ben"
    hall.do("", "sit", 2, "Cleo")
    assert hall.lobby("host").peers[1].name == "Ben", "two people sit there: the first name stays"


def test_only_a_peer_of_a_saved_game_leads_a_guest_to_it():
    """Anybody who has watched a game knows its charter with all signatures, and can invite its players to another table."""
    charter = charter_of(2, 2, dealer=FAIR)
    begin = lobby_frames.encode(Begin(charter.raw, charter.signatures, ()))
    host, me = IDENTITIES[0].key, IDENTITIES[1]
    found = saved_begin(GuestLobby(me, host), begin, me.key)
    assert found is not None
    assert found.charter == charter.charter
    assert saved_begin(GuestLobby(me, IDENTITIES[2].key), begin, me.key) is None
