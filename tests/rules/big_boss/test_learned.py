"""The learned evaluation: its features, its weights, and the better play that they bring."""

from __future__ import annotations

import json
import random
from importlib.resources import files

import pytest

from rules.big_boss.bots import Greedy
from rules.big_boss.features import COMPARED, NAMES, features
from rules.big_boss.game import BigBoss
from rules.big_boss.learned import Learned
from rules.contract import Bot
from rules.loop.learned import SHARES, evaluation, read_weights
from rules.loop.terms import BARON, BLOCKS, CAP, GRANDE
from rules.loop.turn import LoopState
from rules.search.chance import Chance
from rules.search.search import Searcher
from rules.search.turns import Patience
from rules.search.worlds import imagine
from tests.contract.settings import Setting
from tests.contract.table import Table as Game
from tests.rules.big_boss.table import Table, begin
from tests.rules.dealing import Always, Dealer

CONTENT = json.loads(files("resources").joinpath("bots", "big-boss.json").read_text("utf-8"))
WEIGHTS = read_weights(CONTENT, NAMES)


def named(state: LoopState, seat: int) -> dict[str, int]:
    return dict(zip(NAMES, features(state, seat), strict=True))


def test_the_file_has_weights_for_two_seats_and_their_origin() -> None:
    assert list(WEIGHTS) == [2]
    origin = CONTENT["seats"]["2"]["origin"]
    assert origin["games"] > 0
    assert 0 < origin["error"] < origin["spread"] * 1.5
    assert origin["seed"] == 1
    assert len(CONTENT["commit"]) >= 7


@pytest.mark.parametrize(
    "content",
    [None, [], {}, {"features": list(NAMES)[1:], "seats": {}}, {"features": list(NAMES), "seats": {"2": {"weights": [1]}}}],
)
def test_other_weights_are_refused(content: object) -> None:
    with pytest.raises(ValueError, match="features"):
        read_weights(content, NAMES)


def test_of_nobles_in_full_castles_one_of_each_rank_may_be_withdrawn() -> None:
    table = Table(hands={0: [40], 1: [41]})
    table.castle(50, (5, 5, 5, 5))
    table.castle(10, (5, 5, 5, 5))
    for cell, rank in ((50, BARON), (51, BARON), (52, GRANDE), (10, BARON), (11, GRANDE)):
        table.noble(cell, 0, rank)
    assert table.state.buildings.value_at(50) == table.state.buildings.value_at(10) == CAP
    possible = [move.args[0] for move in table.state.moves() if move.kind == "withdraw"]
    assert sorted(possible) == [10, 11, 50, 51, 52]
    thought = [move.args[0] for move in Learned(WEIGHTS).promising(table.state) if move.kind == "withdraw"]
    ranks = [table.state.nobles.on[cell] & 3 for cell in thought]
    assert sorted(ranks) == sorted([BARON, GRANDE])


def test_a_tower_goes_where_it_earns_most_in_a_building_or_under_a_noble() -> None:
    table = Table(hands={0: [40], 1: [41]})
    table.castle(50, (1, 3, 2, 1))
    table.castle(10, (2, 1, 1, 1))
    table.noble(53, 0)
    table.state.cards.towers[0] = 1
    possible = [move.args[0] for move in table.state.moves() if move.kind == "play-tower"]
    assert sorted(possible) == [10, 11, 12, 13, 50, 51, 52, 53]
    thought = [move.args[0] for move in Learned(WEIGHTS).promising(table.state) if move.kind == "play-tower"]
    assert sorted(thought) == [10, 51, 53]


def test_a_noble_in_a_castle_counts_by_what_he_brings_and_may_still_gain() -> None:
    table = Table(hands={0: [20], 1: [30]})
    table.castle(50, (2, 1, 1))
    before = named(table.state, 0)
    table.state.nobles.place(51, 0, 2)
    after = named(table.state, 0)
    value = table.state.buildings.value_at(51)
    assert after["pay"] - before["pay"] == SHARES * 2 * value
    assert after["castle-growth"] - before["castle-growth"] == SHARES * 2 * (50 - value)
    assert after["exposed-growth"] == after["castle-growth"], "card 51 is neither played nor in the own hand"
    assert named(table.state, 1)["pay"] == -after["pay"], "two seats see the same with the other sign"
    holder = Table(hands={0: [51], 1: [30]})
    holder.castle(50, (2, 1, 1))
    holder.state.nobles.place(51, 0, 2)
    safe = named(holder.state, 0)
    assert safe["exposed-growth"] == 0
    assert safe["rising"] == SHARES * 2 * (50 - value)
    assert named(holder.state, 1)["capturing"] == 0


@pytest.mark.parametrize("seats", BigBoss.seats)
def test_no_feature_depends_on_what_the_seat_may_not_know(seats: int) -> None:
    """The features of a view are those of every world that fits it."""
    game = Game(Setting("big-boss", seats), 31)
    compared = 0
    for _ in game.run():
        if len(game.steps) % 9 == 0 and not game.state.deals and game.state.result is None:
            view = game.state.view(0)
            state, _ = imagine(view, Chance(len(game.steps)))
            assert isinstance(view, LoopState)
            assert isinstance(state, LoopState)
            assert features(view, 0) == features(state, 0)
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("seats", BigBoss.seats)
def test_a_gain_of_one_seat_is_an_average_loss_of_the_others(seats: int) -> None:
    game = Game(Setting("big-boss", seats), 32)
    for _ in game.run():
        if len(game.steps) == 90:
            assert isinstance(game.state, LoopState)
            seen = [named(game.state, seat) for seat in range(seats)]
            for name in COMPARED:
                if not name.startswith("exposed"):  # which nobles are safe depends on the own hand
                    assert sum(features[name] for features in seen) == 0, name
            return


def test_the_evaluation_weighs_both_parts() -> None:
    weights = [0] * (2 * len(NAMES))
    weights[0], weights[len(NAMES)] = 1000, 500
    found = [SHARES * 3] + [0] * (len(NAMES) - 1)
    assert evaluation(weights, found, 0, BLOCKS) == 300
    assert evaluation(weights, found, BLOCKS, BLOCKS) == 450


@pytest.mark.long
def test_it_beats_the_greedy_bot() -> None:
    """A sample of the league's games."""
    won = 0
    for seed in range(6):
        dealer = Dealer(seed)
        state = begin(2)
        dealer.deal(state)
        bots: list[Bot] = [Learned(WEIGHTS), BigBoss.bots["greedy"].make({})]
        while state.turn is not None:
            state.play(bots[(state.turn + seed) % 2].choose(state.view(state.turn), Always(), dealer))
            dealer.deal(state)
        assert state.result is not None
        won += state.result.winners == (seed % 2,)
    assert won >= 5


def test_people_overlook_things_but_never_everything() -> None:
    """A bot that overlooks all but a few turns still makes a legal move, and not always the same."""
    table = Game(Setting("big-boss", 2), 33)
    bot = Learned(WEIGHTS, overlooks={2: 90})
    chance = random.Random(3)
    best = Learned(WEIGHTS)
    missed = turns = 0
    while table.state.result is None and turns < 25:
        if table.state.turn is None:
            table.step()
            continue
        view = table.state.view(table.state.turn)
        assert isinstance(view, LoopState)
        move = bot.choose(view, Patience(), Chance(chance.getrandbits(60)))
        assert move in view.moves()
        if view.step == "main":
            turns += 1
            missed += move != best.turns(view, Patience())[0].moves[0]
        table.play(move)
    assert missed > 5


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_at_larger_tables_the_levels_judge_by_the_weights_for_two(seats: int) -> None:
    """But at a table of five cards are worth more to the architect than these weights say."""
    architect = BigBoss.bots["architect"].make({"big-boss": CONTENT})
    assert isinstance(architect, Searcher)
    judge = architect.mind
    assert isinstance(judge, Learned)
    own = list(WEIGHTS[2])
    for feature in ("cards", "towers") if seats == 5 else ():
        for place in (NAMES.index(feature), len(NAMES) + NAMES.index(feature)):
            own[place] = own[place] * 115 // 100
    leading = Learned({seats: own}, sensible=True)
    dealer = Dealer(seats)
    state = begin(seats)
    dealer.deal(state)
    for _ in range(15):
        assert state.turn is not None
        view = state.view(state.turn)
        move = judge.choose(view, Always(), dealer)
        assert move == leading.choose(view, Always(), dealer)
        state.play(move)
        dealer.deal(state)


def test_a_merchant_overlooks_moves_only_at_the_tables_that_its_level_names() -> None:
    careful, careless = Greedy(), Greedy(overlooks={3: 90})
    missed = {}
    for seats in (2, 3):
        dealer = Dealer(4)
        state = begin(seats)
        dealer.deal(state)
        missed[seats] = 0
        for number in range(20):
            assert state.turn is not None
            view = state.view(state.turn)
            best = careful.choose(view, Always(), dealer)
            missed[seats] += careless.choose(view, Always(), Chance(number)) != best
            state.play(best)
            dealer.deal(state)
    assert missed[2] == 0
    assert missed[3] > 3
