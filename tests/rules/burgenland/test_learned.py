"""The learned bots: their features, that they pay as planned, and the better play that they bring."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import combinations

import pytest

from rules.burgenland import Burgenland
from rules.burgenland.cards import PALACE, coins_of
from rules.burgenland.features import NAMES, SHARES, evaluation, features, weighed
from rules.burgenland.learned import Learned, read_weights
from rules.burgenland.position import Position
from rules.burgenland.purchases import Hand, after, purchases
from rules.burgenland.state import BurgenlandState
from rules.contract import Bot, State
from rules.search.chance import Chance
from rules.search.turns import Looks, Patience, show_known
from rules.search.worlds import imagine
from tests.contract.settings import Setting
from tests.contract.table import Table as Game
from tests.rules.burgenland.table import Table, begin, data
from tests.rules.dealing import Dealer

CONTENT = json.loads(files("resources").joinpath("bots", "burgenland.json").read_text("utf-8"))
WEIGHTS = read_weights(CONTENT)
HANDFUL = "red1 light-blue1 purple1 brown1 dark-blue1 " * 3 + "red2 light-blue2 purple2 brown2"
LEVELS = ("carter", "apprentice", "carpenter", "foreman", "master")


def level(name: str) -> Bot:
    return Burgenland.bots[name].make(dict.fromkeys(Burgenland.bot_data, CONTENT))


def named(position: Position, seat: int) -> dict[str, int]:
    return dict(zip(NAMES, features(position, seat), strict=True))


def play_out(bots: list[Bot], seed: int) -> BurgenlandState:
    """A whole game; every move has to be legal."""
    dealer, chance = Dealer(seed), Chance(seed)
    state = begin(len(bots))
    dealer.deal(state)
    while state.turn is not None:
        move = bots[state.turn].choose(state.view(state.turn), Looks(2000), chance)
        assert state.why_not(move) is None
        state.play(move)
        dealer.deal(state)
    return state


def test_the_file_has_weights_and_their_origin_for_every_number_of_seats() -> None:
    assert sorted(WEIGHTS) == list(Burgenland.seats)
    for seats in Burgenland.seats:
        pairs = CONTENT["seats"][str(seats)]["origin"]
        if seats < 4:  # a mixture
            evolved, pairs = pairs["parts"]
            assert evolved["games"] > 0
            assert evolved["gain"] > 1, "it plays better than what it began with"
        assert pairs["decisions"] > 0
        assert 0 < pairs["error"] < pairs["spread"]
    assert len(CONTENT["commit"]) >= 7


@pytest.mark.parametrize(
    "content",
    [None, [], {}, {"features": list(NAMES)[1:], "seats": {}}, {"features": list(NAMES), "seats": {"2": {"weights": [1]}}}],
)
def test_other_weights_are_refused(content: object) -> None:
    with pytest.raises(ValueError, match="features"):
        read_weights(content)


@pytest.mark.parametrize("seats", Burgenland.seats)
def test_every_planned_turn_can_be_played_and_leads_to_the_expected_position(seats: int) -> None:
    """The position by which a purchase is judged is the one that the rules produce, up to the deals after it."""
    dealer, chance = Dealer(seats), Chance(seats)
    content = data()
    content["ours"]["jokers_for_wall"] = [1, 2, 3, 4]  # as printed each brings one
    state = begin(seats, content)
    dealer.deal(state)
    bot = Learned(WEIGHTS)
    kinds: dict[str, None] = {}
    while state.turn is not None:
        view = state.view(state.turn)
        position = view.position
        if not position.acted and position.bill is None:
            for bought in purchases(position, range(12), tricks=True):
                kinds |= dict.fromkeys([move.kind for move in bought.moves])
                _compare(view, bought.moves, after(position, bought))
        turns = bot.turns(view, Patience())
        move = turns[chance.below(min(3, len(turns)))].moves[0]
        assert state.why_not(move) is None
        state.play(move)
        dealer.deal(state)
    assert {"wall", "house", "palace", "well", "joker", "swap"} <= set(kinds)


def _compare(view: BurgenlandState, moves: tuple[object, ...], thought: Position) -> None:
    state = view.copy()
    for move in moves:
        if state.turn != view.turn:
            return  # the cards that bought a joker became the pile
        assert state.why_not(move) is None, (moves, move)
        state.play(move)
        show_known(state)
    real = state.position
    seat = view.position.active
    assert real.bill is None, moves
    assert real.winner == thought.winner
    assert real.players[seat].pieces == thought.players[seat].pieces
    assert [squares.count(0) for squares in real.built] == [squares.count(0) for squares in thought.built]
    assert (real.built, real.wells, real.large, real.stones) == (thought.built, thought.wells, thought.large, thought.stones)
    assert real.players[seat].jokers == thought.players[seat].jokers
    assert real.players[seat].swaps == thought.players[seat].swaps
    assert sorted(real.faces[slot] for slot in real.players[seat].hand) == sorted(
        thought.faces[slot] for slot in thought.players[seat].hand
    )
    assert len(real.players[seat].tiles) == len(thought.players[seat].tiles)
    if real.winner < 0:
        gains = ("coins", "tile")
        assert [what for what in real.todo if what[0] in gains] == [what for what in thought.todo if what[0] in gains]


@pytest.mark.parametrize("seats", Burgenland.seats)
@pytest.mark.parametrize("screens", ["off", "on"])
def test_no_feature_depends_on_what_the_seat_may_not_know(seats: int, screens: str) -> None:
    """The features of a view are those of every world that fits it, and do not use pieces behind screens."""
    game = Game(Setting("burgenland", seats, {"screens": screens}), 41)
    compared = 0
    for _ in game.run():
        if len(game.steps) % 17 == 0 and not game.state.deals and game.state.result is None:
            view = game.state.view(0)
            state, _ = imagine(view, Chance(len(game.steps)))
            assert isinstance(view, BurgenlandState)
            assert isinstance(state, BurgenlandState)
            seen = features(view.position, 0)
            assert seen == features(state.position, 0)
            for player in view.position.players[1:]:
                player.pieces = [0, 0, 0, 0]
            assert features(view.position, 0) == seen
            compared += 1
    assert compared > 5


def test_palaces_without_a_place_count_against_their_owners() -> None:
    table = Table(hands={0: "red1", 1: "red1"})
    before = named(table.state.position, 0)
    assert before["palaces"] == before["homeless-palaces"] == 0, "both have the same"
    for castle in (2, 3, 4, 6):
        table.built(castle, 3, PALACE, 1)
    found = named(table.state.position, 0)
    assert found["palaces"] == 4 * SHARES, "four more to build than the other seat"
    assert found["homeless-palaces"] > 0
    assert named(table.state.position, 1)["homeless-palaces"] == -found["homeless-palaces"]


def test_cards_beyond_plenty_count_nothing() -> None:
    """Otherwise weights that value a card a little too much make a player draw for ever."""
    found = [named(Table(hands={0: " ".join(HANDFUL.split()[:count])}).position, 0) for count in (9, 14, 18)]
    less, plenty, more = [each["more-cards"] for each in found]
    assert less < plenty == more


def test_a_player_with_plenty_of_cards_builds_however_much_it_loves_cards() -> None:
    weights = {2: [900 if name == "more-cards" else weight for name, weight in zip(NAMES * 2, WEIGHTS[2], strict=True)]}
    table = Table(hands={0: HANDFUL})
    assert str(Learned(weights).choose(table.state.view(0), Patience(), Chance(1))) != "draw"


@pytest.mark.parametrize("amount", range(1, 11))
def test_coins_are_paid_with_the_cards_that_are_missed_least(amount: int) -> None:
    """No other choice of cards pays as much without one that could be left out, and is missed less."""
    hand = Hand(Table(hands={0: "red1 red1 light-blue2 purple3 brown2 dark-blue1 green3"}).position)
    ways = []
    for count in range(1, len(hand.slots) + 1):
        for chosen in combinations(hand.slots, count):
            spare = hand.coins(chosen) - amount
            if 0 <= spare < min(coins_of(hand.faces[slot]) for slot in chosen):
                ways.append(sum(hand.value[slot] for slot in chosen))
    paid = hand.pay_coins(amount, hand.slots)
    assert paid is not None
    assert 0 <= hand.coins(paid) - amount < min(coins_of(hand.faces[slot]) for slot in paid)
    assert sum(hand.value[slot] for slot in paid) == min(ways)
    assert hand.pay_coins(hand.coins(hand.slots) + 1, hand.slots) is None


def test_the_evaluation_weighs_both_parts() -> None:
    weights = [0] * (2 * len(NAMES))
    weights[0], weights[len(NAMES)] = 1000, 500
    found = [SHARES * 3] + [0] * (len(NAMES) - 1)
    assert evaluation(weighed(weights, 0, 34), found, 34) == 300
    assert evaluation(weighed(weights, 34, 34), found, 34) == 450


@pytest.mark.long
def test_it_beats_the_planner() -> None:
    """A sample of the league's games."""
    won = 0
    for seed in range(6):
        seat = seed % 2
        bots = [level("planner"), level("planner")]
        bots[seat] = level("master")
        result = play_out(bots, seed).result
        assert result is not None
        won += result.winners == (seat,)
    assert won >= 4


def test_palaces_are_built_while_there_is_room() -> None:
    """They are not kept until only the large castle is left, where they cost most."""
    small = large = 0
    for seed in range(4):
        state = play_out([level("master"), level("master")], seed)
        small += sum(PALACE in squares for squares in state.position.built)
        large += state.position.large[2]
    assert large <= 16, "of forty that the players have"
    assert small >= 4 * 7, "of eleven castles, two of which are taken from the beginning"


def test_cards_of_one_colour_count_once_palaces_have_no_place() -> None:
    """Nine castles have a place for a palace; the other player has five to build."""
    table = Table(hands={0: "red1 red1 red2"})
    table.left(0, palace=5)
    assert named(table.position, 0)["same"] == 3 * SHARES
    table.left(0, palace=4)
    assert named(table.position, 0)["same"] == 0


@pytest.mark.long
@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("seats", Burgenland.seats)
def test_every_level_plays_to_the_end(name: str, seats: int) -> None:
    others = level("master")
    state = play_out([level(name), *[others] * (seats - 1)], 50 + seats)
    assert state.result is not None
    assert state.result.end == "last-piece"


def test_a_bot_completes_a_payment_begun_by_another_bot() -> None:
    table = Table(hands={0: "red1 red1 light-blue2 light-blue2"}, jokers={0: 4})
    table.play("wall 4 1")
    made = []
    for _ in range(20):
        seat = table.state.turn
        if seat != 0:
            break
        made.append(str(level("master").choose(table.state.view(0), Patience(), Dealer(1))))
        table.play(made[-1])
    assert made[-1] == "end"
    assert "pay-joker" not in made


def test_people_overlook_castles() -> None:
    """With one piece to go, the careful bot ends the game; a bot that overlooks all castles draws."""
    table = Table(hands={0: "red1 red1 light-blue2 light-blue2"})
    table.left(0, wall=1)
    view: State = table.state.view(0)
    assert str(Learned(WEIGHTS, overlooks={2: 100}).choose(view, Patience(), Chance(1))) == "draw"
    assert str(Learned(WEIGHTS).choose(view, Patience(), Chance(1))).startswith("wall 4 ")


def test_without_tricks_no_joker_is_bought_and_no_stone_swapped() -> None:
    table = Table(hands={0: "red1 red1 dark-blue2 dark-blue2 light-blue1 purple3 brown3"}, swaps={0: 1})
    kinds = [bought.moves[0].kind for bought in purchases(table.state.view(0).position, range(12), tricks=True)]
    assert "swap" in kinds
    assert "joker" in kinds
    assert not list(purchases(table.state.view(0).position, range(12), tricks=False))
