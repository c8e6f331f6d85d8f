"""The learned evaluation of Alcazar: its features, its weights, and the better play that they bring."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from rules.alcazar.bots import Greedy
from rules.alcazar.features import COMPARED, NAMES, WHOLE, features, left
from rules.alcazar.game import Alcazar
from rules.alcazar.learned import DATA, HOARD, PLAYING, PLENTY, Learned
from rules.alcazar.state import AlcazarState
from rules.contract import Bot
from rules.loop.learned import SHARES, read_weights
from rules.search.chance import Chance
from rules.search.turns import Patience
from rules.search.worlds import imagine
from tests.contract.settings import Setting
from tests.contract.table import Table as Game
from tests.rules.alcazar.table import AlcazarTable, begin
from tests.rules.big_boss.table import BARON, GRANDE
from tests.rules.dealing import Always, Dealer

CONTENT, JUDGING = (
    json.loads(files("resources").joinpath("bots", f"{name}.json").read_text("utf-8")) for name in (PLAYING, DATA)
)
WEIGHTS = read_weights(CONTENT, NAMES)
WEIGHTS[2] = WEIGHTS[5]


def named(state: AlcazarState, seat: int) -> dict[str, int]:
    """The features by name, in their own units."""
    return {name: value // SHARES for name, value in zip(NAMES, features(state, seat), strict=True)}


def test_the_files_have_weights_and_their_origin_for_every_number_of_seats() -> None:
    assert sorted(read_weights(JUDGING, NAMES)) == list(Alcazar.seats)
    assert sorted(read_weights(CONTENT, NAMES)) == [3, 4, 5]
    for entry in CONTENT["seats"].values():
        assert entry["origin"]["games"] > 0
        assert entry["origin"]["gain"] > 1, "it plays better than what it began with"
        assert entry["origin"]["seed"] == 1
    for seats in Alcazar.seats:
        judging = JUDGING["seats"][str(seats)]["origin"]
        assert judging["games"] > 0
        assert 0 < judging["error"] < judging["equal"] * 0.75, "it knows more than that all seats are equal"
    assert len(CONTENT["commit"]) >= 7
    assert len(JUDGING["commit"]) >= 7


def test_the_analysis_values_positions_by_weights_of_its_own() -> None:
    data = {PLAYING: CONTENT, DATA: JUDGING}
    table = AlcazarTable(hands={0: [20]})
    table.castle(1, (3, 1, 3, 1, 2))
    table.noble(1, 0, GRANDE)
    judge = Alcazar.judge(data)
    assert judge is not None
    assert judge.worth(table.state, 0) == Learned(read_weights(JUDGING, NAMES)).worth(table.state, 0)
    assert judge.worth(table.state, 0) != Learned(WEIGHTS).worth(table.state, 0)


def nobody_at_home(table: AlcazarTable) -> None:
    table.state.nobles.supply[:] = [0] * 4


def test_bridges_count_by_the_nobles_that_they_lift() -> None:
    table = AlcazarTable(hands={0: [20]})
    table.castle(1, (3, 1, 3, 1, 2))
    table.noble(1, 0, GRANDE)
    table.noble(3, 0, BARON)
    nobody_at_home(table)
    seen = named(table.state, 0)
    assert seen["points"] == 9
    assert seen["bridge"] == 3, "both pillars rise"
    assert seen["near-bridge"] == 1, "3 and 5 differ by one level"
    assert named(table.state, 1)["bridge"] == -3, "two seats see the same with the other sign"
    table.bridge(1, 3)
    again = named(table.state, 0)
    assert again["points"] == 12
    assert again["bridge"] == 0, "no bridge lies over a bridge"
    assert again["lines"] == seen["lines"] - 3


def test_a_noble_below_a_bridge_rises_too_and_a_foreign_pillar_bars_it() -> None:
    table = AlcazarTable(hands={0: [20]})
    table.castle(1, (3, 1, 3))
    table.noble(1, 0, BARON)
    table.noble(2, 0, GRANDE)
    nobody_at_home(table)
    assert named(table.state, 0)["bridge"] == 1 + 2 * 3
    table.noble(3, 1, BARON)
    assert named(table.state, 0)["bridge"] == 0


def test_the_middle_of_a_bridge_is_a_place_for_a_noble_of_the_castle_or_from_the_supply() -> None:
    table = AlcazarTable(hands={0: [20]})
    table.castle(1, (3, 1, 3, 1))
    table.noble(1, 0, BARON)
    table.noble(4, 0, BARON)
    nobody_at_home(table)
    assert named(table.state, 0)["bridge"] == 1 + 3, "the baron moves from 4 to the middle"
    table.state.nobles.supply[1] = 1
    assert named(table.state, 0)["bridge"] == 1 + 2 * 4, "a grande moves in"


def test_a_noble_counts_as_exposed_until_his_card_is_known() -> None:
    table = AlcazarTable(hands={0: [20, 50], 1: [51]}, row=[52])
    table.castle(50, (2, 2, 2, 2))
    for cell in (50, 51, 52):
        table.noble(cell, 0, BARON)
    seen = named(table.state, 0)
    assert seen["exposed"] == 2, "51 is in a hand that this seat does not see"
    assert seen["for-sale"] == 2, "anybody may buy 52"
    assert seen["threatened"] == 0
    assert seen["rising"] == 1
    slot = table.state.cards.hands[1][-1]
    table.state.cards.shown[slot] = 1
    shown = table.state.cards.faces[slot]
    table.castle(shown, (4,)) if not table.state.buildings.level[shown] else None
    if not table.state.nobles.on[shown]:
        table.noble(shown, 0, BARON)
    assert named(table.state, 0)["threatened"] == table.state.buildings.level[shown]
    assert named(table.state, 1)["capturing"] >= table.state.buildings.level[shown]


def test_a_place_counts_by_its_level_while_there_is_a_noble_for_it() -> None:
    table = AlcazarTable(hands={0: [50, 51]})
    table.hand(0, 50, 51)
    table.castle(50, (4, 2, 1))
    seen = named(table.state, 0)
    assert (seen["place"], seen["second-place"]) == (10, 6)
    nobody_at_home(table)
    seen = named(table.state, 0)
    assert (seen["place"], seen["second-place"]) == (0, 0)


def test_the_game_is_over_when_blocks_or_bridges_are() -> None:
    table = AlcazarTable()
    assert left(table.state) == WHOLE
    table.bridges(5)
    assert left(table.state) == WHOLE
    table.blocks(21)
    assert left(table.state) == WHOLE // 4
    table.blocks(0)
    assert left(table.state) == 0


@pytest.mark.parametrize("seats", Alcazar.seats)
def test_no_feature_depends_on_what_the_seat_may_not_know(seats: int) -> None:
    """The features of a view are those of every world that fits it, and relative ones add up to zero."""
    game = Game(Setting("alcazar", seats), 31)
    compared = 0
    for _ in game.run():
        if len(game.steps) % 11 == 0 and not game.state.deals and game.state.result is None:
            view = game.state.view(0)
            state, _ = imagine(view, Chance(len(game.steps)))
            assert isinstance(view, AlcazarState)
            assert isinstance(state, AlcazarState)
            assert features(view, 0) == features(state, 0)
            seen = [features(state, seat) for seat in range(seats)]
            for place, name in enumerate(COMPARED):
                if name not in ("exposed", "threatened"):  # they depend on the own hand
                    assert sum(values[place] for values in seen) == 0, name
            compared += 1
    assert compared > 10


def test_it_withdraws_its_lowest_noble_to_place_it_higher() -> None:
    """Both grandes stand low, and a card makes a high place."""
    table = AlcazarTable(hands={0: [50]})
    table.hand(0, 50)
    table.castle(50, (6, 1, 1))
    table.villa(20)
    table.villa(30, (2,))
    table.noble(20, 0, GRANDE)
    table.noble(30, 0, GRANDE)
    table.money(200, 40)
    turns = Learned(WEIGHTS).turns(table.state.view(0), Patience())
    assert [str(move) for move in turns[0].moves] == ["withdraw 20", "play 50", "grande 50"]
    assert "withdraw" not in {turn.moves[0].kind for turn in Greedy().turns(table.state.view(0), Patience())}
    plan = Learned(WEIGHTS)
    assert {str(move) for move in plan.promising(table.state) if move.kind == "withdraw"} == {"withdraw 20"}
    table.play("withdraw 20")
    assert {move.kind for move in table.state.moves()} - {"play", "play-tower", "bridge"}, "other moves are possible"
    assert {move.kind for move in plan.promising(table.state)} == {"play"}
    table.play("play 50")
    assert {move.kind for move in table.state.moves()} - {"baron", "grande"}, "he may stay at home"
    assert {move.kind for move in plan.promising(table.state)} == {"baron", "grande"}


@pytest.mark.parametrize(
    ("careful", "distracted"), [(Learned(WEIGHTS), Learned(WEIGHTS, {5: 80})), (Greedy(), Greedy({5: 80}))]
)
def test_a_distracted_player_overlooks_moves_at_tables_that_are_named(careful: Greedy, distracted: Greedy) -> None:
    different = {}
    for seats in (3, 5):
        state, dealer = begin(seats), Dealer(seats)
        dealer.deal(state)
        view = state.view(state.turn)
        best = careful.choose(view, Patience(), Chance(1))
        different[seats] = sum(distracted.choose(view, Patience(), Chance(seed)) != best for seed in range(12))
    assert different[3] == 0
    assert different[5] > 0


def test_a_thrifty_player_buys_no_cards_of_which_it_has_plenty() -> None:
    table = AlcazarTable()
    table.towers(0, 2)
    bought = {move.kind for move in Learned(WEIGHTS, plenty=PLENTY).promising(table.state)}
    assert not bought & {"buy-card", "buy-pile", "buy-tower"}
    assert {"buy-card", "buy-pile", "buy-tower"} < {move.kind for move in Learned(WEIGHTS).promising(table.state)}
    bought = {move.kind for move in Learned(WEIGHTS, plenty=HOARD).promising(table.state)}
    assert {"buy-card", "buy-pile", "buy-tower"} < bought, "a hand of ten is no hoard"
    enough = (len(table.state.cards.hands[0]), HOARD[1])
    kinds = {move.kind for move in Learned(WEIGHTS, plenty=enough).promising(table.state)}
    assert kinds & {"buy-card", "buy-pile", "buy-tower"} == {"buy-tower"}
    empty = AlcazarTable()
    empty.hand(0)
    assert "buy-card" in {move.kind for move in Learned(WEIGHTS, plenty=PLENTY).promising(empty.state)}


def test_the_treasurer_hoards_more_than_the_castellan() -> None:
    castellan, treasurer = (Alcazar.bots[name].make({PLAYING: CONTENT, DATA: JUDGING}) for name in ("castellan", "treasurer"))
    assert isinstance(castellan, Learned)
    assert isinstance(treasurer, Learned)
    assert castellan.plenty == PLENTY
    assert treasurer.plenty == HOARD
    assert all(more > less for more, less in zip(HOARD, PLENTY, strict=True))


@pytest.mark.long
def test_it_beats_the_greedy_bot() -> None:
    """A sample of the league's games."""
    won = 0
    for seed in range(6):
        dealer = Dealer(seed)
        state = begin(2)
        dealer.deal(state)
        bots: list[Bot] = [Learned(WEIGHTS), Alcazar.bots["greedy"].make({})]
        while state.turn is not None:
            state.play(bots[(state.turn + seed) % 2].choose(state.view(state.turn), Always(), dealer))
            dealer.deal(state)
        assert state.result is not None
        won += state.result.winners == (seed % 2,)
    assert won >= 4
