"""The ledger of knowledge finds nothing in honest games, and finds each former fault when a test puts it back."""

import pytest
from msgspec.structs import replace

from net.deal import FAIR
from net.deal.fair import bequest
from net.deal.fair.contribution import Contribution
from net.deal.fair.duties import shares
from net.deal.fair.standing import Standing
from net.session.format.entry import DealBody, DropBody, LeaveBody, MoveBody, ReturnBody
from net.session.format.wire import Entries, game_frames, pack
from tests.knowledge.ledger import Leak, Ledger
from tests.net.session import insides
from tests.net.session.earlier import leave_entry, legacies
from tests.net.session.network import IDENTITIES, Network, Weather
from tests.net.session.stage import lie
from tests.net.session.straight import Straight
from tests.net.session.test_leaving import leave
from tests.net.session.test_replace import come_home, entries_of, others, vanish, want

ALONE = {"replace": "off"}


def draw_on(table, moves):
    """The peer on turn, or the bot, draws, as long as there is a pile."""
    for _ in range(moves):
        table.wait(400)
        session = next(session for session in table.sessions if not session.closed)
        turn = session.position.turn
        if turn is None:
            return
        place = table.keys.index(session.course.owner(turn))
        wanted = [move for move in table.sessions[place].position.view(turn).moves() if move.kind in ("draw", "stop")]
        table.act(place, wanted[:1], turn)
        table.settle()


def turn_of(table, place):
    while table.at_turn() != place:
        draw_on(table, 1)


def home_again(table, place, folder):
    """The program is started again, and takes its seat back."""
    come_home(table, place, folder)
    table.wait(1000)
    table.take(place, table.sessions[place].take_seat_back(table.now))
    table.settle()
    table.wait(1000)
    draw_on(table, 1)
    assert entries_of(table.sessions[0], ReturnBody)
    assert table.keys[place] in table.sessions[0].course.there


def left_and_back(table, leaver, folder, turns=2):
    """A peer leaves, the others play on, and it takes its seat back."""
    turn_of(table, leaver)
    leave(table, leaver)
    table.settle()
    table.wait(1000)
    assert table.keys[leaver] not in table.sessions[0].course.there
    draw_on(table, turns)
    vanish(table, leaver)
    home_again(table, leaver, folder)


@pytest.mark.parametrize("peers", [2, 3, 4])
def test_a_peer_that_leaves_and_comes_back_reveals_nothing_more(peers, tmp_path):
    table = Straight(peers, dealer=FAIR, folder=tmp_path)
    left_and_back(table, 1, tmp_path)
    draw_on(table, 30)


@pytest.mark.parametrize("peers", [3, 4, 5])
def test_a_peer_that_vanishes_and_comes_back_reveals_nothing_more(peers, tmp_path):
    table = Straight(peers, dealer=FAIR, folder=tmp_path)
    turn_of(table, 1)
    vanish(table, 1)
    want(table, 1, *others(table, 1))
    table.wait(500)
    draw_on(table, 3)
    home_again(table, 1, tmp_path)
    draw_on(table, 30)


def replaced_long_ago(folder):
    """Ben has vanished and was replaced, and the game has gone on. Also returns the entry of the replacement."""
    table = Straight(3, dealer=FAIR, folder=folder)
    turn_of(table, 1)
    vanish(table, 1)
    want(table, 1, 0, 2)
    table.wait(500)
    draw_on(table, 3)
    (drop,) = entries_of(table.sessions[0], DropBody)
    return table, drop


def show(table, place, body, drop, **false):
    """A peer shows an entry for the place where Ben was replaced."""
    told = lie(IDENTITIES[place], table.sessions[place], body, n=drop.n, previous=drop.previous, **false)
    table.ledger.sent(table.keys[2], game_frames.encode(Entries([told.signed])))


def test_an_old_entry_at_the_place_of_a_replacement_reveals_nothing(tmp_path):
    """A modified program shows the votes again: nobody takes them, and its people only know what they may."""
    table, drop = replaced_long_ago(tmp_path)
    show(table, 0, drop.body, drop)


def test_a_new_signature_for_a_place_long_past_reveals_nothing():
    """Since that place, its people have rightly been told cards that nobody knew there."""
    table = Straight(3, dealer=FAIR)
    draw_on(table, 1)
    (first, *_) = entries_of(table.sessions[0], MoveBody)
    draw_on(table, 6)
    for place, session in enumerate(table.sessions):
        told = lie(
            IDENTITIES[place], session, MoveBody(place, "stop", ()), n=first.n, previous=first.previous, digest=bytes(32)
        )
        table.ledger.sent(table.keys[0], game_frames.encode(Entries([told.signed])))


def test_a_late_entry_of_a_replaced_peer_reveals_nothing(tmp_path):
    table, drop = replaced_long_ago(tmp_path)
    move = table.sessions[1].position.view(1).moves()[0]
    show(table, 1, MoveBody(1, move.kind, move.args), drop, digest=drop.digest)


def test_secrets_in_an_impossible_entry_are_found(tmp_path):
    """At any place where it would follow."""
    table, drop = replaced_long_ago(tmp_path)
    own = insides.dealer(table.sessions[2].course).at
    secret = own.secrets[own.me].cards.to_bytes(32, "big")
    with pytest.raises(Leak, match="secrets of Carla"):
        show(table, 2, DealBody(pack(Contribution("shares", 2, (secret,)))), drop)


def test_frames_outside_the_game_contain_nothing_of_the_dealing():
    table = Straight(3, dealer=FAIR)
    table.ledger.sent_beside(b"where.places" + bytes(200))
    at = insides.dealer(table.sessions[1].course).at
    secret = at.secrets[at.me].cards.to_bytes(32, "big")
    with pytest.raises(Leak, match="Ben has its secret for cards"):
        table.ledger.sent_beside(b"where.places" + secret + b"after")
    share = table.ledger.true.product(at.secrets[at.me].cards, at.slots[max(at.slots)].sealed.hint.format())
    with pytest.raises(Leak, match="Ben has its share of slot"):
        table.ledger.sent_beside(share)


# -- the faults, put back ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("peers", [3, 4, 5])
def test_secrets_sealed_for_every_peer_are_found(peers):
    table = Straight(peers, dealer=FAIR)
    turn_of(table, 1)
    body = leave_entry(IDENTITIES[1], table.charter.hash, legacies(insides.dealer(table.sessions[1].course)))
    assert isinstance(body, LeaveBody)
    with pytest.raises(Leak, match="secrets of Ben"):
        table.ledger.sent(table.keys[0], game_frames.encode(Entries([table.lie(1, body).signed])))


@pytest.mark.parametrize("manners", [None, ALONE])
def test_secrets_sent_before_the_log_allows_it_are_found(manners):
    """They are sealed for the heir alone, and the log can still continue as if nothing had happened."""
    table = Straight(3, dealer=FAIR, manners=manners)
    turn_of(table, 2)
    at = insides.dealer(table.sessions[1].course).at
    parts = bequest.make(at.left_by(at.me), at.keys[table.keys[0]].letters, at.context(at.me) + table.keys[0])
    early = table.lie(1, DealBody(pack(Contribution("bequest", 1, tuple(parts)))))
    with pytest.raises(Leak, match="secrets of Ben"):
        table.ledger.sent(table.keys[0], game_frames.encode(Entries([early.signed])))


@pytest.mark.parametrize("peers", [2, 3, 4])
def test_keys_that_are_not_renewed_on_a_return_are_found(peers, monkeypatch, tmp_path):
    monkeypatch.setattr(Standing, "owing_new_keys", lambda at, *_: replace(at, deposits={}))
    with pytest.raises(Leak, match="secrets of Ben"):
        left_and_back(Straight(peers, dealer=FAIR, folder=tmp_path), 1, tmp_path)


@pytest.mark.parametrize("peers", [2, 3])
def test_piles_that_are_not_reshuffled_are_found(peers, monkeypatch, tmp_path):
    """The remaining peers had everybody's secrets while the peer was away, and have looked into the piles."""
    monkeypatch.setattr(Standing, "shuffled_again", lambda at, _: at)
    table = Straight(peers, dealer=FAIR, folder=tmp_path, manners=ALONE)
    with pytest.raises(Leak, match="can see the cards in the slots"):
        left_and_back(table, 1, tmp_path)


def generous(monkeypatch, more):
    """Every program gives, and takes, more shares than the rules ask for."""
    honest = shares.owed

    def owed(at, deals, peer):
        found = honest(at, deals, peer)
        return found + [slot for slot in more(at, deals, peer) if slot not in found and peer in at.slots[slot].missing]

    monkeypatch.setattr(shares, "owed", owed)


def next_of_the_pile(at, deals, peer):
    return [max(at.slots)] if deals and deals[0].kind == "draw" else []


def its_own(at, deals, peer):
    return [slot for deal in deals[:1] if deal.kind == "draw" and at.owners[deal.seat] == peer for slot in deal.slots]


@pytest.mark.parametrize("more", [next_of_the_pile, its_own])
@pytest.mark.parametrize("peers", [2, 3])
def test_a_share_that_the_rules_do_not_ask_for_is_found(peers, more, monkeypatch):
    """It comes too early, or it tells everybody a card that only one seat may know."""
    generous(monkeypatch, more)
    with pytest.raises(Leak, match="too early or to the wrong seat"):
        Straight(peers, dealer=FAIR)


@pytest.mark.parametrize("more", [next_of_the_pile, its_own])
@pytest.mark.parametrize("peers", [2, 3])
def test_the_card_that_such_a_share_reveals_is_found_as_well(peers, more, monkeypatch):
    generous(monkeypatch, more)
    monkeypatch.setattr(Ledger, "look_at_shares", lambda *_: None)
    with pytest.raises(Leak, match="can see the cards in the slots"):
        Straight(peers, dealer=FAIR, manners=ALONE)


def test_the_ledger_is_kept_in_every_simulated_game(tmp_path):
    network = Network(3, 3, 1, Weather(), tmp_path, dealer=FAIR)
    network.run()
    course = network.ledger.front
    longest = max((desk.session for desk in network.desks), key=lambda session: len(session.log))
    assert course.index == len(longest.log)
    assert course.head == longest.course.head
