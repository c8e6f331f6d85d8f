"""Laying all cards open after the end: only with everybody's consent, with everybody's secrets, and then for good."""

import json
from collections import Counter

import pytest

from net.api import Notice, PublishingChanged, Refused
from net.deal import FAIR
from net.deal.dealer import pack_secrets
from net.deal.fair import elgamal, renewal, shuffle
from net.deal.fair.duties import lot
from net.deal.fair.group import base, hashed_point, random_scalar, times, total
from net.gamefile import GameFile, load, replay
from net.session.core import Session
from net.session.format.entry import PublishBody, sign_willing
from net.session.format.wire import Secrets, Willing, game_frames
from net.verify import verify
from rules.contract import SEALED
from tests.net.session import test_replace as replacing
from tests.net.session.network import IDENTITIES, Network, Weather
from tests.net.session.stage import word
from tests.net.session.straight import Straight


def finished(peers=3, folder=None, seats=None, dealer=FAIR, leaver=None):
    table = Straight(peers, seats or peers, dealer=dealer, folder=folder)
    if leaver is not None:
        table.move()
        table.take(leaver, table.sessions[leaver].leave(table.now))
        table.settle()
    while table.sessions[0].position.result is None:
        table.move(lambda moves: moves[-1])
    return table


def agree(table, *places):
    for place in places:
        table.take(place, table.sessions[place].publish_cards(table.now))
    table.settle()


def findings(path):
    return [finding.key.removeprefix("session.") for finding in verify(path).findings]


def hands(position):
    return [[face for _, face in player["hand"]] for player in position.facts()["players"]]


@pytest.mark.parametrize("peers", [2, 3, 5])
def test_when_everybody_has_agreed_the_log_opens_every_card(peers, tmp_path):
    table = finished(peers, tmp_path)
    count = len(table.sessions[0].log)
    agree(table, *range(peers - 1))
    assert table.told(0, PublishingChanged)[-1] == PublishingChanged(
        tuple(table.charter.charter.peers[place].name for place in range(peers - 1)),
        (table.charter.charter.peers[peers - 1].name,),
        True,
        False,
    )
    assert len(table.sessions[0].log) == count
    agree(table, peers - 1)
    for place, session in enumerate(table.sessions):
        assert len(session.log) == count + 1
        assert table.told(place, PublishingChanged)[-1].open
        assert not table.told(place, PublishingChanged)[-1].waiting
        assert table.notices(place) == []
        session.close()
    for place in range(peers):
        path = tmp_path / f"{place}.alarife"
        assert findings(path)[-3:] == ["verify.moves", "verify.open", "verify.over"]
        last = json.loads(path.read_text("utf-8").splitlines()[-1])
        assert (last["kind"], last["opens"]) == ("publish", [peer.name for peer in table.charter.charter.peers])
        for step in replay(load(path)):
            assert step.position.deals or not any(SEALED in hand for hand in hands(step.position))


def test_a_file_that_is_not_opened_keeps_the_others_hands_closed(tmp_path):
    table = finished(3, tmp_path)
    table.sessions[0].close()
    assert "verify.sealed" in findings(tmp_path / "0.alarife")
    seen = [hands(step.position) for step in replay(load(tmp_path / "0.alarife"))]
    assert any(SEALED in hand for position in seen for hand in position[1:])


def test_the_findings_count_what_was_opened(tmp_path):
    table = finished(3, tmp_path)
    agree(table, 0, 1, 2)
    table.sessions[1].close()
    finding = verify(tmp_path / "1.alarife").findings[-2]
    figures = {name: finding.value(name) for name in ("cards", "shuffles", "dealt", "lots")}
    assert figures["shuffles"] >= 3
    assert figures["cards"] > figures["dealt"] > 0


def test_nobody_reveals_a_secret_before_everybody_has_agreed():
    table = finished(3)
    for place in (0, 2):
        out = table.sessions[place].publish_cards(table.now)
        frames = [game_frames.decode(payload) for _, payload in out.frames]
        assert any(isinstance(frame, Willing) for frame in frames)
        assert not any(isinstance(frame, Secrets) for frame in frames)
        table.take(place, out)
    table.settle()
    for _ in range(40):
        table.now += 250
        for place, session in enumerate(table.sessions):
            out = session.tick(table.now)
            assert not any(isinstance(game_frames.decode(payload), Secrets) for _, payload in out.frames)
            table.take(place, out)
        table.settle()


def test_opening_the_cards_is_refused_when_it_is_not_possible():
    table = Straight(2, dealer=FAIR)
    agree(table, 0)
    assert table.told(0, Refused)[-1].reason.key == "session.refused.not-over"
    table = finished(2)
    agree(table, 0, 1)
    agree(table, 0)
    assert table.told(0, Refused)[-1].reason.key == "session.refused.open-already"
    table = finished(1, seats=2, dealer="local")
    agree(table, 0)
    assert table.told(0, Refused)[-1].reason.key == "session.refused.open-already"
    assert not table.told(0, PublishingChanged)


@pytest.mark.parametrize("leaver", [1, 2])
def test_the_heir_opens_the_cards_of_a_departed_peer(leaver, tmp_path):
    table = finished(3, tmp_path, leaver=leaver)
    others = [place for place in range(3) if place != leaver]
    agree(table, *others)
    for place in others:
        table.sessions[place].close()
        assert "verify.open" in findings(tmp_path / f"{place}.alarife")
    assert len(load(tmp_path / f"{others[0]}.alarife").published.consents) == 2


def test_consents_and_secrets_arrive_over_other_peers_and_changing_links():
    table = finished(3)
    table.part(0, 1)
    agree(table, 0, 1, 2)
    table.wait(10_000)
    assert all(session.course.published for session in table.sessions)


@pytest.mark.parametrize("back", [False, True])
def test_a_game_in_which_somebody_was_replaced_can_be_laid_open(back, tmp_path):
    """The rebuilt secrets are those of the vanished peer. A peer that has come back reveals its own again."""
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    while table.at_turn() == 0:
        table.move()
    gone = table.at_turn()
    replacing.vanish(table, gone)
    rest = replacing.others(table, gone)
    replacing.want(table, gone, *rest)
    table.wait(20_000)
    assert table.keys[gone] not in table.sessions[0].course.there
    if back:
        replacing.come_home(table, gone, tmp_path)
        table.wait(3_000)
        table.take(gone, table.sessions[gone].take_seat_back(table.now))
        table.settle()
        table.wait(3_000)
        assert table.keys[gone] in table.sessions[0].course.there
    for _ in range(300):
        if table.sessions[0].position.result is not None:
            break
        replacing.play_on(table, 1)
    agree(table, *(place for place in range(3) if table.keys[place] in table.sessions[0].course.there))
    for place in rest:
        table.sessions[place].close()
        assert "verify.open" in findings(tmp_path / f"{place}.alarife")


def test_a_peer_replaced_twice_is_opened_from_the_beginning(tmp_path):
    """The heir holds only the new secrets: the earlier ones come from the log."""
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    gone = replacing.replaced(table)
    table.wait(500)
    replacing.come_home(table, gone, tmp_path)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.settle()
    while table.at_turn() != gone:
        replacing.play_on(table, 1)
    replacing.vanish(table, gone)
    rest = replacing.others(table, gone)
    replacing.want(table, gone, *rest)
    for _ in range(300):
        if table.sessions[rest[0]].position.result is not None:
            break
        replacing.play_on(table, 1)
    agree(table, *rest)
    for place in rest:
        table.sessions[place].close()
        assert "verify.open" in findings(tmp_path / f"{place}.alarife")
        log = load(tmp_path / f"{place}.alarife").entries
        assert sum("renew" in str(signed.entry.body) for signed in log) == 1


def test_a_card_dealt_before_new_keys_verifies_when_shown_later(tmp_path):
    """Its shares belong to the old keys, and stay as they are."""
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    gone = replacing.replaced(table)
    table.wait(500)
    replacing.come_home(table, gone, tmp_path)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.settle()
    log = table.sessions[0].log
    before = len(log)
    while table.sessions[0].position.result is None:
        table.move()
    assert any("show" in str(signed.entry.body) for signed in log.entries[before:])
    agree(table, *range(3))
    for place in range(3):
        table.sessions[place].close()
        assert "verify.open" in findings(tmp_path / f"{place}.alarife")


@pytest.mark.parametrize("seed", range(4))
def test_the_cards_are_laid_open_in_any_weather(seed, tmp_path):
    network = Network(2 + seed, 3, seed, Weather(delay=(1, 100), loss=0.1, late=0.1, twice=0.1), tmp_path, dealer=FAIR)
    network.run()

    def ask(place):
        """A player whose program has died has to agree again."""
        session = network.desks[place].session
        if session is not None and not session.course.published:
            network.take(place, session.publish_cards(network.now))
        network.later(5000, ask, place)

    for place in range(len(network.desks)):
        network.later(100 * place, ask, place)
    network.doom(0)  # its program dies before or after it has written the entry, and comes back
    network.run(done=lambda: all(desk.session and desk.session.course.published for desk in network.desks))
    for desk in network.desks:
        desk.session.close()
        assert "verify.open" in findings(desk.path)
        assert not desk.told(Notice)


def test_a_consent_holds_for_one_end_of_the_game_alone(tmp_path):
    """A player ends the game and agrees, but nobody hears that. The game then ends in another way."""
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    while True:
        session = table.sessions[gone := table.at_turn()]
        last = session.position.moves()[-1]
        trial = session.position.copy()
        trial.play_silently(last)
        if trial.result is not None:
            break
        table.move(lambda moves: moves[-1])
    others = replacing.others(table, gone)
    for other in others:
        table.part(gone, other)
    table.act(gone, (last,), table.turn)
    agree(table, gone)
    assert table.told(gone, PublishingChanged)[-1].mine
    replacing.want(table, gone, *others)
    table.cut.clear()
    for other in others:
        table.join(gone, other)
    table.wait(1000)
    assert session.position.result is None
    table.take(gone, session.take_seat_back(table.now))
    table.wait(1000)
    replacing.play_on(table, 60)
    assert session.position.result is not None
    assert not table.told(gone, PublishingChanged)[-1].mine
    agree(table, *others)
    table.wait(5000)
    assert not replacing.entries_of(session, PublishBody)
    agree(table, gone)
    table.wait(1000)
    assert all(replacing.entries_of(table.sessions[place], PublishBody) for place in range(3))
    replacing.in_step(table)


def test_an_opened_game_can_be_resumed_and_stays_as_it_was(tmp_path):
    table = finished(2, tmp_path)
    agree(table, 0, 1)
    table.sessions[0].close()
    file, recording = GameFile.resume(tmp_path / "0.alarife")
    session = Session(IDENTITIES[0], recording.charter, recording.private, file, recording.entries)
    [event] = [event for event in session.begin(0).events if isinstance(event, PublishingChanged)]
    assert event.open
    session.close()


# -- lies --------------------------------------------------------------------------------------------------------------


def published(table, **false):
    """The entry that the first peer would write, with a false part."""
    head = table.sessions[0].course.head
    consents = tuple(sign_willing(one, table.charter.hash, head) for one in IDENTITIES[: len(table.keys)])
    secrets = tuple(pack_secrets(session.course.secrets[key]) for key, session in zip(table.keys, table.sessions, strict=True))
    return PublishBody(false.get("consents", consents), false.get("secrets", secrets))


def test_the_true_entry_behind_the_lies_below_is_accepted():
    table = finished(3)
    table.send(0, 1, table.lie(0, published(table)))
    assert table.sessions[1].course.published


def swapped(table, body):
    return {"secrets": body.secrets[::-1]}


def other_head(table, body):
    return {"consents": tuple(sign_willing(one, table.charter.hash, b"h" * 32) for one in IDENTITIES[:3])}


LIES = {
    "a consent missing": lambda table, body: {"consents": body.consents[:2]},
    "a consent twice": lambda table, body: {"consents": (body.consents[0], body.consents[0], body.consents[2])},
    "another head": other_head,
    "secrets swapped": swapped,
    "a secret missing": lambda table, body: {"secrets": (b"", *body.secrets[1:])},
    "a secret too many": lambda table, body: {"secrets": (*body.secrets, body.secrets[0])},
    "a false lot secret": lambda table, body: {"secrets": (body.secrets[0][:32] + body.secrets[1][32:], *body.secrets[1:])},
    "no number": lambda table, body: {"secrets": (b"\xff" * 64, *body.secrets[1:])},
}


@pytest.mark.parametrize("lie", LIES)
def test_a_false_entry_stops_the_game_at_its_author(lie):
    table = finished(3)
    table.send(0, 1, table.lie(0, published(table, **LIES[lie](table, published(table)))))
    table.settle()
    table.wait(10_000)
    assert table.stops()[1] == "session.entry.publish"


def test_cards_are_opened_by_the_right_author_and_only_after_the_end():
    table = finished(3)
    table.send(2, 1, table.lie(2, published(table)))
    assert table.notices(1) == ["session.entry.turn"]
    assert not table.sessions[1].course.published
    table = Straight(2, dealer=FAIR)
    place = table.at_turn()
    table.send(place, 1 - place, table.lie(place, published(table)))
    table.settle()
    table.wait(10_000)
    assert "session.entry.turn" in table.stops()


def test_false_consents_and_secrets_count_for_nothing():
    table = finished(2)
    agree(table, 0)
    body = published(table)
    id_of_table = table.charter.charter.table
    table.frame(1, 0, Willing(id_of_table, table.keys[1], body.consents[0]))
    table.frame(1, 0, Willing(id_of_table, IDENTITIES[4].key, body.consents[1]))
    table.frame(1, 0, Secrets(id_of_table, (body.secrets[1], body.secrets[0])))
    table.settle()
    assert not table.sessions[0].course.published
    agree(table, 1)
    assert table.sessions[0].course.published


# -- what only open cards show -----------------------------------------------------------------------------------------


def verdict_of_cheated(monkeypatch, tmp_path):
    """Play to the end and open the cards without checking proofs, then verify as if all proofs held."""
    table = finished(2, tmp_path)
    agree(table, 0, 1)
    assert all(session.course.published for session in table.sessions)
    table.sessions[0].close()
    return verify(tmp_path / "0.alarife")


def test_a_shuffle_that_changed_a_card_is_found_under_the_seals(monkeypatch, tmp_path):
    honest = shuffle.mix

    def cheats(before, key, ahead):
        mixed = honest(before, key, ahead)
        blind = random_scalar()
        card = hashed_point(elgamal.CARDS, 0)
        twin = elgamal.Ciphertext(total([card, times(blind, key)]), base(blind))
        return mixed._replace(after=(twin, twin, *mixed.after[2:]))

    monkeypatch.setattr(shuffle, "mix", cheats)
    monkeypatch.setattr(shuffle.Examiner, "holds", lambda *_: True)
    verdict = verdict_of_cheated(monkeypatch, tmp_path)
    assert not verdict.holds
    assert [finding.key for finding in verdict.findings[-2:]] == ["session.file.entry", "session.audit.shuffle"]
    lines = [json.loads(line) for line in (tmp_path / "0.alarife").read_text("utf-8").splitlines()]
    first = next(number for number, line in enumerate(lines, start=1) if line.get("deal", "").startswith("mix"))
    assert verdict.findings[-2].value("line") == first


def verdict_at_the_end(table, folder):
    """Play to the end and lay all cards open."""
    while table.sessions[0].position.result is None:
        replacing.play_on(table, 1)
    agree(table, 0, 1, 2)
    table.sessions[0].close()
    return verify(folder / "0.alarife")


def test_the_findings_count_shuffles_of_a_whole_pile_and_of_the_rest_of_one(tmp_path):
    table = Straight(3, dealer="fair", folder=tmp_path)
    gone = replacing.replaced(table)
    replacing.come_home(table, gone, tmp_path)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.settle()
    verdict = verdict_at_the_end(table, tmp_path)
    assert verdict.holds
    said = Counter(word(signed) for signed in table.sessions[0].log.entries)
    assert (said["mix"], said["remix"]) == (3, 2)
    assert verdict.findings[-2].value("shuffles") == 5


def found_at_the_end(table, folder, finding):
    """The file reveals the cheat."""
    verdict = verdict_at_the_end(table, folder)
    assert not verdict.holds
    assert [found.key for found in verdict.findings[-2:]] == ["session.file.entry", finding]


def test_new_keys_that_changed_a_card_are_found_under_the_seals(monkeypatch, tmp_path):
    table = Straight(3, dealer=FAIR, folder=tmp_path)
    gone = replacing.replaced(table)
    replacing.come_home(table, gone, tmp_path)
    honest = renewal.change

    def cheats(cards, key, difference):
        after, randomness = honest(cards, key, difference)
        return [after[-1], *after[1:-1], after[0]], randomness

    monkeypatch.setattr(renewal, "change", cheats)
    monkeypatch.setattr(renewal, "check", lambda *_: True)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.settle()
    found_at_the_end(table, tmp_path, "session.audit.renewal")


def test_a_pile_that_was_shuffled_again_with_another_card_is_found_under_the_seals(monkeypatch, tmp_path):
    table = Straight(3, dealer="fair", folder=tmp_path)
    gone = replacing.replaced(table)
    replacing.come_home(table, gone, tmp_path)
    honest = shuffle.mix

    def cheats(before, key, ahead):
        mixed = honest(before, key, ahead)
        return mixed._replace(after=(mixed.after[1], *mixed.after[1:]))

    monkeypatch.setattr(shuffle, "mix", cheats)
    monkeypatch.setattr(shuffle.Examiner, "holds", lambda *_: True)
    table.take(gone, table.sessions[gone].take_seat_back(table.now))
    table.settle()
    shuffles = sum("remix" in str(signed.entry.body) for signed in table.sessions[0].log.entries)
    assert shuffles == 2, "the heir's, which is honest, and that of the one that has come back"
    found_at_the_end(table, tmp_path, "session.audit.shuffle")


def test_a_lot_that_was_chosen_is_found(monkeypatch, tmp_path):
    write = lot.write
    monkeypatch.setattr(lot, "check_share", lambda *_: True)

    def cheats(at, deals, peer):
        with monkeypatch.context() as patch:
            patch.setattr(lot, "question", lambda _: hashed_point("chosen", 1))
            return write(at, deals, peer)

    monkeypatch.setattr(lot, "write", cheats)
    verdict = verdict_of_cheated(monkeypatch, tmp_path)
    assert not verdict.holds
    assert verdict.findings[-1].key == "session.audit.lot"
