"""The reasons for a turn: examples from the rule books, and a sentence for every possible turn."""

from __future__ import annotations

import random
import re

import pytest

from client.messages import catalogue, languages
from rules.burgenland.reasons import ORDER as BURGENLAND
from rules.contract import Event, State, parse_move
from rules.loop.reasons import ORDER as LOOP
from rules.message import message
from rules.registry import games
from rules.torres.reasons import ORDER as TORRES
from rules.trial import Trial
from tests.client.table.tables import begun
from tests.rules.alcazar.table import AlcazarTable
from tests.rules.big_boss.table import BARON, Table
from tests.rules.burgenland.table import Table as BurgenlandTable
from tests.rules.burgenland.table import pays
from tests.rules.torres.table import lay

ORDERS = {"big-boss": LOOP, "alcazar": LOOP, "torres": TORRES, "burgenland": BURGENLAND}


def reasons(game: str, before: State, *moves: str) -> list[str]:
    """The reasons for these moves of the seat on turn, as text."""
    assert before.turn is not None
    trial = Trial(before.view(before.turn))
    for move in moves:
        assert trial.state.why_not(parse_move(move)) is None, move
        trial.play(parse_move(move))
    events = [event for told in trial.events for event in told]
    return [str(reason) for reason in games()[game].reasons(trial.base, trial.state, events, before.turn)]


def test_a_merger_takes_over_a_castle_saves_the_own_baron_there_and_drives_the_foreign_one_out() -> None:
    table = Table(seats=3, hands={0: [6]})
    table.castle(2, (2, 3, 1, 1), stone=2)
    table.castle(7, (2, 1, 1, 1), stone=7)
    table.noble(7, 1, BARON)
    table.noble(8, 0, BARON)
    assert reasons("big-boss", table.state, "play 6", "done") == [
        "big-boss.reason.takes-over stays=1 goes=2 value=18",
        "big-boss.reason.saves rank=1 cell=8",
        "big-boss.reason.captures seat=1 rank=1 cell=7",
        "big-boss.reason.income real=18",
        "big-boss.reason.grows real=12",
    ]


def test_in_alcazar_nobody_leaves_at_a_merger_so_nobody_is_saved() -> None:
    table = AlcazarTable(seats=2, hands={0: [6]})
    table.castle(2, (2, 1, 1, 1))
    table.castle(7, (2, 1, 1))
    table.noble(8, 0, BARON)
    found = reasons("alcazar", table.state, "play 6", "done")
    assert [reason.split()[0] for reason in found] == ["alcazar.reason.takes-over", "alcazar.reason.income"]


def test_a_card_that_is_bought_is_judged_by_its_field() -> None:
    table = Table(hands={0: [1]}, row=(20, 40, 6, 60, 61, 62))
    table.castle(2, (2, 2, 1, 1), stone=2)
    assert reasons("big-boss", table.state, "buy-card 6") == ["big-boss.reason.card-builds card=6 crest=1 value=9"]
    assert reasons("big-boss", table.state, "buy-card 40") == ["big-boss.reason.card-founds card=40"]
    assert reasons("big-boss", table.state, "buy-pile") == ["big-boss.reason.card-unseen"]


def test_a_card_between_two_buildings_pays_what_both_are_worth_together() -> None:
    table = Table(row=(6, 20, 40, 60, 61, 62))
    table.castle(2, (2, 1, 1, 1), stone=2)
    table.castle(7, (2, 2, 2), stone=7)
    assert reasons("big-boss", table.state, "buy-card 6") == ["big-boss.reason.card-builds card=6 crest=2 value=16"]


def test_a_card_on_a_tower_of_alcazar_adds_two_however_high_it_is() -> None:
    table = AlcazarTable(row=(2, 20, 40, 60, 61, 62))
    table.castle(2, (3, 1, 1))
    assert table.state.buildings.value_at(2) == 7
    assert reasons("alcazar", table.state, "buy-card 2") == ["alcazar.reason.card-builds card=2 crest=1 value=9"]


def test_a_knight_that_climbs_scores_its_castle_higher() -> None:
    state = lay("1 2 . . . . . 1", knights=["a1", "h8"], king="h1", ap=1, stacks={0: [2], 1: [2]})
    assert reasons("torres", state, "move 0 1")[0] == "torres.reason.castle level=2 area=2 points=4 more=2"


def test_the_king_and_the_master_card_are_named_when_they_pay_more_than_before() -> None:
    state = lay("1 1 . . . . . .", knights=["c1", "h8"], king="a1", ap=1, stacks={0: [2], 1: [2]})
    found = reasons("torres", state, "move 2 1")
    assert "torres.reason.new-castle level=1 area=2 points=2 more=2" in found
    assert "torres.reason.king points=5 level=1" in found


def test_a_wall_brings_its_rewards_and_leaves_one_piece_less() -> None:
    table = BurgenlandTable(hands={0: "red1 red1 orange1 orange2"})
    left = sum(table.state.position.players[0].pieces)
    castle = next(number for number in range(1, 12) if set(table.state.position.colours(number)) == {1, 2})
    square = table.state.position.built[castle - 1].index(0) + 1
    found = reasons("burgenland", table.state, f"wall {castle} {square}", *pays("red1 red1 orange1 orange2"))
    assert found[0] == f"burgenland.reason.builds piece=1 left={left - 1}"
    assert "burgenland.reason.jokers jokers=1" in found


def test_a_player_who_lacks_cards_draws() -> None:
    table = BurgenlandTable(hands={0: "red1"})
    assert reasons("burgenland", table.state, "draw") == ["burgenland.reason.draws cards=3"]


@pytest.mark.parametrize("game", sorted(games()))
def test_every_reason_can_be_said_in_every_language(game: str) -> None:
    start = f"{game}.reason."
    said = {key.removeprefix(start) for key in catalogue().templates if key.startswith(start)}
    assert said <= set(ORDERS.get(game, ())), "never given"
    for language in languages():
        assert all(catalogue(language).has(start + kind) for kind in said)


def test_german_agrees_with_the_number_of_pieces_that_are_left() -> None:
    said = [catalogue("de").text(message("burgenland.reason.builds-well", left=left)) for left in (1, 4)]
    assert said == ["Ein Brunnen: Dann bleibt dir noch ein Bauteil.", "Ein Brunnen: Dann bleiben dir 4 Bauteile."]


MODES = [(name, {}) for name in sorted(games())] + [("torres", {"mode": "master"}), ("torres", {"mode": "variant"})]


@pytest.mark.parametrize(("game", "options"), MODES)
@pytest.mark.parametrize("seed", range(3))
def test_every_reason_for_any_turn_has_a_sentence_with_all_its_values(game: str, options: dict[str, str], seed: int) -> None:
    """Random turns: every reason for each of them, and for every part that a hint may begin with, has its sentence."""
    rng = random.Random(seed)
    state, dealer = begun(2 + seed % 2, seed, options, name=game)
    names = ("Ana", "Bea", "Cem")
    for _ in range(60):
        if state.turn is None:
            break
        trial = Trial(state.view(state.turn))
        while not trial.complete:
            trial.play(rng.choice(trial.state.moves()))
        events: list[Event] = [event for told in trial.events for event in told]
        assert trial.seat is not None
        found = games()[game].reasons(trial.base, trial.state, events, trial.seat)
        assert [ORDERS[game].index(reason.kind) for reason in found] == sorted(ORDERS[game].index(r.kind) for r in found)
        for reason in found:
            assert catalogue().has(reason.key), reason
            for language in languages():
                assert not re.search("[{}]", catalogue(language).text(reason, names)), reason
        for move in trial.moves:
            state.play(move)
            dealer.settle(state)
