"""Going back by everybody's consent: never without it, never across a revealed card."""

import pytest

from net.api import Advanced, BotTurn, Refused, TakeBackChanged
from net.deal import FAIR
from net.gamefile import load, replay
from net.session.agreements.takeback import HOLD, PATIENCE
from net.session.format.entry import Consent, TakeBackBody, sign_consent
from net.session.format.wire import Back
from net.verify import verify
from rules.contract import NOBODY, Move
from tests.net.session import insides
from tests.net.session.network import IDENTITIES
from tests.net.session.straight import Straight

STOP = (Move("stop"),)


def stop(table):
    table.act(table.at_turn(), STOP)
    table.settle()


def reasons(out):
    return [event.reason.key for event in out.events if isinstance(event, Refused)]


def propose(table, place, to):
    out = table.take(place, table.sessions[place].propose_take_back(to, table.now))
    table.settle()
    return reasons(out)


def answer(table, place, yes):
    table.take(place, table.sessions[place].answer_take_back(yes, table.now))
    table.settle()


def lengths(table):
    return [len(session.log) for session in table.sessions]


def question(table, place):
    return table.told(place, TakeBackChanged)[-1].asked


@pytest.mark.parametrize("dealer", ["joint-seed", FAIR])
def test_with_everybody_s_consent_the_game_goes_back_and_on(dealer, tmp_path):
    table = Straight(3, folder=tmp_path, dealer=dealer)
    [begun] = {len(session.log) for session in table.sessions}
    before, first = table.sessions[0].position.digest(), table.at_turn()
    stop(table)
    stop(table)
    assert table.told(first, TakeBackChanged)[-1].turns == ((begun, first), (begun + 1, (first + 1) % 3))
    assert propose(table, first, begun) == []
    for place in range(3):
        asked = question(table, place)
        assert (asked.index, asked.seat, asked.mine, asked.answered) == (begun, first, place == first, place == first)
        assert len(asked.waiting) == 2
    answer(table, (first + 1) % 3, True)
    assert lengths(table) == [begun + 2] * 3
    answer(table, (first + 2) % 3, True)
    assert lengths(table) == [begun + 3] * 3
    for place, session in enumerate(table.sessions):
        assert session.position.digest() == before
        assert question(table, place) is None
        assert table.notices(place) == ["session.back.done"]
        step = table.told(place, Advanced)[-1]
        assert (step.seat, step.move, step.index) == (NOBODY, None, begun + 3)
    assert table.at_turn() == first
    table.play(2)
    assert len({session.position.digest() for session in table.sessions}) == 1
    for place, session in enumerate(table.sessions):
        session.close()
        path = tmp_path / f"{place}.alarife"
        assert verify(path).holds
        *_, last = replay(load(path))
        assert last.position.digest() == session.position.digest()
    assert '"kind": "take-back"' in path.read_text()


def test_one_refusal_is_enough():
    table = Straight(3)
    first, begun = table.at_turn(), len(table.sessions[0].log)
    stop(table)
    propose(table, first, begun)
    answer(table, (first + 1) % 3, False)
    answer(table, (first + 2) % 3, True)
    table.wait(3000)
    assert lengths(table) == [begun + 1] * 3
    for place in range(3):
        assert question(table, place) is None
        assert table.notices(place) == ([] if place == (first + 1) % 3 else ["session.back.declined"])


def test_any_other_entry_makes_the_question_void():
    table = Straight(3)
    first, begun = table.at_turn(), len(table.sessions[0].log)
    stop(table)
    propose(table, first, begun)
    stop(table)
    answer(table, (first + 1) % 3, True)
    answer(table, (first + 2) % 3, True)
    assert lengths(table) == [begun + 2] * 3
    assert all(table.notices(place) == ["session.back.overtaken"] for place in range(3))


def test_nothing_goes_back_across_a_card():
    table = Straight(2)
    begun = len(table.sessions[0].log)
    stop(table)
    table.move(lambda moves: next(move for move in moves if move.kind == "draw"))
    place = table.at_turn()
    assert table.told(place, TakeBackChanged)[-1].turns == ()
    assert propose(table, place, begun) == ["session.back.revealed"]
    assert propose(table, place, begun + 1) == ["session.back.revealed"]


def plays(moves):
    return next((move for move in moves if move.kind == "play"), Move("stop"))


def test_a_turn_is_taken_back_as_a_whole_or_not_at_all():
    """A card played in the turn has been shown: the moves after it do not form a turn of their own."""
    table = Straight(3)
    first = table.at_turn()
    table.move(plays)
    table.settle()
    middle = len(table.sessions[0].log)
    assert table.at_turn() == first, "the turn has not ended with the card"
    stop(table)
    begun = len(table.sessions[0].log)
    place = table.at_turn()
    assert all(changed.turns == () for changed in table.told(place, TakeBackChanged)), "no whole turn lies after the card"
    assert propose(table, place, middle) == ["session.back.revealed"]
    stop(table)
    assert table.told(place, TakeBackChanged)[-1].turns == ((begun, place),)


def test_nothing_goes_back_across_somebody_s_leaving():
    table = Straight(3)
    begun = len(table.sessions[0].log)
    stop(table)
    leaver = table.at_turn()
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.settle()
    other = (leaver + 1) % 3
    assert propose(table, other, begun) == ["session.back.revealed"]


def test_a_peer_gone_for_good_is_not_asked():
    table = Straight(3)
    leaver = 2
    table.take(leaver, table.sessions[leaver].leave(table.now))
    table.settle()
    begun = len(table.sessions[0].log)
    turn = table.sessions[0].position.turn
    place = table.at_turn()
    table.act(place, STOP, turn)
    table.settle()
    propose(table, 0, begun)
    answer(table, 1, True)
    assert len(table.sessions[0].log) == begun + 2
    assert table.sessions[1].position.turn == turn


def test_a_peer_with_bots_alone_agrees_by_itself():
    table = Straight(2, 2, bots=(0,))
    while table.turn == 0:
        table.move(lambda moves: next(move for move in moves if move.kind == "stop"))
    begun = len(table.sessions[0].log)
    stop(table)
    assert len(table.told(0, BotTurn)) >= 1
    propose(table, 1, begun)
    assert lengths(table) == [begun + 2] * 2
    assert table.turn == 1


def test_bots_wait_for_the_answers_but_not_forever():
    table = Straight(2, 3, bots=(2,))
    while table.turn != 1:
        table.move(lambda moves: next(move for move in moves if move.kind == "draw"))
    begun = len(table.sessions[0].log)
    asked = len(table.told(0, BotTurn))
    table.sessions[1].act(1, STOP, begun, table.now)  # the frames are lost for now
    table.take(1, table.sessions[1].propose_take_back(begun, table.now))
    table.settle()
    table.wait(2000)
    assert lengths(table) == [begun + 1] * 2
    assert len(table.told(0, BotTurn)) <= asked + 1
    told = len(table.told(0, BotTurn))
    table.wait(HOLD)
    assert len(table.told(0, BotTurn)) in (told, told + 1)
    assert table.told(0, BotTurn)[-1].index == begun + 1


def test_lost_frames_are_sent_again_and_travel_over_others():
    table = Straight(3, cut=[(1, 2)])
    begun = len(table.sessions[0].log)
    stop(table)
    table.take(1, table.sessions[1].propose_take_back(begun, table.now))
    table.queue.clear()
    table.wait(1500)
    assert question(table, 2).name == "Ben"
    table.take(2, table.sessions[2].answer_take_back(True, table.now))
    table.queue.clear()
    answer(table, 0, True)
    table.wait(1500)
    assert lengths(table) == [begun + 2] * 3


def test_a_lost_refusal_is_repeated_to_a_peer_that_keeps_asking():
    table = Straight(2)
    first, begun = table.at_turn(), len(table.sessions[0].log)
    stop(table)
    propose(table, first, begun)
    table.take(1 - first, table.sessions[1 - first].answer_take_back(False, table.now))
    table.queue.clear()
    assert question(table, first) is not None
    table.wait(1500)
    assert question(table, first) is None
    assert table.notices(first) == ["session.back.declined"]


def test_of_two_questions_all_peers_keep_the_same_one():
    table = Straight(3)
    begun = len(table.sessions[0].log)
    stop(table)
    stop(table)
    table.take(2, table.sessions[2].propose_take_back(begun, table.now))
    table.take(1, table.sessions[1].propose_take_back(begun + 1, table.now))
    table.settle()
    assert [question(table, place).name for place in range(3)] == ["Ben"] * 3
    assert propose(table, 0, begun) == ["session.back.asked"]
    answer(table, 0, True)
    answer(table, 2, True)
    assert lengths(table) == [begun + 3] * 3


def test_a_question_waits_a_while_for_a_silent_peer():
    table = Straight(2)
    first, begun = table.at_turn(), len(table.sessions[0].log)
    stop(table)
    propose(table, first, begun)
    table.wait(PATIENCE + 5000, step=1000)
    assert question(table, first) is None
    assert "session.back.unanswered" in table.notices(first)


def test_a_question_does_not_stand_forever():
    table = Straight(2, 5)
    for _ in range(4):
        stop(table)
    *some, last = [to for to, _ in table.sessions[0].course.quiet.turns][:4]
    for to in some:
        assert propose(table, 0, to) == []
        answer(table, 1, False)
    assert propose(table, 0, last) == ["session.back.enough"]


def test_offline_a_turn_is_taken_back_at_once(tmp_path):
    table = Straight(1, 2, folder=tmp_path)
    before = table.sessions[0].position.digest()
    stop(table)
    assert propose(table, 0, 1) == []
    assert table.sessions[0].position.digest() == before
    assert len(table.sessions[0].log) == 3
    stop(table)
    stop(table)
    assert table.sessions[0].position.result is not None
    assert propose(table, 0, 1) == ["session.back.over"]
    table.sessions[0].close()
    assert verify(tmp_path / "0.alarife").holds


# -- lies --------------------------------------------------------------------------------------------------------------


def consents(table, to, proposer, signers, n=None):
    session = table.sessions[0]
    about = (len(session.log) if n is None else n, session.course.head, to, table.keys[proposer])
    return tuple(
        Consent(table.keys[place], sign_consent(IDENTITIES[place], table.charter.hash, *about, True)) for place in signers
    )


@pytest.mark.parametrize(
    ("signers", "n"),
    [((0, 1), None), ((0, 1, 1), None), ((1, 0, 2), None), ((0, 1, 2), 5), ((), None)],
    ids=["missing", "twice", "order", "other-place", "none"],
)
def test_an_entry_without_all_consents_stops_the_game_and_names_its_author(signers, n):
    table = Straight(3, manners={"replace": "off"})
    begun = len(table.sessions[0].log)
    stop(table)
    place = table.at_turn()
    body = TakeBackBody(begun, table.keys[place], consents(table, begun, place, signers, n))
    other = (place + 1) % 3
    table.send(place, other, table.lie(place, body))
    table.settle()
    table.wait(5000)
    assert table.stops()[other] == "session.entry.take-back"


@pytest.mark.parametrize("there", [True, False])
def test_only_somebody_who_is_there_can_have_proposed_to_go_back(there, tmp_path):
    table = Straight(2, folder=tmp_path)
    begun = len(table.sessions[0].log)
    stop(table)
    place = table.at_turn()
    proposer = table.keys[place] if there else bytes(32)
    about = (begun + 1, table.sessions[0].course.head, begun, proposer)
    signed = tuple(Consent(one.key, sign_consent(one, table.charter.hash, *about, True)) for one in IDENTITIES[:2])
    table.sessions[0].file.append(table.lie(place, TakeBackBody(begun, proposer, signed)))
    table.sessions[0].close()
    assert verify(tmp_path / "0.alarife").holds == there


def test_consents_do_not_help_across_a_card():
    table = Straight(2)
    begun = len(table.sessions[0].log)
    table.move(lambda moves: next(move for move in moves if move.kind == "draw"))
    place = table.at_turn()
    body = TakeBackBody(begun - 1, table.keys[place], consents(table, begun - 1, place, (0, 1)))
    table.send(place, 1 - place, table.lie(place, body))
    table.wait(5000)
    assert table.stops()[1 - place] == "session.entry.take-back"


def test_a_false_signature_is_no_consent():
    table = Straight(2)
    first, begun = table.at_turn(), len(table.sessions[0].log)
    stop(table)
    propose(table, first, begun)
    asked = insides.backs(table.sessions[first]).known[0]
    forged = Back(asked.table, table.keys[1 - first], asked.n, asked.head, asked.to, asked.proposer, True, asked.signature)
    table.frame(1 - first, first, forged)
    table.settle()
    assert lengths(table) == [begun + 1] * 2
    assert question(table, first).waiting == (("Anna", "Ben")[1 - first],)


@pytest.mark.parametrize("game", ["torres", "burgenland"])
def test_the_games_go_back_to_the_very_position(game):
    """Every offered position is restored exactly, deals and undo included, in the copies of all peers."""
    table = Straight(2, game=game, dealer=FAIR)
    tried = 0
    for _ in range(600):
        table.play(1)
        session = table.sessions[0]
        if session.course.quiet.turns and session.position.turn is not None:
            to, seat = session.course.quiet.turns[0]
            wanted = [one.log.positions[to].facts() for one in table.sessions]
            place = tried % 2
            assert propose(table, place, to) == []
            answer(table, 1 - place, True)
            assert [one.position.facts() for one in table.sessions] == wanted
            assert session.position.turn == seat
            tried += 1
            table.play(3)
        if tried == 3:
            break
    assert tried == 3
