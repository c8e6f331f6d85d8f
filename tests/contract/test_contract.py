"""What every game must keep, shown step by step on a whole game of every setting."""

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
from tests.contract.settings import Setting, settings
from tests.contract.table import Dealt, Moved, Table, follow, follow_silently, replay
from tests.contract.wording import check_key, check_words

MOST_VIEWS = 12
"""So many views are played on at the same time; a new one takes the place of another."""

OFTEN = 4
"""How often laws are asked for that take long at every step; see :meth:`Table.looks`."""

every_setting = pytest.mark.parametrize("setting", settings(), ids=str)


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


@every_setting
def test_moves_refusals_deals_and_scores(setting: Setting) -> None:
    table = Table(setting, 1)
    with table.kept():
        examine(table)
        for events in table.run():
            laws.events_are_sound(table.state, events)
            examine(table)
        assert seals_are_kept(table.steps)


def examine(table: Table) -> None:
    state, chance = table.state, random.Random(len(table.steps))
    before = state.facts()
    moves = laws.moves_are_sound(state)
    laws.refusals_agree(state, moves, laws.mutations(table.setting, moves, chance))
    if state.turn is None:
        laws.refusals_agree(state, moves, laws.elsewhere(table.setting)[:20])
    laws.deals_are_sound(state)
    laws.scores_add_up(state, table.setting)
    assert state.problems() == []
    assert state.facts() == before, "looking changed the position"


@every_setting
def test_play_never_changes_an_earlier_copy(setting: Setting) -> None:
    table = Table(setting, 2)
    kept: list[tuple[State, object]] = []
    with table.kept():
        for _ in table.run():
            if len(table.steps) % 5 == 0:
                kept.append((table.state.copy(), table.state.facts()))
                kept.append((table.state.view(table.state.turn), table.state.view(table.state.turn).facts()))
            before = table.state.facts()
            twin = table.state.copy()
            if twin.turn is not None:
                twin.play(twin.moves()[0])
            assert table.state.facts() == before, "playing on a copy changed the original"
        for copy, facts in kept:
            assert copy.facts() == facts


@every_setting
def test_playing_silently_leads_to_the_same_position(setting: Setting) -> None:
    """Of two copies one tells what happens and one does not; between them nothing else differs, whatever a copy knows."""
    table = Table(setting, 9)
    silent, blind = setting.start(), setting.start().known_to_all()
    with table.kept():
        for _ in table.run():
            step = table.steps[-1]
            follow_silently(silent, step)
            follow_silently(blind, step, ())
            assert silent.digest() == blind.digest() == table.state.digest()
            assert silent.facts() == table.state.facts()
            assert blind.facts() == table.state.known_to_all().facts()
            assert silent.moves() == table.state.moves()
            assert (silent.undoable, silent.deals, silent.turn) == (table.state.undoable, table.state.deals, table.state.turn)
            assert (silent.result, silent.turn_number) == (table.state.result, table.state.turn_number)


@every_setting
def test_equal_logs_have_equal_digests_and_other_facts_others(setting: Setting) -> None:
    table = Table(setting, 3)
    digests = [table.state.digest()]
    facts = [table.state.view(None).facts()]
    with table.kept():
        for _ in table.run():
            digests.append(table.state.digest())
            facts.append(table.state.view(None).facts())
            if len(table.steps) % 20 == 0:
                laws.facts_are_plain(table.state.facts())
        again = setting.start()
        assert again.digest() == digests[0]
        for place, step in enumerate(table.steps):
            follow(again, step)
            assert again.digest() == digests[place + 1], f"step {place + 1} gives another digest the second time"
        for earlier, later, one, other in zip(facts, facts[1:], digests, digests[1:], strict=False):
            assert (earlier == later) == (one == other)


@every_setting
def test_views_agree_and_can_be_sent_to_another_process(setting: Setting) -> None:
    table = Table(setting, 4)
    with table.kept():
        for _ in table.run():
            if table.looks(OFTEN):
                laws.views_agree(table.state)
            if table.looks(1):
                laws.pickles(table.state)


@every_setting
def test_a_copy_that_only_hears_what_it_may_knows_what_a_view_knows(setting: Setting) -> None:
    """One copy for each seat, one for a spectator, one for two seats at one computer, each told only what it may know."""
    table = Table(setting, 5)
    eyes: list[tuple[int, ...]] = [(), *((seat,) for seat in range(setting.seats)), (0, setting.seats - 1)]
    copies = [setting.start() for _ in eyes]
    with table.kept():
        for events in table.run():
            step = table.steps[-1]
            for seats, copy in zip(eyes, copies, strict=True):
                known = copy.known(step.deal) if isinstance(step, Dealt) else None
                assert known is None or known == step.answer
                heard = follow(copy, step, seats)
                private = [event for event in events if dict(event.values).get("only", NOBODY) in (NOBODY, *seats)]
                assert [str(event) for event in heard] == [str(event) for event in private]
                assert copy.result == table.state.result
                if table.looks(OFTEN) or copy.result is not None:
                    for seat in seats or (None,):
                        assert copy.view(seat).facts() == table.state.view(seat).facts()
                    if not seats:
                        assert copy.facts() == table.state.known_to_all().facts(), (
                            "known_to_all() leaves out what every copy knows"
                        )
                        assert copy.moves() == table.state.known_to_all().moves()
                    assert copy.digest() == table.state.digest()
                    assert copy.problems() == []


@every_setting
def test_what_is_done_silently_leads_to_the_same_positions(setting: Setting) -> None:
    table = Table(setting, 14)
    silent = setting.start()
    with table.kept():
        for _ in table.run():
            step = table.steps[-1]
            if isinstance(step, Dealt):
                silent.learn_silently(step.deal, step.answer)
            else:
                silent.play_silently(step.move)
            if table.looks(OFTEN) or silent.result is not None:
                assert silent.facts() == table.state.facts()
                assert silent.undoable == table.state.undoable


@every_setting
def test_a_position_played_on_from_a_view_stays_a_view_of_the_game(setting: Setting) -> None:
    """Views taken at many points follow the game to its end, each told only what its seat may know."""
    table = Table(setting, 13)
    chance = random.Random(13)
    views: list[tuple[int | None, State]] = []
    taken = 0
    with table.kept():
        for _ in table.run():
            for seat, view in views:
                follow(view, table.steps[-1], () if seat is None else (seat,))
            if table.looks(OFTEN) or table.state.result is not None:
                for seat, view in views:
                    laws.is_the_view(view, table.state, seat)
            if table.looks(1):
                seat = chance.choice((None, *range(setting.seats)))
                views.append((seat, table.state.view(seat)))
                taken += 1
                if len(views) > MOST_VIEWS:
                    views.pop(chance.randrange(len(views)))
    assert taken > 5


@every_setting
def test_a_view_keeps_every_secret(setting: Setting) -> None:
    table = Table(setting, 6)
    chance = random.Random(6)
    compared = 0
    kept: list[tuple[int, State]] = []
    with table.kept():
        for _ in table.run():
            if not table.looks(OFTEN):
                continue
            seat = chance.choice((None, *range(setting.seats)))
            steps = dealt_otherwise(table.steps, seat, chance)
            other = possible(setting, steps, table.steps, kept) if steps else None
            kept.append((len(table.steps), table.state.copy()))
            if other is not None:
                assert other.facts() != table.state.facts()
                keeps_secrets(table.state, other, seat)
                compared += 1
    sealed = any(isinstance(step, Dealt) and step.deal.kind in ("shuffle", "draw") for step in table.steps)
    assert compared > 5 or not sealed, f"only {compared} secrets were put to the test"


@every_setting
def test_undo_returns_exactly_and_never_past_what_was_told(setting: Setting) -> None:
    table = Table(setting, 7)
    chance = random.Random(7)
    longest = 0
    with table.kept():
        turn, undoable = table.state.turn, table.state.undoable
        for _ in table.run():
            state = table.state
            if state.turn is not None:
                step = table.steps[-1]
                told = isinstance(step, Dealt) and step.deal.kind != "show"
                if told or turn != state.turn:
                    assert state.undoable == 0, "what was told, or another's turn, cannot be taken back"
                elif isinstance(step, Moved):
                    assert state.undoable in (0, undoable + 1)
                turn, undoable = state.turn, state.undoable
                longest = max(longest, laws.undo_returns(state, chance))
    assert longest > 1, "no turn of more than one move was tried"


@every_setting
def test_a_trial_confirmed_move_by_move_leads_where_it_showed(setting: Setting) -> None:
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
            if table.state.result is None:  # the end may turn everything up
                assert table.state.view(seat).facts() == trial.state.view(seat).facts()


@every_setting
def test_a_log_in_words_leads_to_the_same_positions(setting: Setting) -> None:
    table = Table(setting, 9)
    digests = []
    with table.kept():
        for _ in table.run():
            digests.append(table.state.digest())
        written = [str(step.move) if isinstance(step, Moved) else step for step in table.steps]
        packed = [pack_move(step.move) if isinstance(step, Moved) else step for step in table.steps]
        for log, read in ((written, parse_move), (packed, unpack_move)):
            state = setting.start()
            for entry, digest in zip(log, digests, strict=True):
                if isinstance(entry, Dealt):
                    follow(state, entry)
                else:
                    state.play(read(entry))
                assert state.digest() == digest
            assert state.facts() == table.state.facts()
        assert replay(setting, table.steps).facts() == table.state.facts()


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
