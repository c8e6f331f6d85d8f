"""The laws that every position of every game must keep, as functions that fail with an assertion."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from rules.contract import SEALED, Deal, Event, Facts, Move, State, digest_of, pack_move, parse_move, unpack_move
from rules.trial import Trial
from tests.contract.settings import Setting
from tests.contract.table import Table
from tests.contract.wording import check_words

MOST_CHOICES = 400
"""Bound on ``moves()``: more than a screen can light up, and more than a bot can look at."""

SHAPES = {"shuffle", "draw", "open", "show", "lot"}


def moves_are_sound(state: State) -> list[Move]:
    """There are moves exactly while a seat is on turn: few enough, each once, each legal, each with its notation."""
    moves = state.moves()
    assert bool(moves) == (state.turn is not None), f"{len(moves)} moves, turn {state.turn}"
    assert len(moves) < MOST_CHOICES
    assert len(set(moves)) == len(moves), "a move is listed twice"
    assert state.moves() == moves, "the order of moves is not fixed"
    check_words(state.prompt(), state.seats)
    for move in moves:
        assert state.why_not(move) is None, f"{move} is listed, but refused: {state.why_not(move)}"
        notation_is_kept(move, str(move))
    return moves


@lru_cache(1 << 14)
def notation_is_kept(move: Move, text: str) -> None:
    """A move survives both its notations. That depends on nothing but the move, so each is tried once.

    True and 1 are equal, but not as ``text``.
    """
    assert parse_move(text) == move
    assert unpack_move(pack_move(move)) == move


def refusals_agree(state: State, moves: Sequence[Move], tried: Iterable[Move]) -> None:
    """``why_not`` refuses exactly the moves that ``moves`` does not list, in words."""
    legal = set(moves)
    for move in tried:
        reason = state.why_not(move)
        assert (reason is None) == (move in legal), f"{move}: why_not says {reason}, among moves(): {move in legal}"
        if reason is not None:
            check_words(reason, state.seats)


def mutations(setting: Setting, moves: Sequence[Move], chance: random.Random) -> list[Move]:
    """Moves that are nearly right, right elsewhere, or nonsense."""
    found = [Move("nonsense"), Move("nonsense", (1,)), *chance.sample(elsewhere(setting), 4)]
    for move in chance.sample(moves, min(3, len(moves))):
        args = list(move.args)
        found += [Move(move.kind, (*args, chance.randint(-2, 80))), Move("x" + move.kind[:20], move.args)]
        if args:
            place = chance.randrange(len(args))
            near, far, wild = args[:], args[:], args[:]
            near[place] += chance.choice((-1, 1))
            far[place] = chance.randint(-3, 100)
            wild[place] = chance.choice((-1_000_000, 1_000_000, 0))
            found += [Move(move.kind, tuple(changed)) for changed in (near, far, wild)]
            found.append(Move(move.kind, tuple(args[:-1])))
            found.append(Move(chance.choice(elsewhere(setting)).kind, move.args))
    return found


@cache
def elsewhere(setting: Setting) -> list[Move]:
    """The moves of all positions of one random game of this setting."""
    table = Table(setting, 0)
    seen: dict[Move, None] = {}
    for _ in table.run():
        seen.update(dict.fromkeys(table.state.moves()))
    return list(seen)


def deals_are_sound(state: State) -> None:
    """While a deal is due nobody may move, and only the first deal can be answered, only by a fitting answer."""
    if not state.deals:
        return
    assert state.turn is None
    first = state.deals[0]
    for deal in state.deals:
        assert deal.kind in SHAPES
        assert all(slot > 0 for slot in deal.slots)
        assert len(set(deal.slots)) == len(deal.slots)
        if deal.kind == "shuffle":
            assert len(deal.slots) == len(deal.faces)
            assert all(face > 0 for face in deal.faces)
        if deal.kind in ("draw", "show"):
            assert 0 <= deal.seat < state.seats
        if deal.kind == "lot":
            assert len(deal.faces) == 1
            assert deal.faces[0] > 0
    before = state.facts()
    wrong: list[tuple[Deal, tuple[int, ...]]] = [(Deal("lot", faces=(99,)), (1,)), (first, (1,) * (len(first.slots) + 2))]
    wrong += [(later, (SEALED,) * len(later.slots)) for later in state.deals[1:] if later != first]
    if first.kind == "lot":
        wrong += [(first, (first.faces[0],)), (first, (-1,)), (first, ())]
    if first.kind == "open":
        wrong += [(first, (SEALED,) * len(first.slots)), (first, (1_000_000,) * len(first.slots)), (first, ())]
    if first.kind == "show":
        wrong += [(first, (max(first.slots) + 1000,)), (first, ())]
    for deal, answer in wrong:
        try:
            state.learn(deal, answer)
        except ValueError:
            continue
        raise AssertionError(f"{answer} was taken as the answer to {deal} while {first} was awaited")
    assert state.facts() == before, "a refused answer changed the position"


def events_are_sound(state: State, events: Sequence[Event]) -> None:
    """Everything that happened has its sentence."""
    for event in events:
        assert ".event." in event.key, event
        check_words(event, state.seats)


def scores_add_up(state: State, setting: Setting) -> None:
    """The lines of the trace add up to the scores; there is a result exactly at the end, with ranks that fit."""
    scores = state.scores()
    sums = [0] * state.seats
    for line in state.score_trace():
        assert type(line.points) is int
        sums[line.seat] += line.points
        check_words(line.reason, state.seats)
    assert len(scores) == state.seats
    assert tuple(sums) == scores, f"the trace adds up to {sums}, the scores are {scores}"
    over = state.turn is None and not state.deals
    assert (state.result is not None) == over
    if state.result is not None:
        ranks = state.result.ranks
        assert state.result.end in setting.rules.ends
        assert len(ranks) == state.seats
        assert ranks == tuple(1 + sum(other < rank for other in ranks) for rank in ranks), f"{ranks} are no ranks"
        assert 1 in ranks
        for seat, score in enumerate(scores):
            for other, less in enumerate(scores):
                assert score <= less or ranks[seat] < ranks[other], f"ranks {ranks} do not fit the scores {scores}"
        assert state.result.winners == tuple(seat for seat in range(state.seats) if ranks[seat] == 1)


def digest_follows(copy: State, seen: Facts) -> None:
    """A copy's digest is that of the position whose public facts are ``seen``."""
    assert copy.view(None).facts() == seen
    if type(copy).digest is not State.digest:  # it is the digest of just these facts
        assert copy.digest() == digest_of(seen)


def views_agree(state: State) -> None:
    """Views know the same public facts, a view of a view loses nothing, and the player on turn has the same moves in theirs."""
    public = state.view(None)
    seen, digest, moves = public.facts(), state.digest(), state.moves()
    assert state.known_to_all().digest() == digest
    assert state.known_to_all().problems() == []
    assert digest == digest_of(seen)
    assert public.view(None).facts() == seen
    for seat in range(state.seats):
        view = state.view(seat)
        assert type(view) is type(state)
        assert view.view(seat).facts() == view.facts(), "a view of a view differs from it"
        digest_follows(view, seen)
        assert view.deals == state.deals
        assert view.turn == state.turn
        assert view.undoable == state.undoable
        assert view.result == state.result
        assert view.problems() == []
        if seat == state.turn:
            assert view.moves() == moves, "who is on turn may do something else in his view"
            assert view.prompt() == state.prompt()
        else:
            assert set(view.moves()) >= set(moves), "a move that can be made is impossible in another's view"
    assert public.problems() == []


def facts_are_plain(facts: Facts) -> None:
    """Facts survive JSON unchanged, and every single one of them counts in the digest."""
    assert json.loads(json.dumps(facts)) == facts
    assert list(json.loads(json.dumps(facts))) == list(facts)
    digest = digest_of(facts)
    for changed in one_changed(facts):
        assert digest_of(changed) != digest


def one_changed(facts: Facts) -> Iterable[Facts]:
    """The facts with each top-level entry changed at one leaf."""
    plain = json.loads(json.dumps(facts))
    for key in plain:
        yield plain | {key: changed(plain[key])}


def changed(value: object) -> object:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "."
        case list():
            return [*value[:-1], changed(value[-1])] if value else [0]
        case dict():
            last = list(value)[-1] if value else "new"
            return value | {last: changed(value.get(last))}
    return 0


def pickles(state: State) -> None:
    """A view can be sent to another process, where it is the same position."""
    for seat in (None, *range(state.seats)):
        view = state.view(seat)
        twin = pickle.loads(pickle.dumps(view))
        assert twin.facts() == view.facts()
        assert twin.moves() == view.moves()
        assert twin.deals == view.deals


def undo_returns(state: State, chance: random.Random) -> int:
    """A turn tried on a view can be taken back move by move, each time to the exact position; returns how many were tried."""
    assert state.turn is not None
    base = state.view(state.turn)
    first = base.facts()
    trial = Trial(base)
    before = [first]
    while not trial.complete and trial.state.turn is not None and len(trial.moves) < 50:
        undoable = trial.state.undoable
        trial.play(chance.choice(trial.state.moves()))
        if not trial.complete:
            assert trial.state.undoable == undoable + 1, "a move of this turn cannot be taken back"
        before.append(trial.state.facts())
    tried = len(trial.moves)
    while trial.moves:
        assert trial.state.facts() == before.pop()
        trial.undo()
    assert trial.state.facts() == first
    assert base.facts() == first, "trying a turn changed the position it was tried on"
    trial.undo()
    assert trial.state.facts() == first
    return tried
