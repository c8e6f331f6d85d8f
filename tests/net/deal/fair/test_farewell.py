"""A leaving peer hands its secrets to its heir, and nobody else can read them, whatever happens in between."""

import hashlib
from contextlib import suppress

import pytest

from net.deal.dealer import DealError
from net.deal.fair import bequest, renewal
from net.deal.fair.contribution import Contribution
from net.deal.fair.group import GroupError, base, point, random_scalar, times
from net.deal.fair.legacy import opened_with
from net.session.format import wire
from rules.contract import SEALED, Deal
from tests.net.deal.fair.test_fair_dealer import FACES, SLOTS, START, Table, _mutate, changed, parts_of, refused
from tests.net.deal.fair.test_release import Escrowed, packed
from tests.net.deal.fair.test_renewal import drawn_after, look_into, readable

LEAVER, HEIR = 1, 0
DRAW = (Deal("draw", (7,), 0),)


def dealt(count, escrow=True):
    """A table at which the first cards are dealt."""
    if escrow:
        return Escrowed(count)
    table = Table(count)
    table.answer(START)
    return table


def leave(table, leaver=LEAVER, heir=HEIR):
    return {dealer.leaves(table.peers[leaver], table.peers[heir]) for dealer in table.everybody}


def say(table, deals=DRAW, payload=None):
    """The next contribution; returns its author and its word."""
    writer = table.reader.writer(deals)
    payload = payload or table.dealers[table.peers.index(writer)].write(deals)
    table.take(deals, writer, payload)
    return table.peers.index(writer), wire.unpack(payload, Contribution).word


def play_on(table, deals=DRAW):
    """Every contribution until the deals can be answered; heirs write for the peers that have gone."""
    said = []
    while table.reader.writer(deals) is not None:
        said.append(say(table, deals))
    return said


def numbers(dealer):
    """Every secret number that a copy holds."""
    return {dealer.at.letters, *(number for secrets in dealer.at.secrets.values() for number in secrets)} - {0}


def publics(dealer, sealed):
    """Every public point that a bequest could be sealed with."""
    return [*(key for keys in dealer.at.keys.values() for key in keys), sealed.key, base(1)]


def reads(secrets, sealed, points):
    """The secrets that an owner of these numbers can find in a bequest, with every point and with the numbers themselves."""
    found = set()
    for secret in secrets:
        for other in points:
            with suppress(GroupError):
                found |= set(opened_with(sealed.sealed, times(secret, other), sealed.context))
    for shared in points:
        with suppress(GroupError):
            found |= set(opened_with(sealed.sealed, shared, sealed.context))
    return found


@pytest.mark.parametrize("escrow", [True, False])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_a_peer_leaves_in_two_contributions_and_its_heir_deals_on(count, escrow):
    table = dealt(count, escrow)
    kept = table.dealers[LEAVER].secrets[table.peers[LEAVER]]
    assert leave(table) == {False}
    for word, exposed in (("bequest", False), ("took", True)):
        for dealer in table.everybody:
            assert (dealer.leaver, dealer.exposed, dealer.steady, dealer.departed) == (table.peers[1], exposed, False, b"")
            assert dealer.answer(Deal("draw", (7,), 0), (0,)) is None
            assert table.peers[LEAVER] in dealer.at.there
            assert table.peers[LEAVER] not in table.dealers[HEIR].secrets
        assert say(table) == (LEAVER if word == "bequest" else HEIR, word)
    for dealer in table.everybody:
        assert (dealer.leaver, dealer.exposed, dealer.steady) == (b"", False, True)
        assert dealer.departed == table.peers[LEAVER]
    assert table.dealers[HEIR].secrets[table.peers[LEAVER]] == kept
    assert [place for place, dealer in enumerate(table.everybody) if table.peers[LEAVER] in dealer.secrets] == [HEIR, LEAVER]
    deals = (Deal("draw", (7,), 1), Deal("open", (8,)), Deal("lot", faces=(9,)))
    assert all(author != LEAVER for author, _ in play_on(table, deals))
    assert {dealer.departed for dealer in table.everybody} == {b""}
    assert table.dealers[HEIR].answer(deals[0], (0, 1))[0] in FACES
    assert table.reader.answer(deals[0], ()) == (SEALED,)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_nobody_but_the_heir_can_read_a_bequest(count):
    """Everybody tries: the other peers, a peer that left before with everything that it holds, and a mere reader of the log."""
    table = dealt(count)
    if count > 3:
        leave(table, count - 1, HEIR)
        play_on(table)
    before = [dealer.copy() for dealer in table.dealers]
    secret = set(table.dealers[LEAVER].secrets[table.peers[LEAVER]])
    leave(table)
    say(table)
    sealed = table.reader.at.farewell.bequest
    points = publics(table.reader, sealed)
    for place, dealer in enumerate(before):
        if place == LEAVER:
            continue
        found = reads(numbers(dealer), sealed, points)
        assert (secret <= found) == (place == HEIR)
        assert place == HEIR or not secret & found
    assert not secret & reads({1}, sealed, points)
    everybody_else = {number for place in range(count) if place not in (LEAVER, HEIR) for number in numbers(before[place])}
    assert not secret & reads(everybody_else, sealed, points)


def test_secrets_that_the_heir_inherits_later_open_no_bequest():
    """A peer that the heir leaves to afterwards gets the heir's secrets, not those for its letters."""
    table = dealt(4)
    secret = set(table.dealers[LEAVER].secrets[table.peers[LEAVER]])
    leave(table)
    say(table)
    sealed = table.reader.at.farewell.bequest
    play_on(table)
    held = numbers(table.dealers[2])
    leave(table, HEIR, 2)
    assert play_on(table)[:2] == [(HEIR, "bequest"), (2, "took")]
    new = numbers(table.dealers[2]) - held
    assert secret <= new  # handed on by the heir, as they must be
    assert not secret & reads((held | new) - secret, sealed, publics(table.reader, sealed))


def test_an_heir_hands_on_what_was_left_to_it():
    table = dealt(4, escrow=False)
    first, second = table.peers[3], table.peers[0]
    kept = {peer: table.dealers[place].secrets[peer] for place, peer in ((3, first), (0, second))}
    leave(table, 3, 0)
    play_on(table, ())
    leave(table, 0, 1)
    assert play_on(table, ()) == [(0, "bequest"), (1, "took")]
    assert {peer: table.dealers[1].secrets[peer] for peer in kept} == kept
    assert table.reader.departed == second


@pytest.mark.parametrize("said", [0, 1, 2])
def test_before_anything_is_sealed_a_peer_leaves_at_once(said):
    table = Table(3)
    for _ in range(said):
        table.step(START)
    assert leave(table) == {True}
    for dealer in table.everybody:
        assert (dealer.leaver, dealer.departed, dealer.steady) == (b"", b"", True)
    assert all(author != LEAVER for author, _ in play_on(table, START[:1]))


def test_nobody_else_leaves_or_leaves_in_the_old_way_meanwhile():
    table = dealt(4)
    leave(table)
    for _ in range(2):
        for dealer in table.everybody:
            for attempt in (
                lambda dealer: dealer.leaves(table.peers[2], table.peers[0]),
                lambda dealer: dealer.leaves(table.peers[LEAVER], table.peers[0]),
                lambda dealer: dealer.left(table.peers[2], table.peers[0], ()),
            ):
                with pytest.raises(DealError):
                    attempt(dealer.copy())
        say(table)


def test_every_part_counts():
    table = dealt(4)
    other = Escrowed(4, b"b" * 32)
    for one in (table, other):
        leave(one)
    foreign = other.dealers[LEAVER].write(DRAW)
    refused(table, DRAW, table.peers[LEAVER], foreign)
    payload = table.dealers[LEAVER].write(DRAW)
    key, proof, sealed = parts_of(payload)
    for false in ((), (key, proof), (key, proof, sealed[:-1]), (key, proof, sealed + b"0"), (key, proof, sealed, sealed)):
        refused(table, DRAW, table.peers[LEAVER], changed(payload, parts=false))
    for word in ("took", "false", "part", "seen", "shares"):
        refused(table, DRAW, table.peers[LEAVER], changed(payload, word=word))
    refused(table, DRAW, table.peers[HEIR], payload)
    refused(table, DRAW, table.peers[LEAVER], changed(table.dealers[LEAVER].write_stay(), parts=(b"more",)))
    table.take(DRAW, table.peers[LEAVER], payload)
    refused(table, DRAW, table.peers[LEAVER], payload)
    payload = table.dealers[HEIR].write(DRAW)
    _mutate(table, DRAW, table.peers[HEIR], payload)
    for word in ("stay", "bequest", "seen", "part"):
        refused(table, DRAW, table.peers[HEIR], changed(payload, word=word))


@pytest.mark.parametrize("whose", ["letters", "cards", "another"])
def test_a_bequest_is_sealed_with_a_key_of_its_own(whose):
    """Otherwise the heir could be made to reveal the point that seals its letters with somebody else."""
    table = dealt(3)
    leave(table)
    payload = table.dealers[LEAVER].write(DRAW)
    _, proof, sealed = parts_of(payload)
    key = {
        "letters": table.reader.at.keys[table.peers[2]].letters,
        "cards": table.reader.at.keys[table.peers[2]].cards,
        "another": base(random_scalar()),
    }[whose]
    refused(table, DRAW, table.peers[LEAVER], changed(payload, parts=(key.format(), proof, sealed)))


# -- false bequests ----------------------------------------------------------------------------------------------------


def false_bequest(table, kind):
    """A well-formed bequest with other content than the leaver's secrets."""
    cheat = table.dealers[LEAVER]
    secrets = list(cheat.secrets[table.peers[LEAVER]])
    left = {"other": [random_scalar(), random_scalar()], "swapped": secrets[::-1], "half": [secrets[0], random_scalar()]}
    context = cheat.at.context(table.peers[LEAVER]) + table.peers[HEIR]
    heir = cheat.at.keys[table.peers[2 if kind == "for another" else HEIR]].letters
    parts = bequest.make(left.get(kind, secrets), heir, context)
    if kind == "junk":
        parts[2] = bytes(len(parts[2]))
    return packed(cheat, "bequest", parts, table.peers[LEAVER])


@pytest.mark.parametrize("kind", ["other", "swapped", "half", "for another", "junk"])
def test_a_false_bequest_is_proven_to_everybody_and_owed_again(kind):
    table = dealt(4)
    leave(table)
    say(table, payload=false_bequest(table, kind))
    payload = table.dealers[HEIR].write(DRAW)
    assert wire.unpack(payload, Contribution).word == "false"
    _mutate(table, DRAW, table.peers[HEIR], payload)
    shared, proof = parts_of(payload)
    for parts in ((base(7).format(), proof), (shared,), (shared, proof, b"more")):
        refused(table, DRAW, table.peers[HEIR], changed(payload, parts=parts))
    with pytest.raises(DealError):
        table.dealers[HEIR].copy().read(DRAW, table.peers[HEIR], changed(payload, word="took", parts=()))
    say(table, payload=payload)
    for dealer in table.everybody:
        assert (dealer.liar, dealer.leaver, dealer.departed) == (table.peers[LEAVER], table.peers[LEAVER], b"")
        assert dealer.exposed
    assert table.peers[LEAVER] not in table.dealers[HEIR].secrets
    assert say(table) == (LEAVER, "bequest")
    assert {dealer.liar for dealer in table.everybody} == {b""}
    assert say(table) == (HEIR, "took")
    assert table.reader.departed == table.peers[LEAVER]


@pytest.mark.parametrize("false", range(4))
def test_every_secret_that_a_leaver_hands_on_has_to_be_right(false):
    """Its own two, and the two that another peer has left to it."""
    table = dealt(4)
    leave(table, 3, LEAVER)
    play_on(table, ())
    leave(table)
    cheat, heir = table.dealers[LEAVER].at, table.peers[HEIR]
    left = cheat.left_by(table.peers[LEAVER])
    assert len(left) == 4
    left[false] += 1
    parts = bequest.make(left, cheat.keys[heir].letters, cheat.context(table.peers[LEAVER]) + heir)
    say(table, payload=packed(table.dealers[LEAVER], "bequest", parts, table.peers[LEAVER]))
    assert say(table) == (HEIR, "false")
    assert [say(table) for _ in range(2)] == [(LEAVER, "bequest"), (HEIR, "took")]


def test_an_accusation_opens_nothing_but_the_false_bequest():
    """The next bequest, an honest one, is as closed to everybody as if the first had never been."""
    table = dealt(4)
    secret = set(table.dealers[LEAVER].secrets[table.peers[LEAVER]])
    leave(table)
    say(table, payload=false_bequest(table, "half"))
    payload = table.dealers[HEIR].write(DRAW)
    shown = point(parts_of(payload)[0])
    say(table, payload=payload)
    say(table)
    sealed = table.reader.at.farewell.bequest
    points = [*publics(table.reader, sealed), shown]
    for place in (2, 3):
        assert not secret & reads(numbers(table.dealers[place]), sealed, points)


def test_an_honest_bequest_cannot_be_called_false():
    table = dealt(4)
    leave(table)
    say(table)
    heir, sealed = table.dealers[HEIR], table.reader.at.farewell.bequest
    for parts in (sealed.shown(heir.at.letters), sealed.shown(7), [base(7).format(), sealed.shown(heir.at.letters)[1]]):
        refused(table, DRAW, table.peers[HEIR], packed(heir, "false", parts, table.peers[HEIR]))
    assert say(table) == (HEIR, "took")


def test_secrets_without_those_from_before_are_a_false_bequest(monkeypatch):
    """A peer that came back and locked away false secrets cannot leave: its heir could not play its hand."""
    table = dealt(3, escrow=False)
    leave(table)
    play_on(table, ())
    with monkeypatch.context() as patch:
        patch.setattr(renewal, "lock", lambda *_: bytes(64))
        for dealer in table.everybody:
            dealer.returned(table.peers[LEAVER], b"s" * 32)
        play_on(table, ())
    leave(table)
    assert [say(table, ()) for _ in range(2)] == [(LEAVER, "bequest"), (HEIR, "false")]
    assert table.reader.liar == table.peers[LEAVER]


# -- staying -----------------------------------------------------------------------------------------------------------


def test_a_peer_that_stays_has_changed_nothing():
    table = dealt(4)
    before = [(dealer.secrets, dealer.at.deposits, dealer.at.keys) for dealer in table.everybody]
    leave(table)
    say(table, payload=table.dealers[LEAVER].write_stay())
    for dealer in table.everybody:
        assert (dealer.leaver, dealer.exposed, dealer.steady, dealer.departed) == (b"", False, True, b"")
        with pytest.raises(DealError):
            dealer.copy().write_stay()
    assert [(dealer.secrets, dealer.at.deposits, dealer.at.keys) for dealer in table.everybody] == before
    assert table.answer(DRAW)[0] != (SEALED,)


def test_a_peer_that_has_written_its_bequest_cannot_stay():
    table = dealt(4)
    leave(table)
    stay = table.dealers[LEAVER].write_stay()
    say(table)
    with pytest.raises(DealError):
        table.dealers[LEAVER].write_stay()
    refused(table, DRAW, table.peers[LEAVER], stay)
    refused(table, DRAW, table.peers[HEIR], stay)


def test_a_peer_that_stays_after_a_false_bequest_takes_new_keys():
    """Somebody has read it, whatever it contained."""
    table = dealt(4)
    old = table.dealers[LEAVER].secrets[table.peers[LEAVER]]
    leave(table)
    say(table, payload=false_bequest(table, "half"))
    say(table)
    say(table, payload=table.dealers[LEAVER].write_stay())
    words = play_on(table)
    assert words[0] == (LEAVER, "renew")
    assert (LEAVER, "remix") in words
    assert not set(old) & set(table.dealers[LEAVER].secrets[table.peers[LEAVER]])


# -- somebody vanishes on the way ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", [False, True])
def test_a_leaver_that_vanishes_can_be_replaced(written):
    table = dealt(4)
    kept = table.dealers[LEAVER].secrets[table.peers[LEAVER]]
    leave(table)
    if written:
        say(table)
    assert all(dealer.can_spare(table.peers[LEAVER]) for dealer in table.everybody)
    table.drop(LEAVER, HEIR)
    assert {dealer.leaver for dealer in table.everybody} == {b""}
    words = table.words()
    assert words[:4] == [(2, "seen"), (3, "part"), (2, "part"), (0, "took")]
    assert table.reader.departed == b""
    assert (LEAVER, "renew") not in words
    assert table.dealers[HEIR].secrets[table.peers[LEAVER]] == kept


def test_an_heir_that_vanishes_before_the_bequest_leaves_everything_as_it_was():
    table = dealt(4)
    leave(table)
    table.drop(HEIR, LEAVER)
    words = table.words()
    assert words[:4] == [(2, "seen"), (3, "part"), (2, "part"), (1, "took")]
    assert "renew" not in [word for _, word in words]
    assert all(dealer.steady and not dealer.leaver for dealer in table.everybody)


@pytest.mark.parametrize(("count", "second"), [(3, 1), (4, 1), (4, 2)])
def test_a_silent_heir_keeps_nothing_that_opens_what_is_dealt_later(count, second):
    """It reads the bequest and says nothing. The others replace it, and the leaver takes new keys before anything is dealt."""
    leaver = LEAVER if second == LEAVER else 3
    table = dealt(count)
    stolen = table.dealers[leaver].secrets[table.peers[leaver]]
    leave(table, leaver, HEIR)
    say(table)
    sealed = table.reader.at.farewell.bequest
    silent = table.dealers[HEIR]
    assert set(stolen) == set(sealed.opened(sealed.shared(silent.at.letters)))
    table.drop(HEIR, second)
    assert not any(dealer.steady for dealer in table.everybody)
    words = table.words(())
    order = [word for _, word in words]
    assert order[-1] == "remix"
    assert words[order.index("renew")][0] == leaver
    assert ("escrow" in order) == (count > 3)
    assert "escrow" not in order[: order.index("renew")]
    fresh = table.dealers[leaver].secrets[table.peers[leaver]]
    assert not set(stolen) & set(fresh)
    kept = [silent.secrets[table.peers[HEIR]].cards, stolen.cards]
    others = [table.dealers[place].secrets[table.peers[place]].cards for place in range(count) if place not in (HEIR, leaver)]
    # Even together with every other peer, the old secrets open no seal that is left in the pile.
    pile = look_into(table, table.reader, [*kept, *others])
    assert set(pile) == {7, 8}
    assert set(pile.values()) == {None}


@pytest.mark.parametrize("count", [3, 4, 5])
def test_secrets_read_by_a_silent_heir_open_no_card_drawn_later(count):
    table = dealt(count)
    silent = table.dealers[HEIR]
    kept = [table.dealers[place].secrets[table.peers[place]].cards for place in (LEAVER, HEIR)]
    leave(table)
    say(table)
    table.drop(HEIR, LEAVER)
    table.words(())
    before = table.reader.at.slots[7]
    deals = (Deal("draw", (7,), LEAVER),)
    play_on(table, deals)
    after = table.reader.at.slots[7]
    assert after.missing == (table.peers[LEAVER],)
    assert table.dealers[LEAVER].answer(deals[0], (LEAVER,))[0] in FACES
    assert silent.answer(deals[0], (HEIR,)) == (SEALED,)
    assert readable([before.sealed, after.sealed], [list(after.shares.values())], kept[0]) == []
    assert readable([before.sealed, after.sealed], [list(after.shares.values())], kept[1]) == []


@pytest.mark.parametrize("escrow", [True, False])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_peer_that_left_and_comes_back_takes_new_keys_and_shuffles(count, escrow):
    table = dealt(count, escrow)
    leave(table)
    play_on(table, ())
    stolen = table.dealers[HEIR].secrets[table.peers[LEAVER]]
    for dealer in table.everybody:
        dealer.returned(table.peers[LEAVER], hashlib.sha256(b"back").digest())
    words = play_on(table, ())
    renewing = list(range(count)) if count == 4 and escrow else [LEAVER]  # three have deposited anew meanwhile
    assert [author for author, word in words if word == "renew"] == renewing
    assert list(dict.fromkeys(author for author, word in words if word == "remix")) == renewing
    assert not set(stolen) & set(table.dealers[LEAVER].secrets[table.peers[LEAVER]])
    assert table.peers[LEAVER] not in table.dealers[HEIR].secrets
    answers, read = drawn_after(table, stolen)
    assert answers[LEAVER] != (SEALED,)
    assert read == []


def test_between_two_a_silent_heir_keeps_the_table_waiting_and_deals_nothing():
    table = dealt(2, escrow=False)
    leave(table)
    say(table)
    for dealer in table.everybody:
        assert dealer.writer(DRAW) == table.peers[HEIR]
        assert not dealer.can_spare(table.peers[HEIR])
        assert dealer.answer(DRAW[0], (0,)) is None


# -- in the middle of something ----------------------------------------------------------------------------------------

MIDDLES = {
    "draw": (Deal("draw", (7,), 2), Deal("draw", (8,), LEAVER)),
    "shuffle": (Deal("shuffle", SLOTS, faces=FACES), Deal("open", SLOTS)),
    "lot": (Deal("lot", faces=(1000,)),),
}


@pytest.mark.parametrize("end", ["took", "stay", "leaver drops", "heir drops"])
@pytest.mark.parametrize("said", [0, 1, 2, 3])
@pytest.mark.parametrize("middle", MIDDLES)
def test_leaving_in_the_middle_of_a_deal_keeps_the_deal(middle, said, end):
    """A deal interrupted by somebody's leaving is completed afterwards, alike for everybody."""
    deals = MIDDLES[middle]
    table = dealt(4)
    for _ in range(said):
        if table.reader.writer(deals) is not None:
            say(table, deals)
    leave(table)
    actor = {peer: place for place, peer in enumerate(table.peers)}
    gone = None
    if end == "stay":
        say(table, deals, table.dealers[LEAVER].write_stay())
    else:
        say(table, deals)
    if end == "took":
        say(table, deals)
        gone = LEAVER
    elif end == "leaver drops":
        table.drop(LEAVER, HEIR)
        gone = LEAVER
    elif end == "heir drops":
        table.drop(HEIR, LEAVER)
        gone = HEIR
    pending = deals
    while pending:
        while (writer := table.reader.writer(pending)) is not None:
            assert actor[writer] != gone
            say(table, pending)
        answers = [dealer.answer(pending[0], ()) for dealer in table.everybody]
        assert None not in answers
        assert pending[0].kind == "draw" or len(set(answers)) == 1
        pending = pending[1:]
    while table.reader.writer(()) is not None:
        say(table, ())
    assert all(dealer.steady for dealer in table.everybody)
