"""The contract of every game, checked step by step in a whole game of every setting."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from rules.contract import NOBODY, RulesError, State, pack_move, parse_move, unpack_move
from rules.registry import games
from rules.trial import Trial
from tests.contract import laws
from tests.contract.seals import seals_are_kept
from tests.contract.secrets import dealt_otherwise, keeps_secrets, possible
from tests.contract.settings import Setting, repeats, settings
from tests.contract.table import Dealt, Moved, Table, due, follow, follow_silently, replay
from tests.contract.walk import Place, Walk
from tests.contract.wording import check_key, check_words

MOST_VIEWS = 12
"""The number of views that are played on at the same time; a new one replaces another."""

OFTEN = 4
"""How often slow laws are checked; see :func:`tests.contract.table.due`."""


MIXED = pytest.mark.parametrize(
    "setting",
    [pytest.param(one, marks=pytest.mark.thorough if repeats(one) else ()) for one in settings()],
    indirect=True, ids=str, scope="session",
)  # fmt: skip
"""For laws about copies and views: an option alone shows nothing about them that it does not show together with all others."""


def test_there_is_a_game() -> None:
    assert games()


@pytest.mark.parametrize("name", games())
def test_a_game_describes_itself(name: str) -> None:
    rules = games()[name]
    assert rules.id == name
    assert list(rules.seats) == sorted(set(rules.seats))
    assert rules.ends
    assert len(set(rules.ends)) == len(rules.ends)
    assert next(iter(rules.bots)) == "random"
    assert 1 <= rules.oldest <= rules.version
    check_words(rules.title, 0)
    check_key(f"{name}.about")
    for option in rules.options:
        assert option.default in option.choices
        assert option.unnamed in option.choices
        assert option.since <= rules.version
        assert not (option.named and option.since), "only the first charters named every option"
        assert len(set(option.choices)) == len(option.choices) > 1
        for key in ("", ".about", *(f".{choice}" for choice in option.choices)):
            check_key(f"{name}.option.{option.name}{key}")
    for end in rules.ends:
        check_key(f"{name}.end.{end}")
    for level in rules.bots:
        check_key(f"{name}.bot.{level}")
        check_key(f"{name}.bot.{level}.about")


@pytest.mark.parametrize("name", games())
def test_a_wrong_set_up_is_refused(name: str) -> None:
    rules = games()[name]
    for setting in (
        Setting(name, max(rules.seats) + 1),
        Setting(name, 0),
        Setting(name, rules.seats[0], (("no_such_option", "on"),)),
        *(Setting(name, rules.seats[0], ((option.name, "no such choice"),)) for option in rules.options),
    ):
        with pytest.raises(RulesError) as caught:
            setting.start()
        check_words(caught.value.reason, 0)


def test_moves_refusals_deals_and_scores(walk: Walk) -> None:
    with walk.kept():
        for place in walk:
            laws.events_are_sound(place.position, place.events)
            examine(walk.setting, place)
        assert seals_are_kept(walk.steps)


def examine(setting: Setting, place: Place) -> None:
    state, chance = place.position.copy(), random.Random(place.number)
    moves = laws.moves_are_sound(state)
    laws.deals_are_sound(state)
    if place.close:
        laws.refusals_agree(state, moves, laws.mutations(setting, moves, chance))
        if state.turn is None:
            laws.refusals_agree(state, moves, laws.elsewhere(setting)[:20])
        laws.scores_add_up(state, setting)
        assert state.problems() == []
    assert state.facts() == place.facts, "looking changed the position"


@MIXED
def test_play_never_changes_an_earlier_copy(walk: Walk) -> None:
    kept: list[tuple[State, object]] = []
    state = walk.setting.start()
    with walk.kept():
        for step, place in walk.after_steps():
            follow_silently(state, step)
            if place.number % 5 == 0:
                view = state.view(state.turn)
                kept += (state.copy(), place.facts), (view, view.facts())
            twin = state.copy()
            if twin.turn is not None:
                twin.play(twin.moves()[0])
            assert state.facts() == place.facts, "playing on a copy changed the original"
        for copy, facts in kept:
            assert copy.facts() == facts


@MIXED
def test_playing_silently_leads_to_the_same_position(walk: Walk) -> None:
    """One copy reports events and the other does not. Nothing else differs between them, whatever a copy knows."""
    silent, blind = walk.setting.start(), walk.setting.start().known_to_all()
    with walk.kept():
        for step, place in walk.after_steps():
            state = place.position
            follow_silently(silent, step)
            follow_silently(blind, step, ())
            assert silent.facts() == place.facts
            assert silent.moves() == state.moves()
            assert (silent.undoable, silent.deals, silent.turn) == (state.undoable, state.deals, state.turn)
            assert (silent.result, silent.turn_number) == (state.result, state.turn_number)
            if place.close:
                assert silent.digest() == blind.digest() == place.digest
                assert blind.facts() == state.known_to_all().facts()


def test_equal_logs_have_equal_digests_and_different_facts_have_different_ones(walk: Walk) -> None:
    with walk.kept():
        facts = [place.position.view(None).facts() for place in walk]
        digests = [place.digest for place in walk]
        for earlier, later, one, other in zip(facts, facts[1:], digests, digests[1:], strict=False):
            assert (earlier == later) == (one == other)
        for place in walk.looks(1):
            laws.facts_are_plain(place.facts)
        again = walk.setting.start()
        assert again.digest() == digests[0]
        for step, place in walk.after_steps():
            follow(again, step)
            if place.close:
                assert again.digest() == place.digest, "these steps give another digest the second time"
        assert again.facts() == walk.places[-1].facts


@MIXED
def test_views_agree_and_can_be_sent_to_another_process(walk: Walk) -> None:
    with walk.kept():
        for place in walk.looks(OFTEN):
            laws.views_agree(place.position)
        for place in walk.looks(1):
            laws.pickles(place.position)


@MIXED
def test_a_copy_told_only_what_it_may_know_equals_a_view(walk: Walk) -> None:
    """One copy for each seat, one for a spectator, one for two seats at one computer, each told only what it may know."""
    setting = walk.setting
    eyes: list[tuple[int, ...]] = [(), *((seat,) for seat in range(setting.seats)), (0, setting.seats - 1)]
    copies = [setting.start() for _ in eyes]
    with walk.kept():
        for step, place in walk.after_steps():
            state = place.position
            for seats, copy in zip(eyes, copies, strict=True):
                known = copy.known(step.deal) if isinstance(step, Dealt) else None
                assert known is None or known == step.answer
                heard = follow(copy, step, seats)
                assert heard == [event for event in place.events if dict(event.values).get("only", NOBODY) in (NOBODY, *seats)]
                assert copy.result == state.result
            if due(place.number, OFTEN) or place.over:
                views = {seat: state.view(seat).facts() for seat in (None, *range(setting.seats))}
                for seats, copy in zip(eyes, copies, strict=True):
                    for seat in seats or (None,):
                        assert copy.view(seat).facts() == views[seat]
                    if not seats:
                        assert copy.facts() == state.known_to_all().facts(), "known_to_all() leaves out what every copy knows"
                        assert copy.moves() == state.known_to_all().moves()
                    laws.digest_follows(copy, views[None])
                    assert copy.problems() == []


@MIXED
def test_a_position_played_on_from_a_view_stays_a_view_of_the_game(walk: Walk) -> None:
    """Views taken at many points follow the game to its end, each told only what its seat may know."""
    chance = random.Random(13)
    views: list[tuple[int | None, State]] = []
    taken = 0
    with walk.kept():
        for step, place in walk.after_steps():
            state = place.position
            for seat, view in views:
                follow(view, step, () if seat is None else (seat,))
            if due(place.number, OFTEN) or place.over:
                seen = {seat: state.view(seat) for seat in {None, *(seat for seat, _ in views)}}
                facts = {seat: view.facts() for seat, view in seen.items()}
                for number, (seat, view) in enumerate(views):
                    assert view.facts() == facts[seat]
                    assert view.moves() == seen[seat].moves()
                    assert view.result == state.result
                    if place.over or number == place.number % len(views):
                        laws.digest_follows(view, facts[None])
                        assert view.problems() == []
            if due(place.number, 1):
                seat = chance.choice((None, *range(walk.setting.seats)))
                views.append((seat, state.view(seat)))
                taken += 1
                if len(views) > MOST_VIEWS:
                    views.pop(chance.randrange(len(views)))
    assert taken > 5


def test_a_view_keeps_every_secret(walk: Walk) -> None:
    chance = random.Random(6)
    compared = 0
    with walk.kept():
        for place in walk.looks(OFTEN if len(walk.steps) > 500 else 2 * OFTEN):
            seat = chance.choice((None, *range(walk.setting.seats)))
            steps = dealt_otherwise(walk.steps[: place.number], seat, chance)
            other = possible(walk.setting, steps, walk) if steps else None
            if other is not None:
                assert other.facts() != place.facts
                keeps_secrets(place.position, other, seat)
                compared += 1
    sealed = any(isinstance(step, Dealt) and step.deal.kind in ("shuffle", "draw") for step in walk.steps)
    assert compared > 5 or not sealed, f"only {compared} secrets were put to the test"


@MIXED
def test_undo_restores_exactly_and_never_goes_back_past_a_revelation(walk: Walk) -> None:
    chance = random.Random(7)
    longest = 0
    with walk.kept():
        before = walk.places[0].position
        turn, undoable = before.turn, before.undoable
        for step, place in walk.after_steps():
            state = place.position
            if state.turn is not None:
                told = isinstance(step, Dealt) and step.deal.kind != "show"
                if told or turn != state.turn:
                    assert state.undoable == 0, "what was told, or another's turn, cannot be taken back"
                elif isinstance(step, Moved):
                    assert state.undoable in (0, undoable + 1)
                turn, undoable = state.turn, state.undoable
                if place.close:
                    longest = max(longest, laws.undo_returns(state, chance))
    assert longest > 1, "no turn of more than one move was tried"


@MIXED
def test_a_tried_turn_confirmed_move_by_move_leads_to_the_shown_position(setting: Setting) -> None:
    table = Table(setting, 8)
    chance = random.Random(8)
    with table.kept():
        while table.state.deals or table.state.turn is not None:
            if table.state.deals:
                table.deal()
                continue
            seat = table.state.turn
            trial = Trial(table.state.view(seat))
            while not trial.complete:
                trial.play(chance.choice(trial.state.moves()))
            for move in trial.moves:
                while table.state.deals:
                    table.deal()
                table.play(move)
            while table.state.deals and table.state.view(seat).known(table.state.deals[0]):
                table.deal()
            if table.state.result is None:  # the end may reveal everything
                assert table.state.view(seat).facts() == trial.state.view(seat).facts()


@MIXED
def test_a_log_in_notation_leads_to_the_same_positions(walk: Walk) -> None:
    with walk.kept():
        for write, read in ((str, parse_move), (pack_move, unpack_move)):
            state = walk.setting.start()
            for step, place in walk.after_steps():
                if isinstance(step, Dealt):
                    follow(state, step)
                else:
                    state.play(read(write(step.move)))
                if place.close:
                    assert state.facts() == place.facts
                    assert state.digest() == place.digest
        assert replay(walk.setting, walk.steps).facts() == walk.places[-1].facts


def test_nothing_depends_on_the_order_of_hashing() -> None:
    """The same games in processes with other hash seeds give the same digests."""
    code = (
        "from tests.contract.settings import settings\n"
        "from tests.contract.table import Table\n"
        "for setting in settings():\n"
        "    table = Table(setting, 10)\n"
        "    list(table.run())\n"
        "    print(setting, len(table.steps), table.state.digest(), table.state.result)\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True, timeout=240
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert told.pop().count("\n") == len(settings())
